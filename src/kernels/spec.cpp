#include "kernels/spec.hpp"

#include <algorithm>

#include "trace/sized_number.hpp"
#include "units/nearest.hpp"

namespace warpmem::kernels {
namespace {

std::string quoted(std::string_view word) {
  constexpr std::size_t longest = 40;
  std::string text(word.substr(0, longest));
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7E) c = '?';
  return "'" + text + (word.size() > longest ? "...'" : "'");
}

// ", of which X is near" or what there is to choose from.
std::string instead_of(std::string_view word, const std::vector<std::string_view>& known, const char* listing) {
  const std::string hint = did_you_mean(word, known);
  if (!hint.empty()) return hint;
  if (listing != nullptr) return std::string("; ") + listing;
  std::string text = ": expected ";
  for (std::size_t i = 0; i < known.size(); ++i) text += (i == 0 ? "" : i + 1 == known.size() ? " or " : ", ") + std::string(known[i]);
  return text;
}

std::string range_of(const Key& key) {
  std::string text = "a number from " + std::to_string(key.low) + " to " + std::to_string(key.high);
  if (key.multiple > 1) text += ", a multiple of " + std::to_string(key.multiple);
  return text;
}

}  // namespace

Spec parse_spec(std::string_view text) {
  Spec spec;
  const std::size_t name_end = std::min(text.find(','), text.size());
  const std::string_view name = text.substr(0, name_end);
  spec.kernel = find(name);
  if (spec.kernel == nullptr) {
    std::vector<std::string_view> known;
    for (const Kernel& kernel : all()) known.push_back(kernel.name);
    spec.problem = "unknown kernel " + quoted(name) + instead_of(name, known, "'warpmem kernels' lists them");
    return spec;
  }
  const auto& keys = spec.kernel->keys;
  for (const Key& key : keys) spec.values.emplace_back(key.name, key.standard);
  std::vector<bool> given(keys.size());
  for (std::size_t at = name_end; at < text.size() && spec.problem.empty();) {
    const std::size_t end = std::min(text.find(',', at + 1), text.size());
    const std::string_view entry = text.substr(at + 1, end - at - 1);
    at = end;
    const std::size_t equals = entry.find('=');
    const std::string_view word = entry.substr(0, equals);
    const auto key = std::find_if(keys.begin(), keys.end(), [&](const Key& k) { return k.name == word; });
    const auto index = static_cast<std::size_t>(key - keys.begin());
    if (equals == entry.npos) {
      spec.problem = quoted(entry) + ": expected key=value";
    } else if (word == "compute" && key == keys.end()) {
      const std::string_view value = entry.substr(equals + 1);
      if (value != "0" && value != "1") spec.problem = "compute=" + std::string(value.substr(0, 40)) + ": expected 0 or 1";
      spec.compute = value == "1";
    } else if (key == keys.end()) {
      std::vector<std::string_view> known;
      for (const Key& k : keys) known.push_back(k.name);
      known.emplace_back("compute");
      spec.problem = "unknown key " + quoted(word) + instead_of(word, known, nullptr);
    } else if (given[index]) {
      spec.problem = quoted(word) + " stands twice";
    } else {
      given[index] = true;
      const auto number = trace::sized_number(entry.substr(equals + 1));
      if (number && *number >= key->low && *number <= key->high && *number % key->multiple == 0) {
        spec.values[index].second = *number;
      } else {
        spec.problem = std::string(key->name) + "=" + std::string(entry.substr(equals + 1, 40)) + ": expected " + range_of(*key);
      }
    }
  }
  if (!spec.problem.empty()) spec.problem = "kernel:" + spec.kernel->name + ": " + spec.problem;
  return spec;
}

std::string canonical(const Spec& spec) {
  std::string text = spec.kernel->name;
  for (const auto& [key, value] : spec.values) text += "," + key + "=" + std::to_string(value);
  if (spec.compute) text += ",compute=1";
  return text;
}

}  // namespace warpmem::kernels
