// The two drawings behind explain_text: an access to global or local memory, and one to shared memory.
#pragma once

#include <string>
#include <vector>

#include "warpmem/report.hpp"

namespace warpmem::report {

// A change that is arithmetic alone, with what the changed access really takes.
struct Fix {
  std::string text;    // "Start at a multiple of 128 (0x1000+4): 4 sectors."; empty: none is known
  std::string access;  // the changed addresses, as in the text trace
  unsigned cost = 0;   // its sectors or wavefronts
};
struct Explanation {
  std::string why;  // one or two sentences: what it costs beyond the least possible and what makes it so
  Fix fix;
};

Explanation explain_global(const Record& record, const std::vector<std::uint64_t>& addresses, const MachineConfig& machine);
Explanation explain_shared(const Record& record, const std::vector<std::uint64_t>& addresses);

// What the maps say beside numbers; for another language others may take their place.
struct MapWords {
  std::string sector = "sector";
  std::string lines_more = "lines more";
  std::string bank = "bank", lanes = "lanes", turns = "turns";
  std::string no_lane = "banks {} to {}: no lane";  // first and last bank
};
// The drawings alone, without sentences: lanes in lines and sectors, and lanes in banks.
std::string map_global(const Record& record, const std::vector<std::uint64_t>& addresses, const TextStyle& style,
                       const MapWords& words = {});
std::string map_shared(const Record& record, const std::vector<std::uint64_t>& addresses, const TextStyle& style,
                       const MapWords& words = {});

std::string draw_global(const Record& record, const std::vector<std::uint64_t>& addresses, const MachineConfig& machine,
                        const TextStyle& style);
std::string draw_shared(const Record& record, const std::vector<std::uint64_t>& addresses, const MachineConfig& machine,
                        const TextStyle& style);

}  // namespace warpmem::report
