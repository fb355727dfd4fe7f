#include "trace/generator_keys.hpp"

#include <algorithm>
#include <bit>

#include "trace/operation.hpp"
#include "trace/record_check.hpp"
#include "trace/sized_number.hpp"
#include "trace/suggest.hpp"

namespace warpmem::trace {
GeneratorKeys::GeneratorKeys(std::string_view text) {
  std::size_t begin = std::min(text.find(','), text.size());
  generator_ = text.substr(0, begin);
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find(',', begin + 1), text.size());
    const std::string_view entry = text.substr(begin + 1, end - begin - 1);
    const std::size_t equals = entry.find('=');
    const std::string_view key = entry.substr(0, equals);
    begin = end;
    if (equals == entry.npos) {
      fail(quoted(entry) + ": expected key=value");
    } else if (std::any_of(entries_.begin(), entries_.end(), [&](const Entry& known) { return known.key == key; })) {
      fail(quoted(key) + " stands twice");
    } else {
      entries_.push_back({std::string(key), std::string(entry.substr(equals + 1))});
    }
  }
}

void GeneratorKeys::fail(std::string message) {
  if (!failed_) failed_ = Error{ErrorKind::usage, "gen:" + shown(generator_) + ": " + std::move(message)};
}

const std::string* GeneratorKeys::value(std::string_view key) {
  asked_.emplace_back(key);
  const auto entry = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& known) { return known.key == key; });
  return entry == entries_.end() ? nullptr : &entry->value;
}

std::uint64_t GeneratorKeys::number(std::string_view key, std::uint64_t missing, std::uint64_t low, std::uint64_t high) {
  const std::string* text = value(key);
  if (text == nullptr) return missing;
  const std::optional<std::uint64_t> number = sized_number(*text);
  if (number && *number >= low && *number <= high) return *number;
  fail(std::string(key) + "=" + shown(*text) + ": expected a number from " + std::to_string(low) + " to " + std::to_string(high));
  return missing;
}

std::string GeneratorKeys::word(std::string_view key, std::string_view missing, const std::vector<std::string_view>& words) {
  const std::string* text = value(key);
  if (text == nullptr) return std::string(missing);
  if (std::find(words.begin(), words.end(), *text) != words.end()) return *text;
  fail("unknown " + std::string(key) + " " + quoted(*text) + instead_of(*text, words));
  return std::string(missing);
}

std::uint8_t GeneratorKeys::bytes(std::uint64_t missing) {
  const std::uint64_t size = number("bytes", missing, 1, 16);
  if (std::has_single_bit(size)) return static_cast<std::uint8_t>(size);
  fail("bytes=" + std::to_string(size) + ": expected 1, 2, 4, 8 or 16");
  return 4;
}

CacheHint GeneratorKeys::cache() { return *parse_cache_hint(word("cache", "ca", {"ca", "cg", "cs", "lu", "cv", "wb", "wt"})); }

KernelHead GeneratorKeys::head(std::uint64_t threads, std::uint64_t missing_block) {
  constexpr std::uint64_t most_blocks = 2'147'483'647;
  KernelHead head;
  head.name = generator_;
  head.block = {static_cast<std::uint32_t>(number("block", missing_block, 1, 1024)), 1, 1};
  const std::uint64_t blocks = (threads - 1) / head.block.x + 1;
  const std::uint64_t grid = number("grid", blocks, 1, most_blocks);
  if (grid > most_blocks) fail("one thread for each of " + std::to_string(threads) + " elements is beyond the largest grid: give grid=");
  head.grid = {static_cast<std::uint32_t>(std::min(grid, most_blocks)), 1, 1};
  head.shared = Bytes(number("shared", 0, 0, largest_shared.count));
  head.registers = static_cast<std::uint32_t>(number("regs", 0, 0, 255));
  return head;
}

std::optional<Error> GeneratorKeys::problem() const {
  if (failed_) return failed_;
  for (const Entry& entry : entries_) {
    if (std::find(asked_.begin(), asked_.end(), entry.key) != asked_.end()) continue;
    const std::vector<std::string_view> known(asked_.begin(), asked_.end());
    return Error{ErrorKind::usage, "gen:" + generator_ + ": unknown key " + quoted(entry.key) + instead_of(entry.key, known)};
  }
  return std::nullopt;
}

}  // namespace warpmem::trace
