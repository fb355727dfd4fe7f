// Runs the built program and keeps what it said apart: standard output, standard error, exit status.
#pragma once

#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "temporary_folder.hpp"

namespace cli_test {

struct Outcome {
  int status = -1;
  std::string out, err;
};

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// `arguments` as a shell would take them; `input` is standard input; `before` stands before the program (variables).
inline Outcome warpmem(const std::string& arguments, const std::string& input = {}, const std::string& before = {}) {
  const TemporaryFolder folder;
  const std::string in = folder.write("in", input);
  const std::string out = (folder.path() / "out").string();
  const std::string err = (folder.path() / "err").string();
  const std::string command = "unset NO_COLOR FORCE_COLOR; LC_ALL=C.UTF-8; export LC_ALL; " + before + " '" WARPMEM_PROGRAM "' " +
                              arguments + " <'" + in + "' >'" + out + "' 2>'" + err + "'";
  const int raw = std::system(command.c_str());
  return {WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw), read_file(out), read_file(err)};
}

// In columns: bytes that go on with a character take none.
inline std::size_t longest_line(const std::string& text) {
  std::size_t longest = 0;
  std::size_t columns = 0;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0U) != 0x80U) ++columns;
    if (c == '\n') columns = 0;
    longest = std::max(longest, columns);
  }
  return longest;
}

inline bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

constexpr const char* good_trace =
    "warpmem-trace 1\n"
    "kernel k grid=1 block=32\n"
    "block 0\n"
    "warp 0\n"
    "ld.global.b32 0x1004+4 src=a.cu:3\n"
    "st.global.b32 0x200000+128 src=a.cu:4\n";
constexpr const char* bad_trace =
    "warpmem-trace 1\n"
    "kernel k grid=1 block=32\n"
    "block 0\n"
    "warp 0\n"
    "ld.global.b32 0x1000+4\n"
    "ld.global.b32 [0x7f0000000000 0x7f0000000006] @00000003\n";

}  // namespace cli_test
