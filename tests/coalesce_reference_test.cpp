// The coalescer against a reference a few lines long, and what must hold for any access.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "access_support.hpp"
#include "coalesce/coalesce.hpp"
#include "warpmem/access.hpp"

using namespace warpmem;
using namespace warpmem::test;

namespace {

constexpr TagBanks tag_banks{{0x1ef7ab5, 0x1bad5da}};
constexpr Op ops[] = {Op::load, Op::store, Op::reduction, Op::atomic};

bool merges(Op op) { return op == Op::load || op == Op::store; }

// Lanes that go together: all of them, or for red and atom the k-th lane of each address.
std::vector<std::vector<std::pair<unsigned, std::uint64_t>>> passes_of(const Access32& a) {
  std::map<std::uint64_t, std::size_t> met;
  std::vector<std::vector<std::pair<unsigned, std::uint64_t>>> passes;
  for (const auto& lane : a.lanes()) {
    const std::size_t pass = merges(a.record.op) ? 0 : met[lane.second]++;
    if (passes.size() <= pass) passes.resize(pass + 1);
    passes[pass].push_back(lane);
  }
  return passes;
}

struct Counts {
  std::size_t lines = 0, sectors = 0, tags = 0, data = 0, together = 0;
};
Counts reference(const Access32& a) {
  Counts c;
  for (const auto& lanes : passes_of(a)) {
    std::set<std::uint64_t> lines, sectors;
    std::array<std::size_t, 4> lines_of_bank{};
    std::map<std::uint64_t, std::size_t> pass_of_line;
    // distinct words by (tag pass, lane group, bank)
    std::map<std::tuple<std::size_t, unsigned, std::uint64_t>, std::set<std::uint64_t>> words;
    std::map<std::tuple<unsigned, std::uint64_t>, std::set<std::uint64_t>> words_together;
    for (const auto& [lane, address] : lanes) {
      const std::uint64_t line = address / 128;
      if (lines.insert(line).second) pass_of_line[line] = lines_of_bank[tag_banks.bank(LineAddress(line))]++;
      const unsigned groups = a.record.bytes <= 4 ? 1 : a.record.bytes / 4;
      for (std::uint64_t byte = address; byte < address + a.record.bytes; ++byte) {
        sectors.insert(byte / 32);
        words[{pass_of_line[line], lane * groups / 32, byte / 4 % 32}].insert(byte / 4);
        words_together[{lane * groups / 32, byte / 4 % 32}].insert(byte / 4);
      }
    }
    std::map<std::pair<std::size_t, unsigned>, std::size_t> degree;
    for (const auto& [key, set] : words) {
      auto& d = degree[{std::get<0>(key), std::get<1>(key)}];
      d = std::max(d, set.size());
    }
    std::map<unsigned, std::size_t> degree_together;
    for (const auto& [key, set] : words_together) {
      auto& d = degree_together[std::get<0>(key)];
      d = std::max(d, set.size());
    }
    c.lines += lines.size();
    c.sectors += sectors.size();
    c.tags += *std::max_element(lines_of_bank.begin(), lines_of_bank.end());
    for (const auto& [key, d] : degree) c.data += d;
    for (const auto& [key, d] : degree_together) c.together += d;
  }
  if (a.record.op == Op::atomic) c.data *= 2;
  return c;
}

CoalescedAccess coalesced(const Access32& a) {
  CoalescedAccess out;
  coalesce(a.record, a.list.data(), tag_banks, out);
  return out;
}
// The same lanes with their addresses written out: never the closed form.
Access32 written_out(const Access32& a) {
  Access32 b = a;
  b.list.clear();
  for (const auto& [lane, address] : a.lanes()) b.list.push_back(address);
  b.record.listed = true;
  b.record.base = 0;
  return b;
}

}  // namespace

TEST_CASE("lines, sectors and wavefronts of random warps are those of the reference", "[coalesce]") {
  RandomAccesses random(Space::global, 1);
  for (int i = 0; i < 8000; ++i) {
    const Access32 a = random.next(ops[i % 4], std::uint64_t{1} << (8 + i % 16));
    const CoalescedAccess found = coalesced(a);
    const Counts expected = reference(a);
    INFO("access " << i << ", " << unsigned{a.record.bytes} << " bytes, lanes " << a.record.lanes.bits);
    REQUIRE(found.count == expected.lines);
    REQUIRE(found.sectors == expected.sectors);
    REQUIRE(found.tag_wavefronts == expected.tags);
    if (a.record.op != Op::store) REQUIRE(found.data_wavefronts == expected.data);
    if (a.record.op == Op::load) REQUIRE(found.data_cycles == expected.together);
    REQUIRE(found.ideal_sectors <= found.sectors);
    unsigned in_masks = 0;
    for (unsigned l = 0; l < found.count; ++l) in_masks += sectors_of(found.lines[l].words).size();
    REQUIRE(in_masks == found.sectors);
  }
}

