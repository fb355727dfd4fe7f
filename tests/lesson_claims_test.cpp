// What two well-read articles on CUDA memory claim, row by row, and what the lessons' own runs say to it.
#include <algorithm>

#include "lesson_support.hpp"

using namespace warpmem;
using namespace warpmem::test;

TEST_CASE("aligned contiguous floats are 1 transaction with 100 % used: 1 line, 4 sectors", "[lesson]") {
  Played l = play("transactions");
  CHECK(l["ordered.lines"] == 1);
  CHECK(l["ordered.sectors"] == 4);
  CHECK(l["ordered.efficiency"] == 1);
  CHECK(l["copy.lines"] == 1);
  CHECK(l["copy.sectors"] == 4);
  CHECK(l.belief("one").holds);
  CHECK(l.belief("full").holds);
  // That the bytes asked for are the bytes moved, whatever the addresses, is not so.
  CHECK(l["scattered.useful_bytes"] == 128);
  CHECK(l["scattered.sector_bytes"] == 1024);
  CHECK_FALSE(l.belief("always").holds);
}

TEST_CASE("A[i + 1] is 2 transactions and 50 %: 2 lines, but 5 sectors, 80 % used, and less still moves in a kernel", "[lesson]") {
  Played l = play("alignment");
  CHECK(l["shifted.lines"] == 2);
  CHECK(l["shifted.sectors"] == 5);
  CHECK(l["shifted.line_efficiency"] == Approx(0.5));
  CHECK(l["shifted.efficiency"] == Approx(0.8));
  CHECK(l.belief("two").holds);
  CHECK_FALSE(l.belief("half").holds);
  CHECK(l["late.l1_hit_rate"] > 0.05);
  CHECK(l["late.moved_bytes"] < 1.25 * l["aligned.moved_bytes"]);
  CHECK_FALSE(l.belief("slow").holds);
}

TEST_CASE("stride 2 is 2 transactions and 50 %: 2 lines, 8 sectors, 50 %", "[lesson]") {
  Played l = play("strides");
  CHECK(l["s2.lines"] == 2);
  CHECK(l["s2.sectors"] == 8);
  CHECK(l["s2.efficiency"] == Approx(0.5));
  CHECK(l["k2.sectors"] == 8);
  CHECK(l.belief("two").holds);
}

TEST_CASE("stride 8 floats is 8 transactions: 8 lines, 32 sectors, 12.5 %", "[lesson]") {
  Played l = play("strides");
  CHECK(l["s8.lines"] == 8);
  CHECK(l["s8.sectors"] == 32);
  CHECK(l["s8.efficiency"] == Approx(0.125));
  CHECK(l["k8.sectors"] == 32);
  CHECK(l.belief("eight").holds);
}

TEST_CASE("stride 32 is 32 transactions and 3.125 %: so it is by lines, by sectors it is 12.5 %", "[lesson]") {
  Played l = play("strides");
  CHECK(l["s32.lines"] == 32);
  CHECK(l["s32.sectors"] == 32);
  CHECK(l["s32.line_efficiency"] == Approx(0.03125));
  CHECK(l["s32.efficiency"] == Approx(0.125));
  CHECK(l.belief("lines").holds);
  CHECK_FALSE(l.belief("worst").holds);
}

TEST_CASE("the table of strides from base 1024: 1 2 4 8 32 transactions, 128 to 4096 bytes, 100 to 3.125 %", "[lesson]") {
  Played l = play("strides");
  const struct {
    const char* run;
    double lines, sectors;
  } rows[] = {{"s1", 1, 4}, {"s2", 2, 8}, {"s4", 4, 16}, {"s8", 8, 32}, {"s32", 32, 32}};
  for (const auto& r : rows) {
    INFO(r.run);
    const std::string run = r.run;
    CHECK(l[run + ".lines"] == r.lines);
    CHECK(l[run + ".line_bytes"] == 128 * r.lines);
    CHECK(l[run + ".line_efficiency"] == Approx(1 / r.lines));
    CHECK(l[run + ".sectors"] == r.sectors);
  }
}

