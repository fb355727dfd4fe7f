// Fixes are found from the addresses, tried, and confirmed by the traces in which they were made by hand.
#include "advise_support.hpp"

using namespace warpmem;
using namespace warpmem::test;
using advise::cost_of;
using advise::Rule;

namespace {

const MachineConfig& a100() {
  static const MachineConfig machine = shipped("a100-sxm4-80gb");
  return machine;
}
bool within(std::uint64_t cycles, std::uint64_t of, double share) {
  return std::abs(static_cast<double>(cycles) - static_cast<double>(of)) <= share * static_cast<double>(of);
}

}  // namespace

TEST_CASE("no trial asks for other bytes than the program does") {
  for (const char* name : {"transpose-naive", "transpose-shared", "global-aos-12", "global-aos-16", "global-aos-12-all-fields",
                           "global-misaligned", "global-stride-8", "shared-32-way-column", "global-2d-column"}) {
    const Advice advice = advice_on(shipped_trace(name), a100());
    CAPTURE(name);
    for (const Trial& t : advice.trials) CHECK(t.cost.useful_bytes == advice.cost.useful_bytes);
  }
}

TEST_CASE("the column walk's rows of 32 words are found, padded to 33, and free of conflicts then") {
  const Advice advice = advice_on(shipped_trace("shared-32-way-column"), a100());
  const auto* conflict = found(advice, Rule::bank_conflicts);
  REQUIRE(conflict != nullptr);
  CHECK_FALSE(conflict->noise);
  CHECK(conflict->found == 32);
  REQUIRE(conflict->lanes.has_value());
  CHECK(conflict->lanes->step == 128);
  CHECK(conflict->lanes->steady);
  const Trial* padded = tried(advice, FixKind::pad_rows);
  REQUIRE(padded != nullptr);
  CHECK(padded->helps);
  CHECK(padded->fixes[0].pitch == 128);
  CHECK(padded->fixes[0].pad == 4);
  CHECK(padded->cost.wavefronts == 1);
  CHECK(padded->cost.cycles == simulate_one(shipped_trace("shared-column-padded"), a100()).cycles);
}

TEST_CASE("the tiled transpose's padding is found, and takes as long as the trace with padded rows") {
  const Advice advice = advice_on(shipped_trace("transpose-shared"), a100());
  const Trial* padded = tried(advice, FixKind::pad_rows);
  REQUIRE(padded != nullptr);
  const KernelResult by_hand = simulate_one(shipped_trace("transpose-padded"), a100());
  CHECK(within(padded->cost.cycles, by_hand.cycles, 0.05));
  CHECK(padded->cost.wavefronts == cost_of(by_hand).wavefronts);
  const Trial* swizzled = tried(advice, FixKind::swizzle);
  REQUIRE(swizzled != nullptr);
  CHECK(swizzled->cost.wavefronts == padded->cost.wavefronts);
}

TEST_CASE("the naive transpose goes through a padded tile, as the trace in which it does") {
  const Advice advice = advice_on(shipped_trace("transpose-naive"), a100());
  const auto* store = found(advice, Rule::uncoalesced);
  REQUIRE(store != nullptr);
  CHECK(store->lanes->op == Op::store);
  const Trial* tile = tried(advice, FixKind::shared_tile);
  REQUIRE(tile != nullptr);
  const advise::Cost by_hand = cost_of(simulate_one(shipped_trace("transpose-padded"), a100()));
  CHECK(within(tile->cost.cycles, by_hand.cycles, 0.05));
  CHECK(tile->cost.sectors == by_hand.sectors);
  CHECK(tile->cost.wavefronts == by_hand.wavefronts);
}

TEST_CASE("one field of a structure is taken out into an array, with sectors as few as an array takes") {
  for (const auto& [name, pitch] : {std::pair{"global-aos-12", 12U}, {"global-aos-16", 16U}}) {
    const Advice advice = advice_on(shipped_trace(name), a100());
    const Trial* planes = tried(advice, FixKind::planes);
    REQUIRE(planes != nullptr);
    CHECK(planes->fixes[0].pitch == pitch);
    CHECK(planes->fixes[0].unit == 4);
    CHECK(planes->cost.sectors == 4);
  }
}

TEST_CASE("a stride of two words is mended by a word after every 32, not by rows of two") {
  const Advice advice = advice_on("gen:shared,stride=2", a100());
  const Trial* padded = tried(advice, FixKind::pad_rows);
  REQUIRE(padded != nullptr);
  CHECK(padded->fixes[0].flat);
  CHECK(padded->fixes[0].pitch == 128);
  CHECK(padded->cost.wavefronts == advice.cost.wavefronts / 2);
}

