// The recorder of a traced program: set by the environment, its trace written while the program runs, closed when it exits.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>

#include "record/current.hpp"
#include "record/recorder.hpp"
#include "record/signals.hpp"
#include "record/text.hpp"

namespace warpmem::record {
namespace {

constexpr int bad_input = 3, internal = 4;
constexpr std::size_t writer_stack = std::size_t{1} << 20;

void say(const std::string& text) { std::fprintf(stderr, "warpmem: %s\n", text.c_str()); }

const char* summary_file() {
  const char* const name = std::getenv("WARPMEM_RECORD_SUMMARY");
  return name != nullptr && *name != '\0' ? name : nullptr;
}

// Whoever started the program can tell this end from one of the program's own.
void note_stop(int status) {
  const char* const name = summary_file();
  std::FILE* const out = name == nullptr ? nullptr : std::fopen(name, "w");
  if (out == nullptr) return;
  std::fprintf(out, "stopped=%d\n", status);
  std::fclose(out);
}

[[noreturn]] void give_up(const Error& error, int status) {
  std::fflush(nullptr);
  std::string at = error.file;
  if (error.line > 0) at += ':' + std::to_string(error.line);
  say((at.empty() ? std::string() : at + ": ") + "error: " + error.message);
  note_stop(status);
  _exit(status);
}

// The trace's writer, in a coroutine that wakes when there is something to write.
class TraceFile {
 public:
  explicit TraceFile(const std::string& path)
      : channel_(
            path, [this] { wake(); }, [this] { writer_->suspend(); }, false),
        writer_(std::make_unique<Coroutine>(writer_stack, [this, path] {
          result_ = write_trace(channel_, path, path.ends_with(".wmt") ? TraceFormat::text : TraceFormat::binary);
        })) {
    wake();  // it opens the file: a path that cannot be written to is said before the program runs
  }
  Channel& channel() { return channel_; }
  bool failed() const { return writer_->done() && !result_; }
  const Error& error() const { return result_.error(); }
  // Nothing is left of the file; one that was there before under its name is left alone.
  void drop() {
    if (!writer_->done()) channel_.fail(Error{});
  }

 private:
  void wake() {
    if (!writer_->done()) writer_->resume();
    if (failed() && !result_.error().message.empty()) give_up(result_.error(), internal);
  }

  Channel channel_;
  std::unique_ptr<Coroutine> writer_;
  Result<TraceSummary> result_{TraceSummary{}};
};

std::string with_separators(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

class Process {
 public:
  Process()
      : settings_(read_settings()),
        file_(settings_.output.empty() ? nullptr : std::make_unique<TraceFile>(settings_.output)),
        recorder_(settings_, file_ ? &file_->channel() : nullptr, [](const std::string& text) { say("warning: " + text); }) {
    if (file_) {
      catch_device_faults();
      recorder_.arena().guard_from_host();
    }
    recorder_.stop = [this](const Error& error) {
      if (file_) file_->drop();
      give_up(error, bad_input);
    };
  }
  Recorder& recorder() { return recorder_; }

  void finish() {
    if (getpid() != pid_) return;  // a child that was forked
    if (file_) {
      if (recorder_.summary().launches_traced > 0) {
        file_->channel().end();
      } else {
        file_->drop();  // a trace without a launch says nothing
      }
      file_.reset();
    }
    if (!settings_.quiet && !settings_.output.empty()) tell();
    write_summary();
  }

 private:
  static Settings read_settings() {
    Result<Settings> settings = settings_from_environment();
    if (!settings) give_up(settings.error(), bad_input);
    return *settings;
  }
  void tell() const {
    const RecordSummary& sum = recorder_.summary();
    if (sum.launches == 0 && sum.refused == 0) return say("no kernel was launched");
    if (sum.refused > 0)
      say(with_separators(sum.refused) + (sum.refused == 1 ? " launch was" : " launches were") + " refused, for what is said above");
    if (sum.launches == 0) return;
    say("traced " + with_separators(sum.launches_traced) + " of " + with_separators(sum.launches) + " launches, " +
        with_separators(sum.blocks_traced) + " of " + with_separators(sum.blocks) + " blocks: " + with_separators(sum.records) +
        " warp instructions, " + with_separators(sum.accesses) + " accesses by lanes");
    if (!sum.ended_by.empty()) say("the budget of " + sum.ended_by + " ended tracing; what came later was run but is not in the trace");
    if (sum.cut_off > 0) say(std::to_string(sum.cut_off) + " launches have blocks of more records than fit: those are cut off");
  }
  void write_summary() const {
    const char* const name = summary_file();
    std::FILE* const out = name == nullptr ? nullptr : std::fopen(name, "w");
    if (out == nullptr) return;
    const RecordSummary& sum = recorder_.summary();
    std::fprintf(out,
                 "launches=%llu\nlaunches_traced=%llu\nlaunches_refused=%llu\nblocks=%llu\nblocks_traced=%llu\nrecords=%llu\naccesses=%"
                 "llu\ncut_off=%llu\nended_by=%s\n",
                 static_cast<unsigned long long>(sum.launches), static_cast<unsigned long long>(sum.launches_traced),
                 static_cast<unsigned long long>(sum.refused), static_cast<unsigned long long>(sum.blocks),
                 static_cast<unsigned long long>(sum.blocks_traced), static_cast<unsigned long long>(sum.records),
                 static_cast<unsigned long long>(sum.accesses), static_cast<unsigned long long>(sum.cut_off), sum.ended_by.c_str());
    std::fclose(out);
  }

  pid_t pid_ = getpid();
  Settings settings_;
  std::unique_ptr<TraceFile> file_;
  Recorder recorder_;
};

// Never destroyed: a program's own static objects may launch kernels to the very end.
Process& process() {
  static Process* const made = [] {
    Process* fresh = nullptr;
    try {
      fresh = new Process;
    } catch (const std::bad_alloc&) {
      give_up(Error{ErrorKind::input, no_room}, bad_input);
    }
    std::atexit([] { process().finish(); });
    return fresh;
  }();
  return *made;
}

// A program that launches nothing says so, too.
__attribute__((constructor)) void begin_process() {
  if (const char* const output = std::getenv("WARPMEM_RECORD_OUTPUT"); output != nullptr && *output != '\0') process();
}

}  // namespace

Recorder& active_recorder() { return current_recorder != nullptr ? *current_recorder : process().recorder(); }

}  // namespace warpmem::record
