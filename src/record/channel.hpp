// Between a program that launches kernels and whoever reads its trace: the program hands over one launch or block at a
// time, the reader sees a TraceSource. One of the two runs in a coroutine of the other.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "warpmem/trace.hpp"

namespace warpmem::record {

class Channel : public TraceSource {
 public:
  // `to_reader`: what the program calls to let the reader take what was put. `to_program`: what the reader calls to get more.
  // `digests`: somebody will ask for the digest.
  Channel(std::string name, std::function<void()> to_reader, std::function<void()> to_program, bool digests)
      : name_(std::move(name)), to_reader_(std::move(to_reader)), to_program_(std::move(to_program)), digests_(digests) {}

  // The program's side. What is passed must live until the call returns.
  void launch(const KernelHead& head);
  void block(BlockTrace& trace, const std::vector<InstructionInfo>& instructions);  // may exchange `trace`'s contents
  void end_launch(std::vector<NotModelled> not_modelled);
  void end();              // no more launches
  void fail(Error error);  // and no more either

  // The reader's side.
  Result<std::optional<KernelHead>> next_kernel() override;
  Result<bool> next_block(BlockTrace& out) override;
  const std::vector<InstructionInfo>& instructions() const override { return instructions_; }
  std::vector<NotModelled> not_modelled() const override { return not_modelled_; }
  std::string name() const override { return name_; }
  std::string digest() const override;

 private:
  enum class Item : std::uint8_t { none, launch, block, end_launch, end, error };
  void put(Item item);
  Item wait();

  std::string name_;
  std::function<void()> to_reader_, to_program_;
  bool digests_;
  Item item_ = Item::none;
  const KernelHead* head_ = nullptr;
  BlockTrace* trace_ = nullptr;
  std::vector<InstructionInfo> instructions_;
  std::vector<NotModelled> not_modelled_;
  Error error_;
  std::uint64_t digest_ = 0xCBF29CE484222325U;  // FNV-1a over what was read
};

}  // namespace warpmem::record
