#include "cli/gate_status.hpp"

#include <spdlog/spdlog.h>

#include "cli/console.hpp"

namespace warpmem::cli {

int gate_status(const report::Gates& gates) {
  // A trace of thousands of launches may break a gate in each: the first ones say it.
  constexpr std::size_t most = 10;
  const auto& failures = gates.failures();
  for (std::size_t i = 0; i < failures.size() && i < most; ++i) spdlog::error("gate failed: {}", failures[i]);
  if (failures.size() > most) spdlog::error("gate failed: and {} more", failures.size() - most);
  const auto idle = gates.idle();
  for (const std::string& text : idle) spdlog::error("warpmem: {}", text);
  if (!failures.empty()) return gate_failed;
  return idle.empty() ? done : wrong_usage;
}

}  // namespace warpmem::cli
