// Reads and checks an input file: scene JSON, WKT or GeoJSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <satchel/results.hpp>
#include <satchel/scene.hpp>
#include <satchel/types.hpp>

#include "cli/raw_scene/raw_scene.hpp"
#include "cli/scene_file/add_shapes.hpp"
#include "cli/scene_file/ring_changes.hpp"

namespace satchel::cli {

/// An input file in the precision T.
template <class T>
struct SceneFile {
  std::string path;
  std::string name;   ///< the name in the scene, else the name of the file
  std::string units;  ///< may be empty
  BasicScene<T> scene;
  std::vector<ShapeId> shapes;                         ///< by index in the file; `no_shape`: left out
  std::vector<RingsOf<T>> outlines;                    ///< by ShapeId: of concave shapes and outlines; else empty
  std::vector<std::vector<std::uint8_t>> inner_edges;  ///< by ShapeId: flags of compounds; else empty
  std::vector<Pair> pairs;
  bool has_pairs = false;
  std::vector<Motion> motions;  ///< empty, or one motion a body
  bool has_motions = false;
  double rounding = 0;  ///< a bound of how far rounding to T moved a coordinate or radius of the shapes
  RingChanges changes;
  std::vector<std::string> ignored_keys;  ///< top-level keys of a scene file that are not read
  std::size_t empty_parts = 0;            ///< of WKT and GeoJSON: polygons and rings without points
  std::optional<Vec2d> map_origin;        ///< of WKT and GeoJSON: the origin of all bodies
  std::vector<LeftOut> left_out;          ///< by body: geometries that are left out; their bodies are removed

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

/// The kind of a file, by the end of its name.
FileForm form_of(const std::string& path);

/// Reads an input file. Its name tells its kind: .wkt, .geojson, else scene JSON. Throws `Failure`: bad input
/// ("scene.json: shapes[1]: vertices[2]: ..."), or file.
/// @param options  `skip_invalid` has no effect on scene files
template <class T>
SceneFile<T> read_scene(const std::string& path, const ReadOptions& options = {});

extern template SceneFile<float> read_scene(const std::string&, const ReadOptions&);
extern template SceneFile<double> read_scene(const std::string&, const ReadOptions&);

/// Reads a text; `path` is its name in messages and tells its kind. Throws `Failure` (bad input).
template <class T>
SceneFile<T> read_scene_text(std::string_view text, const std::string& path, const ReadOptions& options = {});

extern template SceneFile<float> read_scene_text(std::string_view, const std::string&, const ReadOptions&);
extern template SceneFile<double> read_scene_text(std::string_view, const std::string&, const ReadOptions&);

}  // namespace satchel::cli
