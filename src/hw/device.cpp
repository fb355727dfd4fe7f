#include <algorithm>
#include <array>
#include <ctime>

#include "hw/hw.hpp"

namespace warpmem::hw {
namespace {

int attribute(cudaDeviceAttr which) {
  int value = 0;
  Run::check(cudaDeviceGetAttribute(&value, which, 0));
  return value;
}

// What nvidia-smi says of the first GPU; "" where there is none.
std::string ask(const char* field) {
  const std::string command = std::string("nvidia-smi -i 0 --query-gpu=") + field + " --format=csv,noheader,nounits 2>/dev/null";
  std::string answer;
  if (FILE* pipe = popen(command.c_str(), "r")) {
    std::array<char, 128> line{};
    if (std::fgets(line.data(), line.size(), pipe) != nullptr) answer = line.data();
    pclose(pipe);
  }
  while (!answer.empty() && std::isspace(static_cast<unsigned char>(answer.back()))) answer.pop_back();
  return answer;
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::array<char, 16> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%d", std::gmtime(&now));
  return text.data();
}

}  // namespace

int multiprocessors() { return attribute(cudaDevAttrMultiProcessorCount); }
std::size_t l2_bytes() { return static_cast<std::size_t>(attribute(cudaDevAttrL2CacheSize)); }

Object device_facts() {
  cudaDeviceProp properties{};
  Run::check(cudaGetDeviceProperties(&properties, 0));
  int runtime = 0;
  Run::check(cudaRuntimeGetVersion(&runtime));
  Object facts;
  facts.put("gpu", properties.name)
      .put("compute", std::to_string(properties.major) + "." + std::to_string(properties.minor))
      .put("sms", multiprocessors())
      .put("sm_clock_khz", attribute(cudaDevAttrClockRate))
      .put("memory_clock_khz", attribute(cudaDevAttrMemoryClockRate))
      .put("memory_bus_bits", attribute(cudaDevAttrGlobalMemoryBusWidth))
      .put("l2_bytes", static_cast<std::uint64_t>(l2_bytes()))
      .put("shared_per_sm_bytes", attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor))
      .put("driver", ask("driver_version"))
      .put("cuda", runtime)
      .put("sm_clock_now_mhz", ask("clocks.sm"))
      .put("date", today());
  return facts;
}

float event_ms(const std::function<void()>& work) {
  cudaEvent_t begin{}, end{};
  Run::check(cudaEventCreate(&begin));
  Run::check(cudaEventCreate(&end));
  Run::check(cudaEventRecord(begin));
  work();
  Run::check(cudaEventRecord(end));
  Run::check(cudaEventSynchronize(end));
  Run::check(cudaGetLastError());
  float ms = 0;
  Run::check(cudaEventElapsedTime(&ms, begin, end));
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  return ms;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

void flush_l2() {
  static const DeviceArray<char> other(2 * l2_bytes());
  Run::check(cudaMemset(other.data(), 0, other.size()));
}

}  // namespace warpmem::hw
