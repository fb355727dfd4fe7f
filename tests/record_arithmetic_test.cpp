// Instructions between accesses, as counted in this processor's code.
#include <catch2/catch.hpp>

#include "record/arithmetic.hpp"
#include "record_kernels.hpp"
#include "record_program_support.hpp"

using namespace warpmem::record;

namespace {

// What is counted behind the first hook of this code.
std::uint32_t behind_first_hook(const std::string& lines) {
  const std::string text = "0000000000001000 <f>:\n    1000:\tcall   2000 <__sanitizer_cov_trace_pc>\n" + lines +
                           "    1100:\tcall   2010 <__tsan_read4>\n    1105:\tret\n";
  return count_between_hooks(parse_disassembly(text)).at(0x1005);
}

std::uint64_t sum_of_computes(const Recorded& recorded) {
  std::uint64_t sum = 0;
  for (const std::string& line : recorded.lines)
    if (line.starts_with("compute ")) sum += std::stoull(line.substr(8));
  return sum;
}

}  // namespace

TEST_CASE("Arithmetic between two hooks counts; moves, spills and the hook's argument do not") {
  CHECK(behind_first_hook("    1005:\taddss  %xmm1,%xmm0\n"
                          "    1009:\tmov    %rax,0x10(%rsp)\n"
                          "    100e:\timul   %ecx,%eax\n"
                          "    1011:\tmovslq %eax,%rdx\n"
                          "    1014:\tlea    0x4(%rbx,%rdx,4),%rdi\n") == 3);
  CHECK(behind_first_hook("    1005:\txor    %eax,%eax\n    1007:\tsub    $0x18,%rsp\n    100b:\tpush   %rbx\n") == 0);
  CHECK(behind_first_hook("    1005:\tsub    $0x1000,%rsp\n    100c:\torq    $0x0,(%rsp)\n    1011:\torq    $0x0,0x8(%rsp)\n") == 0);
}

TEST_CASE("Divisions and library calls count for what a GPU makes of them") {
  CHECK(behind_first_hook("    1005:\tidiv   %ecx\n") == 20);
  CHECK(behind_first_hook("    1005:\tdivss  %xmm1,%xmm0\n") == 8);
  CHECK(behind_first_hook("    1005:\tcall   3000 <expf@plt>\n") == 8);
  CHECK(behind_first_hook("    1005:\tcall   3000 <warpmem_exchange>\n") == 1);
}

TEST_CASE("Counting follows jumps, and goes past branches") {
  CHECK(behind_first_hook("    1005:\tadd    $0x1,%eax\n"
                          "    1008:\tjmp    1020 <f+0x20>\n"
                          "    100a:\timul   %eax,%eax\n"
                          "    1020:\tcmp    $0x5,%eax\n"
                          "    1023:\tjle    1050 <f+0x50>\n") == 3);
}

TEST_CASE("Arithmetic is recorded where it is asked for, and only there") {
  const auto program = [] { record_kernels::polynomial(device<float>(32), device<float>(32)); };
  CHECK(sum_of_computes(record(program)) == 0);
  ProgramOptions options;
  options.compute = true;
  const Recorded recorded = record(program, options);
  REQUIRE(recorded.error.message.empty());
  // 16 multiplications and 16 additions, and little else.
  CHECK(sum_of_computes(recorded) >= 32);
  CHECK(sum_of_computes(recorded) <= 40);
  // They lie between the load and the store.
  const auto at = [&](const char* op) {
    return std::find_if(recorded.lines.begin(), recorded.lines.end(), [&](const std::string& line) { return line.starts_with(op); });
  };
  const auto load = at("ld.global"), store = at("st.global");
  REQUIRE(store - load == 2);
  CHECK(load[1].starts_with("compute "));
}
