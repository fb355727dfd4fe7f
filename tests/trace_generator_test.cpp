// Generators against plain loops that say what a thread does.
#include <map>
#include <set>

#include "trace_support.hpp"

using namespace warpmem;
using namespace warpmem::test;

namespace {

constexpr std::uint64_t first_buffer = 0x7f0000000000;
constexpr std::uint64_t page = 2 << 20;

// What each thread does, in order: the instruction's pc and the address.
using Steps = std::map<std::uint64_t, std::vector<std::pair<std::uint64_t, std::uint64_t>>>;

Steps steps_of(const Launch& launch) {
  Steps steps;
  for (const Access& access : launch.accesses) {
    std::size_t k = 0;
    for (unsigned lane = 0; lane < 32 && touches_memory(access.record.op); ++lane) {
      if (!access.record.lanes.has(lane)) continue;
      const std::uint64_t thread = access.block * launch.head.block.x + access.warp * 32 + lane;
      steps[thread].emplace_back(access.instruction.pc, access.addresses[k++]);
    }
  }
  return steps;
}

struct Loop {
  std::uint64_t elements, bytes, offset, pitch, threads, unroll, load_base, store_base;
  bool loads, stores;
};

// The kernel as one would write it: for (i = thread; i < elements; i += threads) with `unroll` loads before their stores.
Steps plain_loop(const Loop& loop) {
  Steps steps;
  for (std::uint64_t thread = 0; thread < loop.threads; ++thread) {
    for (std::uint64_t i = thread; i < loop.elements; i += loop.threads * loop.unroll) {
      for (const bool storing : {false, true}) {
        if (storing ? !loop.stores : !loop.loads) continue;
        for (std::uint64_t k = 0; k < loop.unroll && i + k * loop.threads < loop.elements; ++k) {
          const std::uint64_t at = loop.offset * loop.bytes + (i + k * loop.threads) * loop.pitch;
          const std::uint64_t pc = storing && loop.loads ? 0x20 : 0x10;
          steps[thread].emplace_back(pc, (storing ? loop.store_base : loop.load_base) + at);
        }
      }
    }
  }
  return steps;
}

Launch generated(const std::string& text) { return launch_of(read_all(text)); }

std::vector<std::uint16_t> waits_of(const Launch& launch) {
  std::vector<std::uint16_t> waits;
  for (const Access& access : launch.accesses) waits.push_back(access.record.dependence.newest_exempt);
  return waits;
}

Error error_of(const std::string& text) {
  const auto source = open_trace(text);
  REQUIRE_FALSE(source.has_value());
  return source.error();
}

}  // namespace

TEST_CASE("copy, read and write do what the loop does", "[trace][gen]") {
  const std::uint64_t second = first_buffer + 2 * page;  // after a small buffer, apart from it
  CHECK(steps_of(generated("gen:copy,elements=1000")) == plain_loop({1000, 4, 0, 4, 1024, 1, first_buffer, second, true, true}));
  CHECK(steps_of(generated("gen:read,elements=1000,bytes=16,block=96")) ==
        plain_loop({1000, 16, 0, 16, 1056, 1, first_buffer, 0, true, false}));
  CHECK(steps_of(generated("gen:write,elements=70,bytes=1")) == plain_loop({70, 1, 0, 1, 256, 1, 0, first_buffer, false, true}));
  CHECK(steps_of(generated("gen:copy,elements=1000,bytes=8,offset=3,stride=5,block=100,grid=2,unroll=3,compute=0")) ==
        plain_loop({1000, 8, 3, 40, 200, 3, first_buffer, second, true, true}));
  CHECK(steps_of(generated("gen:read,elements=1000,block=40,grid=3,unroll=4,compute=7")) ==
        plain_loop({1000, 4, 0, 4, 120, 4, first_buffer, 0, true, false}));
  CHECK(steps_of(generated("gen:write,elements=1000,stride=0,block=33,grid=1,unroll=2,compute=0")) ==
        plain_loop({1000, 4, 0, 0, 33, 2, 0, first_buffer, false, true}));
  CHECK(steps_of(generated("gen:aos,elements=500,pitch=12,bytes=4")) == plain_loop({500, 4, 0, 12, 512, 1, first_buffer, 0, true, false}));
  CHECK(steps_of(generated("gen:broadcast,elements=500")) == plain_loop({500, 4, 0, 0, 512, 1, first_buffer, 0, true, false}));
}

