// explain --svg, run --svg, run --html: files appear whole, or not at all.
#include <catch2/catch.hpp>
#include <set>

#include "cli_support.hpp"

using namespace cli_test;

namespace {

std::set<std::string> files_in(const std::filesystem::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) names.insert(entry.path().filename().string());
  return names;
}
std::string in_quotes(const std::filesystem::path& path) { return " '" + path.string() + "' "; }

}  // namespace

TEST_CASE("explain --svg FILE writes one picture and says what it says") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "lanes.svg";
  const Outcome with = warpmem("explain 'ld.global.b32 0x1004+4' --svg" + in_quotes(file));
  CHECK(with.status == 0);
  CHECK(with.out == warpmem("explain 'ld.global.b32 0x1004+4'").out);
  CHECK(has(read_file(file), "Lanes and sectors of ld.global.b32 0x1004+4"));
  CHECK(files_in(folder.path()) == std::set<std::string>{"lanes.svg"});
}

TEST_CASE("explain --svg - gives the picture instead of the text") {
  const Outcome o = warpmem("explain 'ld.shared.b32 0+128' --svg -");
  CHECK(o.status == 0);
  CHECK(o.out.starts_with("<?xml"));
  CHECK(o.out.ends_with("</svg>\n"));
  CHECK(has(o.out, "data-panel=\"after\""));
}

TEST_CASE("two accesses to shared memory are one picture, two others need a folder") {
  const TemporaryFolder folder;
  const auto file = folder.path() / "two.svg";
  CHECK(warpmem("explain 'ld.shared.b32 0+128' 'ld.shared.b32 0+136' --svg" + in_quotes(file)).status == 0);
  CHECK(has(read_file(file), ">ld.shared.b32 0+136<"));
  std::filesystem::remove(file);
  const Outcome o = warpmem("explain 'ld.global.b32 0+4' 'ld.global.b32 0+8' --svg" + in_quotes(file));
  CHECK(o.status == 2);
  CHECK(o.out.empty());
  CHECK(has(o.err, "give --svg a folder"));
  CHECK(files_in(folder.path()).empty());
}

TEST_CASE("explain --svg DIR/ makes the folder and fills it") {
  const TemporaryFolder folder;
  const std::string made = (folder.path() / "deep" / "er").string();
  CHECK(warpmem("explain 'ld.shared.b32 0+128' 'ld.global.b32 0+8' --svg '" + made + "/'").status == 0);
  CHECK(files_in(made) == std::set<std::string>{"1-banks.svg", "1-array.svg", "2-lanes.svg"});
  CHECK(warpmem("explain 'ld.shared.b32 0+128' --svg '" + made + "'").status == 0);
  CHECK(files_in(made).count("array.svg") == 1);
}

TEST_CASE("run --svg draws the run and its accesses, run --html writes the page") {
  const TemporaryFolder folder;
  const std::string trace = folder.write("t.wmt", good_trace);
  folder.write("a.cu", "// 1\n// 2\nx = in[i + 1];\nout[i * 32] = x;\n");
  const Outcome o =
      warpmem("run" + in_quotes(trace) + "--svg" + in_quotes(folder.path() / "svg") + "--html" + in_quotes(folder.path() / "r.html"));
  CHECK(o.status == 0);
  CHECK(has(o.out, "where the cycles go"));
  const auto names = files_in(folder.path() / "svg");
  CHECK(names.size() == 5);
  for (const char* name : {"cycles.svg", "memory.svg", "bandwidth.svg"}) CHECK(names.count(name) == 1);
  CHECK(std::any_of(names.begin(), names.end(), [](const std::string& n) { return n.ends_with("-ld.global.b32-lanes.svg"); }));
  const std::string page = read_file(folder.path() / "r.html");
  CHECK(page.ends_with("</html>\n"));
  CHECK(has(page, "out[i * 32] = x;"));
  CHECK(has(page, "st.global.b32 0x200000+128"));
}

TEST_CASE("run --html - gives the page instead of the text, from a pipe as well") {
  const Outcome o = warpmem("run - --html -", good_trace);
  CHECK(o.status == 0);
  CHECK(o.out.starts_with("<!DOCTYPE html>"));
  CHECK(has(o.out, "ld.global.b32 0x1004+4"));
  CHECK(warpmem("run - --html - --json -", good_trace).status == 2);
}

TEST_CASE("made-up traces have their accesses drawn, and several kernels their number") {
  const TemporaryFolder folder;
  CHECK(warpmem("run gen:copy,elements=4096,stride=8 --svg" + in_quotes(folder.path() / "one")).status == 0);
  CHECK(files_in(folder.path() / "one").size() == 5);
  const std::string two = folder.write("two.wmt", std::string(good_trace) + "kernel k2 grid=1 block=32\nld.global.b32 0x1000+4\n");
  CHECK(warpmem("run" + in_quotes(two) + "--svg" + in_quotes(folder.path() / "two")).status == 0);
  CHECK(files_in(folder.path() / "two").count("k2-memory.svg") == 1);
}

TEST_CASE("a bad trace leaves no picture and no page") {
  const TemporaryFolder folder;
  const std::string trace = folder.write("bad.wmt", bad_trace);
  const Outcome o =
      warpmem("run" + in_quotes(trace) + "--svg" + in_quotes(folder.path() / "svg") + "--html" + in_quotes(folder.path() / "r.html"));
  CHECK(o.status == 3);
  CHECK(files_in(folder.path()) == std::set<std::string>{"bad.wmt"});
}

TEST_CASE("where nothing can be written is said before the work") {
  const TemporaryFolder folder;
  const std::string file = folder.write("file", "");
  const Outcome svg = warpmem("run gen:copy,elements=4096 --svg" + in_quotes(file));
  CHECK(svg.status == 2);
  CHECK(has(svg.err, "is no folder"));
  CHECK(warpmem("run gen:copy,elements=4096 --svg" + in_quotes(folder.path() / "file" / "below")).status == 2);
  CHECK(warpmem("run gen:copy,elements=4096 --svg" + in_quotes(folder.path() / "a" / "b")).status == 0);
  CHECK(std::filesystem::exists(folder.path() / "a" / "b" / "cycles.svg"));
  CHECK(warpmem("run gen:copy,elements=4096 --html" + in_quotes(folder.path() / "none" / "r.html")).status == 2);
  CHECK(warpmem("explain 'ld.global.b32 0+4' --svg" + in_quotes(folder.path() / "none" / "x.svg")).status == 2);
}

TEST_CASE("the README's pictures are what the program draws: if not, build the target `pictures`") {
  const std::string folder = WARPMEM_SOURCE_DIR "/docs/pictures/";
  CHECK(read_file(folder + "misaligned.svg") == warpmem("explain 'ld.global.b32 0x1004+4' --svg -").out);
  CHECK(read_file(folder + "column.svg") == warpmem("explain 'ld.shared.b32 0+128' --svg -").out);
  const std::string readme = read_file(WARPMEM_SOURCE_DIR "/README.md");
  for (const std::string& name : files_in(folder)) CHECK(has(readme, "](docs/pictures/" + name + ")"));
}
