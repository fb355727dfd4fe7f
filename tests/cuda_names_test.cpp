// Every function that the CUDA headers declare is used in cuda/every_name.cpp or cuda/every_host_name.cpp, and the headers
// compile in each dialect, with macros that programs define, and in plain C and C++ files.
#include <array>
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "temporary_folder.hpp"

namespace {

const std::string headers = WARPMEM_SOURCE_DIR "/src/record/cuda/include";
const std::string programs = WARPMEM_TEST_DIR "/cuda/";

struct Output {
  int status;
  std::string text;
};
Output run(const std::string& command) {
  Output out{};
  FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::array<char, 4096> part{};
  for (std::size_t n = 0; (n = fread(part.data(), 1, part.size(), pipe)) > 0;) out.text.append(part.data(), n);
  out.status = pclose(pipe);
  return out;
}

// A file after the preprocessor, as tokens; ours: of the headers' text, else of the program's.
struct Text {
  std::vector<std::string> ours;
  std::set<std::string> program;
};
Text preprocessed(const std::string& file, const std::string& options) {
  const Output out = run("g++ -std=gnu++17 -E -isystem " + headers + " " + options + " " + programs + file);
  REQUIRE(out.status == 0);
  static const std::regex marker(R"re(^# \d+ "([^"]*)")re"), token(R"re("(\\.|[^"\\])*"|[A-Za-z_]\w*|\d[\w.]*|\S)re");
  Text text;
  std::string from;
  std::size_t begin = 0;
  while (begin < out.text.size()) {
    const std::size_t end = out.text.find('\n', begin);
    const std::string line = out.text.substr(begin, end - begin);
    begin = end == std::string::npos ? out.text.size() : end + 1;
    std::smatch found;
    if (line.starts_with("# ") && std::regex_search(line, found, marker)) {
      from = found[1];
      continue;
    }
    const bool is_ours = from.starts_with(headers), is_program = from.ends_with(file);
    if (!is_ours && !is_program) continue;
    for (std::sregex_iterator i(line.begin(), line.end(), token), last; i != last; ++i) {
      if (is_ours) text.ours.push_back(i->str());
      if (is_program) text.program.insert(i->str());
    }
  }
  return text;
}

bool is_name(const std::string& token) { return std::isalpha(static_cast<unsigned char>(token[0])) != 0 || token[0] == '_'; }

// The function that a declaration's words declare, or "".
std::string declared(const std::vector<std::string>& words) {
  static const std::set<std::string> with_parentheses{"__attribute__", "__asm__", "alignas", "decltype", "noexcept", "static_assert"};
  const auto after = [&](std::size_t i, const char* open, const char* close) {
    int depth = 0;
    for (; i < words.size(); ++i) {
      if (words[i] == open) ++depth;
      if (words[i] == close && --depth == 0) break;
    }
    return i;
  };
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == "=" || words[i] == "operator" || words[i] == "typedef" || words[i] == "using") return "";
    if (words[i] == "template" && words[i + 1] == "<")
      i = after(i + 1, "<", ">");
    else if (with_parentheses.contains(words[i]) && words[i + 1] == "(")
      i = after(i + 1, "(", ")");
    else if (is_name(words[i]) && words[i + 1] == "(")
      return words[i];
  }
  return "";
}

// Functions at file scope; those of namespaces are the headers' own, but for cooperative_groups.
std::set<std::string> declared_functions(const std::vector<std::string>& tokens) {
  std::set<std::string> names;
  std::vector<std::string> words, scopes;
  const auto finish = [&] {
    const std::string name = declared(words);
    bool is_public = true;
    for (const std::string& scope : scopes) is_public = is_public && (scope.empty() || scope == "cooperative_groups");
    if (is_public && !name.empty()) names.insert(name);
    words.clear();
  };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i] == "{" && !words.empty() && (words[0] == "namespace" || (words[0] == "extern" && words.size() == 2))) {
      scopes.push_back(words[0] == "namespace" && words.size() > 1 ? words[1] : "");
      words.clear();
    } else if (tokens[i] == "{") {
      finish();
      for (int depth = 0; i < tokens.size(); ++i) {
        if (tokens[i] == "{") ++depth;
        if (tokens[i] == "}" && --depth == 0) break;
      }
    } else if (tokens[i] == "}") {
      if (!scopes.empty()) scopes.pop_back();
      words.clear();
    } else if (tokens[i] == ";") {
      finish();
    } else {
      words.push_back(tokens[i]);
    }
  }
  return names;
}

const std::string as_device = "-D__CUDACC__=1 -include warpmem_cuda.h ";

}  // namespace

