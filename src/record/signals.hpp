// Faults that the processor finds while device code runs: they end the kernel with a message, not the program with a signal.
#pragma once

namespace warpmem::record {

// Installs the handlers where others are, and a stack for them in this host thread. Before each launch.
void catch_device_faults();

}  // namespace warpmem::record
