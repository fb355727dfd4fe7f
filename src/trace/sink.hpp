// Where a trace is written: a file that appears under its name only when whole, or standard output.
#pragma once

#include <string>
#include <string_view>

#include "warpmem/error.hpp"

namespace warpmem::trace {

class Sink {
 public:
  static Result<Sink> open(const std::string& path);
  Sink(Sink&& other) noexcept;
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;
  ~Sink();  // without finish(): what was written goes away

  Result<bool> write(std::string_view bytes);
  Result<bool> finish();
  std::uint64_t written() const { return written_; }

 private:
  Sink(std::string path, std::string temporary, int descriptor)
      : path_(std::move(path)), temporary_(std::move(temporary)), descriptor_(descriptor) {}
  Result<bool> flush();
  tl::unexpected<Error> failure(int code) const;

  std::string path_;
  std::string temporary_;  // "" when written in place: standard output, a pipe, a device
  int descriptor_ = -1;
  std::string buffer_;
  std::uint64_t written_ = 0;
};

}  // namespace warpmem::trace
