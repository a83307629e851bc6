// Shapes, bodies and their placed vertices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <satchel/error.hpp>
#include <satchel/export.hpp>
#include <satchel/options.hpp>
#include <satchel/pose.hpp>
#include <satchel/types.hpp>

namespace satchel {

namespace detail {
template <class T>
class SceneData;
struct SceneAccess;
}  // namespace detail

/// Convex shapes and the bodies that place them in the world.
///
/// A shape is a convex *core* (a point, a segment or a polygon) with a radius around it: a circle, a capsule, a sharp
/// or a rounded polygon. A placed vertex is origin + offset: the offset is the local vertex rotated in T arithmetic,
/// the origin is double. Queries take placed vertices as exact real numbers; no vertex is welded, dropped or repaired.
///
/// Ranges. Scene: coordinates and radii are 0 or of magnitude 2^-149 to 2^60, origins 0 or 2^-200 to 2^60.
/// Scened: all numbers are 0 or of magnitude 2^-200 to 2^200. A number outside of its range is refused.
///
/// A scene can be copied and moved; a moved-from scene may only be assigned to or destroyed. Any number of threads may
/// query one scene while no thread changes it. Every function that changes a scene checks all of its input first: if it
/// throws `Error`, the scene is unchanged.
template <class T>
class SATCHEL_API BasicScene {
 public:
  using Scalar = T;
  using Vec2 = BasicVec2<T>;

  BasicScene();
  BasicScene(const BasicScene&);
  BasicScene(BasicScene&&) noexcept;
  BasicScene& operator=(const BasicScene&);
  BasicScene& operator=(BasicScene&&) noexcept;
  ~BasicScene();

  // ---- shapes ------------------------------------------------------------------------------------------------------

  /// A convex polygon in its local frame: 3 to 131,072 vertices, counter-clockwise, each turn strictly to the left
  /// (decided exactly), once around. The last vertex does not repeat the first. `clean_ring` makes such a polygon of a
  /// convex ring as files give it, `convex_hull` of arbitrary points. A radius > 0 rounds the polygon: the shape is
  /// every point within the radius of it. The vertices are copied. O(n).
  ShapeId add_polygon(std::span<const Vec2> vertices, T radius = 0);

  /// A box around the local origin, given by half-extents > 0; its vertices are (-w,-h), (w,-h), (w,h), (-w,h). A
  /// radius > 0 rounds the box and enlarges it, as in `add_polygon`.
  ShapeId add_box(T half_width, T half_height, T radius = 0);

  /// A circle around `center`, in the local frame. Radius 0 makes a point.
  ShapeId add_circle(Vec2 center, T radius);

  /// A capsule: every point within `radius` of the segment from p to q, in the local frame; p and q differ.
  ShapeId add_capsule(Vec2 p, Vec2 q, T radius);

  /// The segment from p to q, which differ: a capsule of radius 0. It has no interior of its own, yet overlaps a
  /// body that it crosses (`Verdict`).
  ShapeId add_segment(Vec2 p, Vec2 q);

  /// Many polygons at once: polygon i has the vertices [starts[i], starts[i + 1]).
  /// @param vertices  all vertices, one polygon after the other; copied
  /// @param starts    n + 1 numbers, not decreasing, the first 0, the last vertices.size()
  /// @param out       n ids, written; may not alias the input
  /// Throws `Error` whose `index` is the refused polygon; then no shape has been added. O(vertices).
  void add_polygons(std::span<const Vec2> vertices, std::span<const std::uint32_t> starts,
                                std::span<ShapeId> out);

  /// A shape of several convex parts: shapes of this scene whose local frames coincide, so that one pose places all of
  /// them. Parts may overlap or lie apart. A compound cannot be a part. O(parts + edges).
  ///
  /// The result of a pair of bodies follows from the results of its pairs of parts (one part of each body). The verdict
  /// is overlapping if any two parts overlap, else touching if any two touch, else disjoint. If all parts have area,
  /// this is the verdict of the unions of the parts; a point or a segment without radius that lies on the common edge
  /// of two parts touches both parts, hence touches the compound. The contact is the contact of one pair of parts:
  /// - overlapping: the pair of parts with the least separation, the deepest. Its MTV separates these two parts, but
  ///   not always the bodies: other parts may still overlap.
  /// - touching: a pair of parts that touches.
  /// - disjoint: the pair of parts for which the larger of two numbers is least: its separation, and the gap between
  ///   its bounding boxes. The separation is a lower bound of the distance of the bodies.
  /// Among equal pairs of parts the lowest part of the first body decides, then the lowest part of the second. The
  /// first body is the one with the lower index; between two scenes it is the body of `scene_a`.
  /// `collide` with a span of PartPair reports the deciding parts; the contact's `index` is an edge (or a vertex) of
  /// the deciding part.
  ///
  /// @param parts          at least one; copied
  /// @param ignored_edges  empty, or a flag for each edge of each part, part after part: as many flags as the parts
  ///                       have vertices; copied. A flag other than 0 marks an inner edge, between parts. An inner edge
  ///                       decides no normal: the depth of two overlapping parts is the least over the edges of both
  ///                       that are not inner, and the contact of two touching parts is at an edge that is not inner,
  ///                       if there is such an edge. Verdicts do not depend on the flags. The flags have no effect on
  ///                       rounded parts whose cores do not overlap.
  /// Throws `Error`: no_parts; bad_shape, nested_compound (index: the place in `parts`); size_mismatch (ignored_edges);
  /// too_many.
  ShapeId add_compound(std::span<const ShapeId> parts, std::span<const std::uint8_t> ignored_edges = {});

