#include "trace/sectioned_source.hpp"

#include <utility>

namespace warpmem::trace {

// After an error the source stays at it: what follows would be read out of context.
template <class T>
Result<T> SectionedSource::kept(Result<T> result) {
  if (!result) failed_ = result.error();
  return result;
}

Result<std::optional<KernelHead>> SectionedSource::next_kernel() {
  if (failed_) return tl::make_unexpected(*failed_);
  return kept(move_on());
}

Result<bool> SectionedSource::next_block(BlockTrace& out) {
  if (failed_) return tl::make_unexpected(*failed_);
  if (!in_kernel_) return false;
  return kept(hand_out(out));
}

Result<std::optional<KernelHead>> SectionedSource::move_on() {
  if (section_) {
    BlockTrace passed_over;
    next_index_ = *section_ + 1;
    if (const Result<bool> read = read_section(*std::exchange(section_, std::nullopt), passed_over); !read)
      return tl::make_unexpected(read.error());
  }
  if (in_kernel_ && !kernel_read_) {
    if (const Result<bool> skipped = skip_sections(); !skipped) return tl::make_unexpected(skipped.error());
  }
  in_kernel_ = false;
  Result<std::optional<KernelHead>> head = read_head();
  if (!head || !*head) return head;
  in_kernel_ = true;
  kernel_read_ = false;
  blocks_ = (*head)->grid.volume();
  warps_ = (*head)->warps_per_block();
  next_index_ = 0;
  return head;
}

Result<bool> SectionedSource::skip_sections() {
  BlockTrace passed_over;
  for (;;) {
    const Result<std::optional<std::uint64_t>> found = find_section(next_index_);
    if (!found) return tl::make_unexpected(found.error());
    if (!*found) return true;
    next_index_ = **found + 1;
    if (const Result<bool> read = read_section(**found, passed_over); !read) return read;
  }
}

Result<bool> SectionedSource::hand_out(BlockTrace& out) {
  if (!section_ && !kernel_read_) {
    const Result<std::optional<std::uint64_t>> found = find_section(next_index_);
    if (!found) return tl::make_unexpected(found.error());
    section_ = *found;
    kernel_read_ = !section_;
  }
  if (section_ == next_index_) {
    section_.reset();
    return read_section(next_index_++, out);
  }
  if (next_index_ == blocks_) return false;
  make_empty(out, next_index_++, warps_);
  return true;
}

}  // namespace warpmem::trace
