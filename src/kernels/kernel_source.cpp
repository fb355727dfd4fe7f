#include "kernels/kernel_source.hpp"

#include "kernels/run.hpp"
#include "kernels/source.hpp"
#include "kernels/spec.hpp"
#include "record/program_source.hpp"
#include "trace/bytes.hpp"
#include "warpmem/kernel_trace.hpp"

namespace warpmem::kernels {
namespace {

constexpr std::string_view prefix = "kernel:";

class Source final : public KernelSource {
 public:
  Source(const std::string& text, const Spec& spec) : spec_(spec) {
    record::ProgramOptions options;
    for (const auto& [key, value] : spec.values)
      if (key == "unroll") options.unroll = static_cast<unsigned>(value);
    program_ = record::make_program_source(
        std::string(prefix) + text, [this] { return run(); }, options);
  }

  Result<std::optional<KernelHead>> next_kernel() override {
    auto head = program_->next_kernel();
    if (head && *head) (*head)->registers = spec_.kernel->registers;
    return head;
  }
  Result<bool> next_block(BlockTrace& out) override { return program_->next_block(out); }
  const std::vector<InstructionInfo>& instructions() const override { return program_->instructions(); }
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
      for (const Buffer& b : host.buffers()) buffers_.push_back({b.name, reinterpret_cast<std::uint64_t>(b.begin), b.bytes});
      once();
    });
    const std::string problem = run_host(*spec_.kernel, run);
    return problem.empty() ? problem : std::string(prefix) + canonical(spec_) + " computed a wrong result: " + problem;
  }

  Spec spec_;
  std::vector<BufferPlace> buffers_;
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
