#include "cli/console.hpp"

#include <langinfo.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <cstdlib>
#include <string_view>

namespace warpmem::cli {
namespace {

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

unsigned terminal_width() {
  winsize size{};
  if (isatty(STDOUT_FILENO) != 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return std::clamp<unsigned>(size.ws_col, 60, 140);
  return 80;
}

// As much of the offending line as fits, with the caret below the column. Tabs count as one column each.
std::string excerpt_of(const Error& error) {
  constexpr std::size_t room = 74;
  constexpr std::string_view cut = "...";
  std::string text = error.excerpt;
  std::size_t caret = error.excerpt_column;
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  if (text.size() > room && caret > room / 2) {
    const std::size_t drop = std::min(caret - room / 2, text.size() - room);
    text = std::string(cut) + text.substr(drop + cut.size());
    caret -= std::min(caret - 1, drop);
  }
  if (text.size() > room) text = text.substr(0, room - cut.size()) + std::string(cut);
  std::string out = "   " + text;
  if (caret != 0) out += "\n   " + std::string(caret - 1, ' ') + "^";
  return out;
}

}  // namespace

void start_logging() {
  std::setlocale(LC_CTYPE, "");
  auto logger = spdlog::stderr_logger_st("warpmem");
  logger->set_pattern("%v");
  spdlog::set_default_logger(std::move(logger));
  set_loudness(Loudness::normal);
}

void set_loudness(Loudness loudness) {
  spdlog::set_level(loudness == Loudness::quiet     ? spdlog::level::err
                    : loudness == Loudness::verbose ? spdlog::level::info
                                                    : spdlog::level::warn);
}

int report_error(const Error& error, const std::string& consequence) {
  std::string place;
  if (!error.file.empty()) {
    place = error.file == "-" ? "standard input" : error.file;
    if (error.line != 0) place += ":" + std::to_string(error.line);
    if (error.line != 0 && error.column != 0) place += ":" + std::to_string(error.column);
  } else {
    place = "warpmem";
  }
  spdlog::error("{}: {}", place, error.message);
  if (!error.excerpt.empty()) spdlog::error("{}", excerpt_of(error));
  if (!consequence.empty()) spdlog::error("{}", consequence);
  switch (error.kind) {
    case ErrorKind::usage:
      return wrong_usage;
    case ErrorKind::input:
      return bad_input;
    default:
      return internal_error;
  }
}

int report_usage(const std::string& message, const std::string& command) {
  spdlog::error("warpmem: {}", message);
  spdlog::error("Type 'warpmem {}' for help.", command.empty() ? "help" : command + " --help");
  return wrong_usage;
}

TextStyle output_style(bool ascii, unsigned width) {
  TextStyle style;
  const char* term = std::getenv("TERM");
  const bool able = isatty(STDOUT_FILENO) != 0 && term != nullptr && std::string_view(term) != "dumb";
  const char* force = std::getenv("FORCE_COLOR");
  const bool forced = is_set("FORCE_COLOR") && std::string_view(force) != "0";
  const bool refused = is_set("NO_COLOR") || (is_set("FORCE_COLOR") && !forced);
  style.colour = (able || forced) && !refused;
  style.ascii = ascii || std::string_view(nl_langinfo(CODESET)) != "UTF-8";
  style.width = width != 0 ? width : terminal_width();
  return style;
}

}  // namespace warpmem::cli
