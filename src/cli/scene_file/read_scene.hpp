// A scene file, read and checked.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <satchel/results.hpp>
#include <satchel/scene.hpp>
#include <satchel/types.hpp>

namespace satchel::cli {

/// T: the precision that the scene is read and answered in.
template <class T>
struct SceneFile {
  std::string path;
  std::string name;   ///< the scene's own, else the file's
  std::string units;  ///< may be empty
  BasicScene<T> scene;
  std::vector<std::vector<BasicVec2<T>>> outlines;  ///< by ShapeId, of concave ones: local vertices; others are empty
  std::vector<Pair> pairs;
  bool has_pairs = false;
  std::vector<Motion> motions;  ///< none, or one a body
  bool has_motions = false;

  /// Whether some bodies are of several parts.
  [[nodiscard]] bool has_compounds() const {
    for (ShapeId shape = 0; shape < scene.shape_count(); ++shape) {
      if (scene.part_count(shape) > 1) {
        return true;
      }
    }
    return false;
  }
};

/// Throws `Failure`: bad input ("scene.json: shapes[1]: vertices turn clockwise; ...") or file.
template <class T>
SceneFile<T> read_scene(const std::string& path);

extern template SceneFile<float> read_scene(const std::string& path);
extern template SceneFile<double> read_scene(const std::string& path);

/// The same, of a text that has been read already; `path` names it in messages. Throws `Failure` (bad input).
template <class T>
SceneFile<T> read_scene_text(std::string_view text, const std::string& path);

extern template SceneFile<float> read_scene_text(std::string_view text, const std::string& path);
extern template SceneFile<double> read_scene_text(std::string_view text, const std::string& path);

}  // namespace satchel::cli
