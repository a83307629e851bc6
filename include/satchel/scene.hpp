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
/// A shape is a convex *core* (a point, a segment or a polygon) and a radius around it: a circle, a capsule, a polygon,
/// sharp or rounded. A placed vertex is origin + offset: the offset is the local vertex rotated in T arithmetic, the
/// origin is double, and every query answers for exactly these real numbers. Nothing is welded, dropped or repaired.
///
/// Numbers: coordinates and radii are 0 or of magnitude 2^-149 to 2^60 (float), origins 0 or 2^-200 to 2^60; for double
/// 2^-200 to 2^200. Others are refused.
///
/// Copyable and movable (a moved-from scene may only be assigned to or destroyed). Any number of threads may query one
/// scene that nobody changes. Every function that changes a scene checks all of its input first: if it throws `Error`,
/// the scene is as it was.
template <class T>
class BasicScene {
 public:
  using Scalar = T;
  using Vec2 = BasicVec2<T>;

  SATCHEL_API BasicScene();
  SATCHEL_API BasicScene(const BasicScene&);
  SATCHEL_API BasicScene(BasicScene&&) noexcept;
  SATCHEL_API BasicScene& operator=(const BasicScene&);
  SATCHEL_API BasicScene& operator=(BasicScene&&) noexcept;
  SATCHEL_API ~BasicScene();

  // ---- shapes ------------------------------------------------------------------------------------------------------

  /// A convex polygon in its local frame: 3 to 131,072 vertices, counter-clockwise, each turn strictly to the left
  /// (decided exactly), once around. `convex_hull` makes such a polygon of messy points. A radius > 0 rounds it: the
  /// shape is everything within that distance of the polygon. The vertices are copied. O(n).
  SATCHEL_API ShapeId add_polygon(std::span<const Vec2> vertices, T radius = 0);

  /// A box around the local origin, given by half-extents > 0; its vertices are (-w,-h), (w,-h), (w,h), (-w,h). The
  /// radius comes on top, as with `add_polygon`.
  SATCHEL_API ShapeId add_box(T half_width, T half_height, T radius = 0);

  /// A circle, in its local frame. Radius 0 makes a point.
  SATCHEL_API ShapeId add_circle(Vec2 center, T radius);

  /// Everything within `radius` of the segment from p to q, in the local frame; p and q differ.
  SATCHEL_API ShapeId add_capsule(Vec2 p, Vec2 q, T radius);

  /// The segment from p to q, which differ: a capsule of radius 0. It has no interior of its own, yet overlaps what it
  /// crosses.
  SATCHEL_API ShapeId add_segment(Vec2 p, Vec2 q);

  /// Many polygons at once: polygon i has the vertices [starts[i], starts[i + 1]).
  /// @param vertices  all vertices, one polygon after the other; copied
  /// @param starts    n + 1 numbers, the first 0, the last vertices.size()
  /// @param out       n ids; may not alias the input
  /// On `Error`, `index` is that of the polygon and no shape has been added.
  SATCHEL_API void add_polygons(std::span<const Vec2> vertices, std::span<const std::uint32_t> starts,
                                std::span<ShapeId> out);

  /// A shape of several convex parts: shapes of this scene, each in its own local frame, all placed by one pose. Parts
  /// may overlap or lie apart. A compound cannot be a part. O(parts + edges).
  ///
  /// A pair of bodies has one result, made of those of their pairs of parts: overlapping if any parts overlap, else
  /// touching if any touch, else disjoint. Of parts with area that is the verdict of their unions; a point or a segment
  /// without radius that lies on an edge between two parts touches both, and so the compound. The contact is
  /// - overlapping: that of the pair of parts with the least separation, the deepest. Its MTV separates these parts,
  /// not
  ///   always the compounds: others may still overlap.
  /// - disjoint: that of the pair of parts for which the larger of its separation and the gap between its bounding
  /// boxes
  ///   is least. Its separation is a lower bound of the distance.
  /// Of equal ones the lowest part of the body with the lower index decides, then the lowest part of the other.
  /// `collide` with a span of PartPair says which parts these are; the contact's `index` is that of an edge of the
  /// part.
  ///
  /// @param parts          at least one; copied
  /// @param ignored_edges  empty, or a flag for each edge of each part, part after part: as many as the parts have
  ///                       vertices. Not 0: the edge is an inner one, between parts. It decides no normal: the depth of
  ///                       two overlapping parts is then the least along the normals of their other edges, and a touch
  ///                       goes to another edge that touches; unless no other edge is left. The other body's own
  ///                       edges decide as ever. Verdicts stay as they are.
  ///                       Rounded parts whose cores do not overlap take no notice of it.
  SATCHEL_API ShapeId add_compound(std::span<const ShapeId> parts, std::span<const std::uint8_t> ignored_edges = {});

