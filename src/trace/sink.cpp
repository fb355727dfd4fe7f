#include "trace/sink.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>
#include <utility>

namespace warpmem::trace {
namespace {

constexpr std::size_t flush_at = std::size_t{1} << 18;

std::string cannot_write(int code) { return "cannot be written: " + std::generic_category().message(code); }

}  // namespace

Result<Sink> Sink::open(const std::string& path) {
  if (path == "-") return Sink(path, {}, STDOUT_FILENO);
  struct stat status {};
  const bool in_place = ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode);
  const std::string target = in_place ? path : path + ".part" + std::to_string(::getpid());
  const int descriptor = ::open(target.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) return tl::make_unexpected(Error{ErrorKind::usage, cannot_write(errno), path});
  return Sink(path, in_place ? std::string{} : target, descriptor);
}

Sink::Sink(Sink&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::move(other.temporary_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      buffer_(std::move(other.buffer_)),
      written_(other.written_) {}

Sink::~Sink() {
  if (descriptor_ < 0) return;
  if (descriptor_ != STDOUT_FILENO) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

tl::unexpected<Error> Sink::failure(int code) const { return tl::make_unexpected(Error{ErrorKind::internal, cannot_write(code), path_}); }

Result<bool> Sink::write(std::string_view bytes) {
  buffer_ += bytes;
  written_ += bytes.size();
  return buffer_.size() < flush_at ? true : flush();
}

Result<bool> Sink::flush() {
  for (std::size_t done = 0; done < buffer_.size();) {
    const ssize_t count = ::write(descriptor_, buffer_.data() + done, buffer_.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return failure(errno);
    done += static_cast<std::size_t>(count);
  }
  buffer_.clear();
  return true;
}

Result<bool> Sink::finish() {
  if (const Result<bool> flushed = flush(); !flushed) return flushed;
  if (descriptor_ == STDOUT_FILENO) {
    descriptor_ = -1;
    return true;
  }
  if (::close(std::exchange(descriptor_, -1)) != 0) return failure(errno);
  if (!temporary_.empty() && std::rename(temporary_.c_str(), path_.c_str()) != 0) {
    const int code = errno;
    ::unlink(temporary_.c_str());
    return failure(code);
  }
  return true;
}

}  // namespace warpmem::trace
