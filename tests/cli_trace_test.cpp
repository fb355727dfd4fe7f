// CUDA source to trace, whole: programs of tests/cuda are compiled, run and recorded; what they print is right, and what is
// recorded is what their kernels read and write.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli_support.hpp"

using namespace cli_test;
using nlohmann::json;

namespace {

const std::string programs = WARPMEM_TEST_DIR "/cuda/";

// Records into a folder of its own.
struct Traced : Outcome {
  TemporaryFolder folder;
  std::string trace = (folder.path() / "out.wmb").string();

  explicit Traced(const std::string& arguments, const std::string& before = {}) {
    const std::size_t end = arguments.find(" -- ");
    const std::string own = arguments.substr(0, end);
    static_cast<Outcome&>(*this) =
        warpmem("trace " + own + " -o '" + trace + "'" + (end == own.npos ? "" : arguments.substr(end)), {}, before);
  }
  bool exists() const { return std::filesystem::exists(trace); }
  json sums() const { return json::parse(warpmem("check --json '" + trace + "'").out); }
  json report() const { return json::parse(warpmem("run --config h200 --json - '" + trace + "'").out); }
  std::vector<std::string> kernels() const {
    std::vector<std::string> names;
    const json whole = report();
    for (const json& kernel : whole.at("kernels")) names.push_back(kernel.at("name"));
    return names;
  }
};

}  // namespace

TEST_CASE("trace records what a program's kernel reads and writes") {
  const Traced saxpy(programs + "saxpy.cu --config h200");
  INFO(saxpy.err);
  CHECK(saxpy.status == 0);
  CHECK(saxpy.out == "right\n");
  CHECK(has(saxpy.err, "next: warpmem run --config h200"));
  const json sums = saxpy.sums();
  CHECK(sums.at("kernels") == 1);
  CHECK(sums.at("blocks") == 4);
  CHECK(sums.at("lane_accesses") == 3000);
  CHECK(sums.at("by_op") == json({{"ld.global.b32", 64}, {"st.global.b32", 32}}));
  const json report = saxpy.report();
  const json& kernel = report.at("kernels").at(0);
  CHECK(kernel.at("name") == "saxpy");
  CHECK(kernel.at("metrics").at("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum") == 250);
  for (const json& instruction : kernel.at("instructions")) CHECK(has(instruction.at("src"), "saxpy.cu:19"));
}

TEST_CASE("what nvcc joins, merges or keeps in registers before a GPU sees it is so recorded") {
  const Traced rules(programs + "compiler_rules.cu --config h200");
  INFO(rules.err);
  REQUIRE(rules.status == 0);
  CHECK(rules.out == "right\n");
  const json report = rules.report();
  const auto count = [&](std::size_t kernel, const std::string& what) {
    return report.at("kernels").at(kernel).at("metrics").at("l1tex__t_" + what + ".sum").get<int>();
  };
  // Two warps each: one lane of each to the counter and the maximum, all lanes to their own places.
  CHECK(count(0, "requests_pipe_lsu_mem_global_op_red") == 6);
  CHECK(count(0, "sectors_pipe_lsu_mem_global_op_red") == 2 + 2 + 2 * 5);
  CHECK(count(1, "requests_pipe_lsu_mem_global_op_ld") == 2);
  CHECK(count(2, "requests_pipe_lsu_mem_global_op_ld") == 2);
  CHECK(count(2, "requests_pipe_lsu_mem_global_op_st") == 2);
  CHECK(count(3, "requests_pipe_lsu_mem_global_op_ld") == 8);
  CHECK(count(3, "requests_pipe_lsu_mem_global_op_st") == 8);
  CHECK(count(4, "requests_pipe_lsu_mem_global_op_ld") == 4);
  CHECK(count(4, "requests_pipe_lsu_mem_global_op_st") == 2);
}

TEST_CASE("what is recorded is counted as the profiler counts it on hardware") {
  const Traced patterns(programs + "patterns.cu --config h200");
  INFO(patterns.err);
  REQUIRE(patterns.status == 0);
  const json kernels = patterns.report().at("kernels");
  REQUIRE(kernels.size() == 7);
  struct Expected {
    const char* name;
    int load_requests, load_sectors, store_requests, store_sectors, shared_loads, shared_stores, conflicts;
  };
  const Expected expected[] = {{"copy4", 32, 512, 32, 512, 0, 0, 0},
                               {"offset1", 32, 160, 32, 128, 0, 0, 0},
                               {"transpose<0>", 128, 512, 128, 512, 128, 128, 3968},
                               {"transpose<1>", 128, 512, 128, 512, 128, 128, 0},
                               {"members", 96, 1152, 32, 128, 0, 0, 0},
                               {"product", 2048, 5120, 32, 128, 0, 0, 0},
                               {"histogram", 2, 8, 0, 0, 0, 0, 0}};
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    const json& metrics = kernels[i].at("metrics");
    CAPTURE(expected[i].name);
    CHECK(kernels[i].at("name") == expected[i].name);
    CHECK(metrics.at("l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum") == expected[i].load_requests);
    CHECK(metrics.at("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum") == expected[i].load_sectors);
    CHECK(metrics.at("l1tex__t_requests_pipe_lsu_mem_global_op_st.sum") == expected[i].store_requests);
    CHECK(metrics.at("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum") == expected[i].store_sectors);
    CHECK(metrics.at("smsp__inst_executed_op_shared_ld.sum") == expected[i].shared_loads);
    CHECK(metrics.at("smsp__inst_executed_op_shared_st.sum") == expected[i].shared_stores);
    CHECK(metrics.at("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum") == expected[i].conflicts);
  }
  CHECK(kernels[6].at("metrics").at("l1tex__t_requests_pipe_lsu_mem_global_op_red.sum") == 2);
}

