// The measured files.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace accuracy {

nlohmann::json hardware_json(const std::string& name);
std::vector<nlohmann::json> hardware_lines(const std::string& name);
// Rows of a file of timings that begin with `what`, as fields: field 0 is `what`.
std::vector<std::vector<std::string>> timing_rows(const std::string& what, const std::string& file = "h200-timing.csv");

}  // namespace accuracy
