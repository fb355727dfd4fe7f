#include "config/text_file.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>

namespace warpmem {

Result<std::string> read_text_file(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return input_error("this is a folder, not a file", path.string());
  std::ifstream in(path, std::ios::binary);
  if (!in) return input_error("cannot be opened: " + std::string(std::strerror(errno)), path.string());
  // In pieces and no further than this: a device gives no size and may have no end.
  constexpr std::size_t longest = std::size_t{16} << 20;
  constexpr std::size_t piece = std::size_t{64} << 10;
  std::string text;
  while (in && text.size() <= longest) {
    const std::size_t had = text.size();
    text.resize(had + piece);
    in.read(text.data() + had, static_cast<std::streamsize>(piece));
    text.resize(had + static_cast<std::size_t>(in.gcount()));
  }
  if (in.bad()) return input_error("cannot be read: " + std::string(std::strerror(errno)), path.string());
  if (text.size() > longest) return input_error("longer than 16 MiB: expected a configuration", path.string());
  return text;
}

}  // namespace warpmem
