#include "trace/binary_writer.hpp"

#include <zstd.h>

#include <memory>

#include "trace/binary_format.hpp"
#include "trace/record_check.hpp"
#include "trace/summary.hpp"

namespace warpmem::trace {
namespace {

using namespace binary;

// A group is compressed and can be sought by itself: large enough to compress well, small enough to find a block fast.
constexpr std::size_t group_bytes = std::size_t{1} << 20;
constexpr int level = 3;  // zstd's default

class Writer {
 public:
  Writer(TraceSource& source, Sink& sink) : source_(source), sink_(sink), context_(ZSTD_createCCtx(), &ZSTD_freeCCtx) {
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
  }

  Result<bool> begin() {
    std::string header(magic);
    put_fixed(header, version, 4);
    return sink_.write(header);
  }

  Result<bool> launch(const KernelHead& head) {
    ++kernels_;
    put_varint(index_, sink_.written());
    std::string content;
    put_string(content, head.name);
    for (const std::uint64_t side : {head.grid.x, head.grid.y, head.grid.z, head.block.x, head.block.y, head.block.z})
      put_varint(content, side);
    put_varint(content, head.shared.count);
    put_varint(content, head.registers);
    put_varint(content, head.carveout ? head.carveout->count + 1 : 0);
    instructions_written_ = 0;
    groups_.clear();
    group_count_ = 0;
    last_block_ = 0;
    return section(Tag::head, content);
  }

  Result<bool> block(const KernelHead& head, const BlockTrace& trace, TraceSummary& summary) {
    bool empty = true;
    std::uint32_t warp = 0;
    visit_records(head, trace, scratch_, [&](std::uint32_t number, std::span<const Record> records, std::span<const std::uint64_t> list) {
      if (std::exchange(empty, false)) begin_block(trace.index);
      for (; warp < number; ++warp) end_warp();
      const LaneMask filled = filled_lanes(head.block, number);
      for (const Record& record : records) put_record(record, filled, list);
      add_records(summary, records);
    });
    if (empty) return true;
    for (; warp < head.warps_per_block(); ++warp) end_warp();
    return group_.size() >= group_bytes ? end_group() : true;
  }

  Result<bool> end_launch() {
    if (const Result<bool> done = end_group(); !done) return done;
    std::string content;
    const std::vector<NotModelled> left_out = source_.not_modelled();
    put_varint(content, left_out.size());
    for (const NotModelled& item : left_out) {
      put_string(content, item.what);
      put_varint(content, item.count);
    }
    put_varint(index_, group_count_);
    index_ += groups_;
    put_varint(index_, source_.instructions().size());
    for (const InstructionInfo& instruction : source_.instructions()) put_instruction(index_, instruction);
    return section(Tag::end, content);
  }

  Result<bool> finish() {
    const std::uint64_t index_at = sink_.written();
    std::string content;
    put_varint(content, kernels_);
    content += index_;
    if (const Result<bool> done = section(Tag::index, content); !done) return done;
    std::string trailer;
    put_fixed(trailer, index_at, 8);
    return sink_.write(trailer += trailer_magic);
  }

 private:
  static void put_instruction(std::string& out, const InstructionInfo& instruction) {
    put_varint(out, instruction.pc);
    put_string(out, instruction.source);
    put_string(out, instruction.op);
    put_varint(out, instruction.trace_line);
  }

  void begin_block(std::uint64_t index) {
    if (group_.empty()) {
      expect_.begin();
      first_block_ = index;
      last_block_ = index;
      put_varint(group_, index);
    } else {
      put_varint(group_, index - last_block_);
      last_block_ = index;
    }
    expect_.begin_warp();
  }

  void end_warp() {
    group_ += static_cast<char>(warp_end);
    expect_.begin_warp();
  }

