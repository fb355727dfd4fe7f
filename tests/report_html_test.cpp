// The page of a run: one file, nothing fetched, no scripts, everything escaped; the hottest lines beside their source.
#include <fmt/format.h>

#include <filesystem>
#include <sstream>

#include "picture_support.hpp"
#include "report/html_source.hpp"
#include "temporary_folder.hpp"
#include "warpmem/pictures.hpp"

using namespace picture_test;

namespace {

ReportContext context(const std::string& trace = "trace.wmt") { return {"paper", "fnv1a:0", trace, ""}; }

std::string page(const std::vector<KernelResult>& kernels, const std::vector<SampleAccess>& samples = {},
                 const std::string& trace = "trace.wmt") {
  std::ostringstream out;
  const MachineConfig m = machine();
  HtmlReport report(out, m, context(trace));
  for (const KernelResult& k : kernels) report.kernel(k, samples);
  report.finish("fnv1a:1");
  return out.str();
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// A source file of twenty lines, each with its number.
std::string twenty_lines() {
  std::string text;
  for (int line = 1; line <= 20; ++line) text += fmt::format("  line<{}>(a && b);\n", line);
  return text;
}

}  // namespace

TEST_CASE("a page is well-formed, whole and fetches nothing") {
  const std::string html = page({transpose()}, {{1, 3, 2, access("st.global.b32 0x1000+128")}});
  const Drawn d(html);
  CHECK(html.starts_with("<!DOCTYPE html>"));
  CHECK(d.count("/html/head/meta[@name='viewport']") == 1);
  CHECK(d.count("//script | //link | //img | //iframe | //@src | //@onclick") == 0);
  CHECK(!has(html, "@import"));
  CHECK(d.all("//a/@href").empty());
  CHECK(d.count("//svg") == 4);
  const auto ids = d.all("//@id");
  CHECK(std::set<std::string>(ids.begin(), ids.end()).size() == ids.size());
  CHECK(has(html, "prefers-color-scheme:dark"));
  CHECK(has(html, "@media print"));
}

TEST_CASE("a page says what the text report says") {
  const std::string html = page({transpose()}, {{1, 3, 2, access("st.global.b32 0x1000+128")}});
  const Drawn d(html);
  CHECK(d.string("//p[@class='verdict']") ==
        "transpose on paper: held back by its stores. Each one touches 32 sectors where 4 would do, so 8.0 times the useful bytes move.");
  CHECK(d.count("//dl/div[dt='cycles'][dd='10,000']") == 1);
  CHECK(d.count("//tr[th='global store']/td[.='16,384']") == 1);
  CHECK(d.count("//tr[th='L2 write']/td[.='100.0']") == 1);
  CHECK(d.count("//p[.='As it first ran: block 3, warp 2.']") == 1);
  CHECK(has(d.string("//footer"), "fnv1a:1"));
}

TEST_CASE("names from a trace cannot leave the page's text") {
  KernelResult k = transpose();
  k.head.name = "<script>alert(1)</script>&\x01";
  k.instructions[0].source = "\"><img src=x>.cu:1";
  const std::string html = page({k}, {}, "<b>.wmt");
  const Drawn d(html);
  CHECK(!has(html, "<script"));
  CHECK(!has(html, "<img"));
  CHECK(!has(html, "<b>"));
  CHECK(has(d.string("//h2"), "<script>alert(1)</script>&"));
}

TEST_CASE("each source line that costs stands beside its text, with the lines around it") {
  const TemporaryFolder folder;
  const std::string file = folder.write("walk.cu", twenty_lines());
  KernelResult k = transpose();
  k.instructions[0].source = file + ":4";
  k.instructions[1].source = file + ":14";
  const Drawn d(page({k}));
  CHECK(d.count("//td[contains(@class,'source')]") == 7 + 7);
  CHECK(d.string("//tr[td='14']/td[contains(@class,'source')]") == "  line<14>(a && b);");
  CHECK(d.string("//tr[td='14']/@class") == "hot");
  CHECK(has(d.string("//tr[td='14']"), "32 / 4"));
  CHECK(d.string("//tr[td='13']/@class") == "quiet");
  CHECK(d.count("//tr[@class='gap']") == 1);
  CHECK(d.count("//p/code[.='line<14>(a && b);']") == 1);
}

TEST_CASE("instructions of one line are added up, and lines that cannot be read stand by their name") {
  const auto costs = report::source_costs(transpose(), machine());
  REQUIRE(costs.size() == 1);
  CHECK(costs[0].place == "transpose.cu:14");
  CHECK(costs[0].ops == "ld.global.b32, st.global.b32");
  CHECK(costs[0].sectors == 2048 + 16'384);
  CHECK(costs[0].requests == 1024);
  const Drawn d(page({transpose()}));
  CHECK(d.count("//tr[td='transpose.cu:14'][td='ld.global.b32, st.global.b32']") == 1);
  CHECK(d.count("//tr[td='pc 0x40']") == 0);
  CHECK(Drawn(page({conflicts()})).count("//tr[td='pc 0x40']") == 1);
}

TEST_CASE("only program text is read, whatever a trace names") {
  const TemporaryFolder folder;
  report::SourceText text;
  CHECK(text.line({folder.write("a.cu", "one\ntwo\r\n"), 2}) == "two");
  CHECK_FALSE(text.line({folder.write("b.cu", "one\n"), 2}));
  CHECK_FALSE(text.line({folder.write("secret.txt", "secret\n"), 1}));
  CHECK_FALSE(text.line({folder.write("secret", "secret\n"), 1}));
  std::filesystem::create_symlink(folder.path() / "secret.txt", folder.path() / "link.cu");
  CHECK_FALSE(text.line({(folder.path() / "link.cu").string(), 1}));
  CHECK_FALSE(text.line({folder.path().string(), 1}));
  CHECK_FALSE(text.line({folder.write("large.cu", std::string((4U << 20U) + 1, 'x')), 1}));
}

TEST_CASE("sources are found beside the trace") {
  const TemporaryFolder folder;
  folder.write("beside.cu", "here\n");
  report::SourceText text(folder.write("trace.wmt", ""));
  CHECK(text.line({"beside.cu", 1}) == "here");
  CHECK(report::source_place("dir/a.cu:14")->line == 14);
  CHECK(report::source_place("C:/dir/a.cu:14")->file == "C:/dir/a.cu");
  for (const char* none : {"", "a.cu", "a.cu:", ":14", "a.cu:0", "a.cu:x", "a.cu:14x"}) CHECK_FALSE(report::source_place(none));
}

TEST_CASE("of many kernels all stand in the table and the longest in full") {
  std::vector<KernelResult> kernels;
  for (std::uint64_t i = 1; i <= 40; ++i) {
    kernels.push_back(transpose());
    kernels.back().cycles = 1000 * (i % 20 + 1);
  }
  const Drawn d(page(kernels));
  CHECK(d.count("//table[1]/tbody/tr[td[5]]") >= 40);
  CHECK(d.count("//section") == 12);
  CHECK(d.count("//section[@id='k19']") == 1);
  CHECK(d.count("//section[@id='k20']") == 0);
  for (const std::string& link : d.all("//a/@href")) CHECK(d.count("//section[@id='" + link.substr(1) + "']") == 1);
  CHECK(d.count("//a") == 12);
}

TEST_CASE("the same run gives the same page") { CHECK(page({transpose(), conflicts()}) == page({transpose(), conflicts()})); }

TEST_CASE("a trace without kernels gives a page that says so") { CHECK(Drawn(page({})).count("//p[.='The trace holds no kernel.']") == 1); }

TEST_CASE("the text report shows the source line too, without what could drive a terminal") {
  const TemporaryFolder folder;
  KernelResult k = transpose();
  k.instructions[1].source = folder.write("a.cu", "\tx = \x1b[31m y;  // é\n") + ":1";
  const std::string text = kernel_text(k, machine(), context(), {});
  CHECK(has(text, "\n   x =  [31m y;  // é\n"));
  CHECK(!has(text, "\x1b"));
  CHECK(has(kernel_text(k, machine(), context(), {.colour = false, .ascii = true, .width = 80}), "\n   x =  [31m y;  // ??\n"));
}
