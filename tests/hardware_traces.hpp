// Rows of tests/hardware/ as text traces.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace warpmem::test {

// One warp instruction: `op` as "ld.global", one address per active lane.
inline std::string access_line(const std::string& op, unsigned bytes, std::uint32_t mask, std::uint64_t base,
                               const std::vector<std::uint64_t>& offsets) {
  std::ostringstream line;
  line << op << ".b" << 8 * bytes << ' ';
  if (mask == 0) {
    line << base;
  } else {
    line << '[';
    for (unsigned lane = 0; lane < 32; ++lane) {
      if ((mask >> lane & 1U) != 0) line << ' ' << base + offsets[lane];
    }
    line << " ]";
  }
  line << " @" << std::hex << mask << '\n';
  return line.str();
}

// A row of the measured single accesses as a kernel of one warp; `base` does not count for shared memory.
inline std::string access_kernel(const nlohmann::json& row, std::uint64_t base) {
  const std::string space = row.at("space");
  const bool is_shared = space == "shared";
  return "kernel " + row.at("id").get<std::string>() + " grid=1 block=32" + (is_shared ? " shared=49152" : "") + "\n" +
         access_line(row.at("op").get<std::string>() + "." + space, row.at("bytes"),
                     static_cast<std::uint32_t>(std::stoul(row.at("mask").get<std::string>(), nullptr, 16)), is_shared ? 0 : base,
                     row.at("offsets").get<std::vector<std::uint64_t>>());
}

// A row of `l1_strides`: one block of 1,024 threads, thread t loads A[(t % 64) * stride + k]. A pass to warm L1, `mark`,
// then `repeats` passes of 8 loads a warp.
inline std::string stride_kernel(const nlohmann::json& row, unsigned repeats) {
  const unsigned bytes = row.at("bytes");
  const std::uint64_t stride = row.at("stride").get<std::uint64_t>() * bytes;
  std::ostringstream out;
  out << "kernel s" << row.at("stride") << "x" << bytes << " grid=1 block=1024\n";
  for (unsigned warp = 0; warp < 32; ++warp) {
    out << "warp " << warp << "\n";
    for (unsigned pass = 0; pass <= repeats; ++pass) {
      for (const unsigned k : {0U, 4U, 8U, 12U, 20U, 16U, 24U, 28U}) {
        out << "ld.global.b" << 8 * bytes << " " << 0x7f0000000000 + (warp % 2 * 32) * stride + k * bytes << "+" << stride << "\n";
      }
      if (pass == 0) out << "wait\nbar\nmark\n";
    }
  }
  return out.str();
}

}  // namespace warpmem::test
