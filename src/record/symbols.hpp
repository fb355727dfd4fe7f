// Names and source lines of places in the program's code, from its symbol table and debug information.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "record/event.hpp"

namespace warpmem::record {

class Symbols {
 public:
  // Lines in these folders, and in the system's, are never the user's: where code was inlined from there, the line is that
  // of the call.
  explicit Symbols(std::vector<std::string> foreign_folders);
  ~Symbols();

  // The beginning of the function that the place lies in; the place itself where no symbol covers it.
  Code function_of(Code code) const;
  // The bytes of that function from its beginning on; 0 where no symbol covers it.
  std::uint64_t function_bytes(Code code) const;
  // Without return type and parameters: "tile<32>", "ns::kernel". "" where no symbol covers it.
  std::string function_name(Code code) const;
  // "file:line" of the instruction whose call returns to `code`; "" without debug information.
  std::string line_of(Code code) const;
  // The alignment, `least` to 16, of the structures of this size that the user's source around the place has; the smallest of
  // several, 0 of none.
  unsigned structure_alignment(Code code, std::size_t bytes, unsigned least) const;

 private:
  bool is_foreign(const std::string& file) const;
  struct Debug;
  std::unique_ptr<Debug> debug_;
  std::vector<std::string> foreign_;
};

// "void ns::tile<32>(float*, int)" -> "ns::tile<32>"; anything else is left as it is.
std::string plain_name(const std::string& demangled);

}  // namespace warpmem::record
