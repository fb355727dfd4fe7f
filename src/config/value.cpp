#include "config/value.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <utility>

namespace warpmem {
namespace {

struct Unit {
  std::string_view name;
  double factor;  // to the first unit of its list
};

template <class T>
struct Units;
template <>
struct Units<std::uint32_t> {
  static constexpr std::array<Unit, 1> list{{{"", 1}}};
};
template <>
struct Units<double> {
  static constexpr std::array<Unit, 1> list{{{"share", 1}}};
};
template <>
struct Units<SmCycles> {
  static constexpr std::array<Unit, 1> list{{{"cycles", 1}}};
};
template <>
struct Units<Nanoseconds> {
  static constexpr std::array<Unit, 1> list{{{"ns", 1}}};
};
template <>
struct Units<Megahertz> {
  static constexpr std::array<Unit, 2> list{{{"MHz", 1}, {"GHz", 1000}}};
};
template <>
struct Units<Bytes> {
  static constexpr std::array<Unit, 3> list{{{"bytes", 1}, {"KiB", 1024}, {"MiB", 1024 * 1024}}};
};
template <>
struct Units<std::vector<Bytes>> : Units<Bytes> {};
template <>
struct Units<std::array<std::uint64_t, 2>> {
  static constexpr std::array<Unit, 1> list{{{"hex", 1}}};
};
template <>
struct Units<WarpScheduler> : Units<std::uint32_t> {};

constexpr std::array<std::pair<std::string_view, WarpScheduler>, 2> schedulers{
    {{"greedy_then_oldest", WarpScheduler::greedy_then_oldest}, {"loose_round_robin", WarpScheduler::loose_round_robin}}};

std::span<const Unit> units_for(const Parameter& parameter) {
  MachineConfig none;
  return std::visit([](auto* member) { return std::span<const Unit>(Units<std::remove_pointer_t<decltype(member)>>::list); },
                    parameter.target(none));
}

std::string hex_text(std::uint64_t value) {
  std::array<char, 24> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "0x%llx", static_cast<unsigned long long>(value));
  return buffer.data();
}

// What is wrong, in words that follow the key, or nothing.
using Complaint = std::optional<std::string>;

struct Reader {
  const Parameter& parameter;
  const Literal& literal;
  double factor;

  std::string unit_words() const {
    const auto name = unit_of(parameter);
    return name.empty() || name == "hex" ? std::string() : std::string(" ").append(name);
  }

  // A number in the member's own unit, within the range.
  Complaint number(const Literal::Item& item, bool whole, double& result) const {
    const char* end = item.text.data() + item.text.size();
    double value = 0;
    const auto [stop, problem] = std::from_chars(item.text.data(), end, value);
    if (item.form == Literal::Form::word || problem != std::errc() || stop != end || !std::isfinite(value)) {
      return " must be a number, not '" + item.text + "'";
    }
    value *= factor;
    if (whole && value != std::floor(value))
      return " must be a whole number" + (unit_words().empty() ? "" : " of" + unit_words()) + ", not " + item.text;
    if (value < parameter.least || value > parameter.most) {
      return " is " + number_text(value) + unit_words() + ", out of its range: " + number_text(parameter.least) + " to " +
             number_text(parameter.most) + unit_words();
    }
    result = value;
    return {};
  }

  Complaint single() const { return literal.list || literal.items.size() != 1 ? Complaint(" is one value, not a list") : Complaint(); }

  template <class T>
  Complaint scalar(T& out, bool whole) const {
    double value = 0;
    if (auto complaint = single()) return complaint;
    if (auto complaint = number(literal.items.front(), whole, value)) return complaint;
    if constexpr (std::is_arithmetic_v<T>) {
      out = static_cast<T>(value);
    } else {
      out.count = static_cast<decltype(out.count)>(value);
    }
    return {};
  }

  Complaint operator()(std::uint32_t* out) const { return scalar(*out, true); }
  Complaint operator()(double* out) const { return scalar(*out, false); }
  Complaint operator()(SmCycles* out) const { return scalar(*out, false); }
  Complaint operator()(Nanoseconds* out) const { return scalar(*out, false); }
  Complaint operator()(Megahertz* out) const { return scalar(*out, false); }
  Complaint operator()(Bytes* out) const { return scalar(*out, true); }

