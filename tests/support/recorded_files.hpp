// Where the files of recorded scenes are: small ones in tests/scenes, and, as an extra, whole ones in the folder that the
// environment variable SATCHEL_SCENES names.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace satchel::test {

/// tests/scenes/NAME.json
inline std::filesystem::path recorded_file(const std::string& name) {
  return std::filesystem::path(SATCHEL_TEST_SCENES) / (name + ".json");
}

/// The folder of whole scenes, if the environment names one; prints that it is used.
inline std::optional<std::filesystem::path> extra_folder() {
  const char* const folder = std::getenv("SATCHEL_SCENES");
  if (folder == nullptr || *folder == '\0') return {};
  if (!std::filesystem::is_directory(folder))
    throw std::runtime_error(std::string("SATCHEL_SCENES: no folder ") + folder);
  std::cout << "[ extra    ] also with the scenes of " << folder << std::endl;
  return folder;
}

/// The whole scene of this name, if the environment names a folder that has it.
inline std::optional<std::filesystem::path> extra_file(const std::string& name) {
  const std::optional<std::filesystem::path> folder = extra_folder();
  if (!folder || !std::filesystem::exists(*folder / (name + ".json"))) return {};
  return *folder / (name + ".json");
}

/// All scenes, the small ones first.
inline std::vector<std::filesystem::path> recorded_files() {
  std::vector<std::filesystem::path> files;
  const auto add_all = [&](const std::filesystem::path& folder) {
    const auto first = static_cast<std::ptrdiff_t>(files.size());
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() == ".json") files.push_back(entry.path());
    }
    std::sort(files.begin() + first, files.end());
  };
  add_all(SATCHEL_TEST_SCENES);
  if (const auto folder = extra_folder()) add_all(*folder);
  return files;
}

}  // namespace satchel::test
