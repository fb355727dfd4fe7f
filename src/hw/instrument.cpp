#include "hw/instrument.hpp"

#include <cctype>
#include <cstdlib>

namespace warpmem::hw {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
  return text;
}

bool starts(std::string_view text, std::string_view with) { return text.substr(0, with.size()) == with; }

std::vector<std::string_view> split(std::string_view text, char by) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(by);
    parts.push_back(text.substr(0, end));
    if (end == text.npos) return parts;
    text.remove_prefix(end + 1);
  }
}

// The last name in "_ZZ11matmul_tileILi16ELi0EEvPKfS1_PfiiiE2As": a length and as many letters at the end.
std::string last_name(std::string_view mangled) {
  for (std::size_t length = 1; length + 1 < mangled.size(); ++length) {
    const std::string digits = std::to_string(length);
    const std::size_t at = mangled.size() - length - digits.size();
    if (at > mangled.size()) break;
    if (mangled.substr(at, digits.size()) == digits && !std::isdigit(static_cast<unsigned char>(mangled[at + digits.size()])))
      return std::string(mangled.substr(at + digits.size()));
  }
  return std::string(mangled);
}

// What the log's bookkeeping needs, once a kernel. %wmp: next entry; %wme: end of this thread's part.
std::string prologue(const std::vector<std::string>& shared_symbols) {
  std::string text =
      "\t.reg .b64 %wmp, %wme, %wma, %wmt;\n\t.reg .b32 %wm<6>;\n\t.reg .pred %wmq;\n"
      "\tmov.u32 %wm0, %ctaid.z;\n\tmov.u32 %wm1, %nctaid.y;\n\tmov.u32 %wm2, %ctaid.y;\n\tmad.lo.u32 %wm0, %wm0, %wm1, %wm2;\n"
      "\tmov.u32 %wm1, %nctaid.x;\n\tmov.u32 %wm2, %ctaid.x;\n\tmad.lo.u32 %wm0, %wm0, %wm1, %wm2;\n"
      "\tmov.u32 %wm3, %tid.z;\n\tmov.u32 %wm1, %ntid.y;\n\tmov.u32 %wm2, %tid.y;\n\tmad.lo.u32 %wm3, %wm3, %wm1, %wm2;\n"
      "\tmov.u32 %wm4, %ntid.x;\n\tmov.u32 %wm2, %tid.x;\n\tmad.lo.u32 %wm3, %wm3, %wm4, %wm2;\n"
      "\tmul.lo.u32 %wm4, %wm4, %wm1;\n\tmov.u32 %wm1, %ntid.z;\n\tmul.lo.u32 %wm4, %wm4, %wm1;\n"
      "\tmul.wide.u32 %wmp, %wm0, %wm4;\n\tcvt.u64.u32 %wmt, %wm3;\n\tadd.s64 %wmp, %wmp, %wmt;\n"
      "\tld.global.u64 %wmt, [warpmem_log+8];\n\tmul.lo.s64 %wmp, %wmp, %wmt;\n"
      "\tld.global.u64 %wma, [warpmem_log];\n\tadd.s64 %wmp, %wmp, %wma;\n\tadd.s64 %wme, %wmp, %wmt;\n";
  for (std::size_t k = 0; k < shared_symbols.size(); ++k) {
    text += "\tmov.u32 %wm0, " + shared_symbols[k] + ";\n\tcvt.u64.u32 %wmt, %wm0;\n\tst.global.u64 [warpmem_log+" +
            std::to_string(16 + 8 * k) + "], %wmt;\n";
  }
  return text;
}

struct Access {
  std::string guard;  // "%p1", "!%p1" or ""
  Site site;
  std::string address;  // "%rd4", a symbol
  std::string offset;   // "0", "-16"
};

std::uint32_t width_of(const std::vector<std::string_view>& opcode) {
  const std::string_view type = opcode.back();
  std::size_t digits = 0;
  while (digits < type.size() && !std::isdigit(static_cast<unsigned char>(type[digits]))) ++digits;
  std::uint32_t bytes = static_cast<std::uint32_t>(std::atoi(std::string(type.substr(digits)).c_str()) / 8);
  for (const std::string_view part : opcode) bytes *= part == "v2" ? 2 : part == "v4" ? 4 : 1;
  return bytes;
}

