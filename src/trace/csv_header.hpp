// The header line of a CSV of per-thread accesses, and the fields of its rows.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "trace/excerpt.hpp"

namespace warpmem::trace {

enum class CsvColumn : std::uint8_t { thread, address, block, op, space, bytes, pc, kernel };
inline constexpr std::size_t csv_column_count = 8;

struct CsvField {
  std::string_view text;  // without the quotes around it
  std::size_t at = 0;     // in the line
};
// Splits a line at its commas; fields may stand in double quotes, with "" for a quote inside. `unquoted` holds the text
// of fields that had such quotes inside. Blanks around fields are dropped.
Parsed<bool> split_csv(std::string_view line, std::vector<CsvField>& fields, std::vector<std::string>& unquoted);

// Does the line look like a header of such a file, right or not: does it name `thread` or `address` among others?
bool looks_like_csv_header(std::string_view line);
// The column in which each field stands.
Parsed<std::vector<CsvColumn>> parse_csv_header(std::string_view line);

}  // namespace warpmem::trace
