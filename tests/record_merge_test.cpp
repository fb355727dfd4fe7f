// How lanes' own paths become warp instructions: a specification. Places are numbers; blocks begin at tens, accesses lie
// between. The expected lists are what hardware with reconvergence at the nearest common block issues.
#include <catch2/catch.hpp>

#include "record_merge_support.hpp"

using namespace warpmem::record;
using Strings = std::vector<std::string>;

namespace {
// Each scenario must give the same whatever the size of the logs, once the control flow has been seen.
Strings merged(unsigned lanes, const std::function<void(unsigned, LaneScript&)>& script) {
  const Strings whole = MergeRig(500).run(lanes, script).instructions;
  for (const std::size_t room : {1, 2, 3, 7}) {
    MergeRig rig(room);
    rig.run(lanes, script);
    CHECK(rig.run(lanes, script).instructions == whole);
  }
  return whole;
}
}  // namespace

TEST_CASE("Lanes that do the same make one instruction of each access") {
  CHECK(merged(32, [](unsigned, LaneScript& lane) { lane.block(10).access(11).access(12).block(20).access(21); }) ==
        Strings{"11@0-31", "12@0-31", "21@0-31"});
}

TEST_CASE("The two sides of an if come one after the other, what follows is done together") {
  CHECK(merged(4, [](unsigned i, LaneScript& lane) {
          lane.block(10).access(11);
          i % 2 == 0 ? lane.block(20).access(21) : lane.block(30).access(31);
          lane.block(40).access(41);
        }) == Strings{"11@0-3", "21@0,2", "31@1,3", "41@0-3"});
}

TEST_CASE("An if without else: the others wait behind it") {
  CHECK(merged(4, [](unsigned i, LaneScript& lane) {
          lane.block(10);
          if (i == 3) lane.block(20).access(21).access(22);
          lane.block(30).access(31);
        }) == Strings{"21@3", "22@3", "31@0-3"});
}

TEST_CASE("Lanes of a loop drop out as theirs ends and meet behind it") {
  CHECK(merged(3, [](unsigned i, LaneScript& lane) {
          lane.block(10);
          for (unsigned k = 0; k <= i; ++k) lane.block(20).access(21);
          lane.block(30).access(31);
        }) == Strings{"21@0-2", "21@1-2", "21@2", "31@0-2"});
}

TEST_CASE("An access in every other round, by parity, joins no other round's") {
  CHECK(merged(4, [](unsigned i, LaneScript& lane) {
          lane.block(10);
          for (unsigned k = 0; k < 4; ++k) {
            lane.block(20);
            if ((k + i) % 2 == 0) lane.block(30).access(31);
            lane.block(40);
          }
          lane.block(50);
        }) == Strings{"31@0,2", "31@1,3", "31@0,2", "31@1,3"});
}

TEST_CASE("continue waits for the others of its round, even where each way back is its own") {
  CHECK(merged(4, [](unsigned i, LaneScript& lane) {
          lane.block(10);
          for (unsigned k = 0; k < 3; ++k) {
            lane.block(20).access(21);
            i % 2 == 0 ? lane.block(30).access(31) : lane.block(40).access(41);
          }
          lane.block(50).access(51);
        }) == Strings{"21@0-3", "31@0,2", "41@1,3", "21@0-3", "31@0,2", "41@1,3", "21@0-3", "31@0,2", "41@1,3", "51@0-3"});
}

TEST_CASE("break leaves the loop and waits behind it") {
  CHECK(merged(4, [](unsigned i, LaneScript& lane) {
          lane.block(10);
          for (unsigned k = 0; k < 3; ++k) {
            lane.block(20).access(21);
            if (k == i) {
              lane.block(25);
              break;
            }
            lane.block(30).access(31);
          }
          lane.block(40).access(41);
        }) == Strings{"21@0-3", "31@1-3", "21@1-3", "31@2-3", "21@2-3", "31@3", "41@0-3"});
}

TEST_CASE("Nested loops: the inner one comes together before the outer one goes on") {
  CHECK(merged(2, [](unsigned i, LaneScript& lane) {
          lane.block(10);
          for (unsigned k = 0; k < 2; ++k) {
            lane.block(20);
            for (unsigned m = 0; m < (k == 0 ? 1 + i : 2 - i); ++m) lane.block(30).access(31);
            lane.block(40).access(41);
          }
          lane.block(50).access(51);
        }) == Strings{"31@0-1", "31@1", "41@0-1", "31@0-1", "31@0", "41@0-1", "51@0-1"});
}

