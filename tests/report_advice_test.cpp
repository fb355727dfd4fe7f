// What advice says in words.
#include "report/advice.hpp"

#include <catch2/catch.hpp>

#include "report/findings.hpp"

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
