#include "cli/open.hpp"

#include <filesystem>

#include "cli/trace_words.hpp"
#include "report/layout.hpp"

namespace warpmem::cli {

Result<std::unique_ptr<TraceSource>> open_named(const std::string& name) {
  const std::filesystem::path path(name);
  std::error_code none;
  if ((path.extension() == ".cu" || path.extension() == ".cuh") && std::filesystem::is_regular_file(path, none))
    return tl::make_unexpected(Error{
        ErrorKind::usage, "this is CUDA source: trace it first, with 'warpmem trace " + report::shell_word(as_operand(name)) + "'", name});
  return open_trace(name);
}

}  // namespace warpmem::cli
