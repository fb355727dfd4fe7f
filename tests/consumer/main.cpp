#include <iostream>
#include <warpmem/machine.hpp>

int main() {
  const auto config = warpmem::load_config("teaching");
  auto trace = warpmem::open_trace("gen:copy,elements=4096");
  if (!config || !trace) return 1;
  const auto result = warpmem::simulate(**trace, config->machine);
  if (!result || result->kernels.size() != 1) return 1;
  std::cout << "cycles " << result->kernels.front().cycles << '\n';
  return result->kernels.front().cycles > 0 ? 0 : 1;
}
