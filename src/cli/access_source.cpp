#include "cli/access_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <set>
#include <sstream>

#include "cli/open.hpp"
#include "cli/trace_sums.hpp"
#include "trace/recognise.hpp"
#include "units/nearest.hpp"

namespace warpmem::cli {
namespace {

using Accesses = std::vector<NamedAccess>;

constexpr std::size_t most_accesses = 64;
constexpr std::size_t most_bytes = std::size_t{1} << 20;
constexpr std::size_t most_digits = 18;  // of a line's number: they fit 64 bits

bool begins_access(const std::string& word) {
  return word.starts_with("ld.") || word.starts_with("st.") || word.starts_with("red.") || word.starts_with("atom.");
}

Result<NamedAccess> parsed(const std::string& text, const std::string& file = {}, std::uint64_t line = 0) {
  auto access = parse_access(text);
  if (!access) {
    Error error = access.error();
    if (!file.empty()) {
      error.file = file;
      error.line = line;
    }
    if (error.excerpt.empty()) {
      error.excerpt = text;
      error.excerpt_column = error.column;
    }
    return tl::make_unexpected(std::move(error));
  }
  return NamedAccess{text, std::move(*access)};
}

// What begins neither an access nor anything that reads as an operation: a file that is not there, or a trace's other lines.
std::optional<Error> no_access(const std::string& text) {
  const std::string word = text.substr(0, text.find_first_of(" \t"));
  if (word == "kernel" || word == "block" || word == "warp")
    return Error{ErrorKind::input, fmt::format("a `{}` line is no memory access: name one that begins with ld, st, red or atom", word)};
  const bool path = text.find('/') != std::string::npos;
  const bool file = text == word && std::filesystem::path(text).has_extension();
  if (begins_access(text) || (!path && !file)) return std::nullopt;
  return Error{ErrorKind::input, "no such file, and no memory access either: those begin with ld, st, red or atom", text};
}

// 'ld.global.b32 0x0+4' as one word or two, one after another.
Result<Accesses> spelt_out(const std::vector<std::string>& words) {
  std::vector<std::string> texts;
  for (const std::string& word : words) {
    if (begins_access(word) || texts.empty())
      texts.push_back(word);
    else
      texts.back() += ' ' + word;
  }
  Accesses out;
  for (const std::string& text : texts) {
    if (auto other = no_access(text)) return tl::make_unexpected(*std::move(other));
    auto access = parsed(text);
    if (!access) return tl::make_unexpected(access.error());
    out.push_back(std::move(*access));
  }
  return out;
}

Result<Accesses> bare_addresses(std::string text, const std::string& op) {
  std::replace(text.begin(), text.end(), ',', ' ');
  std::istringstream in(text);
  const std::vector<std::string> numbers(std::istream_iterator<std::string>(in), {});
  if (numbers.size() > lanes_per_warp)
    return input_error(fmt::format("{} addresses, but a warp has 32 lanes: give 1 to 32", numbers.size()), "-");
  const std::uint32_t mask = static_cast<std::uint32_t>((std::uint64_t{1} << numbers.size()) - 1);
  auto access = parsed(fmt::format("{} [{}] @{:08x}", op, fmt::join(numbers, " "), mask), "-", 1);
  if (!access) return tl::make_unexpected(access.error());
  access->name = fmt::format("{}, {} addresses", op, numbers.size());
  return Accesses{std::move(*access)};
}

Result<Accesses> from_standard_input(const std::string& op) {
  std::string text(most_bytes + 1, '\0');
  std::cin.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::cin.gcount()));
  if (text.size() > most_bytes) return input_error("that is more than one access: explain takes a few; try `warpmem run -`", "-");
  const std::size_t first = text.find_first_not_of(" \t\r\n,");
  if (first == std::string::npos)
    return input_error("there is nothing on standard input: give 1 to 32 addresses or a line of a text trace", "-");
  if (std::isdigit(static_cast<unsigned char>(text[first])) != 0) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return bare_addresses(text.substr(first), op);
  }
  Accesses out;
  std::istringstream in(text);
  std::uint64_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    const std::size_t start = line.find_first_not_of(" \t\r");
    if (start == std::string::npos || line[start] == '#') continue;
    if (!begins_access(line.substr(start)) &&
        (line.starts_with("warpmem-trace") || line.starts_with("kernel") || line.starts_with("block") || line.starts_with("warp")))
      continue;
    if (out.size() == most_accesses) return input_error("more than 64 accesses: explain takes a few; try `warpmem run -`", "-", number);
    auto access = parsed(line, "-", number);
    if (!access) return tl::make_unexpected(access.error());
    out.push_back(std::move(*access));
  }
  if (out.empty()) return input_error("there is no access on standard input", "-");
  return out;
}

Result<Accesses> line_of_file(const std::string& file, std::uint64_t wanted) {
  std::ifstream in(file);
  std::vector<char> room(most_bytes + 1);
  std::uint64_t number = 0;
  while (number < wanted && in.getline(room.data(), static_cast<std::streamsize>(room.size()))) ++number;
  if (in.fail() && !in.eof()) return input_error("the line is longer than 1 MiB", file, number + 1);
  const std::string line(room.data());
  const std::size_t start = line.find_first_not_of(" \t");
  if (number == wanted && (start == std::string::npos || !begins_access(line.substr(start))))
    return input_error("this line is no memory access: name one that begins with ld, st, red or atom", file, wanted);
  if (number < wanted) return input_error(fmt::format("there is no line {}: the file has {}", wanted, number), file);
  auto access = parsed(line, file, wanted);
  if (!access) return tl::make_unexpected(access.error());
  access->name = fmt::format("{}:{}  {}", file, wanted, access->name);
  return Accesses{std::move(*access)};
}

