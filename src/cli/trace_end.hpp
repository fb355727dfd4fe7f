// What became of a traced program, as `warpmem trace` says it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warpmem::cli {

// The recorder's closing summary, as far as it is needed here.
struct TraceEnd {
  std::uint64_t launches = 0, launches_traced = 0;
  bool budget_ended = false;
  bool stopped = false;  // by the recorder, which has said why
};

// From the file that WARPMEM_RECORD_SUMMARY names. Nothing: the program did not come to its end.
std::optional<TraceEnd> read_trace_end(const std::filesystem::path& summary);

struct TraceWanted {
  std::string output;                // a file's name, as given
  std::string machine;               // --config
  std::string kernel;                // --kernel; "" not given
  std::vector<std::string> kernels;  // that the files declare
  bool there_before = false;         // a regular file of that name was there before the program ran
};

// The line to say: what to type next, or why there is no trace. "" where there is nothing to add to what was said.
std::string next_line(const TraceWanted& wanted, const std::optional<TraceEnd>& end, int status);

}  // namespace warpmem::cli
