#include <algorithm>
#include <vector>

#include "kernels/themes.hpp"

namespace warpmem::kernels {

const std::vector<Kernel>& all() {
  static const std::vector<Kernel> kernels = [] {
    std::vector<Kernel> list;
    for (const auto part : {pattern_kernels, matrix_kernels, transpose_kernels, matmul_kernels, layout_kernels, image_kernels,
                            banks_kernels, reuse_kernels, sum_kernels}) {
      std::vector<Kernel> some = part();
      list.insert(list.end(), some.begin(), some.end());
    }
    return list;
  }();
  return kernels;
}

const Kernel* find(std::string_view name) {
  const auto kernel = std::find_if(all().begin(), all().end(), [&](const Kernel& k) { return k.name == name; });
  return kernel == all().end() ? nullptr : &*kernel;
}

}  // namespace warpmem::kernels
