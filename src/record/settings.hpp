// What is traced and how: the WARPMEM_RECORD_* variables of a traced program, or what an embedding program sets.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <regex>
#include <string>
#include <vector>

#include "record/runtime.hpp"
#include "warpmem/error.hpp"

namespace warpmem::record {

// Which blocks of a launch are traced.
struct BlockChoice {
  std::uint64_t every = 1;  // the first and each so many after it; 0: only those named
  bool first = false, middle = false, last = false;
  bool all() const { return every == 1; }
  bool chosen(std::uint64_t block, std::uint64_t blocks) const {
    if (every != 0) return block % every == 0;
    return (first && block == 0) || (middle && block == blocks / 2) || (last && block + 1 == blocks);
  }
};

struct Budget {
  std::optional<std::uint64_t> records, bytes;
  std::optional<std::chrono::milliseconds> time;
};

struct Settings {
  std::string output;  // "": none
  std::optional<std::uint64_t> launches;
  std::optional<std::regex> kernel;
  BlockChoice blocks;
  Budget budget;
  unsigned unroll = 1;
  bool compute = false;  // arithmetic is recorded, too
  std::size_t stack = std::size_t{128} << 10;
  std::vector<std::string> headers;
  bool quiet = false;
  warpmem_device_figures device = default_device();

  static warpmem_device_figures default_device();
};

Result<BlockChoice> parse_blocks(const std::string& text);
Result<Budget> parse_budget(const std::string& text);
// From the environment; the error names the variable.
Result<Settings> settings_from_environment();

}  // namespace warpmem::record
