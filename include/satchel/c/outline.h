/* Convex parts of concave outlines, as in satchel/outline.hpp. */
#ifndef SATCHEL_C_OUTLINE_H
#define SATCHEL_C_OUTLINE_H

#include <satchel/c/options.h>
#include <satchel/c/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How much satchel_convex_parts wrote. */
typedef struct satchel_parts_found {
  uint64_t vertices, parts;
} satchel_parts_found;

/* Cuts a simple polygon, with or without holes, into convex parts that fill it exactly.
 * outline: count vertices, ring after ring, none repeated at its end; ring 0 is counter-clockwise, holes run clockwise.
 * ring_starts: start_count numbers, of each ring its first vertex and at the end count; or none: one ring.
 * vertices, indices, inner_edges: vertex_room elements, of which the first found->vertices are written, part after part;
 *   vertices[i] is outline[indices[i]]; inner_edges[i] is 1 where the edge from vertex i on is also one of another part.
 *   3 (count + 2 holes) are always enough.
 * part_starts: start_room numbers, found->parts + 1 of which are written; count + 2 holes are always enough.
 * found: one, written. If there is too little room (SATCHEL_NO_ROOM), found alone is written.
 * options: `progress` alone is used.
 * satchel_add_polygons takes vertices and part_starts, satchel_add_compound its shapes and inner_edges.
 * Errors: those of satchel/outline.hpp, and SATCHEL_CANCELLED. */
SATCHEL_C satchel_status satchel_convex_parts(const satchel_vec2* outline, size_t count, const uint32_t* ring_starts,
                                              size_t start_count, satchel_vec2* vertices, uint32_t* indices,
                                              uint8_t* inner_edges, size_t vertex_room, uint32_t* part_starts,
                                              size_t start_room, satchel_parts_found* found,
                                              const satchel_options* options);
SATCHEL_C satchel_status satchel_convex_parts_d(const satchel_vec2d* outline, size_t count, const uint32_t* ring_starts,
                                                size_t start_count, satchel_vec2d* vertices, uint32_t* indices,
                                                uint8_t* inner_edges, size_t vertex_room, uint32_t* part_starts,
                                                size_t start_room, satchel_parts_found* found,
                                                const satchel_options* options);

#ifdef __cplusplus
}
#endif
#endif
