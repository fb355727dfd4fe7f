#include "cli/sweep_run.hpp"
#include "cli/open.hpp"

#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

#include "cli/progress.hpp"
#include "cli/status_line.hpp"
#include "report/layout.hpp"
#include "warpmem/machine.hpp"

namespace warpmem::cli {
namespace {

// One point's outcome; written by the thread that ran it, read when all are done.
struct Slot {
  std::vector<report::SweepRow> rows;
  std::optional<report::Gates> gates;
  std::optional<Error> error;
};

std::string point_name(const SweepPlan& plan, const SweepPoint& point) {
  std::string name;
  for (std::size_t k = 0; k < plan.keys.size(); ++k) name += (k == 0 ? "" : ", ") + plan.keys[k] + '=' + point.keys[k];
  return name.empty() ? point.trace : name;
}

using Machines = std::map<std::pair<std::string, std::vector<std::string>>, MachineConfig>;

// Each machine is loaded once, before anything runs: a mistake in the last one shows at once.
Result<Machines> load_machines(const SweepPlan& plan) {
  Machines machines;
  for (const SweepPoint& p : plan.points) {
    if (machines.contains({p.config, p.set})) continue;
    const auto loaded = load_config(p.config, p.set);
    if (!loaded) return tl::make_unexpected(loaded.error());
    machines.emplace(std::pair(p.config, p.set), loaded->machine);
  }
  return machines;
}

// Generators are asked for their keys; files and kernels are left to be opened when it is their turn.
Result<bool> check_sources(const SweepPlan& plan) {
  std::size_t standard_input = 0;
  for (const SweepPoint& p : plan.points) {
    if (p.trace == "-" && ++standard_input > 1)
      return usage_error("standard input can be read once, and this sweep has several points: name a file");
    if (!p.trace.starts_with("gen:")) continue;
    if (const auto source = open_named(p.trace); !source) return tl::make_unexpected(source.error());
  }
  return true;
}

void run_point(const SweepPlan& plan, const SweepPoint& point, const MachineConfig& machine, const SweepOptions& options,
               const std::atomic<bool>& stop, Slot& slot) {
  auto source = open_named(point.trace);
  if (!source) {
    slot.error = source.error();
    return;
  }
  RunOptions run;
  run.flush_caches = options.flush_caches;
  run.progress = [&stop](std::uint64_t) { return !stop && !stop_wanted(); };
  slot.gates.emplace(options.gates);
  const auto result = simulate(**source, machine, run, [&](KernelResult&& kernel) {
    slot.rows.push_back(
        {point.keys, point.trace, machine.name, machine.digest, kernel.head.name, point.set, report::figure_values(kernel, machine)});
    slot.gates->kernel(kernel, machine, plan.points.size() > 1 ? point_name(plan, point) : std::string());
  });
  if (result) return;
  slot.error = result.error();
  if (slot.error->file.empty() && slot.error->kind == ErrorKind::input) slot.error->file = point.trace;
}

// Hands points out in order and keeps count.
class Pool {
 public:
  Pool(const SweepPlan& plan, const Machines& machines, const SweepOptions& options)
      : plan_(plan), machines_(machines), options_(options), slots_(plan.points.size()) {
    const std::size_t n = std::min<std::size_t>(options.threads, plan.points.size());
    for (std::size_t i = 0; i < n; ++i) threads_.emplace_back([this] { work(); });
  }
  ~Pool() {
    stop_ = true;
    for (std::thread& t : threads_) t.join();
  }
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  void wait(StatusLine& line) {
    const std::size_t all = slots_.size();
    std::unique_lock lock(mutex_);
    while (busy_ + done_ < all || busy_ > 0) {
      changed_.wait_for(lock, std::chrono::milliseconds(100));
      if ((failed_ || stop_wanted()) && busy_ == 0) return;
      if (!line.due()) continue;
      const double n = static_cast<double>(done_);
      const double rate = n / line.elapsed();
      std::string text = fmt::format("{} of {} points", done_, all);
      if (done_ > 0) text += fmt::format(", {}, {}", per_second(rate), time_left((static_cast<double>(all) - n) / rate));
      line.show(text);
    }
  }
  std::vector<Slot>& slots() { return slots_; }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    // A point that fails ends the sweep, but those handed out before it go on: one of them may fail and stands earlier.
    while (next_ < slots_.size() && !failed_ && !stop_ && !stop_wanted()) {
      const std::size_t i = next_++;
      ++busy_;
      lock.unlock();
      const SweepPoint& point = plan_.points[i];
      try {
        run_point(plan_, point, machines_.at({point.config, point.set}), options_, stop_, slots_[i]);
      } catch (const std::exception& e) {
        slots_[i].error = Error{ErrorKind::internal, std::string("stopped: ") + e.what()};
      }
      lock.lock();
      --busy_;
      ++done_;
      failed_ = failed_ || slots_[i].error.has_value();
      changed_.notify_all();
    }
  }

  const SweepPlan& plan_;
  const Machines& machines_;
  const SweepOptions& options_;
  std::vector<Slot> slots_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t next_ = 0, busy_ = 0, done_ = 0;
  bool failed_ = false;
  std::atomic<bool> stop_{false};
  std::vector<std::thread> threads_;
};

}  // namespace

Result<SweepResult> run_sweep(const SweepPlan& plan, const SweepOptions& options) {
  if (const auto fine = check_sources(plan); !fine) return tl::make_unexpected(fine.error());
  const auto machines = load_machines(plan);
  if (!machines) return tl::make_unexpected(machines.error());
  SweepResult result{{}, false, report::Gates(options.gates), false};
  catch_interrupts();
  StatusLine line(options.progress);
  Pool pool(plan, *machines, options);
  pool.wait(line);
  result.interrupted = stop_wanted();
  if (result.interrupted) return result;
  for (std::size_t i = 0; i < plan.points.size(); ++i) {
    Slot& slot = pool.slots()[i];
    if (slot.error) {
      if (plan.points.size() > 1) slot.error->message += " (at " + point_name(plan, plan.points[i]) + ")";
      return tl::make_unexpected(*slot.error);
    }
    result.several_kernels = result.several_kernels || slot.rows.size() > 1;
    result.gates.add(*slot.gates);
    for (report::SweepRow& row : slot.rows) result.rows.push_back(std::move(row));
  }
  return result;
}

}  // namespace warpmem::cli
