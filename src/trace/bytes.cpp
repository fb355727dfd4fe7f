#include "trace/bytes.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace warpmem::trace {
namespace {

class File final : public ByteSource {
 public:
  File(std::string name, int descriptor, bool owned) : name_(std::move(name)), descriptor_(descriptor), owned_(owned) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() override {
    if (owned_) ::close(descriptor_);
  }

  Result<std::size_t> read(char* to, std::size_t size) override {
    for (;;) {
      const ssize_t count = ::read(descriptor_, to, size);
      if (count >= 0) return static_cast<std::size_t>(count);
      if (errno == EISDIR) return input_error("is a directory: expected a trace file", name_);
      if (errno != EINTR) return input_error("cannot be read: " + std::generic_category().message(errno), name_);
    }
  }

 private:
  std::string name_;
  int descriptor_;
  bool owned_;
};

}  // namespace

Result<std::size_t> MemoryBytes::read(char* to, std::size_t size) {
  const std::size_t count = std::min(size, bytes_.size() - at_);
  std::memcpy(to, bytes_.data() + at_, count);
  at_ += count;
  return count;
}

Result<std::unique_ptr<ByteSource>> open_bytes(const std::string& path) {
  if (path == "-") return std::make_unique<File>(path, STDIN_FILENO, false);
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return input_error("cannot be opened: " + std::generic_category().message(errno), path);
  return std::make_unique<File>(path, descriptor, true);
}

std::uint64_t fnv1a(std::string_view bytes, std::uint64_t hash) {
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  return hash;
}

std::string digest_text(std::uint64_t hash) {
  std::string text = "fnv:";
  for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[hash >> shift & 15U];
  return text;
}

Result<std::string_view> Input::peek(std::size_t size) {
  while (ahead_.size() - ahead_begin_ < size) {
    ahead_.erase(0, ahead_begin_);
    ahead_begin_ = 0;
    const std::size_t have = ahead_.size();
    ahead_.resize(size);
    const Result<std::size_t> got = bytes_->read(ahead_.data() + have, size - have);
    ahead_.resize(have + (got ? *got : 0));
    if (!got) return tl::make_unexpected(got.error());
    if (*got == 0) break;
  }
  return std::string_view(ahead_).substr(ahead_begin_);
}

Result<std::size_t> Input::read(char* to, std::size_t size) {
  std::size_t count = std::min(size, ahead_.size() - ahead_begin_);
  if (count > 0) {
    std::memcpy(to, ahead_.data() + ahead_begin_, count);
    ahead_begin_ += count;
  } else {
    const Result<std::size_t> got = bytes_->read(to, size);
    if (!got) return got;
    count = *got;
  }
  hash_ = fnv1a({to, count}, hash_);
  return count;
}

std::string Input::digest() const { return digest_text(hash_); }

}  // namespace warpmem::trace
