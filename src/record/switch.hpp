// One jump from a stack to another: Boost.Context's, with AddressSanitizer told where it exists.
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

namespace warpmem::record {

using Context = boost::context::detail::fcontext_t;

// Jumps to `to`, which lies on the given stack, and returns when something jumps back here. Both sides get the context that
// the jump came from and `data`.
inline boost::context::detail::transfer_t jump(Context to, void* data, [[maybe_unused]] const void* stack,
                                               [[maybe_unused]] std::size_t bytes) {
#if defined(__SANITIZE_ADDRESS__)
  void* fake = nullptr;
  __sanitizer_start_switch_fiber(&fake, stack, bytes);
  const auto back = boost::context::detail::jump_fcontext(to, data);
  __sanitizer_finish_switch_fiber(fake, nullptr, nullptr);
  return back;
#else
  return boost::context::detail::jump_fcontext(to, data);
#endif
}

// First thing on a fresh stack. Gives where the jump came from.
inline void arrived([[maybe_unused]] const void** stack, [[maybe_unused]] std::size_t* bytes) {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(nullptr, stack, bytes);
#endif
}

}  // namespace warpmem::record
