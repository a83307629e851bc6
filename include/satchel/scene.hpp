// Shapes, bodies and their placed vertices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>

#include <satchel/error.hpp>
#include <satchel/export.hpp>
#include <satchel/links.hpp>
#include <satchel/options.hpp>
#include <satchel/outlines.hpp>
#include <satchel/pose.hpp>
#include <satchel/types.hpp>

namespace satchel {

namespace detail {
template <class T>
class SceneData;
struct SceneAccess;
}  // namespace detail

/// What `reserve` makes room for: totals, present shapes and bodies included.
struct SceneCapacity {
  std::size_t shapes = 0;
  std::size_t bodies = 0;
  /// The number of vertices of each shape, not of all. 0: unknown; memory for vertices then grows as shapes and bodies
  /// are added.
  std::size_t vertices_per_shape = 0;
};

/// How many calls have changed a scene, by kind of change. See `BasicScene::revisions`.
struct SceneRevisions {
  std::uint64_t all = 0;     ///< calls that changed anything
  std::uint64_t shapes = 0;  ///< ... that added shapes, or removed all
  std::uint64_t bodies = 0;  ///< ... that added, removed, linked or unlinked bodies, or gave a body another shape
  std::uint64_t poses = 0;   ///< ... that moved bodies
  friend bool operator==(const SceneRevisions&, const SceneRevisions&) = default;
};

/// Shapes and the bodies that place them in the world.
///
/// A shape is a convex *core* (a point, a segment or a polygon) with a radius around the core: a circle, a capsule, a
/// sharp or a rounded polygon. A compound is a shape of several such shapes. An outline is a polygon that may be concave and
/// have holes, or a set of such polygons (`add_outlines`). A body is a shape at a pose. A placed vertex is origin + offset:
/// the offset is the local vertex rotated in T arithmetic, the origin is the pose's x and y in double. Queries take placed
/// vertices as exact real numbers; no vertex is welded, dropped or repaired.
///
/// Ranges. Scene: coordinates and radii are 0 or of magnitude 2^-149 to 2^60, origins 0 or 2^-200 to 2^60.
/// Scened: all numbers are 0 or of magnitude 2^-200 to 2^200. A number outside of its range is refused.
///
/// Changes. Each function that changes a scene, except `clear`, has two forms: try_NAME never throws and returns a
/// `Status`; NAME calls try_NAME and throws `Error` with the status. If the last parameter `out` of try_NAME is one id
/// or number, NAME returns it instead.
/// All input is checked, and memory is allocated, before anything is written: a call that is refused, or that finds no
/// memory (no_memory), leaves the scene and the outputs as they were, but may leave spare memory behind. Input is
/// copied; no reference to input is kept.
/// Each call lists its errors, and after "index:" what `Status::index` is.
///
/// Threads. Const calls, and queries of one scene, may run on any number of threads at once while no thread changes the
/// scene. A call that changes a scene needs the scene for itself. Different scenes are independent.
///
/// Spans of input that a program may write out also have an overload for a list in braces:
/// `add_polygon({{0, 0}, {2, 0}, {1, 1}})`.
///
/// Copies and moves. A copy has the same ids, shapes, bodies, generations and revisions, and shares nothing with the
/// original; O(memory). A move is O(1) and leaves its source as a new scene, which holds no memory. Assignment keeps
/// the `identity` of its target, and adds 1 to each of the target's revisions; of a scene to itself it does nothing.
template <class T>
class SATCHEL_API BasicScene {
 public:
  using Scalar = T;
  using Vec2 = BasicVec2<T>;

  BasicScene() noexcept;
  /// Throws std::bad_alloc, as does the copy assignment; `try_assign` does not throw.
  BasicScene(const BasicScene& other);
  BasicScene(BasicScene&& other) noexcept;
  BasicScene& operator=(const BasicScene& other);
  BasicScene& operator=(BasicScene&& other) noexcept;
  ~BasicScene();

