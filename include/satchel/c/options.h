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
  uint32_t max_threads;             /* 0: as many as there are; 1: the calling thread */
  const satchel_executor* executor; /* or NULL: oneTBB. Outlives the call */
  satchel_stats* stats;             /* or NULL. During the call nothing else uses it; unchanged if the call fails */
  /* Or NULL. Called on the calling thread at most every 50 ms; returns 0 to end the call with SATCHEL_CANCELLED. It
   * must neither throw nor change what the call reads. */
  int (*progress)(void* context, uint64_t done, uint64_t all);
  void* progress_context; /* passed to `progress` */
} satchel_options;

/* Options of satchel_find_pairs. Grows at its end, as satchel_options. */
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
  const satchel_options* run; /* or NULL. `stats` is ignored */
} satchel_pair_options;

#ifdef __cplusplus
}
#endif
#endif
