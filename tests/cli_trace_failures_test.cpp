// What goes wrong while CUDA source is traced is said, with its place and what to do, and an older trace stays.
#include <catch2/catch.hpp>

#include "cli_support.hpp"

using namespace cli_test;

namespace {

// A program in a folder of its own, traced to out.wmb there.
struct Program {
  TemporaryFolder folder;
  std::string file, output = (folder.path() / "out.wmb").string();

  explicit Program(const std::string& source) : file(folder.write("a.cu", source)) {}
  Outcome trace(const std::string& arguments = {}, const std::string& before = {}) const {
    const std::size_t end = arguments.find(" -- ");
    return warpmem("trace " + arguments.substr(0, end) + " -o '" + output + "' '" + file + "'" +
                       (end == arguments.npos ? std::string() : arguments.substr(end)),
                   {}, before + " timeout 120");
  }
  bool traced() const { return std::filesystem::exists(output); }
  // Nothing beside the source and an older trace.
  std::size_t files() const {
    const std::filesystem::directory_iterator all(folder.path());
    return static_cast<std::size_t>(std::distance(begin(all), end(all)));
  }
};

const std::string sets_one =
    "__global__ void k(int* out) { out[threadIdx.x] = 1; }\n"
    "int main() {\n  int* d;\n  cudaMalloc(&d, 128);\n  k<<<1, 32>>>(d);\n}\n";

}  // namespace

TEST_CASE("a local array that is larger than the stack is told, and an older trace stays") {
  const Program program(
      "__global__ void large(int* out, int n) {\n  float own[100000];\n  for (int i = 0; i < n; ++i) own[i * 997] = i;\n"
      "  __syncthreads();\n  out[threadIdx.x] = own[n * 31];\n}\n"
      "int main() { int* d; cudaMalloc(&d, 4096); large<<<1, 256>>>(d, 10); return cudaDeviceSynchronize(); }\n");
  program.folder.write("out.wmb", "older");
  const auto told = program.trace();
  INFO(told.err);
  CHECK(told.status == 3);
  CHECK(has(told.err, "kernel large"));
  CHECK(has(told.err, "--stack"));
  CHECK(has(told.err, "out.wmb is left as it was"));
  CHECK_FALSE(has(told.err, "next:"));
  CHECK(read_file(program.output) == "older");
  CHECK(program.files() == 2);

  const auto enough = program.trace("--stack 1000000");
  CHECK(enough.status == 0);
  CHECK(read_file(program.output) != "older");

#if !defined(__SANITIZE_ADDRESS__)  // whose shadow has no room then
  const auto no_room = program.trace("--stack 1000000000", "ulimit -v 6000000;");
  INFO(no_room.err);
  CHECK(no_room.status == 3);
  CHECK(has(no_room.err, "kernel large"));
  CHECK(has(no_room.err, "no room in memory for its stack of 1000000000 bytes"));
#endif
}

TEST_CASE("launches that CUDA refuses are told with what is wrong with them, once each") {
  const Program program(
      "__global__ void k(int* out) { extern __shared__ int s[]; s[0] = 1; out[0] = s[0]; }\nint main() {\n  int* d;\n"
      "  cudaMalloc(&d, 128);\n"
      "  for (int i = 0; i < 3; ++i) k<<<1, 2048>>>(d);\n"
      "  k<<<0, 32>>>(d);\n"
      "  k<<<1, 32, 100000>>>(d);\n"
      "  k<<<dim3(1, 70000), 32>>>(d);\n"
      "  void* arguments[] = {&d};\n"
      "  cudaLaunchKernel((const void*)k, dim3(1), dim3(33, 33), arguments, 0, 0);\n}\n");
  const auto told = program.trace();
  INFO(told.err);
  CHECK(told.status == 0);
  CHECK(has(told.err, "kernel k is not launched at " + program.file + ":5: its block (2048,1,1) is too large"));
  CHECK(told.err.find(":5:") == told.err.rfind(":5:"));
  CHECK(has(told.err, ":6: its grid (0,1,1) has no blocks (cudaErrorInvalidConfiguration)"));
  CHECK(has(told.err, ":7: it asks for 100000 bytes of dynamic shared memory, where 49152"));
  CHECK(has(told.err, ":8: its grid (1,70000,1) is too large"));
  CHECK(has(told.err, "kernel k is not launched: its block (33,33,1) is too large"));
  CHECK(has(told.err, "7 launches were refused"));
  CHECK_FALSE(has(told.err, "no kernel was launched"));
  CHECK_FALSE(program.traced());
  CHECK(program.files() == 1);
}

