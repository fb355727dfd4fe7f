// The kernels on the CPU against what an H200 did with the same source.
#include <map>
#include <set>

#include "kernels/lane_digest.hpp"
#include "kernels_support.hpp"
#include "warpmem/kernels.hpp"

using namespace warpmem;
using namespace warpmem::test;
using kernels::LaneDigest;
using kernels::Stream;

namespace {

// Every access of every thread, by buffer and by shared variable: `sizes` in order of declaration, one behind the other.
LaneDigest digest_of(kernels::KernelSource& source, const std::vector<std::uint64_t>& sizes) {
  LaneDigest digest;
  read_blocks(source, [&](const KernelHead& head, const BlockTrace& block) {
    digest.begin_block(block.index, static_cast<std::uint32_t>(head.block.volume()));
    each_access(block, [&](const Record& record, const std::vector<std::uint64_t>& addresses, std::uint32_t warp) {
      const auto lanes = lane_addresses(record, addresses);
      for (std::uint32_t lane = 0; lane < 32; ++lane) {
        if ((record.lanes.bits >> lane & 1U) == 0) continue;
        Stream stream{record.op == Op::load ? 'l' : record.op == Op::store ? 's' : 'a', record.space == Space::shared, 0, record.bytes};
        std::uint64_t offset = lanes[lane];
        bool found = false;
        if (stream.shared) {
          for (; stream.place < sizes.size() && !(found = offset < sizes[stream.place]); ++stream.place) offset -= sizes[stream.place];
        } else {
          const auto& buffers = source.buffers();
          for (; stream.place < buffers.size() && !found; ++stream.place) {
            found = offset >= buffers[stream.place].begin && offset - buffers[stream.place].begin < buffers[stream.place].bytes;
            if (found) break;
          }
          if (found) offset -= buffers[stream.place].begin;
        }
        REQUIRE(found);
        digest.add(warp * 32 + lane, stream, offset);
      }
    });
  });
  digest.end_block();
  return digest;
}

std::string hex(std::uint64_t number) {
  char text[20];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(number));
  return text;
}

using Counts = std::map<std::string, std::uint64_t>;

// What the profiler counts, of one block.
void count(const BlockTrace& block, Counts& counts) {
  static const L1Config l1{};
  each_access(block, [&](const Record& record, const std::vector<std::uint64_t>& addresses, std::uint32_t) {
    const std::string op = record.op == Op::load ? "ld" : record.op == Op::store ? "st" : "atom";
    const std::string space = record.space == Space::shared ? "shared" : "global";
    ++counts["smsp__inst_executed_op_" + space + "_" + op + ".sum"];
    if (space == "shared") return;
    const GlobalAccess access = analyse_global(record, addresses, l1);
    counts["l1tex__t_requests_pipe_lsu_mem_global_op_" + op + ".sum"] += access.requests;
    counts["l1tex__t_sectors_pipe_lsu_mem_global_op_" + op + ".sum"] += access.sectors;
  });
}

const char* const exact[] = {"smsp__inst_executed_op_global_ld.sum",
                             "smsp__inst_executed_op_global_st.sum",
                             "smsp__inst_executed_op_shared_ld.sum",
                             "smsp__inst_executed_op_shared_st.sum",
                             "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
                             "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
                             "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
                             "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"};

}  // namespace

