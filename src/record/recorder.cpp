#include "record/recorder.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "record/current.hpp"
#include "record/hook.hpp"
#include "record/text.hpp"

namespace warpmem::record {
namespace {

constexpr std::uint64_t race_checked_blocks = 4;  // of a launch: what is wrong in one block is wrong in its neighbours
constexpr unsigned most_races_told = 20;
constexpr unsigned functions_to_name = 16;

// "ns::tile<32>" -> "tile"
std::string base_name(const std::string& name) {
  std::string base = name.substr(0, name.find('<'));
  while (!base.empty() && base.back() == ' ') base.pop_back();
  const std::size_t colon = base.rfind(':');
  return colon == base.npos ? base : base.substr(colon + 1);
}

}  // namespace

Recorder::Recorder(Settings settings, Channel* channel, std::function<void(const std::string&)> warn)
    : settings_(std::move(settings)),
      channel_(channel),
      warn_(std::move(warn)),
      codes_([this](Code code) { return symbols().function_of(code); }),
      arithmetic_(
          [this](Code code) {
            const std::uint64_t begin = image().link_begin + symbols().function_of(code);
            return CodeRange{begin, begin + symbols().function_bytes(code)};
          },
          image().link_begin),
      records_(arena_, shared_,
               Records::Lookups{[this](Code code) { return line_of(code); }, [this](const Races::Pair& pair) { race(pair); },
                                image().link_begin, [this](Code code) { return arithmetic_.after(code); }}),
      runner_(codes_, records_, settings_.stack, [this](Code code) { return line_of(code); }) {
  hook_image = image();
}

const Symbols& Recorder::symbols() {
  if (!symbols_) symbols_ = std::make_unique<Symbols>(settings_.headers);
  return *symbols_;
}

const std::string& Recorder::line_of(Code code) {
  const auto [found, added] = lines_.try_emplace(code);
  if (added) found->second = symbols().line_of(code);
  return found->second;
}

const std::string& Recorder::function_of(Code code) {
  const auto [found, added] = functions_.try_emplace(code);
  if (added) found->second = symbols().function_name(code);
  return found->second;
}

unsigned Recorder::find_structure_word(Code code, std::size_t bytes, unsigned least) {
  unsigned& word = structure_words_[code];
  on_large_stack([&] { word = symbols().structure_alignment(code, bytes, least); });
  return word;
}

// As cudaLaunchKernel checks: cudaErrorInvalidConfiguration, cudaErrorInvalidValue.
int Recorder::refusal(const LaunchRequest& request) const {
  const Dim3 &grid = request.grid, &block = request.block;
  if (grid.x == 0 || grid.y == 0 || grid.z == 0 || block.volume() == 0 || block.volume() > 1024) return 9;
  if (grid.x > 0x7FFFFFFFU || grid.y > 65535 || grid.z > 65535 || block.x > 1024 || block.y > 1024 || block.z > 64) return 9;
  if (request.shared > settings_.device.shared_per_block_optin) return 1;
  return 0;
}

void Recorder::refused(const LaunchRequest& request, const std::string& why) {
  ++summary_.refused;
  std::string name = request.name;
  const auto address = reinterpret_cast<std::uint64_t>(request.function);
  if (name.empty() && image().holds(address)) name = function_of(image().code(address) + 1);
  const std::string place = request.file.empty() ? std::string() : " at " + request.file + ':' + std::to_string(request.line);
  const std::string text = "kernel " + name + " is not launched" + place + ": " + why;
  if (refusals_told_.insert(text).second) warn_(text);
}

// What a launch's first block has shown of its shared memory: nvcc refuses too many static variables, CUDA the launch.
void Recorder::check_shared_bytes() {
  const std::uint64_t most = settings_.device.shared_per_block, largest = settings_.device.shared_per_block_optin;
  const std::uint64_t statically = shared_.static_bytes(), all = shared_.bytes();
  if (statically <= most && all <= largest) return;
  const LaunchRequest& request = *running_;
  stop(Error{ErrorKind::input,
             "kernel " + (running_name_.empty() ? request.name : running_name_) +
                 (statically > most ? " has " + std::to_string(statically) + " bytes of static shared memory; " + std::to_string(most) +
                                          " are the most: make the array dynamic (extern __shared__), or smaller"
                                    : " needs " + std::to_string(all) + " bytes of shared memory, static and dynamic; " +
                                          std::to_string(largest) + " are the most of a block"),
             request.file, static_cast<std::uint64_t>(std::max(request.line, 0))});
}

bool Recorder::wanted(const LaunchRequest& request, const Kernel& kernel, std::string key) {
  if (channel_ == nullptr || !within_budget()) return false;
  if (settings_.kernel && !std::regex_search(request.name, *settings_.kernel) && !std::regex_search(kernel.name, *settings_.kernel))
    return false;
  if (!settings_.launches) return true;
  const Dim3 &grid = request.grid, &block = request.block;
  for (const std::uint32_t side : {grid.x, grid.y, grid.z, block.x, block.y, block.z}) key += ',' + std::to_string(side);
  return ++launches_of_[key] <= *settings_.launches;
}

std::uint64_t Recorder::output_bytes() const {
  struct stat status {};
  const std::string part = settings_.output + ".part" + std::to_string(getpid());
  return ::stat(part.c_str(), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

bool Recorder::within_budget() {
  if (!summary_.ended_by.empty()) return false;
  const Budget& budget = settings_.budget;
  if (budget.records && summary_.records >= *budget.records) {
    summary_.ended_by = std::to_string(*budget.records) + " records";
  } else if (budget.time && std::chrono::steady_clock::now() - begin_ >= *budget.time) {
    summary_.ended_by = std::to_string(budget.time->count() / 1000) + " s";
  } else if (budget.bytes && output_bytes() >= *budget.bytes) {
    summary_.ended_by = std::to_string(*budget.bytes) + " bytes";
  }
  return summary_.ended_by.empty();
}

int Recorder::launch(const LaunchRequest& request) {
  if (const int error = refusal(request); error != 0) return error;
  if (settings_.compute)
    if (const std::string obstacle = Arithmetic::obstacle(); !obstacle.empty()) stop(Error{ErrorKind::input, obstacle});
  const std::string key =
      request.name + '|' + request.file + '|' + std::to_string(request.line) + '|' + hex(reinterpret_cast<std::uint64_t>(request.function));
  Kernel& kernel = kernels_[key];
  if (request.function != nullptr && kernel.name.empty()) {
    const auto address = reinterpret_cast<std::uint64_t>(request.function);
    if (image().holds(address)) kernel.name = function_of(image().code(address) + 1);
  }
  ++summary_.launches;
  // Wherever it is launched from, it is one kernel; without an address each place counts by itself.
  const bool traced = wanted(request, kernel, request.function != nullptr ? hex(reinterpret_cast<std::uint64_t>(request.function)) : key);

  running_ = &request;
  // A template whose arguments were deduced has no address here: each launch shows anew which one it is.
  running_name_ = request.function != nullptr ? kernel.name : std::string();
  running_function_ = request.function;
  naming_ = running_name_.empty() ? functions_to_name : 0;
  shared_.begin(request.shared);
  const std::uint32_t grid[3] = {request.grid.x, request.grid.y, request.grid.z};
  const std::uint32_t block[3] = {request.block.x, request.block.y, request.block.z};
  set_launch_shape(grid, block);
  if (request.cooperative && request.grid.volume() > 1) {
    run_together(request, kernel, traced);
  } else {
    run_blocks(request, kernel, traced);
  }
  running_ = nullptr;
  naming_ = 0;
  return 0;
}

void Recorder::run_blocks(const LaunchRequest& request, Kernel& kernel, bool traced) {
  const std::uint64_t blocks = request.grid.volume();
  std::uint64_t blocks_traced = 0;
  if (traced) records_.begin_launch(request.block, settings_.unroll, settings_.compute);
  bool tracing = traced;
  std::array<std::uint32_t, 3> index{};
  for (std::uint64_t block = 0; block < blocks; ++block) {
    if (tracing && blocks_traced > 0 && (block & 15U) == 0) tracing = within_budget();
    const bool trace = tracing && settings_.blocks.chosen(block, blocks);
    // What the first block shows decides how the others run.
    const bool ordered = block == 0 || kernel.order_matters;
    const BlockRunner::Mode mode = trace ? BlockRunner::Mode::traced : ordered ? BlockRunner::Mode::ordered : BlockRunner::Mode::bare;
    set_block_index(index);
    current_shared = &shared_;
    if (trace) records_.begin_block(trace_, block, blocks_traced < race_checked_blocks);
    const std::optional<Fault> fault = runner_.run(request.block, block, request.body, mode);
    if (fault) {
      stop(error_of(*fault));
      return;
    }
    shared_.settle();
    if (block == 0) check_shared_bytes();
    kernel.order_matters = kernel.order_matters || runner_.order_mattered();
    if (trace) {
      records_.end_block();
      summary_.records += trace_.records.size();
      hand_over(trace_, request, kernel, blocks_traced++ == 0);
    }
    naming_ = 0;
    if (++index[0] == request.grid.x) {
      index[0] = 0;
      if (++index[1] == request.grid.y) {
        index[1] = 0;
        ++index[2];
      }
    }
  }
  end_launch(blocks, blocks_traced);
}

void Recorder::end_launch(std::uint64_t blocks, std::uint64_t blocks_traced) {
  summary_.blocks += blocks;
  if (blocks_traced == 0) return;
  summary_.blocks_traced += blocks_traced;
  ++summary_.launches_traced;
  summary_.accesses += records_.accesses();
  if (records_.cut_off()) ++summary_.cut_off;
  std::vector<NotModelled> left_out;
  for (const auto& [what, count] : not_modelled_) left_out.push_back({what, count});
  not_modelled_.clear();
  if (records_.late_shared() > 0)
    left_out.push_back({"shared variables that the launch's first block does not reach", records_.late_shared()});
  channel_->end_launch(std::move(left_out));
}

void Recorder::hand_over(BlockTrace& trace, const LaunchRequest& request, Kernel& kernel, bool first) {
  if (first) {
    shared_.settle();
    head_ = KernelHead{};
    head_.name = running_name_.empty() ? request.name : running_name_;
    if (head_.name.empty()) head_.name = "kernel";
    head_.grid = request.grid;
    head_.block = request.block;
    head_.shared = Bytes(shared_.bytes());
    const auto carveout = carveouts_.find(running_function_);
    if (carveout != carveouts_.end() && carveout->second >= 0)
      head_.carveout = Bytes(settings_.device.shared_per_sm * static_cast<std::uint64_t>(carveout->second) / 100);
    kernel.name = head_.name;
    channel_->launch(head_);
  }
  channel_->block(trace, records_.instructions());
}

void Recorder::offer_name(Code entry) {
  --naming_;
  const std::string& function = function_of(entry);
  if (running_ == nullptr || base_name(function) != base_name(running_->name)) return;
  running_name_ = function;
  running_function_ = reinterpret_cast<const void*>(image().begin + symbols().function_of(entry));
  naming_ = 0;
}

void Recorder::race(const Races::Pair& pair) {
  const std::string first = line_of(pair.first), second = line_of(pair.second);
  if (races_told_.size() >= most_races_told ||
      !races_told_.try_emplace(first < second ? first + '|' + second : second + '|' + first).second)
    return;
  const auto did = [](bool writes) { return writes ? " writes at " : " reads at "; };
  warn_("kernel " + (running_name_.empty() ? running_->name : running_name_) + ": warp " + std::to_string(pair.first_warp) +
        did(pair.first_writes) + first + " and warp " + std::to_string(pair.second_warp) + did(pair.second_writes) + second +
        " the same shared memory, with no barrier between: which comes first is chance");
}

Error Recorder::error_of(const Fault& fault) {
  const LaunchRequest& request = *running_;
  std::string file;
  std::uint64_t line = 0;
  if (fault.code != 0) {
    const std::string& at = line_of(fault.code);
    const std::size_t colon = at.rfind(':');
    if (colon != at.npos) {
      file = at.substr(0, colon);
      line = std::stoull(at.substr(colon + 1));
    }
  }
  return Error{ErrorKind::input,
               "kernel " + (running_name_.empty() ? request.name : running_name_) + ", block " +
                   place_text(fault.block, request.grid.x, request.grid.y) + ", thread " +
                   place_text(fault.thread, request.block.x, request.block.y) + ": " + fault.what,
               file, line};
}

}  // namespace warpmem::record
