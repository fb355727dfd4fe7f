// A trace that is text in memory.
#pragma once

#include <memory>
#include <string>

#include "warpmem/trace.hpp"

namespace warpmem::lesson {

std::unique_ptr<TraceSource> open_written(std::string text);

}  // namespace warpmem::lesson
