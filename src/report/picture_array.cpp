// An array in shared memory, as rows of 32 banks: where its rows begin, where padding lies, and what an access touches.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "report/format.hpp"
#include "report/lane_map.hpp"
#include "report/picture_parts.hpp"
#include "warpmem/access.hpp"

namespace warpmem::report {
namespace {

constexpr unsigned banks = 32;
constexpr double cell_width = 24;
constexpr double cell_height = 17;
constexpr double left_edge = 96;
constexpr double picture_width = left_edge + banks * cell_width + picture_margin;
constexpr std::size_t most_rows = 40;  // when more would be drawn, those that the access leaves out are not

// Which lanes touch each word.
std::map<std::uint64_t, LaneMask> touched(const ParsedAccess& access) {
  const auto at = lane_addresses(access.record, access.addresses);
  std::map<std::uint64_t, LaneMask> words;
  for (unsigned lane = 0; lane < lanes_per_warp; ++lane) {
    if (!access.record.lanes.has(lane)) continue;
    for (std::uint64_t w = at[lane] / 4; w <= (at[lane] + access.record.bytes - 1) / 4; ++w) words[w] |= LaneMask(1U << lane);
  }
  return words;
}

// Where a word stands in the array.
struct Element {
  bool inside = false;
  std::uint64_t row = 0, column = 0;
};
Element element_of(std::uint64_t word, const ArrayShape& shape) {
  const std::uint64_t start = shape.start / 4;
  if (shape.columns == 0 || shape.pitch == 0 || word < start) return {};
  return {true, (word - start) / shape.pitch, (word - start) % shape.pitch};
}

void draw_word(svg::Drawing& drawing, std::uint64_t word, double y, const ArrayShape& shape, LaneMask lanes) {
  const auto bank = static_cast<unsigned>(word % banks);
  const svg::Box box{left_edge + bank * cell_width, y, cell_width, cell_height};
  const Element e = element_of(word, shape);
  const bool padding = e.inside && e.column >= shape.columns;
  svg::Attributes attributes = {{"data-word", fmt::format("{}", word)}, {"data-bank", fmt::format("{}", bank)}};
  if (e.inside && !padding) {
    attributes.emplace_back("data-row", fmt::format("{}", e.row));
    attributes.emplace_back("data-column", fmt::format("{}", e.column));
  }
  if (padding) attributes.emplace_back("data-padding", "1");
  if (!lanes.none()) attributes.emplace_back("data-lanes", fmt::format("{:08x}", lanes.bits));
  std::string told = fmt::format("byte {}, bank {}", word * 4, bank);
  if (e.inside) told += padding ? fmt::format(", padding of row {}", e.row) : fmt::format(", [{}][{}]", e.row, e.column);
  if (!lanes.none()) told += ", lanes " + lane_list(lanes, 80);
  drawing.open(attributes, told);
  const bool odd = e.inside && e.row % 2 == 1;
  drawing.rect(box, !lanes.none() ? "used" : padding ? "waste" : odd ? "s1 cell" : "s0 cell");
  if (padding && lanes.none()) drawing.pattern(box, svg::Pattern::diagonal);
  const double middle = box.x + cell_width / 2;
  if (!lanes.none())
    drawing.text({middle, y + 12.6}, 11, lane_list(lanes, 3), "on-used bold", svg::Anchor::middle);
  else if (e.inside && e.column == 0)
    drawing.text({middle, y + 12.3}, 10, fmt::format("r{}", e.row), "on-s0", svg::Anchor::middle);
  drawing.close();
}

// The rows of 32 banks to draw, as indices from the start of shared memory.
std::vector<std::uint64_t> rows_to_draw(const std::map<std::uint64_t, LaneMask>& words, const ArrayShape& shape) {
  if (words.empty()) return {};
  const std::uint64_t first = (shape.columns != 0 ? std::min(shape.start / 4, words.begin()->first) : words.begin()->first) / banks;
  std::uint64_t last = words.rbegin()->first / banks;
  if (shape.columns != 0) {
    // The array's last row to its end, padding and all.
    const Element e = element_of(words.rbegin()->first, shape);
    last = std::max(last, (shape.start / 4 + (e.row + 1) * shape.pitch - 1) / banks);
  }
  std::vector<std::uint64_t> rows;
  if (last - first < most_rows) {
    for (std::uint64_t r = first; r <= last; ++r) rows.push_back(r);
    return rows;
  }
  std::set<std::uint64_t> some;
  for (const auto& [word, lanes] : words) some.insert(word / banks);
  rows.assign(some.begin(), some.end());
  return rows;
}

std::string told_of(const ParsedAccess& access, const ArrayShape& shape) {
  const SharedAccess a = analyse_shared(access.record, access.addresses);
  std::string out;
  if (shape.columns != 0) {
    const std::uint64_t padding = shape.pitch - shape.columns;
    out = fmt::format("Taken as rows of {}{}. ", counted(shape.columns, "word"),
                      padding == 0 ? std::string(" without padding") : fmt::format(" and {} of padding", counted(padding, "word")));
  }
  std::set<std::uint64_t> used;
  for (const auto& [word, lanes] : touched(access)) used.insert(word % banks);
  return out + fmt::format("The access touches {}: {}.", counted(used.size(), "bank"), counted(a.wavefronts, "wavefront"));
}

}  // namespace

ArrayShape shape_of(const ParsedAccess& access) {
  const auto stride = stride_of(access.record, access.addresses);
  if (!stride) return {};
  const auto step = static_cast<std::uint64_t>(std::abs(stride->bytes));
  const auto words = touched(access);
  if (step % 4 != 0 || step == 0 || words.empty()) return {};
  const std::uint64_t pitch = step / 4;
  const std::uint64_t start = words.begin()->first * 4;
  if (pitch < banks) return {start / (4 * banks) * 4 * banks, banks, banks};
  return {start, pitch / banks * banks, pitch};
}

std::string array_picture(const ParsedAccess& access, const ArrayShape& shape, const Frame& frame) {
  const auto words = touched(access);
  const std::string told = words.empty() ? "No lane is active." : told_of(access, shape);
  svg::Drawing drawing(frame.id, picture_width, "Shared memory by banks, with " + access_text(access), told);
  double y = heading(drawing, access_text(access), true);
  y = paragraph(drawing, {picture_margin, y}, picture_width - 2 * picture_margin, 15, told);
  y += 34;
  drawing.text({left_edge - 10, y}, 13, "byte", "ink bold", svg::Anchor::end);
  for (unsigned b = 0; b < banks; ++b)
    drawing.text({left_edge + (b + 0.5) * cell_width, y}, 11, fmt::format("{}", b), "muted", svg::Anchor::middle);
  drawing.text({left_edge, y - 16}, 13, "bank", "ink bold");
  y += 6;
  std::optional<std::uint64_t> before;
  bool shaped = false;
  bool gaps = false;
  bool padded = false;
  for (const std::uint64_t row : rows_to_draw(words, shape)) {
    if (before && row != *before + 1) {
      drawing.line({left_edge, y + 3}, {left_edge + banks * cell_width, y + 3}, "dashed");
      y += 6;
      gaps = true;
    }
    before = row;
    drawing.text({left_edge - 10, y + 12.5}, 11, fmt::format("{}", row * banks * 4), "muted", svg::Anchor::end);
    for (std::uint64_t word = row * banks; word < (row + 1) * banks; ++word) {
      const auto at = words.find(word);
      draw_word(drawing, word, y, shape, at == words.end() ? LaneMask() : at->second);
      const Element e = element_of(word, shape);
      shaped = shaped || e.inside;
      padded = padded || (e.inside && e.column >= shape.columns);
    }
    y += cell_height;
  }
  std::vector<LegendEntry> entries = {{"used", false, "touched, with the lane's number"}};
  if (shaped) entries.push_back({"s1 cell", false, "every other row of the array; r1: where row 1 begins"});
  if (padded) entries.push_back({"waste", true, "padding"});
  y = legend(drawing, {left_edge, y + 14}, entries);
  if (gaps) y = paragraph(drawing, {left_edge, y - 8}, banks * cell_width, 13, "Dashed: rows that the access leaves out.", "muted");
  return finished(drawing, y + 10, frame);
}

}  // namespace warpmem::report
