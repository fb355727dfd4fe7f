// The accesses that `explain` is to draw: spelt out, read from standard input, or found in a trace.
#pragma once

#include <string>
#include <vector>

#include "warpmem/error.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::cli {

struct NamedAccess {
  std::string name;  // a heading: the access as given, or where in the trace it stands
  ParsedAccess access;
};

struct AccessQuery {
  std::vector<std::string> words;
  std::string at;                    // --at: source line, pc, trace line or operation; "" when not given
  std::string op = "ld.global.b32";  // --op: for bare addresses
};
Result<std::vector<NamedAccess>> find_accesses(const AccessQuery& query);

}  // namespace warpmem::cli