  /// The copy assignment, as a call that does not throw.
  [[nodiscard]] Status try_assign(const BasicScene& other) noexcept;

  // ---- shapes ------------------------------------------------------------------------------------------------------

  /// A convex polygon in its local frame: 3 to 131,072 vertices, counter-clockwise, each turn strictly to the left
  /// (decided exactly), all turns together once around. The last vertex does not repeat the first. `clean_ring` makes
  /// such a polygon of a convex ring as files give it; `convex_hull` makes one of arbitrary points. A radius > 0 rounds
  /// the polygon: the shape is every point within `radius` of the polygon. O(n).
  /// Errors (index: of the vertex): not_finite, out_of_range, bad_radius, too_few_vertices, too_many_vertices,
  /// repeated_vertex, closed_ring, collinear, clockwise, not_convex, not_simple, too_many.
  [[nodiscard]] Status try_add_polygon(std::span<const Vec2> vertices, T radius, ShapeId& out) noexcept;
  ShapeId add_polygon(std::span<const Vec2> vertices, T radius = 0) {
    return added([&](ShapeId& out) { return try_add_polygon(vertices, radius, out); });
  }
  [[nodiscard]] Status try_add_polygon(std::initializer_list<Vec2> vertices, T radius, ShapeId& out) noexcept {
    return try_add_polygon(std::span<const Vec2>(vertices), radius, out);
  }
  ShapeId add_polygon(std::initializer_list<Vec2> vertices, T radius = 0) {
    return add_polygon(std::span<const Vec2>(vertices), radius);
  }

  /// A box around the local origin, given by half-extents > 0; its vertices are (-w,-h), (w,-h), (w,h), (-w,h). A
  /// radius > 0 rounds the box and enlarges it, as in `add_polygon`.
  /// Errors: not_finite, out_of_range, bad_radius, too_many.
  [[nodiscard]] Status try_add_box(T half_width, T half_height, T radius, ShapeId& out) noexcept;
  ShapeId add_box(T half_width, T half_height, T radius = 0) {
    return added([&](ShapeId& out) { return try_add_box(half_width, half_height, radius, out); });
  }

  /// A circle around `center`, in the local frame. Radius 0 makes a point.
  /// Errors: not_finite, out_of_range, bad_radius, too_many.
  [[nodiscard]] Status try_add_circle(Vec2 center, T radius, ShapeId& out) noexcept;
  ShapeId add_circle(Vec2 center, T radius) {
    return added([&](ShapeId& out) { return try_add_circle(center, radius, out); });
  }

  /// A capsule: every point within `radius` of the segment from p to q, in the local frame; p and q differ.
  /// Errors: not_finite, out_of_range (index: 0 p, 1 q), equal_ends, bad_radius, too_many.
  [[nodiscard]] Status try_add_capsule(Vec2 p, Vec2 q, T radius, ShapeId& out) noexcept;
  ShapeId add_capsule(Vec2 p, Vec2 q, T radius) {
    return added([&](ShapeId& out) { return try_add_capsule(p, q, radius, out); });
  }

  /// The segment from p to q, which differ: a capsule of radius 0. The segment has no interior, yet overlaps a body
  /// that it crosses (`Verdict`). Errors as of `add_capsule`.
  [[nodiscard]] Status try_add_segment(Vec2 p, Vec2 q, ShapeId& out) noexcept;
  ShapeId add_segment(Vec2 p, Vec2 q) {
    return added([&](ShapeId& out) { return try_add_segment(p, q, out); });
  }