// Understands "[@p] ld.global.f32 %f1, [%rd5+4];". false: no access to global or shared memory.
bool understand(std::string_view line, Access& access) {
  if (starts(line, "@")) {
    const std::size_t space = line.find_first_of(" \t");
    if (space == line.npos) return false;
    access.guard = std::string(line.substr(1, space - 1));
    line = trimmed(line.substr(space));
  }
  const auto opcode = split(line.substr(0, line.find_first_of(" \t")), '.');
  const bool load = opcode[0] == "ld", store = opcode[0] == "st", atomic = opcode[0] == "atom" || opcode[0] == "red";
  if (!load && !store && !atomic) return false;
  bool shared = false;
  for (const std::string_view part : opcode) {
    if (part == "param" || part == "const" || part == "local") return false;
    shared = shared || part == "shared";
  }
  const std::size_t open = line.find('['), close = line.find(']');
  if (open == line.npos || close == line.npos) return false;
  const std::string_view inside = line.substr(open + 1, close - open - 1);
  const std::size_t sign = inside.find_first_of("+-", 1);
  access.address = std::string(inside.substr(0, sign));
  access.offset = sign == inside.npos ? "0" : std::string(inside.substr(inside[sign] == '+' ? sign + 1 : sign));
  access.site = {load ? 'l' : store ? 's' : 'a', shared, width_of(opcode)};
  return true;
}

std::string logging(const Access& access, std::size_t site) {
  std::string text;
  if (access.address[0] != '%') {
    text = "\tmov.u" + std::string(access.site.shared ? "32 %wm0, " : "64 %wma, ") + access.address + ";\n";
    if (access.site.shared) text += "\tcvt.u64.u32 %wma, %wm0;\n";
  } else {
    text = access.site.shared ? "\tcvt.u64.u32 %wma, " + access.address + ";\n" : "\tmov.b64 %wma, " + access.address + ";\n";
  }
  text += "\tadd.s64 %wma, %wma, " + access.offset + ";\n\tor.b64 %wma, %wma, " + std::to_string(std::uint64_t{site} << 48) + ";\n";
  text += access.guard.empty() ? "\tsetp.lt.u64 %wmq, %wmp, %wme;\n" : "\tsetp.lt.and.u64 %wmq, %wmp, %wme, " + access.guard + ";\n";
  return text + "\t@%wmq st.global.u64 [%wmp], %wma;\n\t@%wmq add.s64 %wmp, %wmp, 8;\n";
}

}  // namespace

Instrumented instrument(std::string_view ptx) {
  Instrumented result;
  std::string kernel;
  std::vector<std::string> symbols;  // shared variables of the kernel at hand
  bool in_head = false;              // between the kernel's brace and its first instruction
  for (const std::string_view line : split(ptx, '\n')) {
    const std::string_view text = trimmed(line);
    if (starts(text, ".visible .entry") || starts(text, ".weak .entry") || starts(text, ".entry")) {
      const std::size_t name = text.find(".entry") + 7;
      kernel = std::string(text.substr(name, text.find('(') - name));
      symbols.clear();
    } else if (starts(text, ".shared")) {
      const std::size_t open = text.find('['), close = text.find(']'), name = text.rfind(' ', open) + 1;
      if (kernel.empty() || open == text.npos || !in_head) result.problem = "shared memory outside a kernel: " + std::string(text);
      symbols.emplace_back(text.substr(name, open - name));
      result.shared[kernel].push_back(
          {last_name(symbols.back()), std::strtoull(std::string(text.substr(open + 1, close - open - 1)).c_str(), nullptr, 10)});
      if (symbols.size() > most_shared_variables) result.problem = "too many shared variables in " + kernel;
    } else if (text == "{" && !kernel.empty()) {
      in_head = true;
    } else if (starts(text, ".func") || starts(text, ".visible .func") || starts(text, "call")) {
      result.problem = "a function that was not inlined: " + std::string(text);
    } else if (in_head && !text.empty() && !starts(text, ".") && !starts(text, "//")) {
      result.ptx += prologue(symbols);
      in_head = false;
    }
    Access access;
    if (!kernel.empty() && !in_head && understand(text, access)) {
      result.sites.push_back(access.site);
      result.ptx += logging(access, result.sites.size());
    }
    result.ptx.append(line).push_back('\n');
    if (starts(text, ".address_size")) result.ptx += "\n.visible .global .align 8 .u64 warpmem_log[32];\n";
    if (text == "}") kernel.clear();
  }
  if (result.sites.size() >= 1U << 15) result.problem = "too many accesses in one module";
  return result;
}

}  // namespace warpmem::hw
