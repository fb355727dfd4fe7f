// SetTags as it is built for a processor without SSE2. In an executable of its own, where no other version is linked.
#undef __SSE2__
#include "set_tags_support.hpp"

TEST_CASE("SetTags without SIMD is an LRU cache when all ways are drawn", "[units]") {
  warpmem::test::check_lru<16>();
  warpmem::test::check_lru<32>();
}
