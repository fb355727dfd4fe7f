#include "trace/accelsim_reader.hpp"

#include "trace/record_check.hpp"

namespace warpmem::trace {

Result<bool> AccelSimReader::next_line() {
  if (held_) {
    held_ = false;
    return true;
  }
  for (;;) {
    const Result<std::optional<std::string_view>> line = lines_.next();
    if (!line) return tl::make_unexpected(line.error());
    if (!*line) return false;
    scan_ = Scan{**line};
    scan_.skip_blanks();
    if (scan_.at < scan_.line.size()) return true;
  }
}

tl::unexpected<Error> AccelSimReader::unexpected(const std::string& expected) const {
  return lines_.error({scan_.at, "expected " + expected + " instead of " + quoted(scan_.line.substr(scan_.at))});
}

Parsed<std::uint64_t> AccelSimReader::number_of_line(std::string_view what) const {
  Scan scan{scan_.line, std::min(scan_.line.find('='), scan_.line.size() - 1) + 1};
  scan.skip_blanks();
  return scan_whole_number(scan, what);
}

Result<std::optional<KernelHead>> AccelSimReader::read_head() {
  head_ = AccelSimHead{};
  head_.kernel.name.clear();
  bool any = false;
  for (;;) {
    const Result<bool> more = next_line();
    if (!more) return tl::make_unexpected(more.error());
    if (!*more && !any) {
      if (!any_) return input_error("nothing in it: expected a trace", name());
      return std::nullopt;
    }
    if (!*more) break;
    const std::string_view line = scan_.line.substr(scan_.at);
    if (line.starts_with("#BEGIN_TB")) {
      held_ = true;
      break;
    }
    if (line.starts_with('#')) continue;
    if (!line.starts_with('-')) {
      return unexpected(any ? "`#BEGIN_TB` (a trace that has been through post-traces-processing)" : "a header line `-key = value`");
    }
    any = true;
    const Parsed<bool> taken = parse_accelsim_head(line, head_);
    if (!taken) return lines_.error({taken.error().at + scan_.at, taken.error().message});
  }
  if (const std::optional<std::string> problem = accelsim_head_problem(head_)) {
    return input_error(*problem, name(), lines_.number());
  }
  any_ = true;
  if (head_.kernel.name.empty()) head_.kernel.name = "trace";
  instructions_.clear();
  warp_.begin_launch(head_);
  return head_.kernel;
}

Result<std::optional<std::uint64_t>> AccelSimReader::find_section(std::uint64_t least) {
  Result<bool> more = next_line();
  if (!more) return tl::make_unexpected(more.error());
  if (!*more || scan_.here() == '-') {
    held_ = *more;
    return std::nullopt;
  }
  if (!scan_.line.substr(scan_.at).starts_with("#BEGIN_TB")) return unexpected("`#BEGIN_TB`");
  more = next_line();
  if (!more) return tl::make_unexpected(more.error());
  if (!*more) return input_error("it is cut off: expected `thread block = x,y,z`", name(), lines_.number());
  if (!scan_.line.substr(scan_.at).starts_with("thread block")) return unexpected("`thread block = x,y,z`");
  Scan scan{scan_.line, std::min(scan_.line.find('='), scan_.line.size() - 1) + 1};
  scan.skip_blanks();
  const std::size_t place = scan.at;
  const Parsed<Dim3> block = scan_triple(scan, "the block's index");
  if (!block) return lines_.error(block.error());
  const Dim3& grid = head_.kernel.grid;
  if (block->x >= grid.x || block->y >= grid.y || block->z >= grid.z) return lines_.error({place, "the block lies outside the grid"});
  const std::uint64_t index = block->x + std::uint64_t{grid.x} * (block->y + std::uint64_t{grid.y} * block->z);
  if (index < least) return lines_.error({place, "the block comes after a later one, or twice: expected launch order, x first"});
  return index;
}

Result<bool> AccelSimReader::begin_warp(BlockTrace& out) {
  const Parsed<std::uint64_t> number = number_of_line("the warp's index");
  if (!number) return lines_.error(number.error());
  const std::uint32_t warps = head_.kernel.warps_per_block();
  if (*number >= warps)
    return lines_.error({scan_.at, "warp " + std::to_string(*number) + " lies outside the block, which has " + std::to_string(warps)});
  const auto warp = static_cast<std::uint32_t>(*number);
  builder_.warp(warp);
  warp_.begin(out, out.index * warps + warp, filled_lanes(head_.kernel.block, warp));
  announced_.reset();
  return true;
}

Result<bool> AccelSimReader::read_section(std::uint64_t index, BlockTrace& out) {
  builder_.begin(out, index, head_.kernel.warps_per_block());
  bool in_warp = false;
  for (;;) {
    const Result<bool> more = next_line();
    if (!more) return more;
    const std::string_view line = *more ? scan_.line.substr(scan_.at) : std::string_view{};
    const bool at_end = line.starts_with("#END_TB");
    const bool at_warp = line.starts_with("warp ") || line.starts_with("warp=");
    if (in_warp && (at_end || at_warp || !*more)) {
      if (announced_.value_or(0) != 0 && *more) {
        return lines_.error(
            {scan_.at, "the warp before lacks " + std::to_string(*announced_) + " of the instructions that `insts` announced"});
      }
      warp_.end(instructions_);
    }
    if (!*more) return input_error("it is cut off: expected `#END_TB`", name(), lines_.number());
    if (at_end) {
      builder_.finish();
      return true;
    }
    if (at_warp) {
      if (const Result<bool> begun = begin_warp(out); !begun) return begun;
      in_warp = true;
    } else if (line.starts_with("insts")) {
      const Parsed<std::uint64_t> count = number_of_line("the number of instructions");
      if (!count) return lines_.error(count.error());
      announced_ = *count;
    } else if (line.starts_with("cluster ") || line.starts_with('#')) {
      continue;  // where the block stands in its cluster: not modelled
    } else if (!in_warp) {
      return unexpected("`warp = number`");
    } else {
      if (announced_ && (*announced_)-- == 0) return lines_.error({scan_.at, "more instructions than `insts` announced"});
      const Parsed<bool> taken = warp_.take(scan_, instructions_, lines_.number());
      if (!taken) return lines_.error(taken.error());
    }
  }
}

}  // namespace warpmem::trace
