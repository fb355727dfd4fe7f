#include "record/front/rewrite.hpp"

#include "record/front/unit.hpp"

namespace warpmem::front {

Result<Rewritten> rewrite(std::string_view text, const RewriteOptions& options) {
  Unit unit;
  unit.tokens = tokenise(text, options.own_headers);
  unit.structure = analyse(unit.tokens.list);
  using Step = void (*)(Unit&);
  for (const Step step : {refuse_constructs, find_kernels, rewrite_attributes, rewrite_launches, rewrite_shared, rewrite_declarations,
                          rewrite_atomics, rewrite_assembly, rewrite_casts}) {
    step(unit);
    if (unit.refused) return tl::make_unexpected(std::move(*unit.refused));
  }
  return Rewritten{unit.edits.apply(unit.tokens), std::move(unit.kernel_order), unit.launches};
}

}  // namespace warpmem::front
