#include "record/front/process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

extern char** environ;  // NOLINT(readability-redundant-declaration)

namespace warpmem::front {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> merged_environment(const std::vector<std::pair<std::string, std::string>>& added) {
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    bool replaced = false;
    for (const auto& [name, value] : added) replaced = replaced || (text.starts_with(name) && text.substr(name.size()).starts_with('='));
    if (!replaced) all.emplace_back(text);
  }
  for (const auto& [name, value] : added) all.push_back(name + "=" + value);
  return all;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> out;
  for (std::string& word : words) out.push_back(word.data());
  out.push_back(nullptr);
  return out;
}

std::atomic<int> other{0};      // the program that is waited for; 0: not started yet
std::atomic<int> for_other{0};  // a signal that came before it was started

extern "C" void hand_on(int signal) {
  if (const int process = other; process != 0)
    kill(process, signal);
  else
    for_other = signal;
}

// Ignores Ctrl-C here while a program runs that gets it, too, and hands on what it does not get.
class InterruptsLeftToOther {
 public:
  InterruptsLeftToOther() {
    other = for_other = 0;
    struct sigaction action {};
    action.sa_handler = SIG_IGN;
    sigaction(SIGINT, &action, &interrupt_);
    sigaction(SIGQUIT, &action, &quit_);
    action.sa_handler = hand_on;
    sigaction(SIGTERM, &action, &end_);
    sigaction(SIGHUP, &action, &hang_up_);
    if (hang_up_.sa_handler == SIG_IGN) sigaction(SIGHUP, &hang_up_, nullptr);  // nohup is for both
  }
  ~InterruptsLeftToOther() {
    sigaction(SIGINT, &interrupt_, nullptr);
    sigaction(SIGQUIT, &quit_, nullptr);
    sigaction(SIGTERM, &end_, nullptr);
    sigaction(SIGHUP, &hang_up_, nullptr);
    other = 0;
  }
  void started(pid_t process) {
    other = process;
    if (const int signal = for_other; signal != 0) kill(process, signal);
  }
  InterruptsLeftToOther(const InterruptsLeftToOther&) = delete;
  InterruptsLeftToOther& operator=(const InterruptsLeftToOther&) = delete;

 private:
  struct sigaction interrupt_ {};
  struct sigaction quit_ {};
  struct sigaction end_ {};
  struct sigaction hang_up_ {};
};

int spawn(pid_t& pid, const Command& command) {
  std::vector<std::string> words = command.words;
  std::vector<std::string> variables = merged_environment(command.environment);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (!command.error_file.empty())
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, command.error_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  // What this program ignores the other must hear.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t defaults;
  sigemptyset(&defaults);
  for (const int signal : {SIGINT, SIGQUIT, SIGPIPE}) sigaddset(&defaults, signal);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  const int problem = posix_spawnp(&pid, words[0].c_str(), &actions, &attributes, pointers(words).data(), pointers(variables).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return problem;
}

}  // namespace

bool Ended::interrupted() const { return signal == SIGINT || signal == SIGTERM || signal == SIGHUP; }

Result<Ended> run(const Command& command) {
  InterruptsLeftToOther guard;
  pid_t pid = 0;
  if (const int problem = spawn(pid, command); problem != 0)
    return input_error(command.words[0] + " cannot be started: " + std::strerror(problem));
  guard.started(pid);
  int raw = 0;
  while (waitpid(pid, &raw, 0) < 0) {
    if (errno != EINTR) return input_error(command.words[0] + " cannot be waited for: " + std::strerror(errno));
  }
  if (WIFSIGNALED(raw)) return Ended{0, WTERMSIG(raw), pid};
  return Ended{WEXITSTATUS(raw), 0, pid};
}

bool is_installed(const std::string& program) {
  const char* folders = std::getenv("PATH");
  std::string_view rest = folders != nullptr ? folders : "/usr/bin:/bin";
  while (!rest.empty()) {
    const std::size_t colon = rest.find(':');
    const fs::path candidate = fs::path(rest.substr(0, colon)) / program;
    if (access(candidate.c_str(), X_OK) == 0) return true;
    rest = colon == rest.npos ? std::string_view{} : rest.substr(colon + 1);
  }
  return false;
}

Result<WorkFolder> WorkFolder::make(const fs::path& kept) {
  std::error_code problem;
  if (!kept.empty()) {
    fs::create_directories(kept, problem);
    if (problem || !fs::is_directory(kept, problem)) return usage_error("the folder '" + kept.string() + "' cannot be made");
    return WorkFolder(fs::absolute(kept), true);
  }
  const fs::path below = fs::temp_directory_path(problem);
  std::string name = ((problem ? fs::path("/tmp") : below) / "warpmem-trace-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr)
    return input_error("no folder for temporary files can be made: " + name + ": " + std::strerror(errno));
  return WorkFolder(name, false);
}

WorkFolder::~WorkFolder() {
  std::error_code ignored;
  if (!kept_ && !path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace warpmem::front
