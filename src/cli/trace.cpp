// warpmem trace: compiles CUDA source for the CPU, runs it, and keeps every kernel's accesses as a trace.
#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <optional>
#include <regex>

#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "cli/trace_device.hpp"
#include "cli/trace_end.hpp"
#include "cli/trace_words.hpp"
#include "record/front/build.hpp"
#include "record/front/process.hpp"
#include "warpmem/config.hpp"
#include "warpmem/report.hpp"

namespace warpmem::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* nothing_traced = "Nothing was traced.";

struct Settings {
  front::BuildOptions build;
  Words arguments;
  std::string output, keep, machine, kernel;
  std::vector<std::pair<std::string, std::string>> environment;
  bool quiet = false;
};

// Options that the runtime reads from the environment, as they are.
constexpr std::pair<const char*, const char*> handed_on[] = {
    {"launches", "WARPMEM_RECORD_LAUNCHES"}, {"kernel", "WARPMEM_RECORD_KERNEL"}, {"blocks", "WARPMEM_RECORD_BLOCKS"},
    {"budget", "WARPMEM_RECORD_BUDGET"},     {"unroll", "WARPMEM_RECORD_UNROLL"}, {"stack", "WARPMEM_RECORD_STACK"},
};

// Said before anything is compiled, though the runtime would find it, too.
std::optional<std::string> bad_option(const po::variables_map& values) {
  const std::string kernel = string_or(values, "kernel", "");
  try {
    const std::regex checked(kernel);
  } catch (const std::regex_error& problem) {
    return fmt::format("--kernel takes a regular expression, not '{}': {}", kernel, problem.what());
  }
  // Bounded, so that what they come to in bytes or seconds is a number of 64 bits.
  static const std::regex blocks("every:[1-9][0-9]{0,17}|(first|middle|last)(,(first|middle|last))*");
  static const std::regex budget(
      "([0-9]{1,18}|[0-9]{1,9}(kB|MB|GB|KiB|MiB|GiB|s|min))(,([0-9]{1,18}|[0-9]{1,9}(kB|MB|GB|KiB|MiB|GiB|s|min)))*");
  if (values.count("blocks") != 0 && !std::regex_match(string_or(values, "blocks", ""), blocks))
    return fmt::format("--blocks takes first, middle, last (some, with commas between) or every:K with K up to 18 digits, not '{}'",
                       string_or(values, "blocks", ""));
  if (values.count("budget") != 0 && !std::regex_match(string_or(values, "budget", ""), budget))
    return fmt::format(
        "--budget takes a number of records (up to 18 digits), a size such as 100MB or a time such as 30s (up to 9 digits), or several "
        "with commas between, not '{}'",
        string_or(values, "budget", ""));
  return std::nullopt;
}

Result<Settings> settings_of(const po::variables_map& values, TraceWords& words) {
  Settings s;
  s.build.files = strings(values, "words");
  if (s.build.files.empty()) return usage_error("no CUDA source was named. For instance: warpmem trace my.cu");
  s.build.include_folders = strings(values, "include");
  s.build.definitions = strings(values, "define");
  s.build.link_words = std::move(words.link);
  s.build.standard = string_or(values, "std", s.build.standard);
  s.build.level = string_or(values, "optimise", s.build.level);
  s.build.all_cuda = values.count("cuda") != 0;
  s.build.relocatable = values.count("relocatable") != 0;
  s.arguments = std::move(words.program);
  s.keep = string_or(values, "keep", "");
  s.kernel = string_or(values, "kernel", "");
  s.quiet = values.count("quiet") != 0;
  s.output = string_or(values, "output", fs::path(s.build.files[0]).stem().string() + ".wmb");
  if (s.output.empty()) return usage_error("-o names no file");
  if (s.output == "-") return usage_error("standard output belongs to the traced program: name a file with -o");
  for (const std::string& file : s.build.files) {
    std::error_code none;
    if (fs::equivalent(s.output, file, none)) return usage_error("-o names '" + file + "' itself, which would be written over");
  }
  for (const auto& [option, least] : {std::pair{"launches", 1}, {"unroll", 1}, {"stack", 16384}}) {
    const auto number = whole_number(values, option, 1, static_cast<std::uint64_t>(least), 1U << 30);
    if (!number) return tl::make_unexpected(number.error());
  }
  if (const auto bad = bad_option(values)) return usage_error(*bad);
  if (values.count("compute") != 0) s.environment.emplace_back("WARPMEM_RECORD_COMPUTE", "1");
  for (const auto& [option, variable] : handed_on)
    if (values.count(option) != 0) s.environment.emplace_back(variable, values[option].as<std::string>());

  s.machine = string_or(values, "config", default_config);
  const auto machine = load_config(s.machine);
  if (!machine) return tl::make_unexpected(machine.error());
  const auto architecture = whole_number(values, "arch", compute_capability(machine->machine), 0, 999);
  if (!architecture) return tl::make_unexpected(architecture.error());
  s.build.architecture = static_cast<unsigned>(*architecture);
  s.environment.emplace_back("WARPMEM_RECORD_DEVICE", device_figures(machine->machine));
  return s;
}

int report_end_by_signal() {
  spdlog::error("warpmem: interrupted.");
  return interrupted;
}

// What the program ended with, said where it is not plain success.
int exit_status(const front::Ended& ended, bool stopped) {
  if (ended.interrupted()) return report_end_by_signal();
  if (ended.signal != 0) {
    spdlog::error("warpmem: the traced program was ended by signal {} ({}).", ended.signal, strsignal(ended.signal));
    return 128 + ended.signal;
  }
  if (ended.status != 0 && !stopped) spdlog::warn("warpmem: the traced program ended with status {}.", ended.status);
  return ended.status;
}

