// cg::memcpy_async.
#pragma once
#include "../warpmem_cuda/groups/memcpy_async.h"
