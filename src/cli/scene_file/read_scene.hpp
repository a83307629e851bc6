// Reads and checks a scene file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <satchel/results.hpp>
#include <satchel/scene.hpp>
#include <satchel/types.hpp>

namespace satchel::cli {

/// A scene file in the precision T.
template <class T>
struct SceneFile {
  std::string path;
  std::string name;   ///< the name in the scene, else the name of the file
  std::string units;  ///< may be empty
  BasicScene<T> scene;
  std::vector<std::vector<BasicVec2<T>>> outlines;  ///< by ShapeId: local vertices of concave shapes; else empty
  std::vector<Pair> pairs;
  bool has_pairs = false;
  std::vector<Motion> motions;  ///< empty, or one motion a body
  bool has_motions = false;

  /// Whether any shape is a compound of several parts.
  [[nodiscard]] bool has_compounds() const {
    for (ShapeId shape = 0; shape < scene.shape_count(); ++shape) {
      if (scene.part_count(shape) > 1) {
        return true;
      }
    }
    return false;
  }
};

/// Reads a scene file. Throws `Failure`: bad input ("scene.json: shapes[1]: vertices turn clockwise; ..."), or file.
template <class T>
SceneFile<T> read_scene(const std::string& path);

extern template SceneFile<float> read_scene(const std::string& path);
extern template SceneFile<double> read_scene(const std::string& path);

/// Reads a scene from a text; `path` is its name in messages. Throws `Failure` (bad input).
template <class T>
SceneFile<T> read_scene_text(std::string_view text, const std::string& path);

extern template SceneFile<float> read_scene_text(std::string_view text, const std::string& path);
extern template SceneFile<double> read_scene_text(std::string_view text, const std::string& path);

}  // namespace satchel::cli
