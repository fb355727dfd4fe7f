#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli_support.hpp"

using namespace cli_test;
using nlohmann::json;

TEST_CASE("run: the report is standard output, and nothing else is said") {
  const Outcome o = warpmem("run -", good_trace);
  CHECK(o.status == 0);
  CHECK(o.err.empty());
  CHECK(has(o.out, "k on a100-sxm4-80gb"));
  CHECK(has(o.out, "where the cycles go"));
  CHECK(has(o.out, "global load"));
}

TEST_CASE("run --json - prints the JSON report alone") {
  const Outcome o = warpmem("run - --config teaching --json -", good_trace);
  REQUIRE(o.status == 0);
  const json r = json::parse(o.out);
  CHECK(r.at("schema") == "warpmem-report/1");
  CHECK(r.at("config").at("name") == "teaching");
  CHECK(r.at("trace").at("digest").get<std::string>().find(':') != std::string::npos);
  CHECK(r.at("kernels").at(0).at("metrics").at("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum") == 5);
  CHECK(r.at("kernels").at(0).at("metrics").at("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum") == 32);
}

TEST_CASE("run --json FILE writes the file whole, beside the text") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "r.json").string();
  const Outcome o = warpmem("run - --json '" + file + "'", good_trace);
  CHECK(o.status == 0);
  CHECK(has(o.out, "global load"));
  CHECK(json::parse(read_file(file)).at("kernels").size() == 1);
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("a bad trace: status 3, its place and a caret, no result and no file") {
  const TemporaryFolder folder;
  const std::string trace = folder.write("bad.wmt", bad_trace);
  const std::string file = (folder.path() / "r.json").string();
  const Outcome o = warpmem("run '" + trace + "' --json '" + file + "'");
  CHECK(o.status == 3);
  CHECK(o.out.empty());
  CHECK(has(o.err, "bad.wmt:6:31: "));
  CHECK(has(o.err, "0x7f0000000006, which is not a multiple of 4\n"));
  CHECK(has(o.err, "   ld.global.b32 [0x7f0000000000 0x7f0000000006] @00000003\n                                 ^\n"));
  CHECK(has(o.err, "Nothing was simulated.\n"));
  CHECK_FALSE(std::filesystem::exists(file));
  CHECK(warpmem("run '" + trace + "' --json -").out.empty());
}

TEST_CASE("kernels that came before a bad one are not passed off as a result") {
  const std::string trace = std::string(good_trace) + "kernel second grid=1 block=32\nblock 0\nwarp 0\nld.global.b32 0x1001\n";
  for (const char* how : {"run -", "run - --json -", "run - --verbose"}) {
    const Outcome o = warpmem(how, trace);
    CHECK(o.status == 3);
    CHECK(o.out.empty());
  }
}

TEST_CASE("a file that was there is untouched when the run fails") {
  const TemporaryFolder folder;
  const std::string file = folder.write("r.json", "before");
  CHECK(warpmem("run - --json '" + file + "'", bad_trace).status == 3);
  CHECK(read_file(file) == "before");
}

TEST_CASE("many kernels are a table, and all in full with --verbose") {
  std::string trace = "warpmem-trace 1\n";
  for (int i = 0; i < 5; ++i) trace += "kernel k" + std::to_string(i) + " grid=1 block=32\nblock 0\nwarp 0\nld.global.b32 0x1000+4\n";
  const Outcome table = warpmem("run -", trace);
  CHECK(table.status == 0);
  CHECK(std::count(table.out.begin(), table.out.end(), '\n') < 12);
  CHECK(has(table.out, "5  k4"));
  const Outcome full = warpmem("run - -v", trace);
  CHECK(has(full.out, "k4 on a100-sxm4-80gb"));
}

