#include "config/digest.hpp"

#include <array>
#include <cstdio>

#include "config/value.hpp"

namespace warpmem {

std::string config_digest(const MachineConfig& machine) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const Parameter& parameter : parameters()) {
    const std::string line = std::string(parameter.key) + "=" + value_text(parameter, machine) + "\n";
    for (const char c : line) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "fnv1a:%016llx", static_cast<unsigned long long>(hash));
  return text.data();
}

}  // namespace warpmem
