#include "cli/output.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spdlog/spdlog.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>

#include "cli/console.hpp"

namespace warpmem::cli {
namespace {

constexpr std::size_t kept_in_memory = std::size_t{4} << 20;

// 0 or errno.
int write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(fd, text.data(), text.size());
    if (n < 0) {
      if (errno == EINTR) continue;
      return errno;
    }
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return 0;
}

int stdout_status(int problem) {
  if (problem == 0 || problem == EPIPE) return done;
  spdlog::error("warpmem: cannot write standard output: {}", std::strerror(problem));
  return internal_error;
}

bool is_special(const std::string& path) {
  std::error_code none;
  const auto status = std::filesystem::status(path, none);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) && !std::filesystem::is_directory(status);
}

Error write_error(ErrorKind kind, const std::string& path, int problem) {
  if (problem == EISDIR) return {kind, "this is a folder: name a file in it", path};
  return {kind, std::string("cannot write this file: ") + std::strerror(problem), path};
}

// A new file beside `path`, with the permissions that the umask leaves. -1 and errno on failure.
int open_beside(const std::string& path, std::string& made) {
  made = path + ".XXXXXX";
  const int fd = ::mkstemp(made.data());
  if (fd < 0) return -1;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(fd, 0666 & ~mask);
  return fd;
}

}  // namespace

bool reader_has_gone() {
  pollfd out{STDOUT_FILENO, POLLOUT, 0};
  return ::poll(&out, 1, 0) > 0 && (out.revents & POLLERR) != 0;
}

int print(std::string_view text) { return stdout_status(write_all(STDOUT_FILENO, text)); }

class Spool::Buffer : public std::streambuf {
 public:
  ~Buffer() override {
    if (file_ != nullptr) std::fclose(file_);
  }
  // Everything so far, in order, in pieces. `take` returns 0 or an errno, which ends it.
  int each_piece(const std::function<int(std::string_view)>& take) {
    if (problem_ != 0) return problem_;
    if (file_ != nullptr) {
      std::rewind(file_);
      std::array<char, 1 << 16> piece;
      for (std::size_t n = 0; (n = std::fread(piece.data(), 1, piece.size(), file_)) > 0;)
        if (const int problem = take({piece.data(), n})) return problem;
      if (std::ferror(file_) != 0) return EIO;
    }
    return take(memory_);
  }

 protected:
  std::streamsize xsputn(const char* text, std::streamsize n) override {
    memory_.append(text, static_cast<std::size_t>(n));
    if (memory_.size() > kept_in_memory) spill();
    return problem_ == 0 ? n : 0;
  }
  int_type overflow(int_type c) override {
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    const char one = traits_type::to_char_type(c);
    return xsputn(&one, 1) == 1 ? c : traits_type::eof();
  }

 private:
  void spill() {
    if (file_ == nullptr) file_ = std::tmpfile();
    if (file_ == nullptr || std::fwrite(memory_.data(), 1, memory_.size(), file_) != memory_.size()) problem_ = errno != 0 ? errno : EIO;
    memory_.clear();
  }
  std::string memory_;
  std::FILE* file_ = nullptr;
  int problem_ = 0;
};

Spool::Spool() : std::ostream(nullptr), buffer_(std::make_unique<Buffer>()) { rdbuf(buffer_.get()); }
Spool::~Spool() = default;

int Spool::print() {
  return stdout_status(buffer_->each_piece([](std::string_view piece) { return write_all(STDOUT_FILENO, piece); }));
}

Result<bool> Spool::save(const std::string& path) {
  std::string made = path;
  const bool direct = is_special(path);
  const int fd = direct ? ::open(path.c_str(), O_WRONLY) : open_beside(path, made);
  if (fd < 0) return tl::make_unexpected(write_error(ErrorKind::usage, path, errno));
  int problem = buffer_->each_piece([fd](std::string_view piece) { return write_all(fd, piece); });
  if (::close(fd) != 0 && problem == 0) problem = errno;
  if (!direct && problem == 0 && ::rename(made.c_str(), path.c_str()) != 0) problem = errno;
  if (!direct && problem != 0) ::unlink(made.c_str());
  if (problem != 0) return tl::make_unexpected(write_error(problem == EISDIR ? ErrorKind::usage : ErrorKind::internal, path, problem));
  return true;
}

Result<bool> outputs_apart(const std::vector<std::pair<std::string, std::string>>& named) {
  // As far as names tell: a link may lead to the other file all the same.
  const auto whole = [](const std::string& file) {
    std::error_code none;
    return std::filesystem::weakly_canonical(std::filesystem::absolute(file, none), none);
  };
  for (std::size_t i = 0; i < named.size(); ++i)
    for (std::size_t j = i + 1; j < named.size(); ++j) {
      const auto& [a, file] = named[i];
      const auto& [b, other] = named[j];
      if (file.empty() || other.empty() || is_special(file)) continue;
      if (file == "-" && other == "-") return usage_error(a + " and " + b + " cannot both go to standard output");
      if (file != "-" && other != "-" && whole(file) == whole(other)) return usage_error(a + " and " + b + " cannot both go to " + file);
    }
  return true;
}

Result<bool> outputs_spare(const std::string& input, const std::vector<std::pair<std::string, std::string>>& named) {
  for (const auto& [option, file] : named) {
    std::error_code none;
    if (file.empty() || file == "-" || is_special(file) || !std::filesystem::equivalent(file, input, none)) continue;
    return usage_error(option + " names the trace itself, '" + file + "', which would be lost: name another file");
  }
  return true;
}

Result<bool> can_write(const std::string& path) {
  std::error_code none;
  if (std::filesystem::is_directory(path, none)) return tl::make_unexpected(write_error(ErrorKind::usage, path, EISDIR));
  if (is_special(path)) return true;
  std::string made;
  const int fd = open_beside(path, made);
  if (fd < 0) return tl::make_unexpected(write_error(ErrorKind::usage, path, errno));
  ::close(fd);
  ::unlink(made.c_str());
  return true;
}

}  // namespace warpmem::cli