TEST_CASE("options of run that cannot be meant: status 2, nothing on standard output") {
  for (const char* arguments : {"run", "run a.wmt b.wmt", "run gen:copy --threads 0", "run gen:copy --threads -1",
                                "run gen:copy --threads x", "run gen:copy --width 3", "run gen:copy --cache-control some",
                                "run gen:copy --jsn x", "run gen:copy --json", "run gen:nothing", "run gen:copy,elments=3"}) {
    CAPTURE(arguments);
    const Outcome o = warpmem(arguments);
    CHECK(o.status == 2);
    CHECK(o.out.empty());
    CHECK_FALSE(o.err.empty());
  }
  CHECK(has(warpmem("run gen:copy --jsn x").err, "did you mean '--json'?"));
  CHECK(has(warpmem("run").err, "warpmem run --help"));
}

TEST_CASE("an empty value is never meant: status 2, in every subcommand") {
  for (const char* arguments : {"run gen:copy --html ''", "run gen:copy --json ''", "run gen:copy --svg ''", "run gen:copy --timeline ''",
                                "run gen:copy --config ''", "run gen:copy --set ''", "explain 'ld.shared.b32 0+4' --svg ''", "lab -o ''",
                                "sweep gen:copy --svg ''", "gen copy -o ''", "lesson 1 --answers ''"}) {
    CAPTURE(arguments);
    const Outcome o = warpmem(arguments);
    CHECK(o.status == 2);
    CHECK(o.out.empty());
    CHECK(has(o.err, " is given an empty value\n"));
  }
  CHECK(has(warpmem("run gen:copy --html ''").err, "warpmem: --html is given an empty value\n"));
}

TEST_CASE("two outputs do not go to one place") {
  const TemporaryFolder folder;
  const std::string file = "'" + (folder.path() / "x").string() + "'";
  const std::string again = "'" + folder.path().string() + "/./x'";
  const Outcome o = warpmem("run - --json " + file + " --html " + again, good_trace);
  CHECK(o.status == 2);
  CHECK(has(o.err, "--json and --html cannot both go to "));
  CHECK(warpmem("run - --json " + file + " --timeline " + file, good_trace).status == 2);
  CHECK(has(warpmem("run - --json - --html -", good_trace).err, "cannot both go to standard output"));
  CHECK(has(warpmem("run - --timeline -", good_trace).err, "--timeline does not go to standard output"));
  CHECK(has(warpmem("sweep gen:copy,elements=64 --svg - --json").err, "--svg - takes standard output for itself"));
  CHECK(std::filesystem::is_empty(folder.path()));
  CHECK(warpmem("run - --json /dev/null --html /dev/null", good_trace).status == 0);
}

TEST_CASE("a machine that is not known, and a parameter that is not") {
  CHECK(has(warpmem("run gen:copy --config h20").err, "h200"));
  CHECK(has(warpmem("run gen:copy --config A100").err, "did you mean 'a100-sxm4-40gb'?"));
  const Outcome o = warpmem("run gen:copy,elements=1024 --set l1.hit_latenc=3");
  CHECK(o.status != 0);
  CHECK(has(o.err, "l1.hit_latency"));
  CHECK(o.out.empty());
}

TEST_CASE("a launch that the machine cannot hold names the trace") {
  const TemporaryFolder folder;
  const std::string trace = folder.write("a.wmt", "warpmem-trace 1\nkernel k grid=1 block=1024\nblock 0\nwarp 0\nbar\n");
  const Outcome o = warpmem("run '" + trace + "' --config teaching");
  CHECK(o.status == 3);
  CHECK(has(o.err, trace + ": kernel k: a block of 32 warps does not fit"));
}

TEST_CASE("a trace that is not there: status 3") {
  const Outcome o = warpmem("run /nonexistent/a.wmt");
  CHECK(o.status == 3);
  CHECK(has(o.err, "/nonexistent/a.wmt: "));
}

