// The document: sections in the order they are made, and what each comes to, for the table at its top.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "table.hpp"

namespace accuracy {

class Report {
 public:
  // A heading, what is compared and how, in whole sentences.
  void section(const std::string& title, const std::string& text);
  void table(const Table& table);
  void line(const std::string& text);
  // One line of the summary; also stands under the table it is of.
  void verdict(const std::string& what, const std::string& text);
  std::string markdown() const;

 private:
  std::ostringstream body_;
  Table summary_{{"What", "Error"}};
};

// One table or more each, in this order.
void single_accesses(Report& report);
void chase_latency(Report& report);
void bandwidth_by_occupancy(Report& report);
void streams(Report& report);
void shared_memory(Report& report);
void l1_throughput(Report& report);
void whole_kernels(Report& report);
void l2_capacity(Report& report);

}  // namespace accuracy
