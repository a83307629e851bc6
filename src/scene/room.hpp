// Counts and allocates the memory that new bodies need (blocks, parts, outlines), before a scene is changed.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "scene/data.hpp"

namespace satchel::detail {

/// Numbers of blocks by class, of placed parts of compounds, and of units of placed outlines.
struct Room {
  std::array<std::size_t, kernels::class_count> blocks{};
  std::size_t parts = 0, outline_units = 0;
};

/// Calls visit(shape of the part) for each part of a compound, or once for any other shape.
template <class T, class Visit>
void for_each_part(const SceneData<T>& scene, const kernels::ShapeRecord<T>& shape, Visit visit) {
  if (!shape.place.is_compound()) return visit(shape);
  const PartRange range = scene.compounds.parts_of_shape(shape.place);
  for (std::uint32_t k = 0; k < range.count; ++k) {
    visit(scene.shapes[scene.compounds.part_shapes[range.first + k].shape]);
  }
}

/// Whether a pose rotates a body. If not, an outline shares the block of its shape.
inline bool rotates(const Pose& pose) noexcept { return pose.rotation.cos != 1 || pose.rotation.sin != 0; }

/// Adds the memory that a body of this shape needs to `room`.
/// @param rotated  whether it will have a pose that rotates it
template <class T>
void add_room_for_body(const SceneData<T>& scene, ShapeId id, bool rotated, Room& room) noexcept {
  const kernels::ShapeRecord<T>& shape = scene.shapes[id];
  if (shape.place.is_compound()) {
    room.parts += scene.compounds.parts_of_shape(shape.place).count;
    if (rotated || !shape.place.is_outline()) room.outline_units += scene.compounds.outlines.units_of(shape.place);
  }
  for_each_part(scene, shape, [&](const kernels::ShapeRecord<T>& part) { ++room.blocks[part.place.vertex_class()]; });
}

/// Takes away from `room` the blocks that a body has and will give back.
template <class T>
void take_blocks_of_body(const SceneData<T>& scene, BodyId body, Room& room) noexcept {
  Room own;
  add_room_for_body(scene, scene.body_shapes[body], false, own);
  for (unsigned k = 0; k < kernels::class_count; ++k) room.blocks[k] -= std::min(room.blocks[k], own.blocks[k]);
}

/// Whether indices suffice for this many additional blocks and parts.
template <class T>
bool has_room_for(const SceneData<T>& scene, const Room& room) noexcept {
  return scene.offset_blocks.has_indices_for(room.blocks) && room.parts <= scene.compounds.left() &&
         room.outline_units <= scene.compounds.outlines.units_left();
}

template <class T>
void make_room_for_bodies(SceneData<T>& scene, const Room& room) {
  scene.offset_blocks.make_room_for(room.blocks);
  if (room.parts + room.outline_units > 0) scene.compounds.make_room_for(room.parts, room.outline_units);
}

/// Makes room in the lists of free blocks for the blocks of a body.
template <class T>
void make_room_to_give_back(SceneData<T>& scene, BodyId body) {
  Room room;
  add_room_for_body(scene, scene.body_shapes[body], true, room);
  for (unsigned k = 0; k < kernels::class_count; ++k) {
    if (room.blocks[k] > 0) scene.offset_blocks.make_room_to_give_back(k, room.blocks[k]);
  }
}

}  // namespace satchel::detail
