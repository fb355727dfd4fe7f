#include "trace/text_writer.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "trace/operation.hpp"
#include "trace/record_check.hpp"
#include "trace/summary.hpp"

namespace warpmem::trace {
namespace {

void put_number(std::string& out, std::uint64_t value, int base = 10) {
  char digits[20];
  const std::to_chars_result end = std::to_chars(digits, digits + sizeof digits, value, base);
  out.append(digits, end.ptr);
}

void put_hex(std::string& out, std::uint64_t value) {
  out += "0x";
  put_number(out, value, 16);
}

void put_sides(std::string& out, std::uint64_t x, std::uint64_t y, std::uint64_t z, const Dim3& shape) {
  put_number(out, x);
  if (shape.y > 1 || shape.z > 1) put_number(out += ',', y);
  if (shape.z > 1) put_number(out += ',', z);
}

void put_key(std::string& out, std::string_view key, std::uint64_t value) {
  out += key;
  put_number(out, value);
}

// As it is when it is one plain word that cannot be taken for a key, otherwise in quotes.
void put_text(std::string& out, std::string_view text) {
  const auto plain = [](char c) { return static_cast<unsigned char>(c) > ' ' && c != '#' && c != '"' && c != '='; };
  if (!text.empty() && std::all_of(text.begin(), text.end(), plain)) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  out += '"';
}

void put_kernel(std::string& out, const KernelHead& head) {
  put_text(out += "kernel ", head.name);
  put_sides(out += " grid=", head.grid.x, head.grid.y, head.grid.z, head.grid);
  put_sides(out += " block=", head.block.x, head.block.y, head.block.z, head.block);
  if (head.shared.count > 0) put_key(out, " shared=", head.shared.count);
  if (head.registers > 0) put_key(out, " regs=", head.registers);
  if (head.carveout) put_key(out, " carveout=", head.carveout->count);
  out += '\n';
}

void put_record(std::string& out, const Record& record, const InstructionInfo& instruction, LaneMask filled,
                std::span<const std::uint64_t> list) {
  out += op_text(record);
  if (record.op == Op::compute) put_number(out += ' ', record.base);
  if (touches_memory(record.op) && record.listed) {
    char before = '[';
    out += ' ';
    for (const std::uint64_t address : list.subspan(record.base, record.lanes.size())) {
      put_hex(out += before, address);
      before = ' ';
    }
    out += ']';
  } else if (touches_memory(record.op)) {
    put_hex(out += ' ', record.base);
    if (record.stride > 0) put_number(out += '+', static_cast<std::uint64_t>(record.stride));
    if (record.stride < 0) put_number(out += '-', ~static_cast<std::uint64_t>(record.stride) + 1);
  }
  if (record.lanes != filled) put_number(out += " @", record.lanes.bits, 16);
  if (instruction.pc != 0) put_hex(out += " pc=", instruction.pc);
  if (!instruction.source.empty()) put_text(out += " src=", instruction.source);
  const std::uint16_t newest = record.dependence.newest_exempt;
  if (newest != default_dependence(record.op).newest_exempt) {
    out += " dep=";
    if (newest == Dependence::none) {
      out += "none";
    } else if (newest == 0) {
      out += "all";
    } else {
      put_number(out, newest);
    }
  }
  out += '\n';
}

}  // namespace

Result<TraceSummary> write_text(TraceSource& source, Sink& sink) {
  std::string out = "warpmem-trace 1\n";
  VisitScratch scratch;
  const Result<TraceSummary> summary = read_through(
      source,
      [&](const KernelHead& head) -> Result<bool> {
        put_kernel(out, head);
        return true;
      },
      [&](const KernelHead& head, const BlockTrace& block, TraceSummary& sum) -> Result<bool> {
        Result<bool> written = true;
        bool first = true;
        std::uint32_t last_warp = ~0U;
        visit_records(head, block, scratch, [&](std::uint32_t warp, std::span<const Record> records, std::span<const std::uint64_t> list) {
          if (!written) return;
          if (std::exchange(first, false)) {
            const std::uint64_t row = block.index / head.grid.x;
            put_sides(out += "block ", block.index % head.grid.x, row % head.grid.y, row / head.grid.y, head.grid);
            out += '\n';
          }
          if (std::exchange(last_warp, warp) != warp) {
            put_number(out += "warp ", warp);
            out += '\n';
          }
          const LaneMask filled = filled_lanes(head.block, warp);
          const std::vector<InstructionInfo>& instructions = source.instructions();
          for (const Record& record : records) put_record(out, record, instructions[record.instruction], filled, list);
          add_records(sum, records);
          written = sink.write(out);
          out.clear();
        });
        return written;
      },
      [&] {
        for (const NotModelled& item : source.not_modelled()) {
          put_number(out += "# not modelled: " + item.what + ", warp instructions: ", item.count);
          out += '\n';
        }
        return Result<bool>(true);
      });
  if (!summary) return summary;
  if (const Result<bool> written = sink.write(out); !written) return tl::make_unexpected(written.error());
  return summary;
}

}  // namespace warpmem::trace
