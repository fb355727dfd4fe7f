// warpmem gen: a made-up trace as a file.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/open.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::cli {
namespace {

// "copy" and its keys as the source's name: "gen:copy,elements=1024".
std::string source_of(const std::vector<std::string>& words) {
  std::string source = words[0].find(':') == std::string::npos ? "gen:" + words[0] : words[0];
  for (std::size_t i = 1; i < words.size(); ++i) source += ',' + words[i];
  return source;
}

// Ends with an error between two blocks after Ctrl-C, so that what was begun is cleared away.
class UntilInterrupted : public WatchedTrace {
 public:
  using WatchedTrace::WatchedTrace;
  Result<bool> next_block(BlockTrace& out) override {
    if (stop_wanted()) return tl::make_unexpected(Error{ErrorKind::internal, "interrupted"});
    return WatchedTrace::next_block(out);
  }
};

int write(TraceSource& whole, const std::string& path) {
  UntilInterrupted source(whole);
  catch_interrupts();
  const auto summary = write_trace(source, path, path.ends_with(".wmb") ? TraceFormat::binary : TraceFormat::text);
  if (!summary && stop_wanted()) {
    spdlog::error("warpmem: interrupted; nothing was written.");
    return interrupted;
  }
  if (!summary) {
    Error error = summary.error();
    if (error.file == "-") {
      if (reader_has_gone()) return done;
      error.file = "standard output";
    }
    return report_error(error, path == "-" ? "" : "Nothing was written.");
  }
  spdlog::info("warpmem: {} kernels, {} blocks, {} records", summary->kernels, summary->blocks, summary->records);
  return done;
}

}  // namespace

CommandLine gen_line() {
  CommandLine line({"gen", "GENERATOR [KEY=VALUE ...] -o FILE",
                    "Writes a made-up trace: binary when FILE ends in .wmb, else text. '-' is standard output.\n"
                    "GENERATOR is copy, read, write, aos, random, broadcast, chase or shared.",
                    "  warpmem gen copy elements=65536 stride=2 -o copy.wmt\n"
                    "  warpmem gen chase footprint=1048576 stride=128 steps=4096 -o chase.wmb\n"
                    "  warpmem gen shared stride=32 -o -\n"});
  line.options()("output,o", po::value<std::string>()->value_name("FILE"), "where to");
  return line;
}

int gen_main(const Words& words) {
  const auto values = gen_line().parse(words);
  if (!values) return values.error();
  const auto given = strings(*values, "words");
  if (given.empty()) return report_usage("what is to be made? For instance: warpmem gen copy elements=65536 -o copy.wmt", "gen");
  const std::string path = string_or(*values, "output", "");
  if (path.empty()) return report_usage("where is it to go? Add -o FILE, or -o - for standard output", "gen");
  const auto source = open_named(source_of(given));
  if (!source) return report_error(source.error(), "Nothing was written.");
  return write(**source, path);
}

}  // namespace warpmem::cli
