// The source behind "kernel:NAME,...", with what only tests want to know of it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "warpmem/trace.hpp"

namespace warpmem::kernels {

// Where in a trace's addresses a buffer of the kernel lies.
struct BufferPlace {
  std::string name;
  std::uint64_t begin = 0, bytes = 0;
};

class KernelSource : public TraceSource {
 public:
  // In order of allocation; complete once the launch was reached.
  virtual const std::vector<BufferPlace>& buffers() const = 0;
};

// `text` is what stands behind "kernel:".
Result<std::unique_ptr<KernelSource>> open_kernel_source(const std::string& text);

}  // namespace warpmem::kernels
