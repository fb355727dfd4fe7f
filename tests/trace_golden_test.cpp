// Files that must be read the same for ever: each input of tests/data/trace against its text.
#include "trace_support.hpp"

using namespace warpmem;
using namespace warpmem::test;

namespace {

std::string data(const std::string& name) { return std::string(WARPMEM_TEST_DIR) + "/data/trace/" + name; }

std::string as_text(const std::string& name) {
  auto source = open_trace(name);
  INFO((source ? std::string() : source.error().message));
  REQUIRE(source);
  TemporaryFile out;
  const auto summary = write_trace(**source, out.path(), TraceFormat::text);
  INFO((summary ? std::string() : summary.error().message));
  REQUIRE(summary);
  return content_of(out.path());
}

// Standard input is a pipe that holds these bytes while the object lives.
class StandardInput {
 public:
  explicit StandardInput(const std::string& bytes) : saved_(::dup(STDIN_FILENO)) {
    int ends[2];
    REQUIRE(::pipe(ends) == 0);
    REQUIRE(::write(ends[1], bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
    ::close(ends[1]);
    ::dup2(ends[0], STDIN_FILENO);
    ::close(ends[0]);
  }
  StandardInput(const StandardInput&) = delete;
  StandardInput& operator=(const StandardInput&) = delete;
  ~StandardInput() {
    ::dup2(saved_, STDIN_FILENO);
    ::close(saved_);
  }

 private:
  int saved_;
};

}  // namespace

TEST_CASE("every format reads as it always has, from a file and from a pipe", "[trace][golden]") {
  const struct {
    const char *input, *text;
  } pairs[] = {{"every-form.wmt", "every-form.wmt"},     {"every-form.wmt.gz", "every-form.wmt"}, {"every-form.wmt.xz", "every-form.wmt"},
               {"every-form.wmt.zst", "every-form.wmt"}, {"every-form.wmb", "every-form.wmt"},    {"tile.traceg", "tile.traceg.wmt"},
               {"threads.csv", "threads.csv.wmt"},       {"tile.traceg.wmt", "tile.traceg.wmt"}};
  for (const auto& pair : pairs) {
    INFO(pair.input);
    CHECK(as_text(data(pair.input)) == content_of(data(pair.text)));
    const StandardInput input(content_of(data(pair.input)));
    CHECK(as_text("-") == content_of(data(pair.text)));
  }
}

TEST_CASE("an empty standard input is an error", "[trace][golden][errors]") {
  const StandardInput input("");
  const auto source = open_trace("-");
  REQUIRE_FALSE(source);
  CHECK(source.error().file == "-");
}
