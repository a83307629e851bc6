// Places bodies. Places the parts and the outline of a body that is a compound.
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/jobs.hpp"
#include "format/layout.hpp"
#include "kernels/scene/body_boxes.hpp"
#include "kernels/scene/place.hpp"
#include "kernels/scene/place_outline.hpp"
#include "lanes/scalar.hpp"

namespace {

using satchel::Pose;
using satchel::Rotation;
using satchel::kernels::MapRotations;
using satchel::kernels::PartsToPlace;
using satchel::kernels::Place;
using satchel::kernels::PlaceJob;
using satchel::kernels::ShapeRecord;

/// Whether all poses have coordinates in range and rotations of length 1. Has no branches, so that the compiler
/// vectorizes it. NaN fails the comparisons.
template <class T>
bool valid_poses(const Pose* poses, std::size_t count) {
  constexpr double largest = satchel::kernels::Range<T>::largest, smallest = satchel::kernels::Range<T>::smallest;
  const auto in_range = [](double value) __attribute__((always_inline)) {
    const double magnitude = __builtin_fabs(value);
    return (magnitude <= largest) & ((magnitude >= smallest) | (magnitude == 0));
  };
  long long invalid = 0;  // g++ does not vectorize the loop with a bool
  for (std::size_t i = 0; i < count; ++i) {
    const double norm = poses[i].rotation.cos * poses[i].rotation.cos + poses[i].rotation.sin * poses[i].rotation.sin;
    const bool valid = in_range(poses[i].x) & in_range(poses[i].y) &
                       (__builtin_fabs(norm - 1.0) <= satchel::kernels::largest_norm_error);
    invalid |= valid ? 0 : 1;
  }
  return invalid == 0;
}

/// Writes the origin and the rotation of a body, or of a part. `+ 0.0` turns -0 into +0.
template <class T>
SATCHEL_INLINE void move_to(const Pose& pose, BodyRecord<T>& body, Rotation& rotation) {
  body.x = pose.x + 0.0;
  body.y = pose.y + 0.0;
  rotation = {pose.rotation.cos + 0.0, pose.rotation.sin + 0.0};
}

/// Rotates the vertices of a shape into the block of a body, or of a part, and writes their box, without the radius.
/// @param shape, body   the places of the two blocks
/// @tparam L4, L8, L16  lane types for blocks of 4 vertices, of 8, and of 16 or more
template <class L4, class L8, class L16, class T = typename L16::Scalar>
SATCHEL_INLINE void place_vertices(const PlaceJob<T>& job, Place shape, Place body, const Rotation& rotation,
                                   OffsetBox<T>& box) {
  const unsigned vertex_class = body.vertex_class();
  const std::size_t capacity = satchel::kernels::capacity_of(vertex_class);
  const T* local = job.shape_blocks[vertex_class] + shape.block() * 2 * capacity;
  T* block = job.blocks[vertex_class] + body.block() * 2 * capacity;
  const T c = static_cast<T>(rotation.cos), s = static_cast<T>(rotation.sin);
  switch (vertex_class) {
    case satchel::kernels::point_class:
    case satchel::kernels::segment_class:
      place_block<ScalarLanes<T>>(local, 2, c, s, block, box);
      break;
    case 0:  // up to 4 vertices
      place_block<L4>(local, 4, c, s, block, box);
      break;
    case 1:  // up to 6 vertices, in a block of 8
    case 2:  // up to 8 vertices
      place_block<L8>(local, 8, c, s, block, box);
      break;
    default:
      place_block<L16>(local, capacity, c, s, block, box);
      break;
  }
}

/// The smallest T not below a value; a double is returned as it is.
template <class T>
T rounded_up(double value) {
  const T rounded = static_cast<T>(value);
  if constexpr (sizeof(T) == sizeof(float)) {
    if (static_cast<double>(rounded) < value) {  // so `rounded` is not -0, and its successor is one bit pattern away
      const auto bits = __builtin_bit_cast(std::uint32_t, rounded);
      return __builtin_bit_cast(T, rounded < 0 ? bits - 1 : bits + 1);
    }
  }
  return rounded;
}

/// Grows a box by a radius, rounded outward.
template <class T>
void add_radius(T radius, OffsetBox<T>& box) {
  const ScalarVector<double> by{static_cast<double>(radius)};
  T* const sides[4] = {&box.minus_min_x, &box.minus_min_y, &box.max_x, &box.max_y};
  for (T* const side : sides) {
    *side = rounded_up<T>(rounded_up_sum<ScalarLanes<double>>({static_cast<double>(*side)}, by).value);
  }
}

/// Places the parts of a compound or of an outline, and the outline.
/// @param rotations, pose_index  the support maps for this pose are `rotations.of(maps, pose_index)`
/// @param body         a compound: block() is the index of its first part, map_or_shape the number of its parts. An
///                     outline: block() is where its block begins, map_or_shape the index of its first part
/// @param whole        out: the box around the body; like the boxes of the parts it includes their radii
template <class L4, class L8, class L16, class T = typename L16::Scalar>
void place_compound(const PlaceJob<T>& job, const Pose& pose, const MapRotations& rotations, std::size_t pose_index,
                    const BodyRecord<T>& body, const ShapeRecord<T>& shape, OffsetBox<T>& whole) {
  const PartsToPlace<T>& parts = job.parts;
  const bool is_outline = body.place.is_outline();
  const satchel::kernels::OutlineShape& outline = parts.outline_shapes[shape.place.block()];
  const std::uint32_t first = is_outline ? body.map_or_shape : body.place.block();
  const std::uint32_t count = is_outline ? outline.parts : body.map_or_shape;
  constexpr T lowest = -__builtin_inf();
  whole = {lowest, lowest, lowest, lowest};
  for (std::uint32_t i = first; i < first + count; ++i) {
    BodyRecord<T>& part = parts.bodies[i];
    OffsetBox<T>& box = parts.boxes[i];
    const ShapeRecord<T>& part_shape = job.shapes[parts.shapes[i]];
    move_to(pose, part, parts.rotations[i]);
    if (part.place.is_small()) part.map_or_shape = rotations.of(part_shape.maps, pose_index).bits;
    place_vertices<L4, L8, L16>(job, part_shape.place, part.place, pose.rotation, box);
    if (part.signed_radius > 0) add_radius(part.radius(), box);
    parts.columns[0][i] = box.minus_min_x;
    parts.columns[1][i] = box.minus_min_y;
    parts.columns[2][i] = box.max_x;
    parts.columns[3][i] = box.max_y;
    for (std::size_t k = 0; k < 4; k += L4::width) {
      T* const side = &whole.minus_min_x + k;
      L4::store(side, L4::max(L4::load(side), L4::load(&box.minus_min_x + k)));
    }
  }
  if (!is_outline) return;
  const std::uint32_t unit = body.place.block();
  const auto values_at = [&](std::uint32_t at) {
    return parts.outline_values + std::size_t{satchel::kernels::outline_unit} * at;
  };
  const satchel::kernels::OutlineBlock<T> block{values_at(unit), outline.groups, outline.rings};
  if (unit == outline.unit) {  // it has not been rotated
    __builtin_memcpy(&whole, block.whole(), sizeof whole);
    return;
  }
  place_outline<L8>(values_at(outline.unit), block, static_cast<T>(pose.rotation.cos),
                    static_cast<T>(pose.rotation.sin), whole);
}

/// Places the job's bodies at the job's poses; skips removed bodies. Looks up the support maps for MapRotations::size
/// poses at once.
template <class L4, class L8, class L16, class T = typename L16::Scalar>
void place_bodies(const PlaceJob<T>& job) {
  MapRotations rotations;
  for (std::size_t k = 0; k < job.count; ++k) {
    if (k % rotations.size == 0) {
      rotations.look_up(job.poses + k, job.count - k < rotations.size ? job.count - k : rotations.size);
    }
    const std::size_t i = job.indices != nullptr ? job.indices[k] : job.first + k;
    BodyRecord<T>& body = job.bodies[i];
    if (body.place.is_removed()) continue;
    const Pose& pose = job.poses[k];
    const ShapeRecord<T>& shape = job.shapes[job.body_shapes[i]];
    move_to(pose, body, job.rotations[i]);
    if (body.place.is_compound()) {
      place_compound<L4, L8, L16>(job, pose, rotations, k % rotations.size, body, shape, job.boxes[i]);
      continue;
    }
    if (body.place.is_small()) body.map_or_shape = rotations.of(shape.maps, k % rotations.size).bits;
    place_vertices<L4, L8, L16>(job, shape.place, body.place, pose.rotation, job.boxes[i]);
  }
}

}  // namespace
