// The text of source lines that a trace names, where their files can be read.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpmem::report {

struct SourcePlace {
  std::string file;
  std::uint64_t line = 0;  // from 1
};
// "dir/file.cu:14" taken apart; none when it does not end in a line number.
std::optional<SourcePlace> source_place(const std::string& source);

// Reads a file once, when first asked for. A trace may come from anyone and a report may be handed on, so only files whose
// names end as program text does are read, and none beyond 4 MiB.
class SourceText {
 public:
  // `trace`: where names that are not absolute are looked for beside the current folder: in its folder.
  explicit SourceText(const std::string& trace = {});
  // Without its end of line; none when there is no such line to be read.
  std::optional<std::string> line(const SourcePlace& place);
  // Lines in the file; 0: it cannot be read.
  std::uint64_t lines(const std::string& file);

 private:
  const std::vector<std::string>& read(const std::string& file);
  std::string folder_;
  std::map<std::string, std::vector<std::string>> files_;
};

}  // namespace warpmem::report
