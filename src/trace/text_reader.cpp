#include "trace/text_reader.hpp"

#include "trace/record_check.hpp"
#include "trace/text_head.hpp"

namespace warpmem::trace {

Result<bool> TextReader::next_line() {
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
    if (scan_.done()) continue;
    word_at_ = scan_.at;
    word_ = scan_.word();
    return true;
  }
}

Result<std::optional<KernelHead>> TextReader::read_head() {
  Result<bool> more = next_line();
  if (!more) return tl::make_unexpected(more.error());
  if (*more && first_) {
    if (word_ == "warpmem-trace") {
      if (const Parsed<bool> version = parse_version(scan_); !version) return lines_.error(version.error());
      more = next_line();
      if (!more) return tl::make_unexpected(more.error());
    } else if (word_ == "kernel" || word_ == "block" || word_ == "warp") {
      return lines_.error({word_at_, "the first line is missing: expected `warpmem-trace 1` before `" + std::string(word_) + "`"});
    }
  }
  if (!*more) {
    if (first_) return input_error("nothing in it: expected a trace", name());
    return std::nullopt;
  }
  first_ = false;

  head_ = KernelHead{};
  bool shared_given = false;
  if (word_ == "kernel") {
    Parsed<KernelHead> head = parse_kernel(scan_, shared_given);
    if (!head) return lines_.error(head.error());
    head_ = *std::move(head);
  } else {
    held_ = true;
  }
  shared_limit_ = shared_given ? head_.shared : largest_shared;
  instructions_.clear();
  return head_;
}

Result<std::optional<std::uint64_t>> TextReader::find_section(std::uint64_t least) {
  const Result<bool> more = next_line();
  if (!more) return tl::make_unexpected(more.error());
  if (!*more || word_ == "kernel") {
    held_ = *more;
    return std::nullopt;
  }
  if (word_ != "block") {
    held_ = true;
    return 0;
  }
  const Parsed<std::uint64_t> index = parse_block(scan_, head_.grid);
  if (!index) return lines_.error(index.error());
  if (*index < least) {
    return lines_.error({word_at_, "block number " + std::to_string(*index) + " comes after block number " + std::to_string(least - 1) +
                                       ": blocks stand in launch order, x first, each once"});
  }
  return *index;
}

Result<bool> TextReader::read_section(std::uint64_t index, BlockTrace& out) {
  builder_.begin(out, index, head_.warps_per_block());
  builder_.warp(0);
  LineContext context{filled_lanes(head_.block, 0), shared_limit_};
  for (;;) {
    const Result<bool> more = next_line();
    if (!more) return more;
    if (!*more || word_ == "kernel" || word_ == "block") {
      held_ = *more;
      builder_.finish();
      return true;
    }
    if (word_ == "warp") {
      const Parsed<std::uint32_t> warp = parse_warp(scan_, head_);
      if (!warp) return lines_.error(warp.error());
      builder_.warp(*warp);
      context.filled = filled_lanes(head_.block, *warp);
      continue;
    }
    if (word_ == "warpmem-trace") return lines_.error({word_at_, "`warpmem-trace` stands only once, in the first line"});
    const Parsed<bool> read = parse_instruction(Scan{scan_.line, word_at_}, context, instruction_, out.addresses);
    if (!read) return lines_.error(read.error());
    instruction_.record.instruction = instructions_.number(instruction_.pc, instruction_.source, instruction_.operation, lines_.number());
    out.records.push_back(instruction_.record);
  }
}

}  // namespace warpmem::trace
