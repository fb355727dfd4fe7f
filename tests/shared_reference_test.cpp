// Shared memory against a reference a few lines long, and its rules one by one.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "access_support.hpp"
#include "shared/shared.hpp"
#include "warpmem/access.hpp"

using namespace warpmem;
using namespace warpmem::test;

namespace {

constexpr Op ops[] = {Op::load, Op::store, Op::reduction, Op::atomic};

// All lanes whose neighbour at this distance is active agree with it.
bool agree(const std::map<unsigned, std::uint64_t>& lanes, unsigned distance) {
  return std::all_of(lanes.begin(), lanes.end(), [&](const auto& l) {
    const auto other = lanes.find(l.first ^ distance);
    return other == lanes.end() || other->second == l.second;
  });
}

SharedWavefronts reference(const Access32& a) {
  const auto list = a.lanes();
  const std::map<unsigned, std::uint64_t> lanes(list.begin(), list.end());
  unsigned groups = a.record.bytes <= 4 ? 1 : a.record.bytes / 4;
  if (groups > 1 && a.record.op == Op::load && (agree(lanes, 1) || agree(lanes, 2))) groups /= 2;
  const bool by_lane = a.record.op == Op::reduction || a.record.op == Op::atomic;
  std::map<unsigned, std::map<std::uint64_t, std::set<std::uint64_t>>> banks_of_group;
  for (const auto& [lane, offset] : lanes) {
    for (std::uint64_t byte = offset; byte < offset + a.record.bytes; ++byte) {
      banks_of_group[lane * groups / 32][byte / 4 % 32].insert(by_lane ? lane : byte / 4);
    }
  }
  SharedWavefronts out;
  for (const auto& [group, banks] : banks_of_group) {
    std::size_t most = 0;
    for (const auto& [bank, words] : banks) most = std::max(most, words.size());
    out.wavefronts += static_cast<unsigned>(most);
    out.conflicts += static_cast<unsigned>(most - 1);
    ++out.groups;
  }
  return out;
}

SharedWavefronts of(const std::string& text) {
  const auto parsed = parse_access(text);
  INFO(text);
  REQUIRE(parsed.has_value());
  return shared_wavefronts(parsed->record, parsed->addresses.data());
}

}  // namespace

TEST_CASE("wavefronts and conflicts of random warps are those of the reference", "[shared]") {
  RandomAccesses random(Space::shared, 5);
  for (int i = 0; i < 8000; ++i) {
    const Access32 a = random.next(ops[i % 4], std::uint64_t{1} << (7 + i % 9));
    const SharedWavefronts found = shared_wavefronts(a.record, a.list.data());
    const SharedWavefronts expected = reference(a);
    INFO("access " << i << ", " << unsigned{a.record.bytes} << " bytes, lanes " << a.record.lanes.bits << ", op " << i % 4);
    REQUIRE(found.wavefronts == expected.wavefronts);
    REQUIRE(found.conflicts == expected.conflicts);
    REQUIRE(found.groups == expected.groups);
    const SharedAccess explained = analyse_shared(a.record, a.list);
    REQUIRE(explained.wavefronts == found.wavefronts);
    REQUIRE(explained.conflicts == found.conflicts);
  }
}

TEST_CASE("bytes and halfwords of one word do not conflict", "[shared]") {
  CHECK(of("ld.shared.b8 0+1").wavefronts == 1);
  CHECK(of("ld.shared.b16 0+2").wavefronts == 1);
  CHECK(of("st.shared.b8 0+1").wavefronts == 1);
  CHECK(of("ld.shared.b8 0+128").wavefronts == 32);
}

TEST_CASE("wide accesses go half-warp by half-warp, quarter by quarter", "[shared]") {
  CHECK(of("ld.shared.b64 0+8").wavefronts == 2);
  CHECK(of("ld.shared.b128 0+16").wavefronts == 4);
  CHECK(of("ld.shared.b64 0+8").conflicts == 0);
  CHECK(of("ld.shared.b64 0+8 @0000ffff").wavefronts == 1);
}

TEST_CASE("loads of lanes that agree in pairs are served two groups at a time, stores are not", "[shared]") {
  CHECK(of("ld.shared.b64 0").wavefronts == 1);
  CHECK(of("ld.shared.b128 0").wavefronts == 2);
  CHECK(of("st.shared.b128 0").wavefronts == 4);
  // Lane l and l^2 at one address.
  std::string pairs = "ld.shared.b64 [";
  for (unsigned lane = 0; lane < 32; ++lane) pairs += " " + std::to_string(8 * (lane & ~2U));
  CHECK(of(pairs + "]").wavefronts == 2);
  // With every second lane inactive there is no one to disagree with.
  CHECK(of("ld.shared.b64 0+8 @55555555").groups == 1);
}

TEST_CASE("a reduction counts lanes: no broadcast", "[shared]") {
  CHECK(of("red.shared.b32 0").wavefronts == 32);
  CHECK(of("atom.shared.b32 0").conflicts == 31);
  CHECK(of("red.shared.b32 0+4").wavefronts == 1);
  CHECK(of("atom.shared.b64 0+8").wavefronts == 2);
}

TEST_CASE("no active lane, no wavefront", "[shared]") {
  Record r;
  r.space = Space::shared;
  const SharedWavefronts none = shared_wavefronts(r, nullptr);
  CHECK(none.wavefronts + none.conflicts + none.groups == 0);
}