  /// Many polygons at once: polygon i has the vertices [starts[i], starts[i + 1]) and the radius radii[i].
  /// @param vertices  all vertices, one polygon after the other
  /// @param starts    n + 1 numbers, not decreasing, the first 0, the last vertices.size()
  /// @param out       n ids, written; may not alias the input
  /// @param radii     n radii, or empty: all 0
  /// Errors: size_mismatch; bad_starts (index: in `starts`); too_many; those of `add_polygon` (index: of the polygon;
  /// the message also names the vertex). After an error no shape is added. O(vertices).
  [[nodiscard]] Status try_add_polygons(std::span<const Vec2> vertices, std::span<const std::uint32_t> starts,
                                        std::span<ShapeId> out, std::span<const T> radii = {}) noexcept;
  void add_polygons(std::span<const Vec2> vertices, std::span<const std::uint32_t> starts, std::span<ShapeId> out,
                    std::span<const T> radii = {}) {
    throw_unless_ok(try_add_polygons(vertices, starts, out, radii));
  }

  /// A shape of several convex parts: shapes of this scene whose local frames coincide, so that one pose places all of
  /// them. Parts may overlap or lie apart. A compound cannot be a part, nor an outline: `make_parts`, and give its
  /// `parts`. O(n log n) for n edges, and a test for each two parts that overlap along x.
  ///
  /// The result of a pair of bodies follows from the results of its pairs of parts (one part of each body). The verdict
  /// is overlapping if any two parts overlap, else touching if any two touch, else disjoint. If all parts have area,
  /// this is the verdict of the unions of the parts. A point or a segment without radius has no area: on the common
  /// edge of two parts it touches both parts, so its verdict is touching, although it lies inside the union.
  /// The contact is the contact of one pair of parts:
  /// - overlapping: the pair of parts with the least separation, the deepest. The contact's MTV separates these two
  ///   parts, but not always the bodies: other parts may still overlap.
  /// - touching: a pair of parts that touches.
  /// - disjoint: the pair of parts for which the larger of two numbers is least: the separation of the two parts, and
  ///   the gap between their bounding boxes. The contact's separation is a lower bound of the distance of the bodies.
  /// A tie goes to the lowest part of the first body, then to the lowest part of the second. The first body is the one
  /// with the lower index; between two scenes it is the body of `scene_a`.
  /// `collide` with a span of PartPair reports the deciding parts; the contact's `index` is an edge (or a vertex) of
  /// the deciding part.
  ///
  /// @param parts        at least one
  /// @param inner_edges  empty, or a flag for each edge of each part, part after part: as many flags as the parts have
  ///                     vertices. A flag other than 0 marks an inner edge, between parts. An inner edge decides no
  ///                     normal: the depth of two overlapping parts is the least over the edges of both that are not
  ///                     inner, and the contact of two touching parts is at an edge that is not inner, if there is such
  ///                     an edge. Verdicts do not depend on the flags. The flags have no effect on rounded parts whose
  ///                     cores do not overlap.
  /// Errors: no_parts; bad_shape, nested_compound, an outline too (index: the place in `parts`); size_mismatch
  /// (inner_edges); too_many.
  [[nodiscard]] Status try_add_compound(std::span<const ShapeId> parts, std::span<const std::uint8_t> inner_edges,
                                        ShapeId& out) noexcept;
  ShapeId add_compound(std::span<const ShapeId> parts, std::span<const std::uint8_t> inner_edges = {}) {
    return added([&](ShapeId& out) { return try_add_compound(parts, inner_edges, out); });
  }
  [[nodiscard]] Status try_add_compound(std::initializer_list<ShapeId> parts, std::span<const std::uint8_t> inner_edges,
                                        ShapeId& out) noexcept {
    return try_add_compound(std::span<const ShapeId>(parts), inner_edges, out);
  }
  ShapeId add_compound(std::initializer_list<ShapeId> parts, std::span<const std::uint8_t> inner_edges = {}) {
    return add_compound(std::span<const ShapeId>(parts), inner_edges);
  }

