#include <fmt/format.h>

#include "cli/completion_model.hpp"

namespace warpmem::cli {
namespace {

// Shell code that adds what may stand here to `candidates` and `files`; empty: nothing is known.
std::string adds(const Completed& c) {
  std::string words = fmt::format("{}", fmt::join(c.words, " "));
  const auto list = [&words](bool wanted, const char* variable) {
    if (wanted) words += fmt::format("{}${}", words.empty() ? "" : " ", variable);
  };
  list(c.machines, "machines");
  list(c.sources, "sources");
  list(c.generators, "generators");
  list(c.kernels, "kernels");
  list(c.keys, "keys");
  list(c.figures, "figures");
  std::string code;
  if (!words.empty()) code = fmt::format("candidates=\"{}\"", words);
  if (c.files) code += code.empty() ? "files=1" : "; files=1";
  return code;
}

std::string case_of(const CompletedCommand& command) {
  std::string out = fmt::format("    {})\n", command.name);
  std::string flags;
  std::string with_value;
  for (const CompletedOption& o : command.options) {
    flags += " --" + o.name;
    if (o.value.empty()) continue;
    const std::string names = o.short_name.empty() ? "--" + o.name : "--" + o.name + "|-" + o.short_name;
    const std::string code = adds(o.values);
    with_value += fmt::format("        {}) value=1; {};;\n", names, code.empty() ? std::string() : code + ' ');
  }
  if (!flags.empty()) out += fmt::format("      flags=\"{}\"\n", flags.substr(1));
  if (!with_value.empty()) out += "      case $previous in\n" + with_value + "      esac\n";
  const std::string code = adds(command.words);
  if (!code.empty()) out += fmt::format("      ((value)) || {{ {}; }}\n", code);
  return out + "      ;;\n";
}

constexpr const char* begin = R"(# bash completion for warpmem, as 'warpmem completion bash' prints it
_warpmem() {
  # Bash takes words apart at ':' and '='; sources and settings have both, so the line is looked at as it was typed.
  local line=${COMP_LINE:0:COMP_POINT}
  local current=${line##*[[:space:]]}
  local -a typed
  read -ra typed <<< "${line%"$current"}"
  local command='' previous=${typed[-1]} word
  for word in "${typed[@]:1}"; do
    if [[ $word != -* ]]; then command=$word; break; fi
  done
  if [[ $current == --*=* ]]; then
    previous=${current%%=*}
    current=${current#*=}
  fi
)";

constexpr const char* end = R"(  esac
  if ((!value)) && [[ $current == -* ]]; then
    candidates=$flags
    files=''
  fi
  # The last of several figures, or of several sources in a list, is being typed.
  local head=''
  if [[ $candidates == *"$figures"* && -n $figures && $current == *,* ]]; then head=${current%,*},; fi
  COMPREPLY=()
  local reply
  while IFS= read -r reply; do
    [[ -n $reply ]] && COMPREPLY+=("$head$reply")
  done < <(compgen -W "$candidates" -- "${current#"$head"}")
  if [[ -n $files ]]; then
    local -a found=()
    while IFS= read -r reply; do found+=("$reply"); done < <(compgen -f -- "$current")
    if ((${#found[@]})); then
      COMPREPLY+=("${found[@]}")
      ((${#COMPREPLY[@]} == ${#found[@]})) && compopt -o filenames 2>/dev/null
    fi
  fi
  # More follows these: keys of a source, the value of a setting.
  if ((${#COMPREPLY[@]} == 1)) && [[ ${COMPREPLY[0]} == *= || ${COMPREPLY[0]} == gen:* || ${COMPREPLY[0]} == kernel:* ]]; then
    compopt -o nospace 2>/dev/null
  fi
  # Bash replaces what stands behind the last of its word breaks only.
  local break
  for break in : =; do
    if [[ $COMP_WORDBREAKS == *"$break"* && $current == *"$break"* ]]; then
      head=${current%"${current##*"$break"}"}
      COMPREPLY=("${COMPREPLY[@]#"$head"}")
    fi
  done
}
complete -F _warpmem warpmem
)";

}  // namespace

std::string bash_completion(const CompletionModel& model) {
  std::string out = begin;
  const auto list = [&out](const char* name, const std::vector<std::string>& words) {
    out += fmt::format("  local {}='{}'\n", name, fmt::join(words, " "));
  };
  list("machines", model.machines);
  list("sources", model.sources());
  list("generators", model.generators);
  list("kernels", model.kernels);
  std::vector<std::string> settings;
  for (const std::string& key : model.keys) settings.push_back(key + '=');
  list("keys", settings);
  list("figures", model.figures);
  out += "  local candidates='' files='' flags='' value=0\n  case $command in\n";
  std::string names;
  for (const CompletedCommand& c : model.commands) names += (names.empty() ? "" : " ") + c.name;
  out += fmt::format("    '') candidates='{}'; flags='--help --version' ;;\n", names);
  for (const CompletedCommand& c : model.commands) out += case_of(c);
  return out + end;
}

}  // namespace warpmem::cli
