/* Results: plain structs whose layout is frozen. satchel/results.hpp and areas.hpp state frame, unit, sign and tie rule
 * of each field; fields of the same name mean the same. */
#ifndef SATCHEL_C_RESULTS_H
#define SATCHEL_C_RESULTS_H

#include <satchel/c/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The relation of two bodies, exact for the placed vertices and radii. */
typedef enum satchel_verdict {
  SATCHEL_DISJOINT = 0,   /* no point in common */
  SATCHEL_TOUCHING = 1,   /* boundaries meet, interiors do not */
  SATCHEL_OVERLAPPING = 2 /* interiors meet */
} satchel_verdict;

/* 16 bytes (float), 32 (double). The normal is a unit vector from a to b, world frame. The separation is signed along
 * it: negative minus the depth, 0 a touch, positive disjoint. `feature` packs verdict and deciding feature. */
typedef struct satchel_contact {
  float normal_x, normal_y, separation;
  uint32_t feature;
} satchel_contact;
typedef struct satchel_contactd {
  double normal_x, normal_y, separation;
  uint32_t feature;
} satchel_contactd;

/* Read the feature of a contact, a manifold or a distance: the verdict; whether a vertex decided, not an edge; whether
 * it belongs to b, not a; its index in its body. */
static inline satchel_verdict satchel_verdict_of(uint32_t feature) {
  return (feature & 2u) != 0 ? SATCHEL_OVERLAPPING : (feature & 1u) != 0 ? SATCHEL_TOUCHING : SATCHEL_DISJOINT;
}
static inline bool satchel_is_vertex(uint32_t feature) { return ((feature >> 2) & 1u) != 0; }
static inline bool satchel_is_of_b(uint32_t feature) { return ((feature >> 3) & 1u) != 0; }
static inline uint32_t satchel_index_of(uint32_t feature) { return feature >> 4; }

/* A pair that touches or overlaps. */
typedef struct satchel_hit {
  satchel_pair pair;
  uint32_t index; /* of the pair in the list of pairs */
  satchel_contact contact;
} satchel_hit;
typedef struct satchel_hitd {
  satchel_pair pair;
  uint32_t index;
  satchel_contactd contact;
} satchel_hitd;

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

/* A contact point, world axes, relative to a's origin. `id` names the two features that meet, and stays while they meet. Bit 1 is
 * 0: vertex i of one body and edge j of the other, side of the vertex (0: a) + 4 i + 2^17 j. Bit 1 is 1: vertex i of a and vertex
 * j of b, 2 + 4 i + 2^17 j. */
typedef struct satchel_manifold_point {
  float x, y, separation;
  uint32_t id;
} satchel_manifold_point;
typedef struct satchel_manifold_pointd {
  double x, y, separation;
  uint32_t id;
} satchel_manifold_pointd;

/* 48 bytes (float), 88 (double); the first `count` points are valid. */
typedef struct satchel_manifold {
  float normal_x, normal_y;
  uint32_t feature, count;
  satchel_manifold_point points[2];
} satchel_manifold;
typedef struct satchel_manifoldd {
  double normal_x, normal_y;
  uint32_t feature, count;
  satchel_manifold_pointd points[2];
} satchel_manifoldd;

/* The manifold of two parts: 60 bytes (float), 104 (double). */
typedef struct satchel_part_manifold {
  uint32_t pair; /* index in the list of pairs */
  satchel_part_pair parts;
  satchel_manifold manifold;
} satchel_part_manifold;
typedef struct satchel_part_manifoldd {
  uint32_t pair;
  satchel_part_pair parts;
  satchel_manifoldd manifold;
} satchel_part_manifoldd;

/* 32 bytes (float), 64 (double). The distance is signed, negative: minus the depth. The witness points are relative to
 * the origins of their own bodies. */
typedef struct satchel_distance {
  float normal_x, normal_y, distance;
  uint32_t feature;
  satchel_vec2 point_a, point_b;
} satchel_distance;
typedef struct satchel_distanced {
  double normal_x, normal_y, distance;
  uint32_t feature;
  satchel_vec2d point_a, point_b;
} satchel_distanced;

/* The time of impact, in [0, 1] of the step, the normal and the contact point, relative to the origin of a at that time;
 * 1, (0, 0) and (0, 0) if `hit` is 0. */
