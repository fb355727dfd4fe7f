// Who runs on this host thread right now. The hooks ask at every access, so it is a plain thread-local variable.
#pragma once

#include <array>
#include <cstdint>

#include "record/lane.hpp"

namespace warpmem::record {

class BlockRunner;
class Recorder;
class SharedSpace;

// constinit: else every use would ask first whether there is something to initialise.
#define WARPMEM_FAST_LOCAL constinit thread_local __attribute__((tls_model("initial-exec")))
extern WARPMEM_FAST_LOCAL LaneLog* current_log;         // null: nothing is logged now
extern WARPMEM_FAST_LOCAL Lane* current_lane;           // null: host code
extern WARPMEM_FAST_LOCAL SharedSpace* current_shared;  // of the launch that runs
extern WARPMEM_FAST_LOCAL Recorder* current_recorder;   // whose launch is running, or whose program; null: the process's own

// The stack that the system gave this host thread: a launch's arguments lie there.
struct HostStack {
  std::uint64_t begin = 0, size = 0;
};
extern WARPMEM_FAST_LOCAL HostStack current_host_stack;
void find_host_stack();  // once in each host thread that launches

// The built-in variables threadIdx etc., in the storage that device code reads.
void set_thread_index(const std::array<std::uint32_t, 3>& index);
void set_block_index(const std::array<std::uint32_t, 3>& index);
void set_launch_shape(const unsigned grid[3], const unsigned block[3]);

}  // namespace warpmem::record