  Complaint operator()(std::vector<Bytes>* out) const {
    if (!literal.list || literal.items.empty()) return " must be a list of sizes, such as [0, 8, 16]";
    out->clear();
    for (const auto& item : literal.items) {
      double value = 0;
      if (auto complaint = number(item, true, value)) return complaint;
      out->push_back(Bytes(static_cast<std::uint64_t>(value)));
    }
    return {};
  }

  Complaint operator()(std::array<std::uint64_t, 2>* out) const {
    constexpr std::string_view wanted = " must be two masks in hex, such as [\"0x5\", \"0xa\"]";
    if (!literal.list || literal.items.size() != out->size()) return std::string(wanted);
    for (std::size_t i = 0; i < out->size(); ++i) {
      const std::string& text = literal.items[i].text;
      const char* end = text.data() + text.size();
      if (literal.items[i].form == Literal::Form::number || !text.starts_with("0x")) return std::string(wanted) + ", not '" + text + "'";
      const auto [stop, problem] = std::from_chars(text.data() + 2, end, (*out)[i], 16);
      if (problem != std::errc() || stop != end) return std::string(wanted) + ", not '" + text + "'";
    }
    return {};
  }

  Complaint operator()(WarpScheduler* out) const {
    if (auto complaint = single()) return complaint;
    for (const auto& [name, value] : schedulers) {
      if (literal.items.front().form != Literal::Form::number && literal.items.front().text == name) {
        *out = value;
        return {};
      }
    }
    return " must be \"greedy_then_oldest\" or \"loose_round_robin\", not '" + literal.items.front().text + "'";
  }
};

struct Writer {
  std::string operator()(const std::uint32_t* v) const { return std::to_string(*v); }
  std::string operator()(const double* v) const { return number_text(*v); }
  std::string operator()(const SmCycles* v) const { return number_text(v->count); }
  std::string operator()(const Nanoseconds* v) const { return number_text(v->count); }
  std::string operator()(const Megahertz* v) const { return number_text(v->count); }
  std::string operator()(const Bytes* v) const { return std::to_string(v->count); }
  std::string operator()(const std::vector<Bytes>* v) const {
    std::string text;
    for (const Bytes b : *v) text.append(text.empty() ? "" : ",").append(std::to_string(b.count));
    return text;
  }
  std::string operator()(const std::array<std::uint64_t, 2>* v) const { return hex_text((*v)[0]) + "," + hex_text((*v)[1]); }
  std::string operator()(const WarpScheduler* v) const { return std::string(schedulers.at(static_cast<std::size_t>(*v)).first); }
};

}  // namespace

std::string number_text(double value) {
  std::array<char, 32> buffer{};
  // Whole numbers in full, not as 1e+06.
  if (value == std::floor(value) && std::abs(value) < 1e18) {
    const auto whole = std::to_chars(buffer.data(), buffer.data() + buffer.size(), static_cast<long long>(value));
    return std::string(buffer.data(), whole.ptr);
  }
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
  return std::string(buffer.data(), result.ptr);
}

std::string_view unit_of(const Parameter& parameter) { return units_for(parameter).front().name; }

std::vector<std::string_view> units_of(const Parameter& parameter) {
  std::vector<std::string_view> names;
  for (const Unit& unit : units_for(parameter)) names.push_back(unit.name);
  return names;
}

std::optional<std::string> assign(const Parameter& parameter, MachineConfig& machine, const Literal& literal) {
  const auto units = units_for(parameter);
  const std::string key(parameter.key);
  std::string wanted;
  for (const Unit& unit : units) wanted += (wanted.empty() ? "" : " or ") + std::string(unit.name);
  double factor = 1;
  if (literal.unit) {
    const auto* unit = std::find_if(units.data(), units.data() + units.size(), [&](const Unit& u) { return u.name == *literal.unit; });
    if (unit == units.data() + units.size()) {
      return wanted.empty() ? key + " has no unit, but '" + *literal.unit + "' is given"
                            : key + " is in " + wanted + ", not in '" + *literal.unit + "'";
    }
    factor = unit->factor;
  } else if (!literal.bare && !wanted.empty()) {
    return key + " needs its unit: " + wanted;
  }
  const auto complaint = std::visit(Reader{parameter, literal, factor}, parameter.target(machine));
  return complaint ? std::optional(key + *complaint) : std::nullopt;
}

std::string value_text(const Parameter& parameter, const MachineConfig& machine) {
  return std::visit(Writer{}, reading_target(parameter, machine));
}

}  // namespace warpmem
