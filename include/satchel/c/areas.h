/* Areas of intersections, and what detection makes of them. As in satchel/areas.hpp. */
#ifndef SATCHEL_C_AREAS_H
#define SATCHEL_C_AREAS_H

#include <satchel/c/options.h>
#include <satchel/c/results.h>
#include <satchel/c/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Parameters and errors as in questions.h, and SATCHEL_OVERLAPPING_PARTS: a compound whose parts overlap each other. */

/* The area of the intersection of each pair: 0 unless it overlaps. areas: list->count numbers, written. */
SATCHEL_C satchel_status satchel_overlap_areas(const satchel_pair_list* list, float* areas,
                                               const satchel_options* options);
SATCHEL_C satchel_status satchel_overlap_areas_d(const satchel_pair_list* list, double* areas,
                                                 const satchel_options* options);

/* Intersection over union. ious: list->count numbers, written. */
SATCHEL_C satchel_status satchel_ious(const satchel_pair_list* list, float* ious, const satchel_options* options);
SATCHEL_C satchel_status satchel_ious_d(const satchel_pair_list* list, double* ious, const satchel_options* options);

/* Area, intersection over union and the fraction of the area of a. overlaps: list->count elements, written. */
SATCHEL_C satchel_status satchel_overlap_measures(const satchel_pair_list* list, satchel_overlap* overlaps,
                                          const satchel_options* options);
SATCHEL_C satchel_status satchel_overlap_measures_d(const satchel_pair_list* list, satchel_overlapd* overlaps,
                                            const satchel_options* options);

/* The area of each shape. areas: count numbers, the satchel_shape_count of the scene (SATCHEL_SIZE_MISMATCH), written.
 */
SATCHEL_C satchel_status satchel_shape_areas(const satchel_scene* scene, float* areas, size_t count);
SATCHEL_C satchel_status satchel_shape_areas_d(const satchel_scene* scene, double* areas, size_t count);

/* The polygons in which pairs of one scene (SATCHEL_NOT_TAKEN) intersect, of bodies without radius
 * (SATCHEL_UNSUPPORTED). pieces: piece_room elements; vertices: vertex_room elements, from the origin of body a;
 * pieces_found and vertices_found: one number each. The first found ones are written; SATCHEL_NO_ROOM if either has too
 * little room: both numbers are those needed. */
SATCHEL_C satchel_status satchel_intersections(const satchel_pair_list* list, satchel_intersection_piece* pieces,
                                               size_t piece_room, size_t* pieces_found, satchel_vec2* vertices,
                                               size_t vertex_room, size_t* vertices_found,
                                               const satchel_options* options);
SATCHEL_C satchel_status satchel_intersections_d(const satchel_pair_list* list, satchel_intersection_piece* pieces,
                                                 size_t piece_room, size_t* pieces_found, satchel_vec2d* vertices,
                                                 size_t vertex_room, size_t* vertices_found,
                                                 const satchel_options* options);

/* Non-maximum suppression: bodies by descending score, without those whose intersection over union with a kept one of
 * their class is larger than the threshold. scores: score_count numbers, the satchel_body_slots of the scene, compared
 * as given; classes: class_count of them, as many or none; kept: room indices, of which the first `found` are written;
 * found: one number. For scenes of both precisions: satchel_nms takes floats as scores, satchel_nms_d doubles. Errors:
 * SATCHEL_SIZE_MISMATCH, SATCHEL_NOT_FINITE (index: of the score), SATCHEL_BAD_THRESHOLD (not 0 to 1). */
SATCHEL_C satchel_status satchel_nms(const satchel_scene* scene, const float* scores, size_t score_count,
                                     double threshold, const uint32_t* classes, size_t class_count, uint32_t* kept,
                                     size_t room, size_t* found, const satchel_options* options);
SATCHEL_C satchel_status satchel_nms_d(const satchel_scene* scene, const double* scores, size_t score_count,
                                       double threshold, const uint32_t* classes, size_t class_count, uint32_t* kept,
                                       size_t room, size_t* found, const satchel_options* options);

#ifdef __cplusplus
}
#endif
#endif
