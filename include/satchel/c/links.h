/* Seams between bodies: what an edge is told of the surface beyond its ends. As in satchel/links.hpp, which says what
 * links do; satchel_add_chain (shapes.h) makes chains of segments as one body. */
#ifndef SATCHEL_C_LINKS_H
#define SATCHEL_C_LINKS_H

#include <satchel/c/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What one edge of a body is told. */
typedef struct satchel_edge_link {
  uint32_t body, edge; /* `edge`: the index of its first vertex; 0 of a segment or a capsule */
  bool inner;          /* it lies between two bodies, and decides no normal */
  bool one_sided;      /* it gives the normal of its front alone, the right of its direction */
  bool has_before, has_after;
  satchel_vec2d before, after; /* the ghost points beyond its start and its end, world frame, if it has them */
} satchel_edge_link;

/* Tells edges of bodies what lies beyond them; each link replaces what was told of its edge. links: count elements.
 * Errors (index: of the link), after which nothing has changed: SATCHEL_BAD_BODY, SATCHEL_REMOVED_BODY;
 * SATCHEL_BAD_EDGE; SATCHEL_UNSUPPORTED (a compound); SATCHEL_NOT_FINITE, SATCHEL_OUT_OF_RANGE, SATCHEL_BAD_NEIGHBOUR;
 * SATCHEL_NO_MEMORY. */
SATCHEL_C satchel_status satchel_link_edges(satchel_scene* scene, const satchel_edge_link* links, size_t count);

/* Finds the edges of polygons that these bodies share, as a whole or in part, and the ends of segments and capsules,
 * and links them; scene.hpp says which. bodies: count indices; tolerance: how far apart points may be that count as
 * one, finite, 0 or more; seams: one number, written: how many seams were found. Errors (index: the place in the list):
 * SATCHEL_BAD_BODY, SATCHEL_REMOVED_BODY; SATCHEL_BAD_MARGIN (tolerance); SATCHEL_NO_MEMORY. */
SATCHEL_C satchel_status satchel_link_shared_edges(satchel_scene* scene, const uint32_t* bodies, size_t count,
                                                   double tolerance, size_t* seams);

/* Drops the links of a body, and what other bodies were told of it. Errors: SATCHEL_BAD_BODY, SATCHEL_REMOVED_BODY. */
SATCHEL_C satchel_status satchel_unlink(satchel_scene* scene, uint32_t body);

/* Whether a body has links; false if there is no such body, or no scene. */
SATCHEL_C bool satchel_is_linked(const satchel_scene* scene, uint32_t body);

#ifdef __cplusplus
}
#endif
#endif
