// Bad text traces: each mistake by its line and column.
#include "trace_support.hpp"

using namespace warpmem;
using namespace warpmem::test;
using Catch::Matchers::Contains;

namespace {

Error error_of(const std::string& text) {
  const auto launches = read_text(text);
  INFO(text.substr(0, 200));
  REQUIRE_FALSE(launches.has_value());
  CHECK(launches.error().kind == ErrorKind::input);
  return launches.error();
}

const std::string head = "warpmem-trace 1\nkernel k grid=4,2 block=40 shared=128\n";

}  // namespace

TEST_CASE("mistakes in an instruction are shown where they stand", "[trace][errors]") {
  const struct {
    const char* line;
    std::uint64_t column;
    const char* says;
  } mistakes[] = {
      {"lt.global.b32 0", 1, "unknown operation `lt.global.b32`, did you mean `ld`?"},
      {"  xyz 0", 3, "expected ld, st, red, atom, bar, wait, compute, mark, kernel, block or warp"},
      {"ld.globl.b32 0", 4, "unknown memory space `globl`, did you mean `global`?"},
      {"ld.global.cx.b32 0", 11, "unknown cache operator `cx`"},
      {"ld.global.b24 0", 11, "unknown width `b24`, did you mean `b"},
      {"ld.global.256 0", 11, "expected b8, b16, b32, b64 or b128"},
      {"ld.global 0", 1, "lacks its memory space or width, as in `ld.global.b32`"},
      {"ld 0", 1, "lacks its memory space and width"},
      {"ld.global.cg.b32.x 0", 18, "after the width"},
      {"red.global.b8 0", 12, "`red` and `atom` take 32, 64 or 128 bits"},
      {"atom.shared.b16 0", 13, "take 32, 64 or 128"},
      {"red.local.b32 0", 5, "local memory has no `red`"},
      {"bar.sync", 5, "stands alone"},
      {"ld.global.b32", 14, "expected an address, a number, before the line's end"},
      {"ld.global.b32 # 0", 15, "expected an address"},
      {"ld.global.b32 x", 15, "instead of `x`"},
      {"ld.global.b32 -4", 15, "instead of `-4`"},
      {"ld.global.b32 0x", 15, "expected an address"},
      {"ld.global.b32 0x10g", 19, "unexpected `g`"},
      {"ld.global.b32 0x1ffffffffffffffff", 15, "does not fit into 64 bits"},
      {"ld.global.b32 18446744073709551616", 15, "does not fit into 64 bits"},
      {"ld.global.b32 0xfffffffffffffff0+4", 15, "lane 31 runs past the last 64-bit address"},
      {"ld.global.b32 0x70-4", 15, "lane 31 falls below address 0"},
      {"ld.global.b32 0+9223372036854775808", 16, "the stride does not fit"},
      {"ld.global.b32 0+", 17, "expected the stride"},
      {"ld.global.b32 0x1004+2", 15, "lane 1 loads 4 bytes at 0x1006, which is not a multiple of 4"},
      {"st.global.b64 [0 8 20] @7", 20, "lane 2 stores 8 bytes at 0x14, which is not a multiple of 8"},
      {"ld.global.b32 0+4*8,2+4*24", 21, "lane 8 loads 4 bytes at 0x2,"},
      {"atom.global.b32 [0 1] @11", 20, "lane 4 updates 4 bytes at 0x1"},
      {"ld.global.b32 [0 4 8", 21, "expected `]`"},
      {"ld.global.b32 [0 4 8]", 15, "3 addresses for 32 active lanes"},
      {"ld.global.b32 [0] @3", 15, "1 address for 2 active lanes"},
      {"ld.global.b32 [] @1", 15, "0 addresses for 1 active lane"},
      {"ld.global.b32 0+4*8", 15, "8 addresses for 32 active lanes"},
      {"ld.global.b32 0+4*8,0x100", 26, "expected `*` and the number of lanes"},
      {"ld.global.b32 0+4*20,0+4*20", 26, "the runs cover 20 + 20 lanes"},
      {"ld.global.b32 0+4*0", 19, "the runs cover no lane"},
      {"ld.global.b32 0+4 @", 19, "no lane mask"},
      {"ld.global.b32 0+4 @0xff", 19, "hex digits without 0x"},
      {"ld.global.b32 0+4 @123456789", 19, "at most 8 hex digits"},
      {"ld.global.b32 0+4 @1 @2", 22, "a second lane mask"},
      {"ld.global.b32 0+4 pcc=1", 19, "unknown key `pcc`, did you mean `pc`?"},
      {"ld.global.b32 0+4 pc=1 pc=2", 24, "stands twice"},
      {"ld.global.b32 0+4 pc=z", 22, "expected the pc"},
      {"ld.global.b32 0+4 dep=some", 23, "expected none, all or a number"},
      {"ld.global.b32 0+4 dep=65535", 23, "from 0 to 65534"},
      {"ld.global.b32 0+4 src=\"a", 23, "a double quote without its end"},
      {"ld.global.b32 0+4 0+4", 19, "unexpected `0+4`: expected @MASK, pc=, src= or dep="},
      {"compute", 8, "expected the number of instructions"},
      {"compute 0", 9, "expected 1 to 4294967295"},
      {"compute 1x", 9, "instead of `1x`"},
      {"bar 3", 5, "unexpected `3`"},
  };
  for (const auto& mistake : mistakes) {
    INFO(mistake.line);
    const Error error = error_of("warpmem-trace 1\n\n# a comment\n" + std::string(mistake.line) + "\n");
    CHECK(error.line == 4);
    CHECK(error.column == mistake.column);
    CHECK_THAT(error.message, Contains(mistake.says));
    CHECK(error.excerpt == mistake.line);
    CHECK(error.excerpt_column == mistake.column);
  }
}

