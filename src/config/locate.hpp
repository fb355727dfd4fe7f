// Where configuration files are.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "warpmem/error.hpp"

namespace warpmem {

// The folders that a name is looked for in, first to last: $WARPMEM_CONFIG_DIR, share/warpmem/configs beside the
// program's bin/, where `cmake --install` put them, the source tree's configs/. Only those that exist.
std::vector<std::filesystem::path> config_folders();

// A name with a '/' or ending in .json is a path; any other is NAME.json in `beside` (when not empty) or a folder above.
// An unknown name is a usage error that gives the nearest and lists all.
Result<std::filesystem::path> find_config(const std::string& name, const std::filesystem::path& beside = {});

}  // namespace warpmem
