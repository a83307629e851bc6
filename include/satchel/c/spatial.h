/* Rays, points, boxes, shapes at poses and trajectories against all bodies of a scene; nearest bodies. For scenes of
 * both precisions. As in satchel/cast_rays.hpp, find_bodies.hpp, first_hits.hpp and index.hpp.
 *
 * All of them: with an index in the options, which is kept from call to call, or without one; the answers are the same
 * bits. Errors before anything is written: SATCHEL_OTHER_SCENE, SATCHEL_CHANGED_SCENE (the index);
 * SATCHEL_SIZE_MISMATCH (lists of the options; index: 0 filters, 1 worlds, 2 query_filters, 3 query_worlds, 4 ignored);
 * and those that stand at the call. During the work: SATCHEL_NO_ROOM, SATCHEL_NO_MEMORY, SATCHEL_CANCELLED,
 * SATCHEL_INTERNAL. Lists: `room` elements, of which the first `found` are written; found: one number. */
#ifndef SATCHEL_C_SPATIAL_H
#define SATCHEL_C_SPATIAL_H

#include <satchel/c/index.h>
#include <satchel/c/options.h>
#include <satchel/c/results.h>
#include <satchel/c/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- rays: count elements. Errors (index: of the ray): SATCHEL_NOT_FINITE, SATCHEL_OUT_OF_RANGE, SATCHEL_BAD_RAY */

/* The first body that each ray meets. hits: count elements, written. */
SATCHEL_C satchel_status satchel_cast_rays(const satchel_scene* scene, const satchel_ray* rays, size_t count,
                                           satchel_ray_hit* hits, const satchel_query_options* options);

/* Whether each ray meets any body up to its max_time. blocked: count bytes, written: 1 or 0. */
SATCHEL_C satchel_status satchel_rays_blocked(const satchel_scene* scene, const satchel_ray* rays, size_t count,
                                              uint8_t* blocked, const satchel_query_options* options);

/* All bodies that each ray meets up to its max_time, sorted by (query, time, body). */
SATCHEL_C satchel_status satchel_all_ray_hits(const satchel_scene* scene, const satchel_ray* rays, size_t count,
                                              satchel_found_ray_hit* hits, size_t room, size_t* found,
                                              const satchel_query_options* options);

/* ---- points and boxes: count elements. Errors (index: of the query): SATCHEL_NOT_FINITE, SATCHEL_OUT_OF_RANGE,
 * SATCHEL_BAD_BOX, SATCHEL_TOO_MANY */

/* The bodies that contain each point, boundaries included; the bodies that meet each box. Sorted by (query, body). */
SATCHEL_C satchel_status satchel_bodies_at_points(const satchel_scene* scene, const satchel_vec2d* points, size_t count,
                                                  satchel_found_body* bodies, size_t room, size_t* found,
                                                  const satchel_query_options* options);
SATCHEL_C satchel_status satchel_bodies_in_boxes(const satchel_scene* scene, const satchel_box* boxes, size_t count,
                                                 satchel_found_body* bodies, size_t room, size_t* found,
                                                 const satchel_query_options* options);

/* ---- shapes of the scene at poses, as bodies that are in no scene. shapes: shape_count indices, one for all poses or
 * count of them; poses: count elements. Errors: SATCHEL_SIZE_MISMATCH (shapes); SATCHEL_BAD_SHAPE (index: of the
 * query); SATCHEL_NOT_FINITE, SATCHEL_OUT_OF_RANGE, SATCHEL_BAD_ROTATION (index: of the pose); SATCHEL_TOO_MANY */

/* The bodies that each shape touches or overlaps, and which of the two, sorted by (query, body). */
SATCHEL_C satchel_status satchel_bodies_at_poses(const satchel_scene* scene, const uint32_t* shapes, size_t shape_count,
                                                 const satchel_pose* poses, size_t count, satchel_body_at_pose* bodies,
                                                 size_t room, size_t* found, const satchel_query_options* options);

