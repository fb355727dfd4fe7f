#include "trace/binary_format.hpp"
#include "trace/binary_reader.hpp"
#include "trace/bytes.hpp"
#include "trace/generator.hpp"
#include "trace/text_reader.hpp"

namespace warpmem {
namespace {

constexpr std::size_t recognised_bytes = std::size_t{1} << 16;  // how far into an input its format is looked for

}  // namespace

Result<std::unique_ptr<TraceSource>> open_trace(const std::string& name) {
  using namespace trace;
  if (name.starts_with("gen:")) return open_generator(name);
  Result<Input> input = open_input(name);
  if (!input) return tl::make_unexpected(input.error());
  const Result<std::string_view> begin = input->peek(recognised_bytes);
  if (!begin) return tl::make_unexpected(begin.error());
  if (begin->starts_with(binary::magic)) return std::make_unique<BinaryReader>(std::move(*input));
  return std::make_unique<TextReader>(std::move(*input));
}

}  // namespace warpmem
