// The same trace gives the same bytes for any number of threads and any window: docs/model.md, "time".
#include <algorithm>
#include <functional>
#include <random>
#include <sstream>

#include "simulate_support.hpp"
#include "warpmem/report.hpp"

using namespace warpmem;
using namespace warpmem::test;

namespace {

// The timeline, the JSON report, and the waiting times, of which that shows only shares.
std::string result_of(const std::string& trace, const MachineConfig& machine, unsigned threads, std::uint64_t window, bool flush) {
  RunOptions options;
  options.threads = threads;
  options.window_cycles = window;
  options.flush_caches = flush;
  options.timeline = {400, 3};
  std::ostringstream out;
  JsonReport report(out, machine);
  const std::vector<KernelResult> kernels = simulate_all(trace, machine, options);
  for (const KernelResult& kernel : kernels) report.kernel(kernel);
  TimelineJson timeline(out, machine);
  for (const KernelResult& kernel : kernels) timeline.kernel(kernel);
  timeline.finish();
  report.finish({machine.name, machine.digest, trace, ""});
  for (const KernelResult& kernel : kernels) {
    for (std::size_t i = 0; i < wait_kinds; ++i)
      out << "wait " << kernel.sm.wait_ticks[i] << " of stores " << kernel.sm.store_wait_ticks[i] << '\n';
    for (const InstructionCounters& row : kernel.per_instruction) out << "instruction " << row.executed << ' ' << row.wait_ticks << '\n';
    out << "launch " << kernel.launch_wait_cycles << ", active " << kernel.sm.active_cycles << ", busy " << kernel.l2.busy_ticks << ' '
        << kernel.dram.busy_ticks << '\n';
  }
  return out.str();
}

// Where two texts part, with a little of what stands there.
std::string first_difference(const std::string& a, const std::string& b) {
  const auto at = static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
  const std::size_t from = at < 160 ? 0 : at - 160;
  return "..." + a.substr(from, 240) + "\n   against\n..." + b.substr(from, 240);
}

// `sms`: how many to keep of the machine's; 0: all.
void check_same(const std::string& trace, const std::vector<std::string>& configs = {"h200", "a100-sxm4-80gb", "teaching"},
                std::uint32_t sms = 0) {
  for (const std::string& config : configs) {
    MachineConfig machine = shipped(config);
    if (sms != 0) machine.sm.count = sms;
    for (const bool flush : {true, false}) {
      const std::string expected = result_of(trace, machine, 1, 0, flush);
      const struct {
        unsigned threads;
        std::uint64_t window;
      } runs[] = {{1, 1}, {1, 7}, {1, 50}, {2, 0}, {3, 0}, {2, 50}, {3, 7}, {2, 1}, {2, 1000000}};
      for (const auto& r : runs) {
        INFO(trace << " on " << config << ", threads " << r.threads << ", window " << r.window << ", flush " << flush);
        const std::string found = result_of(trace, machine, r.threads, r.window, flush);
        INFO(first_difference(expected, found));
        CHECK((found == expected));
      }
    }
  }
}

std::string blocks_of(unsigned blocks, unsigned warps, const std::string& head,
                      const std::function<std::string(unsigned, unsigned)>& body) {
  std::string text = "warpmem-trace 1\n" + head + "\n";
  for (unsigned b = 0; b < blocks; ++b) {
    text += "block " + std::to_string(b) + "\n";
    for (unsigned w = 0; w < warps; ++w) text += "warp " + std::to_string(w) + "\n" + body(b, w);
  }
  return text;
}
std::string at(std::uint64_t address, int stride) { return std::to_string(address) + "+" + std::to_string(stride); }

constexpr std::uint64_t buffer = 0x7f0000000000;

}  // namespace

TEST_CASE("a copy is the same for any threads and window", "[determinism]") {
  check_same("gen:copy,elements=60000", {"h200", "a100-sxm4-80gb"});
  check_same("gen:copy,elements=4000,block=64", {"teaching"});
}

TEST_CASE("unrolled 16-byte reads over a grid stride are the same for any threads and window", "[determinism]") {
  check_same("gen:read,elements=8192,bytes=16,unroll=4,grid=16,block=64");
}

TEST_CASE("random loads are the same for any threads and window", "[determinism]") {
  check_same("gen:random,elements=6000,span=4000000,seed=3,block=128");
}

TEST_CASE("a chase is the same for any threads and window", "[determinism]") {
  check_same("gen:chase,footprint=65536,stride=256,steps=64");
}

TEST_CASE("many small blocks are the same for any threads and window", "[determinism]") {
  check_same("gen:write,elements=20000,block=32", {"h200", "a100-sxm4-80gb"});
  check_same("gen:write,elements=2000,block=32", {"teaching"});
}