TEST_CASE("arguments and exit status are the traced program's, and -q says nothing") {
  const Traced run("-q " + programs + "saxpy.cu -- 64 5");
  CHECK(run.status == 5);
  CHECK(run.out == "right\n");
  CHECK(run.err.empty());
  CHECK(run.sums().at("lane_accesses") == 192);
}

TEST_CASE("every way to write a launch launches, once and in order") {
  const Traced launches(programs + "launches.cu");
  INFO(launches.err);
  CHECK(launches.status == 0);
  CHECK(launches.out == "1 1 1 1 1 1 2 1 1 1 8 1 1 1 1 1 1 1 0 0\n");
  const auto names = launches.kernels();
  CHECK(names == std::vector<std::string>{"by_name", "deduced<int>", "given<int, 2>", "half_given<3, int>", "bounds_first", "void_first",
                                          "c_name", "inner::k", "inner::k", "by_value", "grid", "deduced<int>", "by_name", "by_name",
                                          "by_name", "by_name", "given<int, 16>", "by_name", "c_name"});
}

TEST_CASE("memory spaces: shared, dynamic, device, managed and constant variables") {
  const Traced memory(programs + "memory.cu");
  INFO(memory.err);
  CHECK(memory.status == 0);
  CHECK(memory.out == "31 0\n31 0\n10 8 6\n1224 1109 32 32 3\n");
  CHECK(memory.err.find("warning") == std::string::npos);
  const json by_op = memory.sums().at("by_op");
  CHECK(by_op.at("red.global.b32") == 1);
  CHECK(by_op.contains("st.shared.b64"));
  CHECK(by_op.contains("st.shared.b8"));
}

TEST_CASE("a program of several files, C++ and C among them") {
  const std::string folder = programs + "several/";
  const Traced several("-DSIZE=8 -I " + folder + " " + folder + "main.cu " + folder + "kernels.cu " + folder + "host.cpp " + folder +
                       "plain.c");
  INFO(several.err);
  CHECK(several.status == 0);
  CHECK(several.out == "3 21 3\n");
  CHECK(several.kernels() == std::vector<std::string>{"fill", "scale"});
}

TEST_CASE("a fault names the kernel, the thread and the source line") {
  const Traced fault(programs + "past_end.cu");
  INFO(fault.err);
  CHECK(fault.status == 3);
  CHECK(has(fault.err, "past_end.cu:4"));
  CHECK(has(fault.err, "shift"));
  CHECK(has(fault.err, "63"));
}

TEST_CASE("a program that is killed leaves no piece of a trace") {
  const Traced killed(programs + "killed.cu");
  INFO(killed.err);
  CHECK(killed.status == 128 + 9);
  CHECK(has(killed.err, "ended by signal 9"));
  CHECK(std::filesystem::is_empty(killed.folder.path()));
}

TEST_CASE("memory functions of device code copy, and are recorded byte by byte") {
  const Traced memory(programs + "memory_functions.cu");
  INFO(memory.err);
  CHECK(memory.out == "7 7 7 7 7 0 1 2 3 4 10 11 \n");
  CHECK(memory.sums().at("by_op") == json({{"ld.global.b8", 5}, {"st.global.b8", 10}}));
}

TEST_CASE("blocks of a cooperative launch wait for each other") {
  const Traced grid(programs + "grid_sync.cu");
  INFO(grid.err);
  CHECK(grid.status == 0);
  CHECK(grid.out == "255 256 257 258 259 260 261 262 262\n");
  CHECK(grid.kernels() == std::vector<std::string>{"sums"});
  CHECK(grid.sums().at("by_op").at("bar") == 8 * 2 * 2);
}

TEST_CASE("--compute records arithmetic between accesses") {
  const Traced plain(programs + "saxpy.cu"), counted(programs + "saxpy.cu --compute");
  CHECK(plain.sums().at("by_op").contains("compute") == false);
  CHECK(counted.sums().at("by_op").at("compute") >= 32);
  CHECK(counted.sums().at("lane_accesses") == plain.sums().at("lane_accesses"));
}

