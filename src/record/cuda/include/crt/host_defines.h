// CUDA's keywords.
#pragma once
#include "../warpmem_cuda/host_defines.h"
