#include "lesson/written.hpp"

#include <algorithm>
#include <cstring>

#include "trace/text_reader.hpp"

namespace warpmem::lesson {
namespace {

class InMemory final : public trace::ByteSource {
 public:
  explicit InMemory(std::string text) : text_(std::move(text)) {}
  Result<std::size_t> read(char* to, std::size_t size) override {
    const std::size_t count = std::min(size, text_.size() - at_);
    std::memcpy(to, text_.data() + at_, count);
    at_ += count;
    return count;
  }

 private:
  std::string text_;
  std::size_t at_ = 0;
};

}  // namespace

std::unique_ptr<TraceSource> open_written(std::string text) {
  return std::make_unique<trace::TextReader>(trace::Input("written", std::make_unique<InMemory>(std::move(text))));
}

}  // namespace warpmem::lesson
