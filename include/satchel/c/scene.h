/* Scenes: their life, their bodies, what they contain. As in satchel/scene.hpp; shapes.h adds shapes. */
#ifndef SATCHEL_C_SCENE_H
#define SATCHEL_C_SCENE_H

#include <satchel/c/options.h>
#include <satchel/c/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Which scene this is, and how often it has changed: in all, and by kind of change. No other scene of this process has
 * or had its identity; equal identity and equal `all` mean equal contents. */
typedef struct satchel_revisions {
  uint64_t identity, all, shapes, bodies, poses;
} satchel_revisions;

/* Makes an empty scene, which the caller destroys. `scene`: one handle, written; NULL after an error. Coordinates and
 * radii of a float scene are 0 or of magnitude 2^-149 to 2^60, origins 0 or 2^-200 to 2^60; all numbers of a double
 * scene 0 or 2^-200 to 2^200. Others are refused (SATCHEL_OUT_OF_RANGE).
 * Errors: SATCHEL_UNKNOWN_VALUE (precision), SATCHEL_NO_MEMORY. */
SATCHEL_C satchel_status satchel_scene_create(satchel_precision precision, satchel_scene** scene);

/* Makes a copy with the same ids, shapes, bodies, generations and revisions, which shares nothing with the original.
 * `copy`: one handle, written; NULL after an error. */
SATCHEL_C satchel_status satchel_scene_copy(const satchel_scene* scene, satchel_scene** copy);

/* Makes `scene` equal to `other`, of the same precision; it keeps its identity and its memory. They may be one scene.
 */
SATCHEL_C satchel_status satchel_scene_assign(satchel_scene* scene, const satchel_scene* other);

/* Ends the life of a scene; does nothing for NULL. */
SATCHEL_C void satchel_scene_destroy(satchel_scene* scene);

/* Removes all bodies and shapes, and keeps the memory. Ids begin at 0 again. */
SATCHEL_C satchel_status satchel_scene_clear(satchel_scene* scene);

/* Makes room for so many shapes and bodies in all, of so many vertices each (0: unknown). Errors: SATCHEL_TOO_MANY. */
SATCHEL_C satchel_status satchel_scene_reserve(satchel_scene* scene, size_t shapes, size_t bodies,
                                               size_t vertices_per_shape);

/* Facts of a scene; 0 for NULL. */
SATCHEL_C satchel_precision satchel_scene_precision(const satchel_scene* scene);
SATCHEL_C size_t satchel_shape_count(const satchel_scene* scene);
SATCHEL_C size_t satchel_body_count(const satchel_scene* scene); /* removed ones not counted */
/* One more than the largest index in use or removed: the length of the poses of satchel_set_poses. */
SATCHEL_C size_t satchel_body_slots(const satchel_scene* scene);
SATCHEL_C bool satchel_has_body(const satchel_scene* scene, uint32_t body);
SATCHEL_C size_t satchel_scene_memory_bytes(const satchel_scene* scene);
SATCHEL_C size_t satchel_body_memory_bytes(const satchel_scene* scene); /* those of all bodies */
SATCHEL_C satchel_revisions satchel_scene_revisions(const satchel_scene* scene);

/* The largest number of threads of later calls on this scene whose options leave max_threads at 0; 0, as at first: no
 * number of its own. Of two scenes the first's counts, or the second's if the first has none. Copies take it along. */
SATCHEL_C satchel_status satchel_scene_set_max_threads(satchel_scene* scene, uint32_t max_threads);
SATCHEL_C uint32_t satchel_scene_max_threads(const satchel_scene* scene); /* 0 for NULL */

/* ---- bodies
 * ---------------------------------------------------------------------------------------------------------- */

/* Adds a body of a shape at a pose. `body`: one index, written: the lowest removed one, else a new one.
 * Errors: SATCHEL_BAD_SHAPE, SATCHEL_NOT_FINITE, SATCHEL_OUT_OF_RANGE, SATCHEL_BAD_ROTATION, SATCHEL_TOO_MANY. */
SATCHEL_C satchel_status satchel_add_body(satchel_scene* scene, uint32_t shape, const satchel_pose* pose,
                                          uint32_t* body);

/* Adds `count` bodies, as satchel_add_body for each in order. shapes, poses: count elements; bodies: count indices,
 * written. Errors (index: of the element): the same. */
SATCHEL_C satchel_status satchel_add_bodies(satchel_scene* scene, const uint32_t* shapes, const satchel_pose* poses,
                                            size_t count, uint32_t* bodies);

