// What a scene holds, structure-of-arrays.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <memory>
#include <vector>

#include <satchel/scene.hpp>

#include "format/kernel_table.hpp"
#include "scene/array.hpp"
#include "scene/blocks.hpp"
#include "scene/compounds.hpp"

namespace satchel::detail {

template <class T>
class SceneData {
 public:
  // Shapes, by ShapeId.
  Array<kernels::ShapeRecord<T>> shapes;
  Blocks<T> local_blocks;
  Array<T> edge_fans;  ///< kernels::EdgeFan, of shapes whose class has them
  /// No corner of a shape lies nearer to the chord between its neighbours than this.
  T straightest_corner = std::numeric_limits<T>::infinity();

  // Bodies, by BodyId, removed ones included.
  Array<kernels::BodyRecord<T>> bodies;
  Array<ShapeId> body_shapes;
  Array<kernels::OffsetBox<T>> boxes;
  Array<kernels::Rotation> rotations;
  Array<std::uint8_t> kinds;    ///< Place::kind of each, where many fit into the first-level cache
  Array<T> inner;               ///< ShapeRecord::inner of each, apart for the same reason
  Blocks<T> offset_blocks;      ///< of bodies, and of the parts of compounds
  std::vector<BodyId> removed;  ///< a heap, the lowest first

  Compounds<T> compounds;

  // What the bodies are made of, so that queries can skip what no body needs.
  std::uint32_t bodies_of_class[kernels::class_count] = {};
  std::uint32_t bodies_of_kind[kernels::kind_count] = {};  ///< as far as shapes tell, and so if none is to be checked
  std::uint32_t bodies_to_check = 0;  ///< bodies whose shape may become non-convex, or is too small for the float stage

  bool has_body(BodyId body) const noexcept { return body < bodies.size() && !bodies[body].place.is_removed(); }
  std::size_t body_count() const noexcept { return bodies.size() - removed.size(); }

  /// The one kind that all bodies are of; kind_count where there is none.
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

  bool has_long_bodies() const noexcept {
    for (unsigned k = kernels::lane_class_count; k < kernels::polygon_class_count; ++k) {
      if (bodies_of_class[k] != 0) return true;
    }
    return false;
  }

  /// Removes all bodies; keeps the memory.
  void clear_bodies() noexcept {
    bodies.clear();
    body_shapes.clear();
    boxes.clear();
    rotations.clear();
    kinds.clear();
    inner.clear();
    offset_blocks.clear();
    removed.clear();
    compounds.clear_bodies();
    bodies_to_check = 0;
    std::fill(std::begin(bodies_of_class), std::end(bodies_of_class), 0u);
    std::fill(std::begin(bodies_of_kind), std::end(bodies_of_kind), 0u);
  }

  /// The parts of a body that is a compound.
  PartRange parts_of_body(BodyId body) const noexcept {
    return {bodies[body].place.block(), compounds.parts_of_shape(shapes[body_shapes[body]].place).count};
  }

  void set_place(BodyId body, kernels::Place place) noexcept {
    bodies[body].place = place;
    kinds[body] = place.kind();
  }

  /// What contacts and verdicts read of bodies: records and blocks.
  std::size_t pair_memory_bytes() const noexcept {
    return bodies.size() * sizeof(bodies[0]) + offset_blocks.bytes_in_use();
  }
  std::size_t body_memory_bytes() const noexcept {
    return bytes_of(bodies) + bytes_of(body_shapes) + bytes_of(kinds) + bytes_of(inner) + bytes_of(boxes) +
           bytes_of(rotations) + bytes_of(removed) + offset_blocks.memory_bytes() + compounds.body_memory_bytes();
  }
  std::size_t memory_bytes() const noexcept {
    return sizeof(*this) + bytes_of(shapes) + local_blocks.memory_bytes() + bytes_of(edge_fans) +
           compounds.shape_memory_bytes() + body_memory_bytes();
  }
};

/// How the rest of the library gets at a scene.
struct SceneAccess {
  template <class T>
  static const SceneData<T>& data(const BasicScene<T>& scene) noexcept {
    return *scene.data_;
  }
  template <class T>
  static SceneData<T>& data(BasicScene<T>& scene) noexcept {
    return *scene.data_;
  }
};

/// Where poses go: to `indices`, or to the bodies first, first + 1, ...
struct PoseTargets {
  const BodyId* indices;  ///< null: consecutive
  std::size_t first;
};

/// What is wrong with a pose, or ok.
template <class T>
ErrorCode pose_error(const Pose& pose) noexcept;

/// The first pose that may not be set, or ok. Poses of removed bodies pass.
template <class T>
Status check_poses(const SceneData<T>& scene, const kernels::KernelTable& table, std::span<const Pose> poses,
                   PoseTargets to, const Options& options) noexcept;

/// Places bodies at valid poses, in parallel where that pays. Where two poses go to one body, the last holds.
template <class T>
Status place_bodies(SceneData<T>& scene, const kernels::KernelTable& table, std::span<const Pose> poses, PoseTargets to,
                    const Options& options) noexcept;

/// Lets a body be of a compound: its record and parts. Room has been made; its parts are placed afterwards.
template <class T>
void give_compound(SceneData<T>& scene, BodyId body, ShapeId shape) noexcept;
template <class T>
void take_compound(SceneData<T>& scene, BodyId body) noexcept;

/// Places the parts of a body that is a compound, and finds its box.
/// @param job  as for the body, which the kernel has passed over
template <class T>
void place_compound(SceneData<T>& scene, kernels::PlaceJob<T> job, const kernels::KernelTable& table, BodyId body,
                    const Pose& pose) noexcept;

}  // namespace satchel::detail
