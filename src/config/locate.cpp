#include "config/locate.hpp"

#include <algorithm>
#include <cstdlib>

#include "config/json_tree.hpp"
#include "config/text_file.hpp"
#include "units/nearest.hpp"
#include "warpmem/config.hpp"

namespace warpmem {
namespace {

namespace fs = std::filesystem;

void add_folder(std::vector<fs::path>& folders, const fs::path& folder) {
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) return;
  const bool known = std::ranges::any_of(folders, [&](const fs::path& f) { return fs::equivalent(f, folder, ignored); });
  if (!known) folders.push_back(folder);
}

// The name and path of every configuration that a name can mean; of two with one name, the one that is found first.
std::vector<std::pair<std::string, fs::path>> known_configs() {
  std::vector<std::pair<std::string, fs::path>> known;
  for (const fs::path& folder : config_folders()) {
    std::error_code problem;
    for (const auto& entry : fs::directory_iterator(folder, problem)) {
      const std::string name = entry.path().stem().string();
      // The schema lies beside the machines for editors to find.
      if (entry.path().extension() != ".json" || name == "schema") continue;
      if (std::ranges::none_of(known, [&](const auto& k) { return k.first == name; })) known.emplace_back(name, entry.path());
    }
  }
  std::ranges::sort(known);
  return known;
}

}  // namespace

std::vector<fs::path> config_folders() {
  std::vector<fs::path> folders;
  if (const char* chosen = std::getenv("WARPMEM_CONFIG_DIR"); chosen != nullptr && *chosen != '\0') add_folder(folders, chosen);
  std::error_code problem;
  const fs::path program = fs::read_symlink("/proc/self/exe", problem);
  if (!problem) add_folder(folders, program.parent_path().parent_path() / "share/warpmem/configs");
  add_folder(folders, WARPMEM_INSTALLED_CONFIGS);
  add_folder(folders, WARPMEM_SOURCE_CONFIGS);
  return folders;
}

Result<fs::path> find_config(const std::string& name, const fs::path& beside) {
  if (name.find('/') != std::string::npos || name.ends_with(".json")) {
    const fs::path path = beside / name;
    std::error_code problem;
    // A pipe will do as well: `--config <(command)`.
    if (fs::exists(path, problem)) return path;
    return input_error("there is no such configuration file", path.string());
  }
  std::vector<fs::path> folders = config_folders();
  if (!beside.empty()) folders.insert(folders.begin(), beside);
  for (const fs::path& folder : folders) {
    std::error_code problem;
    fs::path path = folder / (name + ".json");
    if (fs::is_regular_file(path, problem)) return path;
  }
  const auto known = known_configs();
  std::vector<std::string_view> names;
  for (const auto& [shipped, path] : known) names.push_back(shipped);
  const std::string_view close = nearest(name, names);
  std::string message = "there is no configuration '" + name + "'";
  if (!close.empty()) message += "; did you mean '" + std::string(close) + "'?";
  if (names.empty()) return usage_error(message + "; no configurations are installed: set WARPMEM_CONFIG_DIR to their folder");
  message += close.empty() ? "; there are: " : " There are: ";
  for (std::size_t i = 0; i < names.size(); ++i) message.append(i == 0 ? "" : ", ").append(names[i]);
  return usage_error(std::move(message));
}

std::vector<ConfigListing> shipped_configs() {
  std::vector<ConfigListing> listing;
  for (const auto& [name, path] : known_configs()) {
    ConfigListing entry{name, {}};
    // A file that cannot be read is still listed: asking for it says what is wrong.
    if (const auto text = read_text_file(path)) {
      if (const auto document = parse_json(*text, path.string())) {
        const JsonMember* description = document->root.find("description");
        if (description != nullptr && description->value.kind == JsonNode::Kind::string) entry.description = description->value.text;
      }
    }
    listing.push_back(std::move(entry));
  }
  return listing;
}

}  // namespace warpmem
