// The interactive page: one HTML file that needs nothing else, neither a network nor a server.
#pragma once

#include <string_view>

namespace warpmem::lab {

std::string_view lab_page();

}  // namespace warpmem::lab
