#include "trace/bytes.hpp"
#include "trace/generator.hpp"
#include "trace/text_reader.hpp"

namespace warpmem {

Result<std::unique_ptr<TraceSource>> open_trace(const std::string& name) {
  using namespace trace;
  if (name.starts_with("gen:")) return open_generator(name);
  Result<Input> input = open_input(name);
  if (!input) return tl::make_unexpected(input.error());
  return std::make_unique<TextReader>(std::move(*input));
}

}  // namespace warpmem
