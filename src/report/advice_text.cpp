#include <fmt/format.h>

#include <algorithm>

#include "report/advice.hpp"
#include "report/derived.hpp"
#include "report/format.hpp"
#include "report/layout.hpp"
#include "report/text_parts.hpp"

namespace warpmem::report {
namespace {

using advise::Advice;
using advise::Finding;
using advise::FixKind;
using advise::Trial;

constexpr std::size_t most_findings = 3;
constexpr std::size_t most_trials = 2;  // under a finding

std::string indented(const std::string& text, const TextStyle& style, unsigned by = 3) {
  return std::string(by, ' ') + wrap(text, style.width - by, by) + '\n';
}

std::string what(const Trial& trial, const KernelResult& kernel) {
  std::string out;
  for (const advise::Fix& fix : trial.fixes) {
    out += (out.empty() ? "" : ", and ") + fix_text(fix, kernel);
    if (trial.fixes.size() > 1 && !fix.instructions.empty()) {
      const InstructionInfo& info = kernel.instructions[fix.instructions.front()];
      out += fmt::format(" ({})", place_to_type(info));
    }
  }
  return out;
}

bool is_bare_tile(const Trial& t) { return t.fixes.front().kind == FixKind::shared_tile && t.fixes.front().pad == 0; }

std::string trial_lines(const Advice& advice, const Trial& trial, const TextStyle& style) {
  std::string out = indented(fmt::format("Tried: {}: {}.", what(trial, advice.kernel), gain_text(trial, advice.cost)), style);
  for (const advise::Fix& fix : trial.fixes) out += indented(change_text(fix, advice.kernel), style, 6);
  if (trial.fixes.front().kind != FixKind::shared_tile || is_bare_tile(trial)) return out;
  for (const Trial& other : advice.trials)
    if (is_bare_tile(other) && other.fixes.front().instructions == trial.fixes.front().instructions)
      out += indented(fmt::format("({} a row instead: {}, for its columns lie in few banks.)",
                                  counted(other.fixes.front().pitch / 4, "word"), counted(other.cost.cycles, "cycle")),
                      style);
  return out;
}

bool concerns(const Trial& trial, std::uint32_t instruction) {
  const auto& all = trial.fixes.front().instructions;
  return trial.fixes.size() == 1 && std::find(all.begin(), all.end(), instruction) != all.end();
}

}  // namespace

std::string advice_text(const Advice& advice, const MachineConfig& machine, const ReportContext& context, const TextStyle& style, bool all,
                        bool headed) {
  const KernelResult& kernel = advice.kernel;
  SourceText text(context.trace_source);
  std::string out =
      headed ? headline(kernel, machine, context, style) + speed(kernel, machine) : bold("advice for " + kernel.head.name, style) + '\n';
  std::vector<bool> told(advice.trials.size(), false);
  std::size_t number = 0;
  for (const Finding& f : advice.findings) {
    if (!all && (f.noise || number == most_findings)) break;
    ++number;
    if (f.instruction) {
      out += '\n' + instruction_title(number, kernel.instructions[*f.instruction], f.share, text, style);
    } else {
      InstructionInfo whole;
      whole.source = whole.op = "the kernel as a whole";
      out += '\n' + instruction_title(number, whole, f.share, text, style);
    }
    out += indented(finding_text(f, kernel, machine) + (f.noise ? " Too little to act upon." : ""), style);
    std::size_t shown = 0;
    for (std::size_t t = 0; f.instruction && t < advice.trials.size(); ++t) {
      const Trial& trial = advice.trials[t];
      if (told[t] || !trial.helps || !concerns(trial, *f.instruction)) continue;
      told[t] = true;
      // The bare tile is told of beside the padded one.
      const bool beside = is_bare_tile(trial) && std::any_of(advice.trials.begin(), advice.trials.end(), [&](const Trial& other) {
                            return &other != &trial && other.fixes.front().kind == FixKind::shared_tile && other.helps;
                          });
      if (beside || (shown == most_trials && !all)) continue;
      ++shown;
      out += trial_lines(advice, trial, style);
    }
  }
  const bool helped = std::any_of(advice.trials.begin(), advice.trials.end(), [](const Trial& trial) { return trial.helps; });
  if (number == 0 && !helped) out += '\n' + wrap("Nothing found that would be worth a change.", style.width) + '\n';

  std::string rest;
  for (std::size_t t = 0; t < advice.trials.size(); ++t)
    if (!told[t] && advice.trials[t].helps) rest += trial_lines(advice, advice.trials[t], style);
  if (!rest.empty()) out += '\n' + bold("for the kernel as a whole", style) + '\n' + rest;
  std::string vain;
  for (const Trial& trial : advice.trials)
    if (!trial.helps) vain += indented(fmt::format("{}: {}", what(trial, kernel), gain_text(trial, advice.cost)), style);
  const auto in_vain = std::count_if(advice.trials.begin(), advice.trials.end(), [](const Trial& trial) { return !trial.helps; });
  if (!all && in_vain > 0 && in_vain == static_cast<std::ptrdiff_t>(advice.trials.size()))
    out += '\n' +
           wrap(fmt::format("Changes tried: {}. None makes this launch faster; --all shows them. A small launch waits for latency "
                            "whatever it moves: try a larger one.",
                            in_vain),
                style.width) +
           '\n';
  if (all && !vain.empty()) out += '\n' + bold("tried in vain", style) + '\n' + vain;

  const auto worst =
      std::find_if(advice.findings.begin(), advice.findings.end(), [](const Finding& f) { return f.instruction.has_value(); });
  if (context.trace_source.empty() || context.trace_source == "-" || worst == advice.findings.end()) return out;
  std::vector<std::string> command_words = {"warpmem", "explain", context.trace_source, "--at",
                                            place_to_type(kernel.instructions[*worst->instruction], kernel.instructions)};
  for (std::string& word : config_words(context.config_name)) command_words.push_back(std::move(word));
  return out + '\n' + bold("next:", style) + ' ' + command(command_words, style.width, 6) + '\n';
}

}  // namespace warpmem::report