/* Removes a body; its index is invalid until it is reused. Errors: SATCHEL_BAD_BODY, SATCHEL_REMOVED_BODY. */
SATCHEL_C satchel_status satchel_remove_body(satchel_scene* scene, uint32_t body);

/* Gives a body another shape. Errors: SATCHEL_BAD_BODY, SATCHEL_REMOVED_BODY, SATCHEL_BAD_SHAPE, SATCHEL_TOO_MANY. */
SATCHEL_C satchel_status satchel_set_shape(satchel_scene* scene, uint32_t body, uint32_t shape);

/* Moves all bodies: body i to poses[i]. poses: count elements, satchel_body_slots of them; those of removed bodies are
 * ignored. Errors (index: of the pose): SATCHEL_SIZE_MISMATCH, those of a pose, SATCHEL_CANCELLED, SATCHEL_INTERNAL. */
SATCHEL_C satchel_status satchel_set_poses(satchel_scene* scene, const satchel_pose* poses, size_t count,
                                           const satchel_options* options);

/* Moves the listed bodies: bodies[k] to poses[k], count elements each. Errors (index: the place in the list): the same,
 * and SATCHEL_BAD_BODY, SATCHEL_REMOVED_BODY. */
SATCHEL_C satchel_status satchel_set_poses_of(satchel_scene* scene, const uint32_t* bodies, const satchel_pose* poses,
                                              size_t count, const satchel_options* options);
/* Moves one body. Errors (index: the body): the same. */
static inline satchel_status satchel_set_pose(satchel_scene* scene, uint32_t body, const satchel_pose* pose) {
  satchel_status status = satchel_set_poses_of(scene, &body, pose, 1, 0);
  if (status.code != SATCHEL_OK && status.code < SATCHEL_NULL_POINTER) {
    status.index = body;
    if (status.argument != SATCHEL_ARGUMENT_NONE) status.argument = SATCHEL_ARGUMENT_BODY;
    status.numbers[0] = 0;
  }
  return status;
}

/* Poses at which the point (reference_x, reference_y) of a shape's frame is at (x, y), rotated by an angle in radians,
 * |angle| <= 2^30: as of a vehicle whose rear axle is at (-1.4, 0). x_y_angle: 3 count numbers: x, y, angle, x, y, angle,
 * ...; poses: count elements, written. Cosine and sine have the same bits on every machine. No angle is exactly a
 * quarter turn; (cos, sin) = (0, 1) is one. Errors: SATCHEL_NOT_FINITE, SATCHEL_OUT_OF_RANGE (index: of the pose). */
SATCHEL_C satchel_status satchel_reference_poses(const double* x_y_angle, size_t count, satchel_pose* poses,
                                                 double reference_x, double reference_y);
/* Those of the shape's origin; and one of them, `pose`, written. */
static inline satchel_status satchel_poses_at(const double* x_y_angle, size_t count, satchel_pose* poses) {
  return satchel_reference_poses(x_y_angle, count, poses, 0, 0);
}
static inline satchel_status satchel_pose_at(double x, double y, double angle, satchel_pose* pose) {
  const double x_y_angle[3] = {x, y, angle};
  satchel_status status = satchel_reference_poses(x_y_angle, 1, pose, 0, 0);
  if (status.code >= SATCHEL_NULL_POINTER) status.index = 4; /* `pose` */
  return status;
}

/* ---- contents: errors SATCHEL_BAD_BODY, SATCHEL_REMOVED_BODY; what is written is one element
 * ---------------------------- */

/* What a body is, 72 bytes. */
typedef struct satchel_body {
  satchel_pose pose;
  satchel_box box;     /* contains the body, radius included */
  uint32_t shape;      /* its index */
  uint32_t generation; /* as satchel_generation */
} satchel_body;

SATCHEL_C satchel_status satchel_read_body(const satchel_scene* scene, uint32_t body, satchel_body* of_body);
/* How often the index of this body has been reused. Removed bodies have one too. */
SATCHEL_C satchel_status satchel_generation(const satchel_scene* scene, uint32_t body, uint32_t* generation);

/* The offsets of a body's placed vertices from its origin, world axes. offsets: room elements, which are the
 * `vertices` of its shape (SATCHEL_SIZE_MISMATCH), written. */
SATCHEL_C satchel_status satchel_placed_offsets(const satchel_scene* scene, uint32_t body, satchel_vec2* offsets,
                                                size_t room);
SATCHEL_C satchel_status satchel_placed_offsets_d(const satchel_scene* scene, uint32_t body, satchel_vec2d* offsets,
                                                  size_t room);

#ifdef __cplusplus
}
#endif
#endif