  /// Outlines: polygons that may be concave and have holes, and sets of such polygons; one shape each. A point belongs to
  /// the shape if it lies in an odd number of rings, or on one of them.
  ///
  /// Valid is what OGC calls valid, and also a hole that touches other rings of its polygon in more than one point: rings
  /// do not cross or overlap; they may touch in points; each polygon has one outer ring, which holds its other rings; no
  /// polygon lies inside another one. Valid too: any winding, any order of rings, a repeated first or other point,
  /// collinear points, polygons without rings, empty rings. Decided exactly. Nothing is moved or repaired. With
  /// `OutlineOptions::even_odd` rings may also overlap along edges, touch themselves and lie in each other.
  ///
  /// Verdicts (`classify`), candidate pairs, containment, distances, nearest bodies and rays come from the edges.
  /// Questions that need convex parts refuse a body without them (needs_parts): `make_parts` makes them.
  ///
  /// A pose that rotates an outline rounds its placed vertices, which could make rings meet that touch or nearly touch.
  /// Such a shape can be placed anywhere, but be turned by multiples of a right angle only (cannot_rotate). This also holds
  /// for shapes of very many long edges that lie beside each other, where to find out would take too long: if the box of an
  /// edge meets the boxes of more than 256 others, on average.
  ///
  /// @param outlines  see BasicOutlines
  /// @param out       one id an outline, written; aliases no input
  /// Errors: size_mismatch (out); bad_starts (index: in the list); not_finite, out_of_range (index: of the outline; the
  /// message names ring and point); bad_outline (index: of the outline; numbers[0]: OutlineFault, numbers[1]: the rings of
  /// the two edges, numbers[2], numbers[3]: the points of each; the second of two in the upper 32 bits; value, value_y: the
  /// place); too_many; cancelled. After an error no shape is added.
  /// O(n log n) for n vertices of usual outlines; see src/rings/validity.hpp.
  [[nodiscard]] Status try_add_outlines(const BasicOutlines<T>& outlines, std::span<ShapeId> out,
                                        const OutlineOptions& how = {}) noexcept;
  void add_outlines(const BasicOutlines<T>& outlines, std::span<ShapeId> out, const OutlineOptions& how = {}) {
    throw_unless_ok(try_add_outlines(outlines, out, how));
  }

  /// Makes the convex parts of outlines, for contacts, manifolds, sweeps, push-out, polygons of intersection, and where
  /// a question's own words name them. The parts become shapes of the scene; those of a shape are what `parts` says. The
  /// same parts everywhere: those of `convex_parts`. Verdicts, areas, distances, rays and containment stay those of the edges. A shape that
  /// has parts, or is no outline, is passed over.
  /// @param shapes   of this scene, in any order; empty: all that have such parts. A `trusted` outline that is not valid has
  ///                 none, nor has one with a part of more than 131,072 vertices: it is refused by the questions about its
  ///                 bodies (needs_parts), and here if it is listed
  /// @param options  max_threads, executor and progress are used
  /// Errors (index: in `shapes`): bad_shape; too_many; of a shape that is listed too_many_vertices, internal (index: the shape;
  /// internal: a `trusted` one that is not valid); cancelled. O(n log n) a shape of n vertices, O(parts) a body of these
  /// shapes; if any body lacks parts, also O(log shapes) a body of the scene.
  [[nodiscard]] Status try_make_parts(std::span<const ShapeId> shapes = {}, const Options& options = {}) noexcept;
  void make_parts(std::span<const ShapeId> shapes = {}, const Options& options = {}) {
    throw_unless_ok(try_make_parts(shapes, options));
  }

  /// One polygon with its holes: ring k has the vertices [starts[k], starts[k + 1]); empty `starts`: one ring.
  [[nodiscard]] Status try_add_outline(std::span<const Vec2> vertices, std::span<const std::uint32_t> starts,
                                       ShapeId& out) noexcept;
  ShapeId add_outline(std::span<const Vec2> vertices, std::span<const std::uint32_t> starts = {}) {
    return added([&](ShapeId& out) { return try_add_outline(vertices, starts, out); });
  }
  ShapeId add_outline(std::initializer_list<Vec2> vertices, std::initializer_list<std::uint32_t> starts = {}) {
    return add_outline(std::span<const Vec2>(vertices), std::span<const std::uint32_t>(starts));
  }

