// The shapes of a scene file, as shapes of a scene.
#pragma once

#include <vector>

#include <satchel/scene.hpp>
#include <satchel/types.hpp>

#include "cli/scene_file/raw_scene.hpp"

namespace satchel::cli {

/// What has become of a file's shapes.
template <class T>
struct AddedShapes {
  std::vector<ShapeId> ids;                         ///< by the index in the file: a concave shape adds its parts, too
  std::vector<std::vector<BasicVec2<T>>> outlines;  ///< by ShapeId, of concave ones: local vertices; others are empty
};

/// Throws `Failure` (bad input): "shapes[1]: vertices[2]: ...".
template <class T>
AddedShapes<T> add_shapes(BasicScene<T>& scene, const RawScene<T>& raw);

extern template AddedShapes<float> add_shapes(BasicScene<float>&, const RawScene<float>&);
extern template AddedShapes<double> add_shapes(BasicScene<double>&, const RawScene<double>&);

}  // namespace satchel::cli
