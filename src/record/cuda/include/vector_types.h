// char1 ... double4, dim3.
#pragma once
#include "warpmem_cuda/types/vector_types.h"
