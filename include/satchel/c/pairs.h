/* The broad phase: candidate pairs. As in satchel/broad_phase.hpp. */
#ifndef SATCHEL_C_PAIRS_H
#define SATCHEL_C_PAIRS_H

#include <satchel/c/options.h>
#include <satchel/c/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All pairs of bodies whose bounding boxes meet, sorted by (a, b); of one scene with a < b, or between two. For scenes
 * of both precisions. pairs: room elements, of which the first `found` are written; found: one number; options: or
 * NULL. Errors: SATCHEL_BAD_MARGIN, SATCHEL_SIZE_MISMATCH (filters, worlds) before anything is written;
 * SATCHEL_TOO_MANY_PAIRS, SATCHEL_NO_ROOM, SATCHEL_NO_MEMORY, SATCHEL_CANCELLED, SATCHEL_INTERNAL during the work. */
SATCHEL_C satchel_status satchel_find_pairs(const satchel_scene* scene, satchel_pair* pairs, size_t room, size_t* found,
                                            const satchel_pair_options* options);
SATCHEL_C satchel_status satchel_find_pairs_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                                    satchel_pair* pairs, size_t room, size_t* found,
                                                    const satchel_pair_options* options);

/* The same calls with memory that is kept from call to call; one call at a time. `broad_phase`: one handle, written,
 * which the caller destroys. */
SATCHEL_C satchel_status satchel_broad_phase_create(satchel_broad_phase** broad_phase);
SATCHEL_C void satchel_broad_phase_destroy(satchel_broad_phase* broad_phase); /* does nothing for NULL */
SATCHEL_C satchel_status satchel_broad_phase_find_pairs(satchel_broad_phase* broad_phase, const satchel_scene* scene,
                                                        satchel_pair* pairs, size_t room, size_t* found,
                                                        const satchel_pair_options* options);
SATCHEL_C satchel_status satchel_broad_phase_find_pairs_between(satchel_broad_phase* broad_phase,
                                                                const satchel_scene* scene_a,
                                                                const satchel_scene* scene_b, satchel_pair* pairs,
                                                                size_t room, size_t* found,
                                                                const satchel_pair_options* options);
SATCHEL_C size_t satchel_broad_phase_memory_bytes(const satchel_broad_phase* broad_phase); /* 0 for NULL */

#ifdef __cplusplus
}
#endif
#endif
