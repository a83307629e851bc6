/* Rays, points and boxes against all bodies of a scene; trajectories. For scenes of both precisions. As in
 * satchel/cast_rays.hpp, find_bodies.hpp and first_hits.hpp. */
#ifndef SATCHEL_C_SPATIAL_H
#define SATCHEL_C_SPATIAL_H

#include <satchel/c/options.h>
#include <satchel/c/results.h>
#include <satchel/c/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The first body that each ray meets. rays: count elements; hits: count elements, written.
 * Errors (index: of the ray): SATCHEL_NOT_FINITE, SATCHEL_OUT_OF_RANGE, SATCHEL_BAD_RAY. */
SATCHEL_C satchel_status satchel_cast_rays(const satchel_scene* scene, const satchel_ray* rays, size_t count,
                                           satchel_ray_hit* hits, const satchel_options* options);

/* The bodies that contain each point, boundaries included; the bodies that meet each box. Sorted by (query, body).
 * points, boxes: count elements; bodies: room elements, of which the first `found` are written; found: one number.
 * Errors (index: of the query): SATCHEL_NOT_FINITE, SATCHEL_OUT_OF_RANGE, SATCHEL_BAD_BOX, SATCHEL_TOO_MANY,
 * SATCHEL_NO_ROOM. */
SATCHEL_C satchel_status satchel_bodies_at_points(const satchel_scene* scene, const satchel_vec2d* points, size_t count,
                                                  satchel_found_body* bodies, size_t room, size_t* found,
                                                  const satchel_options* options);
SATCHEL_C satchel_status satchel_bodies_in_boxes(const satchel_scene* scene, const satchel_box* boxes, size_t count,
                                                 satchel_found_body* bodies, size_t room, size_t* found,
                                                 const satchel_options* options);

/* `count` bodies that move in `steps` discrete steps. */
typedef struct satchel_trajectories {
  const uint32_t* shapes;    /* count elements: shapes of the scene of the call */
  const satchel_pose* poses; /* count * steps elements: body k at step s has poses[k * steps + s] */
  size_t count, steps;
  const uint8_t*
      present;          /* present_count elements: count * steps flags in the order of the poses, other than 0 where */
  size_t present_count; /* the body is present; or none: always. Poses of absent bodies are ignored */
} satchel_trajectories;

/* The first step at which each mover touches or overlaps an obstacle: one that moves, or a body of the scene. Movers do
 * not hit each other. hits: hit_count elements, the count of the movers, written. Errors: SATCHEL_SIZE_MISMATCH,
 * SATCHEL_BAD_SHAPE, SATCHEL_NOT_FINITE, SATCHEL_OUT_OF_RANGE, SATCHEL_BAD_ROTATION, SATCHEL_TOO_MANY; their index is
 * that of satchel/first_hits.hpp. */
SATCHEL_C satchel_status satchel_first_hits(const satchel_scene* scene, const satchel_trajectories* movers,
                                            const satchel_trajectories* obstacles, satchel_first_hit* hits,
                                            size_t hit_count, const satchel_options* options);

/* Trajectories in every form: one shape for all bodies, different numbers of steps, a clearance. Grows at its end, as
 * satchel_options: set struct_size to sizeof(satchel_paths) and what is not used to 0. Since SATCHEL_ABI 3. */
typedef struct satchel_paths {
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
} satchel_paths;

/* As satchel_first_hits. Obstacles with `steps` have as many as the movers, or, if these have starts, at least as many
 * as the longest of them. hits: hit_count elements, one a mover, written. Errors: SATCHEL_BAD_STARTS (index: of the
 * start; of the obstacles: the movers' start_count + this) and SATCHEL_BAD_RADIUS (a clearance; index: as for
 * SATCHEL_BAD_SHAPE) too. Since SATCHEL_ABI 3. */
SATCHEL_C satchel_status satchel_first_hits_of_paths(const satchel_scene* scene, const satchel_paths* movers,
                                                     const satchel_paths* obstacles, satchel_first_hit* hits,
                                                     size_t hit_count, const satchel_options* options);

#ifdef __cplusplus
}
#endif
#endif
