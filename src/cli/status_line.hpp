// One line on standard error that is rewritten in place while something long goes on.
#pragma once

#include <chrono>
#include <string>

namespace warpmem::cli {

// Shows only on a terminal that can, and only after the first second; wipes itself.
class StatusLine {
 public:
  explicit StatusLine(bool wanted);
  ~StatusLine();
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  // Whether it is time to show something: at most five times a second. Ask before making the text.
  bool due();
  void show(const std::string& text);  // cut to the terminal's width
  double elapsed() const;              // seconds since it was made

 private:
  using Clock = std::chrono::steady_clock;
  bool wanted_;
  bool shown_ = false;
  Clock::time_point start_, last_;
};

std::string per_second(double rate);    // "3.1 M/s", "12 k/s", "3.1/s"
std::string time_left(double seconds);  // "17 s left", "3 min 20 s left", "2 h 5 min left"

}  // namespace warpmem::cli
