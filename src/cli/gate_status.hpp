#pragma once

#include "report/gate.hpp"

namespace warpmem::cli {

// Says on standard error which gates are broken (status 1) or guard nothing (status 2); 0 when all hold.
int gate_status(const report::Gates& gates);

}  // namespace warpmem::cli
