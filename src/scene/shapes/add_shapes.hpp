// Validates shapes and stores them in a scene's data.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include <satchel/error.hpp>
#include <satchel/types.hpp>

#include "scene/data.hpp"

namespace satchel::detail {

/// The smallest vertex class with room for this number of vertices.
unsigned class_for(std::size_t vertices) noexcept;

/// Checks that the vertices, of which there must be at least `fewest`, and the radius make a shape; `index` is the
/// offending vertex. One vertex makes a point, two make a segment. O(n). May throw bad_alloc.
template <class T>
Status check_core(std::span<const BasicVec2<T>> vertices, std::size_t fewest, T radius);

/// Makes room for more[k] additional shapes of each class k, so that `add_checked_core` cannot fail.
template <class T>
void make_room_for_cores(SceneData<T>& scene, const std::array<std::size_t, kernels::class_count>& more);

/// The same for one shape of a class.
template <class T>
void make_room_for_core(SceneData<T>& scene, unsigned vertex_class);

/// Stores a core that passed `check_core`.
template <class T>
ShapeId add_checked_core(SceneData<T>& scene, std::span<const BasicVec2<T>> vertices, T radius) noexcept;

/// The radius of a shape with a clearance: the least radius of T that is not below their sum.
template <class T>
T grown_radius(T radius, double clearance) noexcept;

/// What a copy of an outline is: an outline, or a compound of its convex parts, which any pose may turn.
enum class OutlineCopy : bool { outline, compound };

/// Adds a copy of a shape of the scene `from`; a compound with copies of its parts, its inner edges, and what it is as a
/// chain. O(n). May throw bad_alloc.
/// @param clearance  by which the radius of the copy, or of each of its parts, is larger (grown_radius); a sum that is in
///                   range. Above 0, the copy of an outline is a compound
template <class T>
ShapeId copy_shape(SceneData<T>& scene, const SceneData<T>& from, ShapeId id, OutlineCopy as = OutlineCopy::outline,
                   double clearance = 0);
/// As `copy_shape`, for a shape that is a compound or an outline.
template <class T>
ShapeId copy_compound(SceneData<T>& scene, const SceneData<T>& from, ShapeId id, OutlineCopy as, double clearance);

}  // namespace satchel::detail
