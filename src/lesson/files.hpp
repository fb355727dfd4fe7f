// The files of text/ and plan/, as kept in the program.
#pragma once

#include <string_view>
#include <vector>

namespace warpmem::lesson {

struct File {
  std::string_view path;  // "text/en/01-transactions.md"
  std::string_view text;
};
const std::vector<File>& files();

}  // namespace warpmem::lesson
