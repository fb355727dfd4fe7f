// Hints to the host's memory: bring a cache line near before it is read. Never changes a result.
#pragma once

namespace warpmem {

// A function whose only effect is such a hint looks to g++ as if it had none, and calls of it are dropped; so this and
// all that wrap it must be inlined.
#define WARPMEM_HINT [[gnu::always_inline]] inline

WARPMEM_HINT void bring_near(const void* address) { __builtin_prefetch(address); }

}  // namespace warpmem
