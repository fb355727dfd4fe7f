// CSV of per-thread accesses: rows become warp instructions.
#include "trace_support.hpp"

using namespace warpmem;
using namespace warpmem::test;
using Catch::Matchers::Contains;

namespace {

Result<std::vector<Launch>> read_csv(const std::string& text) { return read_all(TemporaryFile(text, ".csv").path()); }

}  // namespace

TEST_CASE("thread and address alone are loads of four bytes", "[trace][csv]") {
  std::string text = "thread,address\n";
  for (int thread = 0; thread < 40; ++thread) text += std::to_string(thread) + "," + std::to_string(4096 + 4 * thread) + "\n";
  const Launch launch = launch_of(read_csv(text));
  CHECK(launch.head.name == "trace");
  CHECK(launch.head.block == Dim3{40, 1, 1});
  REQUIRE(launch.accesses.size() == 2);
  CHECK(launch.accesses[0].instruction.op == "ld.global.b32");
  CHECK(launch.accesses[0].record.stride == 4);
  CHECK(launch.accesses[1].record.lanes == LaneMask(0xff));
}

TEST_CASE("the k-th access of each thread at one pc is one warp instruction, in whatever order the rows come", "[trace][csv]") {
  // Two pcs in a loop of two; thread 1 leaves after the first round. Thread by thread, and instruction by instruction.
  const std::vector<std::string> rows = {"0,0x10,0x100", "0,0x20,0x200", "0,0x10,0x110", "0,0x20,0x210", "1,0x10,0x104", "1,0x20,0x204"};
  for (const std::vector<int>& order : {std::vector<int>{0, 1, 2, 3, 4, 5}, {0, 4, 1, 5, 2, 3}}) {
    std::string text = "thread,pc,address\n";
    for (const int row : order) text += rows[static_cast<std::size_t>(row)] + "\n";
    const Launch launch = launch_of(read_csv(text));
    std::vector<std::pair<std::uint64_t, std::vector<std::uint64_t>>> found;
    for (const Access& access : launch.accesses) found.emplace_back(access.instruction.pc, access.addresses);
    CHECK(found == std::vector<std::pair<std::uint64_t, std::vector<std::uint64_t>>>{
                       {0x10, {0x100, 0x104}}, {0x20, {0x200, 0x204}}, {0x10, {0x110}}, {0x20, {0x210}}});
  }
}

TEST_CASE("all columns, quoted fields, any case and order", "[trace][csv]") {
  const auto launches = read_csv(
      "\"Kernel\", op ,Space,BYTES,block,thread,address,pc\r\n"
      "\"f<int, \"\"x\"\">\",st,shared,8,2,33,64,0x10\n"
      "\n# a comment\n"
      "\"f<int, \"\"x\"\">\",atom,global,4,0,0,0x80,0x20\n"
      "g,ld.global.cg.b64,global,8,0,0,0x80,0x20\n");
  REQUIRE(launches);
  REQUIRE(launches->size() == 2);
  const Launch& first = launches->at(0);
  CHECK(first.head.name == "f<int, \"x\">");
  CHECK(first.head.grid == Dim3{3, 1, 1});
  CHECK(first.head.block == Dim3{34, 1, 1});
  REQUIRE(first.accesses.size() == 2);
  CHECK(first.accesses[0].block == 0);
  CHECK(first.accesses[0].instruction.op == "atom.global.b32");
  CHECK(first.accesses[1].block == 2);
  CHECK(first.accesses[1].warp == 1);
  CHECK(first.accesses[1].record.lanes == LaneMask(2));
  CHECK(first.accesses[1].instruction.op == "st.shared.b64");
  CHECK(launches->at(1).accesses.at(0).instruction.op == "ld.global.cg.b64");
}

TEST_CASE("without a block column threads are numbered over the launch", "[trace][csv]") {
  const Launch launch = launch_of(read_csv("thread,address\n0,0\n2049,4\n"));
  CHECK(launch.head.grid == Dim3{3, 1, 1});
  CHECK(launch.head.block == Dim3{2, 1, 1});
  REQUIRE(launch.accesses.size() == 2);
  CHECK(launch.accesses[1].block == 2);
  CHECK(launch.accesses[1].record.lanes == LaneMask(2));
}

TEST_CASE("bad rows", "[trace][csv][errors]") {
  const struct {
    const char* text;
    std::uint64_t line, column;
    const char* says;
  } mistakes[] = {{"thread,adress\n0,0\n", 1, 8, "unknown column `adress`, did you mean `address`?"},
                  {"thread,op\n0,ld\n", 1, 10, "lacks the column `address`"},
                  {"address,op\n0,ld\n", 1, 11, "lacks the column `thread`"},
                  {"thread,address,thread\n", 1, 16, "stands twice"},
                  {"thread,address\n", 0, 0, "no row after the header"},
                  {"thread,address\n0\n", 2, 2, "1 field for 2 columns"},
                  {"thread,address\n0,0,0\n", 2, 5, "3 fields for 2 columns"},
                  {"thread,address\n0,x\n", 2, 3, "expected the address"},
                  {"thread,address\n0,\n", 2, 3, "expected the address"},
                  {"thread,address\n0,4 5\n", 2, 3, "expected the address"},
                  {"thread,address\n-1,4\n", 2, 1, "expected the thread"},
                  {"thread,address\n0,2\n", 2, 3, "thread 0 loads 4 bytes at 0x2, which is not a multiple of 4"},
                  {"thread,address,bytes\n0,4,3\n", 2, 5, "bytes 3: expected 1, 2, 4, 8 or 16"},
                  {"thread,address,bytes\n0,4,260\n", 2, 5, "bytes 260"},
                  {"thread,address,op\n0,4,add\n", 2, 5, "unknown operation `add`"},
                  {"thread,address,op\n0,4,bar\n", 2, 5, "unknown operation `bar`"},
                  {"thread,address,space\n0,4,globl\n", 2, 5, "did you mean `global`?"},
                  {"thread,address,space\n0,233472,shared\n", 2, 3, "past the block's"},
                  {"thread,address,op,bytes\n0,4,red,2\n", 2, 3, "red and atom take 4, 8 or 16 bytes"},
                  {"thread,address,block\n1024,4,0\n", 2, 1, "a block has at most 1024 threads"},
                  {"thread,address,block\n0,4,2147483647\n", 2, 5, "beyond the largest grid"},
                  {"thread,address\n99999999999999,4\n", 2, 1, "beyond the largest grid"},
                  {"thread,address\n\"0,4\n", 2, 1, "a double quote without its end"},
                  {"thread,address\n\"0\"4,4\n", 2, 4, "expected a comma"}};
  for (const auto& mistake : mistakes) {
    INFO(mistake.text);
    const auto launches = read_csv(mistake.text);
    REQUIRE_FALSE(launches);
    CHECK(launches.error().line == mistake.line);
    CHECK(launches.error().column == mistake.column);
    CHECK_THAT(launches.error().message, Contains(mistake.says));
  }
}
