/* Periodic worlds: a box that repeats along x, y or both. As in satchel/periodic.hpp.
 *
 * A body stands at its origin and at every image: the same shape and rotation at origin + (image_x x, image_y y).
 * Image pairs are found with satchel_find_image_pairs; the other calls answer, for such pairs, what the call of the
 * same name without `_images` answers for pairs, with the same bits as for a body made at the image.
 *
 * periods: one struct. pairs: count image pairs; in one scene the body with the higher index is the one at the image,
 * between two scenes b. Errors: those of the calls without images; SATCHEL_NOT_FINITE, SATCHEL_OUT_OF_RANGE (a period
 * that is negative or outside the range of coordinates; or index: of the pair whose image is outside of it). */
#ifndef SATCHEL_C_PERIODIC_H
#define SATCHEL_C_PERIODIC_H

#include <satchel/c/options.h>
#include <satchel/c/pairs.h>
#include <satchel/c/results.h>
#include <satchel/c/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The lengths after which a world repeats; 0: it does not repeat along this axis. */
typedef struct satchel_periods {
  double x, y;
} satchel_periods;

/* Two bodies, one of which is (image_x, image_y) periods away from its origin. (a, b, image) and (b, a, -image) are
 * the same two bodies at the same places. 16 bytes, frozen. */
typedef struct satchel_image_pair {
  uint32_t a, b;
  int32_t image_x, image_y;
} satchel_image_pair;

/* An image pair that touches or overlaps: 36 bytes (float), 56 (double), frozen. */
typedef struct satchel_image_hit {
  satchel_image_pair pair;
  uint32_t index; /* of the pair in the list of pairs */
  satchel_contact contact;
} satchel_image_hit;
typedef struct satchel_image_hitd {
  satchel_image_pair pair;
  uint32_t index;
  satchel_contactd contact;
} satchel_image_hitd;

/* All image pairs whose bounding boxes meet, each once, sorted by a, b, image_x, image_y; of one scene with a <= b:
 * bodies meet their own images too, those with image > (0, 0) in lexicographic order. pairs: room elements, of which
 * the first `found` are written; found: one number; options: or NULL. Errors: those of satchel_find_pairs;
 * SATCHEL_OUT_OF_RANGE too (index: of a body whose images are 2^30 periods away or more), SATCHEL_TOO_MANY (two bodies,
 * or a body and its own images, may meet at more than 2^20 images: give larger periods). Time in proportion to the
 * bodies and the image pairs. */
SATCHEL_C satchel_status satchel_find_image_pairs(const satchel_scene* scene, const satchel_periods* periods,
                                                  satchel_image_pair* pairs, size_t room, size_t* found,
                                                  const satchel_pair_options* options);
SATCHEL_C satchel_status satchel_find_image_pairs_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                                          const satchel_periods* periods, satchel_image_pair* pairs,
                                                          size_t room, size_t* found,
                                                          const satchel_pair_options* options);

/* The same calls with memory that is kept from call to call; one call at a time. */
SATCHEL_C satchel_status satchel_broad_phase_find_image_pairs(satchel_broad_phase* broad_phase,
                                                              const satchel_scene* scene,
                                                              const satchel_periods* periods, satchel_image_pair* pairs,
                                                              size_t room, size_t* found,
                                                              const satchel_pair_options* options);
SATCHEL_C satchel_status satchel_broad_phase_find_image_pairs_between(
    satchel_broad_phase* broad_phase, const satchel_scene* scene_a, const satchel_scene* scene_b,
    const satchel_periods* periods, satchel_image_pair* pairs, size_t room, size_t* found,
    const satchel_pair_options* options);

/* Verdict, normal, separation and deciding feature. contacts: count elements, written. */
SATCHEL_C satchel_status satchel_collide_images(const satchel_scene* scene, const satchel_periods* periods,
                                                const satchel_image_pair* pairs, size_t count,
                                                satchel_contact* contacts, const satchel_options* options);
SATCHEL_C satchel_status satchel_collide_images_d(const satchel_scene* scene, const satchel_periods* periods,
                                                  const satchel_image_pair* pairs, size_t count,
                                                  satchel_contactd* contacts, const satchel_options* options);
SATCHEL_C satchel_status satchel_collide_images_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                                        const satchel_periods* periods, const satchel_image_pair* pairs,
                                                        size_t count, satchel_contact* contacts,
                                                        const satchel_options* options);
