// Real kernels, compiled with the hooks, from source to trace.
#include <catch2/catch.hpp>

#include <algorithm>
#include <memory>
#include <numeric>

#include "record_kernels.hpp"
#include "record_program_support.hpp"

using Strings = std::vector<std::string>;
using Catch::Matchers::Contains;
namespace kernels = record_kernels;

namespace {

// Device memory begins here; an allocation of up to 255 bytes takes 256.
constexpr std::size_t small = 200;

Strings sorted_waits(const Recorded& recorded) {
  Strings waits;
  for (const std::string& line : recorded.lines)
    if (const std::size_t at = line.find(" dep="); at != line.npos) waits.push_back(line.substr(at + 1));
  return waits;
}

}  // namespace

TEST_CASE("A copy: one load and one store of each warp, the last warp's lanes by what the guard lets through") {
  const Recorded recorded = record([] {
    float* const in = device<float>(50);
    float* const out = device<float>(50);
    std::iota(in, in + 50, 0.0F);
    CHECK(kernels::copy(2, 32, in, out, 50) == 0);
    CHECK(std::equal(in, in + 50, out));
  });
  CHECK(recorded.lines == Strings{"kernel \"(anonymous namespace)::copy_kernel\" grid=2 block=32", "block 0", "warp 0",
                                  "ld.global.b32 0x200000000000+4", "st.global.b32 0x200000000100+4", "block 1", "warp 0",
                                  "ld.global.b32 0x200000000080+4 @3ffff", "st.global.b32 0x200000000180+4 @3ffff"});
  REQUIRE(recorded.sources.size() == 1);
  CHECK_THAT(recorded.sources[0], Contains("record_kernels.cpp:"));
}

TEST_CASE("Rounds in which every other lane reads are kept apart") {
  const Recorded recorded = record([] {
    float* const in = device<float>(small / 4);
    float* const out = device<float>(small / 4);
    kernels::by_parity(in, out, 3);
  });
  CHECK(Strings(recorded.lines.begin() + 3, recorded.lines.end()) ==
        Strings{"ld.global.b32 0x200000000000 @55555555", "st.global.b32 0x200000000100+4 @55555555",
                "ld.global.b32 0x200000000004 @aaaaaaaa", "st.global.b32 0x200000000100+4 @aaaaaaaa",
                "ld.global.b32 0x200000000008 @55555555", "st.global.b32 0x200000000100+4 @55555555"});
}

TEST_CASE("A tiled product computes right, and its shared arrays lie one behind the other") {
  constexpr int n = 32;
  const Recorded recorded = record([] {
    float* const a = device<float>(n * n);
    float* const b = device<float>(n * n);
    float* const c = device<float>(n * n);
    for (int i = 0; i < n * n; ++i) {
      a[i] = static_cast<float>(i % 7);
      b[i] = static_cast<float>(i % 5);
    }
    kernels::tiled_product(a, b, c, n);
    bool right = true;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        float sum = 0;
        for (int k = 0; k < n; ++k) sum += a[i * n + k] * b[k * n + j];
        right = right && c[i * n + j] == sum;
      }
    CHECK(right);
  });
  CHECK(recorded.lines[0] == "kernel \"(anonymous namespace)::tile<16>\" grid=2,2 block=16,16 shared=2048");
  CHECK(recorded.warnings.empty());
  CHECK(std::count(recorded.lines.begin(), recorded.lines.end(), "bar") == 4 * 8 * 4);
  CHECK(std::count(recorded.lines.begin(), recorded.lines.end(), "st.shared.b32 0x400+4") == 4 * 2);
}

TEST_CASE("Lanes take turns at volatile accesses: a sum without barriers comes out right") {
  record([] {
    int* const in = device<int>(64);
    int* const out = device<int>(1);
    std::iota(in, in + 64, 0);
    kernels::sum_without_barriers(in, out);
    CHECK(*out == 2016);
  });
}

TEST_CASE("Values go from lane to lane") {
  record([] {
    int* const in = device<int>(64);
    int* const out = device<int>(2);
    std::iota(in, in + 64, 0);
    kernels::sum_by_shuffles(in, out);
    CHECK(out[0] == 496);
    CHECK(out[1] == 1520);
  });
}

TEST_CASE("A thread can ask which lanes of its warp are with it") {
  record([] {
    unsigned* const out = device<unsigned>(2);
    kernels::who_is_here(out);
    CHECK(out[0] == 0xAAAAAAAA);
    CHECK(out[1] == 0xAAAA0000);
  });
}

TEST_CASE("Lanes that wait for a lock let its holder go on") {
  record([] {
    int* const lock = device<int>(1);
    int* const count = device<int>(1);
    kernels::lock(64, lock, count);
    CHECK(*count == 64);
  });
}

