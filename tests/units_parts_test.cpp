// The small parts that stages are made of, each against a plain one.
#include <algorithm>
#include <catch2/catch.hpp>
#include <list>
#include <map>
#include <random>
#include <set>

#include "set_tags_support.hpp"
#include "units/bank_degree.hpp"
#include "units/clocks.hpp"
#include "units/divider.hpp"
#include "units/event_wheel.hpp"
#include "units/mix.hpp"
#include "units/ring_queue.hpp"
#include "warpmem/units.hpp"

using namespace warpmem;

TEST_CASE("BankDegree counts how often each bank is asked, and the most", "[units]") {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    BankDegree degree;
    std::array<unsigned, 32> expected{};
    const auto adds = static_cast<unsigned>(random() % 64);
    for (unsigned i = 0; i < adds; ++i) {
      const std::uint32_t banks = round % 3 == 0 ? static_cast<std::uint32_t>(random()) : 1U << random() % (1 + round % 32);
      degree.add(banks);
      for (unsigned b = 0; b < 32; ++b) expected[b] += banks >> b & 1U;
    }
    REQUIRE(degree.max() == *std::max_element(expected.begin(), expected.end()));
    for (unsigned b = 0; b < 32; ++b) REQUIRE(degree.count(b) == expected[b]);
  }
}

TEST_CASE("EventWheel gives events back in time order, near ones and far ones", "[units]") {
  std::mt19937 random(2);
  EventWheel<int, 128> wheel;
  std::multimap<std::uint64_t, int> expected;
  std::uint64_t now = 0;
  std::vector<int> taken;
  int next_id = 0;
  for (int step = 0; step < 5000; ++step) {
    for (auto n = random() % 3; n > 0; --n) {
      const std::uint64_t delays[] = {0, 1, random() % 100, 127, 128, random() % 1000, 5000 + random() % 5000};
      const std::uint64_t at = now + delays[random() % 7];
      wheel.add(at, next_id);
      expected.emplace(at, next_id++);
    }
    if (expected.empty()) {
      REQUIRE(wheel.empty());
      REQUIRE(wheel.next() == EventWheel<int, 128>::never);
      continue;
    }
    REQUIRE(wheel.next() == expected.begin()->first);
    if (random() % 4 == 0) continue;  // looking turns nothing
    now = wheel.next();
    wheel.take(taken);
    std::multiset<int> found(taken.begin(), taken.end());
    std::multiset<int> due;
    for (auto [i, end] = expected.equal_range(now); i != end; ++i) due.insert(i->second);
    REQUIRE(found == due);
    expected.erase(now);
  }
}

TEST_CASE("EventWheel takes events added in between that come before those looked at", "[units]") {
  EventWheel<char, 64> wheel;
  wheel.add(1000, 'b');
  CHECK(wheel.next() == 1000);
  wheel.add(40, 'a');
  CHECK(wheel.next() == 40);
  std::vector<char> taken;
  wheel.take(taken);
  CHECK(taken == std::vector<char>{'a'});
  wheel.take(taken);
  CHECK(taken == std::vector<char>{'b'});
  CHECK(wheel.empty());
}

TEST_CASE("SetTags is an LRU cache when all ways are drawn", "[units]") {
  test::check_lru<16>();
  test::check_lru<32>();
}

TEST_CASE("SetTags draws its victims from the old half more often the more it draws", "[units]") {
  const auto mean_rank = [](std::uint32_t draws) {
    SetTags<16> tags;
    tags.reset(1, 16, draws);
    for (unsigned w = 0; w < 16; ++w) tags.fill(0, w, static_cast<std::uint8_t>(2 * w + 1));  // way 0 is the oldest
    double sum = 0;
    for (std::uint64_t i = 0; i < 2000; ++i) sum += 15 - tags.victim(0, mix(i + 1));
    return sum / 2000;
  };
  CHECK(mean_rank(1) == Approx(7.5).margin(0.5));
  CHECK(mean_rank(3) > mean_rank(1) + 2);
  CHECK(mean_rank(6) > mean_rank(3) + 1);
  CHECK(mean_rank(16) == 15);
}

