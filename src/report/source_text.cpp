#include "report/source_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace warpmem::report {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t most_bytes = std::uintmax_t{4} << 20;

bool is_program_text(const fs::path& path) {
  constexpr std::array<std::string_view, 14> endings = {".cu", ".cuh", ".c",   ".cc",  ".cpp", ".cxx", ".h",
                                                        ".hh", ".hpp", ".hxx", ".inl", ".py",  ".f90", ".cuf"};
  const std::string ending = path.extension().string();
  return std::find(endings.begin(), endings.end(), ending) != endings.end();
}

std::vector<std::string> lines_of(const fs::path& path) {
  std::error_code problem;
  if (!is_program_text(path) || !fs::is_regular_file(path, problem) || fs::file_size(path, problem) > most_bytes || problem) return {};
  // What the name leads to counts, not what a link is called.
  const fs::path real = fs::canonical(path, problem);
  if (problem || !is_program_text(real)) return {};
  std::ifstream in(real, std::ios::binary);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(line);
  }
  return lines;
}

}  // namespace

std::optional<SourcePlace> source_place(const std::string& source) {
  const std::size_t colon = source.rfind(':');
  if (colon == std::string::npos || colon == 0) return std::nullopt;
  SourcePlace place{source.substr(0, colon), 0};
  const char* end = source.data() + source.size();
  const auto [stopped, problem] = std::from_chars(source.data() + colon + 1, end, place.line);
  if (problem != std::errc{} || stopped != end || place.line == 0) return std::nullopt;
  return place;
}

SourceText::SourceText(const std::string& trace) {
  std::error_code problem;
  if (!trace.empty() && fs::exists(trace, problem) && !problem) folder_ = fs::path(trace).parent_path().string();
}

const std::vector<std::string>& SourceText::read(const std::string& file) {
  const auto known = files_.find(file);
  if (known != files_.end()) return known->second;
  std::vector<std::string> lines = lines_of(file);
  if (lines.empty() && !folder_.empty() && fs::path(file).is_relative()) lines = lines_of(fs::path(folder_) / file);
  return files_.emplace(file, std::move(lines)).first->second;
}

std::optional<std::string> SourceText::line(const SourcePlace& place) {
  const auto& lines = read(place.file);
  if (place.line == 0 || place.line > lines.size()) return std::nullopt;
  return lines[place.line - 1];
}

std::uint64_t SourceText::lines(const std::string& file) { return read(file).size(); }

}  // namespace warpmem::report
