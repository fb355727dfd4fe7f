// The small parts that readers and sources of traces share.
#include <catch2/catch.hpp>

#include "trace/bytes.hpp"
#include "trace/passed_on.hpp"
#include "trace/sized_number.hpp"
#include "trace_support.hpp"

using namespace warpmem;

TEST_CASE("a number may be decimal or hex and have a unit behind it; anything else is none", "[trace]") {
  CHECK(trace::sized_number("0") == 0);
  CHECK(trace::sized_number("4Ki") == 4096);
  CHECK(trace::sized_number("3M") == 3'000'000);
  CHECK(trace::sized_number("0x10") == 16);
  CHECK(trace::sized_number("0X10Ki") == 16'384);
  CHECK(trace::sized_number("18446744073709551615") == ~std::uint64_t{0});
  for (const char* text : {"", "x", "-1", "1.5", "4ki", "4 Ki", "18446744073709551616", "18446744073709551615K", "0x"}) {
    CAPTURE(text);
    CHECK_FALSE(trace::sized_number(text).has_value());
  }
}

TEST_CASE("bytes in memory come in order, as many as asked for, and end", "[trace]") {
  trace::MemoryBytes bytes("abcde");
  char to[4] = {};
  CHECK(*bytes.read(to, 3) == 3);
  CHECK(std::string(to, 3) == "abc");
  CHECK(*bytes.read(to, 3) == 2);
  CHECK(std::string(to, 2) == "de");
  CHECK(*bytes.read(to, 3) == 0);
}

TEST_CASE("a trace passed on is the trace", "[trace]") {
  const auto inner = open_trace("gen:copy,elements=1000,stride=3");
  REQUIRE(inner.has_value());
  trace::PassedOn<> passed(**inner);
  CHECK(passed.name() == (*inner)->name());
  const auto head = passed.next_kernel();
  REQUIRE((head && *head));
  CHECK((*head)->name == "copy");
  BlockTrace block;
  std::uint64_t blocks = 0;
  while (*passed.next_block(block)) ++blocks;
  CHECK(blocks == (*head)->grid.volume());
  CHECK(passed.instructions().size() == 2);
  CHECK_FALSE(passed.next_kernel()->has_value());
  CHECK(passed.digest() == (*inner)->digest());
}
