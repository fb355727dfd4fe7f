// Accel-Sim's traces: address modes, what opcodes mean, and waits from registers.
#include "trace/sass.hpp"
#include "trace_support.hpp"

using namespace warpmem;
using namespace warpmem::test;
using Catch::Matchers::Contains;

namespace {

std::string header(int version = 5, const std::string& more = {}) {
  return "-kernel name = k\n-kernel id = 1\n-grid dim = (2,1,1)\n-block dim = (40,1,1)\n-shmem = 2048\n-nregs = 24\n-binary version = 80\n"
         "-shmem base_addr = 0x7f1000000000\n-local mem base_addr = 0x7f2000000000\n-accelsim tracer version = " +
         std::to_string(version) + "\n" + more + "\n#traces format = ...\n\n";
}

std::string block(const std::string& instructions, int x = 0, int warp = 0) {
  const auto count = std::count(instructions.begin(), instructions.end(), '\n');
  return "#BEGIN_TB\n\nthread block = " + std::to_string(x) + ",0,0\n\nwarp = " + std::to_string(warp) +
         "\ninsts = " + std::to_string(count) + "\n" + instructions + "\n#END_TB\n";
}

Result<std::vector<Launch>> read_traceg(const std::string& text) { return read_all(TemporaryFile(text, ".traceg").path()); }

std::vector<Access> accesses(const std::string& instructions) { return launch_of(read_traceg(header() + block(instructions))).accesses; }

std::vector<std::string> ops(const std::string& instructions) {
  std::vector<std::string> names;
  for (const Access& access : accesses(instructions)) names.push_back(access.instruction.op);
  return names;
}

}  // namespace

TEST_CASE("address modes name the active lanes' addresses", "[trace][accelsim]") {
  CHECK(accesses("0000 0000000f 1 R1 LDG.E 1 R2 4 0 0x100 0x200 0x304 0x0 0\n").at(0).addresses ==
        std::vector<std::uint64_t>{0x100, 0x200, 0x304, 0});
  CHECK(accesses("0000 000000f0 1 R1 LDG.E 1 R2 4 1 0x100 -4 0\n").at(0).addresses == std::vector<std::uint64_t>{0x100, 0xfc, 0xf8, 0xf4});
  CHECK(accesses("0000 80000003 1 R1 LDG.E 1 R2 4 2 0x100 64 -32 0\n").at(0).addresses == std::vector<std::uint64_t>{0x100, 0x140, 0x120});
  CHECK(accesses("0000 00000100 1 R1 LDG.E 1 R2 4 2 0x100 0\n").at(0).addresses == std::vector<std::uint64_t>{0x100});
  // No immediate, as in versions 3 and 4.
  CHECK(accesses("0000 00000100 1 R1 LDG.E 1 R2 4 1 0x100 0\n").at(0).addresses == std::vector<std::uint64_t>{0x100});
  CHECK(accesses("0000 ffffffff 1 R1 LDG.E 1 R2 4 1 0x100 4\n").at(0).record.stride == 4);
}

