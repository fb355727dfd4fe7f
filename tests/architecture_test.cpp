// Which folder of src/ may include which: units <- config <- stages <- machine <- {advise, report, calibrate} <- programs.
// Folders of one layer do not include each other; all may count (counters).
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>

#include "temporary_folder.hpp"

namespace {

namespace fs = std::filesystem;

const std::map<std::string, int> layers{
    {"units", 0},    {"config", 1},    {"counters", 2}, {"trace", 3}, {"record", 4}, {"kernels", 5}, {"warp", 3},
    {"coalesce", 3}, {"shared", 3},    {"l1", 3},       {"l2", 3},    {"dram", 3},   {"machine", 4}, {"advise", 5},
    {"report", 5},   {"calibrate", 5}, {"lesson", 6},   {"cli", 7},   {"hw", 7},
    {"lab", 6},
};

bool allowed(const std::string& from, const std::string& to) { return from == to || layers.at(to) < layers.at(from); }

bool is_source(const fs::path& file) {
  const auto extension = file.extension();
  return extension == ".hpp" || extension == ".cpp" || extension == ".h" || extension == ".cu" || extension == ".cuh";
}

std::vector<std::string> matches(const fs::path& file, const std::regex& pattern) {
  std::vector<std::string> found;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    for (std::sregex_iterator match(line.begin(), line.end(), pattern), end; match != end; ++match) found.push_back((*match)[1]);
  }
  return found;
}

// Every edge of the tree's src/ and include/ that should not be, as "file: what".
std::vector<std::string> wrong_edges(const fs::path& tree) {
  static const std::regex include(R"re(^\s*#\s*include\s*"([^/"]+)/)re");
  static const std::regex link(R"(\bwarpmem_(\w+))");
  std::vector<std::string> wrong;
  for (const auto& entry : fs::recursive_directory_iterator(tree / "src")) {
    if (!entry.is_regular_file()) continue;
    const fs::path relative = entry.path().lexically_relative(tree / "src");
    const std::string from = relative.begin()->string();
    const bool makes_targets = relative.filename() == "CMakeLists.txt";
    if (!is_source(relative) && !makes_targets) continue;
    if (!layers.contains(from)) {
      wrong.push_back(relative.string() + ": src/" + from + " has no layer; give it one in this test");
      continue;
    }
    for (const std::string& to : matches(entry.path(), makes_targets ? link : include)) {
      if (layers.contains(to) && !allowed(from, to)) wrong.push_back(relative.string() + ": " + from + " uses " + to);
    }
  }
  for (const auto& entry : fs::recursive_directory_iterator(tree / "include")) {
    if (!entry.is_regular_file()) continue;
    for (const std::string& to : matches(entry.path(), include)) {
      if (to != "warpmem") wrong.push_back(entry.path().filename().string() + ": a public header uses " + to);
    }
  }
  return wrong;
}

}  // namespace

TEST_CASE("folders of src/ use only the layers below them, in includes and in CMake targets") {
  const auto wrong = wrong_edges(WARPMEM_SOURCE_DIR);
  for (const auto& edge : wrong) FAIL_CHECK(edge);
  CHECK(wrong.empty());
}

TEST_CASE("the check above finds what it is for") {
  const TemporaryFolder tree;
  const auto write = [&](const std::string& file, const std::string& text) {
    fs::create_directories((tree.path() / file).parent_path());
    tree.write(file, text);
  };
  write("include/warpmem/l1.hpp", "#include <vector>\n#include \"warpmem/units.hpp\"\n");
  write("src/l1/good.cpp",
        "#include \"l1/tags.hpp\"\n#include \"config/value.hpp\"\n#include \"counters/names.hpp\"\n#include \"warpmem/l1.hpp\"\n");
  write("src/machine/good.cpp", "#include \"l1/tags.hpp\"\n#include \"l2/slice.hpp\"\n");
  write("src/l1/CMakeLists.txt", "warpmem_stage(l1 SOURCES good.cpp LINKS warpmem_units)\n");
  CHECK(wrong_edges(tree.path()).empty());

  write("src/l1/sibling.cpp", "  # include \"l2/slice.hpp\"\n");
  write("src/l1/upward.cpp", "#include \"machine/run.hpp\"\n");
  write("src/config/upward.hpp", "#include \"counters/names.hpp\"\n");
  write("src/dram/CMakeLists.txt", "warpmem_stage(dram SOURCES a.cpp LINKS warpmem_units warpmem_l2)\n");
  write("src/unheard/of.cpp", "\n");
  write("include/warpmem/leak.hpp", "#include \"l1/tags.hpp\"\n");
  auto wrong = wrong_edges(tree.path());
  std::ranges::sort(wrong);
  CHECK(wrong == std::vector<std::string>{"config/upward.hpp: config uses counters", "dram/CMakeLists.txt: dram uses l2",
                                          "l1/sibling.cpp: l1 uses l2", "l1/upward.cpp: l1 uses machine",
                                          "leak.hpp: a public header uses l1",
                                          "unheard/of.cpp: src/unheard has no layer; give it one in this test"});
}

TEST_CASE("no source file is longer than 500 lines") {
  for (const auto* folder : {"src", "include", "tests"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(WARPMEM_SOURCE_DIR) / folder)) {
      if (!entry.is_regular_file() || !is_source(entry.path())) continue;
      std::ifstream in(entry.path());
      const auto lines = std::count(std::istreambuf_iterator<char>(in), {}, '\n');
      CAPTURE(entry.path().string());
      CHECK(lines <= 500);
    }
  }
}
