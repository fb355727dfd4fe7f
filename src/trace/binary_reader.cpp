#include "trace/binary_reader.hpp"

#include <algorithm>

namespace warpmem::trace {

using binary::Content;
using binary::Tag;

tl::unexpected<Error> BinaryReader::damaged(const std::string& what) const {
  return input_error("damaged binary trace: " + what + ", at byte " + std::to_string(at_), input_.name());
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

Result<Tag> BinaryReader::next_section() {
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

Result<std::optional<KernelHead>> BinaryReader::read_head() {
  if (ended_) return std::nullopt;
  if (!std::exchange(begun_, true)) {
    if (const Result<bool> read = read_exactly(binary::header_bytes); !read) return tl::make_unexpected(read.error());
    const std::uint64_t version = binary::get_fixed(std::string_view(frame_).substr(binary::magic.size()));
    if (version != binary::version) {
      return input_error("binary trace version " + std::to_string(version) + " is not known: expected " + std::to_string(binary::version),
                         name());
    }
  }

  const Result<Tag> tag = next_section();
  if (!tag) return tl::make_unexpected(tag.error());
  if (*tag == Tag::index) return read_end_of_file();
  if (*tag != Tag::head) return damaged("expected a launch");
  const Result<Content> content = open_section(Tag::head);
  if (!content) return tl::make_unexpected(content.error());
  const std::optional<KernelHead> head = binary::read_head(*content);
  if (!head) return damaged("a launch's head makes no sense");
  head_ = *head;
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

// Blocks not asked for are passed over without being decompressed.
Result<bool> BinaryReader::skip_sections() {
  for (;;) {
    const Result<Tag> tag = next_section();
    if (!tag) return tl::make_unexpected(tag.error());
    if (*tag == Tag::end) return true;
    if (*tag != Tag::group) return damaged("a launch lacks its end");
  }
}

Result<bool> BinaryReader::read_section(std::uint64_t index, BlockTrace& out) {
  if (!group_.read_block(head_, instructions_, index, out))
    return damaged("the records of block " + std::to_string(index) + " make no sense");
  return true;
}

Result<std::optional<std::uint64_t>> BinaryReader::find_section(std::uint64_t least) {
  if (!group_.more()) {
    const Result<Tag> tag = next_section();
    if (!tag) return tl::make_unexpected(tag.error());
    if (*tag != Tag::group && *tag != Tag::end) return damaged("a launch lacks its end");
    const Result<Content> content = open_section(*tag);
    if (!content) return tl::make_unexpected(content.error());
    if (*tag == Tag::end) {
      std::optional<std::vector<NotModelled>> left_out = binary::read_end(*content);
      if (!left_out) return damaged("a launch's end makes no sense");
      not_modelled_ = *std::move(left_out);
      return std::nullopt;
    }
    if (const Result<bool> begun = begin_group(*content); !begun) return tl::make_unexpected(begun.error());
  }
  const std::optional<std::uint64_t> found = group_.read_index(head_, least);
  if (!found) return damaged("blocks are out of order");
  return found;
}

Result<bool> BinaryReader::begin_group(Content content) {
  if (!binary::read_instructions(content, instructions_)) return damaged("an instruction makes no sense");
  for (std::size_t i = infos_.size(); i < instructions_.size(); ++i) infos_.push_back(instructions_[i].info);
  group_.begin(content);
  if (!group_.more()) return damaged("a group has no block");
  return true;
}

}  // namespace warpmem::trace