TEST_CASE("mistakes about kernels, blocks and warps", "[trace][errors]") {
  const struct {
    std::string text;
    std::uint64_t line, column;
    const char* says;
  } mistakes[] = {
      {"warpmem-trace 2\n", 1, 15, "trace version 2 is not known: expected 1"},
      {"warpmem-trace\n", 1, 14, "expected the version"},
      {"warpmem-trace 1 x\n", 1, 17, "unexpected `x`"},
      {"kernel k grid=1 block=32\n", 1, 1, "the first line is missing: expected `warpmem-trace 1`"},
      {"warpmem-trace 1\nld.global.b32 0\nwarpmem-trace 1\n", 3, 1, "only once"},
      {"warpmem-trace 1\nkernel k grid=1\n", 2, 16, "lacks block="},
      {"warpmem-trace 1\nkernel k\n", 2, 9, "lacks grid="},
      {"warpmem-trace 1\nkernel\n", 2, 7, "expected the kernel's name"},
      {"warpmem-trace 1\nkernel grid=1 block=32\n", 2, 8, "expected the kernel's name"},
      {"warpmem-trace 1\nkernel k grid=0 block=32\n", 2, 10, "grid x is 0: expected 1 to 2147483647"},
      {"warpmem-trace 1\nkernel k grid=1,70000 block=32\n", 2, 10, "grid y is 70000: expected 1 to 65535"},
      {"warpmem-trace 1\nkernel k grid=2147483648 block=32\n", 2, 10, "grid x"},
      {"warpmem-trace 1\nkernel k grid=99999999999 block=32\n", 2, 15, "too large"},
      {"warpmem-trace 1\nkernel k grid=1 block=1025\n", 2, 17, "block x is 1025"},
      {"warpmem-trace 1\nkernel k grid=1 block=32,64\n", 2, 17, "threads of a block is 2048"},
      {"warpmem-trace 1\nkernel k grid=1 block=1,1,65\n", 2, 17, "block z is 65: expected 1 to 64"},
      {"warpmem-trace 1\nkernel k grid=1,1,1,1 block=32\n", 2, 20, "as X, X,Y or X,Y,Z"},
      {"warpmem-trace 1\nkernel k grid=1 block=32 shared=300000\n", 2, 26, "shared is 300000"},
      {"warpmem-trace 1\nkernel k grid=1 block=32 regs=300\n", 2, 26, "regs is 300"},
      {"warpmem-trace 1\nkernel k grid=1 block=32 share=1\n", 2, 26, "unknown key `share`, did you mean `shared`?"},
      {"warpmem-trace 1\nkernel k grid=1 grid=1 block=32\n", 2, 17, "stands twice"},
      {head + "block 4\n", 3, 7, "outside the grid of 4,2,1 blocks"},
      {head + "block 0,2\n", 3, 7, "outside the grid"},
      {head + "block 1\nblock 0\n", 4, 1, "block number 0 comes after block number 1"},
      {head + "block 0,1\nblock 0,1\n", 4, 1, "block number 4 comes after block number 4"},
      {head + "bar\nblock 0\n", 4, 1, "each once"},
      {head + "block\n", 3, 6, "expected the block's index"},
      {head + "warp 2\n", 3, 6, "warp 2 lies outside the block, which has 2 warps"},
      {head + "warp 1 1\n", 3, 8, "unexpected `1`"},
      {"warpmem-trace 1\nwarp 1\n", 2, 6, "which has 1 warp "},
      {head + "warp 1\nld.global.b32 0+4 @1ff\n", 4, 19, "lane 8 is active, but the block fills only 8 lanes"},
      {head + "ld.shared.b32 4+4\n", 3, 15, "lane 31 loads 4 bytes at offset 0x80, past the block's 128 bytes of shared memory"},
      {head + "ld.shared.b32 0xfffffffffffffffc @1\n", 3, 15, "past the block's"},
      {"st.shared.b128 233472 @1\n", 1, 16, "past the block's 233472 bytes"},
      {"ld.shared.b32 0+4\nld.shared.b32 233472\n", 2, 15, "past the block's"},
  };
  for (const auto& mistake : mistakes) {
    INFO(mistake.text);
    const Error error = error_of(mistake.text);
    CHECK(error.line == mistake.line);
    CHECK(error.column == mistake.column);
    CHECK_THAT(error.message, Contains(mistake.says));
  }
}

