// The instructions of a whole run that cost the most.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "warpmem/machine.hpp"
#include "warpmem/report.hpp"

namespace warpmem::report {

enum class TopBy : std::uint8_t {
  cycles,      // share of the run's cycles
  sectors,     // 32-byte sectors beyond the least possible
  wavefronts,  // passes through L1 and shared memory beyond the least possible
  executed
};

struct TopRow {
  std::string kernel;
  std::string where;   // "transpose.cu:14", "pc 0x10", "trace line 8" or the operation
  std::string source;  // "transpose.cu:14", or empty
  std::string op;      // "ld.global.b32"; of a line with several: "ld.global.b32, st.shared.b32"
  double share = 0;    // of the cycles of the whole run, 0 to 1
  std::uint64_t sectors_beyond = 0, wavefronts_beyond = 0;
  InstructionCounters counters;  // of all launches together
  std::string cause;             // why it costs what it costs; empty: no more than the least possible
};

// Told of every kernel, in order; launches of one name count together.
class Top {
 public:
  explicit Top(bool by_line) : by_line_(by_line) {}
  void kernel(const KernelResult& kernel, const MachineConfig& machine);
  // Costliest first, none that costs nothing; all of them when `most` is 0.
  std::vector<TopRow> rows(TopBy by, std::size_t most) const;
  std::uint64_t cycles() const { return cycles_; }
  std::size_t instructions() const { return rows_.size(); }  // that ran and touch memory
  std::size_t kernels() const { return kernel_names_; }      // of different names

 private:
  using Key = std::tuple<std::string, std::string, std::string>;  // kernel, place, operation
  struct Entry {
    TopRow row;
    InstructionInfo info;
    double cycles = 0;
    std::uint64_t order = 0;
  };
  bool by_line_;
  std::uint64_t cycles_ = 0;
  std::size_t kernel_names_ = 0;
  std::map<Key, Entry> rows_;
};

// Source lines are shown where the files can be read, beside the trace or from the current folder.
std::string top_text(const Top& top, TopBy by, std::size_t most, const ReportContext& context, const TextStyle& style);
std::string top_json(const Top& top, TopBy by, std::size_t most, const ReportContext& context);

}  // namespace warpmem::report
