#include "cli/picture_files.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <filesystem>

#include "cli/output.hpp"

namespace warpmem::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kernels_drawn = 12;

std::string without_slash(std::string folder) {
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  return folder;
}

}  // namespace

bool names_folder(const std::string& path) {
  std::error_code none;
  return path.ends_with('/') || fs::is_directory(path, none);
}

Result<bool> can_fill(const std::string& folder) {
  std::error_code none;
  // The nearest folder that is there already; what is missing below it can be made if it can be written to.
  fs::path there = fs::absolute(without_slash(folder), none);
  while (!fs::exists(there, none) && there.has_relative_path()) there = there.parent_path();
  if (!fs::is_directory(there, none)) return usage_error(fmt::format("'{}' is no folder: pictures of a run need one", there.string()));
  return can_write((there / "pictures").string());
}

Result<bool> save_pictures(const std::string& folder, const std::vector<Picture>& pictures) {
  std::error_code problem;
  fs::create_directories(without_slash(folder), problem);
  if (problem) return usage_error(fmt::format("cannot make the folder '{}': {}", folder, problem.message()));
  for (const Picture& picture : pictures) {
    Spool file;
    file << picture.svg;
    if (const auto saved = file.save((fs::path(folder) / (picture.name + ".svg")).string()); !saved) return saved;
  }
  return true;
}

std::vector<Picture> pictures_of(const std::vector<NamedAccess>& accesses, const MachineConfig& machine) {
  std::vector<Picture> out;
  for (std::size_t i = 0; i < accesses.size(); ++i)
    for (Picture& p : access_pictures(accesses[i].access, machine))
      out.push_back({accesses.size() == 1 ? p.name : fmt::format("{}-{}", i + 1, p.name), std::move(p.svg)});
  return out;
}

Result<Picture> one_picture(const std::vector<NamedAccess>& accesses, const MachineConfig& machine) {
  if (accesses.size() == 1) return std::move(access_pictures(accesses[0].access, machine).front());
  const auto shared = [](const NamedAccess& a) { return a.access.record.space == Space::shared; };
  if (accesses.size() == 2 && shared(accesses[0]) && shared(accesses[1])) return compared_picture(accesses[0].access, accesses[1].access);
  return usage_error(fmt::format("{} accesses do not fit in one picture: give --svg a folder, as in --svg pictures/", accesses.size()));
}

void RunPictures::kernel(const KernelResult& kernel, const std::vector<SampleAccess>& samples) {
  ++kernels_;
  if (kernels_ > kernels_drawn) return;
  for (Picture& p : kernel_pictures(kernel, machine_, samples))
    pictures_.push_back({fmt::format("k{}-{}", kernels_, p.name), std::move(p.svg)});
}

Result<bool> RunPictures::save() {
  // A single kernel needs no number.
  if (kernels_ == 1)
    for (Picture& p : pictures_) p.name = p.name.substr(p.name.find('-') + 1);
  if (kernels_ > kernels_drawn)
    spdlog::warn("warpmem: {} holds the pictures of the first {} kernels of {}", folder_, kernels_drawn, kernels_);
  return save_pictures(folder_, pictures_);
}

}  // namespace warpmem::cli
