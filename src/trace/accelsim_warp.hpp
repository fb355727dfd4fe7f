// One warp's SASS instructions become records: memory accesses with the waits that their registers imply, and the
// instructions between them gathered into `compute`.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "trace/accelsim_head.hpp"
#include "trace/accelsim_line.hpp"
#include "trace/instruction_table.hpp"
#include "trace/register_tracker.hpp"
#include "trace/sass.hpp"

namespace warpmem::trace {

class AccelSimWarp {
 public:
  void begin_launch(const AccelSimHead& head) {
    head_ = head;
    left_out_.clear();
    known_.clear();
  }
  // `global_number`: of the warp over the launch. Records go to `out`.
  void begin(BlockTrace& out, std::uint64_t global_number, LaneMask filled);
  // Takes the instruction in `scan`'s line.
  Parsed<bool> take(Scan scan, InstructionTable& table, std::uint64_t line);
  void end(InstructionTable& table) { flush(table); }
  std::vector<NotModelled> left_out() const;

 private:
  const Sass& decoded(std::string_view opcode, bool accesses);
  Parsed<bool> take_access(Scan& scan, const Sass& sass, InstructionTable& table, std::uint64_t line);
  void take_other(const Sass& sass, InstructionTable& table, std::uint64_t line);
  void flush(InstructionTable& table);
  std::uint64_t owed(const Sass& sass) const;
  void note_left_out(std::string_view what);
  Parsed<Space> resolve(const Sass& sass, std::span<std::uint64_t> addresses) const;
  std::uint64_t local_address(std::uint64_t offset, unsigned lane, unsigned bytes) const;
  std::string source() const { return instruction_.source_line == 0 ? std::string{} : "?:" + std::to_string(instruction_.source_line); }

  AccelSimHead head_;
  std::map<std::string, std::uint64_t, std::less<>> left_out_;
  std::map<std::string, Sass, std::less<>> known_;  // opcodes already decoded, by text and whether they access memory
  std::string known_key_;

  BlockTrace* out_ = nullptr;
  std::uint64_t global_number_ = 0;
  LaneMask filled_;
  RegisterTracker tracker_;
  AccelSimInstruction instruction_;

  // The `compute` being gathered.
  struct Gathered {
    std::uint64_t count = 0;
    Dependence wait;
    std::uint64_t pc = 0, line = 0;
    std::string source;
  } gathered_;
};

}  // namespace warpmem::trace
