#include "hardware.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>

namespace accuracy {
namespace {

std::ifstream opened(const std::string& name) {
  const std::string path = std::string(WARPMEM_SOURCE_DIR) + "/tests/hardware/" + name;
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path);
  return in;
}

}  // namespace

nlohmann::json hardware_json(const std::string& name) {
  std::ifstream in = opened(name);
  return nlohmann::json::parse(in);
}

std::vector<nlohmann::json> hardware_lines(const std::string& name) {
  std::ifstream in = opened(name);
  std::vector<nlohmann::json> rows;
  for (std::string line; std::getline(in, line);) rows.push_back(nlohmann::json::parse(line));
  return rows;
}

std::vector<std::vector<std::string>> timing_rows(const std::string& what, const std::string& file) {
  std::ifstream in = opened(file);
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(in, line);) {
    std::istringstream fields(line);
    std::vector<std::string> row;
    for (std::string field; std::getline(fields, field, ',');) row.push_back(field);
    if (!row.empty() && row.front() == what) rows.push_back(std::move(row));
  }
  if (rows.empty()) throw std::runtime_error(file + " has no rows \"" + what + "\"");
  return rows;
}

}  // namespace accuracy
