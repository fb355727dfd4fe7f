// warpmem gen: a made-up trace as a file.
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <filesystem>

#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/output.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::cli {
namespace {

// "copy" and its keys as the source's name: "gen:copy,elements=1024".
std::string source_of(const std::vector<std::string>& words) {
  std::string source = words[0].find(':') == std::string::npos ? "gen:" + words[0] : words[0];
  for (std::size_t i = 1; i < words.size(); ++i) source += ',' + words[i];
  return source;
}

int write(TraceSource& source, const std::string& path) {
  const bool to_stdout = path == "-";
  const bool binary = path.ends_with(".wmb");
  std::error_code none;
  const auto status = std::filesystem::status(path, none);
  const bool direct = to_stdout || (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status));
  const std::string made = direct ? path : fmt::format("{}.{}.part", path, ::getpid());
  auto summary = write_trace(source, made, binary ? TraceFormat::binary : TraceFormat::text);
  if (!summary) {
    Error error = summary.error();
    if (error.file == made) error.file = path;
    if (!direct) std::filesystem::remove(made, none);
    return report_error(error, "Nothing was written.");
  }
  if (!direct) {
    std::filesystem::rename(made, path, none);
    if (none) {
      const std::string why = none.message();
      std::filesystem::remove(made, none);
      return report_error({ErrorKind::internal, "cannot write this file: " + why, path}, "Nothing was written.");
    }
  }
  spdlog::info("warpmem: {} kernels, {} blocks, {} records", summary->kernels, summary->blocks, summary->records);
  return done;
}

}  // namespace

int gen_main(const Words& words) {
  CommandLine line({"gen", "NAME [KEY=VALUE ...] -o FILE",
                    "Writes a made-up trace: binary when FILE ends in .wmb, else text. '-' is standard output.\n"
                    "NAME is copy, read, write, aos, random, broadcast, chase or shared.",
                    "  warpmem gen copy elements=65536 stride=2 -o copy.wmt\n"
                    "  warpmem gen chase footprint=1048576 stride=128 steps=4096 -o chase.wmb\n"
                    "  warpmem gen shared stride=32 -o -\n"});
  line.options()("output,o", po::value<std::string>()->value_name("FILE"), "where to");
  const auto values = line.parse(words);
  if (!values) return values.error();
  const auto given = strings(*values, "words");
  if (given.empty()) return report_usage("what is to be made? For instance: warpmem gen copy elements=65536 -o copy.wmt", "gen");
  const std::string path = string_or(*values, "output", "");
  if (path.empty()) return report_usage("where is it to go? Add -o FILE, or -o - for standard output", "gen");
  const auto source = open_trace(source_of(given));
  if (!source) return report_error(source.error(), "Nothing was written.");
  return write(**source, path);
}

}  // namespace warpmem::cli
