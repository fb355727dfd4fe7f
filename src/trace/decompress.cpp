// gzip and xz by Boost.Iostreams; zstd by its own library, because Boost's filter takes a cut-off stream for a whole one.
#include <zstd.h>

#include <boost/iostreams/concepts.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/lzma.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>
#include <vector>

#include "trace/bytes.hpp"

namespace warpmem::trace {
namespace {

// The compressed bytes, as Boost wants to see them. A read error is kept: it says more than the filter's own.
class CompressedDevice : public boost::iostreams::source {
 public:
  CompressedDevice(ByteSource* from, Error* error) : from_(from), error_(error) {}
  std::streamsize read(char* to, std::streamsize size) {
    const Result<std::size_t> got = from_->read(to, static_cast<std::size_t>(size));
    if (!got) {
      *error_ = got.error();
      return -1;
    }
    return *got == 0 ? -1 : static_cast<std::streamsize>(*got);
  }

 private:
  ByteSource* from_;
  Error* error_;
};

class BoostDecompressed final : public ByteSource {
 public:
  template <class Filter>
  BoostDecompressed(std::string name, std::string format, std::unique_ptr<ByteSource> from, const Filter& filter)
      : name_(std::move(name)), format_(std::move(format)), from_(std::move(from)) {
    stream_.push(filter);
    stream_.push(CompressedDevice(from_.get(), &read_error_));
  }

  Result<std::size_t> read(char* to, std::size_t size) override {
    try {
      const std::streamsize count = stream_.sgetn(to, static_cast<std::streamsize>(size));
      if (!read_error_.message.empty()) return tl::make_unexpected(read_error_);
      return static_cast<std::size_t>(std::max<std::streamsize>(count, 0));
    } catch (const std::exception&) {
      if (!read_error_.message.empty()) return tl::make_unexpected(read_error_);
      return input_error("the " + format_ + " data is damaged or cut off", name_);
    }
  }

 private:
  std::string name_, format_;
  std::unique_ptr<ByteSource> from_;
  Error read_error_;
  boost::iostreams::filtering_streambuf<boost::iostreams::input> stream_;
};

class ZstdDecompressed final : public ByteSource {
 public:
  ZstdDecompressed(std::string name, std::unique_ptr<ByteSource> from)
      : name_(std::move(name)), from_(std::move(from)), context_(ZSTD_createDStream(), &ZSTD_freeDStream), in_(ZSTD_DStreamInSize()) {}

  Result<std::size_t> read(char* to, std::size_t size) override {
    ZSTD_outBuffer out{to, size, 0};
    while (out.pos == 0 && size > 0) {
      if (pending_.pos == pending_.size) {
        const Result<std::size_t> got = from_->read(in_.data(), in_.size());
        if (!got) return got;
        if (*got == 0 && within_frame_) return damaged();
        if (*got == 0) return std::size_t{0};
        pending_ = {in_.data(), *got, 0};
      }
      const std::size_t left = ZSTD_decompressStream(context_.get(), &out, &pending_);
      if (ZSTD_isError(left) != 0) return damaged();
      within_frame_ = left != 0;
    }
    return out.pos;
  }

 private:
  tl::unexpected<Error> damaged() const { return input_error("the zstd data is damaged or cut off", name_); }

  std::string name_;
  std::unique_ptr<ByteSource> from_;
  std::unique_ptr<ZSTD_DStream, std::size_t (*)(ZSTD_DStream*)> context_;
  std::vector<char> in_;
  ZSTD_inBuffer pending_{nullptr, 0, 0};
  bool within_frame_ = false;
};

// What was peeked at, then the rest.
class Replayed final : public ByteSource {
 public:
  explicit Replayed(Input input) : input_(std::move(input)) {}
  Result<std::size_t> read(char* to, std::size_t size) override { return input_.read(to, size); }

 private:
  Input input_;
};

}  // namespace

Result<Input> open_input(const std::string& path) {
  Result<std::unique_ptr<ByteSource>> bytes = open_bytes(path);
  if (!bytes) return tl::make_unexpected(bytes.error());
  Input input(path, std::move(*bytes));
  const Result<std::string_view> head = input.peek(6);
  if (!head) return tl::make_unexpected(head.error());
  using namespace std::string_view_literals;
  const bool gzip = head->starts_with("\x1F\x8B"sv);
  const bool xz = head->starts_with(
      "\xFD"
      "7zXZ\0"sv);
  const bool zstd = head->starts_with("\x28\xB5\x2F\xFD"sv);
  if (!gzip && !xz && !zstd) return input;

  auto whole = std::make_unique<Replayed>(std::move(input));
  if (zstd) return Input(path, std::make_unique<ZstdDecompressed>(path, std::move(whole)));
  if (gzip) return Input(path, std::make_unique<BoostDecompressed>(path, "gzip", std::move(whole), boost::iostreams::gzip_decompressor()));
  return Input(path, std::make_unique<BoostDecompressed>(path, "xz", std::move(whole), boost::iostreams::lzma_decompressor()));
}

}  // namespace warpmem::trace
