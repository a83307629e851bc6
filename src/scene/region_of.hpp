// Bodies as regions for src/exact, and as blocks of outlines.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <satchel/types.hpp>

#include "exact/containment.hpp"
#include "exact/region.hpp"
#include "exact/ring.hpp"
#include "format/outline_layout.hpp"
#include "scene/core_of.hpp"
#include "scene/data.hpp"
#include "scene/outlines/write_block.hpp"

namespace satchel::query {

/// The edges of a body, copied: of an outline, or of a polygon without radius.
template <class T>
class BodyRegion {
 public:
  /// May throw bad_alloc.
  BodyRegion(const detail::SceneData<T>& scene, BodyId body) {
    const kernels::BodyRecord<T>& record = scene.bodies[body];
    origin_x_ = record.x;
    origin_y_ = record.y;
    if (record.place.is_outline()) {
      add_outline(scene, body);
    } else {
      add_polygon(core_of(scene, record));
    }
  }

  /// The region of a body that is not thin.
  exact::Region<T> region() const { return {origin_x_, origin_y_, edges_, ring_starts_, is_simple_}; }
  /// Whether rounding made a segment or a point of the polygon.
  bool is_thin() const { return edges_.size() < 3; }

 private:
  void add_outline(const detail::SceneData<T>& scene, BodyId body) {
    const kernels::BodyRecord<T>& record = scene.bodies[body];
    const kernels::OutlineShape& shape = scene.outline_of(body);
    const kernels::OutlineBlock<const T> block{scene.compounds.outlines.table().of(record.place), shape.groups,
                                               shape.rings};
    edges_.reserve(shape.count);
    is_simple_ = !shape.rings_touch;
    for (std::uint32_t ring = 0, group = 0; ring < shape.rings; ++ring) {
      ring_starts_.push_back(static_cast<std::uint32_t>(edges_.size()));
      const std::uint32_t count = scene.compounds.outlines.ring_counts[shape.ring_counts + ring];
      for (std::uint32_t i = 0; i < count; ++i) {
        const T* const x = block.vertices(group + i / kernels::edges_of_group) + i % kernels::edges_of_group;
        edges_.push_back({x[0], x[block.y_stride], x[1], x[block.y_stride + 1]});
      }
      group += kernels::outline_groups(count);
    }
  }

  /// Rounding may have made the polygon non-convex; then its hull is meant.
  void add_polygon(const exact::Core<T>& core) {
    const exact::Ring<T> ring(core);
    add_ring(ring.count(), [&](std::size_t i) {
      const std::uint32_t v = ring.original(i);
      return BasicVec2<T>{core.x[v], core.y[v]};
    });
  }

  template <class Vertex>
  void add_ring(std::size_t count, const Vertex& vertex) {
    ring_starts_.push_back(0);
    for (std::size_t i = 0; i < count; ++i) {
      const BasicVec2<T> from = vertex(i), to = vertex(i + 1 < count ? i + 1 : 0);
      if (from.x != to.x || from.y != to.y) edges_.push_back({from.x, from.y, to.x, to.y});
    }
  }

  double origin_x_, origin_y_;
  bool is_simple_ = false;
  std::vector<exact::RegionEdge<T>> edges_;
  std::vector<std::uint32_t> ring_starts_;
};

/// A body as a block of an outline: that of an outline, or one made of a polygon without radius.
template <class T>
class BodyBlock {
 public:
  using Block = kernels::OutlineBlock<const T>;

  /// May throw bad_alloc.
  BodyBlock(const detail::SceneData<T>& scene, BodyId body, std::vector<T>& memory) {
    const kernels::BodyRecord<T>& record = scene.bodies[body];
    origin_ = {record.x, record.y};
    if (record.place.is_outline()) {
      const kernels::OutlineShape& shape = scene.outline_of(body);
      block_ = {scene.compounds.outlines.table().of(record.place), shape.groups, shape.rings};
      return;
    }
    // Rounding may have made the polygon non-convex; then its hull is meant.
    const exact::Core<T> core = core_of(scene, record);
    const exact::Ring<T> ring(core);
    const std::uint32_t count = ring.count(), groups = kernels::outline_groups(count);
    memory.resize(Block::size(groups));
    detail::write_block<T>(
        {memory.data(), groups}, count, [=](std::uint32_t) { return count; },
        [&](std::uint32_t i) {
          const std::uint32_t v = ring.original(i);
          return BasicVec2<T>{core.x[v], core.y[v]};
        });
    block_ = {memory.data(), groups};
  }

  const Block& block() const { return block_; }
  Vec2d origin() const { return origin_; }

