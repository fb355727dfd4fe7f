// Writers and the binary format: what goes in comes out, whole or not at all.
#include <boost/iostreams/copy.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filter/lzma.hpp>
#include <boost/iostreams/filter/zstd.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <sstream>

#include "trace/binary_seek.hpp"
#include "trace_support.hpp"

using namespace warpmem;
using namespace warpmem::test;
using Catch::Matchers::Contains;

namespace {

const std::string everything =
    "warpmem-trace 1\n"
    "kernel \"f<int>(float *)\" grid=3,2,2 block=40,2 shared=4096 regs=33 carveout=65536\n"
    "block 1,0,0\n"
    "warp 0\n"
    "ld.global.b32 0x7f0000000000+4 pc=0x10 src=a.cu:1\n"
    "ld.global.cg.b64 [0x10 0x8 0x18] @10000003 pc=0x20 src=\"b c.cu:2\" dep=3\n"
    "st.shared.b128 0x0+16 dep=none\n"
    "compute 12 dep=all\n"
    "bar\n"
    "wait\n"
    "warp 2\n"
    "red.global.b32 0x1000-4 @ff\n"
    "atom.shared.b64 0x8 @0\n"
    "ld.local.cv.b8 0xffffffffffffffff\n"
    "mark\n"
    "block 0,1,1\n"
    "warp 1\n"
    "ld.global.b32 0x7f0000000000+4 pc=0x10 src=a.cu:1\n"
    "kernel empty grid=5 block=1\n"
    "kernel last grid=1 block=32\n"
    "block 0\n"
    "warp 0\n"
    "ld.global.b32 [0x0 0x80 0x4] @7\n";

std::string written(const std::string& name, TraceFormat format) {
  TemporaryFile out;
  auto source = open_trace(name);
  REQUIRE(source);
  const auto summary = write_trace(**source, out.path(), format);
  INFO((summary ? std::string() : summary.error().message));
  REQUIRE(summary);
  return content_of(out.path());
}

bool same(const std::vector<Launch>& a, const std::vector<Launch>& b) {
  REQUIRE(a.size() == b.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    CHECK(a[k].head.name == b[k].head.name);
    CHECK(a[k].head.grid == b[k].head.grid);
    CHECK(a[k].head.block == b[k].head.block);
    CHECK(a[k].head.shared == b[k].head.shared);
    CHECK(a[k].head.registers == b[k].head.registers);
    CHECK(a[k].head.carveout == b[k].head.carveout);
    CHECK(a[k].blocks == b[k].blocks);
    REQUIRE(a[k].accesses.size() == b[k].accesses.size());
    for (std::size_t i = 0; i < a[k].accesses.size(); ++i) {
      const Access &x = a[k].accesses[i], &y = b[k].accesses[i];
      const bool equal = x.block == y.block && x.warp == y.warp && x.addresses == y.addresses && x.record.op == y.record.op &&
                         x.record.space == y.record.space && x.record.cache == y.record.cache && x.record.bytes == y.record.bytes &&
                         x.record.lanes == y.record.lanes && x.record.listed == y.record.listed &&
                         x.record.dependence.newest_exempt == y.record.dependence.newest_exempt && x.instruction.pc == y.instruction.pc &&
                         x.instruction.source == y.instruction.source && x.instruction.op == y.instruction.op &&
                         (x.record.listed || x.record.base == y.record.base);
      if (!equal) return false;
    }
  }
  return true;
}

template <class Filter>
std::string compressed(const std::string& plain, const Filter& filter) {
  std::ostringstream result;
  boost::iostreams::filtering_ostream stream;
  stream.push(filter);
  stream.push(result);
  stream << plain;
  boost::iostreams::close(stream);
  return result.str();
}

}  // namespace

TEST_CASE("text comes back from text and from binary as it was", "[trace][binary]") {
  TemporaryFile text(everything);
  CHECK(written(text.path(), TraceFormat::text) == everything);
  TemporaryFile binary(written(text.path(), TraceFormat::binary), ".wmb");
  CHECK(written(binary.path(), TraceFormat::text) == everything);
  CHECK(content_of(binary.path()) == written(binary.path(), TraceFormat::binary));
  CHECK(same(read_all(text.path()).value(), read_all(binary.path()).value()));
}

