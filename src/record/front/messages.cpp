#include "record/front/messages.hpp"

#include <algorithm>
#include <string_view>

namespace warpmem::front {
namespace {

bool has(std::string_view line, std::string_view part) { return line.find(part) != line.npos; }

}  // namespace

std::string users_messages(const std::string& messages, const std::string& headers) {
  constexpr std::string_view launch = "<lambda(auto:";
  std::string out;
  bool of_launch = false;  // what is instantiated is the launch itself
  for (std::size_t at = 0; at < messages.size();) {
    const std::size_t end = std::min(messages.find('\n', at), messages.size() - 1) + 1;
    const std::string_view line = std::string_view(messages).substr(at, end - at);
    at = end;
    const bool begins = has(line, ": In instantiation of "), goes_on = has(line, "   required from ");
    if (begins) of_launch = has(line, launch);
    if (begins && of_launch) continue;
    if (goes_on && (of_launch || line.starts_with(headers) || has(line, launch))) continue;
    out += line;
  }
  return out;
}

}  // namespace warpmem::front
