// Faults that the processor finds while device code runs: they end the kernel with a message, not the program with a signal.
#pragma once

namespace warpmem::record {

// Installs the handlers once in the process, and a stack for them in this host thread.
void catch_device_faults();

}  // namespace warpmem::record