/* The same in a periodic world: the images of bodies that each shape touches or overlaps, sorted by (query, body,
 * image_x, image_y). periods: one struct. Errors: SATCHEL_NOT_FINITE, SATCHEL_OUT_OF_RANGE (a period that is negative
 * or outside the range of coordinates; or index: of the pose that is 2^30 - 1 periods or more from a body, or within a
 * body's reach of the largest coordinate); SATCHEL_TOO_MANY (index: of the pose that one body may meet at more than
 * 2^20 images). */
SATCHEL_C satchel_status satchel_images_at_poses(const satchel_scene* scene, const satchel_periods* periods,
                                                 const uint32_t* shapes, size_t shape_count, const satchel_pose* poses,
                                                 size_t count, satchel_found_image* images, size_t room, size_t* found,
                                                 const satchel_query_options* options);

/* The first body that each shape meets while it moves by its motion from its pose; the bodies of the scene stand still.
 * The numbers are those of satchel_sweep for the pair (query, body), the bodies without motions. motions: motion_count
 * elements, one for all poses or count of them. hits: count elements, written. Errors: also SATCHEL_SIZE_MISMATCH
 * (motions); SATCHEL_NOT_FINITE, SATCHEL_OUT_OF_RANGE, SATCHEL_BAD_ANGLE (index: of the motion); SATCHEL_BAD_ANGLE
 * (max_angle), SATCHEL_BAD_MARGIN (tolerance); SATCHEL_NEEDS_PARTS (index: of the query, or of the body of the scene). */
SATCHEL_C satchel_status satchel_cast_shapes(const satchel_scene* scene, const uint32_t* shapes, size_t shape_count,
                                             const satchel_pose* poses, size_t count, const satchel_motion* motions,
                                             size_t motion_count, satchel_shape_hit* hits,
                                             const satchel_cast_options* options);

/* All bodies that each shape meets on its motion, sorted by (query, time, body). */
SATCHEL_C satchel_status satchel_all_shape_hits(const satchel_scene* scene, const uint32_t* shapes, size_t shape_count,
                                                const satchel_pose* poses, size_t count, const satchel_motion* motions,
                                                size_t motion_count, satchel_found_shape_hit* hits, size_t room,
                                                size_t* found, const satchel_cast_options* options);

/* The bodies nearest to each shape, at most `nearest` a query, of those whose distance is at most max_distance, sorted
 * by (query, distance, body). max_distance: 0 or more, or infinity (SATCHEL_BAD_DISTANCE). Without shapes (shape_count
 * 0): those nearest to points, which are the origins of the poses. */
SATCHEL_C satchel_status satchel_nearest_bodies(const satchel_scene* scene, const uint32_t* shapes, size_t shape_count,
                                                const satchel_pose* poses, size_t count, size_t nearest,
                                                double max_distance, satchel_near_body* bodies, size_t room,
                                                size_t* found, const satchel_query_options* options);
SATCHEL_C satchel_status satchel_nearest_bodies_d(const satchel_scene* scene, const uint32_t* shapes,
                                                  size_t shape_count, const satchel_pose* poses, size_t count,
                                                  size_t nearest, double max_distance, satchel_near_bodyd* bodies,
                                                  size_t room, size_t* found, const satchel_query_options* options);

/* ---- trajectories */

/* Bodies that move in discrete steps. Grows at its end, as satchel_options: set struct_size to
 * sizeof(satchel_trajectories) and what is not used to 0. */