TEST_CASE("opcodes say operation, width and cache operator", "[trace][accelsim]") {
  const struct {
    const char *opcode, *op;
  } known[] = {{"LDG.E", "ld.global.b32"},
               {"LDG.E.U8", "ld.global.b8"},
               {"LDG.E.S16", "ld.global.b16"},
               {"LDG.E.64.CONSTANT", "ld.global.b64"},
               {"LDG.E.128", "ld.global.b128"},
               {"LDG.E.EF", "ld.global.cs.b32"},
               {"LDG.E.STRONG.GPU", "ld.global.cg.b32"},
               {"LDG.E.64.STRONG.SYS", "ld.global.cv.b64"},
               {"LDG.E.STRONG.CTA", "ld.global.b32"},
               {"STG.E.EF.128", "st.global.cs.b128"},
               {"STG.E.STRONG.SYS", "st.global.wt.b32"},
               {"LDGSTS.E.BYPASS.128", "ld.global.cg.b128"},
               {"ATOMG.E.ADD.F64.RN.STRONG.GPU", "atom.global.b64"},
               {"RED.E.ADD.STRONG.GPU", "red.global.b32"},
               {"RED.E.ADD.F16x2.RN.STRONG.GPU", "red.global.b32"},
               {"ATOM.E.CAS.64.STRONG.GPU", "atom.global.b64"}};
  for (const auto& expected : known) {
    INFO(expected.opcode);
    CHECK(ops("0000 1 1 R1 " + std::string(expected.opcode) + " 1 R2 4 0 0x100 0\n") == std::vector<std::string>{expected.op});
  }
  CHECK(ops("0000 1 1 R1 LDS.U.64 1 R2 8 0 0x100 0\n") == std::vector<std::string>{"ld.shared.b64"});
  CHECK(ops("0000 1 0 STS 2 R2 R3 4 0 0x100 0\n") == std::vector<std::string>{"st.shared.b32"});
  CHECK(ops("0000 1 1 R1 ATOMS.ADD 1 R2 4 0 0x100 0\n") == std::vector<std::string>{"atom.shared.b32"});
  CHECK(ops("0000 1 0 BAR.SYNC.DEFER_BLOCKING 0 0 0\n") == std::vector<std::string>{"bar"});
}

TEST_CASE("generic and windowed addresses find their space", "[trace][accelsim]") {
  const auto one = [](const std::string& rest) { return accesses("0000 3 1 R1 " + rest + "\n").at(0); };
  CHECK(one("LD.E 1 R2 4 0 0x7f1000000010 0x7f1000000020 0").instruction.op == "ld.shared.b32");
  CHECK(one("LD.E 1 R2 4 0 0x7f1000000010 0x7f1000000020 0").addresses == std::vector<std::uint64_t>{0x10, 0x20});
  CHECK(one("LD.E 1 R2 4 0 0x7f3000000010 0x7f3000000020 0").instruction.op == "ld.global.b32");
  CHECK(one("LDS 1 R2 4 0 0x7f1000000010 0x7f1000000020 0").addresses == std::vector<std::uint64_t>{0x10, 0x20});
  CHECK(one("LDS 1 R2 4 0 0x10 0x20 0").addresses == std::vector<std::uint64_t>{0x10, 0x20});
  // Offsets that count the system's kilobyte: without it they fit.
  CHECK(one("LDS 1 R2 4 0 0x800 0xbfc 0").addresses == std::vector<std::uint64_t>{0x400, 0x7fc});
  CHECK(one("ATOM.E.ADD 2 R2 R3 4 0 0x7f1000000010 0x7f1000000020 0").instruction.op == "atom.shared.b32");
}

TEST_CASE("local memory lays the lanes' words side by side", "[trace][accelsim]") {
  const auto words = accesses(
      "0000 ffffffff 1 R1 LDL 1 R2 4 1 0x10 0 0\n0010 ffffffff 1 R1 LDL 1 R2 4 1 0x14 0 0\n0020 ffffffff 1 R1 LDL.64 1 R2 8 1 0x18 0 0\n");
  CHECK(words.at(0).instruction.op == "ld.local.b32");
  CHECK(words[0].record.stride == 4);
  CHECK(words[1].addresses[0] == words[0].addresses[0] + 128);
  CHECK(words[2].record.stride == 8);
  const auto same_generic = accesses("0000 ffffffff 1 R1 LD.E 1 R2 4 1 0x7f2000000010 0 0\n");
  CHECK(same_generic.at(0).instruction.op == "ld.local.b32");
  CHECK(same_generic[0].addresses == words[0].addresses);
}