TEST_CASE("a second buffer begins at a 2 MiB boundary past the first", "[trace][gen]") {
  const Launch launch = generated("gen:copy,elements=1Mi,bytes=4,grid=1,block=32,compute=0");
  const std::uint64_t store = launch.accesses.at(1).addresses.at(0);
  CHECK(store % page == 0);
  CHECK(store >= first_buffer + (4 << 20));
}

TEST_CASE("the waits of a grid-stride loop", "[trace][gen]") {
  constexpr std::uint16_t none = Dependence::none;
  // Each value is needed before the next load; a store takes its load.
  CHECK(waits_of(generated("gen:read,elements=96,block=32,grid=1,compute=0")) == std::vector<std::uint16_t>{0, 0, 0});
  CHECK(waits_of(generated("gen:copy,elements=64,block=32,grid=1,compute=0")) == std::vector<std::uint16_t>{none, 0, none, 0});
  // Unrolled: 3 loads go first, and the third of the last group is missing.
  CHECK(waits_of(generated("gen:read,elements=160,block=32,grid=1,unroll=3,compute=0")) ==
        std::vector<std::uint16_t>{0, none, none, 0, none});
  CHECK(waits_of(generated("gen:copy,elements=160,block=32,grid=1,unroll=3,compute=0")) ==
        std::vector<std::uint16_t>{none, none, none, 2, 1, 0, none, none, 1, 0});
  CHECK(waits_of(generated("gen:read,elements=64,block=32,grid=1,compute=5")) == std::vector<std::uint16_t>{0, 0, 0, 0});
}

TEST_CASE("compute adds its instructions to each iteration", "[trace][gen]") {
  const Launch launch = generated("gen:copy,elements=96,block=32,grid=1,unroll=2,compute=5");
  std::vector<std::uint64_t> counts;
  for (const Access& access : launch.accesses) {
    if (access.record.op == Op::compute) counts.push_back(access.record.base);
  }
  CHECK(counts == std::vector<std::uint64_t>{10, 5});
  // Not told: a loop has its index, address, compare and branch, a single pass nothing.
  CHECK(generated("gen:read,elements=64,block=32,grid=1").accesses.size() == 4);
  CHECK(generated("gen:read,elements=64,block=32,grid=2").accesses.size() == 2);
}

TEST_CASE("whole warps are one base and stride", "[trace][gen]") {
  for (const Access& access : generated("gen:copy,elements=1000,stride=3").accesses) CHECK_FALSE(access.record.listed);
}

TEST_CASE("random draws one place for each element, the same in every run", "[trace][gen]") {
  const Launch launch = generated("gen:random,elements=10000,bytes=8,span=100,seed=7");
  std::map<std::uint64_t, int> drawn;
  std::size_t count = 0;
  for (const Access& access : launch.accesses) {
    for (const std::uint64_t address : access.addresses) {
      ++drawn[(address - first_buffer) / 8];
      ++count;
    }
  }
  CHECK(count == 10000);
  CHECK(drawn.size() == 100);
  CHECK(drawn.rbegin()->first == 99);
  for (const auto& [place, times] : drawn) CHECK((times > 50 && times < 170));  // 100 +- 7 standard deviations
  CHECK(steps_of(launch) == steps_of(generated("gen:random,elements=10000,bytes=8,span=100,seed=7")));
  CHECK(steps_of(launch) != steps_of(generated("gen:random,elements=10000,bytes=8,span=100,seed=8")));
  // A grid-stride loop draws the same places, whatever its shape.
  std::multiset<std::uint64_t> all, strided;
  for (const Access& access : launch.accesses) all.insert(access.addresses.begin(), access.addresses.end());
  for (const Access& access : generated("gen:random,elements=10000,bytes=8,span=100,seed=7,block=64,grid=3,compute=0").accesses) {
    strided.insert(access.addresses.begin(), access.addresses.end());
  }
  CHECK(all == strided);
}

