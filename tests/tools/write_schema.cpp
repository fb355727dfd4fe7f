// Writes the JSON Schema of configurations to standard output, for the target `schema`.
#include <iostream>

#include "warpmem/config.hpp"

int main() {
  std::cout << warpmem::config_schema();
  return std::cout.good() ? 0 : 1;
}