TEST_CASE("registers make the waits", "[trace][accelsim]") {
  const auto all = accesses(
      "0000 ffffffff 1 R4 LDG.E 1 R2 4 1 0x100 4 0\n"     // load 1
      "0010 ffffffff 1 R6 LDG.E.64 1 R8 8 1 0x200 8 0\n"  // load 2: R6 and R7
      "0020 ffffffff 1 R10 IADD3 1 R11 0 0\n"             // needs neither
      "0030 ffffffff 1 R12 FADD 2 R4 R10 0 0\n"           // needs load 1
      "0040 ffffffff 1 R13 FADD 2 R7 R12 0 0\n"           // needs load 2
      "0050 ffffffff 0 STG.E 2 R14 R13 4 1 0x300 4 0\n"   // nothing outstanding
      "0060 ffffffff 1 R4 LDG.E 1 R2 4 1 0x100 4 0\n"
      "0070 ffffffff 1 R5 LDG.E 1 R4 4 1 0x100 4 0\n"   // its address comes from the load before
      "0080 ffffffff 0 STG.E 2 R14 R5 4 1 0x300 4 0\n"  // stores what was just loaded
      "0090 ffffffff 1 R5 LDG.E 1 R20 4 1 0x100 4 0\n"
      "00a0 ffffffff 1 R5 MOV 1 R21 0 0\n"  // overwrites a register still owed
      "00b0 ffffffff 1 R5 LDG.E 1 R20 4 1 0x100 4 0\n"
      "00c0 ffffffff 1 R22 FADD 2 R255 R23 0 0\n"
      "00d0 ffffffff 0 EXIT 0 0 0\n");
  std::vector<std::pair<std::string, int>> found;
  for (const Access& access : all) {
    const int newest = access.record.dependence.newest_exempt == Dependence::none ? -1 : access.record.dependence.newest_exempt;
    found.emplace_back(access.instruction.op, newest);
  }
  CHECK(found == std::vector<std::pair<std::string, int>>{{"ld.global.b32", -1},
                                                          {"ld.global.b64", -1},
                                                          {"compute", -1},
                                                          {"compute", 1},
                                                          {"compute", 0},
                                                          {"st.global.b32", -1},
                                                          {"ld.global.b32", -1},
                                                          {"ld.global.b32", 0},
                                                          {"st.global.b32", 0},
                                                          {"ld.global.b32", -1},
                                                          {"compute", 0},
                                                          {"ld.global.b32", -1},
                                                          {"compute", -1}});
}

TEST_CASE("instructions between accesses are gathered, predicated-off ones dropped", "[trace][accelsim]") {
  const auto all = accesses(
      "0000 ffffffff 1 R1 MOV 0 0 0\n0010 00000000 1 R2 MOV 0 0 0\n0020 00000001 1 R3 MOV 0 0 0\n0030 00000000 1 R1 LDG.E 1 R2 4 1 0x0 0 "
      "0\n"
      "0040 ffffffff 0 BAR.SYNC 0 0 0\n0050 ffffffff 1 R1 MOV 0 0 0\n0060 ffffffff 0 EXIT 0 0 0\n");
  REQUIRE(all.size() == 3);
  CHECK(all[0].record.base == 2);
  CHECK(all[1].record.op == Op::barrier);
  CHECK(all[2].record.base == 1);
  CHECK(all[2].instruction.pc == 0x50);
}

TEST_CASE("asynchronous copies are loads that DEPBAR waits for", "[trace][accelsim]") {
  const Launch launch = launch_of(read_traceg(
      header() +
      block("0000 ffffffff 0 LDGSTS.E 2 R2 R3 4 1 0x100 4 0\n0010 ffffffff 0 LDGDEPBAR 0 0 0\n0020 ffffffff 0 DEPBAR.LE 0 0 0\n")));
  REQUIRE(launch.accesses.size() == 3);
  CHECK(launch.accesses[2].record.dependence.newest_exempt == 0);
  REQUIRE(launch.not_modelled.size() == 1);
  CHECK(launch.not_modelled[0].what == "LDGSTS stores to shared memory");
}

