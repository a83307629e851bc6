// The contents of a scene, stored structure-of-arrays.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <new>
#include <vector>

#include <satchel/scene.hpp>

#include "format/kernel_table.hpp"
#include "scene/array.hpp"
#include "scene/blocks.hpp"
#include "scene/compounds/compounds.hpp"
#include "scene/journal.hpp"
#include "scene/seams/links.hpp"

namespace satchel::detail {

/// Whether bodies of this shape are counted by `bodies_to_check`.
template <class T>
bool needs_checks(const kernels::ShapeRecord<T>& shape) noexcept {
  return !shape.always_convex || (!shape.place.is_compound() && shape.place.exact_only());
}

template <class T>
class SceneData {
 public:
  // Shapes, by ShapeId.
  Array<kernels::ShapeRecord<T>> shapes;
  Blocks<T> local_blocks;
  Array<T> edge_fans;  ///< kernels::EdgeFan of each shape whose class has fans
  /// A lower bound, over all shapes, of the distance of a vertex from the chord between its two neighbours.
  T straightest_corner = std::numeric_limits<T>::infinity();

  // Bodies, by BodyId, removed ones included.
  Array<kernels::BodyRecord<T>> bodies;
  Array<ShapeId> body_shapes;
  Array<kernels::OffsetBox<T>> boxes;
  Array<Rotation> rotations;
  Array<std::uint8_t> kinds;    ///< Place::kind of each body; apart from the records, so that many fit into L1
  Array<T> inner;               ///< ShapeRecord::inner of each body; apart, so that many fit into L1
  Blocks<T> offset_blocks;      ///< placed vertices of the bodies, and of the parts of compounds
  std::vector<BodyId> removed;  ///< a heap, the lowest index first
  /// How often each index has been reused. `clear_bodies` keeps it, so it may be longer than `bodies`.
  Array<std::uint32_t> generations;

  Compounds<T> compounds;
  Links links;
  Journal journal;  ///< of the bodies that changed

  // Counts of the bodies' classes and kinds. Queries skip the steps that no present body needs.
  std::uint32_t bodies_of_class[kernels::class_count] = {};
  std::uint32_t bodies_of_kind[kernels::kind_count] = {};  ///< by shape; equals the kinds if bodies_to_check is 0
  /// Bodies whose shape, or a part of it, may become non-convex; and those whose shape is too small for the float stage.
  std::uint32_t bodies_to_check = 0;

  bool has_body(BodyId body) const noexcept { return body < bodies.size() && !bodies[body].place.is_removed(); }
  Pose pose(BodyId body) const noexcept { return {bodies[body].x, bodies[body].y, rotations[body]}; }
  std::size_t body_count() const noexcept { return bodies.size() - removed.size(); }

  /// The kind of all bodies, if they are of one kind; else kind_count.
  unsigned uniform_kind() const noexcept {
    if (bodies_to_check != 0) return kernels::kind_count;
    unsigned kind = 0;
    while (kind < kernels::kind_count && bodies_of_kind[kind] != body_count()) ++kind;
    return kind;
  }

  /// Whether all bodies are polygons of up to eight vertices without a radius.
  bool has_up_to_8_alone() const noexcept {
    using namespace kernels;
    return bodies_to_check == 0 &&
           bodies_of_kind[0] + bodies_of_kind[1] + bodies_of_kind[2] + bodies_of_kind[box_kind] == body_count();
  }

  /// Whether certainly no body has a radius.
  bool is_sharp() const noexcept {
    for (unsigned k = kernels::circle_kind; k <= kernels::exact_kind; ++k) {
      if (bodies_of_kind[k] != 0) return false;
    }
    return true;
  }

  bool has_long_bodies() const noexcept {
    for (unsigned k = kernels::lane_class_count; k < kernels::polygon_class_count; ++k) {
      if (bodies_of_class[k] != 0) return true;
    }
    return false;
  }

  /// Removes all bodies; keeps the memory.
  void clear_bodies() noexcept {
    for (BodyId body = 0; compounds.bodies != 0 && body < bodies.size(); ++body) free_outline(body);
    compounds.clear_bodies();
    bodies.clear();
    body_shapes.clear();
    boxes.clear();
    rotations.clear();
    kinds.clear();
    inner.clear();
    offset_blocks.clear();
    removed.clear();
    links.clear();
    bodies_to_check = 0;
    std::fill(std::begin(bodies_of_class), std::end(bodies_of_class), 0u);
    std::fill(std::begin(bodies_of_kind), std::end(bodies_of_kind), 0u);
  }

  /// Frees the block of the outline of a body, if it has one.
  void free_outline(BodyId body) noexcept {
    const kernels::Place place = bodies[body].place;
    if (place.is_removed() || !place.is_outline()) return;
    compounds.outlines.free(place.block(), shapes[body_shapes[body]].place);
  }

