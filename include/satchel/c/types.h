/* Plain types that calls take, and the handles. As in satchel/types.hpp. */
#ifndef SATCHEL_C_TYPES_H
#define SATCHEL_C_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Marks exported functions. */
#if defined(_WIN32) && defined(SATCHEL_SHARED) && defined(SATCHEL_BUILDING)
#define SATCHEL_C __declspec(dllexport)
#elif defined(_WIN32) && defined(SATCHEL_SHARED)
#define SATCHEL_C __declspec(dllimport)
#elif defined(__GNUC__)
#define SATCHEL_C __attribute__((visibility("default")))
#else
#define SATCHEL_C
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The precision of shapes, results and error bounds; origins are double in both. */
typedef enum satchel_precision { SATCHEL_FLOAT = 0, SATCHEL_DOUBLE = 1 } satchel_precision;

/* Convex shapes and the bodies that place them. */
typedef struct satchel_scene satchel_scene;

/* Finds candidate pairs and keeps its memory from call to call. */
typedef struct satchel_broad_phase satchel_broad_phase;

/* An index of the bodies of a scene, kept from call to call (index.h). */
typedef struct satchel_index satchel_index;

/* Candidate pairs, kept from frame to frame (pairs.h). */
typedef struct satchel_kept_pairs satchel_kept_pairs;

/* In results, in place of a body: none. */
#define SATCHEL_NO_BODY UINT32_MAX

/* A point or a vector. The unit of length is the caller's. */
typedef struct satchel_vec2 {
  float x, y;
} satchel_vec2;
typedef struct satchel_vec2d {
  double x, y;
} satchel_vec2d;

/* Two bodies to test. (a, b) and (b, a) have equal verdicts, equal separations and opposite normals. Between two scenes
 * a is a body of scene_a, b one of scene_b. */
typedef struct satchel_pair {
  uint32_t a, b;
} satchel_pair;

/* The lengths after which a world repeats; 0: it does not repeat along this axis. */
typedef struct satchel_periods {
  double x, y;
} satchel_periods;

/* Two bodies of a periodic world, one of which is (image_x, image_y) periods away from its origin: in one scene the
 * body with the higher index, between two scenes b. (a, b, image) and (b, a, -image) are the same two bodies at the
 * same places. Along an axis without period the image is 0. 16 bytes, frozen. */
typedef struct satchel_image_pair {
  uint32_t a, b;
  int32_t image_x, image_y;
} satchel_image_pair;

/* The pairs that a question is about: of one scene or between two, as they stand or in a periodic world. Grows at its
 * end: set struct_size to sizeof(satchel_pair_list) and what is not used to 0, or begin with SATCHEL_PAIRS_OF. */
typedef struct satchel_pair_list {
  uint32_t struct_size;
  const satchel_scene* scene_a;
  const satchel_scene* scene_b;          /* NULL: both bodies are of scene_a. Of the same precision */
  const satchel_pair* pairs;             /* count elements */
  size_t count;                          /* of pairs, or of image_pairs */
  const satchel_image_pair* image_pairs; /* in place of `pairs`: count elements, in a world with these periods */
  const satchel_periods* periods;        /* with image_pairs, and only with them */
} satchel_pair_list;

/* Initialises a satchel_pair_list with pairs of one scene; set scene_b for pairs between two. */
#define SATCHEL_PAIRS_OF(scene, pairs, count) \
  { sizeof(satchel_pair_list), (scene), NULL, (pairs), (count), NULL, NULL }

/* The deciding parts of a pair: indices into the parts of compounds; 0 for a body that is no compound. */
typedef struct satchel_part_pair {
  uint32_t a, b;
} satchel_part_pair;

/* Places a local vertex v at (x, y) + R v, R = (cos, -sin; sin, cos). cos^2 + sin^2 may be off 1 by at most 1e-6. */
typedef struct satchel_pose {
  double x, y, cos, sin;
} satchel_pose;

/* An axis-aligned box, world frame, closed. */
typedef struct satchel_box {
  double min_x, min_y, max_x, max_y;
} satchel_box;

/* The motion of a body over one step: a translation by (x, y) and a rotation about its origin by `angle` radians, both
 * at constant speed. |angle| <= 2^30. */
typedef struct satchel_motion {
  double x, y, angle;
} satchel_motion;

/* The points origin + time * direction with 0 <= time <= max_time, which may be infinite. direction is not (0, 0). */
typedef struct satchel_ray {
  satchel_vec2d origin, direction;
  double max_time;
} satchel_ray;

/* Which bodies may be a pair: two static ones never; of two equal groups that are not 0, a positive one yes and a
 * negative one no; otherwise if the category of each body has a bit in common with the mask of the other. The filter of
 * a body that meets all others: {1, UINT64_MAX, 0, false}. */
typedef struct satchel_filter {
  uint64_t category, mask;
  int32_t group;
  bool is_static;
} satchel_filter;

#ifdef __cplusplus
}
#endif
#endif
