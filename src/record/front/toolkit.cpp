#include "record/front/toolkit.hpp"

#include <cstdlib>
#include <fstream>

namespace warpmem::front {
namespace {

namespace fs = std::filesystem;

// A folder with the file `link`: on its first line where the headers are, then one word for the linker a line. What is
// relative, and no option, is relative to the folder.
bool read(const fs::path& folder, Toolkit& out) {
  std::ifstream in(folder / "link");
  std::string line;
  if (!std::getline(in, line)) return false;
  const auto absolute = [&](const std::string& word) { return word.starts_with('-') ? word : (folder / word).string(); };
  out.root = absolute(line);
  out.libraries.clear();
  while (std::getline(in, line))
    if (!line.empty()) out.libraries.push_back(absolute(line));
  std::error_code problem;
  if (!fs::is_directory(out.headers(), problem)) return false;
  for (const std::string& library : out.libraries)
    if (!library.starts_with('-') && !fs::exists(library, problem)) return false;
  return true;
}

}  // namespace

Result<Toolkit> find_toolkit() {
  std::vector<fs::path> folders;
  if (const char* chosen = std::getenv("WARPMEM_RECORD_DIR"); chosen != nullptr && *chosen != '\0') folders.emplace_back(chosen);
  std::error_code problem;
  const fs::path program = fs::read_symlink("/proc/self/exe", problem);
  if (!problem) {
    folders.push_back(program.parent_path() / "record");
    folders.push_back(program.parent_path().parent_path() / WARPMEM_RELATIVE_RECORD);
  }
  folders.emplace_back(WARPMEM_INSTALLED_RECORD);
  folders.emplace_back(WARPMEM_BUILT_RECORD);
  Toolkit toolkit;
  for (const fs::path& folder : folders)
    if (read(folder, toolkit)) return toolkit;
  std::string looked;
  for (const fs::path& folder : folders) looked += (looked.empty() ? "" : ", ") + folder.string();
  return input_error("the CUDA headers and libraries that a traced program needs are not installed whole; looked in " + looked +
                     ". Build or install warpmem anew, or set WARPMEM_RECORD_DIR");
}

}  // namespace warpmem::front
