// The kernels of each theme: one list for each .cu file.
#pragma once

#include <vector>

#include "warpmem/kernels.hpp"

namespace warpmem::kernels {

std::vector<Kernel> pattern_kernels();
std::vector<Kernel> matrix_kernels();
std::vector<Kernel> transpose_kernels();
std::vector<Kernel> matmul_kernels();
std::vector<Kernel> layout_kernels();
std::vector<Kernel> image_kernels();
std::vector<Kernel> banks_kernels();
std::vector<Kernel> reuse_kernels();
std::vector<Kernel> sum_kernels();

}  // namespace warpmem::kernels
