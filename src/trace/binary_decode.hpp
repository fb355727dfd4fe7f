// What the sections of a .wmb hold. Whatever the bytes, the answer is a value or nullopt, never more memory than they
// stand for.
#pragma once

#include <optional>

#include "trace/binary_format.hpp"
#include "trace/instruction_table.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::trace::binary {

inline constexpr std::uint64_t largest_content = std::uint64_t{1} << 30;  // of a section, decompressed

// The content of a section behind its tag, which must be `tag`. False: damaged.
bool decompress_section(Tag tag, std::string_view frame, std::string& content);

std::optional<KernelHead> read_head(Content content);
std::optional<std::vector<NotModelled>> read_end(Content content);

struct Instruction {
  InstructionInfo info;
  Operation operation;
};
// Appends the instructions that a list holds; false: damaged.
bool read_instructions(Content& content, std::vector<Instruction>& all);

// The blocks of one group.
class GroupReader {
 public:
  void begin(Content content) {
    content_ = content;
    first_ = true;
    expect_.begin();
  }
  bool more() const { return content_.more(); }
  // The index of the next block, which must be at least `least`.
  std::optional<std::uint64_t> read_index(const KernelHead& head, std::uint64_t least);
  // Its records; false: damaged, or with addresses that a GPU would fault on.
  bool read_block(const KernelHead& head, const std::vector<Instruction>& instructions, std::uint64_t index, BlockTrace& out);

 private:
  bool read_record(unsigned flags, LaneMask filled, const std::vector<Instruction>& instructions, warpmem::Bytes shared_limit,
                   BlockTrace& out);

  Content content_;
  bool first_ = true;
  std::uint64_t last_index_ = 0;
  Expectation expect_;
};

}  // namespace warpmem::trace::binary