TEST_CASE("chase walks one random cycle through the footprint", "[trace][gen]") {
  for (const std::uint64_t places : {1, 2, 3, 7, 64, 1000, 1025}) {
    INFO(places);
    const Launch launch = generated("gen:chase,footprint=" + std::to_string(places * 96) + ",stride=96,steps=2500,seed=3");
    REQUIRE(launch.accesses.size() == places + 1 + 2500);
    CHECK(launch.accesses[places].record.op == Op::mark);
    std::vector<std::uint64_t> walk;
    for (const Access& access : launch.accesses) {
      if (access.record.op == Op::mark) continue;
      REQUIRE(access.addresses.size() == 1);
      CHECK(access.record.dependence.newest_exempt == 0);
      walk.push_back(access.addresses[0]);
    }
    CHECK(std::set<std::uint64_t>(walk.begin(), walk.begin() + static_cast<std::ptrdiff_t>(places)).size() == places);
    for (std::size_t i = 0; i < walk.size(); ++i) {
      CHECK(walk[i] == walk[i % places]);
      CHECK((walk[i] - first_buffer) % 96 == 0);
      CHECK(walk[i] < first_buffer + places * 96);
    }
  }
  // The order is no plain stride.
  const Launch launch = generated("gen:chase,footprint=128Ki,stride=128,steps=1");
  std::map<std::uint64_t, int> steps;
  for (std::size_t i = 1; i < 1024; ++i) ++steps[launch.accesses[i].addresses[0] - launch.accesses[i - 1].addresses[0]];
  for (const auto& [step, times] : steps) CHECK(times < 10);
}

TEST_CASE("every warp of a chase passes the mark", "[trace][gen]") {
  const Launch launch = generated("gen:chase,footprint=256,stride=128,steps=1,block=96,grid=2");
  std::set<std::pair<std::uint64_t, std::uint32_t>> marked;
  for (const Access& access : launch.accesses) {
    if (access.record.op == Op::mark) marked.insert({access.block, access.warp});
  }
  CHECK(marked.size() == 6);
}

TEST_CASE("shared repeats one access in every warp", "[trace][gen]") {
  const Launch launch = generated("gen:shared,stride=33,bytes=8,repeat=3,op=st,block=40");
  CHECK(launch.head.shared == Bytes(31 * 33 * 8 + 8));
  REQUIRE(launch.accesses.size() == 6);
  CHECK(launch.accesses[0].addresses.size() == 32);
  CHECK(launch.accesses[5].addresses == std::vector<std::uint64_t>{0, 264, 528, 792, 1056, 1320, 1584, 1848});
  CHECK(launch.accesses[0].record.op == Op::store);
  CHECK(launch.accesses[0].record.space == Space::shared);
  CHECK(generated("gen:shared,op=atom").accesses.at(0).instruction.op == "atom.shared.b32");
}

TEST_CASE("launch keys reach the head", "[trace][gen]") {
  const Launch launch = generated("gen:copy,elements=1K,block=64,grid=4,shared=0x100,regs=32,cache=cg,compute=0");
  CHECK(launch.head.name == "copy");
  CHECK(launch.head.grid == Dim3{4, 1, 1});
  CHECK(launch.head.block == Dim3{64, 1, 1});
  CHECK(launch.head.shared == Bytes(256));
  CHECK(launch.head.registers == 32);
  CHECK(launch.accesses[0].instruction.op == "ld.global.cg.b32");
  CHECK(launch.accesses[1].instruction.op == "st.global.cg.b32");
  CHECK(generated("gen:copy,elements=64,cache=cv").accesses[1].instruction.op == "st.global.b32");
}