SATCHEL_C satchel_status satchel_collide_images_between_d(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                                          const satchel_periods* periods,
                                                          const satchel_image_pair* pairs, size_t count,
                                                          satchel_contactd* contacts, const satchel_options* options);

/* The verdicts alone, for scenes of both precisions. verdicts: count bytes, written: each a satchel_verdict. */
SATCHEL_C satchel_status satchel_classify_images(const satchel_scene* scene, const satchel_periods* periods,
                                                 const satchel_image_pair* pairs, size_t count, uint8_t* verdicts,
                                                 const satchel_options* options);
SATCHEL_C satchel_status satchel_classify_images_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                                         const satchel_periods* periods,
                                                         const satchel_image_pair* pairs, size_t count,
                                                         uint8_t* verdicts, const satchel_options* options);

/* The contacts of the pairs that touch or overlap, in the order of the pairs. hits: room elements, of which the first
 * `found` are written; found: one number. Errors: SATCHEL_NO_ROOM too. */
SATCHEL_C satchel_status satchel_find_hits_images(const satchel_scene* scene, const satchel_periods* periods,
                                                  const satchel_image_pair* pairs, size_t count,
                                                  satchel_image_hit* hits, size_t room, size_t* found,
                                                  const satchel_options* options);
SATCHEL_C satchel_status satchel_find_hits_images_d(const satchel_scene* scene, const satchel_periods* periods,
                                                    const satchel_image_pair* pairs, size_t count,
                                                    satchel_image_hitd* hits, size_t room, size_t* found,
                                                    const satchel_options* options);
SATCHEL_C satchel_status satchel_find_hits_images_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                                          const satchel_periods* periods,
                                                          const satchel_image_pair* pairs, size_t count,
                                                          satchel_image_hit* hits, size_t room, size_t* found,
                                                          const satchel_options* options);
SATCHEL_C satchel_status satchel_find_hits_images_between_d(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                                            const satchel_periods* periods,
                                                            const satchel_image_pair* pairs, size_t count,
                                                            satchel_image_hitd* hits, size_t room, size_t* found,
                                                            const satchel_options* options);

/* Up to two contact points a pair. margin: as in satchel_manifolds; manifolds: count elements, written. */
SATCHEL_C satchel_status satchel_manifolds_images(const satchel_scene* scene, const satchel_periods* periods,
                                                  const satchel_image_pair* pairs, size_t count, double margin,
                                                  satchel_manifold* manifolds, const satchel_options* options);
SATCHEL_C satchel_status satchel_manifolds_images_d(const satchel_scene* scene, const satchel_periods* periods,
                                                    const satchel_image_pair* pairs, size_t count, double margin,
                                                    satchel_manifoldd* manifolds, const satchel_options* options);
SATCHEL_C satchel_status satchel_manifolds_images_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                                          const satchel_periods* periods,
                                                          const satchel_image_pair* pairs, size_t count, double margin,
                                                          satchel_manifold* manifolds, const satchel_options* options);
SATCHEL_C satchel_status satchel_manifolds_images_between_d(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                                            const satchel_periods* periods,
                                                            const satchel_image_pair* pairs, size_t count,
                                                            double margin, satchel_manifoldd* manifolds,
                                                            const satchel_options* options);

/* Signed distances and witness points. distances: count elements, written. */
SATCHEL_C satchel_status satchel_distances_images(const satchel_scene* scene, const satchel_periods* periods,
                                                  const satchel_image_pair* pairs, size_t count,
                                                  satchel_distance* distances, const satchel_options* options);
SATCHEL_C satchel_status satchel_distances_images_d(const satchel_scene* scene, const satchel_periods* periods,
                                                    const satchel_image_pair* pairs, size_t count,
                                                    satchel_distanced* distances, const satchel_options* options);
SATCHEL_C satchel_status satchel_distances_images_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                                          const satchel_periods* periods,
                                                          const satchel_image_pair* pairs, size_t count,
                                                          satchel_distance* distances, const satchel_options* options);
SATCHEL_C satchel_status satchel_distances_images_between_d(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                                            const satchel_periods* periods,
                                                            const satchel_image_pair* pairs, size_t count,
                                                            satchel_distanced* distances,
                                                            const satchel_options* options);

#ifdef __cplusplus
}
#endif
#endif
