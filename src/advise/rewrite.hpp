// One launch of a trace with fixes made to it while it is read. Nothing is kept beyond the block in hand.
#pragma once

#include <atomic>
#include <memory>

#include "advise/survey.hpp"
#include "trace/passed_on.hpp"
#include "warpmem/advise.hpp"

namespace warpmem::advise {

// A changed launch, and whether the change could be made to all of it.
class Rewritten : public TraceSource {
 public:
  // False once an access was met that the fix would tear apart, or a block that is not like the others: what was handed
  // out then is worth nothing.
  virtual bool sound() const { return true; }
};

// The tile of a transpose through shared memory: its block has a thread for each column and each so manieth row.
struct TileShape {
  static constexpr unsigned side = 32;          // elements
  static constexpr unsigned rows_a_thread = 4;  // one after the other, block_rows apart
  static constexpr unsigned block_rows = side / rows_a_thread;
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

// A rewritten launch that is the inner one but for what a derived class says, and that owns it.
class PassedThrough : public trace::PassedOn<Rewritten> {
 public:
  explicit PassedThrough(std::unique_ptr<TraceSource> inner) : PassedOn(*inner), owned_(std::move(inner)) {}

 private:
  std::unique_ptr<TraceSource> owned_;
};

}  // namespace warpmem::advise
