// Lanes against banks: who is served in which wavefront, before and after a fix.
#include <fmt/format.h>

#include <algorithm>

#include "report/format.hpp"
#include "report/lane_map.hpp"
#include "report/picture_parts.hpp"
#include "warpmem/access.hpp"

namespace warpmem::report {
namespace {

constexpr unsigned banks = 32;
constexpr double cell = 16;
constexpr double label_width = 30;
constexpr double panel_width = label_width + banks * cell;
constexpr double between = 44;
constexpr double grid_top = 148;
constexpr double bars_height = 44;

// Light for the first wavefront to dark for the last; a single one lies between.
unsigned shade(unsigned wavefront, unsigned wavefronts) {
  return wavefronts < 2 ? 5 : 1 + (wavefront * 6 + (wavefronts - 1) / 2) / (wavefronts - 1);
}

std::string cost(const SharedAccess& a) {
  std::string out = counted(a.wavefronts, "wavefront");
  out += a.conflicts == 0 ? ", no conflicts" : ", " + counted(a.conflicts, "bank conflict");
  return out;
}

void draw_grid(svg::Drawing& drawing, double x) {
  drawing.rect({x, grid_top, banks * cell, lanes_per_warp * cell}, "empty");
  for (unsigned i = 0; i <= banks; i += 4) {
    const double at = i * cell;
    drawing.line({x + at, grid_top}, {x + at, grid_top + lanes_per_warp * cell}, "rule");
    drawing.line({x, grid_top + at}, {x + banks * cell, grid_top + at}, "rule");
  }
  for (unsigned i = 0; i < banks; ++i)
    drawing.text({x + (i + 0.5) * cell, grid_top - 6}, 10, fmt::format("{}", i), "muted", svg::Anchor::middle);
  drawing.text({x, grid_top - 20}, 13, "bank", "ink bold");
}

void draw_lane(svg::Drawing& drawing, double x, unsigned lane, const Record& record, std::uint64_t address, const SharedAccess& access) {
  const bool active = record.lanes.has(lane);
  const double y = grid_top + lane * cell;
  const unsigned wavefront = access.lane_wavefront[lane];
  svg::Attributes attributes = {{"data-lane", fmt::format("{}", lane)}};
  if (active) attributes.emplace_back("data-wavefront", fmt::format("{}", wavefront));
  drawing.open(attributes, active ? fmt::format("lane {}: offset {}, wavefront {}", lane, address, wavefront)
                                  : fmt::format("lane {}: not active", lane));
  drawing.text({x - 6, y + 12}, 10.5, fmt::format("{}", lane), active ? "ink" : "muted", svg::Anchor::end);
  if (active) {
    const unsigned level = shade(wavefront, access.wavefronts);
    for (std::uint64_t word = address / 4; word <= (address + record.bytes - 1) / 4; ++word) {
      const auto bank = static_cast<unsigned>(word % banks);
      drawing.open({{"data-bank", fmt::format("{}", bank)}});
      drawing.rect({x + bank * cell, y, cell, cell}, fmt::format("s{} cell", level));
      drawing.text({x + (bank + 0.5) * cell, y + 11.8}, 10, fmt::format("{}", wavefront), fmt::format("on-s{}", level),
                   svg::Anchor::middle);
      drawing.close();
    }
  }
  drawing.close();
}

// How many turns each bank needs: the tallest sets the pace.
void draw_turns(svg::Drawing& drawing, double x, const SharedAccess& access) {
  const double base = grid_top + lanes_per_warp * cell + 22 + bars_height;
  const unsigned most = *std::max_element(access.bank_words.begin(), access.bank_words.end());
  drawing.text({x - 6, base - 2}, 10.5, "turns", "ink", svg::Anchor::end);
  drawing.line({x, base}, {x + banks * cell, base}, "rule");
  for (unsigned b = 0; b < banks; ++b) {
    const unsigned turns = access.bank_words[b];
    drawing.open({{"data-turns-of-bank", fmt::format("{}", b)}, {"data-turns", fmt::format("{}", turns)}},
                 fmt::format("bank {}: {}", b, counted(turns, "turn")));
    // A scale that starts at 8 turns, so that one turn does not look like many.
    const double height = bars_height * turns / std::max(8U, most);
    if (turns != 0) {
      drawing.rect({x + b * cell + 2, base - height, cell - 4, height}, "s5");
      drawing.text({x + (b + 0.5) * cell, base - height - 3}, 10, fmt::format("{}", turns), "ink", svg::Anchor::middle);
    }
    drawing.close();
  }
}

void draw_panel(svg::Drawing& drawing, double x, const ParsedAccess& access, const char* name) {
  const SharedAccess a = analyse_shared(access.record, access.addresses);
  const auto at = lane_addresses(access.record, access.addresses);
  drawing.open({{"data-panel", name}});
  const double edge = x + label_width;
  drawing.text({edge, 78}, 15, svg::fitted(access_text(access), 16.5, banks * cell), "ink code");
  drawing.text({edge, 101}, 17, cost(a), "ink bold");
  drawing.text({edge - 6, grid_top - 6}, 13, "lane", "ink bold", svg::Anchor::end);
  draw_grid(drawing, edge);
  for (unsigned lane = 0; lane < lanes_per_warp; ++lane) draw_lane(drawing, edge, lane, access.record, at[lane], a);
  draw_turns(drawing, edge, a);
  drawing.close();
}

}  // namespace

std::string banks_picture(const ParsedAccess& access, const std::optional<ParsedAccess>& after, const Frame& frame) {
  const double width = 2 * picture_margin + panel_width + (after ? between + panel_width : 0);
  const std::string before_cost = cost(analyse_shared(access.record, access.addresses));
  std::string told = access_text(access) + ": " + before_cost + ".";
  if (after) told += " " + access_text(*after) + ": " + cost(analyse_shared(after->record, after->addresses)) + ".";
  svg::Drawing drawing(frame.id, width, "Lanes and banks of " + access_text(access), told);
  heading(drawing, after ? "Lanes and banks, before and after" : "Lanes and banks");
  draw_panel(drawing, picture_margin, access, "before");
  if (after) draw_panel(drawing, picture_margin + panel_width + between, *after, "after");
  double y = grid_top + lanes_per_warp * cell + 22 + bars_height;
  y = paragraph(drawing, {picture_margin + label_width, y + 6}, width - 2 * picture_margin - label_width, 14,
                "Each square is a word that a lane needs from a bank; its number and shade say in which wavefront it comes. "
                "Turns: different words of one bank come one after the other.",
                "muted");
  return finished(drawing, y + 12, frame);
}

}  // namespace warpmem::report