typedef struct satchel_impact {
  float time, normal_x, normal_y, point_x, point_y;
  uint32_t hit;
} satchel_impact;
typedef struct satchel_impactd {
  double time, normal_x, normal_y, point_x, point_y;
  uint32_t hit;
} satchel_impactd;

/* The area of the intersection; intersection over union; intersection over the area of a. */
typedef struct satchel_overlap {
  float area, iou, fraction;
} satchel_overlap;
typedef struct satchel_overlapd {
  double area, iou, fraction;
} satchel_overlapd;

/* One polygon of the intersection of a pair: `count` vertices from number `start` on. */
typedef struct satchel_intersection_piece {
  uint32_t pair, start, count;
  satchel_part_pair parts;
} satchel_intersection_piece;

/* A body that a query found. */
typedef struct satchel_found_body {
  uint32_t query, body;
} satchel_found_body;

/* A body that a shape at a pose touches or overlaps; verdict: a satchel_verdict. 12 bytes. */
typedef struct satchel_body_at_pose {
  uint32_t query, body;
  uint8_t verdict;
} satchel_body_at_pose;

/* A body of a periodic world that a query found at an image: (image_x, image_y) periods away from where the body is;
 * verdict: a satchel_verdict. 20 bytes. */
typedef struct satchel_found_image {
  uint32_t query, body;
  int32_t image_x, image_y;
  uint8_t verdict;
} satchel_found_image;

/* The first body that a ray meets: SATCHEL_NO_BODY, an infinite time and a normal of (0, 0) if none. exit: with ray_exits
 * of the options the time at which the ray leaves the body, else 0. */
typedef struct satchel_ray_hit {
  double time, normal_x, normal_y;
  uint32_t body;
  double exit;
} satchel_ray_hit;

/* A body that a ray meets, one of several: `hit` is as if the ray met this body alone. */
typedef struct satchel_found_ray_hit {
  uint32_t query; /* index of the ray */
  satchel_ray_hit hit;
} satchel_found_ray_hit;

/* The first body that a shape meets on its motion: SATCHEL_NO_BODY, time 1, (0, 0) and (0, 0) if none. The point is
 * relative to the origin of the shape at that time. */
typedef struct satchel_shape_hit {
  double time, normal_x, normal_y, point_x, point_y;
  uint32_t body;
} satchel_shape_hit;

/* A body that a shape meets, one of several: `hit` is as if the shape met this body alone. */
typedef struct satchel_found_shape_hit {
  uint32_t query; /* index of the pose */
  satchel_shape_hit hit;
} satchel_found_shape_hit;

/* One of the bodies nearest to a query, and the distance from the query (a) to it (b): 40 bytes (float), 72
 * (double). */
typedef struct satchel_near_body {
  uint32_t query, body;
  satchel_distance distance;
} satchel_near_body;
typedef struct satchel_near_bodyd {
  uint32_t query, body;
  satchel_distanced distance;
} satchel_near_bodyd;

/* How a body lies in another. */
typedef enum satchel_containment {
  SATCHEL_NOT_WITHIN = 0,      /* some point of a is no point of b */
  SATCHEL_WITHIN_TOUCHING = 1, /* every point of a is a point of b, and the boundaries have a point in common */
  SATCHEL_WITHIN_INSIDE = 2    /* a lies in the interior of b */
} satchel_containment;

/* What satchel_relate asks of two areas, by the letter of OGC. */
typedef enum satchel_predicate {
  SATCHEL_INTERSECTS = 0,        /* they have a point in common */
  SATCHEL_IS_DISJOINT = 1,       /* they have none */
  SATCHEL_TOUCHES = 2,           /* boundaries have a point in common, interiors none */
  SATCHEL_OVERLAPS = 3,          /* interiors meet, and each has interior points outside of the other */
  SATCHEL_IS_WITHIN = 4,         /* a lies in b, boundaries may meet */
  SATCHEL_CONTAINS = 5,          /* b lies in a */
  SATCHEL_COVERS = 6,            /* b lies in a */
  SATCHEL_COVERED_BY = 7,        /* a lies in b */
  SATCHEL_CONTAINS_PROPERLY = 8, /* b lies in the interior of a */
  SATCHEL_EQUALS = 9             /* they are the same set of points */
} satchel_predicate;