NamedAccess found(const TraceSource& source, const Record& record, const std::uint64_t* addresses, const Position& at) {
  NamedAccess out;
  out.access.record = record;
  if (record.listed) {
    out.access.addresses.assign(addresses + record.base, addresses + record.base + record.lanes.size());
    out.access.record.base = 0;
  }
  const InstructionInfo& info = source.instructions()[record.instruction];
  out.name = op_text(record.op, record.space, record.cache, record.bytes);
  if (!info.source.empty()) out.name += "  " + info.source;
  if (info.pc != 0) out.name += fmt::format("  pc {:#x}", info.pc);
  out.name += fmt::format("  (kernel {}, block {}, warp {})", at.kernel, at.block, at.warp);
  return out;
}

// A trace in lines of text, plain or compressed; binary traces and generators have none that one could name.
bool has_lines(const TraceSource& source) {
  const auto& all = source.instructions();
  return std::any_of(all.begin(), all.end(), [](const InstructionInfo& i) { return i.trace_line != 0; });
}

Error no_lines(const std::string& name) {
  return {ErrorKind::input,
          "this trace is not text, so none of its lines can be named: give a source line (kernel.cu:14), a pc (0x...) or an operation "
          "(ld.global.b32) with --at; 'warpmem top' lists what there is",
          name};
}

bool is_binary(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::string begin(256, '\0');
  in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  begin.resize(static_cast<std::size_t>(in.gcount()));
  const trace::InputFormat format = trace::recognise(begin);
  return format == trace::InputFormat::binary || format == trace::InputFormat::unknown;
}

bool is_number(const std::string& text) {
  return !text.empty() && text.size() <= most_digits && text.find_first_not_of("0123456789") == std::string::npos;
}

bool is_at(const InstructionInfo& info, const Record& record, const std::string& place) {
  if (info.source == place || info.source.ends_with('/' + place)) return true;
  if (op_text(record.op, record.space, record.cache, record.bytes) == place) return true;
  const bool hex = place.starts_with("0x");
  std::uint64_t number = 0;
  const char* begin = place.data() + (hex ? 2 : 0);
  const char* end = place.data() + place.size();
  const auto [stopped, problem] = std::from_chars(begin, end, number, hex ? 16 : 10);
  if (stopped != end || problem != std::errc{}) return false;
  return hex ? info.pc == number : info.trace_line == number;
}

// The first execution of the instruction at a place; without a place, of each of the first few instructions.
Result<Accesses> in_trace(const std::string& name, const std::string& place) {
  constexpr std::size_t first_few = 4;
  const auto source = open_named(name);
  if (!source) return tl::make_unexpected(source.error());
  Accesses out;
  std::set<std::uint32_t> seen;
  std::set<std::string> places;
  Visits visits;
  visits.record = [&](const Record& r, const std::uint64_t* addresses, const Position& at) {
    if (!touches_memory(r.op)) return true;
    const InstructionInfo& info = (*source)->instructions()[r.instruction];
    if (!place.empty() && !is_at(info, r, place)) {
      if (places.size() < most_accesses) places.insert(info.source.empty() ? info.op : info.source);
      return true;
    }
    if (!seen.insert(r.instruction).second) return true;
    out.push_back(found(**source, r, addresses, at));
    return place.empty() && out.size() < first_few;
  };
  if (const auto read = each_record(**source, visits); !read) return tl::make_unexpected(read.error());
  if (!out.empty()) return out;
  if (place.empty()) return input_error("this trace touches no memory", name);
  if (is_number(place)) {
    if (!has_lines(**source)) return tl::make_unexpected(no_lines(name));
    if (std::filesystem::is_regular_file(name)) return line_of_file(name, std::stoull(place));
  }
  const std::string meant = did_you_mean(place, {places.begin(), places.end()});
  return input_error(fmt::format("no access at '{}'{}", place, meant.empty() && !places.empty() ? "; it has " + *places.begin() : meant),
                     name);
}

}  // namespace

Result<Accesses> find_accesses(const AccessQuery& query) {
  const std::string& first = query.words.at(0);
  if (query.words.size() == 1 && query.at.empty()) {
    if (first == "-") return from_standard_input(query.op);
    const std::size_t colon = first.rfind(':');
    if (colon != std::string::npos && is_number(first.substr(colon + 1)) && std::filesystem::is_regular_file(first.substr(0, colon))) {
      const std::string file = first.substr(0, colon);
      if (is_binary(file)) return tl::make_unexpected(no_lines(file));
      return line_of_file(file, std::stoull(first.substr(colon + 1)));
    }
  }
  const bool names_trace = query.words.size() == 1 && !begins_access(first) &&
                           (first == "-" || first.starts_with("gen:") || first.starts_with("kernel:") || std::filesystem::exists(first));
  if (!query.at.empty() && query.words.size() > 1) return usage_error("--at goes with one trace");
  if (names_trace || !query.at.empty()) return in_trace(first, query.at);
  return spelt_out(query.words);
}

}  // namespace warpmem::cli
