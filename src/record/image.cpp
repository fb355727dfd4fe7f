#include "record/image.hpp"

#include <link.h>
#include <unistd.h>

#include <algorithm>

// Present only in programs that have such variables.
extern "C" {
extern const unsigned char warpmem_device_begin[] __asm__("__start_warpmem_device") __attribute__((weak));
extern const unsigned char warpmem_device_end[] __asm__("__stop_warpmem_device") __attribute__((weak));
extern const unsigned char warpmem_constant_begin[] __asm__("__start_warpmem_constant") __attribute__((weak));
extern const unsigned char warpmem_constant_end[] __asm__("__stop_warpmem_constant") __attribute__((weak));
}

namespace warpmem::record {
namespace {

int read_headers(dl_phdr_info* info, std::size_t, void* data) {
  Image& image = *static_cast<Image*>(data);
  const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  std::uint64_t low = ~std::uint64_t{0}, high = 0, code_end = 0;
  for (unsigned i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD) continue;
    low = std::min<std::uint64_t>(low, header.p_vaddr & ~(page - 1));
    high = std::max<std::uint64_t>(high, header.p_vaddr + header.p_memsz);
    if ((header.p_flags & PF_X) != 0) code_end = std::max<std::uint64_t>(code_end, header.p_vaddr + header.p_memsz);
  }
  image.begin = info->dlpi_addr + low;
  image.size = high - low;
  image.link_begin = low;
  image.code_end = info->dlpi_addr + code_end;
  return 1;  // the executable comes first; the rest are libraries
}

}  // namespace

const Image& image() {
  static const Image read = [] {
    Image image;
    dl_iterate_phdr(&read_headers, &image);
    const auto range = [](const unsigned char* begin, const unsigned char* end, std::uint64_t& at, std::uint64_t& size) {
      at = reinterpret_cast<std::uint64_t>(begin);
      size = reinterpret_cast<std::uint64_t>(end) - at;
    };
    range(warpmem_device_begin, warpmem_device_end, image.device, image.device_size);
    range(warpmem_constant_begin, warpmem_constant_end, image.constant, image.constant_size);
    return image;
  }();
  return read;
}

}  // namespace warpmem::record