TEST_CASE("a generator written to a file is the same launch", "[trace][binary]") {
  for (const char* name : {"gen:copy,elements=5000,block=96,grid=7,unroll=3,compute=2,regs=20", "gen:random,elements=3000",
                           "gen:chase,footprint=8Ki,steps=20", "gen:shared,stride=2,repeat=4", "gen:write,elements=9,bytes=16,offset=5"}) {
    INFO(name);
    const auto made = read_all(name).value();
    for (const TraceFormat format : {TraceFormat::text, TraceFormat::binary}) {
      const TemporaryFile file(written(name, format));
      CHECK(same(made, read_all(file.path()).value()));
    }
  }
}

TEST_CASE("base and stride stay what they are, and cost next to nothing", "[trace][binary]") {
  CHECK(written("gen:copy,elements=1Mi", TraceFormat::binary).size() < 2000);
}

TEST_CASE("any block can be sought through the index", "[trace][binary]") {
  TemporaryFile text(everything), binary(written(text.path(), TraceFormat::binary), ".wmb");
  const auto sought = trace::seek_block(binary.path(), 0, 1);
  REQUIRE(sought);
  CHECK(sought->head.name == "f<int>(float *)");
  CHECK(sought->block.index == 1);
  CHECK(sought->block.records.size() == 10);
  CHECK(sought->block.warp_begin == std::vector<std::size_t>{0, 6, 6, 10});
  CHECK(sought->instructions.at(sought->block.records[1].instruction).source == "b c.cu:2");
  CHECK(trace::seek_block(binary.path(), 0, 9)->block.records.size() == 1);
  CHECK(trace::seek_block(binary.path(), 0, 2)->block.records.empty());
  CHECK(trace::seek_block(binary.path(), 1, 4)->block.records.empty());
  CHECK(trace::seek_block(binary.path(), 2, 0)->block.addresses == std::vector<std::uint64_t>{0, 0x80, 4});
  CHECK_THAT(trace::seek_block(binary.path(), 3, 0).error().message, Contains("has 3 launches"));
  CHECK_THAT(trace::seek_block(binary.path(), 1, 5).error().message, Contains("has 5 blocks"));
  CHECK_FALSE(trace::seek_block(text.path(), 0, 0));
  CHECK_FALSE(trace::seek_block("no-such-file.wmb", 0, 0));

  // Several groups of blocks.
  const TemporaryFile large(written("gen:random,elements=512Ki,block=1024", TraceFormat::binary), ".wmb");
  auto source = open_trace(large.path());
  REQUIRE((*source)->next_kernel().value());
  BlockTrace block;
  while ((*source)->next_block(block).value()) {
    if (block.index % 100 != 7) continue;
    const auto found = trace::seek_block(large.path(), 0, block.index);
    REQUIRE(found);
    CHECK(found->block.addresses == block.addresses);
  }
}

TEST_CASE("launches of a binary trace may be passed over", "[trace][binary]") {
  TemporaryFile text(everything), binary(written(text.path(), TraceFormat::binary), ".wmb");
  auto source = open_trace(binary.path());
  REQUIRE((*source)->next_kernel().value());
  BlockTrace block;
  REQUIRE((*source)->next_block(block).value());
  REQUIRE((*source)->next_kernel().value()->name == "empty");
  REQUIRE((*source)->next_kernel().value()->name == "last");
  REQUIRE((*source)->next_block(block).value());
  CHECK(block.records.size() == 1);
  CHECK_FALSE((*source)->next_kernel().value());
  CHECK_FALSE((*source)->next_kernel().value());
}

TEST_CASE("a binary trace cut anywhere is an error", "[trace][binary][errors]") {
  TemporaryFile text(everything);
  const std::string whole = written(text.path(), TraceFormat::binary);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    INFO(size);
    const TemporaryFile cut(whole.substr(0, size), ".wmb");
    CHECK_FALSE(read_all(cut.path()).has_value());
    CHECK_FALSE(trace::seek_block(cut.path(), 0, 0).has_value());
  }
  CHECK_THAT(read_all(TemporaryFile(whole.substr(0, whole.size() - 1)).path()).error().message, Contains("cut off"));
  CHECK_THAT(read_all(TemporaryFile(whole + "x").path()).error().message, Contains("bytes follow its end"));
  std::string later = whole;
  later[8] = 2;
  CHECK_THAT(read_all(TemporaryFile(later).path()).error().message, Contains("version 2 is not known"));
}

TEST_CASE("a changed byte of a binary trace is found, or changes nothing", "[trace][binary][errors]") {
  TemporaryFile text(everything);
  const std::string whole = written(text.path(), TraceFormat::binary);
  const auto original = read_all(text.path()).value();
  std::size_t unnoticed = 0;
  // The trailer's offset serves seeking alone; all else is read and checked.
  for (std::size_t at = 0; at < whole.size() - 16; ++at) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 0x01);
    const auto launches = read_all(TemporaryFile(changed).path());
    if (!launches) continue;
    // zstd leaves a few bits without a meaning.
    ++unnoticed;
    CHECK(same(*launches, original));
  }
  CHECK(unnoticed < whole.size() / 50);
}