TEST_CASE("64 ints are 2 transactions: 2 lines, 8 sectors as int2", "[lesson]") {
  Played l = play("vectors");
  CHECK(l["pair.useful_bytes"] == 256);
  CHECK(l["pair.lines"] == 2);
  CHECK(l["pair.sectors"] == 8);
  CHECK(l["copy2.lines"] == 2);
  CHECK(l.belief("two").holds);
}

TEST_CASE("float4 covers 512 B a warp in fewer instructions: 4 lines, 16 sectors, 1 instruction, 4 wavefronts", "[lesson]") {
  Played l = play("vectors");
  CHECK(l["quad.useful_bytes"] == 512);
  CHECK(l["quad.loads"] == 1);
  CHECK(l["quad.lines"] == 4);
  CHECK(l["quad.sectors"] == 16);
  CHECK(l["quad.data_wavefronts"] == 4);
  CHECK(l["copy4.lines"] == 4);
  CHECK(l["copy1.loads / copy4.loads"] == 4);
  CHECK(l.belief("span").holds);
  CHECK(l.belief("fewer").holds);
  CHECK_FALSE(l.belief("bytes").holds);
}

TEST_CASE("in two dimensions, x as the column is coalesced and x as the row is not; float** takes two loads", "[lesson]") {
  Played l = play("two-dimensions");
  CHECK(l["row.lines"] == 1);
  CHECK(l["row.sectors"] == 4);
  CHECK(l["column.lines"] == 32);
  CHECK(l["column.sectors"] == 32);
  CHECK(l["row_ptr.loads"] == 2 * l["row.loads"] + l["row.stores"]);
  CHECK(l.belief("rows").holds);
  CHECK(l.belief("columns").holds);
  CHECK_FALSE(l.belief("pointer").holds);
}

TEST_CASE("one field of 12 or 16 bytes: 3 and 4 times the sectors, not a transaction a thread; all fields: little is lost", "[lesson]") {
  Played l = play("structures");
  CHECK(l["aos12.lines"] == 3);
  CHECK(l["aos12.sectors"] == 12);
  CHECK(l["aos16.lines"] == 4);
  CHECK(l["aos16.sectors"] == 16);
  CHECK(l["soa.sectors"] == 4);
  CHECK_FALSE(l.belief("each").holds);
  CHECK(l.belief("third").holds);
  CHECK(l["aos12_all.moved_bytes"] == l["soa_all.moved_bytes"]);
  CHECK(l["aos12_all.time_us"] < 1.3 * l["soa_all.time_us"]);
  CHECK_FALSE(l.belief("silver").holds);
}

TEST_CASE("RGB interleaved or planar, NCHW or NHWC: no layout is coalesced by itself", "[lesson]") {
  Played l = play("images");
  CHECK(l["grey_p.sectors"] == 1);
  CHECK(l["grey_i.sectors"] >= 3);
  CHECK(l["grey_i.moved_bytes"] == Approx(l["grey_p.moved_bytes"]).epsilon(0.05));
  CHECK(l["norm_i.store_sectors"] == 12);
  CHECK(l["norm_p.store_sectors"] == 4);
  CHECK_FALSE(l.belief("contiguous").holds);
  CHECK(l["nchw.sectors"] == 4);
  CHECK(l["nhwc.sectors"] == 32);
  CHECK_FALSE(l.belief("nhwc").holds);
  CHECK(l.outcome("channels").answer == "a");
}

