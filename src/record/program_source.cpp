#include "record/program_source.hpp"

#include "record/current.hpp"
#include "record/recorder.hpp"

namespace warpmem::record {
namespace {

constexpr std::size_t program_stack = std::size_t{8} << 20;

Settings settings_of(const ProgramOptions& options) {
  Settings settings;
  settings.unroll = options.unroll;
  settings.compute = options.compute;
  if (options.launches > 0) settings.launches = options.launches;
  settings.blocks = options.blocks;
  settings.device = options.device;
  return settings;
}

class ProgramSource : public TraceSource {
 public:
  ProgramSource(std::string name, std::function<std::string()> program, const ProgramOptions& options)
      : channel_(
            std::move(name), [this] { program_.suspend(); }, [this] { run(); }, true),
        recorder_(
            settings_of(options), &channel_, options.warn ? options.warn : [](const std::string&) {}),
        program_(program_stack, [this, body = std::move(program)] {
          std::string wrong = body();
          for (;;)
            if (wrong.empty()) {
              channel_.end();
            } else {
              channel_.fail(Error{ErrorKind::internal, wrong});
            }
        }) {
    recorder_.stop = [this](const Error& error) {
      for (;;) channel_.fail(error);
    };
  }

  Result<std::optional<KernelHead>> next_kernel() override { return channel_.next_kernel(); }
  Result<bool> next_block(BlockTrace& out) override { return channel_.next_block(out); }
  const std::vector<InstructionInfo>& instructions() const override { return channel_.instructions(); }
  std::vector<NotModelled> not_modelled() const override { return channel_.not_modelled(); }
  std::string name() const override { return channel_.name(); }
  std::string digest() const override { return channel_.digest(); }

 private:
  void run() {
    Recorder* const before = std::exchange(current_recorder, &recorder_);
    program_.resume();
    current_recorder = before;
  }

  Channel channel_;
  Recorder recorder_;
  Coroutine program_;
};

}  // namespace

std::unique_ptr<TraceSource> make_program_source(std::string name, std::function<std::string()> program, ProgramOptions options) {
  return std::make_unique<ProgramSource>(std::move(name), std::move(program), options);
}

}  // namespace warpmem::record
