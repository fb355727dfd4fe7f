// One block of a .wmb by its number, through the file's index.
#pragma once

#include "warpmem/trace.hpp"

namespace warpmem::trace {

struct SoughtBlock {
  KernelHead head;
  std::vector<InstructionInfo> instructions;
  BlockTrace block;
};
// `kernel` and `block` count from 0 in launch order; a block without instructions comes empty. Reads the index and one
// group, wherever they stand. The file must not be compressed a second time.
Result<SoughtBlock> seek_block(const std::string& path, std::uint64_t kernel, std::uint64_t block);

}  // namespace warpmem::trace