  // ---- bodies ------------------------------------------------------------------------------------------------------

  /// A body of this shape at this pose. It gets the lowest index that a removed body has left, else the next new one.
  SATCHEL_API BodyId add_body(ShapeId shape, const Pose& pose = {});

  /// Many bodies at once, as by `add_body` in this order. The three spans are equally long; `out` aliases nothing.
  SATCHEL_API void add_bodies(std::span<const ShapeId> shapes, std::span<const Pose> poses, std::span<BodyId> out);

  /// Removes a body: its index is invalid until it is reused; other indices do not change. O(log bodies).
  SATCHEL_API void remove_body(BodyId body);

  /// Gives a body another shape at its present pose.
  SATCHEL_API void set_shape(BodyId body, ShapeId shape);

  /// Moves a body.
  SATCHEL_API void set_pose(BodyId body, const Pose& pose);

  /// Moves all bodies: poses[i] is that of body i, poses.size() == body_slots(). Poses of removed bodies are ignored,
  /// whatever they hold. Vectorised and, from some thousands of bodies on, parallel.
  SATCHEL_API void set_poses(std::span<const Pose> poses, const Options& options = {});

  /// Moves some bodies: bodies[k] to poses[k]; equally long. Where a body occurs twice the last pose holds.
  SATCHEL_API void set_poses(std::span<const BodyId> bodies, std::span<const Pose> poses, const Options& options = {});

  /// Removes all bodies and shapes; keeps the memory.
  SATCHEL_API void clear() noexcept;

  // ---- what is there -----------------------------------------------------------------------------------------------

  [[nodiscard]] SATCHEL_API std::size_t shape_count() const noexcept;
  /// Bodies that exist.
  [[nodiscard]] SATCHEL_API std::size_t body_count() const noexcept;
  /// One more than the largest body index in use or removed: the length of the span that `set_poses` takes.
  [[nodiscard]] SATCHEL_API std::size_t body_slots() const noexcept;
  /// Whether a body of this index exists.
  [[nodiscard]] SATCHEL_API bool has_body(BodyId body) const noexcept;

  /// Makes room, so that adding up to so many allocates nothing. `vertices` is the number of vertices of each body's
  /// shape, as far as it is known (0: unknown; the blocks of placed vertices then grow as bodies come).
  SATCHEL_API void reserve(std::size_t shapes, std::size_t bodies, std::size_t vertices = 0);
  /// Bytes of memory held, shapes and bodies, spare capacity included.
  [[nodiscard]] SATCHEL_API std::size_t memory_bytes() const noexcept;
  /// Of these, the bytes that hold bodies: 128 for a body of 5 to 8 vertices (float).
  [[nodiscard]] SATCHEL_API std::size_t body_memory_bytes() const noexcept;

  [[nodiscard]] SATCHEL_API ShapeId shape(BodyId body) const;
  [[nodiscard]] SATCHEL_API Pose pose(BodyId body) const;
  /// A box of doubles that holds the body: the smallest one where no bound needs more digits than double has for its
  /// distance from the origin, radius included (so of all polygons without radius), else at most two units larger.
  [[nodiscard]] SATCHEL_API Box bounding_box(BodyId body) const;

  /// Parts of a compound; 1 for any other shape.
  [[nodiscard]] SATCHEL_API std::size_t part_count(ShapeId shape) const;
  /// The parts of a compound, or the shape itself; `out` holds part_count(shape) of them.
  SATCHEL_API void parts(ShapeId shape, std::span<ShapeId> out) const;

  /// Vertices of a shape's core: 1 of a circle, 2 of a capsule; of a compound those of all its parts, one after the
  /// other, here and below.
  [[nodiscard]] SATCHEL_API std::size_t vertex_count(ShapeId shape) const;
  [[nodiscard]] SATCHEL_API T radius(ShapeId shape) const;
  /// The local vertices of a shape's core, as given; `out` holds vertex_count(shape) of them.
  SATCHEL_API void local_vertices(ShapeId shape, std::span<Vec2> out) const;
  /// The offsets of a body's placed vertices from its origin, pose(body).x and .y, in the order of its shape's
  /// vertices; `out` holds vertex_count(shape(body)) of them. Origin + offset, as a real number, is the placed vertex.
  SATCHEL_API void placed_offsets(BodyId body, std::span<Vec2> out) const;

 private:
  friend struct detail::SceneAccess;
  std::unique_ptr<detail::SceneData<T>> data_;
};

extern template class BasicScene<float>;
extern template class BasicScene<double>;
using Scene = BasicScene<float>;
using Scened = BasicScene<double>;

}  // namespace satchel
