// Neighbouring narrow accesses of a warp as one wide one.
#pragma once

#include <vector>

#include "warpmem/trace.hpp"

namespace warpmem::advise {

// Of one warp's records: where `factor` loads, or stores, of the same lanes take, lane by lane, neighbouring pieces of an
// aligned whole of at most 16 bytes, the first load or the last store becomes the access to the whole and the others go.
// What waits for loads waits for the same ones. Returns how many records went.
std::size_t fuse(std::vector<Record>& records, const std::vector<std::uint64_t>& list, unsigned factor);

}  // namespace warpmem::advise
