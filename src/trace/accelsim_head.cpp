#include "trace/accelsim_head.hpp"

#include <algorithm>

#include "trace/record_check.hpp"

namespace warpmem::trace {

Parsed<Dim3> scan_triple(Scan& scan, std::string_view what) {
  const bool bracketed = scan.take('(');
  std::uint32_t sides[3];
  for (unsigned i = 0; i < 3; ++i) {
    const std::size_t place = scan.at;
    const Parsed<std::uint64_t> side = scan_number(scan, what);
    if (!side) return tl::make_unexpected(side.error());
    if (*side > std::numeric_limits<std::uint32_t>::max()) return flaw(place, std::string(what) + " is too large");
    sides[i] = static_cast<std::uint32_t>(*side);
    if (i < 2 && !scan.take(',')) return flaw(scan.at, "expected three numbers with commas between them");
  }
  if (bracketed && !scan.take(')')) return flaw(scan.at, "expected `)`");
  return Dim3{sides[0], sides[1], sides[2]};
}

Parsed<bool> parse_accelsim_head(std::string_view line, AccelSimHead& head) {
  const std::size_t equals = line.find('=');
  if (equals == line.npos) return flaw(line.size(), "expected `-key = value`");
  std::string_view key = line.substr(1, equals - 1);
  while (!key.empty() && is_blank(key.back())) key.remove_suffix(1);
  Scan scan{line, equals + 1};
  scan.skip_blanks();
  const std::size_t value_at = scan.at;

  if (key == "kernel name") {
    head.kernel.name = line.substr(value_at);
    return true;
  }
  if (key == "grid dim" || key == "block dim") {
    const Parsed<Dim3> sides = scan_triple(scan, key);
    if (!sides) return tl::make_unexpected(sides.error());
    (key[0] == 'g' ? head.kernel.grid : head.kernel.block) = *sides;
    (key[0] == 'g' ? head.has_grid : head.has_block) = true;
  } else if (key == "shmem" || key == "nregs" || key == "accelsim tracer version" || key == "enable lineinfo" || key == "shmem base_addr" ||
             key == "local mem base_addr") {
    const Parsed<std::uint64_t> value = scan_whole_number(scan, key);
    if (!value) return tl::make_unexpected(value.error());
    if (key == "shmem") head.kernel.shared = Bytes(*value);
    if (key == "nregs") head.kernel.registers = static_cast<std::uint32_t>(std::min<std::uint64_t>(*value, 256));
    if (key == "accelsim tracer version") head.version = *value;
    if (key == "enable lineinfo") head.source_lines = *value != 0;
    if (key == "shmem base_addr") head.shared_window = *value;
    if (key == "local mem base_addr") head.local_window = *value;
  }
  if (const std::optional<std::string> problem = head_problem(head.kernel)) return flaw(value_at, *problem);
  return true;
}

std::optional<std::string> accelsim_head_problem(const AccelSimHead& head) {
  if (!head.has_grid) return "the header lacks `-grid dim = (x,y,z)`";
  if (!head.has_block) return "the header lacks `-block dim = (x,y,z)`";
  if (head.version < 3 || head.version > 6) {
    return (head.version == 0 ? std::string("the header lacks `-accelsim tracer version`")
                              : "tracer version " + std::to_string(head.version) + " is not known") +
           ": expected 3 to 6";
  }
  return std::nullopt;
}

}  // namespace warpmem::trace