TEST_CASE("reductions and atomics on few lines are the same for any threads and window", "[determinism]") {
  const TemporaryFile trace(blocks_of(40, 2, "kernel reds grid=40 block=64", [](unsigned b, unsigned w) {
    return "red.global.b32 " + at(buffer + 128 * (b % 3), 4) + "\natom.global.b32 " + at(buffer + 4096, 0) + "\nwait\nred.global.b32 " +
           at(buffer + 64 * w, 8) + "\nld.global.b32 " + at(buffer + 128 * (b % 5), 4) + "\n";
  }));
  check_same(trace.path());
}

TEST_CASE("barriers, shared memory and several launches are the same for any threads and window", "[determinism]") {
  const auto kernel = [](const std::string& name) {
    return blocks_of(12, 4, "kernel " + name + " grid=12 block=128 shared=1024",
                     [](unsigned b, unsigned w) {
                       return "ld.global.b32 " + at(buffer + 512 * b + 128 * w, 4) + "\nst.shared.b32 " + at(128 * w, 4) +
                              " dep=all\nbar\nld.shared.b32 " + at(4 * w, 16) + "\ncompute " + std::to_string(3 + b) +
                              "\nbar\nst.global.b32 " + at(buffer + (1U << 21) + 512 * b + 128 * w, 4) + "\n";
                     })
        .substr(std::string("warpmem-trace 1\n").size());
  };
  const TemporaryFile trace("warpmem-trace 1\n" + kernel("one") + kernel("two"));
  check_same(trace.path());
}

TEST_CASE("a mark after stores and loads is the same for any threads and window", "[determinism]") {
  const TemporaryFile trace(blocks_of(6, 3, "kernel marked grid=6 block=96", [](unsigned b, unsigned w) {
    const std::uint64_t mine = buffer + 8192 * b + 1024 * w;
    return "st.global.b32 " + at(mine, 4) + "\nld.global.b32 " + at(mine + (1U << 21), 32) + "\ncompute " + std::to_string(5 + 7 * w) +
           "\nmark\nst.global.b32 " + at(mine + 128, 4) + "\nld.global.b32 " + at(mine + (1U << 22), 4) + "\nred.global.b32 " +
           at(mine, 4) + "\n";
  }));
  check_same(trace.path());
}

// Blocks of a few cycles whose warps end at once, at a barrier or after a load: places fall free in every order, at
// windows' ends too.
TEST_CASE("random short blocks on few SMs are the same for any threads and window", "[determinism]") {
  for (const unsigned seed : {1U, 2U, 3U, 4U}) {
    std::mt19937 random(seed);
    const TemporaryFile trace(blocks_of(90, 3, "kernel short grid=90 block=96 shared=128", [&](unsigned b, unsigned w) {
      std::string body;
      const unsigned records = random() % 4;
      for (unsigned i = 0; i < records; ++i) {
        const std::uint64_t place = buffer + 128 * (random() % 64) + 4 * w;
        switch (random() % 6) {
          case 0:
            body += "compute " + std::to_string(1 + random() % 40) + "\n";
            break;
          case 1:
            body += "ld.global.b32 " + at(place, 4) + "\n";
            break;
          case 2:
            body += "st.global.b32 " + at(place, static_cast<int>(4 * (random() % 40))) + "\n";
            break;
          case 3:
            body += "red.global.b32 " + at(place, 0) + "\n";
            break;
          case 4:
            body += "ld.shared.b32 " + at(0, 4) + "\nwait\n";
            break;
          default:
            body += "ld.global.cg.b32 " + at(place + 8192 * b, 128) + "\n";
        }
      }
      return body + (b % 3 == 0 ? "bar\n" : "");
    }));
    check_same(trace.path(), {"h200", "a100-sxm4-80gb"}, 2);
  }
}

// Who finds a line that was asked of the other partition follows that request. Behind slow slices, such answers fall on
// every cycle of a window, its last one too.
TEST_CASE("reads of lines that are on their way are the same for any threads and window", "[determinism]") {
  for (const unsigned seed : {1U, 2U, 3U, 4U, 5U, 6U}) {
    std::mt19937 random(seed);
    const TemporaryFile trace(blocks_of(64, 2, "kernel follow grid=64 block=64", [&](unsigned, unsigned) {
      std::string body;
      for (int i = 0; i < 12; ++i) {
        const char* const op = i % 4 == 3 ? "atom.global.b32 " : "ld.global.cg.b32 ";
        body += op + at(buffer + 128 * (random() % 400), 64) + " dep=none\n";
      }
      return body;
    }));
    for (const char* interval : {"l2.reduction_sector_interval=30", "l2.reduction_sector_interval=1000"}) {
      const MachineConfig machine = shipped("a100-sxm4-80gb", {"l2.slices=8", interval});
      const std::string expected = result_of(trace.path(), machine, 1, 0, true);
      for (const std::uint64_t window : {60U, 203U}) {
        INFO(interval << ", window " << window << ", seed " << seed);
        CHECK((result_of(trace.path(), machine, 2, window, true) == expected));
      }
    }
  }
}
