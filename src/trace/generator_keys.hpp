// The keys of `gen:NAME,key=value,...`, with their ranges.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "warpmem/error.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::trace {

// Values by key. The first thing that is wrong is kept, and reading goes on with the default.
class GeneratorKeys {
 public:
  // `text` is what stands behind "gen:".
  explicit GeneratorKeys(std::string_view text);

  const std::string& generator() const { return generator_; }
  // A number, decimal or 0x hex, with Ki, Mi or Gi (powers of 1,024) or K, M or G (of 1,000) behind it if need be.
  std::uint64_t number(std::string_view key, std::uint64_t missing, std::uint64_t low, std::uint64_t high);
  // One of the words.
  std::string word(std::string_view key, std::string_view missing, const std::vector<std::string_view>& words);
  std::uint8_t bytes(std::uint64_t missing = 4);  // key `bytes`: 1, 2, 4, 8 or 16
  CacheHint cache();
  // Keys `block`, `grid`, `shared` and `regs`. Without `grid`, as many blocks as it takes for one of `threads` each.
  KernelHead head(std::uint64_t threads, std::uint64_t missing_block = 256);

  void fail(std::string message);
  // What was wrong; a key that no call asked for is.
  std::optional<Error> problem() const;

 private:
  struct Entry {
    std::string key, value;
  };
  const std::string* value(std::string_view key);

  std::string generator_;
  std::vector<Entry> entries_;
  std::vector<std::string> asked_;
  std::optional<Error> failed_;
};

}  // namespace warpmem::trace
