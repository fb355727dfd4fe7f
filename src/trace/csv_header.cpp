#include "trace/csv_header.hpp"

#include <algorithm>

#include "trace/suggest.hpp"
#include "trace/text_scan.hpp"

namespace warpmem::trace {
namespace {

constexpr std::array<std::string_view, csv_column_count> column_names = {"thread", "address", "block", "op",
                                                                         "space",  "bytes",   "pc",    "kernel"};

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return result;
}

}  // namespace

Parsed<bool> split_csv(std::string_view line, std::vector<CsvField>& fields, std::vector<std::string>& unquoted) {
  fields.clear();
  unquoted.clear();
  Scan scan{line};
  for (;;) {
    scan.skip_blanks();
    const std::size_t begin = scan.at;
    if (!scan.take('"')) {
      const std::size_t comma = std::min(line.find(',', begin), line.size());
      std::size_t end = comma;
      while (end > begin && is_blank(line[end - 1])) --end;
      fields.push_back({line.substr(begin, end - begin), begin});
      scan.at = comma;
    } else {
      std::size_t end = line.find('"', scan.at);
      bool doubled = false;
      while (end != line.npos && end + 1 < line.size() && line[end + 1] == '"') {
        doubled = true;
        end = line.find('"', end + 2);
      }
      if (end == line.npos) return flaw(begin, "a double quote without its end");
      fields.push_back({line.substr(begin + 1, end - begin - 1), begin + 1});
      if (doubled) {
        unquoted.reserve(line.size());  // so that the views below stay
        std::string& text = unquoted.emplace_back(fields.back().text);
        for (std::size_t at = text.find("\"\""); at != text.npos; at = text.find("\"\"", at + 1)) text.erase(at, 1);
        fields.back().text = text;
      }
      scan.at = end + 1;
      scan.skip_blanks();
    }
    if (scan.at >= line.size()) return true;
    if (!scan.take(',')) return flaw(scan.at, "expected a comma after the quoted field");
  }
}

bool looks_like_csv_header(std::string_view line) {
  std::vector<CsvField> fields;
  std::vector<std::string> unquoted;
  if (!split_csv(line, fields, unquoted) || fields.size() < 2) return false;
  return std::any_of(fields.begin(), fields.end(), [](const CsvField& field) {
    const std::string name = lower(field.text);
    return name == "thread" || name == "address";
  });
}

Parsed<std::vector<CsvColumn>> parse_csv_header(std::string_view line) {
  std::vector<CsvField> fields;
  std::vector<std::string> unquoted;
  if (const Parsed<bool> split = split_csv(line, fields, unquoted); !split) return tl::make_unexpected(split.error());
  std::vector<CsvColumn> columns;
  for (const CsvField& field : fields) {
    const auto known = std::find(column_names.begin(), column_names.end(), lower(field.text));
    if (known == column_names.end()) {
      return flaw(field.at,
                  "unknown column " + quoted(field.text) + instead_of(lower(field.text), {column_names.begin(), column_names.end()}));
    }
    const auto column = static_cast<CsvColumn>(known - column_names.begin());
    if (std::find(columns.begin(), columns.end(), column) != columns.end())
      return flaw(field.at, "column " + quoted(field.text) + " stands twice");
    columns.push_back(column);
  }
  for (const CsvColumn needed : {CsvColumn::thread, CsvColumn::address}) {
    if (std::find(columns.begin(), columns.end(), needed) == columns.end()) {
      return flaw(line.size(), "the header lacks the column " + quoted(column_names[static_cast<std::size_t>(needed)]));
    }
  }
  return columns;
}

}  // namespace warpmem::trace
