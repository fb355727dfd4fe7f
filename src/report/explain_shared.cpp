#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "report/explain.hpp"
#include "report/format.hpp"
#include "report/lane_map.hpp"
#include "report/layout.hpp"
#include "warpmem/access.hpp"

namespace warpmem::report {
namespace {

constexpr unsigned banks = 32;

struct BankUse {
  std::array<unsigned, banks> lanes{}, words{};
  unsigned used = 0;  // banks
  unsigned words_in_all = 0;
};
BankUse bank_use(const Record& record, const std::vector<std::uint64_t>& addresses) {
  const auto at = lane_addresses(record, addresses);
  std::array<std::set<std::uint64_t>, banks> words;
  BankUse use;
  for (unsigned lane = 0; lane < lanes_per_warp; ++lane) {
    if (!record.lanes.has(lane)) continue;
    for (std::uint64_t w = at[lane] / 4; w <= (at[lane] + record.bytes - 1) / 4; ++w) {
      ++use.lanes[w % banks];
      words[w % banks].insert(w);
    }
  }
  for (unsigned b = 0; b < banks; ++b) {
    use.words[b] = static_cast<unsigned>(words[b].size());
    use.words_in_all += use.words[b];
    use.used += use.words[b] != 0 ? 1U : 0U;
  }
  return use;
}

// Which bank(s) the lanes meet in: "all in bank 0" or "in 4 of 32 banks".
std::string where(const BankUse& use) {
  if (use.used == banks) return "over all 32 banks";
  if (use.used > 1) return fmt::format("in {} of 32 banks", use.used);
  const auto bank = std::find_if(use.words.begin(), use.words.end(), [](unsigned w) { return w != 0; }) - use.words.begin();
  return fmt::format("all in bank {}", bank);
}

// Half of the banks: how many lanes want each, and how many turns it takes to serve them (within one lane group).
std::string sixteen(const BankUse& use, const SharedAccess& access, unsigned first, const TextStyle& style, const MapWords& words) {
  constexpr unsigned half = banks / 2;
  const std::size_t label = 2 + std::max({columns(words.bank), columns(words.lanes), columns(words.turns)});
  std::string head = left("  " + words.bank, label);
  std::string lanes = left("  " + words.lanes, label);
  std::string turns = left("  " + words.turns, label);
  bool any = false;
  for (unsigned b = first; b < first + half; ++b) {
    const auto cell = [](unsigned n) { return n == 0 ? std::string(".") : fmt::format("{}", n); };
    head += fmt::format("{:>4}", b);
    lanes += right(cell(use.lanes[b]), 4);
    turns += right(cell(access.bank_words[b]), 4);
    any = any || use.lanes[b] != 0;
  }
  if (!any) return "  " + fmt::format(fmt::runtime(words.no_lane), first, first + half - 1) + '\n';
  return bold(head, style) + '\n' + lanes + '\n' + turns + '\n';
}

}  // namespace

Explanation explain_shared(const Record& record, const std::vector<std::uint64_t>& addresses) {
  const SharedAccess access = analyse_shared(record, addresses);
  if (record.lanes.none()) return {"No lane is active: nothing is asked for.", {}};
  if (access.wavefronts <= access.ideal_wavefronts) {
    if (access.wavefronts > 1)
      return {fmt::format("No conflicts: {} bytes a lane are served in {}, a part of the warp each.", record.bytes,
                          counted(access.wavefronts, "wavefront")),
              {}};
    const BankUse use = bank_use(record, addresses);
    return {use.words_in_all < record.lanes.size() && record.bytes >= 4
                ? "No conflicts: lanes that read the same word share it (broadcast)."
                : "No conflicts: no two lanes need different words of one bank.",
            {}};
  }
  Explanation e;
  const auto stride = stride_of(record, addresses);
  const bool adds = record.op == Op::reduction || record.op == Op::atomic;
  if (adds && stride && stride->bytes == 0) {
    e.why = "Atomics do not broadcast: lanes on one word take turns. Add up within the warp first (shuffles), then let one lane do it.";
    return e;
  }
  if (!stride) {
    e.why = "Lanes that need different words of one bank take turns; spread them over the banks.";
    return e;
  }
  const auto width = std::max<std::int64_t>(4, record.bytes);
  const std::int64_t step = stride->bytes < 0 ? stride->bytes - width : stride->bytes + width;
  const SharedAccess padded = analyse_shared(strided(record, stride->base, step), {});
  const std::uint64_t words = static_cast<std::uint64_t>(std::abs(stride->bytes)) / 4;
  const std::uint64_t meet = banks / std::max<std::uint64_t>(1, words & (~words + 1));  // lanes from one to the next in its bank
  e.why = words % banks == 0
              ? fmt::format("Lanes are {} apart, a multiple of the 32 banks, so all of them meet in the same {}.", counted(words, "word"),
                            record.bytes <= 4 ? "one" : "banks")
              : fmt::format("Lanes are {} apart, so a lane meets the one {} further on in its bank.", counted(words, "word"), meet);
  if (padded.wavefronts >= access.wavefronts) return e;
  const std::string text = stride_text(stride->base, step, false);
  const std::string takes = counted(padded.wavefronts, "wavefront");
  const auto padded_words = static_cast<std::uint64_t>(std::abs(step)) / 4;
  if (words >= banks)
    e.fix = {fmt::format("Pad the row to {} words ({}) and it takes {}.", padded_words, text, takes), text, padded.wavefronts};
  else
    e.fix = {
        fmt::format("Padding rows does not help within one row; a stride of {} ({}) takes {}.", counted(padded_words, "word"), text, takes),
        text, padded.wavefronts};
  return e;
}

std::string map_shared(const Record& record, const std::vector<std::uint64_t>& addresses, const TextStyle& style, const MapWords& words) {
  const SharedAccess access = analyse_shared(record, addresses);
  const BankUse use = bank_use(record, addresses);
  return sixteen(use, access, 0, style, words) + sixteen(use, access, banks / 2, style, words);
}

std::string draw_shared(const Record& record, const std::vector<std::uint64_t>& addresses, const MachineConfig& machine,
                        const TextStyle& style) {
  const SharedAccess access = analyse_shared(record, addresses);
  const BankUse use = bank_use(record, addresses);
  const unsigned lanes = record.lanes.size();
  if (lanes == 0) return "No lane is active.\n";
  std::string summary = fmt::format("{}, {}, {}: {}", counted(lanes, "lane"), where(use),
                                    use.words_in_all == 1 ? "one word" : fmt::format("{} different words", use.words_in_all),
                                    counted(access.wavefronts, "wavefront"));
  if (access.wavefronts > access.ideal_wavefronts) summary += fmt::format(" where {} would do", access.ideal_wavefronts);
  summary += access.conflicts == 0 ? "." : fmt::format(" ({}).", counted(access.conflicts, "conflict"));
  std::string out = wrap(summary, style.width) + '\n' + map_shared(record, addresses, style);
  if (access.groups > 1) out += fmt::format("Served in {} groups of lanes, one after the other.\n", access.groups);
  const Explanation e = explain_shared(record, addresses);
  std::string end;
  const double least = machine.shared.latency.count + machine.shared.wavefront_latency.count * (access.ideal_wavefronts - 1);
  const double taken = machine.shared.latency.count + machine.shared.wavefront_latency.count * (access.wavefronts - 1);
  if (access.wavefronts > access.ideal_wavefronts && least > 0)
    end = fmt::format("{} cycles without conflicts become {}. ", decimal(least, 0), decimal(taken, 0));
  end += e.why + (e.fix.text.empty() ? "" : " " + e.fix.text);
  return out + wrap(end, style.width) + '\n';
}

}  // namespace warpmem::report