TEST_CASE("a long line is shown around the mistake", "[trace][errors]") {
  std::string line = "ld.global.b32 [";
  for (int lane = 0; lane < 31; ++lane) line += "0x7f0000000000 ";
  line += "0x7f0000000006]";
  const Error error = error_of(line);
  CHECK(error.column == 16 + 31 * 15);
  CHECK(error.excerpt.size() < 100);
  CHECK(error.excerpt.substr(error.excerpt_column - 1, 14) == "0x7f0000000006");
  CHECK_THAT(error.message, Contains("lane 31 loads 4 bytes at 0x7f0000000006"));
}

TEST_CASE("an error stays: what comes after it is not read", "[trace][errors]") {
  TemporaryFile file("bar\nfoo\nbar\n");
  auto source = open_trace(file.path());
  REQUIRE(source);
  REQUIRE((*source)->next_kernel().value());
  BlockTrace block;
  CHECK((*source)->next_block(block).error().line == 2);
  CHECK((*source)->next_block(block).error().line == 2);
  CHECK((*source)->next_kernel().error().line == 2);
}

TEST_CASE("files that are no trace", "[trace][errors]") {
  const auto message = [](const std::string& name) {
    const auto launches = read_all(name);
    REQUIRE_FALSE(launches);
    CHECK(launches.error().kind == ErrorKind::input);
    CHECK(launches.error().file == name);
    return launches.error().message;
  };
  CHECK_THAT(message("no-such-file.wmt"), Contains("cannot be opened: No such file or directory"));
  CHECK_THAT(message("/tmp"), Contains("is a directory"));
  CHECK_THAT(message(TemporaryFile("").path()), Contains("nothing in it"));
  CHECK_THAT(message(TemporaryFile("# only a comment\n\n").path()), Contains("nothing in it"));
  CHECK_THAT(message(TemporaryFile("warpmem-trace 1\n").path()), Contains("nothing in it"));
  CHECK_THAT(message(TemporaryFile("\x7f"
                                   "ELF\x02\x01\x01")
                         .path()),
             Contains("not a trace of a known format"));
  CHECK_THAT(message(TemporaryFile(std::string("\xff\xfe"
                                               "b\0a\0",
                                               6))
                         .path()),
             Contains("not a trace of a known format"));
  CHECK_THAT(message(TemporaryFile("MEMTRACE: CTX 0x1 - LAUNCH - Kernel pc 0x1\n").path()), Contains("NVBit's mem_trace"));
  CHECK_THAT(message(TemporaryFile("{\"type\": \"mem_trace\"}\n").path()), Contains("CUTracer"));
}

TEST_CASE("bytes that do not belong into text", "[trace][errors]") {
  CHECK(launch_of(read_text("\xEF\xBB\xBF"
                            "warpmem-trace 1\r\nbar\r\n"))
            .accesses.size() == 1);
  const Error nul = error_of(std::string("bar\nbar\0\nbar\n", 13));
  CHECK(nul.line == 2);
  CHECK(nul.column == 4);
  CHECK_THAT(nul.message, Contains("NUL"));
  const Error garbage = error_of("bar\n\x01\x02\xff garbage\n");
  CHECK(garbage.line == 2);
  CHECK(garbage.column == 3);
  CHECK(garbage.excerpt == "??? garbage");
  CHECK_THAT(garbage.message, Contains("not UTF-8"));
  CHECK(launch_of(read_text("bar src=\"\u00e9\U0001F600.cu:1\" # \u00e9\n")).accesses[0].instruction.source == "\u00e9\U0001F600.cu:1");
  for (const char* bad : {"\xc3", "\xc0\xaf", "\xe0\x80\x80", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\x80"})
    CHECK_THAT(error_of(std::string("bar # ") + bad).message, Contains("not UTF-8"));
}

TEST_CASE("one access outside a file is checked alike", "[trace][errors]") {
  CHECK_THAT(parse_access("ld.shared.b32 233472").error().message, Contains("past the block's 233472 bytes"));
  CHECK_THAT(parse_access("nonsense").error().message, Contains("unknown operation `nonsense`"));
  CHECK(parse_access("nonsense").error().file.empty());
  for (const char* other : {"bar", "wait", "mark", "compute 4"}) {
    INFO(other);
    REQUIRE_FALSE(parse_access(other));
    CHECK_THAT(parse_access(other).error().message, Contains("touches no memory"));
  }
}