TEST_CASE("compressed traces of any kind", "[trace][compressed]") {
  namespace io = boost::iostreams;
  TemporaryFile text(everything);
  const std::string binary = written(text.path(), TraceFormat::binary);
  const auto plain = read_all(text.path()).value();
  std::string long_text = "warpmem-trace 1\n";
  for (int i = 0; i < 5000; ++i) long_text += "ld.global.b32 " + std::to_string(4 * (i * 7919 % 100003)) + "\n";

  const auto check = [&](const auto& filter, const char* format) {
    INFO(format);
    CHECK(same(plain, read_all(TemporaryFile(compressed(everything, filter)).path()).value()));
    CHECK(same(plain, read_all(TemporaryFile(compressed(binary, filter)).path()).value()));
    // Frames one after the other are one stream.
    const std::size_t half = everything.find("kernel empty");
    CHECK(same(plain,
               read_all(TemporaryFile(compressed(everything.substr(0, half), filter) + compressed(everything.substr(half), filter)).path())
                   .value()));
    const std::string whole = compressed(long_text, filter);
    CHECK(launch_of(read_all(TemporaryFile(whole).path())).accesses.size() == 5000);
    for (const std::size_t size : {whole.size() / 2, whole.size() - 1, whole.size() - 5, std::size_t{12}}) {
      const auto cut = read_all(TemporaryFile(whole.substr(0, size)).path());
      REQUIRE_FALSE(cut);
      CHECK_THAT(cut.error().message, Contains(std::string(format) + " data is damaged or cut off"));
    }
    std::string damaged = whole;
    damaged[whole.size() / 2] = static_cast<char>(damaged[whole.size() / 2] ^ 0x55);
    CHECK_FALSE(read_all(TemporaryFile(damaged).path()));
  };
  check(io::gzip_compressor(), "gzip");
  check(io::lzma_compressor(), "xz");
  check(io::zstd_compressor(), "zstd");
}

TEST_CASE("a trace is written whole or not at all", "[trace][write]") {
  TemporaryFile bad("bar\nfoo\n"), out("what was there");
  auto source = open_trace(bad.path());
  const auto failed = write_trace(**source, out.path(), TraceFormat::text);
  REQUIRE_FALSE(failed);
  CHECK(failed.error().file == bad.path());
  CHECK(content_of(out.path()) == "what was there");
  // Onto itself.
  TemporaryFile file(everything);
  source = open_trace(file.path());
  REQUIRE(write_trace(**source, file.path(), TraceFormat::binary));
  CHECK(written(file.path(), TraceFormat::text) == everything);
  source = open_trace("gen:copy");
  CHECK_THAT(write_trace(**source, "/no/such/folder/x.wmt", TraceFormat::text).error().message, Contains("cannot be written"));
  CHECK_THAT(write_trace(**source, "/dev/full", TraceFormat::text).error().message, Contains("No space left"));
}

TEST_CASE("the summary counts", "[trace][write]") {
  TemporaryFile text(everything);
  auto source = open_trace(text.path());
  const auto summary = check_trace(**source);
  REQUIRE(summary);
  CHECK(summary->kernels == 3);
  CHECK(summary->blocks == 12 + 5 + 1);
  CHECK(summary->warps == 12 * 3 + 5 + 1);
  CHECK(summary->records == 12);
  CHECK(summary->memory_records == 8);
  CHECK(summary->lane_accesses == 32 + 3 + 32 + 8 + 0 + 16 + 32 + 3);
  CHECK_FALSE(check_trace(**open_trace(TemporaryFile("foo\n").path())));
}

TEST_CASE("the digest is that of the bytes read, compressed or not", "[trace][digest]") {
  const auto digest = [](const std::string& name) {
    auto source = open_trace(name);
    REQUIRE(check_trace(**source));
    return (*source)->digest();
  };
  TemporaryFile text(everything), other(everything + "bar\n"), packed(compressed(everything, boost::iostreams::gzip_compressor()));
  CHECK(digest(text.path()).substr(0, 4) == "fnv:");
  CHECK(digest(text.path()) == digest(packed.path()));
  CHECK(digest(text.path()) != digest(other.path()));
  CHECK(digest("gen:copy,elements=32") != digest("gen:copy,elements=64"));
}
