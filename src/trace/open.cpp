#include "trace/accelsim_reader.hpp"
#include "trace/binary_reader.hpp"
#include "trace/bytes.hpp"
#include "trace/csv_reader.hpp"
#include "trace/generator.hpp"
#include "trace/recognise.hpp"
#include "trace/text_reader.hpp"

namespace warpmem {

// Defined by src/kernels, above this layer: null in a program without it.
Result<std::unique_ptr<TraceSource>> open_kernel(const std::string& text) __attribute__((weak));

namespace {

constexpr std::size_t recognised_bytes = std::size_t{1} << 16;  // how far into an input its format is looked for

}  // namespace

Result<std::unique_ptr<TraceSource>> open_trace(const std::string& name) {
  using namespace trace;
  if (name.starts_with("gen:")) return open_generator(name);
  if (name.starts_with("kernel:")) {
    if (open_kernel != nullptr) return open_kernel(name);
    return usage_error("this program was built without kernels, so '" + name + "' cannot be run");
  }
  Result<Input> input = open_input(name);
  if (!input) return tl::make_unexpected(input.error());
  const Result<std::string_view> begin = input->peek(recognised_bytes);
  if (!begin) return tl::make_unexpected(begin.error());
  switch (recognise(*begin)) {
    case InputFormat::text:
      return std::make_unique<TextReader>(std::move(*input));
    case InputFormat::binary:
      return std::make_unique<BinaryReader>(std::move(*input));
    case InputFormat::accelsim:
      return std::make_unique<AccelSimReader>(std::move(*input));
    case InputFormat::kernel_list:
      return open_kernel_list(std::move(*input));
    case InputFormat::csv:
      return std::make_unique<CsvReader>(std::move(*input));
    case InputFormat::empty:
      return input_error("nothing in it: expected a trace", name);
    case InputFormat::nvbit_mem_trace:
      return input_error("this is the output of NVBit's mem_trace, which is not read yet: expected a text, binary, Accel-Sim or CSV trace",
                         name);
    case InputFormat::cutracer:
      return input_error("this is JSON, such as a report or CUTracer's NDJSON, and no trace that is read: expected a text, binary, Accel-Sim or CSV trace", name);
    case InputFormat::unknown:
      break;
  }
  return input_error(
      "not a trace of a known format: expected text (warpmem-trace 1), binary (.wmb), Accel-Sim (.traceg, kernelslist.g) or CSV, plain or "
      "as gz, xz or zst",
      name);
}

}  // namespace warpmem
