#include "lab/engine/text_source.hpp"

#include "trace/accelsim_reader.hpp"
#include "trace/bytes.hpp"
#include "trace/csv_reader.hpp"
#include "trace/generator.hpp"
#include "trace/recognise.hpp"
#include "trace/text_reader.hpp"

namespace warpmem::lab {
namespace {

std::string trimmed(const std::string& text) {
  constexpr const char* blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

}  // namespace

Result<std::unique_ptr<TraceSource>> open_text(std::string text) {
  using namespace trace;
  if (const std::string line = trimmed(text); line.starts_with("gen:")) return open_generator(line);
  const InputFormat format = recognise(text);
  Input input("trace", std::make_unique<MemoryBytes>(std::move(text)));
  switch (format) {
    case InputFormat::text:
      return std::make_unique<TextReader>(std::move(input));
    case InputFormat::accelsim:
      return std::make_unique<AccelSimReader>(std::move(input));
    case InputFormat::csv:
      return std::make_unique<CsvReader>(std::move(input));
    case InputFormat::empty:
      return input_error("nothing in it: expected a trace");
    default:
      return input_error("not a trace that can be pasted: expected text (warpmem-trace 1), CSV, Accel-Sim (.traceg) or gen:NAME,key=value");
  }
}

}  // namespace warpmem::lab