TEST_CASE("An early return takes its lanes out") {
  CHECK(merged(4, [](unsigned i, LaneScript& lane) {
          lane.enter(1, 1000).block(1010);
          if (i < 2) lane.block(1020).access(1021).block(1030).access(1031);
          lane.block(1040).leave();
        }) == Strings{"1021@0-1", "1031@0-1"});
}

TEST_CASE("A block that the compiler put behind all others still comes before what follows it") {
  CHECK(merged(4, [](unsigned i, LaneScript& lane) {
          lane.block(10);
          if (i == 1) lane.block(90).access(91);
          lane.block(20).access(21).block(30).access(31);
        }) == Strings{"91@1", "21@0-3", "31@0-3"});
}

TEST_CASE("Lanes in a call go before those that wait in the caller") {
  CHECK(merged(4, [](unsigned i, LaneScript& lane) {
          lane.enter(1, 1000).block(1010);
          if (i < 2) lane.block(1020).enter(1025, 2000).block(2010).access(2011).leave();
          lane.block(1030).access(1031).leave();
        }) == Strings{"2011@0-1", "1031@0-3"});
}

TEST_CASE("The same function called from two places is two calls") {
  CHECK(merged(2, [](unsigned i, LaneScript& lane) {
          lane.enter(1, 1000).block(1010);
          lane.block(i == 0 ? 1020 : 1030).enter(i == 0 ? 1025 : 1035, 2000).block(2010).access(2011).leave();
          lane.block(1040).access(1041).leave();
        }) == Strings{"2011@0", "2011@1", "1041@0-1"});
}

TEST_CASE("A call in a block does not keep lanes apart after it") {
  CHECK(merged(2, [](unsigned i, LaneScript& lane) {
          lane.enter(1, 1000).block(1010).enter(1012, 2000).block(2010);
          if (i == 1) lane.block(2020).access(2021);
          lane.block(2030).leave().access(1015).leave();
        }) == Strings{"2021@1", "1015@0-1"});
}

TEST_CASE("Recursion of different depth: the deepest first, then together") {
  CHECK(merged(3, [](unsigned i, LaneScript& lane) {
          lane.enter(1, 1000).block(1010).access(1011);
          for (unsigned depth = 0; depth < i; ++depth) lane.block(1020).enter(1025, 1000).block(1010).access(1011);
          for (unsigned depth = 0; depth < i; ++depth) lane.block(1030).access(1031).leave();
          lane.block(1030).access(1031).leave();
        }) == Strings{"1011@0-2", "1011@1-2", "1011@2", "1031@2", "1031@1-2", "1031@0-2"});
}

TEST_CASE("Blocks of a function that logs no entry do not disturb their caller") {
  CHECK(merged(2, [](unsigned i, LaneScript& lane) {
          lane.enter(1, 1000).block(1010);
          lane.block(3010);
          if (i == 1) lane.block(3020);
          lane.block(3030).access(1015).block(1020).access(1021).leave();
        }) == Strings{"1015@0-1", "1021@0-1"});
}

TEST_CASE("Accesses that lanes do in different order are told apart by place") {
  CHECK(merged(2, [](unsigned i, LaneScript& lane) {
          lane.block(10);
          i == 0 ? lane.block(20).access(21).block(30).access(31) : lane.block(30).access(31);
          lane.block(40);
        }) == Strings{"21@0", "31@0-1"});
}

TEST_CASE("What one launch has shown of the control flow serves the next") {
  MergeRig rig(2);  // too short to see where the paths meet
  const auto script = [](unsigned i, LaneScript& lane) {
    lane.block(10);
    i == 0 ? lane.block(90).access(91).access(92).access(93) : lane.block(20);
    lane.block(30).access(31);
  };
  rig.run(2, script);
  CHECK(rig.run(2, script).instructions == Strings{"91@0", "92@0", "93@0", "31@0-1"});
}

TEST_CASE("A round of a loop is counted once for the lanes that go together") {
  const Merged result = MergeRig().run(32, [](unsigned, LaneScript& lane) {
    lane.block(10);
    for (unsigned k = 0; k < 5; ++k) lane.block(20).access(21);
    lane.block(30);
  });
  CHECK(result.instructions.size() == 5);
  CHECK(result.rounds == 4);
}
