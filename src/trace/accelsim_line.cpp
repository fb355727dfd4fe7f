#include "trace/accelsim_line.hpp"

namespace warpmem::trace {
namespace {

Parsed<std::uint64_t> hex_word(Scan& scan, std::string_view what, std::size_t digits) {
  scan.skip_blanks();
  const std::size_t begin = scan.at;
  std::string_view word = scan.word();
  if (word.starts_with("0x")) word.remove_prefix(2);
  std::uint64_t value = 0;
  const std::from_chars_result result = std::from_chars(word.data(), word.data() + word.size(), value, 16);
  if (result.ec != std::errc() || result.ptr != word.data() + word.size() || word.size() > digits) {
    return flaw(begin, "expected " + std::string(what) + ", at most " + std::to_string(digits) + " hex digits, instead of " +
                           quoted(Scan{scan.line, begin}.word()));
  }
  return value;
}

template <class Number>
Parsed<Number> decimal_word(Scan& scan, std::string_view what) {
  scan.skip_blanks();
  const std::size_t begin = scan.at;
  const std::string_view word = scan.word();
  Number value = 0;
  const std::from_chars_result result = std::from_chars(word.data(), word.data() + word.size(), value);
  if (result.ec != std::errc() || result.ptr != word.data() + word.size()) {
    return flaw(begin, "expected " + std::string(what) + ", a decimal number, instead of " + quoted(word));
  }
  return value;
}

Parsed<std::size_t> registers(Scan& scan, std::string_view what, std::array<std::uint8_t, AccelSimInstruction::most_registers>& out) {
  scan.skip_blanks();
  const std::size_t count_at = scan.at;
  const Parsed<std::uint64_t> count = decimal_word<std::uint64_t>(scan, what);
  if (!count) return tl::make_unexpected(count.error());
  if (*count > out.size())
    return flaw(count_at, std::string(what) + " is " + std::to_string(*count) + ": expected at most " + std::to_string(out.size()));
  for (std::size_t i = 0; i < *count; ++i) {
    scan.skip_blanks();
    const std::size_t begin = scan.at;
    const std::string_view word = scan.word();
    const std::from_chars_result result =
        std::from_chars(word.data() + std::min<std::size_t>(1, word.size()), word.data() + word.size(), out[i]);
    if (word.empty() || word[0] != 'R' || result.ec != std::errc() || result.ptr != word.data() + word.size()) {
      return flaw(begin, "expected a register, R0 to R255, instead of " + quoted(word));
    }
  }
  return *count;
}

}  // namespace

Parsed<bool> parse_accelsim(Scan& scan, bool with_lines, AccelSimInstruction& out) {
  out.source_line = 0;
  if (with_lines) {
    const Parsed<std::uint64_t> line = decimal_word<std::uint64_t>(scan, "the source line");
    if (!line) return tl::make_unexpected(line.error());
    out.source_line = *line;
  }
  const Parsed<std::uint64_t> pc = hex_word(scan, "the pc", 16);
  if (!pc) return tl::make_unexpected(pc.error());
  const Parsed<std::uint64_t> mask = hex_word(scan, "the lane mask", 8);
  if (!mask) return tl::make_unexpected(mask.error());
  out.pc = *pc;
  out.lanes = LaneMask(static_cast<std::uint32_t>(*mask));
  const Parsed<std::size_t> destinations = registers(scan, "the number of destination registers", out.destinations);
  if (!destinations) return tl::make_unexpected(destinations.error());
  out.destination_count = *destinations;
  scan.skip_blanks();
  const std::size_t opcode_at = scan.at;
  out.opcode = scan.word();
  if (out.opcode.empty() || out.opcode[0] < 'A' || out.opcode[0] > 'Z')
    return flaw(opcode_at, "expected an opcode instead of " + quoted(out.opcode));
  const Parsed<std::size_t> sources = registers(scan, "the number of source registers", out.sources);
  if (!sources) return tl::make_unexpected(sources.error());
  out.source_count = *sources;
  const Parsed<std::uint64_t> width = decimal_word<std::uint64_t>(scan, "the access width");
  if (!width) return tl::make_unexpected(width.error());
  out.width = *width;
  return true;
}

Parsed<bool> parse_accelsim_addresses(Scan& scan, AccelSimInstruction& out) {
  const unsigned count = out.lanes.size();
  scan.skip_blanks();
  const std::size_t mode_at = scan.at;
  const Parsed<std::uint64_t> mode = decimal_word<std::uint64_t>(scan, "the address mode");
  if (!mode) return tl::make_unexpected(mode.error());
  if (*mode > 2)
    return flaw(mode_at, "address mode " + std::to_string(*mode) + ": expected 0 (list), 1 (base and stride) or 2 (base and deltas)");
  scan.skip_blanks();
  out.addresses_at = scan.at;
  std::int64_t step = 0;
  for (unsigned k = 0; k < count; ++k) {
    if (k == 0 || *mode == 0) {
      const Parsed<std::uint64_t> address = hex_word(scan, "an address", 16);
      if (!address) return tl::make_unexpected(address.error());
      out.addresses[k] = *address;
      if (*mode != 1) continue;
    }
    if (*mode == 2 || k == 0) {
      const Parsed<std::int64_t> read =
          decimal_word<std::int64_t>(scan, *mode == 1 ? "the stride" : "the distance to the next lane's address");
      if (!read) return tl::make_unexpected(read.error());
      step = *read;
    }
    if (k > 0) out.addresses[k] = out.addresses[k - 1] + static_cast<std::uint64_t>(step);
  }
  // An immediate may follow.
  scan.skip_blanks();
  scan.word();
  scan.skip_blanks();
  if (!scan.done()) return flaw(scan.at, "unexpected " + quoted(scan.word_here()) + " behind the addresses");
  return true;
}

}  // namespace warpmem::trace