  void put_record(const Record& record, LaneMask filled, std::span<const std::uint64_t> list) {
    Expectation::Last& last = expect_.at(record.instruction);
    const bool addressed = touches_memory(record.op);
    unsigned flags = 0;
    if (addressed && record.listed) flags |= listed;
    if (record.lanes != filled) flags |= own_mask;
    if (record.dependence.newest_exempt != default_dependence(record.op).newest_exempt) flags |= own_dependence;
    if (addressed && !record.listed && record.stride != last.stride) flags |= new_stride;
    if (expect_.instruction() != record.instruction) flags |= jump;
    group_ += static_cast<char>(flags);
    if ((flags & jump) != 0) put_varint(group_, record.instruction);
    if ((flags & own_mask) != 0) put_varint(group_, record.lanes.bits);
    if ((flags & own_dependence) != 0) put_varint(group_, record.dependence.newest_exempt);
    if (addressed && record.listed) {
      std::uint64_t before = last.address;
      for (const std::uint64_t address : list.subspan(record.base, record.lanes.size())) {
        put_signed(group_, address - before);
        before = address;
      }
      if (!record.lanes.none()) last.address = list[record.base];
    } else if (addressed || record.op == Op::compute) {
      put_signed(group_, record.base - last.address);
      last.address = record.base;
      if ((flags & new_stride) != 0) put_signed(group_, static_cast<std::uint64_t>(record.stride));
      if (addressed) last.stride = record.stride;
    }
    expect_.took(record.instruction);
  }

  Result<bool> end_group() {
    if (group_.empty()) return true;
    // The instructions come first: those that no group before had.
    std::string content;
    const std::vector<InstructionInfo>& all = source_.instructions();
    put_varint(content, all.size() - instructions_written_);
    for (; instructions_written_ < all.size(); ++instructions_written_) put_instruction(content, all[instructions_written_]);
    content += group_;
    group_.clear();

    ++group_count_;
    put_varint(groups_, sink_.written());
    put_varint(groups_, first_block_);
    put_varint(groups_, last_block_ - first_block_);
    return section(Tag::group, content);
  }

  Result<bool> section(Tag tag, std::string& content) {
    // The tag stands inside as well, under the frame's checksum.
    content.insert(content.begin(), static_cast<char>(tag));
    compressed_.resize(ZSTD_compressBound(content.size()));
    const std::size_t size = ZSTD_compress2(context_.get(), compressed_.data(), compressed_.size(), content.data(), content.size());
    if (ZSTD_isError(size) != 0 || size > 0xFFFFFFFFU)
      return input_error("a block is too large for the binary format: use the text format");
    std::string header(1, static_cast<char>(tag));
    put_fixed(header, size, 4);
    if (const Result<bool> written = sink_.write(header); !written) return written;
    return sink_.write(std::string_view(compressed_).substr(0, size));
  }

  TraceSource& source_;
  Sink& sink_;
  std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> context_;
  std::string compressed_;
  VisitScratch scratch_;
  Expectation expect_;
  std::string group_;  // blocks not yet written
  std::uint64_t first_block_ = 0, last_block_ = 0;
  std::size_t instructions_written_ = 0;
  std::string index_, groups_;  // of all launches so far; of this launch
  std::uint64_t kernels_ = 0, group_count_ = 0;
};

}  // namespace

Result<TraceSummary> write_binary(TraceSource& source, Sink& sink) {
  Writer writer(source, sink);
  if (const Result<bool> begun = writer.begin(); !begun) return tl::make_unexpected(begun.error());
  Result<TraceSummary> summary = read_through(
      source, [&](const KernelHead& head) { return writer.launch(head); },
      [&](const KernelHead& head, const BlockTrace& block, TraceSummary& sum) { return writer.block(head, block, sum); },
      [&] { return writer.end_launch(); });
  if (!summary) return summary;
  if (const Result<bool> finished = writer.finish(); !finished) return tl::make_unexpected(finished.error());
  return summary;
}

}  // namespace warpmem::trace
