#include <fmt/format.h>

#include <algorithm>

#include "cli/completion_model.hpp"

namespace warpmem::cli {
namespace {

std::string escaped(const std::string& text, const std::string& special) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) != std::string::npos) out += '\\';
    out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return out;
}

// The action of an _arguments specification.
std::string action(const Completed& c) {
  std::vector<std::string> parts;
  if (!c.words.empty()) parts.push_back(fmt::format("_values \"word\" {}", fmt::join(c.words, " ")));
  if (c.machines) parts.emplace_back("_warpmem_machines");
  if (c.sources) parts.emplace_back("_warpmem_sources");
  if (c.generators) parts.emplace_back("_warpmem_generators");
  if (c.kernels) parts.emplace_back("_warpmem_kernels");
  if (c.keys) parts.emplace_back("_warpmem_keys");
  if (c.figures) parts.emplace_back("_warpmem_figures");
  if (c.files) parts.emplace_back("_files");
  if (parts.empty()) return " ";
  if (parts.size() == 1 && parts[0][0] == '_' && c.words.empty()) return parts[0];
  return fmt::format("{{ {} }}", fmt::join(parts, "; "));
}

std::string specifications(const CompletedCommand& command) {
  std::string out;
  for (const CompletedOption& o : command.options) {
    // A bracket ends the explanation, and a backslash before one would be shown.
    std::string told = o.text;
    std::replace(told.begin(), told.end(), '[', '(');
    std::replace(told.begin(), told.end(), ']', ')');
    const std::string text = '[' + escaped(told, ":\\") + ']';
    const std::string value = o.value.empty() ? std::string() : ':' + escaped(o.value, ":\\") + ':' + action(o.values);
    const std::string both = o.short_name.empty() ? std::string() : fmt::format("(-{} --{})", o.short_name, o.name);
    const char* star = o.repeatable ? "*" : "";
    // Options that may be given again exclude nothing.
    const std::string& excludes = o.repeatable ? std::string() : both;
    out += fmt::format("        '{}{}--{}{}{}{}' \\\n", excludes, star, o.name, o.value.empty() ? "" : "=", text, value);
    if (!o.short_name.empty()) out += fmt::format("        '{}{}-{}{}{}' \\\n", excludes, star, o.short_name, text, value);
  }
  return out + fmt::format("        '*:word:{}'\n", action(command.words));
}

std::string list(const char* name, const std::vector<std::string>& words, const char* options = "") {
  std::string out = fmt::format("_warpmem_{}() {{\n  compadd {}-- \\\n", name, options);
  for (const std::string& w : words) out += "    '" + escaped(w, "") + "' \\\n";
  return out + "    ;\n}\n";
}

}  // namespace

std::string zsh_completion(const CompletionModel& model) {
  std::string out = "#compdef warpmem\n# zsh completion for warpmem, as 'warpmem completion zsh' prints it\n\n";
  out += list("machines", model.machines) + list("sources", model.sources(), "-S '' ") + list("generators", model.generators) +
         list("kernels", model.kernels) + list("keys", model.keys, "-S '=' ") + list("figures", model.figures);
  out += "\n_warpmem() {\n  local -a subcommands=(\n";
  for (const CompletedCommand& c : model.commands) out += fmt::format("    '{}:{}'\n", c.name, escaped(c.summary, ":\\"));
  out +=
      "  )\n"
      "  if ((CURRENT == 2)); then\n"
      "    _describe -t commands 'subcommand' subcommands\n"
      "    return\n"
      "  fi\n"
      "  local subcommand=$words[2]\n"
      "  shift words\n"
      "  ((CURRENT--))\n"
      "  case $subcommand in\n";
  for (const CompletedCommand& c : model.commands)
    out += fmt::format("    {})\n      _arguments -s \\\n{}      ;;\n", c.name, specifications(c));
  return out + "  esac\n}\n\n_warpmem \"$@\"\n";
}

}  // namespace warpmem::cli
