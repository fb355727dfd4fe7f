#include "trace/bytes.hpp"
#include "trace/generator.hpp"
#include "trace/suggest.hpp"

namespace warpmem::trace {
namespace {

class GeneratorSource final : public TraceSource {
 public:
  GeneratorSource(std::string text, std::unique_ptr<Generator> generator) : text_(std::move(text)), generator_(std::move(generator)) {}

  Result<std::optional<KernelHead>> next_kernel() override {
    next_block_ = 0;
    if (std::exchange(launched_, true)) {
      next_block_ = generator_->head.grid.x;
      return std::nullopt;
    }
    return generator_->head;
  }
  Result<bool> next_block(BlockTrace& out) override {
    if (!launched_ || next_block_ == generator_->head.grid.x) return false;
    out.index = next_block_++;
    out.records.clear();
    out.warp_begin.clear();
    out.addresses.clear();
    out.generator = generator_.get();
    return true;
  }
  const std::vector<InstructionInfo>& instructions() const override { return generator_->instructions; }
  std::string name() const override { return text_; }
  std::string digest() const override { return digest_text(fnv1a(text_)); }

 private:
  std::string text_;
  std::unique_ptr<Generator> generator_;
  bool launched_ = false;
  std::uint64_t next_block_ = 0;
};

constexpr std::string_view names[] = {"copy", "read", "write", "aos", "random", "broadcast", "chase", "shared"};

}  // namespace

std::span<const std::string_view> generator_names() { return names; }

Result<std::unique_ptr<TraceSource>> open_generator(std::string_view text) {
  GeneratorKeys keys(text.substr(std::string_view("gen:").size()));
  const std::string& name = keys.generator();
  const std::vector<std::string_view> known(std::begin(names), std::end(names));
  if (std::find(known.begin(), known.end(), name) == known.end()) {
    return usage_error("unknown generator " + quoted(name) + instead_of(name, known));
  }
  std::unique_ptr<Generator> generator = name == "chase" ? make_chase(keys) : name == "shared" ? make_shared_walk(keys) : make_stream(keys);
  if (std::optional<Error> problem = keys.problem()) return tl::make_unexpected(*std::move(problem));
  return std::make_unique<GeneratorSource>(std::string(text), std::move(generator));
}

}  // namespace warpmem::trace
