// What advice says in words.
#include "report/advice.hpp"

#include <catch2/catch.hpp>

#include "report/findings.hpp"
#include "report/format.hpp"

using namespace warpmem;
using namespace warpmem::report;
using advise::Fix;
using advise::FixKind;
using advise::LanePattern;

namespace {

LanePattern lanes(Op op, Space space, unsigned bytes, std::int64_t step) {
  LanePattern p;
  p.op = op;
  p.space = space;
  p.bytes = bytes;
  p.step = step;
  p.steady = true;
  return p;
}
Fix fix(FixKind kind, std::uint64_t pitch, std::uint64_t unit, std::uint64_t pad = 0) {
  Fix f;
  f.kind = kind;
  f.pitch = pitch;
  f.unit = unit;
  f.pad = pad;
  f.end = 32 * pitch;
  return f;
}

}  // namespace

TEST_CASE("how lanes lie in global memory is a sentence with their step") {
  CHECK(lanes_text(lanes(Op::store, Space::global, 4, 8192)) == "Lane l writes 8,192 l bytes further on: every lane its own line.");
  CHECK(lanes_text(lanes(Op::load, Space::global, 4, -128)) == "Lane l reads 128 l bytes further back: every lane its own line.");
  CHECK(lanes_text(lanes(Op::load, Space::global, 4, 32)) == "Lane l reads 32 l bytes further on: every lane its own sector.");
  CHECK(lanes_text(lanes(Op::load, Space::global, 4, 12)) == "Lane l reads 12 l bytes further on: 4 of every 12 bytes are used.");
  CHECK(lanes_text(lanes(Op::store, Space::global, 4, 12)) == "Lane l writes 12 l bytes further on: 4 of every 12 bytes are written.");
  CHECK(lanes_text(lanes(Op::store, Space::global, 1, 3)) == "Lane l writes 3 l bytes further on: 1 of every 3 bytes is written.");
  CHECK(lanes_text(lanes(Op::load, Space::global, 4, 4)).empty());
  LanePattern late = lanes(Op::load, Space::global, 4, 4);
  late.same_offset = true;
  late.line_offset = 4;
  CHECK(lanes_text(late) == "Lanes lie side by side, but the first one's address is 4 bytes past a line.");
  LanePattern unsteady = lanes(Op::load, Space::global, 4, 8192);
  unsteady.steady = false;
  CHECK(lanes_text(unsteady).empty());
}

TEST_CASE("how lanes lie in shared memory is a sentence with their banks") {
  CHECK(lanes_text(lanes(Op::load, Space::shared, 4, 128)) == "Lane l reads 128 l bytes further on, 32 words: always in the same bank.");
  CHECK(lanes_text(lanes(Op::store, Space::shared, 4, 8)) == "Lane l writes 8 l bytes further on, 2 words: in 16 of the 32 banks.");
  CHECK(lanes_text(lanes(Op::load, Space::shared, 4, 132)).empty());
}

TEST_CASE("lanes that name one place take turns if they add, and are read at once") {
  CHECK(lanes_text(lanes(Op::reduction, Space::shared, 4, 0)) == "All lanes name one word, and atomics on one word take turns.");
  CHECK(lanes_text(lanes(Op::atomic, Space::global, 4, 0)) == "All lanes name one address and take turns.");
  CHECK(lanes_text(lanes(Op::load, Space::shared, 4, 0)).empty());
  CHECK(lanes_text(lanes(Op::load, Space::global, 4, 0)).empty());
}

TEST_CASE("counts alone do not tell one address from many: atomics may meet at one") {
  InstructionInfo info{0, "", "red.shared.b32", 5};
  InstructionCounters c;
  c.executed = c.requests = c.ideal_wavefronts = c.ideal_sectors = 1;
  c.wavefronts = c.sectors = c.lines = 32;
  CHECK(cause_of(info, c) == "Lanes meet at one word, or in one bank with different words: 32 wavefronts where 1 would do.");
  info.op = "red.global.b32";
  CHECK(cause_of(info, c) ==
        "Lanes on one address take turns, or lanes lie apart in sectors of their own: 32 sectors a request where 1 would do.");
  CHECK(cause_of(info, c, "All lanes name one address and take turns.") ==
        "All lanes name one address and take turns. 32 sectors a request where 1 would do.");
}

TEST_CASE("fixes say what to write") {
  const KernelResult kernel;
  const Fix padded = fix(FixKind::pad_rows, 128, 4, 4);
  CHECK(fix_text(padded, kernel) == "rows padded to 33 words");
  CHECK(change_text(padded, kernel) == "__shared__ float t[32][33]; instead of t[32][32]");
  CHECK(change_text(fix(FixKind::pad_rows, 256, 16, 16), kernel) == "__shared__ float4 t[32][17]; instead of t[32][16]");
  CHECK(change_text(fix(FixKind::swizzle, 128, 4), kernel).starts_with("t[y][x ^ y % 32] instead of t[y][x]"));
  CHECK(change_text(fix(FixKind::planes, 12, 4), kernel) == "float a[3][N]; instead of an array of 12-byte structures");
  CHECK(change_text(fix(FixKind::planes, 3, 1), kernel) == "unsigned char a[3][N]; instead of an array of 3-byte structures");
  Fix flat = padded;
  flat.flat = true;
  CHECK(change_text(flat, kernel).starts_with("t[i + i / 32] instead of t[i]"));
  flat.kind = FixKind::swizzle;
  CHECK(change_text(flat, kernel).starts_with("t[i ^ i / 32 % 32] instead of t[i]"));
  Fix wide = fix(FixKind::wide_threads, 0, 4);
  wide.factor = 4;
  CHECK(fix_text(wide, kernel) == "16 bytes a thread, a quarter of the threads");
}

