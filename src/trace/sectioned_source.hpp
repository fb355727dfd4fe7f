// What readers of files have in common: launches whose blocks come in order with some left out, and an error that stays.
#pragma once

#include <optional>

#include "trace/block_builder.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::trace {

class SectionedSource : public TraceSource {
 public:
  Result<std::optional<KernelHead>> next_kernel() final;
  Result<bool> next_block(BlockTrace& out) final;

 protected:
  // The next launch; nullopt: the input has no more.
  virtual Result<std::optional<KernelHead>> read_head() = 0;
  // The next block of the launch that has instructions, in the input's order; it must be at least `least`. nullopt: the
  // launch has no more.
  virtual Result<std::optional<std::uint64_t>> find_section(std::uint64_t least) = 0;
  // The instructions of the block just found.
  virtual Result<bool> read_section(std::uint64_t index, BlockTrace& out) = 0;
  // Passes over what is left of the launch.
  virtual Result<bool> skip_sections();

 private:
  template <class T>
  Result<T> kept(Result<T> result);
  Result<std::optional<KernelHead>> move_on();
  Result<bool> hand_out(BlockTrace& out);

  std::optional<Error> failed_;
  bool in_kernel_ = false;
  bool kernel_read_ = false;  // the input has no more of this launch
  std::uint64_t blocks_ = 0;
  std::uint32_t warps_ = 0;
  std::uint64_t next_index_ = 0;          // the block to hand out next
  std::optional<std::uint64_t> section_;  // the block found, not yet read
};

}  // namespace warpmem::trace
