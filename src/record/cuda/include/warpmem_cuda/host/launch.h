// What a launch, k<<<grid, block, shared, stream>>>(arguments), is rewritten to:
//   ::warpmem::launch(::warpmem::Geometry(grid, block, shared, stream), "k", "file.cu", 12, address of k or nullptr,
//                     [&](auto&... a) { k(a...); }, arguments)
// Arguments are evaluated once and copied, arrays as pointers; each CUDA thread copies them again into its parameters.
// cudaLaunchKernel comes here too: the kernel's type, or its registration where the type was cast away, unpacks its array.
#ifndef WARPMEM_CUDA_LAUNCH_H
#define WARPMEM_CUDA_LAUNCH_H

#include <type_traits>
#include <utility>

#include "templates.h"

extern "C" {
// Checks the launch as CUDA does, runs it, and keeps its error for cudaGetLastError. grid and block are x, y, z; shared is
// bytes of dynamic shared memory; `thread` runs one CUDA thread with `context`. cooperative: blocks may wait for each other.
cudaError_t warpmem_cuda_launch(const unsigned[3], const unsigned[3], size_t, cudaStream_t, int, const char*, const char*, int, const void*,
                                void (*)(void*), void*);
// How a kernel that is known by its address alone is called: with the array of cudaLaunchKernel.
void warpmem_cuda_register_kernel(const void*, const char*, void (*)(void*));
}

namespace warpmem {

struct Geometry {
  dim3 grid, block;
  size_t shared;
  cudaStream_t stream;
  Geometry(dim3 __grid, dim3 __block, size_t __shared = 0, cudaStream_t __stream = 0)
      : grid(__grid), block(__block), shared(__shared), stream(__stream) {}
};

namespace launching {

template <size_t... _I>
struct Indices {};
template <size_t _N, size_t... _I>
struct CountTo : CountTo<_N - 1, _N - 1, _I...> {};
template <size_t... _I>
struct CountTo<0, _I...> {
  typedef Indices<_I...> type;
};

// No std::tuple: its functions would be device code like the kernel, and every thread would pass through them.
template <size_t, class _T>
struct Held {
  _T warpmem_value;
  template <class _From>
  explicit Held(_From&& __from) : warpmem_value(std::forward<_From>(__from)) {}
};
template <class _Indices, class... _Arguments>
struct Values;
template <size_t... _I, class... _Arguments>
struct Values<Indices<_I...>, _Arguments...> : Held<_I, _Arguments>... {
  template <class... _From>
  explicit Values(_From&&... __from) : Held<_I, _Arguments>(std::forward<_From>(__from))... {}
};

template <class _Call, class... _Arguments>
struct Packed {
  _Call* call;
  Values<typename CountTo<sizeof...(_Arguments)>::type, _Arguments...> arguments;

  template <class... _From>
  explicit Packed(_Call* __call, _From&&... __from) : call(__call), arguments(std::forward<_From>(__from)...) {}
  template <size_t... _I>
  __attribute__((no_sanitize("thread"), no_sanitize_coverage)) void run(Indices<_I...>) {
    (*call)(static_cast<Held<_I, _Arguments>&>(arguments).warpmem_value...);
  }
  __attribute__((no_sanitize("thread"), no_sanitize_coverage)) static void thread(void* __self) {
    static_cast<Packed*>(__self)->run(typename CountTo<sizeof...(_Arguments)>::type{});
  }
};

// The kernel's parameters in the order of the array; each is copied from where its pointer points.
template <class... _Parameters>
struct Unpacked {
  typedef void (*Kernel)(_Parameters...);
  Kernel kernel;
  void** arguments;

  template <size_t... _I>
  __attribute__((no_sanitize("thread"), no_sanitize_coverage)) void run(Indices<_I...>) {
    kernel(*static_cast<typename std::remove_reference<_Parameters>::type*>(arguments[_I])...);
  }
  __attribute__((no_sanitize("thread"), no_sanitize_coverage)) static void thread(void* __self) {
    static_cast<Unpacked*>(__self)->run(typename CountTo<sizeof...(_Parameters)>::type{});
  }
};

inline cudaError_t start(const Geometry& __g, int __cooperative, const char* __name, const char* __file, int __line, const void* __function,
                         void (*__run)(void*), void* __context) {
  const unsigned __grid[3] = {__g.grid.x, __g.grid.y, __g.grid.z}, __block[3] = {__g.block.x, __g.block.y, __g.block.z};
  return warpmem_cuda_launch(__grid, __block, __g.shared, __g.stream, __cooperative, __name, __file, __line, __function, __run, __context);
}

template <class... _Parameters>
cudaError_t by_pointer(void (*__kernel)(_Parameters...), const Geometry& __g, void** __arguments, int __cooperative) {
  Unpacked<_Parameters...> __unpacked = {__kernel, __arguments};
  return start(__g, __cooperative, "", "", 0, reinterpret_cast<const void*>(__kernel), Unpacked<_Parameters...>::thread, &__unpacked);
}

}  // namespace launching

template <class _Call, class... _Arguments>
void launch(const Geometry& __g, const char* __name, const char* __file, int __line, const void* __function, _Call&& __call,
            _Arguments&&... __arguments) {
  typedef launching::Packed<typename std::remove_reference<_Call>::type, typename std::decay<_Arguments>::type...> _Packed;
  _Packed __packed(&__call, std::forward<_Arguments>(__arguments)...);
  launching::start(__g, 0, __name, __file, __line, __function, _Packed::thread, &__packed);
}

// For each kernel that has an address, so that cudaLaunchKernel((void*)k, ...) knows how to call it. Returns 0.
template <class... _Parameters>
int register_kernel(void (*__kernel)(_Parameters...), const char* __name) {
  warpmem_cuda_register_kernel(reinterpret_cast<const void*>(__kernel), __name, launching::Unpacked<_Parameters...>::thread);
  return 0;
}

}  // namespace warpmem

template <class... _Parameters>
inline cudaError_t cudaLaunchKernel(void (*__kernel)(_Parameters...), dim3 __grid, dim3 __block, void** __arguments, size_t __shared = 0,
                                    cudaStream_t __stream = 0) {
  return warpmem::launching::by_pointer(__kernel, warpmem::Geometry(__grid, __block, __shared, __stream), __arguments, 0);
}
template <class... _Parameters>
inline cudaError_t cudaLaunchCooperativeKernel(void (*__kernel)(_Parameters...), dim3 __grid, dim3 __block, void** __arguments,
                                               size_t __shared = 0, cudaStream_t __stream = 0) {
  return warpmem::launching::by_pointer(__kernel, warpmem::Geometry(__grid, __block, __shared, __stream), __arguments, 1);
}

#endif
