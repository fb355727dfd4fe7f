// Writes docs/accuracy.md, or the file named on the command line.
#include <ctime>
#include <exception>
#include <fstream>
#include <iostream>
#include <stdexcept>

#include "report.hpp"

int main(int argc, char** argv) {
  const std::string path = argc > 1 ? argv[1] : WARPMEM_SOURCE_DIR "/docs/accuracy.md";
  constexpr struct {
    const char* name;
    void (*make)(accuracy::Report&);
  } sections[] = {{"single accesses", accuracy::single_accesses},
                  {"chase latency", accuracy::chase_latency},
                  {"bandwidth by occupancy", accuracy::bandwidth_by_occupancy},
                  {"streams", accuracy::streams},
                  {"shared memory", accuracy::shared_memory},
                  {"L1 throughput", accuracy::l1_throughput},
                  {"whole kernels", accuracy::whole_kernels},
                  {"L2 capacity", accuracy::l2_capacity}};
  try {
    accuracy::Report report;
    for (const auto& section : sections) {
      const std::clock_t start = std::clock();
      section.make(report);
      std::cerr << section.name << ": " << (std::clock() - start) / CLOCKS_PER_SEC << " s\n";
    }
    std::ofstream out(path, std::ios::binary);
    out << report.markdown();
    if (!out.flush()) throw std::runtime_error("cannot write " + path);
  } catch (const std::exception& error) {
    std::cerr << "accuracy: " << error.what() << '\n';
    return 1;
  }
  return 0;
}