TEST_CASE("more static shared memory than there is stops the kernel") {
  const Program program(
      "__global__ void k(int* out) { __shared__ int s[20000]; s[threadIdx.x] = 1; out[threadIdx.x] = s[0]; }\n"
      "int main() {\n  int* d;\n  cudaMalloc(&d, 128);\n  k<<<1, 32>>>(d);\n}\n");
  const auto told = program.trace();
  CHECK(told.status == 3);
  CHECK(has(told.err, "a.cu:5: error: kernel k has 80000 bytes of static shared memory; 49152 are the most"));
}

TEST_CASE("host code that touches device memory is stopped; managed and pinned memory is the host's, too") {
  const Program program(
      "__global__ void k(int* out) { out[threadIdx.x] = 7; }\nint main(int argc, char** argv) {\n"
      "  int *d, *small, *m, *h;\n  cudaMalloc(&d, 128); cudaMalloc(&small, 4); cudaMallocManaged(&m, 128); cudaMallocHost(&h, 128);\n"
      "  m[0] = h[0] = 3;\n  k<<<1, 32>>>(d);\n  k<<<1, 32>>>(m);\n  cudaMemcpy(h, d, 128, cudaMemcpyDeviceToHost);\n"
      "  cudaMemset(d, 0, 128);\n  cudaMemcpy(small, h, 4, cudaMemcpyHostToDevice);\n  cudaFree(small);\n"
      "  printf(\"%d %d\\n\", h[31], m[31]);\n  fflush(stdout);\n"
      "  if (argc == 2) d[3] = 1;\n"
      "  if (argc == 3) memcpy(h, d, 128);\n"
      "  if (argc == 4) printf(\"%d\", d[3]);\n}\n");
  CHECK(program.trace().status == 0);
  const auto writes = program.trace(" -- 1");
  INFO(writes.err);
  CHECK(writes.out == "7 7\n");
  CHECK(writes.status == 3);
  CHECK(has(writes.err, "a.cu:14: error: host code touches device memory at 0x20000000000c"));
  CHECK(has(writes.err, "the allocation of 128 bytes at 0x200000000000"));
  CHECK(has(writes.err, "cudaMemcpy"));
  CHECK(program.trace(" -- 1 2").status == 3);
  CHECK(has(program.trace(" -- 1 2 3").err, "a.cu:16: error: host code touches device memory"));
}

TEST_CASE("a launch with wrong arguments is an error at its line, without the way through our headers") {
  const Program program(
      "__global__ void k(int* out, int n) { out[n] = 1; }\ntemplate <class T> __global__ void t(T* out, T n) { *out = n; }\n"
      "int main() {\n  int* d;\n  k<<<1, 25>>>(d);\n  t<<<1, 25>>>(d, 1, 2);\n}\n");
  const auto told = program.trace();
  INFO(told.err);
  CHECK(told.status == 3);
  CHECK(has(told.err, "a.cu:5: error: too few arguments to function"));
  CHECK(has(told.err, "a.cu:6: error: no matching function for call to"));
  CHECK_FALSE(has(told.err, "launch.h"));
  CHECK_FALSE(has(told.err, "lambda"));
  CHECK(std::count(told.err.begin(), told.err.end(), '\n') <= 9);
}

