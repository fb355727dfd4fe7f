// A small text file as a whole.
#pragma once

#include <filesystem>
#include <string>

#include "warpmem/error.hpp"

namespace warpmem {

// An input error when it cannot be read or is not a file.
Result<std::string> read_text_file(const std::filesystem::path& path);

}  // namespace warpmem
