// One run of a kernel, as its host code sees it: keys, buffers, launches and the check of the result. The same on a GPU
// and on the CPU; what a launch is there (once, timed, recorded) is the business of whoever made the Run.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/themes.hpp"

namespace warpmem::kernels {

// What inputs are filled with: whole numbers from -8 to 7, so that sums of products are exact in whatever order.
inline int small_number(std::size_t i) { return static_cast<int>((static_cast<std::uint32_t>(i) * 2654435761U) >> 28) - 8; }
// 0 to 2^32 - 1, evenly.
inline std::uint32_t mixed(std::uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7FEB352DU;
  x = (x ^ (x >> 15)) * 0x846CA68BU;
  return x ^ (x >> 16);
}

// Bytes of the device with a name; in order of allocation, since a trace's addresses are compared buffer by buffer.
struct Buffer {
  std::string name;
  char* begin = nullptr;
  std::size_t bytes = 0;
  bool output = false;
};

template <class T>
struct Array {
  T* data = nullptr;  // on the device
  std::size_t count = 0;
};

class Run {
 public:
  // Called for each launch of the host code; calls `once` as often as it likes.
  using Launcher = std::function<void(Run&, const std::function<void()>& once)>;
  using Values = std::vector<std::pair<std::string, std::uint64_t>>;

  Run(const Kernel& kernel, Values values, Launcher launcher)
      : kernel_(kernel), values_(std::move(values)), launcher_(std::move(launcher)) {}
  ~Run() {
    for (const Buffer& buffer : buffers_) cudaFree(buffer.begin);
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  // The value of a key.
  unsigned operator[](std::string_view key) const {
    for (const auto& [name, value] : values_)
      if (name == key) return static_cast<unsigned>(value);
    throw std::logic_error("kernel " + kernel_.name + " asks for a key it does not list: " + std::string(key));
  }

  // Device memory filled with value(i).
  template <class T, class F>
  Array<T> input(const char* name, std::size_t count, F value) {
    const Array<T> array{reinterpret_cast<T*>(allocate(name, count * sizeof(T), false)), count};
    std::vector<T> piece(std::min(count, piece_bytes / sizeof(T)));
    for (std::size_t at = 0; at < count; at += piece.size()) {
      const std::size_t here = std::min(piece.size(), count - at);
      for (std::size_t i = 0; i < here; ++i) piece[i] = value(at + i);
      check(cudaMemcpy(array.data + at, piece.data(), here * sizeof(T), cudaMemcpyHostToDevice));
    }
    useful_ += count * sizeof(T);
    return array;
  }
  // Device memory for results; every byte is 0xFF before each launch, so that an element nobody writes is found.
  template <class T>
  Array<T> output(const char* name, std::size_t count) {
    const Array<T> array{reinterpret_cast<T*>(allocate(name, count * sizeof(T), true)), count};
    check(cudaMemset(array.data, 0xFF, count * sizeof(T)));
    useful_ += count * sizeof(T);
    return array;
  }

  void launch(const std::function<void()>& once) {
    launcher_(*this, once);
    check(cudaGetLastError());
    check(cudaDeviceSynchronize());
  }

  // Every element must be near reference(i): within `tolerance` of its size, exactly when 0.
  template <class T, class F>
  void expect(const Array<T>& array, F reference, double tolerance = 0) {
    std::vector<T> piece(std::min(array.count, piece_bytes / sizeof(T)));
    for (std::size_t at = 0; at < array.count && problem_.empty(); at += piece.size()) {
      const std::size_t here = std::min(piece.size(), array.count - at);
      check(cudaMemcpy(piece.data(), array.data + at, here * sizeof(T), cudaMemcpyDeviceToHost));
      for (std::size_t i = 0; i < here && problem_.empty(); ++i) {
        const auto wanted = static_cast<double>(reference(at + i)), got = static_cast<double>(piece[i]);
        if (!(std::abs(got - wanted) <= tolerance * std::abs(wanted)))
          problem_ = "element " + std::to_string(at + i) + " is " + std::to_string(got) + " instead of " + std::to_string(wanted);
      }
    }
  }

  // Bytes that the program needs, when they are not just those of all buffers.
  void set_useful(std::size_t bytes) { useful_ = bytes; }
  std::size_t useful() const { return useful_; }
  const std::vector<Buffer>& buffers() const { return buffers_; }
  void clear_outputs() {
    for (const Buffer& buffer : buffers_)
      if (buffer.output) check(cudaMemset(buffer.begin, 0xFF, buffer.bytes));
  }
  // "" when every result was as expected.
  const std::string& problem() const { return problem_; }

  static void check(cudaError_t error) {
    if (error != cudaSuccess) throw std::runtime_error(std::string("CUDA: ") + cudaGetErrorString(error));
  }

 private:
  static constexpr std::size_t piece_bytes = std::size_t{1} << 20;

  char* allocate(const char* name, std::size_t bytes, bool output) {
    char* begin = nullptr;
    check(cudaMalloc(reinterpret_cast<void**>(&begin), bytes));
    buffers_.push_back({name, begin, bytes, output});
    return begin;
  }

  const Kernel& kernel_;
  Values values_;
  Launcher launcher_;
  std::vector<Buffer> buffers_;
  std::size_t useful_ = 0;
  std::string problem_;
};

constexpr unsigned blocks_for(unsigned n, unsigned block) { return (n + block - 1) / block; }

// Runs the kernel's host code. Returns what went wrong, "" for nothing.
inline std::string run_host(const Kernel& kernel, Run& run) {
  try {
    kernel.host(run);
  } catch (const std::exception& e) {
    return e.what();
  }
  return run.problem();
}

}  // namespace warpmem::kernels
