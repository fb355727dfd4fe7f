#include "cli/command_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <sstream>

#include "cli/console.hpp"
#include "cli/output.hpp"
#include "report/layout.hpp"
#include "units/nearest.hpp"

namespace warpmem::cli {
namespace {

// Lines of at most 79 columns; line breaks stay.
std::string wrapped(const std::string& text) {
  std::istringstream lines(text);
  std::string out;
  for (std::string line; std::getline(lines, line);) out += (out.empty() ? "" : "\n") + report::wrap(line, 79);
  return out;
}

// An option whose value is "", as a script's unset variable makes it: never meant. Empty when there is none.
std::string given_nothing(const po::variables_map& values, const po::options_description& options) {
  for (const auto& [name, value] : values) {
    if (name == "words" || options.find(name, false).semantic()->max_tokens() == 0) continue;
    const auto* one = boost::any_cast<std::string>(&value.value());
    if (one != nullptr && one->empty()) return name;
    const auto* several = boost::any_cast<std::vector<std::string>>(&value.value());
    if (several != nullptr && std::find(several->begin(), several->end(), "") != several->end()) return name;
  }
  return {};
}

}  // namespace

CommandLine::CommandLine(Usage usage) : usage_(std::move(usage)), options_("Options", 79, 44) {
  options_.add_options()("help,h", "print this and stop")("verbose,v", "say more")("quiet,q", "say nothing but results and errors");
}

int CommandLine::help() const {
  std::ostringstream text;
  text << "usage: warpmem " << usage_.command << ' ' << usage_.words << " [options]\n\n" << wrapped(usage_.about) << "\n\n" << options_;
  if (!usage_.examples.empty()) text << "\nExamples:\n" << usage_.examples;
  return print(text.str());
}

tl::expected<po::variables_map, int> CommandLine::parse(const Words& words) {
  po::options_description all;
  all.add(options_).add_options()("words", po::value<std::vector<std::string>>());
  po::positional_options_description positional;
  positional.add("words", -1);
  namespace style = po::command_line_style;
  po::variables_map values;
  try {
    po::store(po::command_line_parser(words).options(all).positional(positional).style(style::unix_style ^ style::allow_guessing).run(),
              values);
    po::notify(values);
  } catch (const po::unknown_option& e) {
    std::vector<std::string> known;
    for (const auto& option : options_.options()) known.push_back("--" + option->long_name());
    const std::string given = e.get_option_name();
    return tl::make_unexpected(
        report_usage("unknown option '" + given + "'" + did_you_mean(given, {known.begin(), known.end()}), usage_.command));
  } catch (const po::error& e) {
    return tl::make_unexpected(report_usage(e.what(), usage_.command));
  }
  if (values.count("help") != 0) return tl::make_unexpected(help());
  if (const std::string empty = given_nothing(values, options_); !empty.empty())
    return tl::make_unexpected(report_usage("--" + empty + " is given an empty value", usage_.command));
  // As a script's unset variable makes it: no file has that name.
  const auto given = strings(values, "words");
  if (std::find(given.begin(), given.end(), "") != given.end())
    return tl::make_unexpected(report_usage(
        usage_.words.starts_with("TRACE") ? "no trace was named: an argument is empty" : "an argument is empty", usage_.command));
  if (values.count("quiet") != 0) set_loudness(Loudness::quiet);
  if (values.count("verbose") != 0) set_loudness(Loudness::verbose);
  return values;
}

std::vector<OptionRow> CommandLine::table() const {
  std::vector<OptionRow> rows;
  for (const auto& option : options_.options()) {
    OptionRow row;
    row.name = option->long_name();
    const std::string dashed = option->canonical_display_name(po::command_line_style::allow_dash_for_short);
    if (dashed.starts_with('-')) row.short_name = dashed.substr(1);
    if (option->semantic()->max_tokens() != 0) row.value = option->semantic()->name();
    row.text = option->description();
    row.repeatable = option->semantic()->is_composing();
    rows.push_back(std::move(row));
  }
  return rows;
}

void add_machine_options(CommandLine& line, bool several) {
  if (several)
    line.options()("config,c", po::value<std::vector<std::string>>()->value_name("MACHINE")->composing(),
                   "a shipped name or a file (default: a100-sxm4-80gb); may be given again");
  else
    line.options()("config,c", po::value<std::string>()->value_name("MACHINE"), "a shipped name or a file (default: a100-sxm4-80gb)");
  line.options()("set", po::value<std::vector<std::string>>()->value_name("KEY=VALUE")->composing(),
                 "change one parameter of the machine; may be given again");
}

void add_style_options(CommandLine& line) {
  line.options()("ascii", "no characters beyond ASCII")("width", po::value<std::string>()->value_name("N"),
                                                        "columns of the text (default: the terminal's, or 80)");
}

std::vector<std::string> strings(const po::variables_map& values, const char* option) {
  return values.count(option) != 0 ? values[option].as<std::vector<std::string>>() : std::vector<std::string>{};
}

std::string string_or(const po::variables_map& values, const char* option, const std::string& otherwise) {
  return values.count(option) != 0 ? values[option].as<std::string>() : otherwise;
}

Result<std::uint64_t> whole_number(const po::variables_map& values, const char* option, std::uint64_t otherwise, std::uint64_t least,
                                   std::uint64_t most) {
  if (values.count(option) == 0) return otherwise;
  const std::string& text = values[option].as<std::string>();
  std::uint64_t n = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (problem != std::errc{} || end != text.data() + text.size() || n < least || n > most)
    return usage_error(fmt::format("--{} takes a whole number from {} to {}, not '{}'", option, least, most, text));
  return n;
}

}  // namespace warpmem::cli
