// The table of a machine's parameters. It drives the loader, --set, `config show`, the schema, the digest and every
// message about a key: a parameter that stands here is known everywhere.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "warpmem/config.hpp"

namespace warpmem {

// The member that a parameter sets. Its type decides the unit and the form of the value in a file.
using Target = std::variant<std::uint32_t*, double*, SmCycles*, Nanoseconds*, Megahertz*, Bytes*, std::vector<Bytes>*,
                            std::array<std::uint64_t, 2>*, WarpScheduler*>;

struct Parameter {
  std::string_view key;  // "section.member"
  Target (*target)(MachineConfig&);
  double least = 0, most = 0;  // inclusive, in the unit of the member; of each element of a list
  std::string_view meaning;    // one line, no full stop
  bool has_default = false;    // may be left out: the member's initialiser stands
};

std::span<const Parameter> parameters();
// The same member for reading only: nothing is written through it.
Target reading_target(const Parameter& parameter, const MachineConfig& machine);
// Null when there is none of this key.
const Parameter* find_parameter(std::string_view key);
// Whether some parameter's key begins with "name.".
bool is_section(std::string_view name);

}  // namespace warpmem
