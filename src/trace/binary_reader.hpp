// .wmb as a stream, from a file or a pipe; the index is not needed.
#pragma once

#include "trace/binary_decode.hpp"
#include "trace/bytes.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::trace {

class BinaryReader final : public TraceSource {
 public:
  explicit BinaryReader(Input input) : input_(std::move(input)) {}
  Result<std::optional<KernelHead>> next_kernel() override;
  Result<bool> next_block(BlockTrace& out) override;
  const std::vector<InstructionInfo>& instructions() const override { return infos_; }
  std::vector<NotModelled> not_modelled() const override { return not_modelled_; }
  std::string name() const override { return input_.name(); }
  std::string digest() const override { return input_.digest(); }

 private:
  template <class T>
  Result<T> kept(Result<T> result);
  tl::unexpected<Error> damaged(const std::string& what) const;
  Result<bool> read_exactly(std::size_t size);            // into frame_
  Result<binary::Tag> read_section();                     // its frame into frame_
  Result<binary::Content> open_section(binary::Tag tag);  // frame_, decompressed
  Result<std::optional<KernelHead>> read_kernel();
  Result<std::optional<KernelHead>> read_end_of_file();
  Result<bool> read_block(BlockTrace& out);
  Result<bool> find_block();
  Result<bool> begin_group(binary::Content content);

  Input input_;
  std::uint64_t at_ = 0;  // bytes read
  std::string frame_, content_;
  bool begun_ = false, ended_ = false;
  std::optional<Error> failed_;

  KernelHead head_;
  bool in_kernel_ = false;
  bool kernel_read_ = false;  // its end section has been read
  std::uint64_t next_index_ = 0;
  std::optional<std::uint64_t> found_;  // the block whose records come next
  binary::GroupReader group_;
  std::vector<binary::Instruction> instructions_;
  std::vector<InstructionInfo> infos_;
  std::vector<NotModelled> not_modelled_;
};

}  // namespace warpmem::trace
