// What g++ says of rewritten source, without what only the rewriting brought in.
#pragma once

#include <string>

namespace warpmem::front {

// A launch with wrong arguments is an error within the lambda that it became: without the way there through the headers in the
// folder `headers`, g++ says it at the launch's own line.
std::string users_messages(const std::string& messages, const std::string& headers);

}  // namespace warpmem::front