std::string without_last_newline(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

int trace(const Settings& s) {
  const auto toolkit = front::find_toolkit();
  if (!toolkit) return report_error(toolkit.error(), nothing_traced);
  const auto wants_arithmetic =
      std::ranges::any_of(s.environment, [](const auto& entry) { return entry.first == "WARPMEM_RECORD_COMPUTE"; });
  if (wants_arithmetic && !front::is_installed("objdump"))
    return report_error(Error{ErrorKind::input, "--compute needs objdump, which is not installed (on Debian: apt-get install binutils)"},
                        nothing_traced);
  if (const auto fine = can_write(s.output); !fine) return report_error(fine.error(), nothing_traced);
  catch_interrupts();  // between the programs that are run here, too, nothing is left behind
  const auto folder = front::WorkFolder::make(s.keep);
  if (!folder) return report_error(folder.error(), nothing_traced);

  const auto built = front::build(s.build, *toolkit, folder->path());
  if (!built) {
    if (built.error().interrupted) return report_end_by_signal();
    if (!built.error().messages.empty()) spdlog::error("{}", without_last_newline(built.error().messages));
    return report_error(built.error().error, nothing_traced);
  }
  if (stop_wanted()) return report_end_by_signal();
  if (built->kernels.empty()) spdlog::warn("warpmem: there is no kernel (__global__) in these files.");

  std::error_code ignored;
  const bool there_before = fs::is_regular_file(s.output, ignored);
  const fs::path summary = folder->path() / "summary";
  fs::remove(summary, ignored);
  front::Command command{{built->program.string()}, s.environment, {}};
  command.words.insert(command.words.end(), s.arguments.begin(), s.arguments.end());
  command.environment.emplace_back("WARPMEM_RECORD_OUTPUT", fs::absolute(s.output).string());
  command.environment.emplace_back("WARPMEM_RECORD_HEADERS", toolkit->root.string());
  command.environment.emplace_back("WARPMEM_RECORD_SUMMARY", summary.string());
  if (s.quiet) command.environment.emplace_back("WARPMEM_RECORD_QUIET", "1");
  const auto ended = front::run(command);
  if (!ended) return report_error(ended.error(), nothing_traced);
  // A program that did not come to its end leaves its trace unfinished, under the name that the writer gives it until then.
  fs::remove(s.output + ".part" + std::to_string(ended->process), ignored);
  const auto end = read_trace_end(summary);
  fs::remove(summary, ignored);
  const int status = exit_status(*ended, end && end->stopped);
  const TraceWanted wanted{s.output, s.machine, s.kernel, built->kernels, there_before};
  if (const std::string line = next_line(wanted, end, status); !line.empty()) spdlog::warn("{}", line);
  return status;
}

}  // namespace

CommandLine trace_line() {
  CommandLine line({"trace", "FILE.cu ... [-- ARGUMENT ...]",
                    "Compiles CUDA source with g++, runs the program on the CPU, needing no GPU, and writes a trace of what its "
                    "kernels read and write. The program really computes: it prints what it prints on a GPU, and its exit status "
                    "is this command's. Files are given as to nvcc: .cu, .cpp and .c; what stands after -- goes to the program.",
                    "  warpmem trace saxpy.cu && warpmem run saxpy.wmb\n"
                    "  warpmem trace -O3 -I inc main.cu kernels.cu -o mm.wmb -- 512\n"
                    "  warpmem trace --launches 1 --kernel reduce bench.cu\n"});
  const auto text = [] { return po::value<std::string>(); };
  const auto list = [] { return po::value<std::vector<std::string>>()->composing(); };
  line.options()("output,o", text()->value_name("FILE"), "where the trace goes (default: the first file's name, with .wmb)")(
      "include,I", list()->value_name("FOLDER"), "look for headers there, too")("define,D", list()->value_name("NAME[=VALUE]"),
                                                                                "define a macro")("std", text()->value_name("DIALECT"),
                                                                                                  "c++17 unless said otherwise")(
      "optimise,O", text()->value_name("LEVEL"),
      "how far g++ optimises: 0, 1, 2 (default) or 3. From 2 on, values stay in registers as on a GPU")(
      "cuda", "take .cpp and .c files as CUDA source, too")("relocatable",
                                                            "device variables are shared between files, as with nvcc -rdc=true")(
      "arch", text()->value_name("N"), "__CUDA_ARCH__ / 10, 90 for instance (default: the machine's); 0: not defined")(
      "config,c", text()->value_name("MACHINE"), "whose properties the program is told (default: a100-sxm4-80gb)")(
      "launches", text()->value_name("N"), "trace the first N launches of each kernel with the same grid and block")(
      "kernel", text()->value_name("REGEX"), "trace the kernels whose names match")(
      "blocks", text()->value_name("WHICH"), "trace these blocks: first,middle,last or every:K; all run")(
      "budget", text()->value_name("LIMIT"), "end tracing there: N records, NMB of trace, Ns of time; several with commas")(
      "unroll", text()->value_name("N"), "N iterations of a loop load before the first value is waited for (default 1)")(
      "compute", "record instructions without memory accesses, too: an estimate, counted in g++'s code")(
      "stack", text()->value_name("BYTES"), "of each CUDA thread (default 131072)")(
      "keep", text()->value_name("FOLDER"), "put the rewritten source and the program there, to look at");
  return line;
}

int trace_main(const Words& words) {
  TraceWords split = trace_words(words);
  const auto values = trace_line().parse(split.own);
  if (!values) return values.error();
  if (!split.without_meaning.empty()) spdlog::info("warpmem: without meaning here: {}", fmt::join(split.without_meaning, " "));
  const auto settings = settings_of(*values, split);
  if (!settings) return report_error(settings.error(), nothing_traced);
  return trace(*settings);
}

}  // namespace warpmem::cli
