// Headers of libraries that are not modelled.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "warpmem/error.hpp"

namespace warpmem::front {

// What g++ says of a header that it cannot find, when that is one of a library that is known not to be modelled: with the
// place of the #include and what to do. Nothing for any other message.
std::optional<Error> refused_header(std::string_view messages);

}  // namespace warpmem::front
