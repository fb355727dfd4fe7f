// `warpmem kernels`, and kernel:NAME wherever a trace is wanted.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli_support.hpp"

using namespace cli_test;
using nlohmann::json;

TEST_CASE("the list of kernels names each with a sentence, in eighty columns") {
  const Outcome o = warpmem("kernels");
  CHECK(o.status == 0);
  CHECK(o.err.empty());
  CHECK(has(o.out, "\n  transpose-naive  "));
  CHECK(longest_line(o.out) <= 80);
  const json list = json::parse(warpmem("kernels --json").out);
  CHECK(list.size() > 50);
  for (const json& kernel : list) CHECK(has(o.out, kernel.at("name").get<std::string>()));
}

TEST_CASE("a kernel is shown with its keys and its source as it stands in the file") {
  const Outcome o = warpmem("kernels matmul-tiled");
  CHECK(o.status == 0);
  CHECK(has(o.out, "tile"));
  CHECK(has(o.out, "__global__ void matmul_tile("));
  CHECK(has(o.out, "next: warpmem run kernel:matmul-tiled"));
  const json kernel = json::parse(warpmem("kernels matmul-tiled --json").out);
  CHECK(kernel.at("file") == "matmul.cuh");
  CHECK(kernel.at("keys").at(0).at("standard") == 256);
  CHECK(has(kernel.at("source"), "__syncthreads();"));
}

TEST_CASE("a misspelt kernel is named with the one that was meant, and nothing is run") {
  for (const char* arguments : {"kernels transpose-padde", "run kernel:transpose-padde"}) {
    CAPTURE(arguments);
    const Outcome o = warpmem(arguments);
    CHECK(o.status == 2);
    CHECK(o.out.empty());
    CHECK(has(o.err, "did you mean 'transpose-padded'?"));
  }
}

TEST_CASE("kernels run as traces: the report names the source line, and padding pays") {
  const auto cycles = [](const std::string& name) {
    const Outcome o = warpmem("run -q --config h200 --json - kernel:" + name + ",n=1024");
    CHECK(o.status == 0);
    const json kernel = json::parse(o.out).at("kernels").at(0);
    CHECK(kernel.at("instructions").at(0).at("src").get<std::string>().starts_with("transpose.cuh:"));
    return kernel.at("cycles").get<double>();
  };
  CHECK(cycles("transpose-padded") < cycles("transpose-naive"));
}

TEST_CASE("a kernel's trace can be written to a file and is the same there") {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "k.wmb").string();
  CHECK(warpmem("gen kernel:matmul-tiled m=64 n=64 k=64 -o '" + file + "'").status == 0);
  const auto metrics = [](const std::string& trace) {
    return json::parse(warpmem("run -q --json - '" + trace + "'").out).at("kernels").at(0).at("metrics");
  };
  CHECK(metrics(file) == metrics("kernel:matmul-tiled,m=64,n=64,k=64"));
}
