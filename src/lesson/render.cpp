#include "lesson/render.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/source.hpp"
#include "lesson/fill.hpp"
#include "report/cycle_rows.hpp"
#include "report/layout.hpp"
#include "report/picture.hpp"
#include "warpmem/kernels.hpp"

namespace warpmem::lesson {
namespace {

constexpr const char* red = "31";
constexpr const char* green = "32";
constexpr const char* cyan = "36";

tl::unexpected<Error> broken(std::string message) { return tl::make_unexpected(Error{ErrorKind::internal, std::move(message)}); }

// The function without the comment above it: lessons say it in their own words.
kernels::Excerpt without_comment(kernels::Excerpt code) {
  while (code.text.starts_with("//")) {
    code.text.remove_prefix(std::min(code.text.find('\n'), code.text.size() - 1) + 1);
    ++code.first_line;
  }
  return code;
}

}  // namespace

std::string Renderer::coloured(const std::string& text, const char* code) const {
  return style_.colour ? "\033[" + std::string(code) + "m" + text + "\033[0m" : text;
}

Result<std::string> Renderer::block(const Block& block) const {
  switch (block.kind) {
    case Block::Kind::heading: {
      const auto text = fill(block.text, bench_);
      return text ? report::bold(*text, style_) + '\n' : text;
    }
    case Block::Kind::table:
      return table(block);
    case Block::Kind::source:
      return source(block);
    case Block::Kind::draw:
      return drawing(block);
    case Block::Kind::bars:
      return bars(block);
    case Block::Kind::formulas:
      return formulas(block);
    case Block::Kind::belief:
      return belief(block);
    default:
      break;
  }
  const auto text = fill(block.text, bench_);
  return text ? report::wrap(*text, style_.width, text->starts_with("- ") ? 2 : 0) + '\n' : text;
}

Result<std::string> Renderer::table(const Block& block) const {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::size_t> widths;
  for (const auto& cells : block.cells) {
    std::vector<std::string>& row = rows.emplace_back();
    for (const std::string& cell : cells) {
      const auto text = fill(cell, bench_);
      if (!text) return text;
      row.push_back(*text);
      if (widths.size() < row.size()) widths.push_back(0);
      widths[row.size() - 1] = std::max(widths[row.size() - 1], report::columns(*text) + (row.size() == 1 ? 2 : 0));
    }
  }
  if (rows.empty()) return std::string();
  report::Table out(rows.front(), widths);
  for (std::size_t i = 1; i < rows.size(); ++i) out.row(rows[i]);
  return out.text(style_);
}

Result<std::string> Renderer::source(const Block& block) const {
  const kernels::Kernel* kernel = kernels::find(block.words[0]);
  if (kernel == nullptr) return broken("there is no kernel '" + block.words[0] + "'");
  const kernels::Excerpt code = without_comment(kernels::excerpt(*kernel));
  std::string out = report::bold(kernel->file, style_) + '\n';
  unsigned line = code.first_line;
  for (std::size_t at = 0; at < code.text.size(); ++line) {
    const std::size_t end = code.text.find('\n', at);
    const std::string_view row = code.text.substr(at, end - at);
    constexpr unsigned gutter = 6;
    const auto depth = static_cast<unsigned>(std::min(row.find_first_not_of(' '), row.size()));
    out += report::right(std::to_string(line), gutter - 2) + "  " +
           coloured(report::wrap(row, style_.width - gutter, gutter + depth + 4), cyan) + '\n';
    at = end + 1;
  }
  return out;
}

// ::draw RUN [OPERATION [NTH]]: the first execution of the nth instruction, from 0, whose name begins so.
Result<std::string> Renderer::drawing(const Block& block) const {
  const auto run = bench_.run(block.words[0]);
  if (!run) return tl::make_unexpected(run.error());
  const std::string op = block.words.size() > 1 ? block.words[1] : "";
  std::size_t skip = block.words.size() > 2 ? std::stoul(block.words[2]) : 0;
  const auto sample = std::find_if((*run)->samples.begin(), (*run)->samples.end(), [&](const SampleAccess& s) {
    return (*run)->result.instructions[s.instruction].op.starts_with(op) && skip-- == 0;
  });
  if (sample == (*run)->samples.end()) return broken("run '" + block.words[0] + "' has no such access");
  const ParsedAccess& access = sample->access;
  const std::string& source = (*run)->result.instructions[sample->instruction].source;
  const report::MapWords words = lesson_.words.map_words();
  return report::bold((source.empty() ? "" : source + "  ") + report::access_text(access), style_) + '\n' +
         (access.record.space == Space::shared ? report::map_shared(access.record, access.addresses, style_, words)
                                               : report::map_global(access.record, access.addresses, style_, words));
}

Result<std::string> Renderer::bars(const Block& block) const {
  constexpr std::size_t name_width = 22, most_rows = 4;
  constexpr double least = 0.01;
  std::string out;
  for (const std::string& name : block.words) {
    const auto run = bench_.run(name);
    if (!run) return tl::make_unexpected(run.error());
    const KernelResult& kernel = (*run)->result;
    out += report::bold((*run)->title, style_) + ": " + show({static_cast<double>(kernel.cycles), Unit::count}) + ' ' +
           lesson_.words["cycles"] + '\n';
    std::size_t shown = 0;
    for (const report::CycleRow& row : report::cycle_rows(kernel, bench_.machine())) {
      if (shown == most_rows || row.share < least) break;
      ++shown;
      const auto cells = static_cast<unsigned>(style_.width - name_width - 10);
      out += report::left("  " + lesson_.words[row.name], name_width) + report::bar(row.share, cells, style_) +
             report::right(std::to_string(std::lround(100 * row.share)) + " %", 7) + '\n';
    }
  }
  return out;
}

// The four formulas of bandwidth with a run's figures: words.txt has them, with '@' for the run.
Result<std::string> Renderer::formulas(const Block& block) const {
  std::string out;
  for (const char* name : {"formula B", "formula T", "formula peak", "formula E"}) {
    std::string text = lesson_.words[name];
    for (std::size_t at = text.find('@'); at != text.npos; at = text.find('@', at)) text.replace(at, 1, block.words[0]);
    const auto filled = fill(text, bench_);
    if (!filled) return filled;
    out += "  " + report::wrap(*filled, style_.width - 2, 6) + '\n';
  }
  return out;
}

Result<Weighed> Renderer::weigh(const Block& block) const {
  const auto found = lesson_.plan.beliefs.find(block.words[0]);
  if (found == lesson_.plan.beliefs.end()) return broken("the plan holds no belief '" + block.words[0] + "'");
  const Belief& belief = found->second;
  const auto measured = bench_.evaluate(belief.measured);
  if (!measured) return tl::make_unexpected(measured.error());
  Weighed w{found->first, {}, belief.says, *measured, false};
  w.holds = std::abs(w.says - w.measured) <= belief.within * std::max(std::abs(w.says), std::abs(w.measured)) + 1e-12;
  const auto text = fill(block.text, bench_, {{"says", show({w.says, belief.unit})}, {"measured", show({w.measured, belief.unit})}});
  if (!text) return tl::make_unexpected(text.error());
  w.text = *text;
  return w;
}

Result<std::string> Renderer::belief(const Block& block) const {
  const auto w = weigh(block);
  if (!w) return tl::make_unexpected(w.error());
  const Unit unit = lesson_.plan.beliefs.at(w->id).unit;
  const std::map<std::string, std::string> given{{"says", show({w->says, unit})}, {"measured", show({w->measured, unit})}};
  const auto verdict = fill(lesson_.words[w->holds ? "belief holds" : "belief fails"], bench_, given);
  if (!verdict) return verdict;
  const std::string head = lesson_.words["belief"];
  const auto indent = static_cast<unsigned>(report::columns(head));
  return report::bold(head, style_) + report::wrap(w->text, style_.width - indent, indent) + '\n' + std::string(indent, ' ') +
         coloured(report::wrap(*verdict, style_.width - indent, indent), w->holds ? green : red) + '\n';
}

Result<std::string> Renderer::question(const Block& block) const {
  const auto text = fill(block.text, bench_);
  if (!text) return text;
  std::string out = report::bold("? ", style_) + report::wrap(*text, style_.width - 2, 2) + '\n';
  for (const Block::Option& option : block.options) {
    const auto words = fill(option.text, bench_);
    if (!words) return words;
    out += "    " + option.letter + "  " + report::wrap(*words, style_.width - 7, 7) + '\n';
  }
  return out;
}

Result<std::string> Renderer::reply(const Block& block, const Outcome& outcome) const {
  std::map<std::string, std::string> given{{"answer", outcome.answer}, {"given", outcome.given.value_or("")}};
  std::string out;
  for (const Block::Option& option : block.options) {
    if (option.evidence.empty()) continue;
    const auto evidence = fill(option.evidence, bench_);
    if (!evidence) return evidence;
    const bool right = outcome.answer.find(option.letter) != std::string::npos;
    out += "    " + coloured(option.letter + (right ? " + " : " - "), right ? green : red) + report::wrap(*evidence, style_.width - 8, 8) +
           '\n';
  }
  const auto answer = fill(lesson_.words["answer"], bench_, given);
  if (!answer) return answer;
  std::string line = *answer;
  if (outcome.given) {
    const auto judged = fill(lesson_.words[outcome.right ? "you were right" : "you were not"], bench_, given);
    if (!judged) return judged;
    line += ' ' + *judged;
  }
  return out + "  " + report::wrap(line, style_.width - 2, 2) + '\n';
}

}  // namespace warpmem::lesson