  /// The parts of a body that is a compound, or an outline, which may have none yet.
  PartRange parts_of_body(BodyId body) const noexcept {
    const kernels::BodyRecord<T>& record = bodies[body];
    return {first_part_of(record), record.place.is_outline() ? outline_of(body).parts : record.map_or_shape};
  }
  /// The first part of a body that is a compound or an outline.
  static std::uint32_t first_part_of(const kernels::BodyRecord<T>& record) noexcept {
    return record.place.is_outline() ? record.map_or_shape : record.place.block();
  }
  /// Whether a shape, or a body, is an outline whose convex parts have not been made.
  bool shape_lacks_parts(ShapeId shape) const noexcept {
    const kernels::Place place = shapes[shape].place;
    return place.is_outline() && compounds.outlines.shapes[place.block()].parts == 0;
  }
  bool lacks_parts(BodyId body) const noexcept { return shape_lacks_parts(body_shapes[body]); }
  /// The outline of the shape of a body that is an outline.
  const kernels::OutlineShape& outline_of(BodyId body) const noexcept {
    return compounds.outlines.shapes[shapes[body_shapes[body]].place.block()];
  }

  void set_place(BodyId body, kernels::Place place) noexcept {
    bodies[body].place = place;
    kinds[body] = place.kind();
  }

  /// Whether some body's contacts are limited by seams.
  bool has_seams() const noexcept { return links.any() || (compounds.chain_shapes != 0 && compounds.bodies != 0); }

  /// Bytes that contacts and verdicts read: the records and the blocks of the bodies.
  std::size_t pair_memory_bytes() const noexcept {
    return bodies.size() * sizeof(bodies[0]) + offset_blocks.bytes_in_use();
  }
  std::size_t body_memory_bytes() const noexcept {
    return bytes_of(bodies) + bytes_of(body_shapes) + bytes_of(kinds) + bytes_of(inner) + bytes_of(boxes) +
           bytes_of(rotations) + bytes_of(removed) + bytes_of(generations) + journal.bytes() +
           offset_blocks.memory_bytes() + compounds.body_memory_bytes() + links.memory_bytes();
  }
  std::size_t memory_bytes() const noexcept {
    return sizeof(*this) + bytes_of(shapes) + local_blocks.memory_bytes() + bytes_of(edge_fans) +
           compounds.shape_memory_bytes() + body_memory_bytes();
  }
};

/// Gives the rest of the library access to a scene's data.
struct SceneAccess {
  template <class T>
  static const SceneData<T>& data(const BasicScene<T>& scene) noexcept {
    return scene.data_ != nullptr ? *scene.data_ : empty<T>();
  }
  /// May throw bad_alloc. Changes made here are not counted as revisions.
  template <class T>
  static SceneData<T>& data(BasicScene<T>& scene) {
    if (scene.data_ == nullptr) scene.data_ = std::make_unique<SceneData<T>>();
    return *scene.data_;
  }

 private:
  /// The data of a scene that has none. Never destroyed, because scenes may be used until the program ends.
  template <class T>
  static const SceneData<T>& empty() noexcept {
    alignas(SceneData<T>) static std::byte memory[sizeof(SceneData<T>)];
    static const SceneData<T>* const data = new (memory) SceneData<T>;
    return *data;
  }
};

/// The bodies that poses belong to: `indices`, or first, first + 1, ...
struct PoseTargets {
  const BodyId* indices;  ///< null: consecutive
  std::size_t first;
};

/// The reason to refuse a pose, or ok.
template <class T>
ErrorCode pose_error(const Pose& pose) noexcept;

/// The first refused pose, or ok. Poses of removed bodies are accepted.
template <class T>
Status check_poses(const SceneData<T>& scene, const kernels::KernelTable& table, std::span<const Pose> poses,
                   PoseTargets to, const Options& options) noexcept;

/// Places bodies at valid poses, in parallel if there are many. If two poses belong to one body, the last holds. Can
/// fail on several threads only: with options.max_threads == 1 it does not, unless `progress` cancels it.
template <class T>
Status place_bodies(SceneData<T>& scene, const kernels::KernelTable& table, std::span<const Pose> poses, PoseTargets to,
                    const Options& options) noexcept;

/// Reserves placed parts for a body of a shape with these parts, and returns the first. The caller has made room.
template <class T>
std::uint32_t give_parts(SceneData<T>& scene, PartRange shape_parts) noexcept;

/// Makes a body a body of a compound: fills its record, and reserves its parts. The caller has made room and places the
/// parts afterwards.
template <class T>
void give_compound(SceneData<T>& scene, BodyId body, ShapeId shape) noexcept;
template <class T>
void free_compound(SceneData<T>& scene, BodyId body) noexcept;

}  // namespace satchel::detail
