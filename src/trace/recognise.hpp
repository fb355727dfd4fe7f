// Which format an input is in, by its first bytes.
#pragma once

#include <string_view>

namespace warpmem::trace {

enum class InputFormat { empty, text, binary, accelsim, kernel_list, csv, nvbit_mem_trace, cutracer, unknown };

InputFormat recognise(std::string_view begin);

}  // namespace warpmem::trace