/* Why rings bound no region: numbers[0] of SATCHEL_BAD_OUTLINE. */
typedef enum satchel_outline_fault {
  SATCHEL_FAULT_TOO_FEW_POINTS = 1,    /* a ring of fewer than three different points */
  SATCHEL_FAULT_NO_AREA = 2,           /* a ring whose points lie on one line */
  SATCHEL_FAULT_SPIKE = 3,             /* the second edge turns back on the first */
  SATCHEL_FAULT_EDGES_CROSS = 4,       /* two edges cross */
  SATCHEL_FAULT_BOUNDARIES_CROSS = 5,  /* two boundaries cross at a vertex */
  SATCHEL_FAULT_SHARED_EDGE = 6,       /* two edges overlap along a length */
  SATCHEL_FAULT_HOLE_EQUALS_SHELL = 7, /* two rings of a polygon are the same curve */
  SATCHEL_FAULT_SELF_TOUCH = 8,        /* a ring touches itself in a point */
  SATCHEL_FAULT_HOLE_OUTSIDE = 9,      /* a hole lies outside of the outer ring */
  SATCHEL_FAULT_SEVERAL_SHELLS = 10,   /* a polygon has two outer rings */
  SATCHEL_FAULT_HOLE_IN_HOLE = 11,     /* a hole lies in another hole of its polygon */
  SATCHEL_FAULT_NESTED_SHELLS = 12,    /* a polygon lies inside another one, and in no hole of it */
  SATCHEL_FAULT_EMPTY = 13             /* no ring has a point, or all edges cancel; no edges are named */
} satchel_outline_fault;

/* The translation that takes a body out of what it overlaps: (0, 0) if it overlaps nothing; with its origin at (x +
 * this x, y + this y), in doubles, it overlaps none of its candidates but `left` of them. 24 bytes. */
typedef struct satchel_push {
  double x, y;
  uint32_t left;
  uint32_t is_shortest; /* 1: but for rounding, no shorter translation would do; 0: found by rounds */
} satchel_push;

/* The first hit of a trajectory: step -1 and SATCHEL_NO_BODY if there is none. An obstacle below the number of moving
 * obstacles is one of these, otherwise body `obstacle` minus that number of the scene. */
typedef struct satchel_first_hit {
  int32_t step;
  uint32_t obstacle;
} satchel_first_hit;

/* A mover that touches or overlaps an obstacle (as of a first hit) at a step; verdict: a satchel_verdict. 16 bytes. */
typedef struct satchel_trajectory_hit {
  uint32_t trajectory, step, obstacle;
  uint8_t verdict;
} satchel_trajectory_hit;

/* Where a mover comes nearest to an obstacle (as of a first hit): step -1, SATCHEL_NO_BODY and an infinite distance if
 * there is none. `distance` is that of the mover (a) and the obstacle (b) at this step. 72 bytes. */
typedef struct satchel_clearance {
  int32_t step;
  uint32_t obstacle;
  satchel_distanced distance;
} satchel_clearance;

/* What a mover meets first if all go on at their velocities: an infinite time, a normal of (0, 0) and SATCHEL_NO_BODY if
 * it meets nothing. The normal is from the mover to the obstacle (as of a first hit). 32 bytes. */
typedef struct satchel_collision_time {
  double time, normal_x, normal_y;
  uint32_t obstacle;
} satchel_collision_time;

/* The minimum translation vector of a; (0, 0) unless the contact is of a pair that overlaps. */
static inline satchel_vec2 satchel_mtv(satchel_contact contact) {
  satchel_vec2 mtv = {0, 0};
  if ((contact.feature & 3u) == SATCHEL_OVERLAPPING) { /* + 0 turns -0 into 0 */
    mtv.x = contact.normal_x * contact.separation + 0;
    mtv.y = contact.normal_y * contact.separation + 0;
  }
  return mtv;
}
static inline satchel_vec2d satchel_mtv_d(satchel_contactd contact) {
  satchel_vec2d mtv = {0, 0};
  if ((contact.feature & 3u) == SATCHEL_OVERLAPPING) {
    mtv.x = contact.normal_x * contact.separation + 0;
    mtv.y = contact.normal_y * contact.separation + 0;
  }
  return mtv;
}

#ifdef __cplusplus
}
#endif
#endif