  /// A chain: a compound of the segments between consecutive points. Part k is the segment from point k to the next
  /// point. A closed chain also has the segment from the last point to the first. Each segment is also a shape of its
  /// own, whose id `parts` gives. Where two segments join, each has the other's far end as its ghost point (links.hpp),
  /// so that contacts have the normals of the joined surface.
  /// @param points     two or more (closed: three or more), consecutive ones different; segments may cross
  /// @param one_sided  whether segments give only the normal of their front: the right side, seen from a point to the
  ///                   next. A boundary that runs counter-clockwise has its front outside. `manifolds` gives no points
  ///                   for a body whose centroid is behind a segment. Verdicts do not depend on `one_sided`.
  /// @param ends       ghost points beyond the ends of an open chain, local frame; not read for a closed chain
  /// O(points).
  /// Errors (index: of the point): too_few_vertices; not_finite, out_of_range; repeated_vertex; closed_ring;
  /// bad_neighbour (a ghost point equal to the end); too_many.
  [[nodiscard]] Status try_add_chain(std::span<const Vec2> points, bool closed, bool one_sided,
                                     const BasicChainEnds<T>& ends, ShapeId& out) noexcept;
  ShapeId add_chain(std::span<const Vec2> points, bool closed = false, bool one_sided = false,
                    const BasicChainEnds<T>& ends = {}) {
    return added([&](ShapeId& out) { return try_add_chain(points, closed, one_sided, ends, out); });
  }
  [[nodiscard]] Status try_add_chain(std::initializer_list<Vec2> points, bool closed, bool one_sided,
                                     const BasicChainEnds<T>& ends, ShapeId& out) noexcept {
    return try_add_chain(std::span<const Vec2>(points), closed, one_sided, ends, out);
  }
  ShapeId add_chain(std::initializer_list<Vec2> points, bool closed = false, bool one_sided = false,
                    const BasicChainEnds<T>& ends = {}) {
    return add_chain(std::span<const Vec2>(points), closed, one_sided, ends);
  }

  // ---- bodies ------------------------------------------------------------------------------------------------------

  /// Adds a body of this shape at this pose. Reuses the lowest index of a removed body, otherwise appends an index.
  /// Errors: bad_shape; those of a pose: not_finite, out_of_range, bad_rotation, cannot_rotate (an outline); too_many. O(vertices), and O(log
  /// bodies) where an index is reused.
  [[nodiscard]] Status try_add_body(ShapeId shape, const Pose& pose, BodyId& out) noexcept;
  BodyId add_body(ShapeId shape, const Pose& pose = {}) {
    return added([&](BodyId& out) { return try_add_body(shape, pose, out); });
  }

  /// Adds many bodies, as `add_body` called for each in order. The three spans are equally long; `out` receives the
  /// indices and aliases no input. Errors: size_mismatch; those of `add_body` (index: of the element).
  [[nodiscard]] Status try_add_bodies(std::span<const ShapeId> shapes, std::span<const Pose> poses,
                                      std::span<BodyId> out) noexcept;
  void add_bodies(std::span<const ShapeId> shapes, std::span<const Pose> poses, std::span<BodyId> out) {
    throw_unless_ok(try_add_bodies(shapes, poses, out));
  }

  /// Removes a body. Its index is invalid until it is reused; other indices do not change. O(log bodies).
  /// Errors (index: the body): bad_body, removed_body.
  [[nodiscard]] Status try_remove_body(BodyId body) noexcept;
  void remove_body(BodyId body) { throw_unless_ok(try_remove_body(body)); }

  /// Gives a body another shape at its present pose. Errors (index: the body): bad_body, removed_body, bad_shape,
  /// cannot_rotate (an outline), too_many.
  [[nodiscard]] Status try_set_shape(BodyId body, ShapeId shape) noexcept;
  void set_shape(BodyId body, ShapeId shape) { throw_unless_ok(try_set_shape(body, shape)); }