TEST_CASE("output that cannot be written is an error, a reader that has gone is not") {
  if (!std::filesystem::exists("/dev/full")) return;
  const Outcome full = warpmem("run - --json /dev/full", good_trace);
  CHECK(full.status == 4);
  CHECK(has(full.err, "No space left"));
  CHECK(warpmem("run - --json /nonexistent/r.json", good_trace).status == 2);
  const Outcome closed = warpmem("run - | true #", good_trace);
  CHECK(closed.err.empty());
}

TEST_CASE("colour, character set and width follow the environment") {
  CHECK_FALSE(has(warpmem("run -", good_trace).out, "\033["));
  CHECK(has(warpmem("run -", good_trace, "FORCE_COLOR=1").out, "\033["));
  CHECK_FALSE(has(warpmem("run -", good_trace, "NO_COLOR=1 FORCE_COLOR=1").out, "\033["));
  CHECK(has(warpmem("run -", good_trace).out, "█"));
  CHECK_FALSE(has(warpmem("run - --ascii", good_trace).out, "█"));
  CHECK_FALSE(has(warpmem("run -", good_trace, "LC_ALL=C").out, "█"));
}

TEST_CASE("threads and window change nothing in the result") {
  const std::string one = warpmem("run gen:copy,elements=16384 --json -").out;
  CHECK(one == warpmem("run gen:copy,elements=16384 --json - --threads 2").out);
  CHECK(one == warpmem("run gen:copy,elements=16384 --json - --window 16").out);
}

TEST_CASE("Ctrl-C while a trace is written: status 130 and no file") {
  const TemporaryFolder folder;
  const Outcome o = warpmem("gen copy elements=400000000 -o '" + (folder.path() / "a.wmt").string() + "'", "",
                            "timeout --foreground --preserve-status -s INT 1");
  CHECK(o.status == 130);
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("Ctrl-C: status 130 and no result") {
  const Outcome interrupted = warpmem("run gen:copy,elements=4000000000", "", "timeout --foreground --preserve-status -s INT 1");
  CHECK(interrupted.status == 130);
  CHECK(interrupted.out.empty());
  CHECK(has(interrupted.err, "interrupted"));
}

TEST_CASE("run: atomics on one word or one address are said to take turns there") {
  CHECK(has(warpmem("run gen:shared,op=red,stride=0").out, "All lanes name one word, and atomics on one word take turns."));
  const Outcome one = warpmem("run -", "warpmem-trace 1\nkernel k grid=1 block=32\nblock 0\nwarp 0\nred.global.b32 0x1000+0\n");
  CHECK(has(one.out, "All lanes name one address and take turns."));
  CHECK_FALSE(has(one.out, "lanes apart"));
  CHECK_FALSE(has(one.out, "32 lines"));
}

TEST_CASE("no output replaces the trace that is read") {
  const TemporaryFolder folder;
  const std::string trace = folder.write("a.wmt", good_trace), link = (folder.path() / "link.wmt").string();
  std::filesystem::create_symlink(trace, link);
  for (const std::string& arguments : {"run '" + trace + "' --json '" + trace + "'", "run '" + trace + "' --html '" + link + "'",
                                       "run '" + link + "' --timeline '" + trace + "'", "run '" + trace + "' --svg '" + trace + "'",
                                       "explain '" + trace + ":5' --svg '" + trace + "'", "sweep '" + trace + "' --svg '" + trace + "'"}) {
    CAPTURE(arguments);
    const Outcome o = warpmem(arguments);
    CHECK(o.status == 2);
    CHECK(o.out.empty());
    CHECK(has(o.err, "names the trace itself"));
    CHECK(read_file(trace) == good_trace);
  }
}

TEST_CASE("an empty name is no trace") {
  for (const char* command : {"run", "check", "top", "advise", "sweep"}) {
    CAPTURE(command);
    const Outcome o = warpmem(std::string(command) + " ''");
    CHECK(o.status == 2);
    CHECK(o.out.empty());
    CHECK(has(o.err, "no trace was named"));
  }
  CHECK(warpmem("explain ''").status == 2);
  CHECK(warpmem("diff '' ''").status == 2);
}
