// Host programs whose launches are read as a trace, in the text format without place and source.
#pragma once

#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "record/program_source.hpp"
#include "record/runtime.hpp"
#include "temporary_folder.hpp"

template <class T>
T* device(std::size_t count) {
  return static_cast<T*>(warpmem_device_allocate(count * sizeof(T), 0));
}

struct Recorded {
  std::vector<std::string> lines;    // of the text trace, without the first; "pc=.. src=.." cut
  std::vector<std::string> sources;  // each "FILE:LINE" once, in order
  std::vector<std::string> warnings;
  warpmem::Error error;  // message "" when all went well
};

// Addresses of the first allocation are shown from A on, of the second from B, each 2 MiB apart: allocate `apart` bytes.
inline Recorded record(const std::function<void()>& program, warpmem::record::ProgramOptions options = {}) {
  Recorded out;
  options.warn = [&](const std::string& text) { out.warnings.push_back(text); };
  const auto source = warpmem::record::make_program_source(
      "test",
      [&] {
        program();
        return std::string();
      },
      options);
  TemporaryFolder folder;
  const std::string file = (folder.path() / "t.wmt").string();
  const auto summary = warpmem::write_trace(*source, file, warpmem::TraceFormat::text);
  if (!summary) {
    out.error = summary.error();
    return out;
  }
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  static const std::regex place(" pc=0x[0-9a-f]+( src=(\\S+))?");
  while (std::getline(in, line)) {
    std::smatch match;
    if (std::regex_search(line, match, place) && match[2].matched) {
      std::string at = match[2];
      if (std::find(out.sources.begin(), out.sources.end(), at) == out.sources.end()) out.sources.push_back(at);
    }
    out.lines.push_back(std::regex_replace(line, place, ""));
  }
  return out;
}
