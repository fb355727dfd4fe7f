#include "record/arithmetic.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "record/text.hpp"

namespace warpmem::record {
namespace {

constexpr std::uint32_t longest_walk = 4096;
// Instructions that a GPU makes of one of this processor's.
constexpr std::uint32_t integer_division = 20, floating_division = 8, library_call = 8;

std::optional<std::uint64_t> hex_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (error != std::errc() || end == text.data()) return std::nullopt;
  return value;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

bool is_call(const Instruction& i) { return i.name.starts_with("call"); }
bool is_jump(const Instruction& i) { return i.name.starts_with("jmp"); }

// Calls that leave an event in the lane's log.
bool is_event(const Instruction& i) {
  if (!is_call(i)) return false;
  return i.callee.starts_with("__tsan_") || i.callee.starts_with("__sanitizer_cov") || i.callee.starts_with("warpmem_access");
}

std::string_view destination(const Instruction& i) {
  const std::string_view operands = i.operands;
  const std::size_t comma = operands.rfind(',');
  return operands.substr(comma == operands.npos ? 0 : comma + 1);
}

bool same_operands(const Instruction& i) {
  const std::size_t comma = i.operands.find(',');
  return comma != std::string::npos && i.operands.substr(0, comma) == i.operands.substr(comma + 1);
}

bool sets_up_argument(const Instruction& i) {
  static constexpr std::string_view registers[] = {"%rdi", "%edi", "%rsi", "%esi", "%rdx", "%edx", "%rcx", "%ecx", "%r8", "%r8d"};
  return i.name.starts_with("lea") && std::find(std::begin(registers), std::end(registers), destination(i)) != std::end(registers);
}

std::uint32_t cost_of_call(const Instruction& i) {
  if (i.callee.starts_with("warpmem_"))  // of the warp: shuffles and votes are instructions; barriers are records
    return is_one_of(i.callee, {"warpmem_exchange", "warpmem_ballot", "warpmem_active_mask", "warpmem_all_values"}) ? 1 : 0;
  // The program's own functions have events of their own; others are mostly mathematics.
  return i.callee.ends_with("@plt") ? library_call : 0;
}

std::uint32_t cost(const Instruction& i) {
  const std::string_view name = i.name;
  if (is_call(i)) return cost_of_call(i);
  if (is_jump(i)) return 0;
  // An index that becomes an address: one multiplication and addition on a GPU.
  if (is_one_of(name, {"movslq", "movsxd", "cltq"})) return 1;
  if (name.starts_with("mov") || name.starts_with("nop") || name.starts_with("push") || name.starts_with("pop") || name.starts_with("ret"))
    return 0;
  if (is_one_of(name, {"endbr64", "leave", "cltd", "cqto", "data16", "cs", "xchg", "ud2", "hlt"})) return 0;
  if (is_one_of(name, {"xor", "pxor", "xorps", "xorpd"}) && same_operands(i)) return 0;
  if (destination(i) == "%rsp") return 0;
  // A large frame is touched page by page (-fstack-clash-protection).
  if (name.starts_with("or") && i.operands.starts_with("$0x0,") && i.operands.ends_with("(%rsp)")) return 0;
  if (name.starts_with("lea") && i.operands.find("(%rip)") != std::string::npos) return 0;
  if (name.starts_with("div") || name.starts_with("idiv"))
    return name.ends_with("ss") || name.ends_with("sd") ? floating_division : integer_division;
  if (name.starts_with("sqrt")) return floating_division;
  return 1;
}

std::string disassembly(const CodeRange& range) {
  // Not /proc/self: that would be objdump itself.
  const std::string command = "objdump -d -w --no-show-raw-insn --start-address=" + hex(range.begin) + " --stop-address=" + hex(range.end) +
                              " /proc/" + std::to_string(getpid()) + "/exe 2>/dev/null";
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return {};
  std::string text;
  std::array<char, 4096> part;
  for (std::size_t got = 0; (got = std::fread(part.data(), 1, part.size(), pipe)) > 0;) text.append(part.data(), got);
  pclose(pipe);
  return text;
}

}  // namespace

std::vector<Instruction> parse_disassembly(std::string_view text) {
  std::vector<Instruction> code;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    at = end + 1;
    // "    1139:\tcall   1030 <__tsan_read4@plt>"
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    const std::size_t colon = line.find(":\t");
    if (colon == line.npos) continue;
    const auto address = hex_number(line.substr(0, colon));
    if (!address) continue;
    line.remove_prefix(colon + 2);
    line = line.substr(0, line.find(" #"));
    Instruction instruction;
    instruction.address = *address;
    for (const std::string_view prefix : {"bnd ", "lock ", "rep ", "repz ", "notrack "})
      if (line.starts_with(prefix)) line.remove_prefix(prefix.size());
    const std::size_t name_end = std::min(line.find(' '), line.size());
    instruction.name = line.substr(0, name_end);
    line.remove_prefix(name_end);
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    const std::size_t angle = line.find(" <");
    if (angle != line.npos) {
      instruction.target = hex_number(line.substr(0, angle)).value_or(0);
      instruction.callee = line.substr(angle + 2, line.find('>', angle) - angle - 2);
      line = line.substr(0, angle);
    }
    while (line.ends_with(' ')) line.remove_suffix(1);
    instruction.operands = line;
    code.push_back(std::move(instruction));
  }
  return code;
}

