/* The shapes of a scene: how they are added, what they are. As in satchel/scene.hpp. */
#ifndef SATCHEL_C_SHAPES_H
#define SATCHEL_C_SHAPES_H

#include <satchel/c/options.h>
#include <satchel/c/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All of these write one index to `shape`, and refuse SATCHEL_NOT_FINITE, SATCHEL_OUT_OF_RANGE, SATCHEL_BAD_RADIUS and
 * SATCHEL_TOO_MANY. A radius of 0 or more is the distance around the core that belongs to the shape too. */

/* A convex polygon in its local frame: count vertices, 3 to 131,072, counter-clockwise, each turn strictly to the left,
 * once around. Errors (index: of the vertex): SATCHEL_TOO_FEW_VERTICES, SATCHEL_TOO_MANY_VERTICES,
 * SATCHEL_REPEATED_VERTEX, SATCHEL_CLOSED_RING, SATCHEL_COLLINEAR, SATCHEL_CLOCKWISE, SATCHEL_NOT_CONVEX,
 * SATCHEL_NOT_SIMPLE. */
SATCHEL_C satchel_status satchel_add_polygon(satchel_scene* scene, const satchel_vec2* vertices, size_t count,
                                             double radius, uint32_t* shape);
SATCHEL_C satchel_status satchel_add_polygon_d(satchel_scene* scene, const satchel_vec2d* vertices, size_t count,
                                               double radius, uint32_t* shape);

/* A box around the local origin, by half-extents larger than 0. */
SATCHEL_C satchel_status satchel_add_box(satchel_scene* scene, double half_width, double half_height, double radius,
                                         uint32_t* shape);

/* A circle around (x, y); radius 0 makes a point. */
SATCHEL_C satchel_status satchel_add_circle(satchel_scene* scene, double x, double y, double radius, uint32_t* shape);

/* A capsule: every point within the radius of the segment from p to q, which differ (SATCHEL_EQUAL_ENDS). */
SATCHEL_C satchel_status satchel_add_capsule(satchel_scene* scene, double p_x, double p_y, double q_x, double q_y,
                                             double radius, uint32_t* shape);

/* The segment from p to q, which differ (SATCHEL_EQUAL_ENDS). */
static inline satchel_status satchel_add_segment(satchel_scene* scene, double p_x, double p_y, double q_x, double q_y,
                                                 uint32_t* shape) {
  satchel_status status = satchel_add_capsule(scene, p_x, p_y, q_x, q_y, 0, shape);
  if (status.code >= SATCHEL_NULL_POINTER && status.index == 7) status.index = 6; /* `shape` */
  return status;
}

/* Many polygons: polygon i has the vertices [starts[i], starts[i + 1]) and the radius radii[i].
 * vertices: vertex_count elements; starts: count + 1 numbers, the first 0, the last vertex_count (SATCHEL_BAD_STARTS);
 * radii: radius_count numbers, count of them or none (all 0); shapes: count indices, written. */
SATCHEL_C satchel_status satchel_add_polygons(satchel_scene* scene, const satchel_vec2* vertices, size_t vertex_count,
                                              const uint32_t* starts, size_t count, const float* radii,
                                              size_t radius_count, uint32_t* shapes);
SATCHEL_C satchel_status satchel_add_polygons_d(satchel_scene* scene, const satchel_vec2d* vertices,
                                                size_t vertex_count, const uint32_t* starts, size_t count,
                                                const double* radii, size_t radius_count, uint32_t* shapes);

/* A shape of several convex parts, shapes of this scene in one local frame. parts: part_count indices; inner_edges: a
 * flag for each edge of each part, edge_count of them or none; a flag other than 0 marks an edge between parts, which
 * decides no normal. Errors: SATCHEL_NO_PARTS, SATCHEL_BAD_SHAPE, SATCHEL_NESTED_COMPOUND (an outline, too: give its parts),
 * SATCHEL_SIZE_MISMATCH. */
SATCHEL_C satchel_status satchel_add_compound(satchel_scene* scene, const uint32_t* parts, size_t part_count,
                                              const uint8_t* inner_edges, size_t edge_count, uint32_t* shape);

/* Which rings, polygons and outlines the vertices of satchel_add_outlines belong to: ring k has the vertices
 * [rings[k], rings[k + 1]), polygon k the rings [polygons[k], polygons[k + 1]), outline k the polygons
 * [outlines[k], outlines[k + 1]). So a list has one number more than its count; the first is 0, none is smaller than the
 * one before, and the last is the number of vertices, of rings, of polygons. `polygons` and `outlines` may be NULL, with a
 * count of 0: each ring is a polygon, each polygon an outline. */
typedef struct satchel_outline_starts {
  size_t struct_size; /* sizeof(satchel_outline_starts) */
  const uint32_t* rings;
  size_t ring_count; /* of the rings; `rings` has ring_count + 1 numbers */
  const uint32_t* polygons;
  size_t polygon_count; /* likewise, or 0 */
  const uint32_t* outlines;
  size_t outline_count; /* likewise, or 0 */
} satchel_outline_starts;
#define SATCHEL_OUTLINE_STARTS_INIT \
  { sizeof(satchel_outline_starts), NULL, 0, NULL, 0, NULL, 0 }

/* Flags of satchel_add_outlines: outlines that are not valid are left out, their shape is SATCHEL_NO_SHAPE; the caller
 * knows that all are valid, and only numbers are checked: wrong input gives wrong answers. */