TEST_CASE("a name like one of ours does not hide a fault, and one like CUDA's is no fault") {
  const Program program(
      "__device__ __noinline__ int warpmem_mine(const int* p) { return p[threadIdx.x]; }\n"
      "__device__ int cudaGraphX(int i) { return i; }\n"
      "__global__ void k(const int* p, int* out) { out[threadIdx.x] = cudaGraphX(warpmem_mine(p)); }\n"
      "int main() { int* d; cudaMalloc(&d, 128); int* host = new int[32](); k<<<1, 32>>>(host, d); }\n");
  const auto told = program.trace();
  INFO(told.err);
  CHECK(told.status == 3);
  CHECK(has(told.err, "a.cu:1: error: kernel k"));
  CHECK(has(told.err, "a pointer of the host"));
}

TEST_CASE("a kernel that a static object launches before main is traced as any other") {
  const Program program(
      "__global__ void early(int* out) { __shared__ int s[32]; s[threadIdx.x] = 5; __syncthreads(); out[threadIdx.x] = s[31 - "
      "threadIdx.x]; }\n"
      "struct Starts {\n  int* d;\n  Starts() {\n    cudaMalloc(&d, 128);\n    early<<<1, 32>>>(d);\n  }\n} starts;\n"
      "int main() { int h[32]; cudaMemcpy(h, starts.d, 128, cudaMemcpyDeviceToHost); printf(\"%d\\n\", h[9]); }\n");
  const auto run = program.trace();
  INFO(run.err);
  CHECK(run.status == 0);
  CHECK(run.out == "5\n");
  const std::string sums = warpmem("check --json '" + program.output + "'").out;
  CHECK(has(sums, "st.shared.b32"));
  CHECK(has(sums, "ld.shared.b32"));
}

TEST_CASE("where nothing was recorded there is nothing to run next") {
  const Program program(sets_one);
  const auto nomatch = program.trace("--kernel nomatch");
  CHECK(nomatch.status == 0);
  CHECK_FALSE(has(nomatch.err, "next:"));
  CHECK(has(nomatch.err, "--kernel 'nomatch' fits none that was launched (kernels here: k)"));
  CHECK_FALSE(program.traced());
  const auto nothing = program.trace("--budget 0");
  CHECK_FALSE(has(nothing.err, "next:"));
  CHECK_FALSE(program.traced());
  const auto full = warpmem("trace '" + program.file + "' -o /dev/full");
  CHECK(full.status == 4);
  CHECK(has(full.err, "/dev/full: error: cannot be written"));
  CHECK_FALSE(has(full.err, "next:"));
  CHECK_FALSE(has(full.err, "the traced program ended"));
}

TEST_CASE("-c names a machine, unless it is nvcc's; the line to type next can be typed") {
  const Program program(sets_one);
  const std::string in_folder = "cd '" + program.folder.path().string() + "' &&";
  const auto machine = warpmem("trace -c h200 a.cu -o -dash.wmb", {}, in_folder);
  INFO(machine.err);
  CHECK(machine.status == 0);
  CHECK(has(machine.err, "next: warpmem run --config h200 ./-dash.wmb"));
  const auto nvcc = warpmem("trace -c a.cu", {}, in_folder);
  CHECK(nvcc.status == 0);
  CHECK(has(nvcc.err, "next: warpmem run --config a100-sxm4-80gb a.wmb"));
  CHECK(warpmem("trace -c nosuch a.cu", {}, in_folder).status != 0);
}

TEST_CASE("a directory, source in a trace's place and numbers beyond 64 bits are said before anything is run") {
  const Program program(sets_one);
  const auto directory = warpmem("trace '" + program.folder.path().string() + "' -o /dev/null");
  CHECK(directory.status == 2);
  CHECK(has(directory.err, "this is a directory"));
  for (const std::string command : {"run", "check", "advise"}) {
    CAPTURE(command);
    const auto source = warpmem(command + " '" + program.file + "'");
    CHECK(source.status == 2);
    CHECK(has(source.err, "warpmem trace " + program.file));
  }
  CHECK(program.trace("--blocks every:99999999999999999999").status == 2);
  CHECK(program.trace("--budget 99999999999999999999").status == 2);
  CHECK(program.trace("--budget 30s,9999999999GB").status == 2);
  CHECK(program.trace("--launches 99999999999999999999").status == 2);
}