TEST_CASE("SetTags: other_victim goes through all ways", "[units]") {
  SetTags<16> tags;
  tags.reset(1, 12, 3);
  for (unsigned w = 0; w < 12; ++w) tags.fill(0, w, static_cast<std::uint8_t>(2 * w + 1));
  std::set<unsigned> seen;
  unsigned way = tags.victim(0, 99);
  for (unsigned i = 0; i < 12; ++i) {
    CHECK(way < 12);
    seen.insert(way);
    way = tags.other_victim(0, way);
  }
  CHECK(seen.size() == 12);
}

TEST_CASE("RingQueue keeps order while it grows", "[units]") {
  std::mt19937 random(4);
  RingQueue<int> queue;
  std::list<int> expected;
  for (int i = 0; i < 5000; ++i) {
    if (random() % 5 < 3) {
      queue.push(i);
      expected.push_back(i);
    } else if (!expected.empty()) {
      REQUIRE(queue.front() == expected.front());
      queue.pop();
      expected.pop_front();
    }
    REQUIRE(queue.size() == expected.size());
    if (!expected.empty()) REQUIRE(queue.at(expected.size() - 1) == expected.back());
  }
}

TEST_CASE("words and sectors of a line go into each other", "[units]") {
  for (unsigned word = 0; word < 32; ++word)
    CHECK(sectors_of(WordMask(1U << word)) == SectorMask(static_cast<std::uint8_t>(1U << word / 8)));
  for (unsigned s = 0; s < 16; ++s) {
    const SectorMask sectors(static_cast<std::uint8_t>(s));
    CHECK(sectors_of(words_of(sectors)) == sectors);
    CHECK(full_sectors(words_of(sectors)) == sectors);
    CHECK(words_of(sectors).size() == 8 * sectors.size());
  }
  CHECK(full_sectors(WordMask(0x01FFFF7FU)) == SectorMask(0b0110));
}

TEST_CASE("cycles and nanoseconds become ticks of 1/256 SM cycle", "[units]") {
  CHECK(to_ticks(SmCycles(1.5)) == Tick(384));
  CHECK(to_ticks(Nanoseconds(10), Megahertz(1410)) == Tick(3610));  // 14.1 cycles
  CHECK(ceil_cycle(Tick(256)) == Cycle(1));
  CHECK(ceil_cycle(Tick(257)) == Cycle(2));
}

TEST_CASE("Divider divides line addresses exactly", "[units]") {
  std::mt19937_64 random(5);
  for (std::uint64_t divisor = 1; divisor <= 128; ++divisor) {
    const Divider by(divisor);
    for (int i = 0; i < 200; ++i) {
      const std::uint64_t n = (random() >> 7) >> (i % 50);
      const std::uint64_t whole = n / divisor * divisor;
      REQUIRE(by.quotient(n) == n / divisor);
      REQUIRE(by.quotient(whole) == n / divisor);
      if (whole > 0) REQUIRE(by.quotient(whole - 1) == n / divisor - 1);
    }
  }
  for (const std::uint64_t divisor : {327U, 4096U, 65535U}) {  // sets of a slice
    const Divider by(divisor);
    const std::uint64_t most = ~std::uint64_t{0} / divisor;
    for (std::uint64_t n = most - 70000; n < most; ++n) REQUIRE(by.quotient(n) == n / divisor);
  }
  for (const std::uint64_t divisor : {1U, 3U, 4095U, 1U << 29, 536870911U}) {  // any address, any machine
    const Divider by(divisor);
    for (std::uint64_t n = ~std::uint64_t{0}; n > ~std::uint64_t{0} - 70000; --n) REQUIRE(by.quotient(n) == n / divisor);
    for (int i = 0; i < 1000; ++i) {
      const std::uint64_t whole = random() / divisor * divisor;
      REQUIRE(by.quotient(whole) == whole / divisor);
      if (whole > 0) REQUIRE(by.quotient(whole - 1) == whole / divisor - 1);
    }
  }
}
