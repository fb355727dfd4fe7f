#include "advise/survey.hpp"

namespace warpmem::advise {

Result<std::optional<KernelHead>> Survey::next_kernel() {
  auto head = inner_.next_kernel();
  if (head && *head) {
    seen_ = Seen{};
    seen_.launch = launches_++;
    seen_.head = **head;
    sectors_ = granules_ = DistinctCount{};
    fit_.begin(**head);
  }
  return head;
}

Result<bool> Survey::next_block(BlockTrace& out) {
  auto more = inner_.next_block(out);
  if (!more || !*more) return more;
  seen_.generated = out.generator != nullptr;
  fit_.block(out, scratch_);
  trace::visit_records(seen_.head, out, scratch_,
                       [&](std::uint32_t warp, std::span<const Record> records, std::span<const std::uint64_t> list) {
                         for (const Record& r : records) {
                           if (touches_memory(r.op)) note(r, list.data());
                           if (out.index != 0 || warp != 0 || seen_.first_warp.size() >= first_records) continue;
                           seen_.first_warp.push_back(r);
                           if (!r.listed) continue;
                           seen_.first_warp.back().base = seen_.first_list.size();
                           seen_.first_list.insert(seen_.first_list.end(), list.begin() + static_cast<std::ptrdiff_t>(r.base),
                                                   list.begin() + static_cast<std::ptrdiff_t>(r.base + r.lanes.size()));
                         }
                       });
  return more;
}

void Survey::note(const Record& record, const std::uint64_t* list) {
  if (record.instruction >= seen_.patterns.size()) seen_.patterns.resize(record.instruction + std::size_t{1});
  InstructionPattern& pattern = seen_.patterns[record.instruction];
  pattern.note(record, list);
  if (record.space != Space::global) return;
  seen_.highest = std::max(seen_.highest, pattern.end);
  if (record.op != Op::load) return;
  std::uint64_t last = ~std::uint64_t{0};
  for_each_lane(record, list, [&](unsigned, std::uint64_t a) {
    if (a / sector_bytes == last) return;
    last = a / sector_bytes;
    sectors_.add(last);
    granules_.add(last / 2);
  });
}

Seen Survey::take() {
  seen_.name = inner_.name();
  seen_.instructions = inner_.instructions();
  seen_.patterns.resize(seen_.instructions.size());
  seen_.model = fit_.take();
  seen_.sectors_read = sectors_.estimate();
  seen_.granules_read = granules_.estimate();
  return std::move(seen_);
}

}  // namespace warpmem::advise
