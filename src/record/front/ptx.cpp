#include "record/front/ptx.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

namespace warpmem::front {
namespace {

// One instruction: its name's parts and its operands, as text.
struct Instruction {
  std::vector<std::string> name;      // "ld", "global", "cg", "f32"
  std::vector<std::string> operands;  // "%0", "[%1]", "{%0, %1}", "%laneid", "0"
};

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\n");
  if (first == text.npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\n") - first + 1));
}

// Splits at `at` outside brackets.
std::vector<std::string> split(std::string_view text, char at) {
  std::vector<std::string> parts;
  std::string part;
  int depth = 0;
  for (const char c : text) {
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    if (c == at && depth == 0) {
      parts.push_back(trimmed(part));
      part.clear();
    } else {
      part += c;
    }
  }
  if (const std::string last = trimmed(part); !last.empty()) parts.push_back(last);
  return parts;
}

std::optional<Instruction> parse(const PtxStatement& statement) {
  std::string text;
  for (std::size_t i = 0; i < statement.text.size(); ++i) {
    if (statement.text[i] == '%' && i + 1 < statement.text.size() && statement.text[i + 1] == '%') ++i;
    text += statement.text[i];
  }
  auto whole = split(text, ';');
  if (whole.size() != 1) return std::nullopt;  // several instructions, or a block with registers of its own
  const std::size_t space = whole[0].find_first_of(" \t");
  Instruction instruction;
  instruction.name = split(whole[0].substr(0, space), '.');
  if (space != std::string::npos) instruction.operands = split(whole[0].substr(space), ',');
  if (instruction.name.empty()) return std::nullopt;
  return instruction;
}

// The program's expression for "%1", in parentheses, or "[%1]", an address; nothing for anything else.
std::optional<std::string> expression(const PtxStatement& statement, std::string text) {
  if (text.size() > 2 && text.front() == '[' && text.back() == ']') text = trimmed(text.substr(1, text.size() - 2));
  if (text.size() < 2 || text[0] != '%' || text[1] < '0' || text[1] > '9') return std::nullopt;
  std::size_t n = 0;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] < '0' || text[i] > '9') return std::nullopt;
    n = n * 10 + static_cast<std::size_t>(text[i] - '0');
  }
  if (n >= statement.operands.size()) return std::nullopt;
  return "(" + statement.operands[n].expression + ")";
}

std::optional<std::string> special_register(const std::string& name) {
  static const std::map<std::string, std::string> known{
      {"%laneid", "::warpmem_lane()"},
      {"%warpid", "::warpmem_warp()"},
      {"%clock", "(unsigned)::warpmem_clock()"},
      {"%clock64", "::clock64()"},
      {"%globaltimer", "(unsigned long long)::clock64()"},
      {"%smid", "0u"},
      {"%nsmid", "(unsigned)::warpmem_device()->sms"},
      {"%lanemask_eq", "(1u << ::warpmem_lane())"},
      {"%lanemask_lt", "((1u << ::warpmem_lane()) - 1u)"},
      {"%lanemask_le", "((2u << ::warpmem_lane()) - 1u)"},
      {"%lanemask_gt", "~((2u << ::warpmem_lane()) - 1u)"},
      {"%lanemask_ge", "~((1u << ::warpmem_lane()) - 1u)"},
  };
  const auto found = known.find(name);
  return found == known.end() ? std::nullopt : std::optional(found->second);
}

// C's type for PTX's, by letter and bits; "" for what has none here.
std::string scalar_type(const std::string& ptx) {
  static const std::map<std::string, std::string> known{{"f32", "float"},
                                                        {"f64", "double"},
                                                        {"u32", "unsigned int"},
                                                        {"b32", "unsigned int"},
                                                        {"s32", "int"},
                                                        {"u64", "unsigned long long"},
                                                        {"b64", "unsigned long long"},
                                                        {"s64", "long long"},
                                                        {"u16", "unsigned short"},
                                                        {"b16", "unsigned short"},
                                                        {"s16", "short"},
                                                        {"u8", "unsigned char"},
                                                        {"b8", "unsigned char"},
                                                        {"s8", "signed char"}};
  const auto found = known.find(ptx);
  return found == known.end() ? std::string{} : found->second;
}

