// A scene file, read and checked.
#pragma once

#include <string>
#include <vector>

#include <satchel/scene.hpp>
#include <satchel/types.hpp>

namespace satchel::cli {

struct SceneFile {
  std::string path;
  std::string name;   ///< the scene's own, else the file's
  std::string units;  ///< may be empty
  Scene scene;
  std::vector<Pair> pairs;
  bool has_pairs = false;
};

/// Throws `Failure`: bad input ("scene.json: shapes[1]: vertices turn clockwise; ...") or file.
SceneFile read_scene(const std::string& path);

}  // namespace satchel::cli