TEST_CASE("shared [ty][tx * 2] is 2-way, [ty][tx * 4] 4-way, a broadcast and [tx + 1] are free", "[lesson]") {
  Played banks = play("banks");
  CHECK(banks["k1.wavefronts"] == 1);
  CHECK(banks["k2.wavefronts"] == 2);
  CHECK(banks["k4.wavefronts"] == 4);
  CHECK(banks["kshifted.wavefronts"] == 1);
  for (const char* belief : {"two", "four", "shifted"}) CHECK(banks.belief(belief).holds);
  // But neither is an access 1 cycle, nor a full conflict 32 times that for a lone warp.
  CHECK(banks["row.latency_shared_ld_cycles"] == 23);
  CHECK(banks["column.latency_shared_ld_cycles"] == 23 + 2 * 31);
  CHECK_FALSE(banks.belief("cycle").holds);
  CHECK_FALSE(banks.belief("slower").holds);
  CHECK(banks["many32.cycles / many1.cycles"] == Approx(32).epsilon(0.05));
  CHECK(banks.belief("many").holds);
  Played broadcast = play("broadcast");
  CHECK(broadcast["kernel.wavefronts"] == 1);
  CHECK(broadcast["kernel.conflicts"] == 0);
  CHECK(broadcast.belief("free").holds);
  CHECK(broadcast["adds.shared_wavefronts_per_instruction"] == 32);
  CHECK_FALSE(broadcast.belief("all").holds);
  CHECK(broadcast["global.sectors"] == 1);
}

TEST_CASE("padding to 33 does not free [ty][tx * 2]; it frees a column walk", "[lesson]") {
  Played l = play("padding");
  CHECK(l["two.wavefronts"] == 2);
  CHECK(l["two_padded.wavefronts"] == 2);
  CHECK_FALSE(l.belief("cures_stride").holds);
  CHECK(l["column.wavefronts"] == 32);
  CHECK(l["column_padded.wavefronts"] == 1);
  CHECK(l.belief("cures_column").holds);
  CHECK(l["tiled.cycles"] > l["padded.cycles"]);
}

TEST_CASE("As[ty][k] is no 32-way conflict in 32-wide or 16-wide blocks; it is one where x walks the rows", "[lesson]") {
  Played l = play("tiled-product");
  CHECK(l["tiled.wavefronts"] == 1);
  CHECK(l["tiled16.wavefronts"] == 1);
  CHECK_FALSE(l.belief("conflict").holds);
  CHECK_FALSE(l.belief("padding").holds);
  // Half of the loads are As[tx][k] with 32 wavefronts, half Bs[k][ty] with 1.
  CHECK(l["walk.wavefronts"] == Approx((32 + 1) / 2.0));
  CHECK(l["walk_padded.wavefronts"] == 1);
}

TEST_CASE("tiling divides the accesses by the tile's width; the sectors by far less", "[lesson]") {
  Played l = play("tiled-product");
  CHECK(l["naive.loaded_words"] == 2.0 * 64 * 64 * 64);
  CHECK(l["naive.loaded_words / tiled.loaded_words"] == 32);
  CHECK(l["naive16.loaded_words / tiled16.loaded_words"] == 16);
  CHECK(l.belief("accesses").holds);
  // Naive: 1 sector for A, 4 for B, a product; tiled: 4 for each load of a warp, once a tile.
  CHECK(l["naive.load_sectors / tiled.load_sectors"] == Approx((1 + 4) * 32 / (2 * 4.0)));
  CHECK_FALSE(l.belief("sectors").holds);
}

TEST_CASE("a transpose through a tile mends the stores, and padding its banks", "[lesson]") {
  Played l = play("transpose");
  CHECK(l["naive.store_sectors"] == 32);
  CHECK(l["tiled.store_sectors"] == 4);
  CHECK(l["tiled.wavefronts"] == 32);
  CHECK(l["padded.wavefronts"] == 1);
  CHECK(l["padded.time_us"] < l["naive.time_us"]);
  CHECK_FALSE(l.belief("always").holds);
  CHECK_FALSE(l.belief("hundred").holds);
}

