// Loads and stores with a cache operator: __ldg, __ldca, __ldcg ... __stwt. For every type of 1 to 16 bytes.
#ifndef WARPMEM_CUDA_CACHE_HINTS_H
#define WARPMEM_CUDA_CACHE_HINTS_H

#include "raw_access.h"

// The default operators are plain reads and writes.
template <class _T>
WARPMEM_CUDA_TEMPLATE _T __ldg(const _T* __p) {
  return *__p;
}
template <class _T>
WARPMEM_CUDA_TEMPLATE _T __ldca(const _T* __p) {
  return *__p;
}
template <class _T>
WARPMEM_CUDA_TEMPLATE void __stwb(_T* __p, typename warpmem::Same<_T>::type __v) {
  *__p = __v;
}

#define WARPMEM_HINTED_LOAD(_Name, _Cache)                 \
  template <class _T>                                      \
  WARPMEM_CUDA_TEMPLATE _T _Name(const _T* __p) {          \
    warpmem_access(__p, sizeof(_T), warpmem_load, _Cache); \
    return warpmem::raw_read(__p);                         \
  }
WARPMEM_HINTED_LOAD(__ldcg, warpmem_cg)
WARPMEM_HINTED_LOAD(__ldcs, warpmem_cs)
WARPMEM_HINTED_LOAD(__ldlu, warpmem_lu)
WARPMEM_HINTED_LOAD(__ldcv, warpmem_cv)
#undef WARPMEM_HINTED_LOAD

#define WARPMEM_HINTED_STORE(_Name, _Cache)                                         \
  template <class _T>                                                               \
  WARPMEM_CUDA_TEMPLATE void _Name(_T* __p, typename warpmem::Same<_T>::type __v) { \
    warpmem_access(__p, sizeof(_T), warpmem_store, _Cache);                         \
    warpmem::raw_write(__p, __v);                                                   \
  }
WARPMEM_HINTED_STORE(__stcg, warpmem_cg)
WARPMEM_HINTED_STORE(__stcs, warpmem_cs)
WARPMEM_HINTED_STORE(__stwt, warpmem_wt)
#undef WARPMEM_HINTED_STORE

#endif
