// Results go out whole or not at all: gathered first, then printed; files appear under their name only when complete.
#pragma once

#include <cstdio>
#include <memory>
#include <ostream>
#include <streambuf>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "warpmem/error.hpp"

namespace warpmem::cli {

// Writes to standard output and returns the exit status: 0 also when the reader has gone (as in `| head`), 4 with a
// message when it cannot be written.
int print(std::string_view text);
// Standard output is a pipe that nobody reads any more.
bool reader_has_gone();

// A stream that keeps what is written: in memory while it is small, then in a file without a name.
class Spool : public std::ostream {
 public:
  Spool();
  ~Spool() override;
  Spool(const Spool&) = delete;
  Spool& operator=(const Spool&) = delete;
  int print();  // to standard output, as print() above
  // To `path`: beside it under another name, renamed when complete. What is not a regular file is written to directly.
  Result<bool> save(const std::string& path);

 private:
  class Buffer;
  std::unique_ptr<Buffer> buffer_;
};

// Options and the files they name, "" for none. Error: two name one and the same.
Result<bool> outputs_apart(const std::vector<std::pair<std::string, std::string>>& named);

// Options and the files they name, as above. Error: one of them is `input`, which would be lost; that may be no file at all.
Result<bool> outputs_spare(const std::string& input, const std::vector<std::pair<std::string, std::string>>& named);

// Whether a file could be made at `path`, before the work that is to fill it. Leaves nothing behind.
Result<bool> can_write(const std::string& path);

}  // namespace warpmem::cli
