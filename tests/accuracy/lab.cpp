#include "lab.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <utility>

namespace accuracy {

using namespace warpmem;

namespace {

template <class T>
T value_of(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  return std::move(*result);
}

KernelResult last_launch(TraceSource& source, const MachineConfig& machine, bool flush) {
  RunOptions options;
  options.flush_caches = flush;
  std::vector<KernelResult> kernels = value_of(simulate(source, machine, options)).kernels;
  if (kernels.empty()) throw std::runtime_error(source.name() + " has no launch");
  return std::move(kernels.back());
}

// The launches of a source, again and again.
class Repeated final : public TraceSource {
 public:
  Repeated(std::string name, unsigned times) : name_(std::move(name)), left_(times) { open(); }
  Result<std::optional<KernelHead>> next_kernel() override {
    auto head = source_->next_kernel();
    if (!head || *head || left_ == 0) return head;
    open();
    return source_->next_kernel();
  }
  Result<bool> next_block(BlockTrace& out) override { return source_->next_block(out); }
  const std::vector<InstructionInfo>& instructions() const override { return source_->instructions(); }
  std::string name() const override { return name_; }
  std::string digest() const override { return source_->digest(); }

 private:
  void open() {
    source_ = value_of(open_trace(name_));
    --left_;
  }
  std::string name_;
  unsigned left_;
  std::unique_ptr<TraceSource> source_;
};

class LaunchSource final : public TraceSource, public RecordGenerator {
 public:
  explicit LaunchSource(const Launch& launch) : launch_(launch) {}
  Result<std::optional<KernelHead>> next_kernel() override {
    if (std::exchange(launched_, true)) return std::nullopt;
    return launch_.head;
  }
  Result<bool> next_block(BlockTrace& out) override {
    if (next_block_ == launch_.head.grid.volume()) return false;
    out.index = next_block_++;
    out.records.clear();
    out.warp_begin.clear();
    out.addresses.clear();
    out.generator = this;
    return true;
  }
  const std::vector<InstructionInfo>& instructions() const override { return instructions_; }
  std::string name() const override { return launch_.head.name; }
  std::string digest() const override { return {}; }
  std::size_t generate(std::uint64_t block, std::uint32_t warp, std::uint64_t position, std::span<Record> records,
                       std::span<std::uint64_t>) const override {
    std::size_t made = 0;
    while (made < records.size() && launch_.record(block, warp, position + made, records[made])) ++made;
    return made;
  }

 private:
  const Launch& launch_;
  std::vector<InstructionInfo> instructions_{1};
  bool launched_ = false;
  std::uint64_t next_block_ = 0;
};

class TemporaryTrace {
 public:
  explicit TemporaryTrace(const std::string& text)
      : path_(std::filesystem::temp_directory_path() / ("warpmem-accuracy-" + std::to_string(::getpid()) + ".wmt")) {
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~TemporaryTrace() { std::filesystem::remove(path_); }
  TemporaryTrace(const TemporaryTrace&) = delete;
  TemporaryTrace& operator=(const TemporaryTrace&) = delete;
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

Record memory_record(Op op, CacheHint hint, std::uint64_t base, std::int64_t stride, unsigned bytes) {
  Record record;
  record.op = op;
  record.cache = hint;
  record.base = base;
  record.stride = stride;
  record.bytes = static_cast<std::uint8_t>(bytes);
  record.lanes = LaneMask::all();
  if (op == Op::load) record.dependence = Dependence{Dependence::none};
  return record;
}

}  // namespace

MachineConfig shipped(const std::string& name, const std::vector<std::string>& overrides) {
  return value_of(load_config(std::string(WARPMEM_SOURCE_DIR) + "/configs/" + name + ".json", overrides)).machine;
}

KernelResult run(const std::string& source, const MachineConfig& machine, unsigned launches) {
  Repeated repeated(source, launches);
  return last_launch(repeated, machine, launches == 1);
}

KernelResult run(const Launch& launch, const MachineConfig& machine) {
  LaunchSource source(launch);
  return last_launch(source, machine, true);
}

std::vector<KernelResult> run_text(const std::string& text, const MachineConfig& machine) {
  const TemporaryTrace trace(text);
  const auto source = value_of(open_trace(trace.path()));
  return value_of(simulate(*source, machine)).kernels;
}

Record load(std::uint64_t base, std::int64_t stride, unsigned bytes) { return memory_record(Op::load, CacheHint::ca, base, stride, bytes); }
Record store(std::uint64_t base, std::int64_t stride, unsigned bytes) {
  Record record = memory_record(Op::store, CacheHint::wb, base, stride, bytes);
  record.dependence = Dependence{0};
  return record;
}
Record plain(Op op) {
  Record record;
  record.op = op;
  record.lanes = LaneMask::all();
  record.dependence = Dependence{op == Op::wait ? std::uint16_t{0} : Dependence::none};
  return record;
}
Record compute(std::uint64_t instructions) {
  Record record = plain(Op::compute);
  record.base = instructions;
  return record;
}

}  // namespace accuracy