  /// Moves a body; another pose drops its links (links.hpp). Errors (index: the body): bad_body, removed_body; not_finite,
  /// out_of_range, bad_rotation, cannot_rotate (an outline). O(vertices).
  [[nodiscard]] Status try_set_pose(BodyId body, const Pose& pose) noexcept;
  void set_pose(BodyId body, const Pose& pose) { throw_unless_ok(try_set_pose(body, pose)); }

  /// Moves all bodies: body i to poses[i]; poses.size() == body_slots(). Poses at the indices of removed bodies are
  /// ignored, valid or not. Vectorised and, for thousands of bodies and more, parallel.
  /// Errors (index: of the pose): size_mismatch; not_finite, out_of_range, bad_rotation, cannot_rotate (an outline). If the caller's executor
  /// throws (internal) or leaves out tasks, or `progress` returns false (cancelled), each body is at its old or at its
  /// new pose, those that moved have lost their links, and `revision` counts the call; but a call that ends while poses are
  /// still checked changes nothing.
  [[nodiscard]] Status try_set_poses(std::span<const Pose> poses, const Options& options = {}) noexcept;
  void set_poses(std::span<const Pose> poses, const Options& options = {}) {
    throw_unless_ok(try_set_poses(poses, options));
  }

  /// Moves the listed bodies: bodies[k] to poses[k]; the spans are equally long. If a body is listed twice, its last
  /// pose holds. Errors as for all bodies, and bad_body, removed_body (index: the place in `bodies`).
  [[nodiscard]] Status try_set_poses(std::span<const BodyId> bodies, std::span<const Pose> poses,
                                     const Options& options = {}) noexcept;
  void set_poses(std::span<const BodyId> bodies, std::span<const Pose> poses, const Options& options = {}) {
    throw_unless_ok(try_set_poses(bodies, poses, options));
  }

  // ---- links between bodies: links.hpp says what links mean and what drops them ------------------------------------

  /// Sets links, which say what lies beyond an edge of a body. A link replaces the link that its edge has.
  /// Errors (index: of the link): bad_body, removed_body; bad_edge; unsupported (a compound); not_finite, out_of_range,
  /// bad_neighbour. O(links).
  [[nodiscard]] Status try_link_edges(std::span<const EdgeLink> links) noexcept;
  void link_edges(std::span<const EdgeLink> links) { throw_unless_ok(try_link_edges(links)); }
  [[nodiscard]] Status try_link_edges(std::initializer_list<EdgeLink> links) noexcept {
    return try_link_edges(std::span<const EdgeLink>(links));
  }
  void link_edges(std::initializer_list<EdgeLink> links) { link_edges(std::span<const EdgeLink>(links)); }

  /// Finds the seams between these bodies, and links the edges there:
  /// - two edges of two polygons that have the same ends and run in opposite directions become inner;
  /// - two other edges of two polygons that run in opposite directions on one line and lie beside each other along a
  ///   part that is longer than the tolerance are covered along this part (links.hpp). Both ends of one are no farther
  ///   from the line of the other than the tolerance; gaps between covered parts that are no longer than it are closed.
  ///   Edges that were told to be inner or one-sided share no parts;
  /// - where exactly one segment (or capsule) ends and exactly one other begins, the far end of each becomes the ghost
  ///   point of the other.
  /// Compounds are passed over. Bodies that are in no call together have no seams.
  /// @param bodies     any order; a body listed twice counts once
  /// @param tolerance  two ends are the same if they differ by at most `tolerance` along x and along y; 0: if they are
  ///                   equal real points. Tiles whose borders are no binary fractions (0.1) need more than 0.
  /// @param out        the number of seams: shared edges, shared parts, and shared ends of segments
  /// Errors: bad_body, removed_body (index: the place in `bodies`); bad_margin (the tolerance). O(n log n + m), n edges,
  /// m pairs of edges that run in opposite directions and whose boxes meet.
  [[nodiscard]] Status try_link_shared_edges(std::span<const BodyId> bodies, double tolerance,
                                             std::size_t& out) noexcept;
  std::size_t link_shared_edges(std::span<const BodyId> bodies, double tolerance = 0) {
    std::size_t seams = 0;
    throw_unless_ok(try_link_shared_edges(bodies, tolerance, seams));
    return seams;
  }
  [[nodiscard]] Status try_link_shared_edges(std::initializer_list<BodyId> bodies, double tolerance,
                                             std::size_t& out) noexcept {
    return try_link_shared_edges(std::span<const BodyId>(bodies), tolerance, out);
  }
  std::size_t link_shared_edges(std::initializer_list<BodyId> bodies, double tolerance = 0) {
    return link_shared_edges(std::span<const BodyId>(bodies), tolerance);
  }

