// What a GPU would fault on: accesses outside of what is allocated, or not aligned to their width.
#include <algorithm>
#include <bit>

#include "record/records.hpp"
#include "record/text.hpp"

namespace warpmem::record {
namespace {

const char* verb(unsigned op) { return op == 0 ? "load" : op == 1 ? "store" : "atomic"; }

std::string access_text(Shape shape) { return "a " + std::to_string(shape.bytes()) + "-byte " + verb(shape.op()); }

}  // namespace

void Records::stop(unsigned lane, Code code, std::string what) {
  if (!fault_) fault_ = Fault{trace_->index, warp_ * lanes_per_warp + lane, code, std::move(what)};
}

void Records::check_global(Site& site, std::uint32_t lanes, Code code, Shape shape, const Record& record) {
  const unsigned bytes = shape.bytes();
  if (!record.listed) {
    // Evenly spaced: the ends say all.
    const std::uint64_t first = load_.address[static_cast<unsigned>(std::countr_zero(lanes))];
    const std::uint64_t last = load_.address[31 - static_cast<unsigned>(std::countl_zero(lanes))];
    const std::uint64_t low = std::min(first, last), high = std::max(first, last);
    if (((first | static_cast<std::uint64_t>(record.stride)) & (bytes - 1)) == 0 && low >= site.allocation &&
        high + bytes <= site.allocation + site.allocation_bytes)
      return;
  }
  std::uint64_t low = ~std::uint64_t{0}, high = 0, bits = 0;
  const auto take = [&](unsigned lane) {
    const std::uint64_t address = load_.address[lane];
    low = std::min(low, address);
    high = std::max(high, address);
    bits |= address;
  };
  if (lanes == ~0U) {
    for (unsigned lane = 0; lane < lanes_per_warp; ++lane) take(lane);
  } else {
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) take(static_cast<unsigned>(std::countr_zero(rest)));
  }
  const bool aligned = (bits & (bytes - 1)) == 0;
  if (aligned && low >= site.allocation && high + bytes <= site.allocation + site.allocation_bytes) return;
  if (aligned && low >= Arena::variables) return;

  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const std::uint64_t address = load_.address[lane];
    if ((address & (bytes - 1)) != 0)
      return stop(lane, code, access_text(shape) + " at " + hex(address) + ", which is no multiple of " + std::to_string(bytes));
    if (address >= Arena::variables) continue;
    const std::optional<Arena::Allocation> allocation = arena_.before(address);
    if (allocation && address + bytes <= allocation->begin + allocation->bytes) {
      site.allocation = allocation->begin;
      site.allocation_bytes = allocation->bytes;
      continue;
    }
    std::string what = access_text(shape) + " at " + hex(address) + ", which is not allocated";
    if (allocation) {
      const std::uint64_t end = allocation->begin + allocation->bytes;
      what += address < end ? ": it runs over the end" : ": " + std::to_string(address - end) + " bytes past the end";
      what += " of the allocation of " + std::to_string(allocation->bytes) + " bytes at " + hex(allocation->begin);
    }
    return stop(lane, code, std::move(what));
  }
}

void Records::check_shared(std::uint32_t lanes, Code code, Shape shape) {
  const unsigned bytes = shape.bytes();
  const std::uint64_t dynamic = shared_.dynamic_offset(), end = dynamic + shared_.dynamic_bytes();
  std::uint64_t low = ~std::uint64_t{0}, high = 0, bits = 0;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const std::uint64_t offset = load_.address[static_cast<unsigned>(std::countr_zero(rest))];
    low = std::min(low, offset);
    high = std::max(high, offset);
    bits |= offset;
  }
  if ((bits & (bytes - 1)) == 0 && high + bytes <= end) return;

  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const std::uint64_t offset = load_.address[lane];
    if (offset >= SharedSpace::late) {
      ++late_shared_;
      return;
    }
    if ((offset & (bytes - 1)) != 0)
      return stop(lane, code,
                  access_text(shape) + " at offset " + std::to_string(offset % SharedSpace::unsettled) +
                      " of shared memory, which is no multiple of " + std::to_string(bytes));
    if (offset + bytes > end && offset >= dynamic)
      return stop(lane, code,
                  access_text(shape) + " at byte " + std::to_string(offset - dynamic) +
                      " of the dynamic shared array, to which the launch gave " + std::to_string(shared_.dynamic_bytes()) + " bytes");
  }
}

void Records::find_races(std::uint32_t lanes, Code code, Shape shape) {
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(rest));
    const std::optional<Races::Pair> pair =
        races_.access(static_cast<std::uint32_t>(load_.address[lane]), shape.bytes(), shape.op(), warp_, code);
    if (pair && lookups_.race) lookups_.race(*pair);
  }
}

}  // namespace warpmem::record
