#include "trace/binary_decode.hpp"

#include <zstd.h>

#include <algorithm>
#include <memory>

#include "trace/block_builder.hpp"
#include "trace/record_check.hpp"

namespace warpmem::trace::binary {

bool decompress_section(Tag tag, std::string_view frame, std::string& content) {
  const unsigned long long claimed = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (claimed == ZSTD_CONTENTSIZE_UNKNOWN || claimed == ZSTD_CONTENTSIZE_ERROR || claimed < 1 || claimed > largest_content) return false;
  const std::unique_ptr<ZSTD_DStream, std::size_t (*)(ZSTD_DStream*)> context(ZSTD_createDStream(), &ZSTD_freeDStream);
  ZSTD_inBuffer in{frame.data(), frame.size(), 0};
  content.clear();
  // The claim may be false: room grows with what really comes.
  std::size_t done = 0, left = 1;
  while (left != 0) {
    if (done == content.size()) content.resize(std::min<std::size_t>(claimed, std::max<std::size_t>(2 * done, std::size_t{1} << 16)));
    ZSTD_outBuffer out{content.data(), content.size(), done};
    const std::size_t in_before = in.pos;
    left = ZSTD_decompressStream(context.get(), &out, &in);
    if (ZSTD_isError(left) != 0 || (in.pos == in_before && out.pos == done)) return false;
    done = out.pos;
  }
  if (done != claimed || in.pos != in.size || content[0] != static_cast<char>(tag)) return false;
  content.erase(0, 1);
  return true;
}

std::optional<KernelHead> read_head(Content content) {
  constexpr std::uint64_t most32 = 0xFFFFFFFFU;
  KernelHead head;
  head.name = content.string();
  for (std::uint32_t* side : {&head.grid.x, &head.grid.y, &head.grid.z, &head.block.x, &head.block.y, &head.block.z}) {
    *side = static_cast<std::uint32_t>(content.limited(most32));
  }
  head.shared = warpmem::Bytes(content.varint());
  head.registers = static_cast<std::uint32_t>(content.limited(most32));
  if (const std::uint64_t carveout = content.varint(); carveout > 0) head.carveout = warpmem::Bytes(carveout - 1);
  if (!content.ok || !content.rest.empty() || head_problem(head)) return std::nullopt;
  return head;
}

std::optional<std::vector<NotModelled>> read_end(Content content) {
  std::vector<NotModelled> items;
  for (std::uint64_t count = content.varint(); content.ok && count > 0; --count) {
    const std::string_view what = content.string();
    items.push_back({std::string(what), content.varint()});
  }
  if (!content.ok || !content.rest.empty()) return std::nullopt;
  return items;
}

bool read_instructions(Content& content, std::vector<Instruction>& all) {
  for (std::uint64_t count = content.varint(); content.ok && count > 0; --count) {
    Instruction instruction;
    instruction.info.pc = content.varint();
    instruction.info.source = content.string();
    instruction.info.op = content.string();
    instruction.info.trace_line = content.varint();
    const Parsed<Operation> operation = parse_operation(instruction.info.op, 0);
    if (!content.ok || !operation) return false;
    instruction.operation = *operation;
    all.push_back(std::move(instruction));
  }
  return content.ok;
}

std::optional<std::uint64_t> GroupReader::read_index(const KernelHead& head, std::uint64_t least) {
  const std::uint64_t step = content_.varint();
  const std::uint64_t index = std::exchange(first_, false) ? step : last_index_ + step;
  if (!content_.ok || index < step || index < least || index >= head.grid.volume()) return std::nullopt;
  last_index_ = index;
  return index;
}

bool GroupReader::read_block(const KernelHead& head, const std::vector<Instruction>& instructions, std::uint64_t index, BlockTrace& out) {
  const std::uint32_t warps = head.warps_per_block();
  const warpmem::Bytes shared_limit = head.shared.count > 0 ? head.shared : largest_shared;
  BlockBuilder builder;
  builder.begin(out, index, warps);
  for (std::uint32_t warp = 0; warp < warps; ++warp) {
    builder.warp(warp);
    expect_.begin_warp();
    const LaneMask filled = filled_lanes(head.block, warp);
    for (;;) {
      const unsigned flags = content_.byte();
      if (flags == warp_end) break;
      if (!content_.ok || !read_record(flags, filled, instructions, shared_limit, out)) return false;
    }
  }
  builder.finish();
  return true;
}

bool GroupReader::read_record(unsigned flags, LaneMask filled, const std::vector<Instruction>& instructions, warpmem::Bytes shared_limit,
                              BlockTrace& out) {
  const std::uint64_t number = (flags & jump) != 0 ? content_.varint() : expect_.instruction();
  if (!content_.ok || number >= instructions.size() || flags >= warp_end) return false;
  const auto instruction = static_cast<std::uint32_t>(number);
  const Operation& operation = instructions[instruction].operation;
  Expectation::Last& last = expect_.at(instruction);
  const bool addressed = touches_memory(operation.op);

  Record record{
      0, 0, filled, instruction, default_dependence(operation.op), operation.op, operation.space, operation.cache, operation.bytes, false};
  if ((flags & own_mask) != 0) record.lanes = LaneMask(static_cast<std::uint32_t>(content_.limited(0xFFFFFFFFU)));
  if ((flags & own_dependence) != 0) record.dependence = Dependence{static_cast<std::uint16_t>(content_.limited(0xFFFFU))};
  if (!record.lanes.without(filled).none()) return false;
  if (addressed && (flags & listed) != 0) {
    record.listed = true;
    record.base = out.addresses.size();
    std::uint64_t address = last.address;
    for (unsigned lane = 0; lane < record.lanes.size(); ++lane) {
      address += content_.signed_varint();
      out.addresses.push_back(address);
    }
    if (!record.lanes.none()) last.address = out.addresses[record.base];
  } else if (addressed || operation.op == Op::compute) {
    record.base = last.address += content_.signed_varint();
    if ((flags & new_stride) != 0) last.stride = static_cast<std::int64_t>(content_.signed_varint());
    if (addressed) record.stride = last.stride;
  }
  expect_.took(instruction);
  if (!content_.ok || find_fault(record, out.addresses, shared_limit)) return false;
  out.records.push_back(record);
  return true;
}

}  // namespace warpmem::trace::binary