  /// Drops the links of a body, and the links that `link_shared_edges` gave other bodies because of this body. Errors
  /// (index: the body): bad_body, removed_body.
  [[nodiscard]] Status try_unlink(BodyId body) noexcept;
  void unlink(BodyId body) { throw_unless_ok(try_unlink(body)); }

  /// Whether the body has links; false if there is no such body.
  [[nodiscard]] bool is_linked(BodyId body) const noexcept;

  // ---- the whole scene ---------------------------------------------------------------------------------------------

  /// Removes all bodies and shapes; keeps the memory. Ids begin at 0 again; generations go on.
  void clear() noexcept;

  /// Allocates memory for this capacity, so that the scene's memory does not grow as shapes and bodies are added. The
  /// memory suffices if no shape is a compound or an outline and each has `vertices_per_shape` vertices. Changes nothing else.
  /// Error: too_many.
  [[nodiscard]] Status try_reserve(const SceneCapacity& capacity) noexcept;
  void reserve(const SceneCapacity& capacity) { throw_unless_ok(try_reserve(capacity)); }

  // ---- threads -----------------------------------------------------------------------------------------------------

  /// Sets the largest number of threads of later calls on this scene whose `Options::max_threads` is 0; 0: no number of
  /// its own, as at first. Of two scenes the first's number counts, or the second's if the first has none. Copies and
  /// moves take it along; `clear` keeps it. It is no change of the contents: `revision` does not count it.
  void set_max_threads(unsigned max_threads) noexcept { max_threads_ = max_threads; }
  [[nodiscard]] unsigned max_threads() const noexcept { return max_threads_; }

  // ---- what changed ------------------------------------------------------------------------------------------------

  /// The number of calls that changed shapes, bodies, links or poses. A refused call, a call with empty spans and
  /// `reserve` change nothing. Equal identity and equal revision mean equal contents, so both together can be the key
  /// of a cache.
  [[nodiscard]] std::uint64_t revision() const noexcept { return revisions_.all; }
  /// `revision` as `all`, and the calls of each kind of change. While `shapes` and `bodies` keep their values, calls
  /// have only moved bodies, and dropped the links of moved bodies.
  [[nodiscard]] SceneRevisions revisions() const noexcept { return revisions_; }

  /// A number that no other scene of this process has or had, except that move construction takes over the source's
  /// number. Assignment keeps the target's number. A copy, and the source of a move, get a new number.
  [[nodiscard]] std::uint64_t identity() const noexcept { return identity_; }

  /// How often the index of this body has been reused: 0 for the first body of the index, 1 for the next body, after a
  /// removal or `clear`, ... So a kept index names the same body as long as has_body(body) is true and the generation
  /// is the same. Assignment breaks this rule: it takes the generations of its source. For a removed body the result is
  /// the generation that the body had. Throws `Error` bad_body unless body < body_slots().
  [[nodiscard]] std::uint32_t generation(BodyId body) const;

  // ---- contents ----------------------------------------------------------------------------------------------------
  // Functions that are not noexcept throw `Error`: bad_shape unless has_shape; bad_body or removed_body unless
  // has_body; size_mismatch if `out` does not have the length stated.

