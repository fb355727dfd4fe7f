// {1,2,8}, {1..64}, {1..64..8}, {1..1024*2} in a word: all the words they stand for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "warpmem/error.hpp"

namespace warpmem::cli {

// A word with choices in it: literal[0] choice[0] literal[1] choice[1] ... literal[n].
struct BraceWord {
  struct Choice {
    std::string key;  // "stride" in "stride={1,2}"; empty where no key stands before the brace
    std::vector<std::string> values;
  };
  std::vector<std::string> literals;
  std::vector<Choice> choices;

  std::uint64_t combinations() const;
  std::string word(std::uint64_t combination) const;  // 0 to combinations() - 1; the last choice changes fastest
  const std::string& value(std::uint64_t combination, std::size_t choice) const;
};

// Items are separated by commas; each is a text or a range of numbers, ends included: A..B, A..B..STEP, A..B*FACTOR (from a
// larger to a smaller number: down, or divided). Numbers may be hex or end in Ki, Mi, Gi, K, M or G, or have decimals.
// Usage errors name the brace.
Result<BraceWord> parse_braces(const std::string& word);

}  // namespace warpmem::cli
