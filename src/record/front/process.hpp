// Other programs: started, waited for, their standard error kept.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "warpmem/error.hpp"

namespace warpmem::front {

struct Command {
  std::vector<std::string> words;                                // the program, found by PATH, and its arguments
  std::vector<std::pair<std::string, std::string>> environment;  // added to this process's
  std::filesystem::path error_file;                              // where standard error goes; empty: where this process's goes
};

struct Ended {
  int status = 0;   // exit status, when signal is 0
  int signal = 0;   // that ended it
  int process = 0;  // its number
  bool interrupted() const;
};

// Starts the program and waits for its end. Ctrl-C in the meantime reaches the program and is not heeded here; what else asks
// this process to end (SIGTERM, SIGHUP) is handed on to the program. One that cannot be started is an input error that says
// why. Not to be called by two threads at once.
Result<Ended> run(const Command& command);

// Whether PATH leads to the program.
bool is_installed(const std::string& program);

// A folder for what is made on the way, gone with the object unless kept.
class WorkFolder {
 public:
  // Below the system's folder for temporary files, or at `kept` (made when missing), which stays.
  static Result<WorkFolder> make(const std::filesystem::path& kept = {});
  WorkFolder(WorkFolder&& other) noexcept : path_(std::exchange(other.path_, {})), kept_(other.kept_) {}
  WorkFolder& operator=(WorkFolder&&) = delete;
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  ~WorkFolder();
  const std::filesystem::path& path() const { return path_; }

 private:
  WorkFolder(std::filesystem::path path, bool kept) : path_(std::move(path)), kept_(kept) {}
  std::filesystem::path path_;
  bool kept_ = false;
};

}  // namespace warpmem::front
