// The recorder's runtime, whose header stands beside this tree.
#ifndef WARPMEM_CUDA_RUNTIME_H
#define WARPMEM_CUDA_RUNTIME_H
#include "../../../runtime.hpp"
#endif
