#include "config/text_file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>

namespace warpmem {

Result<std::string> read_text_file(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return input_error("this is a folder, not a file", path.string());
  std::ifstream in(path, std::ios::binary);
  if (!in) return input_error("cannot be opened: " + std::string(std::strerror(errno)), path.string());
  std::ostringstream text;
  text << in.rdbuf();
  if (in.bad()) return input_error("cannot be read: " + std::string(std::strerror(errno)), path.string());
  return text.str();
}

}  // namespace warpmem
