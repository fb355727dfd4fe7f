#include "lesson/written.hpp"

#include "trace/text_reader.hpp"

namespace warpmem::lesson {

std::unique_ptr<TraceSource> open_written(std::string text) {
  return std::make_unique<trace::TextReader>(trace::Input("written", std::make_unique<trace::MemoryBytes>(std::move(text))));
}

}  // namespace warpmem::lesson
