// What the trace tests share: traces from text, and all their records in a plain form.
#pragma once

#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "trace/visit.hpp"
#include "warpmem/trace.hpp"

namespace warpmem::test {

// A file that goes away with its owner.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& content = {}, const std::string& ending = ".wmt") {
    static std::atomic<int> count{0};
    path_ =
        std::filesystem::temp_directory_path() / ("warpmem-test-" + std::to_string(::getpid()) + "-" + std::to_string(count++) + ending);
    std::ofstream(path_, std::ios::binary) << content;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

inline std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// A record with its addresses written out: one for each active lane.
struct Access {
  std::uint64_t block = 0;
  std::uint32_t warp = 0;
  Record record;
  std::vector<std::uint64_t> addresses;
  InstructionInfo instruction;
};
struct Launch {
  KernelHead head;
  std::vector<Access> accesses;
  std::uint64_t blocks = 0;
  std::vector<NotModelled> not_modelled;
};

inline std::vector<std::uint64_t> addresses_of(const Record& record, std::span<const std::uint64_t> list) {
  std::vector<std::uint64_t> addresses;
  if (!touches_memory(record.op)) return addresses;
  for (unsigned lane = 0; lane < lanes_per_warp; ++lane) {
    if (!record.lanes.has(lane)) continue;
    addresses.push_back(record.listed ? list[record.base + addresses.size()]
                                      : record.base + static_cast<std::uint64_t>(record.stride) * lane);
  }
  return addresses;
}

inline Result<std::vector<Launch>> read_all(TraceSource& source) {
  std::vector<Launch> launches;
  trace::VisitScratch scratch;
  for (;;) {
    auto head = source.next_kernel();
    if (!head) return tl::make_unexpected(head.error());
    if (!*head) return launches;
    Launch launch{**head, {}, 0, {}};
    BlockTrace block;
    for (;;) {
      const auto more = source.next_block(block);
      if (!more) return tl::make_unexpected(more.error());
      if (!*more) break;
      REQUIRE(block.index == launch.blocks++);
      trace::visit_records(launch.head, block, scratch,
                           [&](std::uint32_t warp, std::span<const Record> records, std::span<const std::uint64_t> list) {
                             for (const Record& record : records) {
                               launch.accesses.push_back(
                                   {block.index, warp, record, addresses_of(record, list), source.instructions().at(record.instruction)});
                             }
                           });
    }
    launch.not_modelled = source.not_modelled();
    launches.push_back(std::move(launch));
  }
}

inline Result<std::vector<Launch>> read_all(const std::string& name) {
  auto source = open_trace(name);
  if (!source) return tl::make_unexpected(source.error());
  return read_all(**source);
}

inline Result<std::vector<Launch>> read_text(const std::string& text) { return read_all(TemporaryFile(text).path()); }

// The one launch of a good trace.
inline Launch launch_of(const Result<std::vector<Launch>>& launches) {
  INFO((launches ? std::string() : launches.error().message));
  REQUIRE(launches.has_value());
  REQUIRE(launches->size() == 1);
  return launches->front();
}

}  // namespace warpmem::test
