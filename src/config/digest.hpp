// A machine's fingerprint: the same for the same values, whatever the file's layout, order, units or sources.
#pragma once

#include <string>

#include "warpmem/config.hpp"

namespace warpmem {

// "fnv1a:" and 16 hex digits: FNV-1a, 64 bits, over the lines "key=value" of the parameter table, in its order.
std::string config_digest(const MachineConfig& machine);

}  // namespace warpmem