TEST_CASE("no function that the headers declare is left out of the programs that use each once") {
  const Text device = preprocessed("every_name.cpp", as_device), host = preprocessed("every_host_name.cpp", as_device);
  std::set<std::string> names = declared_functions(device.ours);
  names.merge(declared_functions(host.ours));
  CHECK(names.size() > 700);
  // What only the headers, the rewriter or each other call; `min` and `max` stand in parentheses.
  const std::set<std::string> own{"warpmem_cuda_launch",
                                  "warpmem_cuda_register_kernel",
                                  "warpmem_bind_texture",
                                  "warpmem_texel",
                                  "warpmem_filtered_texel",
                                  "int",
                                  "long",
                                  "unsigned",
                                  "float",
                                  "double"};
  for (const std::string& name : names) {
    INFO(name);
    const bool used = device.program.contains(name) || host.program.contains(name) || own.contains(name) || name.starts_with("warpmem_");
    CHECK(used);
  }
}

TEST_CASE("the headers compile as device code in each dialect, without a warning") {
  for (const std::string file : {"every_name.cpp", "every_host_name.cpp"}) {
    for (const std::string dialect : {"gnu++14", "gnu++17", "gnu++20"}) {
      const Output out =
          run("g++ -fsyntax-only -Wall -Wextra -Wno-unused -std=" + dialect + " -isystem " + headers + " " + as_device + programs + file);
      INFO(file << ' ' << dialect << '\n' << out.text);
      CHECK(out.status == 0);
      CHECK(out.text.empty());
    }
  }
}

TEST_CASE("macros that programs define do not reach into the headers") {
  const TemporaryFolder folder;
  const std::string all = folder.write("all.cpp",
                                       "#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\n#include <cublas_v2.h>\n"
                                       "#include <cuda_bf16.h>\n#include <cuda_fp16.h>\n#include <cuda_pipeline.h>\n"
                                       "#include <curand_kernel.h>\n#include <math_constants.h>\n#include <nvToolsExt.h>\n");
  std::string macros;
  for (char letter = 'A'; letter <= 'Z'; ++letter) macros += std::string("#define ") + letter + " 1\n";
  for (const char* const name : {"BLOCK", "TILE",   "SIZE",    "MASK",   "n",    "m",     "k",    "a",    "b",    "c",  "i",         "j",
                                 "tid",   "radius", "threads", "blocks", "real", "value", "mask", "lane", "from", "to", "block_size"})
    macros += std::string("#define ") + name + " 1\n";
  // The standard library's headers come first: theirs is not the question.
  const std::string standard =
      folder.write("standard.h",
                   "#include <cmath>\n#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n#include <time.h>\n"
                   "#include <limits.h>\n#include <math.h>\n#include <sys/types.h>\n#include <tuple>\n"
                   "#include <type_traits>\n#include <utility>\n#include <wchar.h>\n");
  const std::string defined = folder.write("defined.h", macros);
  const Output out = run("g++ -fsyntax-only -std=gnu++17 -isystem " + headers + " -D__CUDACC__=1 -include " + standard + " -include " +
                         defined + " -include warpmem_cuda.h " + all);
  INFO(out.text);
  CHECK(out.status == 0);
}

TEST_CASE("host files see the host API alone, in C too") {
  const TemporaryFolder folder;
  folder.write("host.cpp",
               "#include <cuda_runtime.h>\n#include <cuda_fp16.h>\n"
               "__host__ __device__ int umin(int a) { return a; }\n__global__ void k(float*);\n"
               "static float rsqrtf(float x) { return x; }\nint threadIdx = 3;\n"
               "int main() { float* p; cudaMalloc(&p, 4); goto end; cudaEvent_t e; end: dim3 blockDim(2, 2);\n"
               "  return umin(threadIdx) + static_cast<int>(rsqrtf(1) + blockDim.x + __half2float(__float2half(1))); }\n");
  folder.write("host.c",
               "#include <cuda_runtime.h>\n#include <cublas_v2.h>\n#include <nvToolsExt.h>\n"
               "int main(void) { float* p; struct cudaDeviceProp d; cudaMalloc((void**)&p, 4); cudaGetDeviceProperties(&d, 0);\n"
               "  float4 v = make_float4(1, 2, 3, 4); dim3 g = {1, 1, 1}; return (int)(v.x + g.x); }\n");
  for (const std::string command : {"g++ -std=gnu++11 -fpermissive", "g++ -std=gnu++20 -fpermissive"}) {
    const Output out = run(command + " -w -fsyntax-only -isystem " + headers + " " + (folder.path() / "host.cpp").string());
    INFO(out.text);
    CHECK(out.status == 0);
  }
  const Output out = run("gcc -std=c99 -Wall -Wextra -fsyntax-only -isystem " + headers + " " + (folder.path() / "host.c").string());
  INFO(out.text);
  CHECK(out.status == 0);
  CHECK(out.text.empty());
}
