// Pictures as files.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/access_source.hpp"
#include "report/first_accesses.hpp"
#include "warpmem/pictures.hpp"

namespace warpmem::cli {

// Whether `path` means a folder: it is one, or ends with a slash.
bool names_folder(const std::string& path);
// Whether pictures could be saved in this folder, which need not exist yet. Leaves nothing behind.
Result<bool> can_fill(const std::string& folder);
// Makes the folder if need be and a file NAME.svg of each picture.
Result<bool> save_pictures(const std::string& folder, const std::vector<Picture>& pictures);

// The pictures of `explain`, numbered when there are several accesses.
std::vector<Picture> pictures_of(const std::vector<NamedAccess>& accesses, const MachineConfig& machine);
// The one that goes to a file by itself: of one access the first, of two to shared memory both side by side.
Result<Picture> one_picture(const std::vector<NamedAccess>& accesses, const MachineConfig& machine);

// Gathers the pictures of a run; of many kernels those of the first few.
class RunPictures {
 public:
  RunPictures(std::string folder, const MachineConfig& machine) : folder_(std::move(folder)), machine_(machine) {}
  void kernel(const KernelResult& kernel, const std::vector<SampleAccess>& samples);
  Result<bool> save();

 private:
  std::string folder_;
  const MachineConfig& machine_;
  std::uint64_t kernels_ = 0;
  std::vector<Picture> pictures_;
};

}  // namespace warpmem::cli
