// What cuda/hooked.cpp, compiled as device code, does; cudahooks_widths_test.cpp looks at the hooks it calls.
#pragma once

#include <string>
#include <vector>

struct Hook {
  char kind;  // r, w: plain; R, W: volatile; l, s, d, a: told to warpmem_access as load, store, red, atomic
  unsigned bytes;
  const void* address;
  int cache = -1;
};
extern std::vector<Hook> hooks;

struct Step {
  std::string name;
  void (*run)();
  std::string expected;  // "r16 w16"
};
const std::vector<Step>& steps();
