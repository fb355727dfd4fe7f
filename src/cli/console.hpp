// Standard error, the exit status and what the terminal can show.
#pragma once

#include <string>

#include "warpmem/error.hpp"
#include "warpmem/report.hpp"

namespace warpmem::cli {

enum ExitStatus : int { done = 0, gate_failed = 1, wrong_usage = 2, bad_input = 3, internal_error = 4, interrupted = 130 };

struct StatusMeaning {
  int status;
  const char* meaning;
};
inline constexpr StatusMeaning exit_statuses[] = {{done, "done"},
                                                  {gate_failed, "a gate failed"},
                                                  {wrong_usage, "wrong usage"},
                                                  {bad_input, "bad trace, profile or configuration"},
                                                  {internal_error, "internal error"},
                                                  {interrupted, "interrupted"}};

enum class Loudness { quiet, normal, verbose };
// Messages go to standard error, one line each, without time stamps. quiet: errors alone; verbose: what is being done as well.
void start_logging();
void set_loudness(Loudness loudness);

// Prints the error with its place, excerpt and caret, then `consequence` when there is one, and returns its exit status.
int report_error(const Error& error, const std::string& consequence = {});
// "warpmem: message", with where to find help.
int report_usage(const std::string& message, const std::string& command = {});

// What standard output can show: NO_COLOR, FORCE_COLOR, the locale's character set and the terminal's width decide.
// width 0: the terminal's, 80 where there is none.
TextStyle output_style(bool ascii, unsigned width);

}  // namespace warpmem::cli