TEST_CASE("Recursion to different depths ends and computes right") {
  record([] {
    int* const depth = device<int>(64);
    int* const out = device<int>(32);
    for (int i = 0; i < 32; ++i) depth[i] = i % 8;
    for (int i = 32; i < 64; ++i) depth[i] = 1;
    kernels::calls_at_depth(depth, out);
    for (int i = 0; i < 32; ++i) CHECK(out[i] == 1 + i % 8);
  });
}

TEST_CASE("Threads that have returned are not waited for at a barrier") {
  const Recorded recorded = record([] {
    int* const out = device<int>(64);
    kernels::barrier_after_return(out);
    CHECK(out[39] == 2);
    CHECK(out[40] == 0);
  });
  CHECK(recorded.error.message.empty());
}

TEST_CASE("The dynamic array lies behind the static ones") {
  const Recorded recorded = record([] {
    int* const values = device<int>(64);
    std::iota(values, values + 64, 0);
    kernels::dynamic_and_static(256, values);
    CHECK(values[0] == 63 + 3);
  });
  CHECK(recorded.lines[0] == "kernel \"(anonymous namespace)::dynamic_kernel\" grid=1 block=64 shared=288");
  CHECK(recorded.lines[4] == "st.shared.b32 0x20+4");
  CHECK(recorded.lines[5] == "st.shared.b32 0x0+4 @ff");
}

TEST_CASE("Lanes of one instruction may lie in static and dynamic shared memory") {
  for (const bool swapped : {false, true}) {
    const Recorded recorded = record([=] { kernels::both_shared(swapped, device<int>(2)); });
    CAPTURE(swapped);
    REQUIRE(recorded.lines.size() > 3);
    CHECK(recorded.lines[0] == "kernel \"(anonymous namespace)::both_shared_kernel\" grid=1 block=2 shared=96");
    CHECK(recorded.lines[3] == (swapped ? "st.shared.b32 0x20-28" : "st.shared.b32 0x0+36"));
  }
}

TEST_CASE("Warps that meet in shared memory without a barrier are told, once, with both lines") {
  const Recorded recorded = record([] { kernels::unordered_warps(device<int>(64)); });
  REQUIRE(recorded.warnings.size() == 1);
  CHECK_THAT(recorded.warnings[0], Contains("unordered_kernel") && Contains("warp 0 reads at") && Contains("warp 1 writes at"));
}

TEST_CASE("A load waits for what its address came from, and for the round before") {
  SECTION("a gather") {
    const Recorded recorded = record([] {
      int* const index = device<int>(32);
      for (int i = 0; i < 32; ++i) index[i] = (i * 37 + 5) % 32;
      kernels::gather(index, device<float>(32), device<float>(32));
    });
    CHECK(sorted_waits(recorded) == Strings{"dep=all"});
  }
  SECTION("a chain of pointers, even where rounds are taken together") {
    const Recorded recorded = record(
        [] {
          auto* const nodes = device<kernels::Node>(6);
          for (int i = 0; i < 5; ++i) nodes[i].next = nodes + i + 1;
          kernels::chase_pointers(nodes, device<int>(1));
        },
        {.unroll = 4});
    CHECK(sorted_waits(recorded).size() == 5);
  }
  SECTION("a chain of indices, once it has shown itself") {
    const Recorded recorded = record(
        [] {
          int* const next = device<int>(61);
          for (int i = 0; i < 61; ++i) next[i] = (i * 7 + 3) % 61;
          kernels::chase_indices(next, device<int>(1), 40);
        },
        {.unroll = 100});
    CHECK(sorted_waits(recorded).size() >= 30);
  }
  SECTION("rounds of a loop: one by one, or four at a time") {
    const auto rows = [] { kernels::sum_rows(device<float>(32 * 12), device<float>(32), 12); };
    CHECK(sorted_waits(record(rows)).size() == 11);
    CHECK(sorted_waits(record(rows, {.unroll = 4})).size() == 2);
  }
}

TEST_CASE("What a GPU would fault on stops the run, with kernel, block, thread and line") {
  const auto fault = [](const std::function<void()>& program) {
    const Recorded recorded = record(program);
    CHECK(recorded.error.kind == warpmem::ErrorKind::input);
    CHECK_THAT(recorded.error.file, Contains("record_kernels.cpp"));
    CHECK(recorded.error.line > 0);
    return recorded.error.message;
  };
  CHECK_THAT(fault([] {
               float* const in = device<float>(40);
               kernels::copy(2, 32, in, device<float>(64), 64);
             }),
             Contains("copy_kernel, block (1,0,0), thread (8,0,0): a 4-byte load at 0x2000000000a0") && Contains("0 bytes past the end") &&
                 Contains("allocation of 160 bytes at 0x200000000000"));
  CHECK_THAT(fault([] {
               float* const in = device<float>(64);
               float* const out = device<float>(64);
               warpmem_device_free(in);
               kernels::copy(1, 32, in, out, 64);
             }),
             Contains("a 4-byte load at 0x200000000000, which is not allocated"));
  CHECK_THAT(fault([] { kernels::misaligned(device<char>(small), device<int>(32)); }), Contains("no multiple of 4"));
  CHECK_THAT(fault([] {
               const auto host = std::make_unique<int[]>(32);
               kernels::read_pointer(host.get(), device<int>(32));
             }),
             Contains("pointer of the host"));
  CHECK_THAT(fault([] { kernels::read_pointer(nullptr, device<int>(32)); }), Contains("null pointer"));
  CHECK_THAT(fault([] { kernels::dynamic_and_static(128, device<int>(64)); }),
             Contains("thread (32,0,0)") && Contains("byte 128 of the dynamic shared array"));
  CHECK_THAT(fault([] { kernels::divide(device<int>(2), 0); }), Contains("divides"));
  CHECK_THAT(fault([] { kernels::two_barriers(device<int>(2)); }), Contains("different barriers"));
  CHECK_THAT(fault([] { kernels::stuck(device<int>(2)); }),
             Contains("no thread of the block can go on") && Contains("waits for its block"));
  CHECK_THAT(fault([] { kernels::wait_for_next_block(device<int>(3)); }), Contains("a block cannot wait for a later one"));
}

