// cg::reduce.
#pragma once
#include "../warpmem_cuda/groups/reduce.h"