TEST_CASE("what is not modelled is named and counted, launch by launch", "[trace][accelsim]") {
  const std::string odd = block(
      "0000 ffffffff 1 R1 LDSM.16.M88.4 1 R2 16 1 0x0 16 0\n0010 ffffffff 1 R1 TEX.B 1 R2 0 0\n0020 ffffffff 1 R1 LDSM.16.M88.4 1 R2 16 1 "
      "0x0 16 0\n"
      "0030 ffffffff 1 R1 LDC 1 R2 4 1 0x0 0 0\n");
  const auto launches = read_traceg(header() + odd + header() + block("0000 ffffffff 1 R1 MOV 0 0 0\n"));
  REQUIRE(launches);
  REQUIRE(launches->size() == 2);
  std::vector<std::pair<std::string, std::uint64_t>> named;
  for (const NotModelled& item : launches->at(0).not_modelled) named.emplace_back(item.what, item.count);
  CHECK(named == std::vector<std::pair<std::string, std::uint64_t>>{{"LDC", 1}, {"LDSM", 2}, {"TEX", 1}});
  CHECK(launches->at(1).not_modelled.empty());

  TemporaryFile traceg(header() + odd), text, binary;
  REQUIRE(write_trace(**open_trace(traceg.path()), text.path(), TraceFormat::text));
  CHECK_THAT(content_of(text.path()), Contains("# not modelled: LDSM, warp instructions: 2\n"));
  REQUIRE(write_trace(**open_trace(traceg.path()), binary.path(), TraceFormat::binary));
  CHECK(launch_of(read_all(binary.path())).not_modelled.size() == 3);
}

TEST_CASE("tracer versions, source lines and clusters", "[trace][accelsim]") {
  for (const int version : {3, 4, 5, 6})
    CHECK(launch_of(read_traceg(header(version) + block("0000 1 1 R1 LDG.E 1 R2 4 0 0x100\n"))).accesses.size() == 1);
  const Launch launch = launch_of(read_traceg(header(4, "-enable lineinfo = 1\n") + block("17 0000 1 1 R1 LDG.E 1 R2 4 0 0x100 0\n")));
  CHECK(launch.accesses.at(0).instruction.source == "?:17");
  CHECK(launch.head.shared == Bytes(2048));
  CHECK(launch.head.registers == 24);
  std::string clustered = block("0000 1 1 R1 LDG.E 1 R2 4 0 0x100 0\n", 1, 1);
  clustered.insert(clustered.find("\nwarp"), "cluster id = 0,0,0\ncluster cta = 0,0,0\ncluster rank = 0\n");
  const Launch second = launch_of(read_traceg(header(6) + clustered));
  CHECK(second.blocks == 2);
  CHECK(second.accesses.at(0).block == 1);
  CHECK(second.accesses.at(0).warp == 1);
}

TEST_CASE("a kernel list names its files beside it", "[trace][accelsim]") {
  TemporaryFile first(header() + block("0000 1 1 R1 LDG.E 1 R2 4 0 0x100 0\n"), ".traceg");
  const std::string folder = first.path().substr(0, first.path().rfind('/'));
  const std::string link = folder + "/kernel-" + std::to_string(::getpid()) + ".traceg";
  std::filesystem::copy_file(first.path(), link);
  const std::string file = link.substr(folder.size() + 1);
  TemporaryFile list("MemcpyHtoD,0x100,200\n" + file + "\n\nMemcpyHtoD,0x100,200\n" + file + "\n", ".g");
  const auto launches = read_all(list.path());
  std::filesystem::remove(link);
  REQUIRE(launches);
  CHECK(launches->size() == 2);
  CHECK(launches->at(1).accesses.size() == 1);
  CHECK_THAT(read_all(list.path()).error().message, Contains("cannot be opened"));
  CHECK(read_all(list.path()).error().file == link);
  CHECK_THAT(read_all(TemporaryFile("MemcpyHtoD,0x100,200\n").path()).error().message, Contains("lists no kernel"));
  CHECK_THAT(read_all(TemporaryFile("kernel-1.traceg\nfoo\n").path()).error().message, Contains("instead of `foo`"));
}