#if !defined(__SANITIZE_ADDRESS__)
TEST_CASE("A stack that is used up is told as such") {
  CHECK_THAT(record([] { kernels::recurse(device<int>(1)); }).error.message, Contains("used up its stack"));
}

TEST_CASE("Local arrays that are larger than the stack are told, and do not reach into other threads' stacks") {
  for (const bool huge : {false, true})
    for (const int at : {0, 100 << 10, 199 << 10}) {
      CAPTURE(huge, at);
      const warpmem::Error error = record([=] { kernels::large_frames(huge, device<int>(64), at); }).error;
      CHECK_THAT(error.message, Contains("large_frame_kernel") && Contains("stack of 131072 bytes") && Contains("--stack"));
    }
}
#endif

TEST_CASE("Launches that CUDA refuses are refused") {
  record([] {
    float* const p = device<float>(1);
    CHECK(kernels::copy(0, 32, p, p, 0) == 9);
    CHECK(kernels::copy(1, 1025, p, p, 0) == 9);
    CHECK(kernels::dynamic_and_static(200 << 10, nullptr) == 1);
  });
}

TEST_CASE("What is not traced runs all the same") {
  const auto program = [] {
    float* const in = device<float>(320);
    float* const out = device<float>(320);
    std::iota(in, in + 320, 0.0F);
    for (int i = 0; i < 3; ++i) kernels::copy(10, 32, in, out, 320);
    CHECK(std::equal(in, in + 320, out));
  };
  const auto count = [](const Recorded& recorded, const std::string& what) {
    return std::count_if(recorded.lines.begin(), recorded.lines.end(), [&](const std::string& line) { return line.starts_with(what); });
  };
  const Recorded two = record(program, {.launches = 2});
  CHECK(count(two, "kernel") == 2);
  CHECK(count(two, "block ") == 20);
  const Recorded some = record(program, {.launches = 1, .blocks = *warpmem::record::parse_blocks("first,middle,last")});
  CHECK(some.lines[1] == "block 0");
  CHECK(some.lines[5] == "block 5");
  CHECK(some.lines[9] == "block 9");
  CHECK(count(some, "block ") == 3);
  CHECK(count(record(program, {.launches = 1, .blocks = *warpmem::record::parse_blocks("every:4")}), "block ") == 3);
}

TEST_CASE("A program that is read only in part leaves nothing behind for the next") {
  const auto make = [] {
    return warpmem::record::make_program_source("part", [] {
      float* const p = device<float>(64);
      kernels::copy(8, 8, p, p, 64);
      return std::string();
    });
  };
  std::string first;
  for (int i = 0; i < 20; ++i) {
    const auto source = make();
    warpmem::BlockTrace block;
    REQUIRE(source->next_kernel());
    REQUIRE(source->next_block(block));
    CHECK(block.records.size() == 2);
    CHECK(block.records[0].base == 0x200000000000);
    if (first.empty()) first = source->digest();
    CHECK(source->digest() == first);
  }
}

TEST_CASE("A program's own check that fails is the trace's error") {
  const auto source = warpmem::record::make_program_source("wrong", [] { return std::string("the sum is 3, expected 4"); });
  const auto head = source->next_kernel();
  REQUIRE_FALSE(head);
  CHECK(head.error().message == "the sum is 3, expected 4");
}

TEST_CASE("A long thread's records are made bit by bit") {
  const Recorded recorded = record([] {
    int* const in = device<int>(1024);
    std::iota(in, in + 1024, 0);
    int* const out = device<int>(1);
    kernels::one_long_thread(in, out, 5000);
    CHECK(*out == 4 * 523776 + 903 * 904 / 2);
  });
  CHECK(recorded.lines.size() == 3 + 5000 + 1);
  CHECK(recorded.lines[3 + 4096] == "ld.global.b32 0x200000000000 dep=all");
}
