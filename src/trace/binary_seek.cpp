#include "trace/binary_seek.hpp"

#include <filesystem>
#include <fstream>

#include "trace/binary_decode.hpp"
#include "trace/block_builder.hpp"

namespace warpmem::trace {
namespace {

using binary::Content;
using binary::Tag;

struct Place {
  std::uint64_t head_at = 0;
  std::optional<std::uint64_t> group_at;  // none: the block has no instructions
  std::vector<binary::Instruction> instructions;
};

class IndexedFile {
 public:
  explicit IndexedFile(const std::string& path) : path_(path), file_(path, std::ios::binary) {
    std::error_code failed;
    size_ = std::filesystem::file_size(path, failed);
    if (failed) size_ = 0;
  }

  tl::unexpected<Error> damaged(const std::string& what) const { return input_error("damaged binary trace: " + what, path_); }

  Result<std::string> read(std::uint64_t at, std::uint64_t size) {
    std::string bytes;
    if (at > size_ || size > size_ - at) return damaged("it is cut off");
    bytes.resize(size);
    file_.clear();
    file_.seekg(static_cast<std::streamoff>(at));
    if (!file_.read(bytes.data(), static_cast<std::streamsize>(size))) return input_error("cannot be read", path_);
    return bytes;
  }

  Result<std::string> section(std::uint64_t at, Tag tag) {
    const Result<std::string> header = read(at, binary::section_header_bytes);
    if (!header) return header;
    const Result<std::string> frame = read(at + header->size(), binary::get_fixed(std::string_view(*header).substr(1)));
    if (!frame) return frame;
    std::string content;
    if (header->front() != static_cast<char>(tag) || !binary::decompress_section(tag, *frame, content))
      return damaged("a section does not decompress");
    return content;
  }

  Result<std::string> index() {
    const Result<std::string> header = read(0, binary::header_bytes);
    if (!header || !header->starts_with(binary::magic)) return input_error("is not a binary trace: expected .wmb", path_);
    if (size_ < binary::header_bytes + binary::trailer_bytes) return damaged("it is cut off");
    const Result<std::string> trailer = read(size_ - binary::trailer_bytes, binary::trailer_bytes);
    if (!trailer) return trailer;
    if (trailer->substr(8) != binary::trailer_magic) return damaged("it is cut off");
    return section(binary::get_fixed(std::string_view(*trailer).substr(0, 8)), Tag::index);
  }

 private:
  std::string path_;
  std::ifstream file_;
  std::uint64_t size_ = 0;
};

// Reads the index up to launch `kernel`.
std::optional<Place> find_place(Content index, std::uint64_t kernel, std::uint64_t block) {
  Place place;
  for (std::uint64_t number = 0; number <= kernel; ++number) {
    place = Place{};
    place.head_at = index.varint();
    for (std::uint64_t groups = index.varint(); index.ok && groups > 0; --groups) {
      const std::uint64_t at = index.varint();
      const std::uint64_t first = index.varint();
      const std::uint64_t more = index.varint();
      if (block >= first && block - first <= more) place.group_at = at;
    }
    if (!binary::read_instructions(index, place.instructions)) return std::nullopt;
  }
  return index.ok ? std::optional(std::move(place)) : std::nullopt;
}

}  // namespace

Result<SoughtBlock> seek_block(const std::string& path, std::uint64_t kernel, std::uint64_t block) {
  IndexedFile file(path);
  const Result<std::string> index_bytes = file.index();
  if (!index_bytes) return tl::make_unexpected(index_bytes.error());
  Content index{*index_bytes};
  const std::uint64_t kernels = index.varint();
  if (kernel >= kernels)
    return input_error("has " + std::to_string(kernels) + " launches: there is no number " + std::to_string(kernel), path);
  const std::optional<Place> place = find_place(index, kernel, block);
  if (!place) return file.damaged("its index makes no sense");

  const Result<std::string> head_bytes = file.section(place->head_at, Tag::head);
  if (!head_bytes) return tl::make_unexpected(head_bytes.error());
  const std::optional<KernelHead> head = binary::read_head(Content{*head_bytes});
  if (!head) return file.damaged("a launch's head makes no sense");
  if (block >= head->grid.volume()) {
    return input_error("launch " + std::to_string(kernel) + " has " + std::to_string(head->grid.volume()) + " blocks: there is no number " +
                           std::to_string(block),
                       path);
  }
  SoughtBlock sought{*head, {}, {}};
  for (const binary::Instruction& instruction : place->instructions) sought.instructions.push_back(instruction.info);
  make_empty(sought.block, block, head->warps_per_block());
  if (!place->group_at) return sought;

  const Result<std::string> group_bytes = file.section(*place->group_at, Tag::group);
  if (!group_bytes) return tl::make_unexpected(group_bytes.error());
  Content content{*group_bytes};
  std::vector<binary::Instruction> introduced;
  if (!binary::read_instructions(content, introduced)) return file.damaged("an instruction makes no sense");
  binary::GroupReader group;
  group.begin(content);
  BlockTrace passed;
  while (group.more()) {
    const std::optional<std::uint64_t> at = group.read_index(*head, 0);
    if (!at || !group.read_block(*head, place->instructions, *at, passed)) return file.damaged("the records of a block make no sense");
    if (*at == block) {
      sought.block = std::move(passed);
      break;
    }
  }
  return sought;
}

}  // namespace warpmem::trace
