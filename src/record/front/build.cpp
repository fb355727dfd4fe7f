#include "record/front/build.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>

#include "record/front/headers.hpp"
#include "record/front/messages.hpp"
#include "record/front/process.hpp"
#include "record/front/rewrite.hpp"

namespace warpmem::front {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr auto device_flags = std::to_array<const char*>({
#include "record/front/device_flags.inc"
});

enum class Language { cuda, cpp, c, object };

std::string whole_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// A file's name as g++ takes it for one: a word that begins with '@' would name a file of options.
std::string operand(const std::string& file) { return file.starts_with('@') || file.starts_with('-') ? "./" + file : file; }

tl::unexpected<BuildFailure> failure(Error error, std::string messages = {}) {
  return tl::make_unexpected(BuildFailure{std::move(error), std::move(messages), false});
}
tl::unexpected<BuildFailure> failure(std::string message, std::string file = {}) {
  return failure(Error{ErrorKind::input, std::move(message), std::move(file)});
}

class Builder {
 public:
  Builder(const BuildOptions& options, const Toolkit& toolkit, const fs::path& folder)
      : options_(options), toolkit_(toolkit), folder_(folder) {}

  tl::expected<BuiltProgram, BuildFailure> all() {
    for (const std::string& file : options_.files) {
      const auto language = language_of(file);
      if (!language) return tl::make_unexpected(language.error());
      if (*language == Language::object) {
        objects_.push_back(operand(file));
        continue;
      }
      const fs::path object = folder_ / (std::to_string(objects_.size()) + "-" + fs::path(file).stem().string() + ".o");
      const auto done = *language == Language::cuda ? compile_cuda(file, object) : compile_plain(file, object, *language);
      if (!done) return tl::make_unexpected(done.error());
      objects_.push_back(object.string());
    }
    const auto linked = link();
    if (!linked) return tl::make_unexpected(linked.error());
    return std::move(out_);
  }

 private:
  using Done = tl::expected<void, BuildFailure>;

  tl::expected<Language, BuildFailure> language_of(const std::string& file) const {
    std::error_code problem;
    if (!fs::exists(file, problem)) return failure(Error{ErrorKind::usage, "there is no such file", file});
    if (fs::is_directory(file, problem)) return failure(Error{ErrorKind::usage, "this is a directory: name the .cu files in it", file});
    const std::string ending = fs::path(file).extension().string();
    if (ending == ".cu") return Language::cuda;
    if (ending == ".cpp" || ending == ".cc" || ending == ".cxx" || ending == ".C")
      return options_.all_cuda ? Language::cuda : Language::cpp;
    if (ending == ".c") return options_.all_cuda ? Language::cuda : Language::c;
    if (ending == ".o" || ending == ".a" || ending == ".so") return Language::object;
    return failure(Error{ErrorKind::usage, "expected a file that ends in .cu, .cpp, .cc, .cxx, .c, .o, .a or .so", file});
  }

  Words common(const std::string& compiler) const {
    Words words{compiler, "-O" + options_.level};
    for (const std::string& folder : options_.include_folders) words.push_back("-I" + folder);
    for (const std::string& definition : options_.definitions) words.push_back("-D" + definition);
    words.insert(words.end(), {"-isystem", toolkit_.headers().string()});
    return words;
  }
  // What launches become needs generic lambdas.
  std::string dialect() const {
    for (const std::string_view old : {"c++98", "c++03", "c++11", "c++0x", "gnu++98", "gnu++03", "gnu++11", "gnu++0x"})
      if (options_.standard == old) return "-std=gnu++14";
    const bool plain = options_.standard.starts_with("c++");
    return "-std=" + (plain ? "gnu" + options_.standard.substr(1) : options_.standard);
  }

