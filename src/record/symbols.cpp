#include "record/symbols.hpp"

#include <cxxabi.h>
#include <dwarf.h>
#include <elfutils/libdwfl.h>

#include <algorithm>
#include <cstdlib>

#include "record/structures.hpp"

namespace warpmem::record {
namespace {

char* no_debug_path = nullptr;
const Dwfl_Callbacks callbacks{&dwfl_build_id_find_elf, &dwfl_standard_find_debuginfo, &dwfl_offline_section_address, &no_debug_path};

struct Line {
  std::string file;
  int line = 0;
};

// The name as the compiler was given it: without the folder it ran in.
std::string given_name(const char* name, const char* folder) {
  std::string file = name;
  if (folder != nullptr) {
    const std::string prefix = std::string(folder) + '/';
    if (file.starts_with(prefix)) file.erase(0, prefix.size());
  }
  while (file.starts_with("./")) file.erase(0, 2);
  return file;
}

std::string demangled(const char* symbol) {
  int status = 0;
  char* const text = abi::__cxa_demangle(symbol, nullptr, nullptr, &status);
  std::string name = text != nullptr ? text : symbol;
  std::free(text);
  return name;
}

}  // namespace

struct Symbols::Debug {
  Dwfl* dwfl = nullptr;
  Dwfl_Module* module = nullptr;
  Dwarf_Addr begin = 0;

  Debug() : dwfl(dwfl_begin(&callbacks)) {
    if (dwfl == nullptr) return;
    module = dwfl_report_offline(dwfl, "program", "/proc/self/exe", -1);
    dwfl_report_end(dwfl, nullptr, nullptr);
    if (module != nullptr) dwfl_module_info(module, nullptr, &begin, nullptr, nullptr, nullptr, nullptr, nullptr);
  }
  Debug(const Debug&) = delete;
  Debug& operator=(const Debug&) = delete;
  ~Debug() {
    if (dwfl != nullptr) dwfl_end(dwfl);
  }
  const char* symbol(Code code, GElf_Off& offset, GElf_Sym& symbol) const {
    if (module == nullptr) return nullptr;
    return dwfl_module_addrinfo(module, begin + code, &offset, &symbol, nullptr, nullptr, nullptr);
  }
  const char* symbol(Code code, GElf_Off& offset) const {
    GElf_Sym ignored;
    return symbol(code, offset, ignored);
  }
};

Symbols::Symbols(std::vector<std::string> foreign_folders) : debug_(std::make_unique<Debug>()), foreign_(std::move(foreign_folders)) {
  for (const char* const folder : {"/usr/include/", "/usr/lib/", "/usr/local/include/"}) foreign_.emplace_back(folder);
}

Symbols::~Symbols() = default;

Code Symbols::function_of(Code code) const {
  GElf_Off offset = 0;
  // A call can be a function's last instruction; what it returns to is then no longer of the function.
  if (code == 0 || debug_->symbol(code - 1, offset) == nullptr) return code;
  return static_cast<Code>(code - 1 - offset);
}

std::uint64_t Symbols::function_bytes(Code code) const {
  GElf_Off offset = 0;
  GElf_Sym symbol;
  return code == 0 || debug_->symbol(code - 1, offset, symbol) == nullptr ? 0 : symbol.st_size;
}

std::string Symbols::function_name(Code code) const {
  GElf_Off offset = 0;
  const char* const symbol = code == 0 ? nullptr : debug_->symbol(code - 1, offset);
  return symbol == nullptr ? std::string() : plain_name(demangled(symbol));
}

std::string Symbols::line_of(Code code) const {
  if (debug_->module == nullptr || code == 0) return {};
  Dwarf_Addr bias = 0;
  Dwarf_Die* const unit = dwfl_module_addrdie(debug_->module, debug_->begin + code - 1, &bias);
  if (unit == nullptr) return {};
  const Dwarf_Addr at = debug_->begin + code - 1 - bias;
  Dwarf_Attribute attribute;
  const char* const folder = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));

  // From the innermost function that was inlined here outwards.
  std::vector<Line> lines;
  if (Dwarf_Line* const line = dwarf_getsrc_die(unit, at)) {
    int number = 0;
    dwarf_lineno(line, &number);
    if (const char* const name = dwarf_linesrc(line, nullptr, nullptr)) lines.push_back({given_name(name, folder), number});
  }
  Dwarf_Files* files = nullptr;
  std::size_t file_count = 0;
  // dwarf_getscopes goes on from an inlined function to what that is written in; dwarf_getscopes_die to what it is inlined in.
  Dwarf_Die* innermost = nullptr;
  Dwarf_Die* scopes = nullptr;
  int scope_count = 0;
  if (dwarf_getsrcfiles(unit, &files, &file_count) == 0 && dwarf_getscopes(unit, at, &innermost) > 0)
    scope_count = dwarf_getscopes_die(innermost, &scopes);
  std::free(innermost);
  for (int i = 0; i < scope_count; ++i) {
    if (dwarf_tag(&scopes[i]) != DW_TAG_inlined_subroutine) continue;
    Dwarf_Word file = 0, number = 0;
    if (dwarf_formudata(dwarf_attr(&scopes[i], DW_AT_call_file, &attribute), &file) != 0) continue;
    if (dwarf_formudata(dwarf_attr(&scopes[i], DW_AT_call_line, &attribute), &number) != 0) continue;
    if (const char* const name = dwarf_filesrc(files, file, nullptr, nullptr))
      lines.push_back({given_name(name, folder), static_cast<int>(number)});
  }
  std::free(scopes);
  const auto foreign = [&](const Line& line) { return is_foreign(line.file); };
  const auto users = std::find_if_not(lines.begin(), lines.end(), foreign);
  if (users == lines.end()) return lines.empty() ? std::string() : lines.front().file + ':' + std::to_string(lines.front().line);
  return users->file + ':' + std::to_string(users->line);
}

bool Symbols::is_foreign(const std::string& file) const {
  return std::any_of(foreign_.begin(), foreign_.end(), [&](const std::string& prefix) { return file.starts_with(prefix); });
}

unsigned Symbols::structure_alignment(Code code, std::size_t bytes, unsigned least) const {
  if (debug_->module == nullptr || code == 0) return 0;
  Dwarf_Addr bias = 0;
  Dwarf_Die* const unit = dwfl_module_addrdie(debug_->module, debug_->begin + code - 1, &bias);
  const Dwarf_Addr at = debug_->begin + code - 1 - bias;
  return unit == nullptr ? 0 : smallest_alignment(*unit, bytes, least, at, [this](const char* file) { return is_foreign(file); });
}

std::string plain_name(const std::string& demangled) {
  // The parameters begin at the first parenthesis outside of template arguments; "(anonymous namespace)" is a name's part.
  int angles = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < demangled.size(); ++i) {
    const char c = demangled[i];
    if (c == '<') ++angles;
    if (c == '>' && (i == 0 || demangled[i - 1] != '-')) --angles;
    if (angles > 0) continue;
    if (c == '(' && demangled.compare(i, 21, "(anonymous namespace)") == 0) {
      i += 20;
    } else if (c == ' ') {
      begin = i + 1;
    } else if (c == '(') {
      return demangled.substr(begin, i - begin);
    }
  }
  return demangled;
}

}  // namespace warpmem::record
