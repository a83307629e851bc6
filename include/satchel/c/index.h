/* An index of the bodies of a scene that is kept from call to call: rays, points, boxes, shapes at poses, nearest
 * bodies and trajectories, one at a time or in batches. As in satchel/index.hpp.
 *
 * An index is of one scene and of its precision. It is updated after the scene has changed; queries take both, the
 * scene as it was at the last update. Answers are the same bits for every history of the index, and those of the calls
 * without an index (spatial.h). Any number of threads may ask one index at once; a call that changes it needs it for
 * itself. The index keeps no pointer to the scene, which may be destroyed first.
 *
 * All queries: errors before anything is written: SATCHEL_OTHER_SCENE, SATCHEL_CHANGED_SCENE; SATCHEL_SIZE_MISMATCH
 * (lists of the options; index: 0 filters, 1 worlds, 2 query_filters, 3 query_worlds, 4 ignored); and those that stand
 * at the call. During the work: SATCHEL_NO_ROOM, SATCHEL_NO_MEMORY, SATCHEL_CANCELLED, SATCHEL_INTERNAL. Lists: `room`
 * elements, of which the first `found` are written; found: one number. */
#ifndef SATCHEL_C_INDEX_H
#define SATCHEL_C_INDEX_H

#include <satchel/c/options.h>
#include <satchel/c/periodic.h>
#include <satchel/c/results.h>
#include <satchel/c/spatial.h>
#include <satchel/c/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes an index of the scene as it is, which the caller destroys. `index`: one handle, written; NULL after an error.
 * Errors: SATCHEL_NO_MEMORY, SATCHEL_CANCELLED, SATCHEL_INTERNAL. */
SATCHEL_C satchel_status satchel_index_create(const satchel_scene* scene, satchel_index** index,
                                              const satchel_options* options);

/* Ends the life of an index; does nothing for NULL. */
SATCHEL_C void satchel_index_destroy(satchel_index* index);

/* Makes it an index of this scene, of the same precision, whatever it was before; it keeps its memory. Errors, after
 * which it is as it was: the same. */
SATCHEL_C satchel_status satchel_index_build(satchel_index* index, const satchel_scene* scene,
                                             const satchel_options* options);

/* Follows all changes of the scene since the last update; finds by itself which bodies changed. Errors, after which
 * the index is as it was: SATCHEL_OTHER_SCENE, and the same. */
SATCHEL_C satchel_status satchel_index_update(satchel_index* index, const satchel_scene* scene,
                                              const satchel_options* options);

/* The same for a caller who knows which bodies changed. moved: count indices, in any order, any of them more than
 * once; bodies that did not change may be among them. Errors: SATCHEL_LEFT_OUT too (index: a body that changed and is
 * not in the list). */
SATCHEL_C satchel_status satchel_index_update_moved(satchel_index* index, const satchel_scene* scene,
                                                    const uint32_t* moved, size_t count,
                                                    const satchel_options* options);

/* Whether queries with index and scene are accepted; false if either is NULL. */
SATCHEL_C bool satchel_index_is_current(const satchel_index* index, const satchel_scene* scene);
SATCHEL_C size_t satchel_index_memory_bytes(const satchel_index* index); /* 0 for NULL */

/* ---- rays: count elements. Errors (index: of the ray): SATCHEL_NOT_FINITE, SATCHEL_OUT_OF_RANGE, SATCHEL_BAD_RAY */

/* The first body that each ray meets. hits: count elements, written. */
SATCHEL_C satchel_status satchel_index_cast_rays(const satchel_index* index, const satchel_scene* scene,
                                                 const satchel_ray* rays, size_t count, satchel_ray_hit* hits,
                                                 const satchel_query_options* options);

/* Whether each ray meets any body up to its max_time. blocked: count bytes, written: 1 or 0. */
SATCHEL_C satchel_status satchel_index_rays_blocked(const satchel_index* index, const satchel_scene* scene,
                                                    const satchel_ray* rays, size_t count, uint8_t* blocked,
                                                    const satchel_query_options* options);

/* All bodies that each ray meets up to its max_time, sorted by (query, time, body). */
SATCHEL_C satchel_status satchel_index_all_ray_hits(const satchel_index* index, const satchel_scene* scene,
                                                    const satchel_ray* rays, size_t count, satchel_found_ray_hit* hits,
                                                    size_t room, size_t* found, const satchel_query_options* options);