  // Runs the compiler; what it says goes with the failure.
  Done compiler(const Words& words, const std::string& file, const std::string& what) {
    const fs::path messages = folder_ / "messages";
    const auto ended = run({words, {}, messages});
    if (!ended) return failure(ended.error());
    if (ended->interrupted()) return tl::make_unexpected(BuildFailure{Error{ErrorKind::internal, "interrupted"}, {}, true});
    if (ended->signal == 0 && ended->status == 0) return {};
    const std::string said = whole_file(messages);
    if (auto refused = refused_header(said)) return failure(*std::move(refused));
    if (said.find("undefined reference to `main'") != said.npos)
      return failure("there is no main function in these files: a trace is made by running the whole program", file);
    return failure(Error{ErrorKind::input, what, file}, users_messages(said, toolkit_.headers().string()));
  }

  Done compile_cuda(const std::string& file, const fs::path& object) {
    const fs::path preprocessed = fs::path(object).replace_extension(".ii");
    const fs::path rewritten = fs::path(object).replace_extension(".rewritten.ii");
    Words words = common("g++");
    const std::string architecture = std::to_string(options_.architecture * 10);
    words.insert(words.end(), {dialect(), "-E", "-x", "c++", "-D__CUDACC__=1", "-D__NVCC__=1", "-include", "warpmem_cuda.h"});
    if (options_.architecture != 0) words.push_back("-D__CUDA_ARCH__=" + architecture);
    words.insert(words.end(), {operand(file), "-o", preprocessed.string()});
    if (const auto done = compiler(words, file, "this file cannot be preprocessed: see g++'s messages above"); !done) return done;

    const std::string text = whole_file(preprocessed);
    auto result = rewrite(text, {(toolkit_.headers() / "").string(), options_.relocatable});
    if (!result) return failure(std::move(result.error()));
    std::ofstream(rewritten, std::ios::binary) << result->text;
    for (std::string& kernel : result->kernels)
      if (std::ranges::find(out_.kernels, kernel) == out_.kernels.end()) out_.kernels.push_back(std::move(kernel));
    out_.launches += result->launches;

    // Where macros or the rewriter changed a line, columns mean nothing.
    Words compile{"g++", "-O" + options_.level, dialect(), "-c", "-x", "c++-cpp-output", "-fpreprocessed"};
    compile.insert(compile.end(), {"-fno-diagnostics-show-caret", "-fno-show-column", "-fmax-errors=20"});
    compile.insert(compile.end(), device_flags.begin(), device_flags.end());
    compile.insert(compile.end(), {rewritten.string(), "-o", object.string()});
    return compiler(compile, file, "this file does not compile: see g++'s messages above");
  }

  Done compile_plain(const std::string& file, const fs::path& object, Language language) {
    Words words = common(language == Language::c ? "gcc" : "g++");
    if (language == Language::cpp) words.push_back(dialect());
    words.insert(words.end(), {"-g1", "-w", "-c", operand(file), "-o", object.string()});
    return compiler(words, file, std::string("this file does not compile: see ") + words[0] + "'s messages above");
  }

  Done link() {
    out_.program = folder_ / "program";
    Words words{"g++", "-fno-lto"};
    words.insert(words.end(), objects_.begin(), objects_.end());
    words.insert(words.end(), options_.link_words.begin(), options_.link_words.end());
    words.insert(words.end(), toolkit_.libraries.begin(), toolkit_.libraries.end());
    words.insert(words.end(), {"-lm", "-o", out_.program.string()});
    const std::string file = options_.files.size() == 1 ? options_.files[0] : "";
    return compiler(words, file, "the program cannot be linked: see g++'s messages above. A program of several files needs all of them");
  }

  const BuildOptions& options_;
  const Toolkit& toolkit_;
  const fs::path& folder_;
  Words objects_;
  BuiltProgram out_;
};

}  // namespace

tl::expected<BuiltProgram, BuildFailure> build(const BuildOptions& options, const Toolkit& toolkit, const fs::path& folder) {
  if (!is_installed("g++")) return failure("tracing CUDA source needs g++, which is not installed (on Debian: apt-get install g++)");
  return Builder(options, toolkit, folder).all();
}

}  // namespace warpmem::front
