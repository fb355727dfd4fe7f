// The modelled card as a program that asks for device properties sees it.
#pragma once

#include <string>

#include "warpmem/config.hpp"

namespace warpmem::cli {

// "name=...;sms=132;...", as the recorder's runtime takes it.
std::string device_figures(const MachineConfig& machine);

// Compute capability times ten: 90 for an H200.
unsigned compute_capability(const MachineConfig& machine);

}  // namespace warpmem::cli
