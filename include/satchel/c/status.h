/* How functions report errors, and which library answers. */
#ifndef SATCHEL_C_STATUS_H
#define SATCHEL_C_STATUS_H

#include <satchel/c/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. It grows when functions are added. A library serves every program that was compiled
 * with the same or an older number, down to SATCHEL_OLDEST_ABI. */
#define SATCHEL_ABI 5
#define SATCHEL_OLDEST_ABI 5

/* The reason of an error; satchel_code_message describes it in words. Values never change. */
typedef enum satchel_code {
  SATCHEL_OK = 0,
  SATCHEL_NOT_FINITE = 1,        /* a NaN or an infinity */
  SATCHEL_OUT_OF_RANGE = 2,      /* a number outside the range of the scene's precision */
  SATCHEL_TOO_FEW_VERTICES = 3,  /* a polygon of fewer than three vertices */
  SATCHEL_TOO_MANY_VERTICES = 4, /* a polygon of more than 131,072 vertices */
  SATCHEL_REPEATED_VERTEX = 5,   /* a vertex equal to the one before it */
  SATCHEL_CLOSED_RING = 6,       /* the last vertex repeats the first */
  SATCHEL_EQUAL_ENDS = 7,        /* a capsule or a segment whose ends are one point */
  SATCHEL_COLLINEAR = 8,         /* a vertex on the straight line through its neighbours */
  SATCHEL_CLOCKWISE = 9,         /* the vertices of a polygon or of an outer boundary run clockwise */
  SATCHEL_NOT_CONVEX = 10,       /* some turns are left turns, some right turns */
  SATCHEL_NOT_SIMPLE = 11,   /* all turns are left turns, but the polygon goes around more than once (a pentagram) */
  SATCHEL_MEETS_ITSELF = 12, /* an outline that crosses or touches itself */
  SATCHEL_BAD_HOLE = 13,     /* a hole that is counter-clockwise, not inside the outer ring, or inside another hole */
  SATCHEL_BAD_RADIUS = 14,   /* negative, not finite or out of range */
  SATCHEL_UNSUPPORTED = 15,  /* a body with a radius, where the answer is a polygon */
  SATCHEL_BAD_ROTATION = 16, /* cos^2 + sin^2 is off 1 by more than 1e-6 */
  SATCHEL_BAD_STARTS = 17, /* starts does not begin at 0, decreases, or ends elsewhere than at the number of vertices */
  SATCHEL_SIZE_MISMATCH = 18,   /* spans whose lengths have to be equal are not */
  SATCHEL_NO_PARTS = 19,        /* a compound without parts */
  SATCHEL_NESTED_COMPOUND = 20, /* a part that is a compound itself, or an outline */
  SATCHEL_BAD_SHAPE = 21,       /* no shape has this index */
  SATCHEL_BAD_BODY = 22,        /* no body has this index */
  SATCHEL_REMOVED_BODY = 23,    /* the body of this index has been removed */
  SATCHEL_TOO_MANY = 24,        /* more bodies, shapes, parts, queries or pairs than indices can number, or than
                                   memory can hold */
  SATCHEL_BAD_MARGIN = 25,      /* negative or not finite */
  SATCHEL_TOO_MANY_PAIRS = 26,  /* more candidate pairs than the caller's limit */
  SATCHEL_NO_ROOM = 27, /* the caller's memory holds fewer elements than were found; the status says how many are
                           needed */
  SATCHEL_OVERLAPPING_PARTS = 28, /* a compound whose parts overlap, where their areas are to be added */
  SATCHEL_BAD_THRESHOLD = 29,     /* not a number from 0 to 1 */
  SATCHEL_BAD_BOX = 30,           /* a minimum larger than the maximum */
  SATCHEL_BAD_RAY = 31,           /* a direction of (0, 0), or a max_time that is negative or not a number */
  SATCHEL_UNKNOWN_ISA = 32,       /* not the name of an instruction set that Satchel knows */
  SATCHEL_UNAVAILABLE_ISA = 33,   /* this machine or this build does not have the instruction set */
  SATCHEL_CANCELLED = 34,         /* the work was cancelled before it was done; outputs are unspecified */
  SATCHEL_NO_MEMORY = 35,         /* an allocation failed; outputs are unspecified */
  SATCHEL_INTERNAL = 36,          /* an exception of the caller's executor; outputs are unspecified */
  SATCHEL_BAD_EDGE = 37,          /* no edge of the body has this index */
  SATCHEL_BAD_NEIGHBOUR = 38,     /* the point beyond the end of an edge is equal to this end */
  SATCHEL_BAD_ANGLE = 39,         /* a motion that turns a body by more than the limit */
  SATCHEL_BAD_DISTANCE = 40,      /* a largest distance that is negative or not a number */
  SATCHEL_OTHER_SCENE = 41,       /* an index, used with a scene that it was not built of */
  SATCHEL_CHANGED_SCENE = 42,     /* an index, used with its scene after that has changed */
  SATCHEL_LEFT_OUT = 43,          /* a body that changed, which the list of changed bodies leaves out */
  SATCHEL_BAD_OUTLINE = 44,       /* rings that bound no region */
  SATCHEL_CANNOT_ROTATE = 45,     /* an outline whose rings (nearly) touch, or a trusted one, at a pose that turns it */
  SATCHEL_NEEDS_PARTS = 46,       /* a body that is an outline without convex parts, which the question needs */

  /* Errors of this interface alone; `index` is the parameter, counted from 1, `argument` the member of its struct that
   * is meant, if any. */
  SATCHEL_NULL_POINTER = 200,    /* a pointer is NULL where it may not be */
  SATCHEL_MISALIGNED = 201,      /* a pointer that is not aligned as its type */
  SATCHEL_WRONG_PRECISION = 202, /* a scene of the other precision than the function, or than the other scene */
  SATCHEL_UNKNOWN_VALUE = 203,   /* a number that is not one of its enumeration */
  SATCHEL_WRONG_SIZE = 204,      /* a struct_size that this library does not know */
  SATCHEL_BAD_EXECUTOR = 205,    /* an executor whose `run` is NULL or whose `workers` is 0 */
  SATCHEL_WRONG_ABI = 206,       /* header and library do not belong together */
  SATCHEL_NOT_TAKEN = 207        /* something is given that this call does not take, or not beside another member */
} satchel_code;

