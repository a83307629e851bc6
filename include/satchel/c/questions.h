/* The questions about pairs: a list of pairs, a result a pair. As in satchel/collide.hpp, hits.hpp, manifold.hpp,
 * distance.hpp, sweep.hpp, within.hpp, push_out.hpp and periodic.hpp.
 *
 * All of them: list: one satchel_pair_list; results: list->count elements, written, result i belongs to pair i. Image
 * pairs are taken where it says so; the results have the bits of those of a body that was made at the image. Errors,
 * before anything is written: SATCHEL_BAD_BODY, SATCHEL_REMOVED_BODY (index: of the pair), SATCHEL_NEEDS_PARTS (index: of the
 * pair, a body of which is an outline without parts that the question needs); SATCHEL_NOT_FINITE,
 * SATCHEL_OUT_OF_RANGE (a period that is negative or outside the range of coordinates; or index: of the pair whose
 * image is outside of it, or not 0 along an axis without period); of the list itself (`argument` names its member):
 * SATCHEL_NULL_POINTER (image_pairs without periods, and the reverse), SATCHEL_NOT_TAKEN (pairs beside image_pairs; image pairs, or a second scene, where the
 * call takes none). During the work, after which results are unspecified: SATCHEL_NO_MEMORY, SATCHEL_CANCELLED,
 * SATCHEL_INTERNAL. */
#ifndef SATCHEL_C_QUESTIONS_H
#define SATCHEL_C_QUESTIONS_H

#include <satchel/c/options.h>
#include <satchel/c/results.h>
#include <satchel/c/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Verdict, normal, separation and deciding feature. Takes image pairs. */
SATCHEL_C satchel_status satchel_collide(const satchel_pair_list* list, satchel_contact* contacts,
                                         const satchel_options* options);
SATCHEL_C satchel_status satchel_collide_d(const satchel_pair_list* list, satchel_contactd* contacts,
                                           const satchel_options* options);

/* The same for pairs of one scene of floats, with the default options. */
static inline satchel_status satchel_collide_scene(const satchel_scene* scene, const satchel_pair* pairs, size_t count,
                                                   satchel_contact* contacts) {
  satchel_pair_list list; /* not by SATCHEL_PAIRS_OF: cl warns of initialisers that are no constants (C4204) */
  list.struct_size = sizeof(satchel_pair_list);
  list.scene_a = scene;
  list.scene_b = NULL;
  list.pairs = pairs;
  list.count = count;
  list.image_pairs = NULL;
  list.periods = NULL;
  satchel_status status = satchel_collide(&list, contacts, NULL);
  if (status.code >= SATCHEL_NULL_POINTER) { /* about `contacts`, or a member of the list: `pairs` or `scene` */
    status.index = status.index == 2 ? 4 : status.argument == SATCHEL_ARGUMENT_MEMBER_PAIRS ? 2 : 1;
    status.argument = SATCHEL_ARGUMENT_NONE;
  }
  return status;
}

/* As satchel_collide, and the parts of compounds that decided. parts: list->count elements, written. */
SATCHEL_C satchel_status satchel_collide_parts(const satchel_pair_list* list, satchel_contact* contacts,
                                               satchel_part_pair* parts, const satchel_options* options);
SATCHEL_C satchel_status satchel_collide_parts_d(const satchel_pair_list* list, satchel_contactd* contacts,
                                                 satchel_part_pair* parts, const satchel_options* options);

/* The verdicts alone, for scenes of both precisions. Takes image pairs. verdicts: list->count bytes, written: each a
 * satchel_verdict. */
SATCHEL_C satchel_status satchel_classify(const satchel_pair_list* list, uint8_t* verdicts,
                                          const satchel_options* options);

/* The contacts of the pairs that touch or overlap, in the order of the pairs. hits: room elements, of which the first
 * `found` are written; found: one number. At most list->count hits are found. Errors: SATCHEL_NO_ROOM too. */
SATCHEL_C satchel_status satchel_find_hits(const satchel_pair_list* list, satchel_hit* hits, size_t room, size_t* found,
                                           const satchel_options* options);
SATCHEL_C satchel_status satchel_find_hits_d(const satchel_pair_list* list, satchel_hitd* hits, size_t room,
                                             size_t* found, const satchel_options* options);

/* The same for image pairs, and for these alone. */
SATCHEL_C satchel_status satchel_find_image_hits(const satchel_pair_list* list, satchel_image_hit* hits, size_t room,
                                                 size_t* found, const satchel_options* options);
SATCHEL_C satchel_status satchel_find_image_hits_d(const satchel_pair_list* list, satchel_image_hitd* hits, size_t room,
                                                   size_t* found, const satchel_options* options);

/* Up to two contact points a pair. Takes image pairs. margin: the largest separation of a point, finite, 0 or more
 * (SATCHEL_BAD_MARGIN). */
SATCHEL_C satchel_status satchel_manifolds(const satchel_pair_list* list, double margin, satchel_manifold* manifolds,
                                           const satchel_options* options);
