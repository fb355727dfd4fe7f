#include "trace/text_line.hpp"

#include <array>

#include "trace/record_check.hpp"

namespace warpmem::trace {
namespace {

constexpr std::uint64_t most_compute = 0xFFFFFFFFU;

// The addresses as they stand in the line. They come before the mask, which says whose they are.
struct AddressText {
  enum class Form : std::uint8_t { stride, runs, list } form = Form::stride;
  std::size_t at = 0;
  std::uint64_t base = 0;
  std::int64_t stride = 0;
  std::array<std::uint64_t, lanes_per_warp> active{};
  std::array<std::size_t, lanes_per_warp> places{};  // of each active lane's address in the line
  unsigned count = 0;
};

// base + step * k, or the flaw of falling below 0 or beyond 64 bits.
std::optional<std::uint64_t> stepped(std::uint64_t base, std::int64_t step, std::uint64_t k) {
  const std::uint64_t size = step < 0 ? ~static_cast<std::uint64_t>(step) + 1 : static_cast<std::uint64_t>(step);
  if (size != 0 && k > std::numeric_limits<std::uint64_t>::max() / size) return std::nullopt;
  const std::uint64_t distance = size * k;
  if (step < 0 ? distance > base : distance > std::numeric_limits<std::uint64_t>::max() - base) return std::nullopt;
  return step < 0 ? base - distance : base + distance;
}

std::string beyond(std::int64_t step) { return step < 0 ? "falls below address 0" : "runs past the last 64-bit address"; }

Parsed<bool> scan_list(Scan& scan, AddressText& out) {
  out.form = AddressText::Form::list;
  for (scan.skip_blanks(); !scan.take(']'); scan.skip_blanks()) {
    if (scan.done()) return flaw(scan.at, "expected `]` after the addresses");
    const std::size_t place = scan.at;
    const Parsed<std::uint64_t> address = scan_whole_number(scan, "an address", "]");
    if (!address) return tl::make_unexpected(address.error());
    if (out.count == out.active.size()) return flaw(place, "more than 32 addresses: a warp has 32 lanes");
    out.places[out.count] = place;
    out.active[out.count++] = *address;
  }
  return true;
}

Parsed<bool> scan_runs(Scan& scan, AddressText& out) {
  do {
    const std::size_t place = scan.at;
    const Parsed<std::uint64_t> base = scan_number(scan, "an address");
    if (!base) return tl::make_unexpected(base.error());
    std::int64_t stride = 0;
    if (scan.here() == '+' || scan.here() == '-') {
      const bool down = scan.here() == '-';
      const std::size_t sign = scan.at++;
      const Parsed<std::uint64_t> size = scan_number(scan, "the stride");
      if (!size) return tl::make_unexpected(size.error());
      if (*size > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        return flaw(sign, "the stride does not fit into 63 bits");
      stride = down ? -static_cast<std::int64_t>(*size) : static_cast<std::int64_t>(*size);
    }
    if (!scan.take('*')) {
      if (out.count == 0 && scan.here() != ',') {
        out.base = *base;
        out.stride = stride;
        return true;
      }
      return flaw(scan.at, "expected `*` and the number of lanes of this run, as in 0x1000+4*8,0x2000+4*24");
    }
    out.form = AddressText::Form::runs;
    const std::size_t lanes_at = scan.at;
    const Parsed<std::uint64_t> lanes = scan_number(scan, "the number of lanes");
    if (!lanes) return tl::make_unexpected(lanes.error());
    if (*lanes < 1 || *lanes > out.active.size() - out.count) {
      return flaw(lanes_at, "the runs cover " +
                                (*lanes < 1 ? "no lane" : std::to_string(out.count) + " + " + std::to_string(*lanes) + " lanes") +
                                ": expected 1 to 32 in all");
    }
    for (std::uint64_t k = 0; k < *lanes; ++k) {
      const std::optional<std::uint64_t> address = stepped(*base, stride, k);
      if (!address) return flaw(place, "lane " + std::to_string(k) + " of this run " + beyond(stride));
      out.places[out.count] = place;
      out.active[out.count++] = *address;
    }
  } while (scan.take(','));
  return true;
}

Parsed<bool> scan_addresses(Scan& scan, AddressText& out) {
  scan.skip_blanks();
  out.at = scan.at;
  const Parsed<bool> read = scan.take('[') ? scan_list(scan, out) : scan_runs(scan, out);
  if (read && !scan.done() && !is_blank(scan.here()))
    return flaw(scan.at, "unexpected " + quoted(scan.word_here()) + " after the addresses");
  return read;
}

Parsed<bool> settle_addresses(const AddressText& text, Record& record, std::vector<std::uint64_t>& list) {
  if (text.form != AddressText::Form::stride) {
    const unsigned active = record.lanes.size();
    if (text.count != active) {
      return flaw(text.at, std::to_string(text.count) + (text.count == 1 ? " address" : " addresses") + " for " + std::to_string(active) +
                               (active == 1 ? " active lane" : " active lanes"));
    }
    place_addresses(record, std::span(text.active).first(text.count), list);
    return true;
  }
  record.base = text.base;
  record.stride = text.stride;
  if (record.lanes.none()) return true;
  // The last active lane goes furthest.
  const auto last = static_cast<unsigned>(std::bit_width(record.lanes.bits)) - 1;
  if (!stepped(text.base, text.stride, last)) return flaw(text.at, "lane " + std::to_string(last) + " " + beyond(text.stride));
  return true;
}

Parsed<LaneMask> scan_mask(Scan& scan, LaneMask filled) {
  const std::size_t begin = scan.at++;
  const std::string_view digits = scan.word();
  std::uint32_t bits = 0;
  const std::from_chars_result result = std::from_chars(digits.data(), digits.data() + digits.size(), bits, 16);
  if (result.ec != std::errc() || result.ptr != digits.data() + digits.size() || digits.size() > 8) {
    return flaw(begin, quoted(scan.line.substr(begin, scan.at - begin)) +
                           " is no lane mask: expected at most 8 hex digits without 0x, as in @0000ffff");
  }
  const LaneMask mask(bits);
  if (const LaneMask outside = mask.without(filled); !outside.none()) {
    return flaw(begin, "lane " + std::to_string(std::countr_zero(outside.bits)) + " is active, but the block fills only " +
                           std::to_string(filled.size()) + " lanes of this warp");
  }
  return mask;
}

Parsed<bool> scan_key(Scan& scan, TextInstruction& out, unsigned& seen) {
  const std::size_t begin = scan.at;
  const std::string_view key = scan.word("=");
  if (!scan.take('=')) return flaw(begin, "unexpected " + quoted(Scan{scan.line, begin}.word()) + ": expected @MASK, pc=, src= or dep=");
  const unsigned bit = key == "pc" ? 1 : key == "src" ? 2 : key == "dep" ? 4 : 0;
  if (bit == 0) return flaw(begin, "unknown key " + quoted(key) + instead_of(key, {"pc", "src", "dep"}));
  if ((seen & bit) != 0) return flaw(begin, quoted(key) + " stands twice");
  seen |= bit;

  if (bit == 1) {
    const Parsed<std::uint64_t> pc = scan_whole_number(scan, "the pc");
    if (!pc) return tl::make_unexpected(pc.error());
    out.pc = *pc;
    return true;
  }
  if (bit == 2) return scan_text(scan, out.source);
  const std::size_t value_at = scan.at;
  const std::string_view value = scan.word();
  std::uint16_t newest = 0;
  if (value == "none") {
    newest = Dependence::none;
  } else if (value != "all") {
    const std::from_chars_result result = std::from_chars(value.data(), value.data() + value.size(), newest);
    if (result.ec != std::errc() || result.ptr != value.data() + value.size() || newest == Dependence::none) {
      return flaw(value_at, "dep=" + shown(value) + ": expected none, all or a number of loads from 0 to 65534");
    }
  }
  out.record.dependence = Dependence{newest};
  return true;
}

}  // namespace

Parsed<bool> parse_instruction(Scan scan, const LineContext& context, TextInstruction& out, std::vector<std::uint64_t>& addresses) {
  const std::size_t op_at = scan.at;
  const Parsed<Operation> operation = parse_operation(scan.word(), op_at);
  if (!operation) return tl::make_unexpected(operation.error());
  const Op op = operation->op;
  out.operation = *operation;
  out.pc = 0;
  out.source.clear();
  out.record = Record{0, 0, context.filled, 0, default_dependence(op), op, operation->space, operation->cache, operation->bytes, false};

  AddressText text;
  if (touches_memory(op)) {
    const Parsed<bool> read = scan_addresses(scan, text);
    if (!read) return read;
  } else if (op == Op::compute) {
    scan.skip_blanks();
    const std::size_t count_at = scan.at;
    const Parsed<std::uint64_t> count = scan_whole_number(scan, "the number of instructions");
    if (!count) return tl::make_unexpected(count.error());
    if (*count < 1 || *count > most_compute)
      return flaw(count_at, "compute " + std::to_string(*count) + ": expected 1 to " + std::to_string(most_compute));
    out.record.base = *count;
  }

  unsigned seen = 0;
  bool masked = false;
  for (scan.skip_blanks(); !scan.done(); scan.skip_blanks()) {
    if (scan.here() == '@') {
      if (masked) return flaw(scan.at, "a second lane mask");
      masked = true;
      const Parsed<LaneMask> mask = scan_mask(scan, context.filled);
      if (!mask) return tl::make_unexpected(mask.error());
      out.record.lanes = *mask;
    } else if (const Parsed<bool> read = scan_key(scan, out, seen); !read) {
      return read;
    }
  }
  if (!touches_memory(op)) return true;

  if (const Parsed<bool> settled = settle_addresses(text, out.record, addresses); !settled) return settled;
  if (const std::optional<Fault> fault = find_fault(out.record, addresses, context.shared_limit)) {
    return flaw(text.form == AddressText::Form::stride ? text.at : text.places[fault->position], fault->message);
  }
  return true;
}

}  // namespace warpmem::trace

namespace warpmem {

Result<ParsedAccess> parse_access(std::string_view text) {
  using namespace trace;
  Scan scan{text};
  const auto fail = [&](const Flaw& found) { return tl::make_unexpected(error_at(found, text, {}, 0)); };
  scan.skip_blanks();
  if (scan.done()) return fail({scan.at, "expected an access, as in `ld.global.b32 0x1000+4`"});
  const std::size_t begin = scan.at;
  TextInstruction instruction;
  ParsedAccess access;
  const Parsed<bool> read = parse_instruction(scan, {LaneMask::all(), largest_shared}, instruction, access.addresses);
  if (!read) return fail(read.error());
  if (!touches_memory(instruction.record.op))
    return fail({begin, "this touches no memory: expected an access, as in `ld.global.b32 0x1000+4`"});
  access.record = instruction.record;
  return access;
}

}  // namespace warpmem
