// Names of what is not modelled: refused where they stand in the user's text, with what to do instead.
#include <initializer_list>
#include <map>

#include "record/front/unit.hpp"

namespace warpmem::front {
namespace {

constexpr const char* graphs = "CUDA graphs are not modelled: launch the kernels one after the other";
constexpr const char* surfaces = "surfaces are not modelled: read and write a plain array";
constexpr const char* matrices = "matrix instructions (wmma, mma) are not modelled: trace the kernel's version without them";
constexpr const char* graphics = "OpenGL is not modelled: trace the program's version without a window";
constexpr const char* processes = "memory shared between processes is not modelled";

// Whole names, those without which a program cannot use the feature: what begins like one may be the program's own.
const std::map<std::string_view, const char*>& refusals() {
  static const std::map<std::string_view, const char*> names = [] {
    std::map<std::string_view, const char*> all{{"nvcuda", matrices}};
    const auto add = [&](const char* message, std::initializer_list<std::string_view> list) {
      for (const std::string_view name : list) all.emplace(name, message);
    };
    add(graphs, {"cudaGraph_t",
                 "cudaGraphExec_t",
                 "cudaGraphNode_t",
                 "cudaGraphDeviceNode_t",
                 "cudaGraphConditionalHandle",
                 "cudaGraphNodeParams",
                 "cudaGraphNodeType",
                 "cudaGraphExecUpdateResult",
                 "cudaGraphExecUpdateResultInfo",
                 "cudaGraphInstantiateParams",
                 "cudaGraphCreate",
                 "cudaGraphClone",
                 "cudaGraphDestroy",
                 "cudaGraphAddNode",
                 "cudaGraphAddKernelNode",
                 "cudaGraphAddMemcpyNode",
                 "cudaGraphAddMemcpyNode1D",
                 "cudaGraphAddMemsetNode",
                 "cudaGraphAddHostNode",
                 "cudaGraphAddEmptyNode",
                 "cudaGraphAddChildGraphNode",
                 "cudaGraphAddEventRecordNode",
                 "cudaGraphAddEventWaitNode",
                 "cudaGraphAddMemAllocNode",
                 "cudaGraphAddMemFreeNode",
                 "cudaGraphAddDependencies",
                 "cudaGraphInstantiate",
                 "cudaGraphInstantiateWithFlags",
                 "cudaGraphInstantiateWithParams",
                 "cudaGraphLaunch",
                 "cudaGraphUpload",
                 "cudaGraphExecUpdate",
                 "cudaGraphExecKernelNodeSetParams",
                 "cudaGraphExecDestroy",
                 "cudaGraphGetNodes",
                 "cudaGraphGetRootNodes",
                 "cudaGraphGetEdges",
                 "cudaGraphDebugDotPrint",
                 "cudaGraphSetConditional",
                 "cudaStreamBeginCapture",
                 "cudaStreamBeginCaptureToGraph",
                 "cudaStreamEndCapture",
                 "cudaStreamIsCapturing",
                 "cudaStreamGetCaptureInfo",
                 "cudaThreadExchangeStreamCaptureMode"});
    add(surfaces, {"surf1Dread", "surf1Dwrite", "surf2Dread", "surf2Dwrite", "surf3Dread", "surf3Dwrite", "surf1DLayeredread",
                   "surf1DLayeredwrite", "surf2DLayeredread", "surf2DLayeredwrite", "surfCubemapread", "surfCubemapwrite",
                   "surfCubemapLayeredread", "surfCubemapLayeredwrite", "cudaSurfaceObject_t", "cudaCreateSurfaceObject",
                   "cudaDestroySurfaceObject", "cudaBindSurfaceToArray"});
    add(graphics,
        {"cudaGraphicsResource", "cudaGraphicsResource_t", "cudaGraphicsGLRegisterBuffer", "cudaGraphicsGLRegisterImage",
         "cudaGraphicsMapResources", "cudaGraphicsUnmapResources", "cudaGraphicsUnregisterResource", "cudaGraphicsResourceGetMappedPointer",
         "cudaGraphicsSubResourceGetMappedArray", "cudaGLSetGLDevice", "cudaGLRegisterBufferObject", "cudaGLMapBufferObject"});
    add(processes, {"cudaIpcMemHandle_t", "cudaIpcEventHandle_t", "cudaIpcGetMemHandle", "cudaIpcOpenMemHandle", "cudaIpcCloseMemHandle",
                    "cudaIpcGetEventHandle", "cudaIpcOpenEventHandle"});
    return all;
  }();
  return names;
}

}  // namespace

void refuse_constructs(Unit& unit) {
  for (std::size_t i = 0; i < unit.size() && !unit.refused; ++i) {
    if (!unit.is_identifier(i)) continue;
    if (const auto found = refusals().find(unit.text(i)); found != refusals().end()) unit.refuse(i, found->second);
  }
}

}  // namespace warpmem::front
