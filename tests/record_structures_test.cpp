// Copies of structures: every load before the first store, in words as wide as the structure's members.
#include <catch2/catch.hpp>

#include "record_kernels.hpp"
#include "record_program_support.hpp"

using Strings = std::vector<std::string>;

namespace {

// The accesses of one warp; the first buffer lies at 0x200000000000, the second 256 bytes behind.
template <class T>
Strings copied(int (*copy)(const T*, T*)) {
  const Recorded recorded = record([&] {
    T* const in = device<T>(2);
    T* const out = device<T>(2);
    auto* const bytes = reinterpret_cast<unsigned char*>(in);
    for (std::size_t i = 0; i < 2 * sizeof(T); ++i) bytes[i] = static_cast<unsigned char>(i);
    copy(in, out);
    CHECK(std::equal(bytes, bytes + 2 * sizeof(T), reinterpret_cast<unsigned char*>(out)));
  });
  REQUIRE(recorded.error.message.empty());
  return Strings(recorded.lines.begin() + 3, recorded.lines.end());
}

}  // namespace

TEST_CASE("A structure of floats is copied in words of 4 bytes, loaded whole before it is stored") {
  CHECK(copied(record_kernels::copy_floats) ==
        Strings{"ld.global.b32 0x200000000000+24", "ld.global.b32 0x200000000004+24", "ld.global.b32 0x200000000008+24",
                "ld.global.b32 0x20000000000c+24", "ld.global.b32 0x200000000010+24", "ld.global.b32 0x200000000014+24",
                "st.global.b32 0x200000000100+24", "st.global.b32 0x200000000104+24", "st.global.b32 0x200000000108+24",
                "st.global.b32 0x20000000010c+24", "st.global.b32 0x200000000110+24", "st.global.b32 0x200000000114+24"});
}

TEST_CASE("A structure of doubles is copied in words of 8 bytes") {
  CHECK(copied(record_kernels::copy_doubles) == Strings{"ld.global.b64 0x200000000000+40", "ld.global.b64 0x200000000008+40",
                                                        "ld.global.b64 0x200000000010+40", "ld.global.b64 0x200000000018+40",
                                                        "ld.global.b64 0x200000000020+40", "st.global.b64 0x200000000100+40",
                                                        "st.global.b64 0x200000000108+40", "st.global.b64 0x200000000110+40",
                                                        "st.global.b64 0x200000000118+40", "st.global.b64 0x200000000120+40"});
}

TEST_CASE("A pair of doubles is no vector: two words of 8 bytes") {
  CHECK(copied(record_kernels::copy_pairs) == Strings{"ld.global.b64 0x200000000000+16", "ld.global.b64 0x200000000008+16",
                                                      "st.global.b64 0x200000000100+16", "st.global.b64 0x200000000108+16"});
}

TEST_CASE("Vectors copied one after the other stay whole, beside structures of their size") {
  const Recorded recorded = record([] {
    auto* const in = device<record_kernels::Vector>(4);
    auto* const out = device<record_kernels::Vector>(4);
    record_kernels::copy_vectors(in, out);
  });
  CHECK(Strings(recorded.lines.begin() + 3, recorded.lines.end()) ==
        Strings{"ld.global.b128 0x200000000000+16", "st.global.b128 0x200000000100+16", "ld.global.b128 0x200000000020+16",
                "st.global.b128 0x200000000120+16"});
}
