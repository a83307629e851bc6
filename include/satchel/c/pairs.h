/* The broad phase: candidate pairs. As in satchel/broad_phase.hpp. */
#ifndef SATCHEL_C_PAIRS_H
#define SATCHEL_C_PAIRS_H

#include <satchel/c/options.h>
#include <satchel/c/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All pairs of bodies whose bounding boxes meet, sorted by (a, b): with a < b of scene_a alone, if scene_b is NULL, or
 * between the two, which have one precision. pairs: room elements, of which the first `found` are written; found: one
 * number. Errors: SATCHEL_BAD_MARGIN, SATCHEL_SIZE_MISMATCH (lists of the options) before anything is written;
 * SATCHEL_TOO_MANY_PAIRS, SATCHEL_NO_ROOM, SATCHEL_NO_MEMORY, SATCHEL_CANCELLED, SATCHEL_INTERNAL during the work. */
SATCHEL_C satchel_status satchel_find_pairs(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                            satchel_pair* pairs, size_t room, size_t* found,
                                            const satchel_pair_options* options);

/* The same in a periodic world, as in satchel/periodic.hpp: all image pairs whose bounding boxes meet, each once,
 * sorted by a, b, image_x, image_y; of one scene with a <= b: bodies meet their own images too, those with image > (0,
 * 0) in lexicographic order. periods: one struct. Errors: the same; SATCHEL_NOT_FINITE, SATCHEL_OUT_OF_RANGE (a period
 * that is negative or outside the range of coordinates; or index: of a body whose images are 2^30 periods away or
 * more), SATCHEL_TOO_MANY (two bodies, or a body and its own images, may meet at more than 2^20 images: give larger
 * periods). Time in proportion to the bodies and the image pairs. */
SATCHEL_C satchel_status satchel_find_image_pairs(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                                  const satchel_periods* periods, satchel_image_pair* pairs,
                                                  size_t room, size_t* found, const satchel_pair_options* options);

/* Memory for these calls that is kept from call to call: `broad_phase` of their options. `broad_phase`: one handle,
 * written, which the caller destroys. */
SATCHEL_C satchel_status satchel_broad_phase_create(satchel_broad_phase** broad_phase);
SATCHEL_C void satchel_broad_phase_destroy(satchel_broad_phase* broad_phase);              /* does nothing for NULL */
SATCHEL_C size_t satchel_broad_phase_memory_bytes(const satchel_broad_phase* broad_phase); /* 0 for NULL */

/* ---- pairs that are kept from frame to frame. As in satchel/kept_pairs.hpp */

/* No pairs of no scene yet, which the caller destroys. fat: 0 for exact pairs, or by how much the boxes of bodies that
 * are looked for are larger on every side (finite, 0 or more; else updates return SATCHEL_BAD_MARGIN). `kept`: one handle,
 * written; NULL after an error. Errors: SATCHEL_UNKNOWN_VALUE (precision), SATCHEL_NO_MEMORY. */
SATCHEL_C satchel_status satchel_kept_pairs_create(satchel_precision precision, double fat, satchel_kept_pairs** kept);
SATCHEL_C void satchel_kept_pairs_destroy(satchel_kept_pairs* kept); /* does nothing for NULL */

/* Makes these the pairs of the scene as it is, those that satchel_find_pairs finds with the same options: by the bodies
 * that changed since the last update, or of all bodies anew. index: of this scene, as it is now; notes_changes: whether
 * to list what has changed; options: without a broad_phase (SATCHEL_NOT_TAKEN). Errors, after which the pairs are as
 * they were: SATCHEL_OTHER_SCENE, SATCHEL_CHANGED_SCENE (the index), and those of satchel_find_pairs. */
SATCHEL_C satchel_status satchel_kept_pairs_update(satchel_kept_pairs* kept, const satchel_scene* scene,
                                                   const satchel_index* index, bool notes_changes,
                                                   const satchel_pair_options* options);

typedef enum satchel_kept_list {
  SATCHEL_PAIRS_ALL = 0,   /* all pairs, in the order of satchel_find_pairs */
  SATCHEL_PAIRS_ADDED = 1, /* those that were none before the last update, sorted; empty if it did not note changes */
  SATCHEL_PAIRS_ENDED = 2  /* those that are none since the last update, sorted; as above */
} satchel_kept_list;

/* One of these lists. `pairs`, `count`: one each, written: where it lies in the memory of the handle, valid until its
 * next update or its end, and how long it is. Errors: SATCHEL_UNKNOWN_VALUE (list). */
SATCHEL_C satchel_status satchel_kept_pairs_list(const satchel_kept_pairs* kept, satchel_kept_list list,
                                                 const satchel_pair** pairs, size_t* count);
SATCHEL_C size_t satchel_kept_pairs_memory_bytes(const satchel_kept_pairs* kept); /* 0 for NULL */

#ifdef __cplusplus
}
#endif
#endif
