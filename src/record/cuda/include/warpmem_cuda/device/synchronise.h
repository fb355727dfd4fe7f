// Barriers and fences.
#ifndef WARPMEM_CUDA_SYNCHRONISE_H
#define WARPMEM_CUDA_SYNCHRONISE_H

#include "builtins.h"

WARPMEM_CUDA_INLINE void __syncthreads() { warpmem_barrier(); }
WARPMEM_CUDA_INLINE int __syncthreads_count(int __predicate) { return warpmem_barrier_reduce(0, __predicate); }
WARPMEM_CUDA_INLINE int __syncthreads_and(int __predicate) { return warpmem_barrier_reduce(1, __predicate); }
WARPMEM_CUDA_INLINE int __syncthreads_or(int __predicate) { return warpmem_barrier_reduce(2, __predicate); }
WARPMEM_CUDA_INLINE void __syncwarp(unsigned int __mask = 0xffffffffu) { warpmem_syncwarp(__mask); }

// Memory is one and always seen by all threads: a fence only keeps the compiler from moving accesses past it.
WARPMEM_CUDA_INLINE void __threadfence() { __asm__ volatile("" ::: "memory"); }
WARPMEM_CUDA_INLINE void __threadfence_block() { __asm__ volatile("" ::: "memory"); }
WARPMEM_CUDA_INLINE void __threadfence_system() { __asm__ volatile("" ::: "memory"); }

#endif