TEST_CASE("bad Accel-Sim traces", "[trace][accelsim][errors]") {
  const auto lines = [](const std::string& text) { return static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n')); };
  const std::uint64_t first = lines(header()) + 7;  // of the first instruction
  const struct {
    std::string instruction;
    std::uint64_t column;
    const char* says;
  } mistakes[] = {{"zz 1 0 MOV 0 0 0", 1, "expected the pc"},
                  {"0000 123456789 0 MOV 0 0 0", 6, "the lane mask, at most 8 hex digits"},
                  {"0000 1 99 MOV 0 0 0", 8, "at most 16"},
                  {"0000 1 1 X1 MOV 0 0 0", 10, "expected a register"},
                  {"0000 1 1 R256 MOV 0 0 0", 10, "expected a register"},
                  {"0000 1 0 0", 10, "expected an opcode"},
                  {"0000 1 0 MOV", 13, "the number of source registers"},
                  {"0000 1 1 R1 LDG.E 1 R2 4 3 0x100 0", 26, "address mode 3"},
                  {"0000 3 1 R1 LDG.E 1 R2 4 0 0x100", 33, "expected an address"},
                  {"0000 1 1 R1 LDG.E 1 R2 4 0 0x100 0 7", 36, "unexpected `7`"},
                  {"0000 1 1 R1 LDG.E 1 R2 4 0 0x102 0", 28, "not a multiple of 4"},
                  {"0000 1 1 R1 LDS 1 R2 4 0 0x2000 0", 26, "past the block's 2048 bytes"},
                  {"0000 1 1 R1 LDL 1 R2 4 0 0x2000000 0", 26, "outside local memory"}};
  for (const auto& mistake : mistakes) {
    INFO(mistake.instruction);
    const auto launches = read_traceg(header() + block(mistake.instruction + "\n"));
    REQUIRE_FALSE(launches);
    CHECK(launches.error().line == first);
    CHECK(launches.error().column == mistake.column);
    CHECK_THAT(launches.error().message, Contains(mistake.says));
  }
  const auto says = [](const std::string& text) {
    const auto launches = read_traceg(text);
    REQUIRE_FALSE(launches);
    CHECK(launches.error().line > 0);
    return launches.error().message;
  };
  const std::string good = block("0000 1 0 MOV 0 0 0\n");
  CHECK_THAT(says(header(2) + good), Contains("tracer version 2 is not known: expected 3 to 6"));
  CHECK_THAT(says("-kernel name = k\n-grid dim = (1,1,1)\n" + good), Contains("lacks `-block dim"));
  CHECK_THAT(says("-grid dim = (1,1\n"), Contains("expected three numbers"));
  CHECK_THAT(says("-grid dim = (0,1,1)\n"), Contains("grid x is 0"));
  CHECK_THAT(says(header() + "0 0 0 0 0000 ffffffff 0 MOV 0 0 0\n"), Contains("post-traces-processing"));
  CHECK_THAT(says(header() + good.substr(0, good.size() - 9)), Contains("cut off: expected `#END_TB`"));
  CHECK_THAT(says(header() + "#BEGIN_TB\n"), Contains("cut off"));
  CHECK_THAT(says(header() + block("", 2)), Contains("outside the grid"));
  CHECK_THAT(says(header() + block("", 1) + block("", 0)), Contains("launch order"));
  CHECK_THAT(says(header() + block("", 0, 2)), Contains("warp 2 lies outside the block"));
  CHECK_THAT(says(header() + block("0000 ffffffff 0 MOV 0 0 0\n", 0, 1)), Contains("fills only 8 lanes"));
  std::string short_of = good;
  short_of.replace(short_of.find("insts = 1"), 9, "insts = 2");
  CHECK_THAT(says(header() + short_of), Contains("lacks 1 of the instructions"));
  short_of.replace(short_of.find("insts = 2"), 9, "insts = 0");
  CHECK_THAT(says(header() + short_of), Contains("more instructions than"));
}