std::string vector_type(const std::string& ptx, char width) {
  static const std::map<std::string, std::string> known{{"f32", "float"},  {"f64", "double"},    {"u32", "uint"},      {"b32", "uint"},
                                                        {"s32", "int"},    {"u64", "ulonglong"}, {"b64", "ulonglong"}, {"s64", "longlong"},
                                                        {"u16", "ushort"}, {"b16", "ushort"},    {"s16", "short"},     {"u8", "uchar"},
                                                        {"b8", "uchar"},   {"s8", "char"}};
  const auto found = known.find(ptx);
  return found == known.end() ? std::string{} : found->second + width;
}

// ld.global.cg.v4.f32 {%0, %1, %2, %3}, [%4];  ->  CUDA's function for the cache operator.
std::optional<std::string> memory_access(const PtxStatement& statement, const Instruction& i) {
  const bool load = i.name[0] == "ld";
  if (i.operands.size() != 2 || i.name.size() < 3 || i.name[1] != "global") return std::nullopt;
  std::string function = load ? "__ldca" : "__stwb";
  char width = 0;
  for (std::size_t part = 2; part + 1 < i.name.size(); ++part) {
    const std::string& word = i.name[part];
    static const std::set<std::string> loads{"ca", "cg", "cs", "lu", "cv"};
    static const std::set<std::string> stores{"wb", "cg", "cs", "wt"};
    if (load && loads.contains(word))
      function = "__ld" + word;
    else if (!load && stores.contains(word))
      function = "__st" + word;
    else if (load && word == "nc")
      function = "__ldg";
    else if (word == "v2" || word == "v4")
      width = word[1];
    else if (!word.starts_with("L1::") && !word.starts_with("L2::") && word != "volatile" && word != "relaxed" && word != "weak")
      return std::nullopt;
  }
  const std::string& kind = i.name.back();
  const std::string type = width != 0 ? vector_type(kind, width) : scalar_type(kind);
  const auto address = expression(statement, i.operands[load ? 1 : 0]);
  std::string value = i.operands[load ? 0 : 1];
  if (type.empty() || !address) return std::nullopt;
  if (width == 0) {
    const auto variable = expression(statement, value);
    if (!variable) return std::nullopt;
    if (load) return "(" + *variable + " = ::" + function + "((const " + type + "*)" + *address + "))";
    return "::" + function + "((" + type + "*)" + *address + ", (" + type + ")" + *variable + ")";
  }
  if (value.size() < 2 || value.front() != '{') return std::nullopt;
  std::string each;
  constexpr std::string_view members = "xyzw";
  const auto parts = split(value.substr(1, value.size() - 2), ',');
  if (parts.size() != static_cast<std::size_t>(width - '0')) return std::nullopt;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const auto variable = expression(statement, parts[k]);
    if (!variable) return std::nullopt;
    const std::string member = std::string("warpmem_v.") + members[k];
    each += load ? " " + *variable + " = " + member + ";" : " " + member + " = " + *variable + ";";
  }
  if (load) return "({ ::" + type + " warpmem_v = ::" + function + "((const ::" + type + "*)" + *address + ");" + each + " })";
  return "({ ::" + type + " warpmem_v;" + each + " ::" + function + "((::" + type + "*)" + *address + ", warpmem_v); })";
}

}  // namespace

std::string quoted_literal(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out + '"';
}

std::optional<std::string> meaning_of(const PtxStatement& statement) {
  if (trimmed(statement.text).empty()) return "((void)0)";  // a barrier to the optimiser only
  const auto i = parse(statement);
  if (!i) return std::nullopt;
  const std::string& name = i->name[0];
  if ((name == "bar" || name == "barrier") && i->name.size() > 1 && (i->name[1] == "sync" || i->name[1] == "cta")) {
    const bool all = i->operands.size() == 1 && i->operands[0] == "0";
    return all ? std::optional<std::string>("::warpmem_barrier()") : std::nullopt;
  }
  if (name == "membar" || name == "fence") return "::__threadfence()";
  if (name == "prefetch" || name == "prefetchu") return "::warpmem_not_modelled(\"prefetch\")";
  if (name == "mov" && i->operands.size() == 2) {
    const auto variable = expression(statement, i->operands[0]);
    const auto value = special_register(i->operands[1]);
    if (variable && value) return "(" + *variable + " = " + *value + ")";
  }
  if (name == "ld" || name == "st") return memory_access(statement, *i);
  return std::nullopt;
}

}  // namespace warpmem::front
