// Counters under the names that Nsight Compute gives them, so that a profile and a report line up.
#include <string>

#include "warpmem/report.hpp"

namespace warpmem {
namespace {

using Figures = std::vector<std::pair<std::string, double>>;

class Table {
 public:
  void add(std::string name, std::uint64_t value) { figures_.emplace_back(std::move(name), static_cast<double>(value)); }
  void add_real(std::string name, double value) { figures_.emplace_back(std::move(name), value); }
  Figures take() { return std::move(figures_); }

 private:
  Figures figures_;
};

struct OpName {
  Op op;
  const char* name;
};
constexpr OpName all_ops[] = {{Op::load, "ld"}, {Op::store, "st"}, {Op::reduction, "red"}, {Op::atomic, "atom"}};
constexpr const char* l2_names[l2_ops] = {"read", "write", "red", "atom"};

// The profiler knows no shared reductions: both kinds are counted as atomics.
SharedOpCounters shared_atomics(const SmCounters& sm) {
  SharedOpCounters sum = sm.shared[index_of(Op::atomic)];
  const SharedOpCounters& red = sm.shared[index_of(Op::reduction)];
  sum.instructions += red.instructions;
  sum.wavefronts += red.wavefronts;
  sum.conflicts += red.conflicts;
  return sum;
}

void add_instructions(Table& table, const SmCounters& sm) {
  table.add("smsp__inst_executed.sum", sm.instructions);
  for (const OpName& o : all_ops)
    table.add(std::string("smsp__inst_executed_op_global_") + o.name + ".sum", sm.global[index_of(o.op)].instructions);
  table.add("smsp__inst_executed_op_shared_ld.sum", sm.shared[index_of(Op::load)].instructions);
  table.add("smsp__inst_executed_op_shared_st.sum", sm.shared[index_of(Op::store)].instructions);
  table.add("smsp__inst_executed_op_shared_red.sum", 0);
  table.add("smsp__inst_executed_op_shared_atom.sum", shared_atomics(sm).instructions);
  table.add("smsp__inst_executed_op_local_ld.sum", sm.local[index_of(Op::load)].instructions);
  table.add("smsp__inst_executed_op_local_st.sum", sm.local[index_of(Op::store)].instructions);
}

void add_l1_op(Table& table, const std::string& suffix, const L1OpCounters& c) {
  table.add("l1tex__t_requests_pipe_lsu_mem_" + suffix + ".sum", c.requests);
  table.add("l1tex__t_sectors_pipe_lsu_mem_" + suffix + ".sum", c.sectors);
  table.add("l1tex__t_sectors_pipe_lsu_mem_" + suffix + "_lookup_hit.sum", c.sector_hits);
  table.add("l1tex__t_output_wavefronts_pipe_lsu_mem_" + suffix + ".sum", c.tag_wavefronts);
}

void add_shared(Table& table, const SmCounters& sm) {
  const SharedOpCounters atom = shared_atomics(sm);
  const std::pair<const char*, const SharedOpCounters*> rows[] = {
      {"ld", &sm.shared[index_of(Op::load)]}, {"st", &sm.shared[index_of(Op::store)]}, {"atom", &atom}};
  std::uint64_t wavefronts = 0;
  std::uint64_t conflicts = 0;
  for (const auto& [name, c] : rows) {
    table.add(std::string("l1tex__data_pipe_lsu_wavefronts_mem_shared_op_") + name + ".sum", c->wavefronts);
    table.add(std::string("l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_") + name + ".sum", c->conflicts);
    wavefronts += c->wavefronts;
    conflicts += c->conflicts;
  }
  table.add("l1tex__data_pipe_lsu_wavefronts_mem_shared.sum", wavefronts);
  table.add("l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum", conflicts);
  std::uint64_t all = wavefronts;
  for (const L1OpCounters& c : sm.global) all += c.data_wavefronts;
  for (const L1OpCounters& c : sm.local) all += c.data_wavefronts;
  table.add("l1tex__data_pipe_lsu_wavefronts.sum", all);
}

void add_l2(Table& table, const L2Counters& l2) {
  std::uint64_t sectors_tex = 0;
  for (const std::uint64_t s : l2.sectors_tex) sectors_tex += s;
  table.add("lts__t_requests_srcunit_tex.sum", l2.requests_tex);
  table.add("lts__t_sectors_srcunit_tex.sum", sectors_tex);
  for (std::size_t i = 0; i < l2_ops; ++i) {
    const std::string name = std::string("lts__t_sectors_srcunit_tex_op_") + l2_names[i];
    table.add(name + ".sum", l2.sectors_tex[i]);
    table.add(name + "_lookup_hit.sum", l2.hits_tex[i]);
  }
  for (std::size_t i = 0; i < l2_ops; ++i) {
    const std::string name = std::string("lts__t_sectors_op_") + l2_names[i];
    table.add(name + ".sum", l2.sectors[i]);
    table.add(name + "_lookup_hit.sum", l2.hits[i]);
  }
}

}  // namespace

std::vector<std::pair<std::string, double>> metrics(const KernelResult& kernel) {
  const SmCounters& sm = kernel.sm;
  Table table;
  table.add("sm__cycles_elapsed.max", kernel.elapsed_cycles);
  table.add_real("gpu__time_duration.sum", kernel.elapsed_ns);
  table.add("sm__cycles_active.sum", sm.active_cycles);
  table.add_real("sm__warps_active.avg.per_cycle_active",
                 sm.active_cycles == 0 ? 0.0 : static_cast<double>(sm.resident_warp_cycles) / static_cast<double>(sm.active_cycles));
  add_instructions(table, sm);
  for (const OpName& o : all_ops) add_l1_op(table, std::string("global_op_") + o.name, sm.global[index_of(o.op)]);
  add_l1_op(table, "local_op_ld", sm.local[index_of(Op::load)]);
  add_l1_op(table, "local_op_st", sm.local[index_of(Op::store)]);
  add_shared(table, sm);
  add_l2(table, kernel.l2);
  table.add("dram__bytes_read.sum", kernel.dram.bytes_read);
  table.add("dram__bytes_write.sum", kernel.dram.bytes_written);
  table.add("launch__grid_size", kernel.head.grid.volume());
  table.add("launch__block_size", kernel.head.block.volume());
  table.add("launch__registers_per_thread", kernel.head.registers);
  table.add("launch__shared_mem_config_size", kernel.occupancy.shared_carveout.count);
  return table.take();
}

std::vector<std::pair<std::string, double>> metrics(const KernelResult& kernel, const MachineConfig& machine) {
  auto figures = metrics(kernel);
  const double sms = machine.sm.count;
  if (sms > 0) figures.emplace_back("sm__cycles_active.avg", static_cast<double>(kernel.sm.active_cycles) / sms);
  figures.emplace_back("launch__shared_mem_per_block", static_cast<double>(kernel.head.shared.count + machine.sm.shared_reserved.count));
  const double slots = sms * kernel.occupancy.blocks_per_sm;
  if (slots > 0) figures.emplace_back("launch__waves_per_multiprocessor", static_cast<double>(kernel.head.grid.volume()) / slots);
  return figures;
}

}  // namespace warpmem
