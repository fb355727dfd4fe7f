// warpmem lab: the interactive page as a file.
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cctype>
#include <filesystem>

#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/output.hpp"
#include "lab/lab_page.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::cli {
namespace {

// Fit for any part of a URL; what addresses are written with stays readable.
std::string url_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || std::string_view("-._~/+,:=@[]").find(c) != std::string_view::npos)
      out += c;
    else
      out += fmt::format("%{:02X}", byte);
  }
  return out;
}

std::string address_of(const std::string& file, const std::vector<std::string>& accesses) {
  std::error_code problem;
  const std::filesystem::path whole = std::filesystem::absolute(file, problem);
  std::string url = "file://" + url_text(problem ? file : whole.lexically_normal().string());
  for (std::size_t i = 0; i < accesses.size(); ++i) url += (i == 0 ? "#a=" : "&b=") + url_text(accesses[i]);
  return url;
}

int open_in_browser(std::string url) {
  std::string program = "xdg-open";
  char* const words[] = {program.data(), url.data(), nullptr};
  pid_t child = 0;
  int status = 0;
  if (posix_spawnp(&child, program.c_str(), nullptr, nullptr, words, environ) == 0 && waitpid(child, &status, 0) == child && status == 0)
    return done;
  return report_usage("no browser could be started with xdg-open; open the address above in one", "lab");
}

}  // namespace

CommandLine lab_line() {
  CommandLine line({"lab", "[ACCESS [ACCESS]]",
                    "Writes the interactive page, one HTML file that works without a network: choose or type a pattern and see its lanes, "
                    "sectors, banks and wavefronts; compare two; predict and reveal; run a small trace. ACCESS is what it opens with, "
                    "two are compared.",
                    "  warpmem lab\n"
                    "  warpmem lab --open 'ld.shared.b32 0+128' 'ld.shared.b32 0+132'\n"
                    "  warpmem lab -o lesson.html\n"});
  line.options()("output,o", po::value<std::string>()->value_name("FILE"), "where to (default: warpmem-lab.html; '-': standard output)")(
      "open", "open it in the browser (xdg-open)");
  return line;
}

int lab_main(const Words& words) {
  const auto values = lab_line().parse(words);
  if (!values) return values.error();
  const auto accesses = strings(*values, "words");
  if (accesses.size() > 2) return report_usage("the page shows two accesses at most, side by side", "lab");
  for (const std::string& text : accesses)
    if (const auto access = parse_access(text); !access) return report_error(access.error());
  const std::string file = string_or(*values, "output", "warpmem-lab.html");
  if (file == "-") {
    if (values->count("open") != 0) return report_usage("--open needs a file: give one with -o", "lab");
    return print(lab::lab_page());
  }
  if (const auto fine = can_write(file); !fine) return report_error(fine.error());
  Spool out;
  out << lab::lab_page();
  if (const auto saved = out.save(file); !saved) return report_error(saved.error());
  const std::string url = address_of(file, accesses);
  if (const int status = print(fmt::format("{} is written; open it in a browser:\n  {}\n", file, url)); status != done) return status;
  return values->count("open") != 0 ? open_in_browser(url) : int{done};
}

}  // namespace warpmem::cli
