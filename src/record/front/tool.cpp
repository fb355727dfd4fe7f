// warpmem-rewrite IN OUT: the rewriter by itself, for the build of this project's own kernels.
#include <cstdio>
#include <fstream>
#include <sstream>

#include "record/front/rewrite.hpp"

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fputs("usage: warpmem-rewrite PREPROCESSED OUT [OWN_HEADERS]\n", stderr);
    return 2;
  }
  std::ifstream in(argv[1], std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  const auto result = warpmem::front::rewrite(text.str(), {argc > 3 ? argv[3] : "", false});
  if (!in || !result) {
    if (!in)
      std::fprintf(stderr, "%s: cannot be read\n", argv[1]);
    else
      std::fprintf(stderr, "%s:%llu:%llu: %s\n", result.error().file.c_str(), static_cast<unsigned long long>(result.error().line),
                   static_cast<unsigned long long>(result.error().column), result.error().message.c_str());
    return 3;
  }
  std::ofstream out(argv[2], std::ios::binary);
  out << result->text;
  out.close();
  return out ? 0 : 4;
}
