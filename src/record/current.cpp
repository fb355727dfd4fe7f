#include "record/current.hpp"

#include "record/runtime.hpp"
#include "record/shared_space.hpp"

extern "C" {
// What device code sees as constant while a thread runs.
unsigned warpmem_threadIdx[3], warpmem_blockIdx[3], warpmem_blockDim[3] = {1, 1, 1}, warpmem_gridDim[3] = {1, 1, 1};
alignas(1024) unsigned char warpmem_dynamic_shared[warpmem::record::SharedSpace::dynamic_room];
}

namespace warpmem::record {

WARPMEM_FAST_LOCAL LaneLog* current_log = nullptr;
WARPMEM_FAST_LOCAL Lane* current_lane = nullptr;
WARPMEM_FAST_LOCAL SharedSpace* current_shared = nullptr;
WARPMEM_FAST_LOCAL Recorder* current_recorder = nullptr;
WARPMEM_FAST_LOCAL HostStack current_host_stack{};

void set_thread_index(const std::array<std::uint32_t, 3>& index) {
  for (unsigned i = 0; i < 3; ++i) warpmem_threadIdx[i] = index[i];
}
void set_block_index(const std::array<std::uint32_t, 3>& index) {
  for (unsigned i = 0; i < 3; ++i) warpmem_blockIdx[i] = index[i];
}
void set_launch_shape(const unsigned grid[3], const unsigned block[3]) {
  for (unsigned i = 0; i < 3; ++i) {
    warpmem_gridDim[i] = grid[i];
    warpmem_blockDim[i] = block[i];
  }
}

}  // namespace warpmem::record