TEST_CASE("a misaligned array is moved to begin on a line") {
  const Advice advice = advice_on("gen:read,elements=65536,offset=1", a100());
  const Trial* moved = tried(advice, FixKind::align);
  REQUIRE(moved != nullptr);
  CHECK(moved->fixes[0].shift == 4);
  CHECK(moved->cost.sectors == advice.cost.sectors / 5 * 4);
}

TEST_CASE("a plain copy in order calls for wider accesses alone") {
  const Advice advice = advice_on("gen:copy,elements=1048576", a100());
  CHECK(found(advice, Rule::uncoalesced) == nullptr);
  REQUIRE(advice.trials.size() == 1);
  CHECK(advice.trials[0].fixes[0].kind == FixKind::wide_threads);
  CHECK(advice.trials[0].fixes[0].factor == 4);
  // As the copy written with 16 bytes a thread.
  const KernelResult by_hand = simulate_one("gen:copy,elements=262144,bytes=16", a100());
  CHECK(within(advice.trials[0].cost.cycles, by_hand.cycles, 0.01));
}

TEST_CASE("where nothing is wrong nothing is tried") {
  for (const char* name : {"global-float4", "global-broadcast", "shared-conflict-free", "shared-column-padded", "shared-broadcast"}) {
    const Advice advice = advice_on(shipped_trace(name), a100());
    CAPTURE(name);
    for (const auto& f : advice.findings) CHECK((f.noise || f.rule == Rule::few_warps));
    CHECK(advice.trials.empty());
  }
}

TEST_CASE("two arrays that each want padding get it together") {
  const std::string text =
      "warpmem-trace 1\nkernel k grid=1 block=32 shared=8192\n"
      "st.shared.b32 0+4 pc=0x1\nst.shared.b32 3968+4 pc=0x1\nst.shared.b32 4096+4 pc=0x2\nst.shared.b32 8064+4 pc=0x2\nbar\n"
      "ld.shared.b32 0+128 pc=0x3\nld.shared.b32 4096+128 pc=0x4\n";
  const Advice advice = advice_on(TemporaryFile(text).path(), a100());
  REQUIRE_FALSE(advice.trials.empty());
  CHECK(advice.trials[0].fixes.size() == 2);
  CHECK(advice.trials[0].cost.wavefronts == 6);
}

TEST_CASE("launches of one name and size are looked at once, by the costliest, which its number tells") {
  const std::string first = "warpmem-trace 1\nkernel k grid=1 block=32 shared=4096\nld.shared.b32 0+4\n";
  const std::string second = "kernel k grid=1 block=32 shared=4096\nld.shared.b32 0+128\n";
  const TemporaryFile file(first + second + "kernel other grid=1 block=32\nld.global.b32 0x1000+4\n");
  const auto all = advise::advise(opener(file.path()), a100());
  REQUIRE(all.has_value());
  REQUIRE(all->size() == 2);
  for (const Advice& a : *all) {
    if (a.kernel.head.name != "k") continue;
    CHECK(a.launch == 1);
    REQUIRE(tried(a, FixKind::pad_rows) != nullptr);
    CHECK(tried(a, FixKind::pad_rows)->cost.wavefronts == 1);
  }
}

TEST_CASE("a launch that registers hold back is tried with fewer") {
  const Advice advice = advice_on("gen:read,elements=4194304", a100());
  CHECK(tried(advice, FixKind::registers) == nullptr);
  std::string text = "warpmem-trace 1\nkernel k grid=2000 block=256 regs=128\n";
  for (int b = 0; b < 2000; ++b) {
    text += "block " + std::to_string(b) + "\n";
    for (int w = 0; w < 8; ++w)
      text += "warp " + std::to_string(w) + "\nld.global.b32 " + std::to_string(0x1000000 + b * 1024 + w * 128) + "+4\n";
  }
  const Advice held = advice_on(TemporaryFile(text).path(), a100());
  CHECK(held.kernel.occupancy.limited_by == "registers");
  const Trial* fewer = tried(held, FixKind::registers);
  REQUIRE(fewer != nullptr);
  CHECK(fewer->fixes[0].pitch < 128);
  CHECK(fewer->cost.cycles < held.cost.cycles);
}

TEST_CASE("an error of the trace is the advice's error, and stopping gives none") {
  const auto bad = advise::advise(opener(TemporaryFile("warpmem-trace 1\nld.global.b32 0x1+4\n").path()), a100());
  REQUIRE_FALSE(bad.has_value());
  CHECK(bad.error().line == 2);
  advise::Options stop;
  stop.progress = [](std::uint64_t) { return false; };
  const auto none = advise::advise(opener("gen:copy,elements=4194304"), a100(), stop);
  REQUIRE(none.has_value());
  CHECK(none->empty());
}
