// One launch of a trace with fixes made to it while it is read. Nothing is kept beyond the block in hand.
#pragma once

#include <atomic>
#include <memory>

#include "advise/survey.hpp"
#include "warpmem/advise.hpp"

namespace warpmem::advise {

// A changed launch, and whether the change could be made to all of it.
class Rewritten : public TraceSource {
 public:
  // False once an access was met that the fix would tear apart, or a block that is not like the others: what was handed
  // out then is worth nothing.
  virtual bool sound() const { return true; }
};

// Opens the trace unless the fix is made from the launch's model. Layout changes may be many; any other fix stands by
// itself. Null: fixes that do not go together or do not fit the launch.
Result<std::unique_ptr<Rewritten>> rewrite(const Opener& open, const Seen& seen, const std::vector<Fix>& fixes);

// Each for its kinds of fix. `launch` is the one launch alone.
std::unique_ptr<Rewritten> rewrite_layout(std::unique_ptr<TraceSource> launch, const Seen& seen, const std::vector<Fix>& fixes);
std::unique_ptr<Rewritten> rewrite_threads(const Seen& seen, const Fix& fix);
std::unique_ptr<Rewritten> fuse_fields(std::unique_ptr<TraceSource> launch, const Fix& fix);
std::unique_ptr<Rewritten> change_launch(std::unique_ptr<TraceSource> launch, const Fix& fix);

// The launch `number` of a trace, from 0, alone.
std::unique_ptr<TraceSource> one_launch(std::unique_ptr<TraceSource> inner, std::uint64_t number);

// Passes everything through: what the others change of it, they say.
class PassedThrough : public Rewritten {
 public:
  explicit PassedThrough(std::unique_ptr<TraceSource> inner) : inner_(std::move(inner)) {}
  Result<std::optional<KernelHead>> next_kernel() override { return inner_->next_kernel(); }
  Result<bool> next_block(BlockTrace& out) override { return inner_->next_block(out); }
  const std::vector<InstructionInfo>& instructions() const override { return inner_->instructions(); }
  std::vector<NotModelled> not_modelled() const override { return inner_->not_modelled(); }
  std::string name() const override { return inner_->name(); }
  std::string digest() const override { return inner_->digest(); }

 protected:
  std::unique_ptr<TraceSource> inner_;
};

}  // namespace warpmem::advise