TEST_CASE("every thread of every kernel accesses on the CPU what it accessed on the GPU", "[kernels]") {
  // Where the source adds p.x + p.y, nvcc reads p.y first.
  const std::set<std::string> in_another_order{"aos12-all", "aos16-all"};
  // A warp's integer reductions to one address become one lane's after the place where the GPU's accesses were recorded;
  // the profiler's counters in h200/kernels.json are of those.
  const auto gathered = [](const std::string& kernel, const std::string& stream) {
    return kernel == "sum-atomic" && stream.rfind("atomic.", 0) == 0;
  };
  const json rows = hardware_json("h200/lanes.json").at("kernels");
  std::set<std::string> seen;
  for (const json& row : rows) {
    const std::string spec = row.at("kernel");
    INFO(spec);
    const std::string name = spec.substr(0, spec.find(','));
    seen.insert(name);
    std::vector<std::uint64_t> sizes;
    for (const json& variable : row.at("shared")) sizes.push_back(variable.at("bytes"));
    const auto source = kernel_of(spec);
    const auto totals = digest_of(*source, sizes).totals();
    CHECK(totals.size() == row.at("streams").size());
    for (const auto& [stream, total] : totals) {
      INFO(stream_name(stream));
      REQUIRE(row.at("streams").contains(stream_name(stream)));
      const json& gpu = row.at("streams").at(stream_name(stream));
      if (gathered(name, stream_name(stream))) {
        CHECK(total.accesses == (gpu.at("accesses").get<std::uint64_t>() + 31) / 32);
        continue;
      }
      CHECK(total.accesses == gpu.at("accesses").get<std::uint64_t>());
      CHECK(hex(total.unordered) == gpu.at("unordered").get<std::string>());
      if (!in_another_order.contains(name)) CHECK(hex(total.ordered) == gpu.at("ordered").get<std::string>());
    }
  }
  for (const kernels::Kernel& kernel : kernels::all()) {
    INFO(kernel.name);
    CHECK(seen.contains(kernel.name));
  }
}

TEST_CASE("kernels have the hardware's requests, sectors and shared instructions exactly", "[kernels]") {
  // Blocks of these grids are all alike, so that a few of them say what the launch counts.
  constexpr std::uint64_t most = 4;
  const json ours = hardware_json("h200/kernels.json").at("kernels"), before = hardware_json("h200-kernels.json").at("kernels");
  for (std::size_t i = 0; i < before.size(); ++i) {
    std::string spec = ours[i].at("source").get<std::string>().substr(std::string("kernel:").size());
    INFO(spec);
    const std::uint64_t grid = [&] {
      std::uint64_t blocks = 1;
      for (const json& n : ours[i].at("grid")) blocks *= n.get<std::uint64_t>();
      return blocks;
    }();
    // The blocks looked at are the same in a smaller launch, whose inputs are made sooner.
    const auto size = spec.find("n=4194304");
    if (size != std::string::npos) spec.replace(size, 9, "n=4096");
    const auto source = kernel_of(spec);
    Counts counts;
    const auto [head, blocks] = read_blocks(
        *source, [&](const KernelHead&, const BlockTrace& block) { count(block, counts); }, most);
    REQUIRE(blocks == most);
    for (const char* name : exact) {
      INFO(name);
      const auto of_blocks = counts.contains(name) ? counts.at(name) : 0;
      CHECK(static_cast<double>(of_blocks * (grid / most)) == before[i].at("metrics").at(name).get<double>());
    }
  }
}

TEST_CASE("the other profiled kernels count on the CPU what the GPU counted", "[kernels]") {
  for (const json& row : hardware_json("h200/kernels.json").at("kernels")) {
    const std::string spec = row.at("source").get<std::string>().substr(std::string("kernel:").size());
    if (!spec.starts_with("banks-") && !spec.starts_with("channel-") && !spec.starts_with("add-bias") && spec != "nchw-to-nhwc") continue;
    INFO(spec);
    Counts counts;
    const auto source = kernel_of(spec);
    read_blocks(*source, [&](const KernelHead&, const BlockTrace& block) { count(block, counts); });
    for (const char* name : exact) {
      INFO(name);
      CHECK(static_cast<double>(counts.contains(name) ? counts.at(name) : 0) == row.at("metrics").at(name).get<double>());
    }
  }
}

TEST_CASE("kernels ask for the registers that nvcc gave them", "[kernels]") {
  for (const json& row : hardware_json("h200/kernels.json").at("kernels")) {
    const std::string spec = row.at("source").get<std::string>().substr(std::string("kernel:").size());
    INFO(spec);
    const kernels::Kernel* kernel = kernels::find(spec.substr(0, spec.find(',')));
    REQUIRE(kernel != nullptr);
    CHECK(kernel->registers == row.at("metrics").at("launch__registers_per_thread").get<unsigned>());
  }
}
