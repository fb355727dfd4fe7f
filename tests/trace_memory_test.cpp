// Reading holds one block, not the trace.
#include "trace_support.hpp"

using namespace warpmem;
using namespace warpmem::test;
using Catch::Matchers::Contains;

namespace {

// What the process takes at most between construction and growth(), beyond what it had: KiB. Linux keeps the peak, and
// forgets it on request.
class PeakMemory {
 public:
  PeakMemory() {
    std::ofstream("/proc/self/clear_refs") << "5";
    before_ = read("VmRSS:");
  }
  long growth() const {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return 0;  // a sanitizer keeps what was freed and notes of its own
#else
    return read("VmHWM:") - before_;
#endif
  }

 private:
  static long read(const std::string& key) {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
      if (line.rfind(key, 0) == 0) return std::stol(line.substr(key.size()));
    }
    FAIL("no " + key);
    return 0;
  }
  long before_ = 0;
};

}  // namespace

TEST_CASE("memory does not grow with the trace", "[trace][memory]") {
  for (const TraceFormat format : {TraceFormat::text, TraceFormat::binary}) {
    const TemporaryFile file;
    auto source = open_trace("gen:copy,elements=4Mi,stride=3");
    REQUIRE(write_trace(**source, file.path(), format));
    source = open_trace(file.path());
    const PeakMemory peak;
    REQUIRE(check_trace(**source)->records == 262144);  // 10 MiB of them
    CHECK(peak.growth() < 6 * 1024);
  }
}

TEST_CASE("a generator costs no memory however long it runs", "[trace][memory]") {
  const PeakMemory peak;
  auto source = open_trace("gen:chase,footprint=128Mi,stride=128,steps=1000000");
  REQUIRE(check_trace(**source)->records == (128 << 20) / 128 + 1 + 1000000);
  CHECK(peak.growth() < 4 * 1024);
}

TEST_CASE("a line without end is an error that costs no memory", "[trace][memory][errors]") {
  TemporaryFile file;
  {
    std::ofstream out(file.path());
    out << "bar\n";
    const std::string piece(1 << 20, '0');
    for (int i = 0; i < 64; ++i) out << piece;
  }
  const PeakMemory peak;
  const auto launches = read_all(file.path());
  REQUIRE_FALSE(launches);
  CHECK(launches.error().line == 2);
  CHECK_THAT(launches.error().message, Contains("longer than 1048576 bytes"));
  CHECK(peak.growth() < 8 * 1024);
}

TEST_CASE("a false size in a binary trace costs no memory", "[trace][memory][errors]") {
  // A section that claims 4 GiB less one, and holds nothing.
  const TemporaryFile file(std::string("\x89WMB\r\n\x1A\n\1\0\0\0K\xff\xff\xff\xff", 17));
  const PeakMemory peak;
  const auto launches = read_all(file.path());
  REQUIRE_FALSE(launches);
  CHECK_THAT(launches.error().message, Contains("cut off"));
  CHECK(peak.growth() < 4 * 1024);
}
