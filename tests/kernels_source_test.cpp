// `kernel:NAME,key=value` as a source of accesses: names, keys, places in the source, and reading part of it.
#include "kernels/source.hpp"

#include <thread>

#include "kernels/spec.hpp"
#include "kernels_support.hpp"
#include "warpmem/kernels.hpp"

using namespace warpmem;
using namespace warpmem::test;
using namespace std::string_literals;

namespace {

std::string error_of(const std::string& name) {
  const auto source = open_trace(name);
  REQUIRE_FALSE(source.has_value());
  CHECK(source.error().kind == ErrorKind::usage);
  return source.error().message;
}

}  // namespace

TEST_CASE("misspelt kernels and keys are named with what was meant", "[kernels]") {
  CHECK(error_of("kernel:transpose-niave") == "unknown kernel 'transpose-niave'; did you mean 'transpose-naive'?");
  CHECK(error_of("kernel:qqqqqqqq") == "unknown kernel 'qqqqqqqq'; 'warpmem kernels' lists them");
  CHECK(error_of("kernel:strided,strid=4") == "kernel:strided: unknown key 'strid'; did you mean 'stride'?");
  CHECK(error_of("kernel:strided,zzzz=4") == "kernel:strided: unknown key 'zzzz': expected n, block, stride or compute");
  CHECK(error_of("kernel:transpose-naive,n=33") == "kernel:transpose-naive: n=33: expected a number from 32 to 16384, a multiple of 32");
  CHECK(error_of("kernel:aligned,n=1x") == "kernel:aligned: n=1x: expected a number from 1 to 268435456");
  CHECK(error_of("kernel:aligned,n") == "kernel:aligned: 'n': expected key=value");
  CHECK(error_of("kernel:aligned,n=1,n=2") == "kernel:aligned: 'n' stands twice");
}

TEST_CASE("numbers may carry units, and keys left out have their standard values", "[kernels]") {
  CHECK(canonical(kernels::parse_spec("aligned,n=4Ki")) == "aligned,n=4096,block=256");
  CHECK(canonical(kernels::parse_spec("aligned,block=0x80,n=2K")) == "aligned,n=2000,block=128");
}

TEST_CASE("arithmetic between accesses is there where it is asked for", "[kernels]") {
  const auto computes = [](const std::string& text) {
    std::uint64_t sum = 0;
    read_blocks(*kernel_of(text), [&](const KernelHead&, const BlockTrace& block) {
      for (const Record& record : block.records) sum += record.op == Op::compute ? record.base : 0;
    });
    return sum;
  };
  CHECK(computes("transpose-naive,n=32") == 0);
  CHECK(computes("transpose-naive,n=32,compute=1") > 32);
  CHECK(canonical(kernels::parse_spec("aligned,n=4,compute=1")) == "aligned,n=4,block=256,compute=1");
  CHECK(error_of("kernel:aligned,compute=2") == "kernel:aligned: compute=2: expected 0 or 1");
}

TEST_CASE("every kernel runs at its standard size and computes what it should", "[kernels][.slow]") {
  for (const kernels::Kernel& kernel : kernels::all()) {
    INFO(kernel.name);
    const auto source = kernel_of(kernel.name);
    read_blocks(*source, [](const KernelHead&, const BlockTrace&) {});
  }
}

TEST_CASE("a kernel's instructions name the user's lines", "[kernels]") {
  const auto source = kernel_of("transpose-naive,n=32");
  read_blocks(*source, [](const KernelHead&, const BlockTrace&) {});
  const std::string_view text = kernels::file_text("transpose.cuh");
  const auto line =
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find("out[x * n + y] = in[y * n + x];")), '\n') + 1;
  REQUIRE(source->instructions().size() == 2);
  for (const InstructionInfo& instruction : source->instructions()) CHECK(instruction.source == "transpose.cuh:" + std::to_string(line));
  CHECK(source->instructions()[0].op == "ld.global.b32");
  CHECK(source->instructions()[1].op == "st.global.b32");
}

