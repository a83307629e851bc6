// Adding shapes to a scene's data: validation, then storage.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include <satchel/error.hpp>
#include <satchel/types.hpp>

#include "scene/data.hpp"

namespace satchel::detail {

/// The smallest class with room for so many vertices.
unsigned class_for(std::size_t vertices) noexcept;

/// Whether these vertices, at least `fewest`, and this radius make a shape; `index` is the vertex at fault. One or two
/// vertices are a point or a segment. O(n). May throw bad_alloc.
template <class T>
Status check_core(std::span<const BasicVec2<T>> vertices, std::size_t fewest, T radius);

/// Makes room for so many more shapes of each class, so that `add_checked_core` cannot fail.
template <class T>
void make_room_for_cores(SceneData<T>& scene, const std::array<std::size_t, kernels::class_count>& more);

/// Stores a core that passed `check_core`.
template <class T>
ShapeId add_checked_core(SceneData<T>& scene, std::span<const BasicVec2<T>> vertices, T radius) noexcept;

/// Adds a shape of another scene once more, a compound with its parts. O(n). May throw bad_alloc.
template <class T>
ShapeId copy_shape(SceneData<T>& scene, const SceneData<T>& from, ShapeId id);
/// The same of a shape that is a compound.
template <class T>
ShapeId copy_compound(SceneData<T>& scene, const SceneData<T>& from, ShapeId id);

}  // namespace satchel::detail
