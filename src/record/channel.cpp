#include "record/channel.hpp"

#include <utility>

#include "record/text.hpp"

namespace warpmem::record {
namespace {

// FNV-1a, eight bytes at a time: the digest names a run, it proves nothing.
std::uint64_t mixed(std::uint64_t digest, std::uint64_t value) { return (digest ^ value) * 0x100000001B3U; }

}  // namespace

void Channel::put(Item item) {
  item_ = item;
  to_reader_();
}

void Channel::launch(const KernelHead& head) {
  head_ = &head;
  put(Item::launch);
}

void Channel::block(BlockTrace& trace, const std::vector<InstructionInfo>& instructions) {
  for (std::size_t i = instructions_.size(); i < instructions.size(); ++i) instructions_.push_back(instructions[i]);
  trace_ = &trace;
  put(Item::block);
}

void Channel::end_launch(std::vector<NotModelled> not_modelled) {
  not_modelled_ = std::move(not_modelled);
  put(Item::end_launch);
}

void Channel::end() { put(Item::end); }

void Channel::fail(Error error) {
  error_ = std::move(error);
  put(Item::error);
}

Channel::Item Channel::wait() {
  while (item_ == Item::none) to_program_();
  return item_;
}

Result<std::optional<KernelHead>> Channel::next_kernel() {
  for (;;) {
    switch (wait()) {
      case Item::launch:
        item_ = Item::none;
        instructions_.clear();
        not_modelled_.clear();
        for (const char c : head_->name) digest_ = mixed(digest_, static_cast<unsigned char>(c));
        return *head_;
      case Item::end:
        return std::optional<KernelHead>();
      case Item::error:
        return tl::make_unexpected(error_);
      default:
        item_ = Item::none;  // of a launch that the reader leaves unread
    }
  }
}

Result<bool> Channel::next_block(BlockTrace& out) {
  switch (wait()) {
    case Item::block:
      item_ = Item::none;
      if (digests_) {
        for (const Record& record : trace_->records) digest_ = mixed(mixed(digest_, record.base), record.lanes.bits);
        for (const std::uint64_t address : trace_->addresses) digest_ = mixed(digest_, address);
      }
      std::swap(out, *trace_);
      return true;
    case Item::error:
      return tl::make_unexpected(error_);
    case Item::end_launch:
      item_ = Item::none;
      return false;
    default:
      return false;  // the launch has ended before
  }
}

std::string Channel::digest() const { return "fnv:" + hex(digest_).substr(2); }

}  // namespace warpmem::record
