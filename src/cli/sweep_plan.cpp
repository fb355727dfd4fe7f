#include "cli/sweep_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string_view>

#include "cli/braces.hpp"
#include "warpmem/config.hpp"

namespace warpmem::cli {
namespace {

constexpr std::uint64_t most_points = 100'000;

struct Source {
  std::string head;  // "gen:read"
  std::vector<std::pair<std::string, std::string>> keys;
};

// None for a file.
bool source_of(const std::string& text, Source& out) {
  if (!text.starts_with("gen:") && !text.starts_with("kernel:")) return false;
  const std::size_t comma = std::min(text.find(','), text.size());
  out.head = text.substr(0, comma);
  for (std::size_t begin = comma + 1; begin < text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string pair = text.substr(begin, end - begin);
    const std::size_t equals = std::min(pair.find('='), pair.size());
    out.keys.emplace_back(pair.substr(0, equals), equals < pair.size() ? pair.substr(equals + 1) : std::string());
    begin = end + 1;
  }
  return true;
}

struct Expanded {
  std::vector<std::string> words;
  std::set<std::string> keys;  // that had a brace
};

Result<Expanded> expand(const std::vector<std::string>& words) {
  Expanded out;
  for (const std::string& word : words) {
    std::error_code none;
    if (std::filesystem::exists(word, none)) {  // a file whose name has braces in it
      out.words.push_back(word);
      continue;
    }
    const auto braces = parse_braces(word);
    if (!braces) return tl::make_unexpected(braces.error());
    const std::uint64_t n = braces->combinations();
    if (out.words.size() + n > most_points) return usage_error(fmt::format("'{}' stands for more than {} points", word, most_points));
    for (std::uint64_t i = 0; i < n; ++i) out.words.push_back(braces->word(i));
    for (const auto& choice : braces->choices)
      if (!choice.key.empty()) out.keys.insert(choice.key);
  }
  return out;
}

// One column of what tells traces apart.
struct Column {
  std::string key;
  std::vector<std::string> values;  // of each trace
  bool varies() const { return std::adjacent_find(values.begin(), values.end(), std::not_equal_to<>()) != values.end(); }
};

std::vector<Column> columns_of(const Expanded& traces) {
  std::vector<Source> sources(traces.words.size());
  bool alike = true;
  const auto same_key = [](const auto& a, const auto& b) { return a.first == b.first; };
  for (std::size_t i = 0; i < sources.size(); ++i)
    alike = alike && source_of(traces.words[i], sources[i]) &&
            std::equal(sources[i].keys.begin(), sources[i].keys.end(), sources[0].keys.begin(), sources[0].keys.end(), same_key);
  std::vector<Column> out;
  if (!alike || sources.empty()) {
    out.push_back({"trace", traces.words});
    if (!out[0].varies()) out.clear();
    return out;
  }
  Column heads{"source", {}};
  for (const Source& s : sources) heads.values.push_back(s.head);
  if (heads.varies()) out.push_back(std::move(heads));
  for (std::size_t k = 0; k < sources[0].keys.size(); ++k) {
    Column column{sources[0].keys[k].first, {}};
    for (const Source& s : sources) column.values.push_back(s.keys[k].second);
    if (column.varies() || traces.keys.contains(column.key)) out.push_back(std::move(column));
  }
  return out;
}

// An unquoted brace was taken apart by the shell: what was to be another machine or setting stands among the traces.
Result<bool> nothing_else_among(const std::vector<std::string>& traces) {
  constexpr const char* advice = "quote braces, so that the shell leaves them, or repeat";
  for (const ConfigListing& shipped : shipped_configs())
    if (std::find(traces.begin(), traces.end(), shipped.name) != traces.end())
      return usage_error(fmt::format("'{}' is a machine, not a trace: {} --config", shipped.name, advice));
  for (const std::string& word : traces) {
    Source source;
    std::error_code none;
    if (word.find('=') != std::string::npos && !source_of(word, source) && !std::filesystem::exists(word, none))
      return usage_error(fmt::format("'{}' is a setting, not a trace: {} --set", word, advice));
  }
  return true;
}

}  // namespace

Result<SweepPlan> plan_sweep(const std::vector<std::string>& traces, const std::vector<std::string>& configs,
                             const std::vector<std::string>& sets) {
  if (const auto fine = nothing_else_among(traces); !fine) return tl::make_unexpected(fine.error());
  const auto all_traces = expand(traces);
  if (!all_traces) return tl::make_unexpected(all_traces.error());
  const auto all_configs = expand(configs);
  if (!all_configs) return tl::make_unexpected(all_configs.error());

  std::vector<BraceWord> overrides;
  std::uint64_t combinations = 1;
  SweepPlan plan;
  if (all_configs->words.size() > 1) plan.keys.emplace_back("config");
  for (const std::string& set : sets) {
    auto word = parse_braces(set);
    if (!word) return tl::make_unexpected(word.error());
    for (auto& choice : word->choices) plan.keys.push_back(choice.key.empty() ? set.substr(0, set.find('=')) : choice.key);
    combinations *= word->combinations();
    if (combinations > most_points) return usage_error(fmt::format("--set {} makes more than {} points", set, most_points));
    overrides.push_back(*std::move(word));
  }
  const auto columns = columns_of(*all_traces);
  for (const Column& c : columns) plan.keys.push_back(c.key);
  if (all_configs->words.size() * combinations * all_traces->words.size() > most_points)
    return usage_error(fmt::format("these are more than {} points", most_points));

  for (const std::string& config : all_configs->words) {
    for (std::uint64_t c = 0; c < combinations; ++c) {
      SweepPoint base;
      base.config = config;
      if (all_configs->words.size() > 1) base.keys.push_back(config);
      std::uint64_t rest = c;
      std::vector<std::uint64_t> picks(overrides.size());
      for (std::size_t i = overrides.size(); i-- > 0; rest /= overrides[i].combinations()) picks[i] = rest % overrides[i].combinations();
      for (std::size_t i = 0; i < overrides.size(); ++i) {
        base.set.push_back(overrides[i].word(picks[i]));
        for (std::size_t k = 0; k < overrides[i].choices.size(); ++k) base.keys.push_back(overrides[i].value(picks[i], k));
      }
      for (std::size_t t = 0; t < all_traces->words.size(); ++t) {
        SweepPoint point = base;
        point.trace = all_traces->words[t];
        for (const Column& column : columns) point.keys.push_back(column.values[t]);
        plan.points.push_back(std::move(point));
      }
    }
  }
  return plan;
}

}  // namespace warpmem::cli