/* ---- points and boxes: count elements. Errors (index: of the query): SATCHEL_NOT_FINITE, SATCHEL_OUT_OF_RANGE,
 * SATCHEL_BAD_BOX, SATCHEL_TOO_MANY */

/* The bodies that contain each point, boundaries included; the bodies that meet each box. Sorted by (query, body). */
SATCHEL_C satchel_status satchel_index_bodies_at_points(const satchel_index* index, const satchel_scene* scene,
                                                        const satchel_vec2d* points, size_t count,
                                                        satchel_found_body* bodies, size_t room, size_t* found,
                                                        const satchel_query_options* options);
SATCHEL_C satchel_status satchel_index_bodies_in_boxes(const satchel_index* index, const satchel_scene* scene,
                                                       const satchel_box* boxes, size_t count,
                                                       satchel_found_body* bodies, size_t room, size_t* found,
                                                       const satchel_query_options* options);

/* ---- shapes of the scene at poses, as bodies that are in no scene. shapes: shape_count indices, one for all poses or
 * count of them; poses: count elements. Errors: SATCHEL_SIZE_MISMATCH (shapes); SATCHEL_BAD_SHAPE (index: of the
 * query); SATCHEL_NOT_FINITE, SATCHEL_OUT_OF_RANGE, SATCHEL_BAD_ROTATION (index: of the pose); SATCHEL_TOO_MANY */

/* The bodies that each shape touches or overlaps, sorted by (query, body). */
SATCHEL_C satchel_status satchel_index_bodies_at_poses(const satchel_index* index, const satchel_scene* scene,
                                                       const uint32_t* shapes, size_t shape_count,
                                                       const satchel_pose* poses, size_t count,
                                                       satchel_found_body* bodies, size_t room, size_t* found,
                                                       const satchel_query_options* options);

/* The same in a periodic world: the images of bodies that each shape touches or overlaps, sorted by (query, body,
 * image_x, image_y). periods: one struct. Errors: SATCHEL_NOT_FINITE, SATCHEL_OUT_OF_RANGE (a period that is negative
 * or outside the range of coordinates; or index: of the pose that is 2^30 - 1 periods or more from a body, or within a
 * body's reach of the largest coordinate); SATCHEL_TOO_MANY (index: of the pose that one body may meet at more than
 * 2^20 images). Since SATCHEL_ABI 3. */
SATCHEL_C satchel_status satchel_index_images_at_poses(const satchel_index* index, const satchel_scene* scene,
                                                       const satchel_periods* periods, const uint32_t* shapes,
                                                       size_t shape_count, const satchel_pose* poses, size_t count,
                                                       satchel_found_image* images, size_t room, size_t* found,
                                                       const satchel_query_options* options);

/* The bodies nearest to each shape, at most `nearest` a query, of those whose distance is at most max_distance, sorted
 * by (query, distance, body). max_distance: 0 or more, or infinity (SATCHEL_BAD_DISTANCE). */
SATCHEL_C satchel_status satchel_index_nearest_bodies(const satchel_index* index, const satchel_scene* scene,
                                                      const uint32_t* shapes, size_t shape_count,
                                                      const satchel_pose* poses, size_t count, size_t nearest,
                                                      double max_distance, satchel_near_body* bodies, size_t room,
                                                      size_t* found, const satchel_query_options* options);
SATCHEL_C satchel_status satchel_index_nearest_bodies_d(const satchel_index* index, const satchel_scene* scene,
                                                        const uint32_t* shapes, size_t shape_count,
                                                        const satchel_pose* poses, size_t count, size_t nearest,
                                                        double max_distance, satchel_near_bodyd* bodies, size_t room,
                                                        size_t* found, const satchel_query_options* options);

/* ---- trajectories */

/* As satchel_first_hits_of_paths, with its errors; the bodies of the index are the obstacles that do not move. The
 * movers are the queries of the options, which are about these bodies alone: obstacles that move meet every mover.
 * hits: hit_count elements, one a mover, written. Since SATCHEL_ABI 3. */
SATCHEL_C satchel_status satchel_index_first_hits(const satchel_index* index, const satchel_scene* scene,
                                                  const satchel_paths* movers, const satchel_paths* obstacles,
                                                  satchel_first_hit* hits, size_t hit_count,
                                                  const satchel_query_options* options);

#ifdef __cplusplus
}
#endif
#endif