TEST_CASE("the source that `warpmem kernels` shows is the kernel's, with its comment", "[kernels]") {
  for (const kernels::Kernel& kernel : kernels::all()) {
    INFO(kernel.name);
    const kernels::Excerpt code = kernels::excerpt(kernel);
    CHECK(code.text.starts_with("// "));
    CHECK(code.text.ends_with("\n}\n"));
    CHECK(code.text.find("__global__ void "s + kernel.function + "(") != std::string_view::npos);
    const std::string_view file = kernels::file_text(kernel.file);
    CHECK(std::count(file.begin(), file.begin() + (code.text.data() - file.data()), '\n') + 1 == code.first_line);
  }
}

TEST_CASE("a launch need not be read to its end", "[kernels]") {
  for (int turn = 0; turn < 3; ++turn) {
    const auto source = kernel_of("matmul-tiled,m=64,n=64,k=64");
    std::uint64_t records = 0;
    read_blocks(
        *source, [&](const KernelHead&, const BlockTrace& block) { records += block.records.size(); }, 1);
    CHECK(records > 0);
  }
}

TEST_CASE("the same kernel is the same trace every time, and its keys are in its digest", "[kernels]") {
  const auto bases = [](const std::string& spec) {
    std::vector<std::uint64_t> all;
    const auto source = kernel_of(spec);
    read_blocks(*source, [&](const KernelHead&, const BlockTrace& block) {
      for (const Record& record : block.records) all.push_back(record.base);
      all.insert(all.end(), block.addresses.begin(), block.addresses.end());
    });
    return all;
  };
  CHECK(bases("random,n=2000") == bases("random,n=2000"));
  CHECK(kernel_of("random,n=2000")->digest() == kernel_of("random,n=2K")->digest());
  CHECK(kernel_of("random,n=2000")->digest() != kernel_of("random,n=2001")->digest());
  CHECK(kernel_of("banks-row")->digest() != kernel_of("banks-shifted")->digest());
}

TEST_CASE("two kernels may be read by turns, and by two threads at once", "[kernels]") {
  using Sums = std::vector<std::uint64_t>;
  const auto sum_of = [](const BlockTrace& block) {
    std::uint64_t sum = block.records.size();
    for (const Record& record : block.records) sum = sum * 31 + record.base + static_cast<std::uint64_t>(record.stride) + record.lanes.bits;
    return sum;
  };
  const auto alone = [&](const std::string& spec) {
    Sums sums;
    const auto source = kernel_of(spec);
    read_blocks(*source, [&](const KernelHead&, const BlockTrace& block) { sums.push_back(sum_of(block)); });
    return sums;
  };
  const std::string one = "matmul-tiled,m=64,n=64,k=64", other = "transpose-padded,n=64";
  const Sums of_one = alone(one), of_other = alone(other);

  Sums first, second;
  const auto a = kernel_of(one), b = kernel_of(other);
  REQUIRE(a->next_kernel().has_value());
  REQUIRE(b->next_kernel().has_value());
  BlockTrace block;
  for (bool more = true; more;) {
    more = false;
    if (*a->next_block(block)) more = true, first.push_back(sum_of(block));
    if (*b->next_block(block)) more = true, second.push_back(sum_of(block));
  }
  CHECK(a->next_kernel().has_value());
  CHECK(b->next_kernel().has_value());
  CHECK(first == of_one);
  CHECK(second == of_other);

  std::vector<Sums> sums(2);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 2; ++t) {
    threads.emplace_back([&, t] {
      for (int turn = 0; turn < 3; ++turn) {
        const auto source = kernels::open_kernel_source(t == 0 ? one : other);
        Sums mine;
        BlockTrace mine_block;
        if (!(*source)->next_kernel()) return;
        for (auto more = (*source)->next_block(mine_block); more && *more; more = (*source)->next_block(mine_block))
          mine.push_back(sum_of(mine_block));
        if ((*source)->next_kernel()) sums[t] = mine;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(sums[0] == of_one);
  CHECK(sums[1] == of_other);
}

TEST_CASE("a launch has its grid, block, registers and shared memory", "[kernels]") {
  const auto source = kernel_of("matmul-padded,m=64,n=96,k=32,tile=16");
  const auto head = source->next_kernel();
  REQUIRE(head.has_value());
  REQUIRE(head->has_value());
  CHECK((*head)->grid == Dim3{6, 4, 1});
  CHECK((*head)->block == Dim3{16, 16, 1});
  CHECK((*head)->registers == 23);
}