  // ---- bodies ------------------------------------------------------------------------------------------------------

  /// Adds a body of this shape at this pose. Reuses the lowest index of a removed body, otherwise appends an index.
  BodyId add_body(ShapeId shape, const Pose& pose = {});

  /// Adds many bodies, as `add_body` called for each in order. The three spans are equally long; `out` receives the
  /// indices and aliases no input.
  void add_bodies(std::span<const ShapeId> shapes, std::span<const Pose> poses, std::span<BodyId> out);

  /// Removes a body. Its index is invalid until it is reused; other indices do not change. O(log bodies).
  void remove_body(BodyId body);

  /// Gives a body another shape at its present pose.
  void set_shape(BodyId body, ShapeId shape);

  /// Moves a body.
  void set_pose(BodyId body, const Pose& pose);

  /// Moves all bodies: body i to poses[i]; poses.size() == body_slots(). Poses at the indices of removed bodies are
  /// ignored, valid or not. Vectorised and, for thousands of bodies and more, parallel.
  void set_poses(std::span<const Pose> poses, const Options& options = {});

  /// Moves the listed bodies: bodies[k] to poses[k]; the spans are equally long. If a body is listed twice, its last
  /// pose holds.
  void set_poses(std::span<const BodyId> bodies, std::span<const Pose> poses, const Options& options = {});

  /// Removes all bodies and shapes; keeps the memory.
  void clear() noexcept;

  // ---- contents ----------------------------------------------------------------------------------------------------

  [[nodiscard]] std::size_t shape_count() const noexcept;
  /// Number of bodies, removed ones not counted.
  [[nodiscard]] std::size_t body_count() const noexcept;
  /// One more than the largest index ever used, removed bodies included: the length of the poses of `set_poses`.
  [[nodiscard]] std::size_t body_slots() const noexcept;
  /// Whether a body of this index exists.
  [[nodiscard]] bool has_body(BodyId body) const noexcept;

  /// Allocates memory for this many shapes and bodies in all, so that adding them allocates nothing. `vertices` is the
  /// number of vertices of each body's shape; 0 means unknown: memory for placed vertices then grows with each body.
  void reserve(std::size_t shapes, std::size_t bodies, std::size_t vertices = 0);
  /// Bytes of memory held by shapes and bodies, spare capacity included.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;
  /// The bytes of `memory_bytes` that bodies hold: 137 for a body of 5 to 8 vertices (float), spare capacity aside.
  [[nodiscard]] std::size_t body_memory_bytes() const noexcept;

  [[nodiscard]] ShapeId shape(BodyId body) const;
  [[nodiscard]] Pose pose(BodyId body) const;
  /// A box that contains the body, radius included. Each bound is the least or greatest coordinate of the body, rounded
  /// outward to the nearest double if offset + radius is a double (always, if the radius is 0); else it is at most two
  /// units in the last place farther out.
  [[nodiscard]] Box bounding_box(BodyId body) const;

  /// Number of parts of a compound; 1 for any other shape.
  [[nodiscard]] std::size_t part_count(ShapeId shape) const;
  /// Writes the parts of a compound, or the shape itself if it is none; `out` has part_count(shape) elements.
  void parts(ShapeId shape, std::span<ShapeId> out) const;

  /// Number of vertices of a shape's core: 1 for a circle, 2 for a capsule; for a compound the sum over its parts.
  [[nodiscard]] std::size_t vertex_count(ShapeId shape) const;
  /// The radius around the core; 0 for a compound, whose parts have radii of their own (`parts`).
  [[nodiscard]] T radius(ShapeId shape) const;
  /// Writes the local vertices of a shape's core, as given; for a compound part after part. `out` has
  /// vertex_count(shape) elements.
  void local_vertices(ShapeId shape, std::span<Vec2> out) const;
  /// Writes the offsets of a body's placed vertices from its origin (pose(body).x, pose(body).y), world axes, in the
  /// order of `local_vertices`; `out` has vertex_count(shape(body)) elements. The placed vertex is the real number
  /// origin + offset.
  void placed_offsets(BodyId body, std::span<Vec2> out) const;

 private:
  friend struct detail::SceneAccess;
  std::unique_ptr<detail::SceneData<T>> data_;
};

extern template class BasicScene<float>;
extern template class BasicScene<double>;
using Scene = BasicScene<float>;
using Scened = BasicScene<double>;

}  // namespace satchel