TEST_CASE("several fields as one: read or written, whole structures or the first part of one") {
  KernelResult kernel;
  kernel.instructions = {{0, "", "ld.global.b32", 5}, {0, "", "st.global.b32", 6}};
  Fix wide = fix(FixKind::wide_fields, 16, 4);
  wide.factor = 4;
  wide.instructions = {0};
  CHECK(change_text(wide, kernel) == "float4 v = reinterpret_cast<const float4*>(a)[i]; or a structure with __align__(16)");
  wide.instructions = {1};
  CHECK(change_text(wide, kernel) == "reinterpret_cast<float4*>(a)[i] = v; or a structure with __align__(16)");
  wide.factor = 2;
  wide.pitch = 24;
  CHECK(change_text(wide, kernel) == "*reinterpret_cast<float2*>(&a[i].x) = v; or a structure with __align__(8)");
  wide.unit = 1;
  wide.pitch = 6;
  CHECK(change_text(wide, kernel).starts_with("*reinterpret_cast<uchar2*>(&a[i].x) = v;"));
  wide.unit = 2;
  CHECK(change_text(wide, kernel).starts_with("*reinterpret_cast<half2*>(&a[i].x) = v;"));
}

TEST_CASE("a kernel that has a tile already is told of a larger one") {
  advise::Finding f;
  f.rule = advise::Rule::l1_refetch;
  f.found = 4;
  f.least = 1;
  KernelResult kernel;
  CHECK(finding_text(f, kernel, {}).find("A tile in shared memory, or threads") != std::string::npos);
  kernel.sm.shared[0].instructions = 1;
  CHECK(finding_text(f, kernel, {}).find("A larger tile in shared memory than the one it has") != std::string::npos);
}

TEST_CASE("a number and its noun agree") {
  CHECK(counted(1, "wavefront") == "1 wavefront");
  CHECK(counted(0, "line") == "0 lines");
  CHECK(counted(4096, "byte") == "4,096 bytes");
  CHECK(counted(2, "address") == "2 addresses");
  CHECK(amount(1.0, "sector") == "1 sector");
  CHECK(amount(1.25, "sector") == "1.25 sectors");
  InstructionInfo info{0, "", "ld.shared.b32", 5};
  InstructionCounters c;
  c.executed = 4;
  c.wavefronts = 8;
  c.ideal_wavefronts = 4;
  CHECK(cause_of(info, c) == "Lanes meet in the same bank with different words: 2 wavefronts where 1 would do.");
  info.op = "ld.global.b32";
  c.requests = c.lines = c.ideal_sectors = 4;
  c.sectors = 8;
  CHECK(cause_of(info, c) ==
        "Lanes lie apart, or the first one's address is not a multiple of 32: 1 line, 2 sectors a request where 1 would do.");
}

TEST_CASE("a gain is said in cycles and in the count that fell the most") {
  advise::Cost before;
  before.cycles = 139'600;
  before.sectors = 1000;
  before.wavefronts = 3200;
  advise::Trial trial;
  trial.cost = before;
  trial.cost.cycles = 18'700;
  CHECK(gain_text(trial, before) == "18,700 cycles instead of 139,600, 7.5 times faster");
  trial.cost.wavefronts = 100;
  CHECK(gain_text(trial, before) == "18,700 cycles instead of 139,600, 7.5 times faster; 100 wavefronts in shared memory instead of 3,200");
  trial.cost.wavefronts = 1;
  CHECK(gain_text(trial, before).ends_with("; 1 wavefront in shared memory instead of 3,200"));
  trial.cost = before;
  trial.cost.cycles = 125'640;
  CHECK(gain_text(trial, before) == "125,640 cycles instead of 139,600, 10 % fewer");
  trial.cost.cycles = 139'700;
  CHECK(gain_text(trial, before) == "139,700 cycles instead of 139,600");
}

TEST_CASE("a run says how an instruction's lanes lie only where its sample costs what the executions do on average") {
  KernelResult kernel;
  kernel.instructions = {{0, "", "ld.shared.b32", 5}};
  kernel.per_instruction.resize(1);
  kernel.per_instruction[0].executed = 2;
  kernel.per_instruction[0].wavefronts = 64;
  const MachineConfig machine;
  SampleAccess sample;
  sample.access.record.space = Space::shared;
  sample.access.record.lanes = LaneMask::all();
  sample.access.record.stride = 128;
  CHECK(lanes_of(0, kernel, machine, {sample}) == "Lane l reads 128 l bytes further on, 32 words: always in the same bank.");
  kernel.per_instruction[0].wavefronts = 40;
  CHECK(lanes_of(0, kernel, machine, {sample}).empty());
  CHECK(lanes_of(0, kernel, machine, {}).empty());
}
