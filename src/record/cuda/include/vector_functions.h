// make_char1 ... make_double4.
#pragma once
#include "warpmem_cuda/types/vector_functions.h"
