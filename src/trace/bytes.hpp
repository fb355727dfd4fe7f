// Bytes of a trace, in order: a file, standard input, memory, or what a decompressor makes of them. No seeking.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "warpmem/error.hpp"

namespace warpmem::trace {

class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // Fills `to` with at most `size` bytes. 0: the end.
  virtual Result<std::size_t> read(char* to, std::size_t size) = 0;
};

// What is in memory already.
class MemoryBytes final : public ByteSource {
 public:
  explicit MemoryBytes(std::string bytes) : bytes_(std::move(bytes)) {}
  Result<std::size_t> read(char* to, std::size_t size) override;

 private:
  std::string bytes_;
  std::size_t at_ = 0;
};

// A file, or "-" for standard input.
Result<std::unique_ptr<ByteSource>> open_bytes(const std::string& path);

// A source whose first bytes can be looked at, and which sums up the bytes that passed.
class Input {
 public:
  Input(std::string name, std::unique_ptr<ByteSource> bytes) : name_(std::move(name)), bytes_(std::move(bytes)) {}
  // The next bytes, at least `size` of them unless the input ends before. Valid until the next call.
  Result<std::string_view> peek(std::size_t size);
  Result<std::size_t> read(char* to, std::size_t size);
  const std::string& name() const { return name_; }
  // "fnv:" and the 64-bit FNV-1a hash of all bytes read.
  std::string digest() const;

 private:
  std::string name_;
  std::unique_ptr<ByteSource> bytes_;
  std::string ahead_;  // peeked, not yet read
  std::size_t ahead_begin_ = 0;
  std::uint64_t hash_ = 0xCBF29CE484222325U;
};

// The input by itself, or what it decompresses to when its first bytes are gzip's, xz's or zstd's.
Result<Input> open_input(const std::string& path);

std::uint64_t fnv1a(std::string_view bytes, std::uint64_t hash = 0xCBF29CE484222325U);
std::string digest_text(std::uint64_t hash);

}  // namespace warpmem::trace