#define SATCHEL_SKIP_INVALID 1u
/* Nothing is checked but numbers and sizes; such outlines turn by right angles alone, as OutlineOptions::trusted says. */
#define SATCHEL_TRUSTED 2u
/* An outline is the region of the points that an odd number of its rings holds: edges that overlap cancel in pairs,
 * rings may touch themselves and lie in each other, as OutlineOptions::even_odd says. SATCHEL_TRUSTED has no effect
 * with it. */
#define SATCHEL_EVEN_ODD 4u
#define SATCHEL_NO_SHAPE 0xffffffffu

/* Outlines: polygons that may be concave and have holes, and sets of such polygons; one shape each. Rings run either way
 * round and in any order, closed or not. vertices: vertex_count elements; flags: SATCHEL_SKIP_INVALID, SATCHEL_TRUSTED,
 * SATCHEL_EVEN_ODD, or some of them by `|`; shapes: an index for each outline, written. Errors: SATCHEL_BAD_STARTS,
 * SATCHEL_NOT_FINITE, SATCHEL_OUT_OF_RANGE, SATCHEL_BAD_OUTLINE (index: of the outline). */
SATCHEL_C satchel_status satchel_add_outlines(satchel_scene* scene, const satchel_vec2* vertices, size_t vertex_count,
                                              const satchel_outline_starts* starts, uint32_t flags, uint32_t* shapes,
                                              const satchel_options* options);
SATCHEL_C satchel_status satchel_add_outlines_d(satchel_scene* scene, const satchel_vec2d* vertices,
                                                size_t vertex_count, const satchel_outline_starts* starts,
                                                uint32_t flags, uint32_t* shapes, const satchel_options* options);

/* Makes the convex parts of outlines, for the questions that need them (SATCHEL_NEEDS_PARTS); they become shapes of the
 * scene. shapes: count indices, in any order; none: all outlines that have such parts. Errors: SATCHEL_BAD_SHAPE (index: in
 * shapes), SATCHEL_TOO_MANY; of a shape that is listed and has none SATCHEL_TOO_MANY_VERTICES, SATCHEL_INTERNAL (a trusted one
 * that is not valid). */
SATCHEL_C satchel_status satchel_make_parts(satchel_scene* scene, const uint32_t* shapes, size_t count,
                                            const satchel_options* options);

/* A chain: the segments between consecutive points as one shape, a compound; a closed one has the segment from the
 * last point to the first too. No seam between two of its segments decides a normal. one_sided: segments give the
 * normal of their front alone, the right of the direction of the points. points: count elements, 2 or more (closed:
 * 3); before, after: the ghost points beyond the ends of an open chain, one element each, or NULL. Errors (index: of
 * the point): SATCHEL_TOO_FEW_VERTICES, SATCHEL_REPEATED_VERTEX, SATCHEL_CLOSED_RING, SATCHEL_BAD_NEIGHBOUR (a ghost
 * point equal to the end). */
SATCHEL_C satchel_status satchel_add_chain(satchel_scene* scene, const satchel_vec2* points, size_t count, bool closed,
                                           bool one_sided, const satchel_vec2* before, const satchel_vec2* after,
                                           uint32_t* shape);
SATCHEL_C satchel_status satchel_add_chain_d(satchel_scene* scene, const satchel_vec2d* points, size_t count,
                                             bool closed, bool one_sided, const satchel_vec2d* before,
                                             const satchel_vec2d* after, uint32_t* shape);

/* ---- what a shape is: errors SATCHEL_BAD_SHAPE, and SATCHEL_SIZE_MISMATCH where `room` is another number
 * ---------------- */

/* What a shape has, 24 bytes. */
typedef struct satchel_shape {
  double radius;     /* around the core; of a compound or an outline 0 */
  uint32_t vertices; /* of the core; of a compound the sum over its parts; of an outline those of its rings */
  uint32_t parts; /* of a compound, or of an outline: 0 before satchel_make_parts has made them; of any other shape 1 */
  uint32_t rings; /* of an outline; of any other shape 0 */
  uint32_t unused; /* 0 */
} satchel_shape;

/* `of_shape`: one, written. */
SATCHEL_C satchel_status satchel_read_shape(const satchel_scene* scene, uint32_t shape, satchel_shape* of_shape);
/* The parts of a compound; for any other shape the shape itself. parts: room indices, its `parts`, written. */
SATCHEL_C satchel_status satchel_parts(const satchel_scene* scene, uint32_t shape, uint32_t* parts, size_t room);
/* The rings of an outline: ring k has the vertices [starts[k], starts[k + 1]) of satchel_local_vertices, without a
 * closing vertex, and is a hole if is_hole[k] is 1. Outer rings run counter-clockwise, holes clockwise; the holes of a
 * polygon come next after its outer ring. starts: room + 1 elements, is_hole: room elements, its `rings`;
 * written. */
SATCHEL_C satchel_status satchel_rings(const satchel_scene* scene, uint32_t shape, uint32_t* starts, uint8_t* is_hole,
                                       size_t room);
/* The local vertices of a shape's core, as given; of an outline without repeated points, and reversed and in another order
 * than given where satchel_rings says so. vertices: room elements, its `vertices`, written. */
SATCHEL_C satchel_status satchel_local_vertices(const satchel_scene* scene, uint32_t shape, satchel_vec2* vertices,
                                                size_t room);
SATCHEL_C satchel_status satchel_local_vertices_d(const satchel_scene* scene, uint32_t shape, satchel_vec2d* vertices,
                                                  size_t room);

#ifdef __cplusplus
}
#endif
#endif
