#include "trace/recognise.hpp"

#include <algorithm>

#include "trace/binary_format.hpp"
#include "trace/csv_header.hpp"

namespace warpmem::trace {
namespace {

bool is_text(std::string_view bytes) {
  return std::none_of(bytes.begin(), bytes.end(),
                      [](char c) { return static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f'; });
}

// The first line that is neither blank nor a comment.
std::string_view first_line(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t begin = std::min(line.find_first_not_of(" \t\r"), line.size());
    line.remove_prefix(begin);
    if (!line.empty() && line[0] != '#') return line;
  }
  return {};
}

}  // namespace

InputFormat recognise(std::string_view begin) {
  if (begin.empty()) return InputFormat::empty;
  if (begin.starts_with(binary::magic)) return InputFormat::binary;
  if (begin.starts_with("\xEF\xBB\xBF")) begin.remove_prefix(3);
  // A first line of text is enough to blame a bad byte further on, with its line, on the text.
  const std::string_view line = first_line(begin);
  if (!is_text(line.substr(0, 256))) return InputFormat::unknown;
  if (line.starts_with('-') && line.find('=') != line.npos) return InputFormat::accelsim;
  if (line.starts_with("Memcpy") || line.starts_with("kernel-")) return InputFormat::kernel_list;
  if (line.starts_with("MEMTRACE:") || begin.find("\nMEMTRACE: CTX") != begin.npos || line.starts_with("------------- NVBit"))
    return InputFormat::nvbit_mem_trace;
  if (line.starts_with('{')) return InputFormat::cutracer;
  if (looks_like_csv_header(line)) return InputFormat::csv;
  return InputFormat::text;
}

}  // namespace warpmem::trace
