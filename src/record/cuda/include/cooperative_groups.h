// Cooperative groups.
#pragma once
#include "warpmem_cuda/groups/groups.h"
#include "warpmem_cuda/groups/memcpy_async.h"
#include "warpmem_cuda/groups/scan.h"
