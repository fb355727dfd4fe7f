#include "lesson/one_access.hpp"

#include <algorithm>

#include "warpmem/access.hpp"

namespace warpmem::lesson {

OneAccess::OneAccess(std::string text, ParsedAccess access) : text_(std::move(text)), access_(std::move(access)) {
  access_.record.instruction = 0;
  if (access_.record.listed) access_.record.base = 0;
  const Record& r = access_.record;
  instructions_.push_back({0, "", op_text(r.op, r.space, r.cache, r.bytes), 0});
}

Result<std::optional<KernelHead>> OneAccess::next_kernel() {
  if (begun_) return std::nullopt;
  begun_ = true;
  KernelHead head;
  head.name = text_;
  if (access_.record.space == Space::shared) {
    const auto at = lane_addresses(access_.record, access_.addresses);
    head.shared = Bytes{*std::max_element(at.begin(), at.end()) + access_.record.bytes};
  }
  return head;
}

Result<bool> OneAccess::next_block(BlockTrace& out) {
  if (!begun_ || read_) return false;
  read_ = true;
  out.index = 0;
  out.generator = nullptr;
  out.records = {access_.record};
  out.addresses = access_.addresses;
  out.warp_begin = {0, 1};
  return true;
}

}  // namespace warpmem::lesson