TEST_CASE("source that does not compile is shown with the compiler's own words") {
  const Traced broken(programs + "unfinished.cu");
  CHECK(broken.status == 3);
  CHECK(broken.out.empty());
  CHECK(has(broken.err, "unfinished.cu:2: error:"));
  CHECK(has(broken.err, "undeclared"));
  CHECK(has(broken.err, "Nothing was traced."));
  CHECK_FALSE(broken.exists());
}

TEST_CASE("a header of a library that is not modelled is refused at its line") {
  const Traced thrust(programs + "with_thrust.cu");
  CHECK(thrust.status == 3);
  CHECK(has(thrust.err, "with_thrust.cu:2:11: Thrust is not modelled"));
  CHECK(has(thrust.err, "#include <thrust/device_vector.h>\n             ^"));
}

TEST_CASE("file names that a shell or g++ would take for something else are file names") {
  const TemporaryFolder folder;
  folder.write("@a 'b' $c.cu", read_file(programs + "saxpy.cu"));
  const Traced odd("\"@a 'b' \\$c.cu\"", "cd '" + folder.path().string() + "' &&");
  INFO(odd.err);
  CHECK(odd.status == 0);
  CHECK(odd.out == "right\n");
}

TEST_CASE("what -o names is no source and no device, and is let alone") {
  const TemporaryFolder folder;
  const std::string source = folder.write("a.cu", "__global__ void k() {}\nint main() { k<<<1, 1>>>(); }\n");
  const std::string other = folder.write("b.cpp", "int unused = 0;\n");
  const auto refused = warpmem("trace '" + source + "' '" + other + "' -o '" + folder.path().string() + "/./b.cpp'");
  CHECK(refused.status == 2);
  CHECK(has(refused.err, "would be written over"));
  CHECK(read_file(other) == "int unused = 0;\n");
  const auto null = folder.path() / "null";
  std::filesystem::create_symlink("/dev/null", null);
  CHECK(warpmem("trace '" + source + "' -o '" + null.string() + "'").status == 0);
  CHECK(std::filesystem::is_symlink(null));
}

TEST_CASE("a trace that is told to end leaves nothing behind") {
  const TemporaryFolder folder;
  const std::string command =
      "TMPDIR='" + folder.path().string() + "' timeout 0.1 '" WARPMEM_PROGRAM "' trace " + programs + "saxpy.cu -o /dev/null 2>/dev/null";
  CHECK(std::system(command.c_str()) != 0);
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("trace says what is missing or wrong before it compiles") {
  CHECK(warpmem("trace").status == 2);
  const auto missing = warpmem("trace nowhere.cu");
  CHECK(missing.status == 2);
  CHECK(has(missing.err, "nowhere.cu: there is no such file"));
  const TemporaryFolder folder;
  const std::string text = folder.write("a.txt", "");
  CHECK(has(warpmem("trace '" + text + "'").err, ".cu"));
  const std::string source = programs + "saxpy.cu";
  CHECK(warpmem("trace " + source + " -o -").status == 2);
  CHECK(warpmem("trace " + source + " -o /nonexistent/a.wmb").status == 2);
  CHECK(warpmem("trace " + source + " --launches none").status == 2);
  CHECK(warpmem("trace " + source + " --blocks some").status == 2);
  CHECK(warpmem("trace " + source + " --budget much").status == 2);
  CHECK(warpmem("trace " + source + " --kernel '('").status == 2);
  CHECK(has(warpmem("trace " + source + " -o " + folder.path().string() + "/a.wmb", {}, "PATH=/nonexistent").err,
            "g++, which is not installed"));
  CHECK(std::filesystem::exists(source));
}

TEST_CASE("what is traced can be bounded, and what was left out is said") {
  const Traced bounded("--launches 1 --kernel '^(by_name|grid)$' --blocks first " + programs + "launches.cu");
  INFO(bounded.err);
  CHECK(bounded.status == 0);
  CHECK(bounded.out == "1 1 1 1 1 1 2 1 1 1 8 1 1 1 1 1 1 1 0 0\n");
  CHECK(bounded.kernels() == std::vector<std::string>{"by_name", "grid"});
  CHECK(bounded.sums().at("lane_accesses") == 3);
  CHECK(has(bounded.err, "traced 2 of 19 launches"));
}

TEST_CASE("a line for nvcc will do, and --keep shows the rewritten source") {
  const TemporaryFolder kept;
  const std::string folder = (kept.path() / "kept").string();
  const Traced nvcc("-arch=sm_80 -std=c++14 -O3 -lineinfo -Xcompiler -Wall -lm -lcublas -lcurand -x cu --keep " + folder + " " + programs +
                    "saxpy.cu");
  INFO(nvcc.err);
  CHECK(nvcc.status == 0);
  CHECK(has(read_file(folder + "/0-saxpy.rewritten.ii"), "::warpmem::launch("));
}
