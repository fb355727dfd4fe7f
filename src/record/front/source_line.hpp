// The user's lines as they stand in the file.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>

namespace warpmem::front {

// The line, from 1; "" when the file cannot be read or is shorter.
inline std::string source_line(const std::string& file, std::uint64_t line) {
  std::ifstream in(file);
  std::string text;
  for (std::uint64_t i = 0; i < line; ++i)
    if (!std::getline(in, text)) return {};
  return text;
}

}  // namespace warpmem::front
