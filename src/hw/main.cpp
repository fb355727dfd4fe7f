// warpmem-hw: its command line.
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "hw/hw.hpp"

namespace {

using namespace warpmem;
using Words = std::vector<std::string>;

constexpr const char* usage =
    "usage: warpmem-hw list                          the kernels and their keys\n"
    "       warpmem-hw run    [KERNEL...]            launch each once and check its result\n"
    "       warpmem-hw time   [-n N] [KERNEL...]     median time of N runs (20), as JSON\n"
    "       warpmem-hw record [-o FILE] [KERNEL...]  what every thread accesses, as JSON digests; FILE: in full\n"
    "       warpmem-hw measure [SECTION...]          microbenchmarks, as a JSON profile: latency, near-far, shared,\n"
    "                                                bandwidth, occupancy, sms, l1, atomics\n"
    "KERNEL is NAME[,key=value...]; without any, all kernels run at their standard sizes.\n";

int fail(const std::string& message) {
  std::fprintf(stderr, "warpmem-hw: %s\n", message.c_str());
  return 2;
}

int list() {
  for (const kernels::Kernel& kernel : kernels::all()) {
    std::printf("%s\n    %s\n", kernel.name.c_str(), kernel.shows);
    for (const kernels::Key& key : kernel.keys)
      std::printf("    %s=%llu  %s\n", key.name, static_cast<unsigned long long>(key.standard), key.meaning);
  }
  return 0;
}

int run(const std::vector<kernels::Spec>& specs) {
  bool all_right = true;
  for (const kernels::Spec& spec : specs) {
    hw::Run once(*spec.kernel, spec.values, [](hw::Run&, const std::function<void()>& launch) { launch(); });
    const std::string problem = run_host(*spec.kernel, once);
    std::printf("%s: %s\n", canonical(spec).c_str(), problem.empty() ? "right" : problem.c_str());
    all_right = all_right && problem.empty();
  }
  return all_right ? 0 : 1;
}

int dispatch(Words words) {
  if (words.empty() || words[0] == "help" || words[0] == "--help" || words[0] == "-h") {
    std::fputs(usage, words.empty() ? stderr : stdout);
    return words.empty() ? 2 : 0;
  }
  const std::string command = words[0];
  words.erase(words.begin());
  if (command == "list") return list();
  if (command == "measure") return hw::measure(words);
  if (command != "run" && command != "time" && command != "record") return fail("there is no subcommand '" + command + "'\n" + usage);

  int repeats = 20;
  std::string dump;
  if (words.size() >= 2 && words[0] == (command == "time" ? "-n" : command == "record" ? "-o" : "")) {
    if (command == "time") repeats = std::atoi(words[1].c_str());
    if (command == "record") dump = words[1];
    if (repeats < 1) return fail("-n takes a number from 1 on");
    words.erase(words.begin(), words.begin() + 2);
  }
  if (words.empty())
    for (const kernels::Kernel& kernel : kernels::all()) words.push_back(kernel.name);
  std::vector<kernels::Spec> specs;
  for (const std::string& word : words) {
    specs.push_back(kernels::parse_spec(word));
    if (!specs.back().problem.empty()) return fail(specs.back().problem);
  }
  return command == "run" ? run(specs) : command == "time" ? hw::time_kernels(specs, repeats) : hw::record_kernels(specs, dump);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return dispatch(Words(argv + 1, argv + argc));
  } catch (const std::exception& e) {
    return fail(e.what());
  }
}
