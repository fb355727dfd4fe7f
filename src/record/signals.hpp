// Faults that the processor finds while device code runs, and host code's accesses to closed device memory: they end in a
// message, not in a signal.
#pragma once

namespace warpmem::record {

// Installs the handlers where others are, and a stack for them in this host thread. Before each launch, and where the
// arena is guarded from the host.
void catch_device_faults();

}  // namespace warpmem::record
