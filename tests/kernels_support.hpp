// Kernels as traces, read to the end or for so many blocks.
#pragma once

#include <catch2/catch.hpp>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "kernels/kernel_source.hpp"
#include "warpmem/access.hpp"
#include "warpmem/kernel_trace.hpp"

namespace warpmem::test {

using nlohmann::json;

inline json hardware_json(const std::string& name) {
  std::ifstream file(std::string(WARPMEM_TEST_DIR) + "/hardware/" + name);
  REQUIRE(file.is_open());
  return json::parse(file);
}

inline std::unique_ptr<kernels::KernelSource> kernel_of(const std::string& spec) {
  auto source = kernels::open_kernel_source(spec);
  INFO((source ? std::string() : source.error().message));
  REQUIRE(source.has_value());
  return *std::move(source);
}

// Reads the only launch, or its first `most` blocks, and with it the check of the result where the end is reached.
// Returns the head and how many blocks there were.
inline std::pair<KernelHead, std::uint64_t> read_blocks(TraceSource& source,
                                                        const std::function<void(const KernelHead&, const BlockTrace&)>& use,
                                                        std::uint64_t most = ~std::uint64_t{0}) {
  const auto fine = [](const auto& result) {
    INFO((result ? std::string() : result.error().message));
    REQUIRE(result.has_value());
  };
  auto head = source.next_kernel();
  fine(head);
  REQUIRE(head->has_value());
  BlockTrace block;
  std::uint64_t blocks = 0;
  while (blocks < most) {
    const auto more = source.next_block(block);
    fine(more);
    if (!*more) break;
    use(**head, block);
    ++blocks;
  }
  if (blocks < most) {
    const auto end = source.next_kernel();
    fine(end);
    CHECK_FALSE(end->has_value());
  }
  return {**head, blocks};
}

// Calls use(record, addresses as analyse_* take them, warp).
inline void each_access(const BlockTrace& block,
                        const std::function<void(const Record&, const std::vector<std::uint64_t>&, std::uint32_t)>& use) {
  std::vector<std::uint64_t> addresses;
  for (std::uint32_t warp = 0; warp + 1 < block.warp_begin.size(); ++warp) {
    for (std::size_t i = block.warp_begin[warp]; i < block.warp_begin[warp + 1]; ++i) {
      Record record = block.records[i];
      if (!touches_memory(record.op)) continue;
      addresses.clear();
      if (record.listed) {
        const auto first = block.addresses.begin() + static_cast<std::ptrdiff_t>(record.base);
        addresses.assign(first, first + record.lanes.size());
        record.base = 0;
      }
      use(record, addresses, warp);
    }
  }
}

}  // namespace warpmem::test