/* The argument that a status is about, as far as its message names it. `numbers` and `value` are what the comments say;
 * of SATCHEL_SIZE_MISMATCH they are the number of elements expected and the number given. Values never change. */
typedef enum satchel_argument {
  SATCHEL_ARGUMENT_NONE = 0, /* the message is the message of the code */
  SATCHEL_ARGUMENT_PAIR = 1, /* pair index of a call on one scene; numbers[0]: the body that does not exist; of
                                SATCHEL_OUT_OF_RANGE the origin of its image, or, of one scene or two, numbers[1]: its
                                image_x (1) or image_y (2), which is not 0 along an axis without period; value: it */
  SATCHEL_ARGUMENT_PAIR_IN_SCENE_A = 2,    /* pair index of a call on two scenes; numbers[0]: the body, which scene_a
                                              does not have */
  SATCHEL_ARGUMENT_PAIR_IN_SCENE_B = 3,    /* as above, for scene_b */
  SATCHEL_ARGUMENT_PAIRS = 4,              /* the pairs found; numbers[0]: their limit */
  SATCHEL_ARGUMENT_RESULTS = 5,            /* the span of one result a pair */
  SATCHEL_ARGUMENT_PARTS = 6,              /* the span of the deciding parts */
  SATCHEL_ARGUMENT_MOTIONS = 7,            /* the motion of body index, or all motions */
  SATCHEL_ARGUMENT_MOTIONS_A = 8,          /* as above, for scene_a */
  SATCHEL_ARGUMENT_MOTIONS_B = 9,          /* as above, for scene_b */
  SATCHEL_ARGUMENT_POSES = 10,             /* pose index; of SATCHEL_OUT_OF_RANGE: numbers[1]: 1 if images are
                                              too many periods away, 2 if the origin of one is out of range */
  SATCHEL_ARGUMENT_MARGIN = 11,            /* value: the margin */
  SATCHEL_ARGUMENT_TOLERANCE = 12,         /* value: the tolerance */
  SATCHEL_ARGUMENT_FILTERS = 13,           /* the filters of bodies */
  SATCHEL_ARGUMENT_WORLDS = 14,            /* the worlds of bodies */
  SATCHEL_ARGUMENT_POINT = 15,             /* point index */
  SATCHEL_ARGUMENT_BOX = 16,               /* box index */
  SATCHEL_ARGUMENT_RAY = 17,               /* ray index */
  SATCHEL_ARGUMENT_HITS = 18,              /* the span of one hit a ray or mover */
  SATCHEL_ARGUMENT_MOVERS_SHAPES = 19,     /* numbers[0]: the mover */
  SATCHEL_ARGUMENT_MOVERS_POSES = 20,      /* numbers[0]: the mover; numbers[1]: the step */
  SATCHEL_ARGUMENT_MOVERS_PRESENT = 21,    /* the flags of movers */
  SATCHEL_ARGUMENT_OBSTACLES_SHAPES = 22,  /* numbers[0]: the obstacle */
  SATCHEL_ARGUMENT_OBSTACLES_POSES = 23,   /* numbers[0]: the obstacle; numbers[1]: the step */
  SATCHEL_ARGUMENT_OBSTACLES_PRESENT = 24, /* the flags of obstacles */
  SATCHEL_ARGUMENT_STEPS = 25,             /* numbers[0]: the steps of the movers; numbers[1]: of the obstacles */
  SATCHEL_ARGUMENT_ISA = 26,               /* the environment variable SATCHEL_ISA */
  SATCHEL_ARGUMENT_POINTS = 27,            /* the points; numbers[0]: how many */
  SATCHEL_ARGUMENT_COORDINATE = 28,        /* a coordinate of point index, or a period; numbers[0]: 0 for x, 1 for y,
                                              2 for the period along x, 3 along y; value: the coordinate */
  SATCHEL_ARGUMENT_FOUND = 29, /* the list found; if the code is no_room, numbers are the elements needed and those
                                  given */

  /* Arguments of functions that change a scene or read it. */
  SATCHEL_ARGUMENT_POLYGON = 30,   /* the polygon to add; numbers[0]: its vertex, or how many it has; numbers[1]: 1 if
                                      it is not convex and runs clockwise */
  SATCHEL_ARGUMENT_CIRCLE = 31,    /* as above */
  SATCHEL_ARGUMENT_CAPSULE = 32,   /* as above */
  SATCHEL_ARGUMENT_SEGMENT = 33,   /* as above */
  SATCHEL_ARGUMENT_BOX_SHAPE = 34, /* as above; its half-extents, if the code is not_finite or out_of_range */
  SATCHEL_ARGUMENT_POLYGONS = 35,  /* polygon index of several; numbers as for polygon */
  SATCHEL_ARGUMENT_STARTS = 36,    /* start index */
  SATCHEL_ARGUMENT_RADII = 37,     /* radius index */
  SATCHEL_ARGUMENT_SHAPES = 38,    /* the shapes of a scene, or the span of one shape a body */
  SATCHEL_ARGUMENT_BODIES = 39,    /* the bodies of a scene, or the span of bodies */
  SATCHEL_ARGUMENT_OUT = 40,       /* the span of results */
  SATCHEL_ARGUMENT_COMPOUND = 41,  /* the compound to add */
  SATCHEL_ARGUMENT_COMPOUND_PART = 42, /* part index of the compound to add; numbers[0]: 1 if it is an outline */
  SATCHEL_ARGUMENT_INNER_EDGES = 43,   /* the marks of the edges of a compound */
  SATCHEL_ARGUMENT_SHAPE = 44,         /* shape index; numbers[0]: 1 if it is one of scene_a, 2 of scene_b */
  SATCHEL_ARGUMENT_BODY = 45,          /* body index; numbers[1]: 1 if its images are out of range, too many periods
                                          away; of SATCHEL_TOO_MANY: numbers[0], numbers[1]: two bodies; value: the
                                          number of images at which they may meet */
  SATCHEL_ARGUMENT_BODY_SHAPE = 46,    /* body index of a list; numbers[0]: its shape; numbers[1]: the number of shapes
                                          in the scene */
  SATCHEL_ARGUMENT_BODY_ELEMENT = 47,  /* element index of a list of bodies; numbers[0]: the body */
  SATCHEL_ARGUMENT_X_Y_ANGLE = 48,     /* the span of x, y, angle: pose index; numbers[0]: 0 x, 1 y, 2 angle; value: the
                                          number */
  SATCHEL_ARGUMENT_ANGLE = 49,         /* value: the angle */
  SATCHEL_ARGUMENT_THRESHOLD = 50,     /* value: the threshold */
  SATCHEL_ARGUMENT_SCORES = 51,        /* score index */
  SATCHEL_ARGUMENT_CLASSES = 52,       /* the classes of bodies */

  /* Arguments of `clean_ring` and `convex_parts`. If the code is meets_itself, (value, value_y) is the place. */
  SATCHEL_ARGUMENT_RING = 53, /* the points of a ring; numbers[0]: how many; numbers[1]: how many without repetitions.
                                 If the code is meets_itself, the numbers are the points from and to which the two
                                 edges lead */
  SATCHEL_ARGUMENT_OUTLINE = 54, /* the rings of an outline; numbers[0]: the ring; numbers[1]: its vertex, or how many
                                    it has, or 1 if it is a hole that runs counter-clockwise. If the code is
                                    meets_itself, the numbers are ring and edge, twice */

  SATCHEL_ARGUMENT_CHAIN = 55,      /* the chain to add; numbers[0]: its point, or how many it has */
  SATCHEL_ARGUMENT_LINK = 56,       /* link index; numbers[0]: its body; numbers[1]: its edge */
  SATCHEL_ARGUMENT_CANDIDATES = 57, /* candidate index of those to push out of; numbers[0]: the body; numbers[1]: 1 if
                                       it is pushed itself */
  SATCHEL_ARGUMENT_CONTAINER = 58,  /* pair index of containment; numbers[0]: body b */
  SATCHEL_ARGUMENT_MAX_ANGLE = 59,  /* value: the limit of a turn */
  SATCHEL_ARGUMENT_INDEX = 60,      /* the index, and the scene that it is used with */
  SATCHEL_ARGUMENT_MOVED = 61,      /* body `index`, which changed */
  SATCHEL_ARGUMENT_QUERY_FILTERS = 62,     /* the filters of queries */
  SATCHEL_ARGUMENT_QUERY_WORLDS = 63,      /* the worlds of queries */
  SATCHEL_ARGUMENT_IGNORED = 64,           /* the bodies that queries ignore */
  SATCHEL_ARGUMENT_MAX_DISTANCE = 65,      /* value: the largest distance */
  SATCHEL_ARGUMENT_QUERY_SHAPE = 66,       /* query `index`; numbers[0]: its shape; numbers[1]: the number of shapes */
  SATCHEL_ARGUMENT_OUTLINES = 67,          /* outline `index` of several; of SATCHEL_BAD_OUTLINE: numbers[0]: a
                                          satchel_outline_fault; numbers[1]: the rings of its two edges; numbers[2],
                                          numbers[3]: the points of each edge; two numbers each, the second in the upper 32
                                          bits; (value, value_y): the place. Else numbers[0]: the ring; numbers[1]: the
                                          point */
  SATCHEL_ARGUMENT_RING_STARTS = 68,       /* start `index` of a ring */
  SATCHEL_ARGUMENT_POLYGON_STARTS = 69,    /* start `index` of a polygon */
  SATCHEL_ARGUMENT_OUTLINE_STARTS = 70,    /* start `index` of an outline */
  SATCHEL_ARGUMENT_RELATION = 71,          /* pair index of satchel_relate; numbers[0]: the body */
  SATCHEL_ARGUMENT_MOVERS_VELOCITIES = 72, /* numbers[0]: the mover; numbers[1]: the step; numbers[2]: not 0 if only
                                              the product with the horizon is out of range: 1 too large, 2 too small */
  SATCHEL_ARGUMENT_OBSTACLES_VELOCITIES = 73, /* numbers[0]: the obstacle; the others as above */
  SATCHEL_ARGUMENT_HORIZON = 74,              /* value: the horizon */
  SATCHEL_ARGUMENT_REFERENCE = 75,            /* the reference point of poses; value: the number */
  SATCHEL_ARGUMENT_QUERY_MOTIONS = 76,        /* the motion of query `index`, or all of them */

  /* Members of structs, in errors of this interface alone. */
  SATCHEL_ARGUMENT_MEMBER_SCENE_A = 200,
  SATCHEL_ARGUMENT_MEMBER_SCENE_B = 201,
  SATCHEL_ARGUMENT_MEMBER_PAIRS = 202,
  SATCHEL_ARGUMENT_MEMBER_IMAGE_PAIRS = 203,
  SATCHEL_ARGUMENT_MEMBER_PERIODS = 204,
  SATCHEL_ARGUMENT_MEMBER_INDEX = 205,
  SATCHEL_ARGUMENT_MEMBER_BROAD_PHASE = 206
} satchel_argument;

/* The outcome of a call: 64 bytes, frozen. */
typedef struct satchel_status {
  int32_t code;        /* a satchel_code; SATCHEL_OK is 0 */
  int32_t argument;    /* a satchel_argument */
  uint64_t index;      /* of the offending item: vertex, polygon, body, pair, ... */
  uint64_t numbers[4]; /* that the message needs */
  double value, value_y;
} satchel_status;

/* The item, what is wrong with it and what is right. Valid until the next call of this function on the same thread;
 * never NULL. */
SATCHEL_C const char* satchel_message(satchel_status status);

/* The message of a code alone, of static lifetime. */
SATCHEL_C const char* satchel_code_message(int32_t code);

/* Whether this library serves a program that was compiled with the header of that ABI: pass SATCHEL_ABI.
 * Errors: SATCHEL_WRONG_ABI (numbers: the ABI of the library, the ABI given). */
SATCHEL_C satchel_status satchel_check_abi(uint32_t abi);

/* The version of the library, "major.minor.patch", of static lifetime. */
SATCHEL_C const char* satchel_version(void);

#ifdef __cplusplus
}
#endif
#endif
