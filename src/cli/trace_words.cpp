#include "cli/trace_words.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace warpmem::cli {
namespace {

// Options of nvcc's that stand alone, and those that take the next word or a value after '='.
constexpr std::array<std::string_view, 17> alone{"-lineinfo",
                                                 "--generate-line-info",
                                                 "-G",
                                                 "--device-debug",
                                                 "-g",
                                                 "--debug",
                                                 "-w",
                                                 "-m64",
                                                 "-Wall",
                                                 "-use_fast_math",
                                                 "--use_fast_math",
                                                 "--extended-lambda",
                                                 "-extended-lambda",
                                                 "--expt-extended-lambda",
                                                 "-expt-extended-lambda",
                                                 "--expt-relaxed-constexpr",
                                                 "-expt-relaxed-constexpr"};
constexpr std::array<std::string_view, 10> valued{"-gencode", "--generate-code", "-Xcompiler",    "--compiler-options",
                                                  "-Xptxas",  "--ptxas-options", "-maxrregcount", "--maxrregcount",
                                                  "-ccbin",   "--threads"};

// Libraries whose functions a traced program is linked with anyway.
constexpr std::array<std::string_view, 7> provided{"-lcudart", "-lcudart_static", "-lcudadevrt", "-lcuda",
                                                   "-lcublas", "-lcurand",        "-lnvToolsExt"};

template <class List>
bool holds(const List& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

// "sm_90a" -> "90"; what is no architecture's name stays.
std::string architecture(std::string_view name) {
  const std::size_t digits = name.find_first_of("0123456789");
  const bool known = name.starts_with("sm_") || name.starts_with("compute_");
  if (!known || digits == name.npos) return std::string(name);
  std::string out;
  for (std::size_t i = digits; i < name.size() && std::isdigit(static_cast<unsigned char>(name[i])) != 0; ++i) out += name[i];
  return out;
}

bool is_source(std::string_view word) {
  constexpr std::array<std::string_view, 9> endings{".cu", ".cpp", ".cc", ".cxx", ".C", ".c", ".o", ".a", ".so"};
  return std::ranges::any_of(endings, [&](std::string_view ending) { return word.ends_with(ending); });
}

}  // namespace

std::string as_operand(const std::string& file) { return file.starts_with('-') ? "./" + file : file; }

TraceWords trace_words(const Words& words) {
  TraceWords out;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--") {
      out.program.assign(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end());
      break;
    }
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const bool has_next = i + 1 < words.size();
    const auto value = [&] { return equals != word.npos ? word.substr(equals + 1) : has_next ? words[++i] : std::string{}; };
    if (name == "-std") {
      out.own.insert(out.own.end(), {"--std", value()});
    } else if (name == "-arch" || name == "--gpu-architecture" || name == "--arch") {
      out.own.insert(out.own.end(), {"--arch", architecture(value())});
    } else if (name == "-x") {
      if (value() == "cu") out.own.emplace_back("--cuda");
    } else if (name == "-dc" || name == "-rdc" || name == "--relocatable-device-code" || name == "--device-c") {
      if (name == "-dc" || name == "--device-c" || value() == "true") out.own.emplace_back("--relocatable");
    } else if (word == "-c") {
      if (has_next && !words[i + 1].starts_with('-') && !is_source(words[i + 1]))
        out.own.insert(out.own.end(), {"--config", words[++i]});
      else
        out.without_meaning.push_back(word);
    } else if (holds(provided, name) || holds(alone, name)) {
      out.without_meaning.push_back(word);
    } else if (holds(valued, name)) {
      out.without_meaning.push_back(word);
      (void)value();
    } else if ((word.starts_with("-l") || word.starts_with("-L")) && word.size() > 2) {
      out.link.push_back(word);
    } else {
      out.own.push_back(word);
    }
  }
  return out;
}

}  // namespace warpmem::cli
