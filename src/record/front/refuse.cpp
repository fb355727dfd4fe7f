// Names of what is not modelled: refused where they stand in the user's text, with what to do instead.
#include <array>

#include "record/front/unit.hpp"

namespace warpmem::front {
namespace {

struct Refusal {
  std::string_view prefix;  // of a name, or the whole name when it ends in ' '
  std::string_view message;
};

constexpr std::string_view graphs = "CUDA graphs are not modelled: launch the kernels one after the other";
constexpr std::string_view surfaces = "surfaces are not modelled: read and write a plain array";
constexpr std::string_view matrices = "matrix instructions (wmma, mma) are not modelled: trace the kernel's version without them";
constexpr std::array<Refusal, 13> refusals{{
    {"cudaGraph", graphs},
    {"cudaStreamBeginCapture", graphs},
    {"cudaStreamEndCapture", graphs},
    {"surf1Dread", surfaces},
    {"surf1Dwrite", surfaces},
    {"surf2Dread", surfaces},
    {"surf2Dwrite", surfaces},
    {"surf3Dread", surfaces},
    {"surf3Dwrite", surfaces},
    {"cudaCreateSurfaceObject", surfaces},
    {"nvcuda ", matrices},
    {"cudaGraphicsGL", "OpenGL is not modelled: trace the program's version without a window"},
    {"cudaIpc", "memory shared between processes is not modelled"},
}};

bool means(const Refusal& refusal, std::string_view name) {
  if (refusal.prefix.back() == ' ') return name == refusal.prefix.substr(0, refusal.prefix.size() - 1);
  return name.starts_with(refusal.prefix);
}

}  // namespace

void refuse_constructs(Unit& unit) {
  for (std::size_t i = 0; i < unit.size() && !unit.refused; ++i) {
    if (!unit.is_identifier(i)) continue;
    const std::string_view name = unit.text(i);
    for (const Refusal& refusal : refusals)
      if (means(refusal, name)) unit.refuse(i, std::string(refusal.message));
  }
}

}  // namespace warpmem::front