  [[nodiscard]] std::size_t shape_count() const noexcept;
  /// Number of bodies, removed ones not counted.
  [[nodiscard]] std::size_t body_count() const noexcept;
  /// The number of body indices, those of removed bodies included: the length of the poses of `set_poses`.
  [[nodiscard]] std::size_t body_slots() const noexcept;
  /// Whether a shape of this index exists.
  [[nodiscard]] bool has_shape(ShapeId shape) const noexcept { return shape < shape_count(); }
  /// Whether a body of this index exists.
  [[nodiscard]] bool has_body(BodyId body) const noexcept;

  /// Bytes of memory held by shapes and bodies, spare capacity included.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;
  /// The bytes of `memory_bytes` that bodies hold: 144 for a body of 5 to 8 vertices (float), spare capacity aside.
  [[nodiscard]] std::size_t body_memory_bytes() const noexcept;

  [[nodiscard]] ShapeId shape(BodyId body) const;
  [[nodiscard]] Pose pose(BodyId body) const;
  /// A box that contains the body, radius included, world frame. Each bound is the least or greatest coordinate of the
  /// body, rounded outward to the nearest double. If offset + radius is not a double (never, if the radius is 0), the
  /// bound may be farther out, by up to two units in the last place of offset + radius; of a compound with rounded parts, by
  /// one of T.
  [[nodiscard]] Box bounding_box(BodyId body) const;

  /// Number of parts of a compound, and of an outline: 0 before `make_parts` has made them; 1 for any other shape.
  [[nodiscard]] std::size_t part_count(ShapeId shape) const;
  /// Writes the parts of a compound; for any other shape the shape itself. `out` has part_count(shape) elements.
  void parts(ShapeId shape, std::span<ShapeId> out) const;

  /// Number of rings of an outline; 0 for any other shape.
  [[nodiscard]] std::size_t ring_count(ShapeId shape) const;
  /// Writes the rings of an outline: ring k has the vertices [starts[k], starts[k + 1]) of `local_vertices` and
  /// `placed_offsets`, without a closing vertex; is_hole[k] is 1 for a hole, else 0. Outer rings run counter-clockwise,
  /// holes clockwise; the holes of a polygon come next after its outer ring. `starts` has ring_count(shape) + 1 elements,
  /// `is_hole` ring_count(shape). O(vertices).
  void rings(ShapeId shape, std::span<std::uint32_t> starts, std::span<std::uint8_t> is_hole) const;

  /// Number of vertices of a shape's core: 1 for a circle, 2 for a capsule; for a compound the sum over its parts.
  [[nodiscard]] std::size_t vertex_count(ShapeId shape) const;
  /// The radius around the core, in the scene's unit of length. A compound has no radius of its own: the result is 0,
  /// whatever the radii of its `parts` are.
  [[nodiscard]] T radius(ShapeId shape) const;
  /// Writes the local vertices of a shape's core, as given; for a compound part after part. For an outline ring after ring,
  /// as `rings` says: without repeated points, and reversed and in another order than given where need be. `out` has
  /// vertex_count(shape) elements.
  void local_vertices(ShapeId shape, std::span<Vec2> out) const;
  /// Writes the offsets of a body's placed vertices from its origin (pose(body).x, pose(body).y), world axes, in the
  /// order of `local_vertices`; `out` has vertex_count(shape(body)) elements. A placed vertex is exactly
  /// origin + offset.
  void placed_offsets(BodyId body, std::span<Vec2> out) const;

 private:
  friend struct detail::SceneAccess;

  /// The index that call(index) writes; throws if the call is refused.
  template <class Call>
  static std::uint32_t added(const Call& call) {
    std::uint32_t index = 0;
    throw_unless_ok(call(index));
    return index;
  }

  std::unique_ptr<detail::SceneData<T>> data_;  ///< null: an empty scene that has not been changed
  std::uint64_t identity_;
  SceneRevisions revisions_;
  unsigned max_threads_ = 0;
};

extern template class BasicScene<float>;
extern template class BasicScene<double>;
using Scene = BasicScene<float>;
using Scened = BasicScene<double>;

}  // namespace satchel
