#include "trace/binary_reader.hpp"

#include <algorithm>

#include "trace/block_builder.hpp"

namespace warpmem::trace {

using binary::Content;
using binary::Tag;

template <class T>
Result<T> BinaryReader::kept(Result<T> result) {
  if (!result) failed_ = result.error();
  return result;
}

tl::unexpected<Error> BinaryReader::damaged(const std::string& what) const {
  return input_error("damaged binary trace: " + what + ", at byte " + std::to_string(at_), input_.name());
}

Result<std::optional<KernelHead>> BinaryReader::next_kernel() {
  if (failed_) return tl::make_unexpected(*failed_);
  return kept(read_kernel());
}

Result<bool> BinaryReader::next_block(BlockTrace& out) {
  if (failed_) return tl::make_unexpected(*failed_);
  if (!in_kernel_) return false;
  return kept(read_block(out));
}

Result<bool> BinaryReader::read_exactly(std::size_t size) {
  constexpr std::size_t piece = std::size_t{1} << 20;  // a false size must not cost memory
  frame_.clear();
  while (frame_.size() < size) {
    const std::size_t have = frame_.size();
    frame_.resize(have + std::min(piece, size - have));
    const Result<std::size_t> got = input_.read(frame_.data() + have, frame_.size() - have);
    if (!got) return tl::make_unexpected(got.error());
    frame_.resize(have + *got);
    at_ += *got;
    if (*got == 0) return damaged("it is cut off");
  }
  return true;
}

Result<Tag> BinaryReader::read_section() {
  if (const Result<bool> read = read_exactly(binary::section_header_bytes); !read) return tl::make_unexpected(read.error());
  const Tag tag{frame_[0]};
  if (tag != Tag::head && tag != Tag::group && tag != Tag::end && tag != Tag::index) return damaged("no section begins here");
  const std::uint64_t size = binary::get_fixed(std::string_view(frame_).substr(1, 4));
  if (const Result<bool> read = read_exactly(size); !read) return tl::make_unexpected(read.error());
  return tag;
}

Result<Content> BinaryReader::open_section(Tag tag) {
  if (!binary::decompress_section(tag, frame_, content_)) return damaged("a section does not decompress");
  return Content{content_};
}

Result<std::optional<KernelHead>> BinaryReader::read_kernel() {
  if (ended_) return std::nullopt;
  if (!std::exchange(begun_, true)) {
    if (const Result<bool> read = read_exactly(binary::header_bytes); !read) return tl::make_unexpected(read.error());
    const std::uint64_t version = binary::get_fixed(std::string_view(frame_).substr(binary::magic.size()));
    if (version != binary::version) {
      return input_error("binary trace version " + std::to_string(version) + " is not known: expected " + std::to_string(binary::version),
                         name());
    }
  }
  // Blocks not asked for are passed over without being decompressed.
  while (in_kernel_ && !kernel_read_) {
    const Result<Tag> tag = read_section();
    if (!tag) return tl::make_unexpected(tag.error());
    kernel_read_ = *tag == Tag::end;
    if (*tag != Tag::group && !kernel_read_) return damaged("a launch lacks its end");
  }
  in_kernel_ = false;

  const Result<Tag> tag = read_section();
  if (!tag) return tl::make_unexpected(tag.error());
  if (*tag == Tag::index) return read_end_of_file();
  if (*tag != Tag::head) return damaged("expected a launch");
  const Result<Content> content = open_section(Tag::head);
  if (!content) return tl::make_unexpected(content.error());
  const std::optional<KernelHead> head = binary::read_head(*content);
  if (!head) return damaged("a launch's head makes no sense");
  head_ = *head;
  in_kernel_ = true;
  kernel_read_ = false;
  next_index_ = 0;
  found_.reset();
  group_.begin({});
  instructions_.clear();
  infos_.clear();
  not_modelled_.clear();
  return head_;
}

Result<std::optional<KernelHead>> BinaryReader::read_end_of_file() {
  if (const Result<Content> index = open_section(Tag::index); !index) return tl::make_unexpected(index.error());
  if (const Result<bool> read = read_exactly(binary::trailer_bytes); !read) return tl::make_unexpected(read.error());
  if (std::string_view(frame_).substr(8) != binary::trailer_magic) return damaged("its end is not a binary trace's");
  char more = 0;
  const Result<std::size_t> got = input_.read(&more, 1);
  if (!got) return tl::make_unexpected(got.error());
  if (*got != 0) return damaged("bytes follow its end");
  ended_ = true;
  return std::nullopt;
}

Result<bool> BinaryReader::read_block(BlockTrace& out) {
  if (!found_ && !kernel_read_) {
    if (const Result<bool> found = find_block(); !found) return found;
  }
  if (found_ == next_index_) {
    found_.reset();
    if (!group_.read_block(head_, instructions_, next_index_, out))
      return damaged("the records of block " + std::to_string(next_index_) + " make no sense");
    ++next_index_;
    return true;
  }
  if (next_index_ == head_.grid.volume()) return false;
  make_empty(out, next_index_++, head_.warps_per_block());
  return true;
}

Result<bool> BinaryReader::find_block() {
  if (!group_.more()) {
    const Result<Tag> tag = read_section();
    if (!tag) return tl::make_unexpected(tag.error());
    if (*tag != Tag::group && *tag != Tag::end) return damaged("a launch lacks its end");
    const Result<Content> content = open_section(*tag);
    if (!content) return tl::make_unexpected(content.error());
    if (*tag == Tag::group) return begin_group(*content);
    std::optional<std::vector<NotModelled>> left_out = binary::read_end(*content);
    if (!left_out) return damaged("a launch's end makes no sense");
    not_modelled_ = *std::move(left_out);
    kernel_read_ = true;
    return true;
  }
  found_ = group_.read_index(head_, next_index_);
  if (!found_) return damaged("blocks are out of order");
  return true;
}

Result<bool> BinaryReader::begin_group(Content content) {
  if (!binary::read_instructions(content, instructions_)) return damaged("an instruction makes no sense");
  for (std::size_t i = infos_.size(); i < instructions_.size(); ++i) infos_.push_back(instructions_[i].info);
  group_.begin(content);
  if (!group_.more()) return damaged("a group has no block");
  return find_block();
}

}  // namespace warpmem::trace