TEST_CASE("records come alike from any position and in any portion", "[trace][gen]") {
  for (const char* text : {"gen:copy,elements=700,block=32,grid=2,unroll=3,compute=2", "gen:random,elements=300,block=32,grid=1,compute=0",
                           "gen:chase,footprint=4Ki,steps=10", "gen:shared,repeat=20,compute=3"}) {
    INFO(text);
    const auto source = open_trace(text);
    REQUIRE(source);
    REQUIRE((*source)->next_kernel().value());
    BlockTrace block;
    REQUIRE((*source)->next_block(block).value());
    std::vector<Record> whole(2000);
    std::vector<std::uint64_t> list(2000 * 32);
    const std::size_t total = block.generator->generate(0, 0, 0, whole, list);
    CHECK(total < whole.size());
    for (std::size_t position = 0; position <= total; ++position) {
      Record one;
      std::array<std::uint64_t, 32> addresses{};
      REQUIRE(block.generator->generate(0, 0, position, {&one, 1}, addresses) == (position < total ? 1 : 0));
      if (position == total) break;
      CHECK(addresses_of(one, addresses) == addresses_of(whole[position], list));
      CHECK(one.op == whole[position].op);
      CHECK(one.dependence.newest_exempt == whole[position].dependence.newest_exempt);
    }
  }
}

TEST_CASE("a wrong generator or key is a wrong usage that names the right one", "[trace][gen]") {
  CHECK(error_of("gen:copi").kind == ErrorKind::usage);
  CHECK(error_of("gen:copi").message == "unknown generator `copi`, did you mean `copy`?");
  CHECK(error_of("gen:xyzzy").message.find("expected copy, read, write, aos, random, broadcast, chase or shared") != std::string::npos);
  CHECK(error_of("gen:copy,element=4").message == "gen:copy: unknown key `element`, did you mean `elements`?");
  CHECK(error_of("gen:aos,stride=4").message.find("unknown key `stride`") != std::string::npos);
  CHECK(error_of("gen:copy,elements").message.find("expected key=value") != std::string::npos);
  CHECK(error_of("gen:copy,block=32,block=64").message.find("stands twice") != std::string::npos);
  CHECK(error_of("gen:shared,op=add").message.find("unknown op `add`: expected ld, st, red or atom") != std::string::npos);
  CHECK(error_of("gen:copy,cache=xx").message.find("unknown cache") != std::string::npos);
}

TEST_CASE("a value out of range is a wrong usage that says the range", "[trace][gen]") {
  CHECK(error_of("gen:copy,elements=0").message == "gen:copy: elements=0: expected a number from 1 to 70368744177664");
  for (const char* text : {"gen:copy,elements=-1", "gen:copy,elements=", "gen:copy,elements=1x", "gen:copy,elements=99999999999999999999",
                           "gen:copy,elements=1.5", "gen:copy,elements=17179869184Gi", "gen:copy,block=0", "gen:copy,block=1025",
                           "gen:copy,grid=2147483648,compute=0", "gen:copy,unroll=0", "gen:copy,regs=256", "gen:shared,repeat=0"}) {
    INFO(text);
    CHECK(error_of(text).kind == ErrorKind::usage);
    CHECK(error_of(text).message.find(": expected a number from ") != std::string::npos);
  }
  CHECK(error_of("gen:copy,bytes=3").message.find("expected 1, 2, 4, 8 or 16") != std::string::npos);
  CHECK(error_of("gen:copy,elements=1Gi,stride=1Gi").message.find("2^46") != std::string::npos);
  CHECK(error_of("gen:copy,elements=64Gi,bytes=16,block=1").message.find("give grid=") != std::string::npos);
  CHECK(error_of("gen:aos,pitch=6").message.find("expected a multiple of bytes=4") != std::string::npos);
  CHECK(error_of("gen:chase,footprint=64,stride=128").message.find("expected at least stride=128") != std::string::npos);
  CHECK(error_of("gen:shared,stride=2000").message.find("expected stride 0 to 1882") != std::string::npos);
  CHECK(error_of("gen:shared,op=atom,bytes=2").message.find("take 4, 8 or 16") != std::string::npos);
}
