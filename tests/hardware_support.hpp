// Rows of tests/hardware/, and tallies of how many figures of a run equal the hardware's.
#pragma once

#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "hardware_traces.hpp"
#include "simulate_support.hpp"
#include "warpmem/report.hpp"

namespace warpmem::test {

using nlohmann::json;

inline std::string hardware_file(const std::string& name) { return std::string(WARPMEM_TEST_DIR) + "/hardware/" + name; }
inline json hardware_json(const std::string& name) { return json::parse(content_of(hardware_file(name))); }
inline std::vector<json> hardware_lines(const std::string& name) {
  std::vector<json> rows;
  std::ifstream in(hardware_file(name));
  for (std::string line; std::getline(in, line);) rows.push_back(json::parse(line));
  REQUIRE(!rows.empty());
  return rows;
}

inline std::string hex(std::uint64_t value) {
  std::ostringstream out;
  out << "0x" << std::hex << value;
  return out.str();
}

inline std::map<std::string, double> metric_map(const KernelResult& kernel) {
  const auto list = metrics(kernel);
  return {list.begin(), list.end()};
}

// How many figures were equal, by what they are of.
class Tally {
 public:
  void add(const std::string& what, const std::string& row, double simulated, double measured) {
    Count& c = counts_[what];
    ++c.rows;
    if (simulated == measured) {
      ++c.equal;
    } else if (c.first_miss.empty()) {
      std::ostringstream miss;
      miss << row << ": simulated " << simulated << ", measured " << measured;
      c.first_miss = miss.str();
    }
  }
  std::size_t equal(const std::string& what) const { return counts_.contains(what) ? counts_.at(what).equal : 0; }
  std::size_t rows(const std::string& what) const { return counts_.contains(what) ? counts_.at(what).rows : 0; }
  void print(const std::string& title) const {
    std::cout << title << '\n';
    for (const auto& [what, c] : counts_) {
      std::cout << "  " << c.equal << " of " << c.rows << "  " << what;
      if (c.equal != c.rows) std::cout << "   first: " << c.first_miss;
      std::cout << '\n';
    }
  }
  // Everything but `exceptions` is equal in every row.
  void check_all_but(const std::vector<std::string>& exceptions = {}) const {
    REQUIRE(!counts_.empty());
    for (const auto& [what, c] : counts_) {
      if (std::find(exceptions.begin(), exceptions.end(), what) != exceptions.end()) continue;
      INFO(what << ": " << c.first_miss);
      CHECK(c.equal == c.rows);
    }
  }

 private:
  struct Count {
    std::size_t equal = 0, rows = 0;
    std::string first_miss;
  };
  std::map<std::string, Count> counts_;
};

}  // namespace warpmem::test
