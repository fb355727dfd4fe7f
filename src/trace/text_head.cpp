#include "trace/text_head.hpp"

#include "trace/record_check.hpp"

namespace warpmem::trace {
namespace {

constexpr std::uint64_t most32 = std::numeric_limits<std::uint32_t>::max();

// X, X,Y or X,Y,Z; what is left out is `missing`.
Parsed<Dim3> scan_sides(Scan& scan, std::string_view what, std::uint32_t missing) {
  std::uint32_t sides[3] = {missing, missing, missing};
  for (unsigned i = 0; i < 3; ++i) {
    const std::size_t place = scan.at;
    const Parsed<std::uint64_t> side = scan_number(scan, what);
    if (!side) return tl::make_unexpected(side.error());
    if (*side > most32) return flaw(place, std::string(what) + " " + std::to_string(*side) + " is too large");
    sides[i] = static_cast<std::uint32_t>(*side);
    if (i == 2 || !scan.take(',')) break;
  }
  if (!scan.done() && !is_blank(scan.here())) {
    return flaw(scan.at, "unexpected " + quoted(scan.word_here()) + ": expected " + std::string(what) + " as X, X,Y or X,Y,Z");
  }
  return Dim3{sides[0], sides[1], sides[2]};
}

Parsed<bool> expect_end(Scan& scan) {
  scan.skip_blanks();
  if (scan.done()) return true;
  return flaw(scan.at, "unexpected " + quoted(scan.word_here()) + " at the line's end");
}

Parsed<bool> scan_head_key(Scan& scan, KernelHead& head, unsigned& seen) {
  const std::size_t begin = scan.at;
  const std::string_view key = scan.word("=");
  const std::vector<std::string_view> keys = {"grid", "block", "shared", "regs", "carveout"};
  std::size_t which = 0;
  while (which < keys.size() && keys[which] != key) ++which;
  if (which == keys.size() || !scan.take('=')) {
    return flaw(begin, "unknown key " + quoted(key) + instead_of(key, keys));
  }
  if ((seen & 1U << which) != 0) return flaw(begin, quoted(key) + " stands twice");
  seen |= 1U << which;
  if (which < 2) {
    const Parsed<Dim3> sides = scan_sides(scan, key, 1);
    if (!sides) return tl::make_unexpected(sides.error());
    (which == 0 ? head.grid : head.block) = *sides;
  } else {
    const Parsed<std::uint64_t> value = scan_whole_number(scan, key);
    if (!value) return tl::make_unexpected(value.error());
    if (which == 2) head.shared = Bytes(*value);
    if (which == 3) head.registers = static_cast<std::uint32_t>(std::min(*value, most32));
    if (which == 4) head.carveout = Bytes(*value);
  }
  // Each key by itself, so that the flaw points at it: the others are still as they were, and fine.
  if (const std::optional<std::string> problem = head_problem(head)) return flaw(begin, *problem);
  return true;
}

}  // namespace

Parsed<bool> parse_version(Scan scan) {
  scan.skip_blanks();
  const std::size_t place = scan.at;
  const Parsed<std::uint64_t> version = scan_whole_number(scan, "the version");
  if (!version) return tl::make_unexpected(version.error());
  if (*version != 1) return flaw(place, "trace version " + std::to_string(*version) + " is not known: expected 1");
  return expect_end(scan);
}

Parsed<KernelHead> parse_kernel(Scan scan, bool& shared_given) {
  KernelHead head;
  scan.skip_blanks();
  const std::size_t name_at = scan.at;
  head.name.clear();
  if (const Parsed<bool> read = scan_text(scan, head.name); !read) return tl::make_unexpected(read.error());
  const std::string_view first = Scan{scan.line, name_at}.word("=");
  if (head.name.empty() || ((first == "grid" || first == "block") && head.name.size() > first.size())) {
    return flaw(name_at, "expected the kernel's name, then grid= and block=");
  }
  unsigned seen = 0;
  for (scan.skip_blanks(); !scan.done(); scan.skip_blanks()) {
    if (const Parsed<bool> read = scan_head_key(scan, head, seen); !read) return tl::make_unexpected(read.error());
  }
  if ((seen & 3U) != 3) return flaw(scan.at, "the kernel lacks " + std::string((seen & 1U) == 0 ? "grid=" : "block=") + "X[,Y[,Z]]");
  shared_given = (seen & 4U) != 0;
  return head;
}

Parsed<std::uint64_t> parse_block(Scan scan, const Dim3& grid) {
  scan.skip_blanks();
  const std::size_t place = scan.at;
  const Parsed<Dim3> block = scan_sides(scan, "the block's index", 0);
  if (!block) return tl::make_unexpected(block.error());
  if (block->x >= grid.x || block->y >= grid.y || block->z >= grid.z) {
    return flaw(place, "the block lies outside the grid of " + std::to_string(grid.x) + "," + std::to_string(grid.y) + "," +
                           std::to_string(grid.z) + " blocks (indices count from 0)");
  }
  if (const Parsed<bool> end = expect_end(scan); !end) return tl::make_unexpected(end.error());
  return block->x + std::uint64_t{grid.x} * (block->y + std::uint64_t{grid.y} * block->z);
}

Parsed<std::uint32_t> parse_warp(Scan scan, const KernelHead& head) {
  scan.skip_blanks();
  const std::size_t place = scan.at;
  const Parsed<std::uint64_t> warp = scan_whole_number(scan, "the warp's index");
  if (!warp) return tl::make_unexpected(warp.error());
  if (*warp >= head.warps_per_block()) {
    return flaw(place, "warp " + std::to_string(*warp) + " lies outside the block, which has " + std::to_string(head.warps_per_block()) +
                           (head.warps_per_block() == 1 ? " warp" : " warps") + " (they count from 0)");
  }
  if (const Parsed<bool> end = expect_end(scan); !end) return tl::make_unexpected(end.error());
  return static_cast<std::uint32_t>(*warp);
}

}  // namespace warpmem::trace
