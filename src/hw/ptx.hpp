// The PTX that nvcc made of each file of src/kernels/, kept in the program.
#pragma once

#include <string_view>
#include <vector>

namespace warpmem::hw {

std::vector<std::string_view> kernel_modules();

}  // namespace warpmem::hw