namespace {

void check_closed_form(const Access32& access) {
  const CoalescedAccess a = coalesced(access);
  const CoalescedAccess b = coalesced(written_out(access));
  INFO(unsigned{access.record.bytes} << " bytes, base " << access.record.base << ", stride " << access.record.stride << ", mask "
                                     << access.record.lanes.bits);
  REQUIRE(a.count == b.count);
  for (unsigned i = 0; i < a.count; ++i) {
    REQUIRE(a.lines[i].line == b.lines[i].line);
    REQUIRE(a.lines[i].words == b.lines[i].words);
  }
  REQUIRE(a.sectors == b.sectors);
  REQUIRE(a.ideal_sectors == b.ideal_sectors);
  REQUIRE(a.tag_wavefronts == b.tag_wavefronts);
  REQUIRE(a.data_wavefronts == b.data_wavefronts);
  REQUIRE(a.data_cycles == b.data_cycles);
}

}  // namespace

TEST_CASE("lanes side by side, and lanes whole lines apart, give the same in closed form and lane by lane", "[coalesce]") {
  for (const unsigned bytes : {1U, 2U, 4U, 8U, 16U}) {
    for (const Op op : {Op::load, Op::store}) {
      for (const std::int64_t stride : {std::int64_t{bytes}, std::int64_t{128}, std::int64_t{-128}, std::int64_t{384}, std::int64_t{4096},
                                        std::int64_t{-12800}, std::int64_t{1} << 24}) {
        for (std::uint64_t base = 0; base < 1024; base += stride == bytes ? bytes : 16 + bytes) {
          for (const std::uint32_t mask : {~0U, 1U, 0x80000000U, 0x0000FFFFU, 0x00FFFF00U, 0x7FFFFFFEU, 0x10204081U}) {
            Access32 access;
            access.record.op = op;
            access.record.bytes = static_cast<std::uint8_t>(bytes);
            access.record.base = 0x7f0000000000 + base / bytes * bytes;
            access.record.stride = stride;
            access.record.lanes = LaneMask(mask);
            check_closed_form(access);
          }
        }
      }
    }
  }
}

TEST_CASE("which lane has which address changes no line or sector count", "[coalesce]") {
  RandomAccesses random(Space::global, 2);
  for (int i = 0; i < 1000; ++i) {
    Access32 a = written_out(random.next(ops[i % 4], 1U << 16));
    const CoalescedAccess before = coalesced(a);
    std::shuffle(a.list.begin(), a.list.end(), random.engine());
    const CoalescedAccess after = coalesced(a);
    REQUIRE(after.count == before.count);
    REQUIRE(after.sectors == before.sectors);
  }
}

TEST_CASE("one lane less never makes an access of more sectors", "[coalesce]") {
  RandomAccesses random(Space::global, 3);
  for (int i = 0; i < 500; ++i) {
    Access32 a = random.next(Op::load, 4096);
    const unsigned before = coalesced(a).sectors;
    if (a.record.listed) {
      if (a.list.empty()) continue;
      a.list.erase(a.list.begin());
    }
    a.record.lanes.bits &= a.record.lanes.bits - 1;
    REQUIRE(coalesced(a).sectors <= before);
  }
}

TEST_CASE("no active lane, no work", "[coalesce]") {
  for (const Op op : ops) {
    Access32 a;
    a.record.op = op;
    const CoalescedAccess found = coalesced(a);
    CHECK(found.count == 0);
    CHECK(found.sectors + found.tag_wavefronts + found.data_wavefronts + found.data_cycles + found.ideal_sectors == 0);
  }
}

TEST_CASE("32 lanes of a reduction on one address are 32 passes of one line each", "[coalesce]") {
  Access32 a;
  a.record.op = Op::reduction;
  a.record.lanes = LaneMask::all();
  a.record.base = 4096;
  const CoalescedAccess found = coalesced(a);
  CHECK(found.count == 32);
  CHECK(found.sectors == 32);
  CHECK(found.tag_wavefronts == 32);
  CHECK(found.data_wavefronts == 32);
  a.record.op = Op::atomic;
  CHECK(coalesced(a).data_wavefronts == 64);
}

TEST_CASE("tag passes that meet in no bank are counted one by one but leave together", "[coalesce]") {
  // 33 words apart: 32 lines in all tag banks alike, and all 32 data banks.
  Access32 a;
  a.record.lanes = LaneMask::all();
  a.record.stride = 132;
  const CoalescedAccess found = coalesced(a);
  CHECK(found.tag_wavefronts == 8);
  CHECK(found.data_wavefronts == 8);
  CHECK(found.data_cycles == 1);
}

TEST_CASE("the explained access is the coalesced one", "[coalesce]") {
  RandomAccesses random(Space::global, 4);
  L1Config l1;
  l1.tag_bank_masks = tag_banks.masks;
  for (int i = 0; i < 1000; ++i) {
    const Access32 a = random.next(ops[i % 4], 1U << 14);
    const CoalescedAccess found = coalesced(a);
    const GlobalAccess explained = analyse_global(a.record, a.list, l1);
    REQUIRE(explained.sectors == found.sectors);
    REQUIRE(explained.l2_requests == found.count);
    REQUIRE(explained.tag_wavefronts == found.tag_wavefronts);
    REQUIRE(explained.data_wavefronts == found.data_wavefronts);
    REQUIRE(explained.ideal_sectors == found.ideal_sectors);
    REQUIRE(explained.requests == (a.record.lanes.none() ? 0 : 1));
  }
}
