// Sees every launch once, then tries what the costliest call for.
#include <algorithm>
#include <tuple>

#include "advise/findings.hpp"
#include "advise/layout.hpp"
#include "advise/propose.hpp"
#include "advise/rewrite.hpp"

namespace warpmem::advise {
namespace {

// A launch with what its trials need.
struct Candidate {
  Advice advice;
  Seen seen;
};

class Trials {
 public:
  Trials(const Opener& open, const MachineConfig& machine, const Options& options) : open_(open), machine_(machine), options_(options) {}

  // Simulates the launch with these fixes made, and keeps what came out. False: `progress` said stop.
  Result<bool> attempt(Candidate& c, std::vector<Fix> fixes) {
    auto trace = rewrite(open_, c.seen, fixes);
    if (!trace) return tl::make_unexpected(trace.error());
    if (*trace == nullptr) return true;
    RunOptions run;
    run.threads = options_.threads;
    run.progress = options_.progress;
    const auto result = simulate(**trace, machine_, run);
    // A launch that no longer fits the machine is no error of the trace's.
    if (!result) return true;
    if (result->interrupted) return false;
    if (result->kernels.size() != 1 || !(*trace)->sound()) return true;
    Trial trial{std::move(fixes), cost_of(result->kernels.front()), false};
    const Cost& before = c.advice.cost;
    // What the program asks for is the same, or the trial is of another program.
    if (trial.cost.useful_bytes != before.useful_bytes) return true;
    trial.helps = static_cast<double>(trial.cost.cycles) <= (1 - options_.least_gain) * static_cast<double>(before.cycles);
    c.advice.trials.push_back(std::move(trial));
    return true;
  }

  Result<bool> all(Candidate& c) {
    std::vector<Fix> fixes = propose(c.seen, c.advice.kernel, machine_, c.advice.findings);
    if (fixes.size() > options_.most_trials) fixes.resize(options_.most_trials);
    for (const Fix& fix : fixes)
      if (const auto went_on = attempt(c, {fix}); !went_on || !*went_on) return went_on;
    auto together = belonging_together(c.advice);
    if (together.size() > 1)
      if (const auto went_on = attempt(c, std::move(together)); !went_on || !*went_on) return went_on;
    std::stable_sort(c.advice.trials.begin(), c.advice.trials.end(),
                     [](const Trial& a, const Trial& b) { return a.cost.cycles < b.cost.cycles; });
    return true;
  }

 private:
  // Layout changes of different arrays, the best of each.
  static std::vector<Fix> belonging_together(const Advice& advice) {
    std::vector<const Trial*> order;
    for (const Trial& t : advice.trials)
      if (t.fixes.size() == 1 && changes_layout(t.fixes[0].kind) && t.cost.cycles < advice.cost.cycles) order.push_back(&t);
    std::stable_sort(order.begin(), order.end(), [](const Trial* a, const Trial* b) { return a->cost.cycles < b->cost.cycles; });
    std::vector<Fix> fixes;
    for (const Trial* t : order) {
      const Fix& fix = t->fixes[0];
      const bool taken = std::any_of(fixes.begin(), fixes.end(), [&](const Fix& f) {
        return LayoutMap(f, 0).space() == LayoutMap(fix, 0).space() && f.begin < fix.end && fix.begin < f.end;
      });
      if (!taken) fixes.push_back(fix);
    }
    return fixes;
  }

  const Opener& open_;
  const MachineConfig& machine_;
  const Options& options_;
};

// Launches of one name and size do the same, as far as anyone can tell from outside: the costliest stands for them.
void keep_costliest(std::vector<Candidate>& all, Candidate&& next, std::size_t most) {
  const auto key = [](const Candidate& c) {
    const KernelHead& h = c.seen.head;
    return std::tuple(h.name, h.grid.x, h.grid.y, h.grid.z, h.block.x, h.block.y, h.block.z);
  };
  const auto same = std::find_if(all.begin(), all.end(), [&](const Candidate& c) { return key(c) == key(next); });
  if (same == all.end()) {
    all.push_back(std::move(next));
  } else if (same->advice.cost.cycles < next.advice.cost.cycles) {
    *same = std::move(next);
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Candidate& a, const Candidate& b) { return a.advice.cost.cycles > b.advice.cost.cycles; });
  if (all.size() > most) all.resize(most);
}

}  // namespace

Result<std::vector<Advice>> advise(const Opener& open, const MachineConfig& machine, const Options& options) {
  auto trace = open();
  if (!trace) return tl::make_unexpected(trace.error());
  Survey survey(**trace);
  RunOptions run;
  run.threads = options.threads;
  run.progress = options.progress;
  std::vector<Candidate> candidates;
  const auto seen = simulate(survey, machine, run, [&](KernelResult&& kernel) {
    Candidate c;
    c.seen = survey.take();
    c.advice.launch = c.seen.launch;
    c.advice.cost = cost_of(kernel);
    c.advice.kernel = std::move(kernel);
    keep_costliest(candidates, std::move(c), options.most_launches);
  });
  if (!seen) return tl::make_unexpected(seen.error());
  if (seen->interrupted) return std::vector<Advice>{};

  Trials trials(open, machine, options);
  std::vector<Advice> out;
  for (Candidate& c : candidates) {
    c.advice.findings = findings(c.advice.kernel, machine, &c.seen);
    const auto went_on = trials.all(c);
    if (!went_on) return tl::make_unexpected(went_on.error());
    if (!*went_on) return std::vector<Advice>{};
    out.push_back(std::move(c.advice));
  }
  return out;
}

}  // namespace warpmem::advise
