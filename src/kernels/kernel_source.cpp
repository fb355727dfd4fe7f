#include "kernels/kernel_source.hpp"

#include <mutex>

#include "kernels/run.hpp"
#include "kernels/source.hpp"
#include "kernels/spec.hpp"
#include "record/program_source.hpp"
#include "trace/bytes.hpp"
#include "warpmem/kernel_trace.hpp"

namespace warpmem::kernels {
namespace {

constexpr std::string_view prefix = "kernel:";
constexpr std::uint64_t first_buffer = 0x7F0000000000;  // as generators have it
constexpr std::uint64_t page = std::uint64_t{2} << 20;

// Shared variables and built-in ones have one place in the program: one block of all kernels runs at a time. Between two
// calls of a source none is under way.
std::mutex& one_block_at_a_time() {
  static std::mutex mutex;
  return mutex;
}

class Source final : public KernelSource {
 public:
  Source(const std::string& text, const Spec& spec) : spec_(spec) {
    record::ProgramOptions options;
    for (const auto& [key, value] : spec.values)
      if (key == "unroll") options.unroll = static_cast<unsigned>(value);
    options.compute = spec.compute;
    program_ = record::make_program_source(
        std::string(prefix) + text, [this] { return run(); }, options);
  }

  Result<std::optional<KernelHead>> next_kernel() override {
    const std::lock_guard lock(one_block_at_a_time());
    auto head = program_->next_kernel();
    if (head && *head) {
      instructions_.clear();
      (*head)->registers = spec_.kernel->registers;
    }
    return head;
  }
  Result<bool> next_block(BlockTrace& out) override {
    const std::lock_guard lock(one_block_at_a_time());
    auto more = program_->next_block(out);
    if (more && *more) move(out);
    for (std::size_t i = instructions_.size(); i < program_->instructions().size(); ++i) {
      instructions_.push_back(program_->instructions()[i]);
      // A barrier's place may be in a header that stands for CUDA's; that says nothing to a reader of the kernel.
      if (instructions_.back().source.find('/') != std::string::npos) instructions_.back().source.clear();
    }
    return more;
  }
  const std::vector<InstructionInfo>& instructions() const override { return instructions_; }
  std::vector<NotModelled> not_modelled() const override { return program_->not_modelled(); }
  std::string name() const override { return program_->name(); }
  // Of what is run, which says as much as what is read: the kernel's source and every key.
  std::string digest() const override {
    return trace::digest_text(trace::fnv1a(canonical(spec_) + "\n" + std::string(file_text(spec_.kernel->file))));
  }
  const std::vector<BufferPlace>& buffers() const override { return buffers_; }

 private:
  // What went wrong, as make_program_source() wants it.
  std::string run() {
    Run run(*spec_.kernel, spec_.values, [this](Run& host, const std::function<void()>& once) {
      if (!host.buffers().empty()) moved_by_ = first_buffer - reinterpret_cast<std::uint64_t>(host.buffers()[0].begin) / page * page;
      for (const Buffer& b : host.buffers()) buffers_.push_back({b.name, reinterpret_cast<std::uint64_t>(b.begin) + moved_by_, b.bytes});
      once();
    });
    const std::string problem = run_host(*spec_.kernel, run);
    return problem.empty() ? problem : std::string(prefix) + canonical(spec_) + " computed a wrong result: " + problem;
  }

  // Global addresses, to where they always lie: where the buffers really are depends on what else is run at the time.
  void move(BlockTrace& block) const {
    for (Record& record : block.records) {
      if (!touches_memory(record.op) || record.space != Space::global) continue;
      if (!record.listed) {
        record.base += moved_by_;
        continue;
      }
      const auto first = block.addresses.begin() + static_cast<std::ptrdiff_t>(record.base);
      for (auto address = first; address != first + record.lanes.size(); ++address) *address += moved_by_;
    }
  }

  Spec spec_;
  std::uint64_t moved_by_ = 0;
  std::vector<BufferPlace> buffers_;
  std::vector<InstructionInfo> instructions_;
  std::unique_ptr<TraceSource> program_;
};

}  // namespace

Result<std::unique_ptr<KernelSource>> open_kernel_source(const std::string& text) {
  const Spec spec = parse_spec(text);
  if (!spec.problem.empty()) return usage_error(spec.problem);
  return std::make_unique<Source>(text, spec);
}

}  // namespace warpmem::kernels

namespace warpmem {

Result<std::unique_ptr<TraceSource>> open_kernel(const std::string& text) {
  return kernels::open_kernel_source(text.starts_with(kernels::prefix) ? text.substr(kernels::prefix.size()) : text);
}

}  // namespace warpmem

// The linker is told to look for this (CMakeLists.txt), so that open_trace() finds open_kernel() in every program.
extern "C" const int warpmem_has_kernels = 1;
