#include "cli/completion_model.hpp"

#include <algorithm>
#include <cctype>

#include "cli/command_line.hpp"
#include "report/figures.hpp"
#include "trace/generator.hpp"
#include "warpmem/config.hpp"
#ifdef WARPMEM_KERNELS
#include "warpmem/kernels.hpp"
#endif
#include "warpmem/report.hpp"

namespace warpmem::cli {
namespace {

bool all_lower(const std::string& word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](unsigned char c) { return std::islower(c) != 0; });
}

// Goes by the names that usage texts and options give their values: "TRACE", "list | show MACHINE", "all|none".
Completed completed(const std::string& text, bool beside_options = false) {
  Completed out;
  std::string word;
  char before = ' ';
  bool option = false;  // the word is one, not its value
  const auto take = [&out, beside_options](const std::string& w) {
    if (w == "FILE" || w == "FOLDER" || w == "cu") out.files = true;
    if (w == "TRACE" || w == "ACCESS" || w == "A" || w == "B") out.sources = out.files = true;
    if (w == "MACHINE") out.machines = out.files = true;
    if (w == "GENERATOR") out.generators = true;
    if (w == "KERNEL") out.kernels = true;
    if (w == "KEY" && !beside_options) out.keys = true;  // beside them it is a generator's
    if (w == "FIGURE" || w == "CONDITION") out.figures = true;
    if (w == "SUBCOMMAND")
      for (const Command& c : commands()) out.words.emplace_back(c.name);
    if (all_lower(w) && w != "cu" && w != "value") out.words.push_back(w);
  };
  for (const char c : text + ' ') {
    if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
      word += c;
    } else if (!word.empty()) {
      if (!option) take(word);
      word.clear();
    }
    if (word.size() == 1) option = before == '-';
    before = c;
  }
  return out;
}

}  // namespace

std::vector<std::string> CompletionModel::sources() const {
  std::vector<std::string> out;
  for (const std::string& g : generators) out.push_back("gen:" + g);
  for (const std::string& k : kernels) out.push_back("kernel:" + k);
  return out;
}

CompletionModel completion_model() {
  CompletionModel model;
  for (const Command& c : commands()) {
    CompletedCommand command{std::string(c.name), std::string(c.summary), {}, {}};
    if (c.line != nullptr) {
      const CommandLine line = c.line();
      command.words = completed(line.usage().words, true);
      for (const OptionRow& row : line.table())
        command.options.push_back({row.name, row.short_name, row.value, row.text, row.repeatable, completed(row.value)});
    } else if (c.name == "help") {
      command.words = completed("SUBCOMMAND");
    }
    model.commands.push_back(std::move(command));
  }
  for (const ConfigListing& config : shipped_configs()) model.machines.push_back(config.name);
#ifdef WARPMEM_KERNELS
  for (const kernels::Kernel& kernel : kernels::all()) model.kernels.emplace_back(kernel.name);
#endif
  for (const std::string_view name : trace::generator_names()) model.generators.emplace_back(name);
  if (const auto loaded = load_config(default_config))
    for (const ParameterValue& p : loaded->parameters) model.keys.push_back(p.key);
  for (const report::Figure& f : report::all_figures()) model.figures.push_back(f.name);
  return model;
}

}  // namespace warpmem::cli