SATCHEL_C satchel_status satchel_manifolds_d(const satchel_pair_list* list, double margin, satchel_manifoldd* manifolds,
                                             const satchel_options* options);

/* A manifold for each two parts that meet, sorted by pair and parts: a box over a seam of a compound or a chain is
 * supported on both sides. Only those with points. manifolds: room elements, of which the first `found` are written;
 * found: one number. Errors: SATCHEL_BAD_MARGIN, SATCHEL_NO_ROOM. */
SATCHEL_C satchel_status satchel_part_manifolds(const satchel_pair_list* list, double margin,
                                                satchel_part_manifold* manifolds, size_t room, size_t* found,
                                                const satchel_options* options);
SATCHEL_C satchel_status satchel_part_manifolds_d(const satchel_pair_list* list, double margin,
                                                  satchel_part_manifoldd* manifolds, size_t room, size_t* found,
                                                  const satchel_options* options);

/* Signed distances and witness points. Takes image pairs. */
SATCHEL_C satchel_status satchel_distances(const satchel_pair_list* list, satchel_distance* distances,
                                           const satchel_options* options);
SATCHEL_C satchel_status satchel_distances_d(const satchel_pair_list* list, satchel_distanced* distances,
                                             const satchel_options* options);

/* The first impact of each pair while all bodies move through one step. motions_a: count_a elements, the
 * satchel_body_slots of scene_a; those of removed bodies are ignored; motions_b, count_b: those of scene_b, or NULL and
 * 0 without one (SATCHEL_NOT_TAKEN). Errors: SATCHEL_SIZE_MISMATCH (motions), SATCHEL_NOT_FINITE, SATCHEL_OUT_OF_RANGE,
 * SATCHEL_BAD_ANGLE (a turn of more than the options' max_angle; index: of the body; or a max_angle that is negative,
 * not finite or above 2^30), SATCHEL_BAD_MARGIN (tolerance). */
SATCHEL_C satchel_status satchel_sweep(const satchel_pair_list* list, const satchel_motion* motions_a, size_t count_a,
                                       const satchel_motion* motions_b, size_t count_b, satchel_impact* impacts,
                                       const satchel_sweep_options* options);
SATCHEL_C satchel_status satchel_sweep_d(const satchel_pair_list* list, const satchel_motion* motions_a, size_t count_a,
                                         const satchel_motion* motions_b, size_t count_b, satchel_impactd* impacts,
                                         const satchel_sweep_options* options);

/* Makes `end` the scene at the end of the step: the pose of each body is moved by its motion. `end` has the precision
 * of `scene`, may be `scene`, and is unchanged after an error. Errors: those of satchel_sweep and satchel_set_poses. */
SATCHEL_C satchel_status satchel_advance(const satchel_scene* scene, const satchel_motion* motions, size_t motion_count,
                                         satchel_scene* end, const satchel_options* options);

/* Whether body a of each pair lies within body b, exactly, for scenes of both precisions. b is convex or an outline;
 * a compound of several parts is SATCHEL_UNSUPPORTED (index: of the pair). within: list->count bytes, written: each a
 * satchel_containment. */
SATCHEL_C satchel_status satchel_within(const satchel_pair_list* list, uint8_t* within, const satchel_options* options);

/* 1 for each pair of which a predicate holds, else 0, exactly, for scenes of both precisions. Bodies are outlines and
 * polygons without radius (SATCHEL_UNSUPPORTED; index: of the pair). results: list->count bytes, written. */
SATCHEL_C satchel_status satchel_relate(const satchel_pair_list* list, satchel_predicate predicate, uint8_t* results,
                                        const satchel_options* options);

/* For each of some bodies, a translation after which it overlaps none of its candidates, for scenes of both precisions.
 * The scene does not change; the others stay where they are. A body whose centroid is behind a one-sided edge is not
 * pushed out of it, or, with the motions of the last frame, one that was not wholly in front of it before. bodies:
 * count indices, any of them more than once; starts: count + 1 numbers: body i has the candidates [starts[i], starts[i
 * + 1]), the first is 0, the last candidate_count; candidates: candidate_count indices; pushes: count elements,
 * written. Errors: SATCHEL_BAD_STARTS; SATCHEL_BAD_BODY, SATCHEL_REMOVED_BODY (index: the place in bodies, or in
 * candidates; a candidate that is the body itself is a SATCHEL_BAD_BODY), SATCHEL_NEEDS_PARTS (as well);
 * SATCHEL_SIZE_MISMATCH, SATCHEL_NOT_FINITE, SATCHEL_OUT_OF_RANGE (motions), SATCHEL_BAD_MARGIN (front_tolerance). */
SATCHEL_C satchel_status satchel_push_out(const satchel_scene* scene, const uint32_t* bodies, size_t count,
                                          const uint32_t* starts, const uint32_t* candidates, size_t candidate_count,
                                          satchel_push* pushes, const satchel_push_out_options* options);

#ifdef __cplusplus
}
#endif
#endif
