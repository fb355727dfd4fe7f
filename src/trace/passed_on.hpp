// A trace that passes through: what a derived source looks at or changes of it, it says; the rest is the inner one's.
#pragma once

#include "warpmem/trace.hpp"

namespace warpmem::trace {

// `Base`: TraceSource, or what a family of such sources adds to it. The inner trace must outlive this.
template <class Base = TraceSource>
class PassedOn : public Base {
 public:
  explicit PassedOn(TraceSource& inner) : inner_(inner) {}
  Result<std::optional<KernelHead>> next_kernel() override { return inner_.next_kernel(); }
  Result<bool> next_block(BlockTrace& out) override { return inner_.next_block(out); }
  const std::vector<InstructionInfo>& instructions() const override { return inner_.instructions(); }
  std::vector<NotModelled> not_modelled() const override { return inner_.not_modelled(); }
  std::string name() const override { return inner_.name(); }
  std::string digest() const override { return inner_.digest(); }

 protected:
  TraceSource& inner_;
};

}  // namespace warpmem::trace