 private:
  Block block_;
  Vec2d origin_;
};

/// The block of a shape that is an outline.
template <class T>
kernels::OutlineBlock<const T> block_of_shape(const detail::SceneData<T>& scene, ShapeId id) {
  const detail::Outlines<T>& outlines = scene.compounds.outlines;
  const kernels::OutlineShape& shape = outlines.shapes[scene.shapes[id].place.block()];
  return {outlines.table().of(kernels::Place::of_outline(shape.unit)), shape.groups, shape.rings};
}

/// Whether a core and its radius have no area, if only because of rounding. May throw bad_alloc.
template <class T>
bool is_thin(const exact::Core<T>& core) {
  return core.radius == 0 && (core.count < 3 || (!core.strictly_convex && exact::Ring<T>(core).count() < 3));
}

/// Whether a body is an outline or a polygon without radius.
template <class T>
bool is_region(const detail::SceneData<T>& scene, BodyId id) {
  const kernels::BodyRecord<T>& body = scene.bodies[id];
  if (body.place.is_compound()) return body.place.is_outline();
  return body.place.vertex_class() < kernels::polygon_class_count && body.radius() == 0;
}

/// Whether one body of a pair is an outline, and the other one, too, or a polygon without radius.
template <class T>
bool are_regions(const detail::SceneData<T>& a, const detail::SceneData<T>& b, Pair pair) {
  const bool some = a.bodies[pair.a].place.is_outline() || b.bodies[pair.b].place.is_outline();
  return some && is_region(a, pair.a) && is_region(b, pair.b);
}

/// How two bodies lie to each other, each an outline or a polygon without radius, which rounding may have made thin. May
/// throw bad_alloc.
template <class T>
exact::Relation relation_of(const detail::SceneData<T>& scene_a, const detail::SceneData<T>& scene_b, Pair pair) {
  const BodyRegion<T> a(scene_a, pair.a), b(scene_b, pair.b);
  if (!a.is_thin() && !b.is_thin()) return exact::relate(a.region(), b.region(), false);
  if (!a.is_thin()) {
    exact::Relation swapped = relation_of(scene_b, scene_a, {pair.b, pair.a});
    std::swap(swapped.a_leaves_b, swapped.b_leaves_a);
    return swapped;
  }
  const exact::Core<T> core_a = core_of(scene_a, scene_a.bodies[pair.a]);
  if (!b.is_thin()) {
    const Verdict verdict = exact::resolve_verdict(b.region(), core_a);
    const int place = exact::place_in(b.region(), core_a);
    return {verdict == Verdict::overlapping, place < 0, true,
            place == 0 || (place < 0 && verdict != Verdict::disjoint)};
  }
  const exact::Core<T> core_b = core_of(scene_b, scene_b.bodies[pair.b]);
  const exact::Ring<T> ring_a(core_a), ring_b(core_b);
  exact::Stage unused{};
  const Verdict verdict = exact::resolve_verdict(core_a, core_b, unused);
  return {verdict == Verdict::overlapping, !exact::Containment<T>(ring_b, ring_a).holds(core_b.radius, core_a.radius),
          !exact::Containment<T>(ring_a, ring_b).holds(core_a.radius, core_b.radius), verdict != Verdict::disjoint};
}

/// The exact verdict of two bodies of which one is an outline; of a compound the largest of those of its parts. May throw
/// bad_alloc.
template <class T>
Verdict region_verdict(const detail::SceneData<T>& scene_a, const detail::SceneData<T>& scene_b, Pair pair) {
  const bool a_is_outline = scene_a.bodies[pair.a].place.is_outline();
  if (a_is_outline && scene_b.bodies[pair.b].place.is_outline()) {
    const BodyRegion<T> a(scene_a, pair.a), b(scene_b, pair.b);
    return exact::relate(a.region(), b.region(), true).verdict();
  }
  if (!a_is_outline) return region_verdict(scene_b, scene_a, {pair.b, pair.a});
  const BodyRegion<T> a(scene_a, pair.a);
  const kernels::BodyRecord<T>& b = scene_b.bodies[pair.b];
  if (!b.place.is_compound()) return exact::resolve_verdict(a.region(), core_of(scene_b, b));
  const detail::PartRange parts = scene_b.parts_of_body(pair.b);
  Verdict most = Verdict::disjoint;
  for (std::uint32_t k = 0; k < parts.count && most != Verdict::overlapping; ++k) {
    most =
        std::max(most, exact::resolve_verdict(a.region(), core_of(scene_b, scene_b.compounds.parts[parts.first + k])));
  }
  return most;
}

}  // namespace satchel::query
