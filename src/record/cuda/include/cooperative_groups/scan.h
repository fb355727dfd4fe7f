// cg::inclusive_scan and cg::exclusive_scan.
#pragma once
#include "../warpmem_cuda/groups/scan.h"
