#include "hw/ptx.hpp"

// WARPMEM_PTX_DIR: where the build left NAME.ptx.
#define WARPMEM_MODULE(name)                                                                                              \
  __asm__(".section .rodata\n.global warpmem_ptx_" #name "\nwarpmem_ptx_" #name ":\n.incbin \"" WARPMEM_PTX_DIR "/" #name \
          ".ptx\"\n.global warpmem_ptx_" #name "_end\nwarpmem_ptx_" #name "_end:\n.byte 0\n.previous\n");                 \
  extern "C" const char warpmem_ptx_##name[], warpmem_ptx_##name##_end[]

WARPMEM_MODULE(pattern);
WARPMEM_MODULE(matrix);
WARPMEM_MODULE(transpose);
WARPMEM_MODULE(matmul);
WARPMEM_MODULE(layout);
WARPMEM_MODULE(image);
WARPMEM_MODULE(banks);
WARPMEM_MODULE(reuse);
WARPMEM_MODULE(sum);

namespace warpmem::hw {
namespace {

std::string_view between(const char* begin, const char* end) { return {begin, static_cast<std::size_t>(end - begin)}; }

}  // namespace

std::vector<std::string_view> kernel_modules() {
  return {between(warpmem_ptx_pattern, warpmem_ptx_pattern_end),
          between(warpmem_ptx_matrix, warpmem_ptx_matrix_end),
          between(warpmem_ptx_transpose, warpmem_ptx_transpose_end),
          between(warpmem_ptx_matmul, warpmem_ptx_matmul_end),
          between(warpmem_ptx_layout, warpmem_ptx_layout_end),
          between(warpmem_ptx_image, warpmem_ptx_image_end),
          between(warpmem_ptx_banks, warpmem_ptx_banks_end),
          between(warpmem_ptx_reuse, warpmem_ptx_reuse_end),
          between(warpmem_ptx_sum, warpmem_ptx_sum_end)};
}

}  // namespace warpmem::hw
