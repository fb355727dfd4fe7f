#include "record/front/rewrite.hpp"

#include <cstdint>
#include <cstdio>

#include "record/front/unit.hpp"

namespace warpmem::front {
namespace {

// FNV-1a, 64 bits.
std::string digest_of(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
  return digits;
}

}  // namespace

Result<Rewritten> rewrite(std::string_view text, const RewriteOptions& options) {
  Unit unit;
  unit.digest = digest_of(text);
  unit.relocatable = options.relocatable;
  unit.tokens = tokenise(text, options.own_headers);
  unit.structure = analyse(unit.tokens.list);
  using Step = void (*)(Unit&);
  for (const Step step : {refuse_constructs, find_kernels, rewrite_attributes, rewrite_launches, rewrite_shared, rewrite_declarations,
                          rewrite_atomics, rewrite_assembly, rewrite_casts, rewrite_memory, rewrite_members}) {
    step(unit);
    if (unit.refused) return tl::make_unexpected(std::move(*unit.refused));
  }
  return Rewritten{unit.edits.apply(unit.tokens), std::move(unit.kernel_order), unit.launches};
}

}  // namespace warpmem::front
