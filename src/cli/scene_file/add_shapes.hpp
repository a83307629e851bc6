// Adds the shapes of a scene file to a scene.
#pragma once

#include <vector>

#include <satchel/scene.hpp>
#include <satchel/types.hpp>

#include "cli/scene_file/raw_scene.hpp"

namespace satchel::cli {

/// The shapes of a scene file as added to the scene.
template <class T>
struct AddedShapes {
  std::vector<ShapeId> ids;                         ///< by index in the file; a concave shape also adds its parts
  std::vector<std::vector<BasicVec2<T>>> outlines;  ///< by ShapeId: local vertices of concave shapes; else empty
};

/// Adds all shapes. Throws `Failure` (bad input) with a message such as "shapes[1]: vertices[2]: ...".
template <class T>
AddedShapes<T> add_shapes(BasicScene<T>& scene, const RawScene<T>& raw);

extern template AddedShapes<float> add_shapes(BasicScene<float>&, const RawScene<float>&);
extern template AddedShapes<double> add_shapes(BasicScene<double>&, const RawScene<double>&);

}  // namespace satchel::cli