TEST_CASE("global memory is cached, whatever is said", "[lesson]") {
  Played l = play("caches");
  CHECK(l["fits.l1_hit_rate"] == Approx(0.75).margin(0.02));
  CHECK(l["once.l1_hit_rate"] == 0);
  CHECK(l["squeezed.l1_hit_rate"] < l["fits.l1_hit_rate"]);
  CHECK_FALSE(l.belief("uncached").holds);
  CHECK(l["l1_chase.latency_global_ld_cycles"] < l["l2_chase.latency_global_ld_cycles"]);
  CHECK(l["l2_chase.latency_global_ld_cycles"] < l["cold.latency_global_ld_cycles"]);
}

TEST_CASE("double buffering hides latency, moving the same bytes; prefetching into shared memory waits for its loads", "[lesson]") {
  Played l = play("prefetch");
  // 16 tiles: the wait of a load beside the work or behind it.
  const double wait = l["waits.latency_global_ld_cycles"], work = l["work.cycles"] / 16;
  CHECK(l["waits.cycles"] == Approx(16 * (wait + work)).epsilon(0.1));
  CHECK(l["ahead.cycles"] == Approx(wait + 16 * std::max(wait, work)).epsilon(0.1));
  CHECK(l["ahead.cycles"] < 0.7 * l["stored.cycles"]);
  CHECK(l.outcome("order").answer == "c");
  CHECK(l["double.cycles"] < l["prefetch.cycles"]);
  CHECK(l["double.moved_bytes"] == Approx(l["tiled.moved_bytes"]));
  CHECK_FALSE(l.belief("fewer").holds);
  CHECK_FALSE(l.belief("hidden").holds);
}

TEST_CASE("B = D / T, T = latency + transfer, peak = clock x width, E = B / peak", "[lesson]") {
  Played l = play("bandwidth");
  for (const char* run : {"small", "copy", "strided", "quad"}) {
    INFO(run);
    const std::string r = run;
    CHECK(l[r + ".effective_bandwidth_GBs"] == Approx(l[r + ".useful_bytes / " + r + ".time_us / 1000"]));
    CHECK(l[r + ".time_us"] == Approx(l[r + ".latency_us + " + r + ".transfer_us"]));
    CHECK(l[r + ".bandwidth_efficiency"] == Approx(l[r + ".effective_bandwidth_GBs / machine.peak_GBs"]));
    // B may pass the peak, since stores rest in L2; what crosses the bus cannot.
    CHECK(l[r + ".dram_bandwidth_GBs < machine.peak_GBs"] == 1);
  }
  // 5,120 bits at 1,593 MHz, both edges.
  CHECK(l["machine.peak_GBs"] == Approx(2039.04).epsilon(1e-4));
  CHECK(l["machine.bus_bytes"] == Approx(640).epsilon(1e-4));
  CHECK(l["copy.bandwidth_efficiency"] > 5 * l["strided.bandwidth_efficiency"]);
  CHECK(l.belief("b").holds);
  CHECK(l.belief("peak").holds);
  CHECK_FALSE(l.belief("busy").holds);
  CHECK(l.outcome("small").answer == "a");
}

TEST_CASE("formulas stand in every lesson that runs a kernel, with that run's figures", "[lesson]") {
  for (const lesson::Title& title : lesson::titles()) {
    if (title.number == 0) continue;
    INFO(title.name);
    const lesson::Lesson l = lesson_named(title.name);
    CHECK(std::any_of(l.page.blocks.begin(), l.page.blocks.end(),
                      [](const lesson::Block& b) { return b.kind == lesson::Block::Kind::formulas; }));
  }
}

TEST_CASE("the quiz's answers, by simulation, are those of the article", "[lesson]") {
  const Played l = play("quiz");
  // In their order here, which is not the article's.
  const char* answers[] = {"c", "b", "a", "d", "b", "c", "d", "a", "abd", "bcd"};
  REQUIRE(l.player->answered().size() == std::size(answers));
  for (std::size_t i = 0; i < std::size(answers); ++i) {
    INFO(l.player->answered()[i].id);
    CHECK(l.player->answered()[i].outcome.answer == answers[i]);
  }
}