std::unordered_map<std::uint64_t, std::uint32_t> count_between_hooks(const std::vector<Instruction>& code) {
  std::unordered_map<std::uint64_t, std::size_t> index_of;
  std::vector<std::uint32_t> costs(code.size());
  for (std::size_t i = 0; i < code.size(); ++i) {
    index_of[code[i].address] = i;
    costs[i] = cost(code[i]);
    if (!is_call(code[i]) || (!is_event(code[i]) && !code[i].callee.starts_with("warpmem_"))) continue;
    constexpr std::size_t most_arguments = 6;
    for (std::size_t k = i; k-- > 0 && i - k <= most_arguments;) {
      if (is_call(code[k]) || code[k].name.starts_with('j')) break;
      if (sets_up_argument(code[k])) costs[k] = 0;
    }
  }
  std::unordered_map<std::uint64_t, std::uint32_t> counts;
  for (std::size_t i = 0; i + 1 < code.size(); ++i) {
    if (!is_event(code[i])) continue;
    std::uint32_t count = 0, steps = 0;
    for (std::size_t k = i + 1; k < code.size() && !is_event(code[k]) && ++steps < longest_walk;) {
      count += costs[k];
      if (code[k].name.starts_with("ret")) break;
      if (!is_jump(code[k])) {
        ++k;
        continue;
      }
      const auto target = index_of.find(code[k].target);
      if (target == index_of.end()) break;
      k = target->second;
    }
    counts[code[i + 1].address] = count;
  }
  return counts;
}

std::string Arithmetic::obstacle() {
#if defined(__x86_64__)
  const char* const path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "/usr/bin:/bin";
  while (!rest.empty()) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    if (access((std::string(rest.substr(0, colon)) + "/objdump").c_str(), X_OK) == 0) return {};
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
  return "counting arithmetic needs objdump, which is not installed (on Debian: apt-get install binutils)";
#else
  return "arithmetic is counted in x86-64 code only: trace on such a processor, or without it";
#endif
}

std::uint32_t Arithmetic::read(Code code) {
  const CodeRange range = function_around_(code);
  for (const auto& [address, count] : count_between_hooks(parse_disassembly(disassembly(range))))
    counts_[static_cast<Code>(address - link_begin_)] = count;
  // A hook that a jump leads to, or one outside of any function, is not found.
  return counts_.try_emplace(code, 0).first->second;
}

}  // namespace warpmem::record
