// Which fixes an access pattern calls for. Each will be tried; none is promised.
#pragma once

#include "advise/survey.hpp"
#include "warpmem/advise.hpp"

namespace warpmem::advise {

// Likeliest first. `findings` are those of the kernel, noise included.
std::vector<Fix> propose(const Seen& seen, const KernelResult& kernel, const MachineConfig& machine, const std::vector<Finding>& findings);

// Parts of it.
void propose_shared_layout(const Seen& seen, std::uint32_t instruction, std::vector<Fix>& out);
void propose_global_layout(const Seen& seen, std::uint32_t instruction, std::vector<Fix>& out);
void propose_threads(const Seen& seen, std::vector<Fix>& out);
void propose_launch(const Seen& seen, const KernelResult& kernel, const MachineConfig& machine, std::vector<Fix>& out);

}  // namespace warpmem::advise
