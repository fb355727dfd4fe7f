// warpmem-hw: the kernels of src/kernels/ and microbenchmarks on a real GPU.
#pragma once

#include <cuda_runtime.h>

#include <functional>
#include <string>
#include <vector>

#include "hw/json.hpp"
#include "kernels/run.hpp"
#include "kernels/spec.hpp"

namespace warpmem::hw {

using kernels::Run;

// Name, clocks (kHz), SMs, cache sizes (bytes), driver, date: what every result begins with.
Object device_facts();
int multiprocessors();
std::size_t l2_bytes();

// Milliseconds between two events around the call.
float event_ms(const std::function<void()>& work);
double median(std::vector<double> values);
// Overwrites twice the L2's size, so that nothing of before is left in it.
void flush_l2();

// The subcommands that take kernels. Each prints JSON on standard output and returns the exit status.
int time_kernels(const std::vector<kernels::Spec>& specs, int repeats);
// `dump`: also every access as a line of text, to that file; "" for none.
int record_kernels(const std::vector<kernels::Spec>& specs, const std::string& dump);
// `sections`: of latency, near-far, shared, bandwidth, occupancy, sms, l1, atomics; empty for all.
int measure(const std::vector<std::string>& sections);

using Rows = std::vector<Object>;
void measure_latency(Rows& rows);
void measure_near_far(Rows& rows);
void measure_shared(Rows& rows);
void measure_l1(Rows& rows);
void measure_bandwidth(Rows& rows);
void measure_occupancy(Rows& rows);
void measure_sms(Rows& rows);
void measure_atomics(Rows& rows);

// Device memory that frees itself; contents zero.
template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(std::size_t count) : count_(count) {
    Run::check(cudaMalloc(reinterpret_cast<void**>(&data_), count * sizeof(T)));
    Run::check(cudaMemset(data_, 0, count * sizeof(T)));
  }
  explicit DeviceArray(const std::vector<T>& values) : DeviceArray(values.size()) {
    Run::check(cudaMemcpy(data_, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  T* data() const { return data_; }
  std::size_t size() const { return count_; }
  std::vector<T> copy() const {
    std::vector<T> values(count_);
    Run::check(cudaMemcpy(values.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }

 private:
  T* data_ = nullptr;
  std::size_t count_;
};

}  // namespace warpmem::hw
