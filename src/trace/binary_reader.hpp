// .wmb as a stream, from a file or a pipe; the index is not needed.
#pragma once

#include "trace/binary_decode.hpp"
#include "trace/bytes.hpp"
#include "trace/sectioned_source.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::trace {

class BinaryReader final : public SectionedSource {
 public:
  explicit BinaryReader(Input input) : input_(std::move(input)) {}
  const std::vector<InstructionInfo>& instructions() const override { return infos_; }
  std::vector<NotModelled> not_modelled() const override { return not_modelled_; }
  std::string name() const override { return input_.name(); }
  std::string digest() const override { return input_.digest(); }

 private:
  Result<std::optional<KernelHead>> read_head() override;
  Result<std::optional<std::uint64_t>> find_section(std::uint64_t least) override;
  Result<bool> read_section(std::uint64_t index, BlockTrace& out) override;
  Result<bool> skip_sections() override;
  tl::unexpected<Error> damaged(const std::string& what) const;
  Result<bool> read_exactly(std::size_t size);            // into frame_
  Result<binary::Tag> next_section();                     // its frame into frame_
  Result<binary::Content> open_section(binary::Tag tag);  // frame_, decompressed
  Result<std::optional<KernelHead>> read_end_of_file();
  Result<bool> begin_group(binary::Content content);

  Input input_;
  std::uint64_t at_ = 0;  // bytes read
  std::string frame_, content_;
  bool begun_ = false, ended_ = false;

  KernelHead head_;
  binary::GroupReader group_;
  std::vector<binary::Instruction> instructions_;
  std::vector<InstructionInfo> infos_;
  std::vector<NotModelled> not_modelled_;
};

}  // namespace warpmem::trace
