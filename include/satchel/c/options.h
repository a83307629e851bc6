/* Options of batch calls: threads, executor, statistics, progress. Results do not depend on them. */
#ifndef SATCHEL_C_OPTIONS_H
#define SATCHEL_C_OPTIONS_H

#include <satchel/c/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A job system of the caller's. `run` calls task(data, 0) ... task(data, tasks - 1), each once, on any threads, in any
 * order, and returns when all have returned. `workers`: how many can run at once, 1 or more. Tasks do not block. */
typedef struct satchel_executor {
  void* context; /* passed to `run` */
  uint32_t workers;
  void (*run)(void* context, size_t tasks, void (*task)(void* data, size_t i), void* data);
} satchel_executor;

/* Classes of pairs, the indices of satchel_stats.of_class. */
typedef enum satchel_pair_class {
  SATCHEL_CLASS_BOXES = 0,
  SATCHEL_CLASS_UP_TO_4 = 1, /* polygons, by the vertices of the larger body */
  SATCHEL_CLASS_UP_TO_6 = 2,
  SATCHEL_CLASS_UP_TO_8 = 3,
  SATCHEL_CLASS_UP_TO_16 = 4,
  SATCHEL_CLASS_MANY_VERTICES = 5,
  SATCHEL_CLASS_EXACT = 6,
  SATCHEL_CLASS_ROUNDED = 7,
  SATCHEL_CLASS_COMPOUNDS = 8
} satchel_pair_class;

/* Counts of pairs, by the stage that decided and by class; a call adds its own at its end. 192 bytes, frozen. */
typedef struct satchel_stats {
  uint64_t pairs, decided_by_lanes, decided_by_double, decided_exactly;
  uint64_t by_discs, by_facing_parts, by_outlines;
  uint64_t of_class[17]; /* by satchel_pair_class; the others are 0 */
} satchel_stats;

/* Options of a batch call. Grows at its end; set struct_size to sizeof(satchel_options) and what is not used to 0. */
typedef struct satchel_options {
  uint32_t struct_size;
  uint32_t max_threads;             /* 0: satchel_scene_max_threads, or as many as there are; 1: the calling thread */
  const satchel_executor* executor; /* or NULL: oneTBB, or own threads. Outlives the call */
  satchel_stats* stats;             /* or NULL. During the call nothing else uses it; unchanged if the call fails */
  /* Or NULL. Called on the calling thread at most every 50 ms; returns 0 to end the call with SATCHEL_CANCELLED. It
   * must neither throw nor change what the call reads. */
  int (*progress)(void* context, uint64_t done, uint64_t all);
  void* progress_context; /* passed to `progress` */
} satchel_options;

/* Options of candidate pairs. Grows at its end, as satchel_options. */
typedef struct satchel_pair_options {
  uint32_t struct_size;
  uint32_t max_pairs; /* 0: 2^28. More are SATCHEL_TOO_MANY_PAIRS */
  double margin;      /* the whole gap between two bodies, 0 or more */
  /* filter_count and world_count are 0, or the satchel_body_slots of the scene; between two scenes those of scene_a and
   * then those of scene_b. Bodies of different worlds are never a pair. */
  const satchel_filter* filters;
  size_t filter_count;
  const uint32_t* worlds;
  size_t world_count;
  /* margin_count is 0, or a number as filter_count. A pair is found up to the sum of the margins of its bodies (and
   * `margin`); each is 0 or more, and a scene of floats rounds it to the nearest float. */
  const double* margins;
  size_t margin_count;
  /* motion_count likewise. Bodies are a pair if the boxes of what they sweep during these motions meet; those of
   * removed bodies are ignored. */
  const satchel_motion* motions;
  size_t motion_count;
  bool unsorted;                    /* the same pairs, in an order that saves the time for sorting */
  satchel_broad_phase* broad_phase; /* or NULL. Its memory is used, by one call at a time */
  const satchel_options* run;       /* or NULL. `stats` is ignored */
} satchel_pair_options;

/* Options of satchel_sweep. Grows at its end, as satchel_options. */
typedef struct satchel_sweep_options {
  uint32_t struct_size;
  /* Whether bodies meet only where they approach each other, at the start and later: a body that rests on a floor, of
   * linked tiles too, can move along it, and one that overlaps another can leave it. */
  bool leaves_start;
  double tolerance; /* for bodies that turn, the distance at which they meet; 0: 1/8,192 of the sum of their reaches */
  double max_angle; /* the largest |angle| of a motion, up to 2^30; 0: 64. Larger ones are SATCHEL_BAD_ANGLE */
  const satchel_options* run; /* or NULL */
  bool without_points;        /* contact points are (0, 0); they cost as much as the rest of a sweep of polygons */
} satchel_sweep_options;

/* Options of satchel_push_out. Grows at its end, as satchel_options. */
typedef struct satchel_push_out_options {
  uint32_t struct_size;
  uint32_t rounds; /* the most rounds where the shortest translation is not computed; 64 without options, 0: none */
  /* The motions that brought the bodies to their poses since the last frame: 0, or the satchel_body_slots of the scene;
   * those of removed bodies are ignored. With them a one-sided edge is an obstacle for those bodies alone that were
   * wholly in front of it before; without them for those whose centroid is in front now. */
  const satchel_motion* last_motions;
  size_t last_motion_count;
  double front_tolerance;     /* the depth behind it that still is in front; 0: 1/8,192 of the smaller reach */
  const satchel_options* run; /* or NULL */
} satchel_push_out_options;

/* Options of queries about all bodies: an index of these, and which of them may be found. A query and a body meet by
 * the rules of satchel_filter and of the worlds of satchel_pair_options, as two bodies do. Grows at its end, as
 * satchel_options. */
typedef struct satchel_query_options {
  uint32_t struct_size;
  const satchel_index* index; /* of the scene, as it is now; or NULL: the call makes what it needs for itself */
  /* filter_count and world_count are 0, or the satchel_body_slots of the scene: one a body. */
  const satchel_filter* filters;
  size_t filter_count;
  const uint32_t* worlds;
  size_t world_count;
  const satchel_filter* query_filters; /* 0 (a query meets all bodies), 1 (that of all queries), or one a query */
  size_t query_filter_count;
  const uint32_t* query_worlds; /* the worlds of the queries, if there are worlds, and only then: 1, or one a query */
  size_t query_world_count;
  const uint32_t* ignored; /* a body that is not found, or SATCHEL_NO_BODY: 0, 1 (of all queries), or one a query */
  size_t ignored_count;
  const satchel_options* run; /* or NULL. `stats` is ignored */
  bool ray_boundary; /* rays that begin in a body meet its boundary, where they leave it; else the body, at time 0 */
  bool ray_exits;    /* hits of rays tell at what time the ray leaves the body */
} satchel_query_options;

/* Options of shape casts: those of a query, and those of a sweep. Grows at its end, as satchel_options. */
typedef struct satchel_cast_options {
  uint32_t struct_size;
  bool leaves_start;                  /* as in satchel_sweep_options */
  double tolerance;                   /* likewise */
  double max_angle;                   /* likewise; 0: 64 */
  const satchel_query_options* query; /* or NULL */
} satchel_cast_options;

#ifdef __cplusplus
}
#endif
#endif
