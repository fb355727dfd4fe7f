// assert() of device code ends the program as a fault, with kernel, block and thread; of host code as ever.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "record/runtime.hpp"

// Absent from programs that link this library and run no kernels.
#pragma weak warpmem_in_kernel
#pragma weak warpmem_fail

// Takes the C library's place in a traced program.
extern "C" [[noreturn]] void __assert_fail(const char* expression, const char* file, unsigned line, const char* function) noexcept {
  const std::string message = std::string(file) + ":" + std::to_string(line) + ": " + (function != nullptr ? function : "") +
                              ": Assertion `" + expression + "' failed.";
  if (warpmem_in_kernel != nullptr && warpmem_in_kernel() != 0) warpmem_fail(message.c_str());
  std::fprintf(stderr, "%s\n", message.c_str());
  std::abort();
}