typedef struct satchel_trajectories {
  uint32_t struct_size;
  const uint32_t* shapes; /* shape_count shapes of the scene of the call: one for all bodies, or one a body */
  size_t shape_count;
  const satchel_pose* poses; /* pose_count elements: body k at step s has poses[k * steps + s], bodies * steps in all */
  size_t pose_count;
  size_t steps; /* of each body */
  /* present_count elements: pose_count flags, other than 0 where the body is present (poses of absent bodies are
   * ignored); or none: always present. */
  const uint8_t* present;
  size_t present_count;
  /* start_count elements: none; or one more than bodies, from 0 to pose_count: body k at step s has
   * poses[starts[k] + s], it has starts[k + 1] - starts[k] steps, and `steps` is not read. */
  const uint32_t* starts;
  size_t start_count;
  double clearance; /* as if the radius of each body were larger by this number, 0 or more */
  /* For satchel_times_to_collision alone: none (all stand still), or pose_count elements: in one unit of time a
   * translation, and a rotation in radians. */
  const satchel_motion* velocities;
  size_t velocity_count;
} satchel_trajectories;

/* The first step at which each mover touches or overlaps an obstacle: one that moves, or a body of the scene. Movers do
 * not hit each other. Obstacles with `steps` have as many as the movers, or, if these have starts, at least as many as
 * the longest of them. The movers are the queries of the options, which are about the bodies of the scene alone:
 * obstacles that move meet every mover. hits: hit_count elements, one a mover, written. Errors: SATCHEL_SIZE_MISMATCH,
 * SATCHEL_BAD_SHAPE, SATCHEL_NOT_FINITE, SATCHEL_OUT_OF_RANGE, SATCHEL_BAD_ROTATION, SATCHEL_TOO_MANY (their index is
 * that of satchel/first_hits.hpp); SATCHEL_BAD_STARTS (index: of the start; of the obstacles: the movers' start_count +
 * this); SATCHEL_BAD_RADIUS (a clearance; index: as for SATCHEL_BAD_SHAPE). */
SATCHEL_C satchel_status satchel_first_hits(const satchel_scene* scene, const satchel_trajectories* movers,
                                            const satchel_trajectories* obstacles, satchel_first_hit* hits,
                                            size_t hit_count, const satchel_query_options* options);

/* All of these hits, at every step and with every obstacle, sorted by (trajectory, step, obstacle). Errors: the same. */
SATCHEL_C satchel_status satchel_trajectory_hits(const satchel_scene* scene, const satchel_trajectories* movers,
                                                 const satchel_trajectories* obstacles, satchel_trajectory_hit* hits,
                                                 size_t room, size_t* found, const satchel_query_options* options);

/* The least signed distance of each mover, over its steps, from any obstacle that is present or body of the scene, if it
 * is at most max_distance: 0 or more, or infinity. clearances: clearance_count elements, one a mover, written. Errors:
 * the same, and SATCHEL_BAD_DISTANCE. */
SATCHEL_C satchel_status satchel_clearances(const satchel_scene* scene, const satchel_trajectories* movers,
                                            const satchel_trajectories* obstacles, double max_distance,
                                            satchel_clearance* clearances, size_t clearance_count,
                                            const satchel_query_options* options);

/* The time to collision of each mover at each step: what it would meet first if from its pose at this step it went on at
 * its velocity there for the time `horizon`, all obstacles likewise, and the bodies of the scene stood still: the impact
 * of satchel_sweep over the motions velocity * horizon, and its time * horizon. horizon: finite, above 0
 * (SATCHEL_BAD_DISTANCE). times: time_count elements, one a pose of the movers, in their order, written. Errors: the same;
 * of velocities SATCHEL_NOT_FINITE, SATCHEL_OUT_OF_RANGE, and SATCHEL_BAD_ANGLE (a turn of more than 64 radians within
 * the horizon), index: as of their poses. */
SATCHEL_C satchel_status satchel_times_to_collision(const satchel_scene* scene, const satchel_trajectories* movers,
                                                    const satchel_trajectories* obstacles, double horizon,
                                                    satchel_collision_time* times, size_t time_count,
                                                    const satchel_query_options* options);

#ifdef __cplusplus
}
#endif
#endif
