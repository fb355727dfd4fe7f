// Which pictures there are of an access and of a kernel.
#include "warpmem/pictures.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/findings.hpp"
#include "report/picture.hpp"

namespace warpmem {
namespace {

using namespace report;

constexpr std::size_t hottest_shown = 3;

const SampleAccess* sample_of(const KernelResult& kernel, const InstructionInfo* info, const std::vector<SampleAccess>& samples) {
  const auto index = static_cast<std::size_t>(info - kernel.instructions.data());
  const auto found = std::find_if(samples.begin(), samples.end(), [index](const SampleAccess& s) { return s.instruction == index; });
  return found == samples.end() ? nullptr : &*found;
}

}  // namespace

std::vector<Picture> access_pictures(const ParsedAccess& access, const MachineConfig& machine) {
  if (access.record.space != Space::shared) return {{"lanes", lanes_picture(access, machine, {"lanes"})}};
  return {{"banks", banks_picture(access, fixed_access(access, machine), {"banks"})},
          {"array", array_picture(access, shape_of(access), {"array"})}};
}

Picture compared_picture(const ParsedAccess& before, const ParsedAccess& after) {
  return {"banks", banks_picture(before, after, {"banks"})};
}

std::vector<Picture> kernel_pictures(const KernelResult& kernel, const MachineConfig& machine, const std::vector<SampleAccess>& samples) {
  const std::string& name = kernel.head.name;
  std::vector<Picture> out = {
      {"cycles", cycles_picture(cycle_rows(kernel, machine), kernel.cycles, name, {"cycles"})},
      {"memory", memory_picture(memory_flow(kernel, machine), name, {"memory"})},
      {"bandwidth", bandwidth_picture(bandwidths(kernel, machine), machine.sm.clock, name, {"bandwidth"})},
  };
  std::size_t number = 0;
  for (const HotInstruction& hot : hottest(kernel, machine, hottest_shown)) {
    ++number;
    const SampleAccess* sample = sample_of(kernel, hot.info, samples);
    if (sample == nullptr) continue;
    for (Picture& p : access_pictures(sample->access, machine))
      out.push_back({fmt::format("{}-{}-{}", number, hot.info->op, p.name), std::move(p.svg)});
  }
  return out;
}

}  // namespace warpmem
