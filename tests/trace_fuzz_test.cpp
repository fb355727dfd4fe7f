// Damaged inputs of every format end in a value, good or bad, and never in a crash or a runaway: mutations of good inputs,
// the same in every run.
#include <chrono>
#include <random>

#include "trace/binary_seek.hpp"
#include "trace_support.hpp"

using namespace warpmem;
using namespace warpmem::test;

namespace {

const std::string text_seed =
    "warpmem-trace 1\nkernel k grid=2,2 block=40 shared=512 regs=32\nblock 1\nwarp 0\nld.global.b32 0x1000+4 pc=0x10 src=a.cu:3\n"
    "ld.global.cg.b64 [0x10 0x8 0x18] @7 dep=2\nst.shared.b32 0+4*8,0x40+4*24\nbar\nwarp 1\ncompute 5 dep=all\natom.global.b32 "
    "0x80-4\nmark\nblock 0,1\nwait\n";
const std::string traceg_seed =
    "-kernel name = k\n-grid dim = (2,1,1)\n-block dim = (64,1,1)\n-shmem = 512\n-shmem base_addr = 0x7f1000000000\n-local mem base_addr = "
    "0x7f2000000000\n"
    "-accelsim tracer version = 5\n-enable lineinfo = 0\n\n#BEGIN_TB\n\nthread block = 0,0,0\n\nwarp = 0\ninsts = 5\n"
    "0000 ffffffff 1 R4 LDG.E 1 R2 4 1 0x100 4 0\n0010 0000000f 1 R6 LDS.64 1 R8 8 2 0x7f1000000000 8 8 8 0\n0020 3 1 R10 LDL 1 R11 4 0 "
    "0x10 0x20 0\n"
    "0030 ffffffff 1 R12 FADD 2 R4 R10 0 0\n0040 ffffffff 0 EXIT 0 0 0\n\nwarp = 1\ninsts = 1\n0000 ffffffff 1 R4 LD.E 1 R2 4 1 "
    "0x7f2000000000 0 0\n\n#END_TB\n";
const std::string csv_seed =
    "kernel,thread,block,pc,op,space,bytes,address\n\"a,b\",0,0,0x10,ld,global,4,0x100\n\"a,b\",1,0,0x10,ld,global,4,0x104\nc,33,1,0x20,st,"
    "shared,8,64\n"
    "c,1023,0,0x30,atom.global.b32,global,4,128\n";

// A few random edits: bytes changed, dropped, doubled, digits made large, pieces moved.
std::string mutated(std::string text, std::mt19937& random) {
  const auto below = [&](std::size_t n) { return n == 0 ? 0 : random() % n; };
  static const char* const pieces[] = {
      "99999999999999999999", "-1",   "0x", ",", "\n", "\"", "@", "*", "+", "[", "]", "block 0\n", "warp 9\n",
      "4294967296",           "\xff", " ",  "#", "=",  ".b", "0"};
  for (std::size_t edits = 1 + below(4); edits > 0; --edits) {
    const std::size_t at = below(text.size());
    switch (below(5)) {
      case 0:
        text[at] = static_cast<char>(random());
        break;
      case 1:
        text.erase(at, 1 + below(8));
        break;
      case 2:
        text.insert(at, pieces[below(std::size(pieces))]);
        break;
      case 3:
        text.insert(at, text.substr(below(text.size()), below(60)));
        break;
      default:
        text.resize(at);
        break;
    }
    if (text.empty()) text = "x";
  }
  return text;
}

// Reads at most a few thousand blocks: a mutated grid may have 2^31, each of them rightly empty.
void read_some(const std::string& path) {
  auto source = open_trace(path);
  if (!source) return;
  BlockTrace block;
  for (int launches = 0; launches < 10; ++launches) {
    const auto head = (*source)->next_kernel();
    if (!head || !*head) return;
    REQUIRE((*head)->block.volume() <= 1024);
    for (int blocks = 0; blocks < 1000; ++blocks) {
      const auto more = (*source)->next_block(block);
      if (!more || !*more) break;
      REQUIRE(block.warp_begin.size() == (*head)->warps_per_block() + 1U);
      REQUIRE(block.warp_begin.back() == block.records.size());
      for (const Record& record : block.records) {
        REQUIRE(record.instruction < (*source)->instructions().size());
        for (const std::uint64_t address : addresses_of(record, block.addresses)) REQUIRE(address % record.bytes == 0);
      }
    }
  }
}

void fuzz(const std::string& seed, unsigned number) {
  std::mt19937 random(number);
  const TemporaryFile file;
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  for (int round = 0; round < 3000 && std::chrono::steady_clock::now() < until; ++round) {
    std::ofstream(file.path(), std::ios::binary | std::ios::trunc) << mutated(seed, random);
    read_some(file.path());
    if (seed[0] == '\x89') (void)trace::seek_block(file.path(), 0, round % 4);
  }
}

std::string binary_seed() {
  TemporaryFile text(text_seed), binary;
  auto source = open_trace(text.path());
  REQUIRE(write_trace(**source, binary.path(), TraceFormat::binary));
  return content_of(binary.path());
}

}  // namespace

TEST_CASE("mutated text traces", "[trace][fuzz]") { fuzz(text_seed, 1); }
TEST_CASE("mutated Accel-Sim traces", "[trace][fuzz]") { fuzz(traceg_seed, 2); }
TEST_CASE("mutated CSV", "[trace][fuzz]") { fuzz(csv_seed, 3); }
TEST_CASE("mutated binary traces", "[trace][fuzz]") { fuzz(binary_seed(), 4); }

TEST_CASE("the seeds are good", "[trace][fuzz]") {
  CHECK(read_text(text_seed));
  CHECK(read_text(traceg_seed));
  CHECK(read_text(csv_seed));
}
