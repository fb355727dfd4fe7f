// What keeps requests and replies in order: by cycle, by key, by window.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <numeric>
#include <random>

#include "machine/reply_calendar.hpp"
#include "units/cycle_order.hpp"
#include "units/due_queues.hpp"
#include "units/sorter.hpp"
#include "units/stream.hpp"

using namespace warpmem;

TEST_CASE("CycleOrder is a stable sort by cycle", "[units]") {
  std::mt19937 random(3);
  for (const std::uint64_t cycles : {1U, 63U, 64U, 65U, 204U}) {
    CycleOrder order(cycles);
    for (std::size_t n : {std::size_t{0}, std::size_t{1}, std::size_t{7}, std::size_t{500}}) {
      std::vector<std::uint64_t> at(n);
      for (auto& a : at) a = 1000 + random() % cycles;
      std::vector<std::uint32_t> expected(n);
      std::iota(expected.begin(), expected.end(), 0U);
      std::stable_sort(expected.begin(), expected.end(), [&](auto a, auto b) { return at[a] < at[b]; });
      const auto found = order.sort(n, 1000, [&](std::size_t i) { return at[i]; });
      CHECK(std::vector<std::uint32_t>(found.begin(), found.end()) == expected);
    }
  }
}

TEST_CASE("Sorter deals items out by key in the order in which they were added", "[units]") {
  const std::vector<int> first{31, 10, 32, 11}, second{33, 20};
  Sorter<int> sorter(4);
  sorter.add(first);
  sorter.add(second);
  sorter.sort([](int i) { return static_cast<std::size_t>(i / 10); });
  const auto of = [&](std::size_t key) {
    std::vector<int> items;
    for (const int* item : sorter.of(key)) items.push_back(*item);
    return items;
  };
  CHECK(of(0).empty());
  CHECK(of(1) == std::vector<int>{10, 11});
  CHECK(of(2) == std::vector<int>{20});
  CHECK(of(3) == std::vector<int>{31, 32, 33});
  sorter.clear();
  sorter.sort([](int i) { return static_cast<std::size_t>(i); });
  CHECK(of(3).empty());
}

TEST_CASE("DueQueues gives jobs in order of time, of two at once the lower queue's first", "[units]") {
  struct Job {
    Tick at{};
    int number = 0;
  };
  std::mt19937 random(5);
  DueQueues<Job> queues(3);
  CHECK(queues.next() == Tick(~std::uint64_t{0}));
  std::vector<std::tuple<std::uint64_t, std::uint32_t, int>> expected;
  std::uint64_t last[3] = {};
  for (int i = 0; i < 300; ++i) {
    const auto to = static_cast<std::uint32_t>(random() % 3);
    last[to] += random() % 4;
    queues.push(to, Tick(last[to])).number = i;
    expected.emplace_back(last[to], to, i);
  }
  std::sort(expected.begin(), expected.end());
  for (const auto& [at, to, number] : expected) {
    REQUIRE(queues.next() == Tick(at));
    REQUIRE(queues.first().front().number == number);
    queues.pop();
  }
  CHECK(queues.next() == Tick(~std::uint64_t{0}));
}

TEST_CASE("ReplyCalendar hands out each reply in the window in which it arrives", "[units]") {
  std::mt19937 random(7);
  constexpr std::uint64_t window = 10;
  ReplyCalendar calendar(window);
  CHECK(calendar.next() == ReplyCalendar::never);
  std::multimap<std::uint64_t, std::uint32_t> expected;  // by arrival
  std::uint32_t token = 0;
  for (std::uint64_t now = 0; now < 2000; ++now) {
    calendar.now_at(now);
    // Near ones, ones beyond what is kept by window, and some in this very window.
    for (int i = 0; i < 3; ++i) {
      const std::uint64_t arrives = now * window + random() % (now % 50 == 0 ? 9000 : 60);
      calendar.add(Cycle(arrives)).token = token;
      expected.emplace(arrives, token++);
    }
    REQUIRE(calendar.next() == expected.begin()->first);
    for (const LineReply& r : calendar.arriving()) {
      REQUIRE(r.arrives.count / window == now);
      const auto [low, high] = expected.equal_range(r.arrives.count);
      const auto found = std::find_if(low, high, [&](const auto& e) { return e.second == r.token; });
      REQUIRE(found != high);
      expected.erase(found);
    }
    calendar.done();
    REQUIRE((expected.empty() || expected.begin()->first >= (now + 1) * window));
  }
  calendar.clear();
  CHECK(calendar.next() == ReplyCalendar::never);
}

TEST_CASE("a Stream keeps what was filled in", "[units]") {
  Stream<int> stream;
  CHECK(stream.empty());
  for (int i = 0; i < 1000; ++i) stream.add() = i;
  CHECK(stream.size() == 1000);
  CHECK(stream[999] == 999);
  CHECK(std::accumulate(stream.all().begin(), stream.all().end(), 0) == 499500);
  stream.clear();
  CHECK(stream.empty());
}
