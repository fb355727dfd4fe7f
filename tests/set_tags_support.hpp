// SetTags against a list: used for its SIMD and for its plain version.
#pragma once

#include <catch2/catch.hpp>
#include <list>
#include <map>
#include <random>

#include "units/set_tags.hpp"

namespace warpmem::test {

// With as many draws as ways, the victim is the way used longest ago.
template <unsigned Ways>
void check_lru() {
  std::mt19937 random(3);
  for (const std::uint32_t ways : {1U, 3U, Ways - 1, Ways}) {
    SetTags<Ways> tags;
    tags.reset(2, ways, Ways);
    std::list<std::uint8_t> order;  // of set 1, used last first
    std::map<std::uint8_t, unsigned> way_of;
    for (int step = 0; step < 3000; ++step) {
      const auto tag = static_cast<std::uint8_t>(2 * (random() % (ways + 3)) + 1);
      const std::uint32_t found = tags.matches(1, tag);
      if (way_of.contains(tag)) {
        REQUIRE(found == 1U << way_of[tag]);
        tags.use(1, way_of[tag]);
        order.remove(tag);
      } else {
        REQUIRE(found == 0);
        const unsigned way = tags.victim(1, random());
        REQUIRE(way < ways);
        if (order.size() == ways) {
          REQUIRE(way == way_of[order.back()]);
          way_of.erase(order.back());
          order.pop_back();
        }
        tags.fill(1, way, tag);
        way_of[tag] = way;
      }
      order.push_front(tag);
      REQUIRE(tags.matches(0, tag) == 0);  // the other set stays empty
    }
  }
}

}  // namespace warpmem::test
