// Records what each thread of a kernel accesses: the PTX that nvcc made of the same source gets a store of the address
// before each access (hw/instrument.hpp), and the program's launches are led to the kernels so changed.
#include <cstdio>

#include "hw/hw.hpp"
#include "hw/instrument.hpp"
#include "hw/ptx.hpp"
#include "kernels/lane_digest.hpp"

namespace warpmem::hw {
namespace {

using kernels::LaneDigest;
using kernels::Stream;

struct Module {
  Instrumented code;
  cudaLibrary_t library{};
};

// One launch's log, read back, and what is needed to understand it.
struct Recording {
  bool wanted = false;  // launches are recorded
  std::uint64_t entries_per_thread = 0;
  std::string problem;
  dim3 grid, block;
  const Module* module = nullptr;
  std::vector<SharedVariable> shared;
  std::vector<std::uint64_t> shared_at;  // addresses of the shared variables
  std::vector<std::uint64_t> log;        // entries_per_thread for each thread
};
Recording recording;

std::vector<Module>& modules() {
  static std::vector<Module> all = [] {
    std::vector<Module> list;
    for (const std::string_view ptx : kernel_modules()) {
      Module module{instrument(ptx), {}};
      if (!module.code.problem.empty()) throw std::runtime_error(module.code.problem);
      Run::check(cudaLibraryLoadData(&module.library, module.code.ptx.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
      list.push_back(std::move(module));
    }
    return list;
  }();
  return all;
}

using RealLaunch = cudaError_t (*)(cudaKernel_t, dim3, dim3, void**, std::size_t, cudaStream_t);

cudaError_t launch_recorded(const void* function, dim3 grid, dim3 block, void** arguments, std::size_t shared, cudaStream_t stream,
                            RealLaunch real) {
  const char* name = nullptr;
  Run::check(cudaFuncGetName(&name, function));
  recording.grid = grid;
  recording.block = block;
  for (const Module& module : modules()) {
    cudaKernel_t kernel{};
    if (cudaLibraryGetKernel(&kernel, module.library, name) != cudaSuccess) {
      cudaGetLastError();
      continue;
    }
    void* variable = nullptr;
    Run::check(cudaLibraryGetGlobal(&variable, nullptr, module.library, "warpmem_log"));
    const std::size_t threads = std::size_t{grid.x} * grid.y * grid.z * block.x * block.y * block.z;
    const DeviceArray<std::uint64_t> log(threads * recording.entries_per_thread);
    const std::uint64_t head[2] = {reinterpret_cast<std::uint64_t>(log.data()), 8 * recording.entries_per_thread};
    Run::check(cudaMemcpy(variable, head, sizeof head, cudaMemcpyHostToDevice));
    const cudaError_t launched = real(kernel, grid, block, arguments, shared, stream);
    if (launched != cudaSuccess) return launched;
    Run::check(cudaDeviceSynchronize());
    recording.module = &module;
    recording.log = log.copy();
    const auto found = module.code.shared.find(name);
    recording.shared = found == module.code.shared.end() ? std::vector<SharedVariable>{} : found->second;
    std::vector<std::uint64_t> slots(2 + most_shared_variables);
    Run::check(cudaMemcpy(slots.data(), variable, slots.size() * 8, cudaMemcpyDeviceToHost));
    recording.shared_at.assign(slots.begin() + 2, slots.end());
    return cudaSuccess;
  }
  recording.problem = std::string("no PTX for ") + name;
  return cudaSuccess;
}

// Where a logged address lies; false: nowhere known.
bool place(const Run& run, bool shared, std::uint64_t address, Stream& stream, std::uint64_t& offset) {
  const std::size_t places = shared ? recording.shared.size() : run.buffers().size();
  for (std::size_t k = 0; k < places; ++k) {
    const std::uint64_t begin = shared ? recording.shared_at[k] : reinterpret_cast<std::uint64_t>(run.buffers()[k].begin);
    const std::uint64_t bytes = shared ? recording.shared[k].bytes : run.buffers()[k].bytes;
    if (address < begin || address - begin >= bytes) continue;
    stream.place = static_cast<std::uint32_t>(k);
    offset = address - begin;
    return true;
  }
  return false;
}

bool a_log_is_full() {
  for (std::size_t last = recording.entries_per_thread - 1; last < recording.log.size(); last += recording.entries_per_thread)
    if (recording.log[last] != 0) return true;
  return false;
}

void understand(const Run& run, LaneDigest& digest, FILE* dump) {
  const std::uint32_t threads = recording.block.x * recording.block.y * recording.block.z;
  const std::uint64_t blocks = recording.log.size() / recording.entries_per_thread / threads;
  const std::uint64_t* entry = recording.log.data();
  for (std::uint64_t block = 0; block < blocks; ++block) {
    digest.begin_block(block, threads);
    for (std::uint32_t thread = 0; thread < threads; ++thread, entry += recording.entries_per_thread) {
      for (std::uint64_t k = 0; k < recording.entries_per_thread && entry[k] != 0; ++k) {
        const Site& site = recording.module->code.sites[(entry[k] >> 48) - 1];
        const std::uint64_t address = entry[k] & 0xFFFFFFFFFFFF;
        Stream stream{site.operation, site.shared, 0, site.bytes};
        std::uint64_t offset = 0;
        if (!place(run, site.shared, address, stream, offset)) {
          recording.problem = "an address outside all buffers";
          return;
        }
        digest.add(thread, stream, offset);
        if (dump != nullptr)
          std::fprintf(dump, "%llu %u %s %llu\n", static_cast<unsigned long long>(block), thread, stream_name(stream).c_str(),
                       static_cast<unsigned long long>(offset));
      }
    }
  }
  digest.end_block();
}

Object totals_of(const LaneDigest& digest) {
  Object streams;
  for (const auto& [stream, total] : digest.totals()) {
    char ordered[20], unordered[20];
    std::snprintf(ordered, sizeof ordered, "%016llx", static_cast<unsigned long long>(total.ordered));
    std::snprintf(unordered, sizeof unordered, "%016llx", static_cast<unsigned long long>(total.unordered));
    streams.put(stream_name(stream), Object().put("accesses", total.accesses).put("ordered", ordered).put("unordered", unordered));
  }
  return streams;
}

}  // namespace

int record_kernels(const std::vector<kernels::Spec>& specs, const std::string& dump) {
  FILE* file = dump.empty() ? nullptr : std::fopen(dump.c_str(), "w");
  if (!dump.empty() && file == nullptr) {
    std::fprintf(stderr, "warpmem-hw: cannot write %s\n", dump.c_str());
    return 2;
  }
  modules();
  Rows rows;
  bool all_right = true;
  for (const kernels::Spec& spec : specs) {
    recording = {};
    LaneDigest digest;
    Object row;
    row.put("kernel", canonical(spec));
    Run run(*spec.kernel, spec.values, [&](Run& host, const std::function<void()>& once) {
      recording.wanted = true;
      for (recording.entries_per_thread = 32; recording.problem.empty(); recording.entries_per_thread *= 4) {
        once();
        if (!a_log_is_full()) break;
      }
      recording.wanted = false;
      if (file != nullptr) std::fprintf(file, "kernel %s\n", canonical(spec).c_str());
      if (recording.problem.empty()) understand(host, digest, file);
    });
    std::string problem = run_host(*spec.kernel, run);
    if (problem.empty()) problem = recording.problem;
    all_right = all_right && problem.empty();
    if (!problem.empty()) row.put("problem", problem);
    std::string variables;
    for (const SharedVariable& variable : recording.shared)
      variables += (variables.empty() ? "" : ", ") + Object().put("name", variable.name).put("bytes", variable.bytes).text();
    row.raw("shared", "[" + variables + "]").put("streams", totals_of(digest));
    rows.push_back(row);
  }
  if (file != nullptr) std::fclose(file);
  Object all;
  all.put("schema", "warpmem-hw-lanes/1").put("device", device_facts()).raw("kernels", array_text(rows));
  std::printf("%s\n", all.text().c_str());
  return all_right ? 0 : 1;
}

}  // namespace warpmem::hw

// The linker leads every launch of the program here (--wrap); `real` is what it would have called.
extern "C" cudaError_t __real___cudaLaunchKernel(cudaKernel_t, dim3, dim3, void**, std::size_t, cudaStream_t);
extern "C" cudaError_t __wrap___cudaLaunchKernel(cudaKernel_t kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                                                 cudaStream_t stream) {
  using namespace warpmem::hw;
  if (!recording.wanted) return __real___cudaLaunchKernel(kernel, grid, block, arguments, shared, stream);
  return launch_recorded(reinterpret_cast<const void*>(kernel), grid, block, arguments, shared, stream, __real___cudaLaunchKernel);
}
