// The memory rows of Nsight Compute's tables: L1, shared memory, L2, device.
#include "report/memory_table.hpp"

#include <algorithm>

#include "report/derived.hpp"
#include "report/format.hpp"
#include "report/layout.hpp"

namespace warpmem::report {
namespace {

std::string share_cell(std::uint64_t part, std::uint64_t whole) { return whole == 0 ? "-" : decimal(100 * ratio(part, whole), 1); }
std::string each_cell(std::uint64_t part, std::uint64_t whole) { return whole == 0 ? "-" : decimal(ratio(part, whole), 1); }
std::string moved_cell(std::uint64_t sectors) { return bytes(static_cast<double>(sectors) * sector_bytes); }

void l1_row(Table& table, const std::string& name, const L1OpCounters& c, bool reads) {
  if (c.instructions == 0) return;
  const double used = std::min(1.0, ratio(static_cast<double>(c.lane_bytes), static_cast<double>(c.sectors) * sector_bytes));
  table.row({name, count(c.requests), count(c.sectors), each_cell(c.sectors, c.requests),
             reads ? share_cell(c.sector_hits, c.sectors) : "-", moved_cell(c.sectors), c.sectors == 0 ? "-" : decimal(100 * used, 1)});
}

void l2_rows(Table& table, const L2Counters& l2) {
  constexpr const char* names[l2_ops] = {"L2 read", "L2 write", "L2 red", "L2 atomic"};
  const auto kinds = std::count_if(l2.sectors_tex.begin(), l2.sectors_tex.end(), [](std::uint64_t s) { return s != 0; });
  std::uint64_t sectors = 0;
  std::uint64_t hits = 0;
  for (std::size_t i = 0; i < l2_ops; ++i) {
    const std::uint64_t s = l2.sectors_tex[i];
    if (s == 0) continue;
    sectors += s;
    hits += l2.hits_tex[i];
    // Requests are counted over all operations: they belong to a row only when there is one.
    const bool alone = kinds == 1;
    table.row({names[i], alone ? count(l2.requests_tex) : "-", count(s), alone ? each_cell(s, l2.requests_tex) : "-",
               share_cell(l2.hits_tex[i], s), moved_cell(s), ""});
  }
  if (kinds > 1)
    table.row({"L2 together", count(l2.requests_tex), count(sectors), each_cell(sectors, l2.requests_tex), share_cell(hits, sectors),
               moved_cell(sectors), ""});
}

void dram_row(Table& table, const std::string& name, std::uint64_t moved) {
  if (moved == 0) return;
  table.row({name, "-", count(moved / sector_bytes), "-", "-", bytes(static_cast<double>(moved)), ""});
}

}  // namespace

Table memory_rows(const KernelResult& kernel) {
  Table table({"memory", "requests", "sectors", "/request", "hit %", "moved", "used %"}, {15, 12, 12, 8, 6, 9, 6});
  constexpr const char* ops[memory_ops] = {"load", "store", "red", "atomic"};
  for (std::size_t i = 0; i < memory_ops; ++i) l1_row(table, std::string("global ") + ops[i], kernel.sm.global[i], i == index_of(Op::load));
  for (std::size_t i = 0; i < memory_ops; ++i) l1_row(table, std::string("local ") + ops[i], kernel.sm.local[i], i == index_of(Op::load));
  l2_rows(table, kernel.l2);
  dram_row(table, "DRAM read", kernel.dram.bytes_read);
  dram_row(table, "DRAM write", kernel.dram.bytes_written);
  return table;
}

Table shared_rows(const KernelResult& kernel) {
  Table table({"shared memory", "instructions", "wavefronts", "each", "least", "bank conflicts"}, {15, 12, 12, 8, 6, 14});
  constexpr const char* ops[memory_ops] = {"load", "store", "red", "atomic"};
  for (std::size_t i = 0; i < memory_ops; ++i) {
    const SharedOpCounters& c = kernel.sm.shared[i];
    if (c.instructions == 0) continue;
    table.row({std::string("shared ") + ops[i], count(c.instructions), count(c.wavefronts), each_cell(c.wavefronts, c.instructions),
               each_cell(c.ideal_wavefronts, c.instructions), count(c.conflicts)});
  }
  return table;
}

std::string memory_table(const KernelResult& kernel, const TextStyle& style) {
  const Table table = memory_rows(kernel);
  return table.empty() ? std::string() : table.text(style);
}

std::string shared_table(const KernelResult& kernel, const TextStyle& style) {
  const Table table = shared_rows(kernel);
  return table.empty() ? std::string() : table.text(style);
}

}  // namespace warpmem::report
