/* Hulls of points and rings of files. As in satchel/convex_hull.hpp and ring.hpp; decided exactly, without a tolerance.
 */
#ifndef SATCHEL_C_RINGS_H
#define SATCHEL_C_RINGS_H

#include <satchel/c/options.h>
#include <satchel/c/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The vertices of the convex hull, counter-clockwise from the lowest x, without collinear points. points: count
 * elements; hull: room elements, of which the first `found`, at most count, are written; found: one number. Errors
 * (index: of the point): SATCHEL_NOT_FINITE, SATCHEL_OUT_OF_RANGE, SATCHEL_TOO_MANY, SATCHEL_NO_ROOM. */
SATCHEL_C satchel_status satchel_convex_hull(const satchel_vec2* points, size_t count, satchel_vec2* hull, size_t room,
                                             size_t* found);
SATCHEL_C satchel_status satchel_convex_hull_d(const satchel_vec2d* points, size_t count, satchel_vec2d* hull,
                                               size_t room, size_t* found);

typedef enum satchel_winding { SATCHEL_COUNTER_CLOCKWISE = 0, SATCHEL_WINDING_CLOCKWISE = 1 } satchel_winding;

/* What was made of a ring. */
typedef struct satchel_ring {
  uint64_t count;     /* of vertices */
  uint32_t repeated;  /* points dropped because they equal the point before, the closing one aside */
  uint32_t collinear; /* points dropped because they lie inside a straight edge */
  bool convex;        /* the ring bounds a convex polygon */
  bool closed;        /* the last point repeated the first and was dropped */
  bool reversed;      /* the points ran the other way round and were reversed */
} satchel_ring;

/* Makes a polygon, or an outline, of a ring as files give it: drops repeated and collinear points and reverses it as
 * necessary. points: count elements; vertices: room elements; indices: room numbers, vertices[i] is points[indices[i]];
 * ring: one, written; options: `progress` alone is used. The first ring->count, at most count, of vertices and indices
 * are written. Errors:
 * SATCHEL_NOT_FINITE, SATCHEL_OUT_OF_RANGE (index: of the point), SATCHEL_TOO_FEW_VERTICES, SATCHEL_COLLINEAR,
 * SATCHEL_MEETS_ITSELF, SATCHEL_TOO_MANY_VERTICES, SATCHEL_NO_MEMORY, SATCHEL_NO_ROOM (numbers: needed, given),
 * SATCHEL_UNKNOWN_VALUE (winding), SATCHEL_CANCELLED. */
SATCHEL_C satchel_status satchel_clean_ring(const satchel_vec2* points, size_t count, satchel_winding winding,
                                            satchel_vec2* vertices, uint32_t* indices, size_t room, satchel_ring* ring,
                                            const satchel_options* options);
SATCHEL_C satchel_status satchel_clean_ring_d(const satchel_vec2d* points, size_t count, satchel_winding winding,
                                              satchel_vec2d* vertices, uint32_t* indices, size_t room,
                                              satchel_ring* ring, const satchel_options* options);

#ifdef __cplusplus
}
#endif
#endif
