/* Every function of the C interface with wrong arguments: each is refused with the code that its header names, writes
 * nothing, and the program goes on. */
#include <satchel/satchel.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;

/* What calls may not write to. */
static union {
  unsigned char bytes[1024];
  double aligned;
} out;

static void expect(satchel_status status, int32_t code, const char* call, int line) {
  int written = 0;
  for (size_t i = 0; i < sizeof out.bytes; ++i) written |= out.bytes[i] != 0xA5;
  if (status.code != code || written || strlen(satchel_message(status)) < 8) {
    ++failures;
    printf("%d: %s: code %d instead of %d%s: %s\n", line, call, (int)status.code, (int)code,
           written ? ", and it wrote" : "", satchel_message(status));
  }
  memset(out.bytes, 0xA5, sizeof out.bytes);
}
#define REFUSED(code, call) expect(call, code, #call, __LINE__)
#define NO_NULL(call) REFUSED(SATCHEL_NULL_POINTER, call)
/* The same, where the status says the number of the parameter. */
static void expect_parameter(satchel_status status, int32_t code, unsigned parameter, const char* call, int line) {
  expect(status, code, call, line);
  if (status.argument == SATCHEL_ARGUMENT_NONE && status.index == parameter) return;
  ++failures;
  printf("%d: %s: parameter %d instead of %u\n", line, call, (int)status.index, parameter);
}
#define REFUSED_PARAMETER(code, parameter, call) expect_parameter(call, code, parameter, #call, __LINE__)
#define OK(call) expect(call, SATCHEL_OK, #call, __LINE__)
#define TRUE(fact) (void)((fact) || (++failures, printf("%d: %s\n", __LINE__, #fact)))

static void* at(size_t offset) { return out.bytes + offset; }

static satchel_scene *floats, *doubles;
static const double nan_value = 0x1p1023 * 2 - 0x1p1023 * 2; /* inf - inf */
static uint32_t id;
static size_t n;
static const satchel_pair none[1] = {{0, 9}}, first[1] = {{0, 0}};
static const satchel_pose here = {0, 0, 1, 0}, unturned = {0, 0, 0.5, 0}, zeroed = {0, 0, 0, 0};
static const satchel_motion still[1] = {{0, 0, 0}}, turning[1] = {{0, 0, 65}};
static const satchel_periods square = {8, 8}, negative = {-1, 0};
static const satchel_image_pair image_none[1] = {{0, 9, 0, 0}}, image_first[1] = {{0, 0, 1, 0}};

/* Lists of one pair, in memory of their own until the next call. */
static satchel_pair_list lists[4];
static const satchel_pair_list* of(const satchel_scene* a, const satchel_scene* b, const satchel_pair* pairs) {
  static unsigned next = 0;
  satchel_pair_list* const list = &lists[next++ % 4];
  const satchel_pair_list given = SATCHEL_PAIRS_OF(a, pairs, 1);
  *list = given;
  list->scene_b = b;
  return list;
}
static const satchel_pair_list* of_images(const satchel_scene* a, const satchel_scene* b,
                                          const satchel_periods* periods, const satchel_image_pair* pairs) {
  satchel_pair_list* const list = (satchel_pair_list*)of(a, b, NULL);
  list->periods = periods;
  list->image_pairs = pairs;
  return list;
}

static void scenes(void) {
  const satchel_options small = {4, 0, NULL, NULL, NULL, NULL};
  const satchel_executor no_run = {NULL, 1, NULL};
  const satchel_options no_executor = {sizeof(satchel_options), 0, &no_run, NULL, NULL, NULL};
  const satchel_options odd_executor = {sizeof(satchel_options), 0, at(1), NULL, NULL, NULL};
  const satchel_options odd_stats = {sizeof(satchel_options), 0, NULL, at(1), NULL, NULL};
  const double no_angle[3] = {0, 0, nan_value};
  satchel_body its;
  satchel_scene* made = floats;
  NO_NULL(satchel_scene_create(SATCHEL_FLOAT, NULL));
  REFUSED(SATCHEL_UNKNOWN_VALUE, satchel_scene_create((satchel_precision)2, &made));
  TRUE(made == NULL);
  made = floats;
  NO_NULL(satchel_scene_copy(NULL, &made));
  TRUE(made == NULL);
  NO_NULL(satchel_scene_copy(floats, NULL));
  NO_NULL(satchel_scene_assign(NULL, floats));
  NO_NULL(satchel_scene_assign(floats, NULL));
  REFUSED(SATCHEL_WRONG_PRECISION, satchel_scene_assign(floats, doubles));
  satchel_scene_destroy(NULL);
  NO_NULL(satchel_scene_clear(NULL));
  NO_NULL(satchel_scene_reserve(NULL, 1, 1, 1));
  REFUSED(SATCHEL_TOO_MANY, satchel_scene_reserve(floats, SIZE_MAX, 1, 1));
  TRUE(satchel_scene_precision(NULL) == SATCHEL_FLOAT);
  NO_NULL(satchel_scene_set_max_threads(NULL, 1));
  TRUE(satchel_scene_max_threads(NULL) == 0 && satchel_scene_max_threads(floats) == 0);
  TRUE(satchel_shape_count(NULL) == 0 && satchel_body_count(NULL) == 0 && satchel_body_slots(NULL) == 0);
  TRUE(!satchel_has_body(NULL, 0) && !satchel_has_body(floats, 9));
  TRUE(satchel_scene_memory_bytes(NULL) == 0 && satchel_body_memory_bytes(NULL) == 0);
  TRUE(satchel_scene_revisions(NULL).all == 0 && satchel_scene_revisions(NULL).identity == 0);
  TRUE(satchel_scene_revisions(floats).identity != satchel_scene_revisions(doubles).identity);
  NO_NULL(satchel_add_body(NULL, 0, &here, &id));
  NO_NULL(satchel_add_body(floats, 0, NULL, at(0)));
  NO_NULL(satchel_add_body(floats, 0, &here, NULL));
  REFUSED(SATCHEL_BAD_SHAPE, satchel_add_body(floats, 9, &here, at(0)));
  REFUSED(SATCHEL_BAD_ROTATION, satchel_add_body(floats, 0, &unturned, at(0)));
  REFUSED(SATCHEL_BAD_ROTATION, satchel_add_body(floats, 0, &zeroed, at(0)));
  TRUE(strstr(satchel_message(satchel_add_body(floats, 0, &zeroed, at(0))), "cosine and sine of one angle") != NULL);
  REFUSED(SATCHEL_MISALIGNED, satchel_add_body(floats, 0, &here, at(1)));
  NO_NULL(satchel_add_bodies(floats, NULL, &here, 1, at(0)));
  NO_NULL(satchel_add_bodies(floats, &id, NULL, 1, at(0)));
  NO_NULL(satchel_add_bodies(floats, &id, &here, 1, NULL));
  OK(satchel_add_bodies(floats, NULL, NULL, 0, NULL));
  REFUSED(SATCHEL_BAD_BODY, satchel_remove_body(floats, 9));
  NO_NULL(satchel_remove_body(NULL, 0));
  REFUSED(SATCHEL_BAD_BODY, satchel_set_shape(floats, 9, 0));
  NO_NULL(satchel_set_shape(NULL, 0, 0));
  REFUSED(SATCHEL_REMOVED_BODY, satchel_set_pose(floats, 1, &here));
  TRUE(satchel_set_pose(floats, 1, &here).index == 1);
  TRUE(strncmp(satchel_message(satchel_set_pose(floats, 1, &here)), "body 1: the body of this", 24) == 0);
  TRUE(strncmp(satchel_message(satchel_set_pose(floats, 9, &here)), "body 9: there is no body", 24) == 0);
  REFUSED_PARAMETER(SATCHEL_NULL_POINTER, 3, satchel_set_pose(floats, 0, NULL));
  NO_NULL(satchel_set_poses(floats, NULL, 1, NULL));
  REFUSED(SATCHEL_SIZE_MISMATCH, satchel_set_poses(floats, &here, 1, NULL));
  REFUSED(SATCHEL_WRONG_SIZE, satchel_set_poses(floats, &here, 1, &small));
  REFUSED(SATCHEL_BAD_EXECUTOR, satchel_set_poses(floats, &here, 1, &no_executor));
  REFUSED_PARAMETER(SATCHEL_MISALIGNED, 4, satchel_set_poses(floats, &here, 1, &odd_executor));
  REFUSED_PARAMETER(SATCHEL_MISALIGNED, 4, satchel_set_poses(floats, &here, 1, &odd_stats));
  NO_NULL(satchel_set_poses_of(floats, NULL, &here, 1, NULL));
  id = 1;
  REFUSED(SATCHEL_REMOVED_BODY, satchel_set_poses_of(floats, &id, &here, 1, NULL));
  REFUSED_PARAMETER(SATCHEL_NULL_POINTER, 4, satchel_pose_at(0, 0, 0, NULL));
  REFUSED_PARAMETER(SATCHEL_MISALIGNED, 4, satchel_pose_at(0, 0, 0, at(1)));
  REFUSED(SATCHEL_NOT_FINITE, satchel_pose_at(nan_value, 0, 0, at(0)));
  NO_NULL(satchel_poses_at(NULL, 1, at(0)));
  REFUSED(SATCHEL_NOT_FINITE, satchel_poses_at(no_angle, 1, at(0)));
  NO_NULL(satchel_reference_poses(NULL, 1, at(0), 1, 0));
  REFUSED(SATCHEL_NOT_FINITE, satchel_reference_poses(NULL, 0, at(0), 1, nan_value));
  NO_NULL(satchel_read_body(NULL, 0, &its));
  NO_NULL(satchel_read_body(floats, 0, NULL));
  REFUSED(SATCHEL_REMOVED_BODY, satchel_read_body(floats, 1, at(0)));
  REFUSED(SATCHEL_BAD_BODY, satchel_read_body(floats, 9, at(0)));
  NO_NULL(satchel_generation(floats, 0, NULL));
  REFUSED(SATCHEL_BAD_BODY, satchel_generation(floats, 9, at(0)));
  REFUSED(SATCHEL_SIZE_MISMATCH, satchel_placed_offsets(floats, 0, at(0), 3));
  REFUSED(SATCHEL_WRONG_PRECISION, satchel_placed_offsets(doubles, 0, at(0), 4));
  REFUSED(SATCHEL_WRONG_PRECISION, satchel_placed_offsets_d(floats, 0, at(0), 4));
}

static void shapes(void) {
  const satchel_vec2 turned[3] = {{0, 0}, {0, 1}, {1, 0}}, triangle[3] = {{0, 0}, {1, 0}, {0, 1}};
  const satchel_vec2d line[3] = {{0, 0}, {1, 0}, {2, 0}};
  const uint32_t starts[2] = {0, 3}, late[2] = {1, 3}, part = 9;
  REFUSED(SATCHEL_CLOCKWISE, satchel_add_polygon(floats, turned, 3, 0, at(0)));
  REFUSED(SATCHEL_TOO_FEW_VERTICES, satchel_add_polygon(floats, turned, 2, 0, at(0)));
  REFUSED(SATCHEL_BAD_RADIUS, satchel_add_polygon(floats, turned, 3, -1, at(0)));
  REFUSED(SATCHEL_WRONG_PRECISION, satchel_add_polygon(doubles, turned, 3, 0, at(0)));
  NO_NULL(satchel_add_polygon(floats, NULL, 3, 0, at(0)));
  NO_NULL(satchel_add_polygon(floats, turned, 3, 0, NULL));
  REFUSED(SATCHEL_COLLINEAR, satchel_add_polygon_d(doubles, line, 3, 0, at(0)));
  NO_NULL(satchel_add_box(NULL, 1, 1, 0, at(0)));
  REFUSED(SATCHEL_OUT_OF_RANGE, satchel_add_box(floats, 1e300, 1, 0, at(0)));
  REFUSED(SATCHEL_NOT_FINITE, satchel_add_box(floats, nan_value, 1, 0, at(0)));
  REFUSED(SATCHEL_BAD_RADIUS, satchel_add_circle(floats, 0, 0, -1e300, at(0)));
  REFUSED(SATCHEL_BAD_RADIUS, satchel_add_circle(floats, 0, 0, -1e-50, at(0)));
  REFUSED(SATCHEL_BAD_RADIUS, satchel_add_capsule(floats, 0, 0, 1, 0, -1e-50, at(0)));
  REFUSED(SATCHEL_BAD_RADIUS, satchel_add_box(floats, 1, 1, -1e-50, at(0)));
  REFUSED(SATCHEL_BAD_RADIUS, satchel_add_polygon(floats, triangle, 3, -1e-50, at(0)));
  NO_NULL(satchel_add_circle(floats, 0, 0, 1, NULL));
  REFUSED(SATCHEL_EQUAL_ENDS, satchel_add_capsule(doubles, 1, 2, 1, 2, 1, at(0)));
  NO_NULL(satchel_add_capsule(NULL, 1, 2, 1, 3, 1, at(0)));
  REFUSED(SATCHEL_EQUAL_ENDS, satchel_add_segment(doubles, 1, 2, 1, 2, at(0)));
  TRUE(satchel_add_segment(doubles, 1, 2, 1, 2, at(0)).argument == SATCHEL_ARGUMENT_SEGMENT);
  TRUE(satchel_add_capsule(doubles, 1, 2, 1, 2, 1, at(0)).argument == SATCHEL_ARGUMENT_CAPSULE);
  REFUSED_PARAMETER(SATCHEL_NULL_POINTER, 6, satchel_add_segment(doubles, 1, 2, 1, 3, NULL));
  REFUSED_PARAMETER(SATCHEL_NULL_POINTER, 1, satchel_add_segment(NULL, 1, 2, 1, 3, at(0)));
  REFUSED(SATCHEL_CLOCKWISE, satchel_add_polygons(floats, turned, 3, starts, 1, NULL, 0, at(0)));
  NO_NULL(satchel_add_polygons(floats, turned, 3, NULL, 0, NULL, 0, at(0)));
  NO_NULL(satchel_add_polygons(floats, turned, 3, starts, 1, NULL, 1, at(0)));
  REFUSED(SATCHEL_BAD_STARTS, satchel_add_polygons_d(doubles, line, 3, late, 1, NULL, 0, at(0)));
  {
    satchel_outline_starts rings = SATCHEL_OUTLINE_STARTS_INIT;
    NO_NULL(satchel_add_outlines(floats, turned, 3, &rings, 0, at(0), NULL));
    rings.rings = starts;
    rings.ring_count = 1;
    NO_NULL(satchel_add_outlines(floats, NULL, 3, &rings, 0, at(0), NULL));
    NO_NULL(satchel_add_outlines(floats, turned, 3, NULL, 0, at(0), NULL));
    NO_NULL(satchel_add_outlines(floats, turned, 3, &rings, 0, NULL, NULL));
    REFUSED(SATCHEL_UNKNOWN_VALUE, satchel_add_outlines(floats, turned, 3, &rings, 8, at(0), NULL));
    REFUSED(SATCHEL_BAD_OUTLINE, satchel_add_outlines_d(doubles, line, 3, &rings, 0, at(0), NULL));
    rings.polygon_count = 1;
    REFUSED_PARAMETER(SATCHEL_NULL_POINTER, 4, satchel_add_outlines(floats, triangle, 3, &rings, 0, at(0), NULL));
    rings.polygon_count = 0;
    rings.outline_count = 1;
    REFUSED_PARAMETER(SATCHEL_NULL_POINTER, 4, satchel_add_outlines(floats, triangle, 3, &rings, 0, at(0), NULL));
    rings.struct_size = 1;
    REFUSED(SATCHEL_WRONG_SIZE, satchel_add_outlines(floats, turned, 3, &rings, 0, at(0), NULL));
  }
  NO_NULL(satchel_make_parts(NULL, NULL, 0, NULL));
  NO_NULL(satchel_make_parts(floats, NULL, 1, NULL));
  REFUSED(SATCHEL_BAD_SHAPE, satchel_make_parts(floats, &part, 1, NULL));
  REFUSED(SATCHEL_NO_PARTS, satchel_add_compound(floats, NULL, 0, NULL, 0, at(0)));
  REFUSED(SATCHEL_BAD_SHAPE, satchel_add_compound(floats, &part, 1, NULL, 0, at(0)));
  NO_NULL(satchel_add_compound(floats, NULL, 1, NULL, 0, at(0)));
  REFUSED(SATCHEL_BAD_SHAPE, satchel_read_shape(floats, 9, at(0)));
  NO_NULL(satchel_read_shape(floats, 0, NULL));
  NO_NULL(satchel_read_shape(NULL, 0, at(0)));
  REFUSED(SATCHEL_SIZE_MISMATCH, satchel_parts(floats, 0, at(0), 2));
  REFUSED(SATCHEL_BAD_SHAPE, satchel_rings(floats, 9, at(0), at(1), 1));
  REFUSED(SATCHEL_SIZE_MISMATCH, satchel_rings(floats, 0, at(0), at(1), 1));
  NO_NULL(satchel_rings(floats, 0, NULL, NULL, 0));
  NO_NULL(satchel_rings(floats, 0, at(0), NULL, 1));
  REFUSED(SATCHEL_SIZE_MISMATCH, satchel_local_vertices(floats, 0, at(0), 3));
  NO_NULL(satchel_local_vertices(floats, 0, NULL, 4));
  REFUSED(SATCHEL_BAD_SHAPE, satchel_local_vertices_d(doubles, 9, at(0), 4));
}

/* An error of a list names its member. */
static void expect_member(satchel_status status, int32_t code, unsigned parameter, satchel_argument member,
                          const char* call, int line) {
  expect(status, code, call, line);
  if (status.argument == (int32_t)member && status.index == parameter) return;
  ++failures;
  printf("%d: %s: member %d instead of %d\n", line, call, (int)status.argument, (int)member);
}
#define REFUSED_MEMBER_OF(code, parameter, member, call) \
  expect_member(call, code, parameter, SATCHEL_ARGUMENT_MEMBER_##member, #call, __LINE__)
#define REFUSED_MEMBER(code, member, call) REFUSED_MEMBER_OF(code, 1, member, call)

/* What every question about pairs refuses: no list or scene, the other precision, no pairs, a body that is not there. */
#define QUESTION(name, own, other, ...)                                                                   \
  do {                                                                                                    \
    NO_NULL(satchel_##name(NULL, __VA_ARGS__));                                                           \
    REFUSED(SATCHEL_MISALIGNED, satchel_##name(at(1), __VA_ARGS__));                                      \
    REFUSED_MEMBER(SATCHEL_NULL_POINTER, SCENE_A, satchel_##name(of(NULL, NULL, first), __VA_ARGS__));    \
    REFUSED_MEMBER(SATCHEL_NULL_POINTER, PAIRS, satchel_##name(of(own, NULL, NULL), __VA_ARGS__));        \
    REFUSED_MEMBER(SATCHEL_WRONG_PRECISION, SCENE_B, satchel_##name(of(own, other, first), __VA_ARGS__)); \
    REFUSED(SATCHEL_BAD_BODY, satchel_##name(of(own, NULL, none), __VA_ARGS__));                          \
    REFUSED(SATCHEL_BAD_BODY, satchel_##name(of(own, own, none), __VA_ARGS__));                           \
  } while (0)
/* Those of one precision. */
#define OF_ONE_PRECISION(name, other, ...) \
  REFUSED_MEMBER(SATCHEL_WRONG_PRECISION, SCENE_A, satchel_##name(of(other, NULL, first), __VA_ARGS__))
/* Those that take no image pairs. */
#define NO_IMAGES(name, own, ...)                                                                                 \
  do {                                                                                                            \
    REFUSED_MEMBER(SATCHEL_NOT_TAKEN, IMAGE_PAIRS,                                                                \
                   satchel_##name(of_images(own, NULL, &square, image_first), __VA_ARGS__));                      \
    REFUSED_MEMBER(SATCHEL_NOT_TAKEN, PERIODS, satchel_##name(of_images(own, NULL, &square, NULL), __VA_ARGS__)); \
  } while (0)
/* Those that take image pairs: these without periods, the reverse, periods that are none, a body that is not there. */
#define IMAGES(name, own, other, ...)                                                                         \
  do {                                                                                                        \
    REFUSED_MEMBER(SATCHEL_NULL_POINTER, PERIODS,                                                             \
                   satchel_##name(of_images(own, NULL, NULL, image_first), __VA_ARGS__));                     \
    REFUSED_MEMBER(SATCHEL_NULL_POINTER, IMAGE_PAIRS,                                                         \
                   satchel_##name(of_images(own, NULL, &square, NULL), __VA_ARGS__));                         \
    REFUSED_MEMBER(SATCHEL_WRONG_PRECISION, SCENE_B,                                                          \
                   satchel_##name(of_images(own, other, &square, image_first), __VA_ARGS__));                 \
    REFUSED(SATCHEL_OUT_OF_RANGE, satchel_##name(of_images(own, NULL, &negative, image_first), __VA_ARGS__)); \
    REFUSED(SATCHEL_BAD_BODY, satchel_##name(of_images(own, NULL, &square, image_none), __VA_ARGS__));        \
    REFUSED(SATCHEL_BAD_BODY, satchel_##name(of_images(own, own, &square, image_none), __VA_ARGS__));         \
  } while (0)
#define BOTH_PRECISIONS(test, name, ...)             \
  do {                                               \
    test(name, floats, doubles, __VA_ARGS__);        \
    OF_ONE_PRECISION(name, doubles, __VA_ARGS__);    \
    test(name##_d, doubles, floats, __VA_ARGS__);    \
    OF_ONE_PRECISION(name##_d, floats, __VA_ARGS__); \
  } while (0)
#define WITHOUT_IMAGES(name, own, other, ...) \
  do {                                        \
    QUESTION(name, own, other, __VA_ARGS__);  \
    NO_IMAGES(name, own, __VA_ARGS__);        \
  } while (0)
#define WITH_IMAGES(name, own, other, ...)   \
  do {                                       \
    QUESTION(name, own, other, __VA_ARGS__); \
    IMAGES(name, own, other, __VA_ARGS__);   \
  } while (0)

static void questions(void) {
  const satchel_pair_list* const one = of(floats, NULL, first);
  satchel_pair_list list = *one;
  const satchel_pair_list keep = *one;
  BOTH_PRECISIONS(WITH_IMAGES, collide, at(0), NULL);
  NO_NULL(satchel_collide(&keep, NULL, NULL));
  REFUSED(SATCHEL_MISALIGNED, satchel_collide(&keep, at(2), NULL));
  REFUSED_PARAMETER(SATCHEL_NULL_POINTER, 1, satchel_collide_scene(NULL, first, 1, at(0)));
  REFUSED_PARAMETER(SATCHEL_NULL_POINTER, 2, satchel_collide_scene(floats, NULL, 1, at(0)));
  REFUSED_PARAMETER(SATCHEL_NULL_POINTER, 4, satchel_collide_scene(floats, first, 1, NULL));
  REFUSED_PARAMETER(SATCHEL_WRONG_PRECISION, 1, satchel_collide_scene(doubles, first, 1, at(0)));
  REFUSED(SATCHEL_BAD_BODY, satchel_collide_scene(floats, none, 1, at(0)));
  list.struct_size -= 4;
  REFUSED(SATCHEL_WRONG_SIZE, satchel_collide(&list, at(0), NULL));
  list.struct_size = 0;
  REFUSED(SATCHEL_WRONG_SIZE, satchel_collide(&list, at(0), NULL));
  list = keep;
  list.image_pairs = image_first;
  REFUSED_MEMBER(SATCHEL_NULL_POINTER, PERIODS, satchel_collide(&list, at(0), NULL));
  list.periods = &square;
  REFUSED_MEMBER(SATCHEL_NOT_TAKEN, PAIRS, satchel_collide(&list, at(0), NULL));
  TRUE(strstr(satchel_message(satchel_collide(&list, at(0), NULL)), "parameter 1, member pairs: ") != NULL);
  list.image_pairs = NULL;
  REFUSED_MEMBER(SATCHEL_NULL_POINTER, IMAGE_PAIRS, satchel_collide(&list, at(0), NULL));
  TRUE(strstr(satchel_message(satchel_collide(&list, at(0), NULL)), "member image_pairs: ") != NULL);
  list.count = 0;
  REFUSED_MEMBER(SATCHEL_NULL_POINTER, IMAGE_PAIRS, satchel_collide(&list, at(0), NULL));
  list.pairs = NULL;
  OK(satchel_collide(&list, NULL, NULL));
  BOTH_PRECISIONS(WITHOUT_IMAGES, collide_parts, at(0), at(512), NULL);
  NO_NULL(satchel_collide_parts(&keep, at(0), NULL, NULL));
  WITH_IMAGES(classify, floats, doubles, at(0), NULL);
  WITH_IMAGES(classify, doubles, floats, at(0), NULL);
  BOTH_PRECISIONS(WITHOUT_IMAGES, find_hits, at(0), 1, at(512), NULL);
  NO_NULL(satchel_find_hits(&keep, at(0), 1, NULL, NULL));
  REFUSED(SATCHEL_NO_ROOM, satchel_find_hits(&keep, NULL, 0, &n, NULL));
  TRUE(n == 1);
  IMAGES(find_image_hits, floats, doubles, at(0), 1, at(512), NULL);
  IMAGES(find_image_hits_d, doubles, floats, at(0), 1, at(512), NULL);
  REFUSED_MEMBER(SATCHEL_NULL_POINTER, PERIODS, satchel_find_image_hits(&keep, at(0), 1, at(512), NULL));
  BOTH_PRECISIONS(WITH_IMAGES, manifolds, 0.0, at(0), NULL);
  REFUSED(SATCHEL_BAD_MARGIN, satchel_manifolds(&keep, -1.0, at(0), NULL));
  REFUSED(SATCHEL_BAD_MARGIN, satchel_manifolds(&keep, 1e300, at(0), NULL));
  REFUSED(SATCHEL_BAD_MARGIN, satchel_manifolds(&keep, -1e-50, at(0), NULL));
  REFUSED(SATCHEL_BAD_MARGIN, satchel_manifolds(of_images(floats, NULL, &square, image_first), -1.0, at(0), NULL));
  BOTH_PRECISIONS(WITHOUT_IMAGES, part_manifolds, 0.0, at(0), 1, at(512), NULL);
  REFUSED(SATCHEL_BAD_MARGIN, satchel_part_manifolds(&keep, -1.0, at(0), 1, at(512), NULL));
  NO_NULL(satchel_part_manifolds(&keep, 0.0, at(0), 1, NULL, NULL));
  REFUSED(SATCHEL_NO_ROOM, satchel_part_manifolds(&keep, 0.0, NULL, 0, &n, NULL));
  TRUE(n == 1);
  WITHOUT_IMAGES(within, floats, doubles, at(0), NULL);
  WITHOUT_IMAGES(within, doubles, floats, at(0), NULL);
  NO_NULL(satchel_within(&keep, NULL, NULL));
  WITHOUT_IMAGES(relate, floats, doubles, SATCHEL_TOUCHES, at(0), NULL);
  WITHOUT_IMAGES(relate, doubles, floats, SATCHEL_TOUCHES, at(0), NULL);
  NO_NULL(satchel_relate(&keep, SATCHEL_TOUCHES, NULL, NULL));
  REFUSED(SATCHEL_UNKNOWN_VALUE, satchel_relate(&keep, (satchel_predicate)10, at(0), NULL));
  BOTH_PRECISIONS(WITH_IMAGES, distances, at(0), NULL);
  TRUE(satchel_mtv((satchel_contact){0, 0, 0, UINT32_MAX}).x == 0);
  TRUE(satchel_mtv_d((satchel_contactd){0, 0, 0, UINT32_MAX}).x == 0);
}

static void sweeps(void) {
  const satchel_pair_list of_floats = *of(floats, NULL, first), of_doubles = *of(doubles, NULL, first);
  const satchel_motion two_still[2] = {{0, 0, 0}, {0, 0, 0}};
  const satchel_pair_list between = *of(doubles, doubles, first), mixed = *of(floats, doubles, first);
  REFUSED(SATCHEL_SIZE_MISMATCH, satchel_sweep(&of_floats, still, 1, NULL, 0, at(0), NULL));
  NO_NULL(satchel_sweep(NULL, still, 2, NULL, 0, at(0), NULL));
  NO_NULL(satchel_sweep(&of_floats, NULL, 2, NULL, 0, at(0), NULL));
  NO_NULL(satchel_sweep_d(&of_doubles, still, 1, NULL, 0, NULL, NULL));
  REFUSED(SATCHEL_NOT_TAKEN, satchel_sweep_d(&of_doubles, still, 1, still, 1, at(0), NULL));
  REFUSED_MEMBER(SATCHEL_WRONG_PRECISION, SCENE_A, satchel_sweep_d(&of_floats, still, 1, NULL, 0, at(0), NULL));
  REFUSED_MEMBER(SATCHEL_WRONG_PRECISION, SCENE_B, satchel_sweep(&mixed, still, 1, still, 1, at(0), NULL));
  NO_IMAGES(sweep, floats, still, 1, NULL, 0, at(0), NULL);
  REFUSED(SATCHEL_BAD_BODY, satchel_sweep_d(of(doubles, NULL, none), still, 1, NULL, 0, at(0), NULL));
  NO_NULL(satchel_sweep_d(&between, still, 1, NULL, 1, at(0), NULL));
  REFUSED(SATCHEL_SIZE_MISMATCH, satchel_sweep_d(&between, still, 1, NULL, 0, at(0), NULL));
  satchel_sweep_options options = {sizeof(satchel_sweep_options), false, nan_value, 0, NULL, false};
  REFUSED(SATCHEL_BAD_MARGIN, satchel_sweep_d(&of_doubles, still, 1, NULL, 0, at(0), &options));
  options.tolerance = 0;
  options.max_angle = -1;
  REFUSED(SATCHEL_BAD_ANGLE, satchel_sweep_d(&of_doubles, still, 1, NULL, 0, at(0), &options));
  options.max_angle = 0x1p30 + 1; /* 0x1p30 as a float */
  REFUSED(SATCHEL_BAD_ANGLE, satchel_sweep(&of_floats, two_still, 2, NULL, 0, at(0), &options));
  options.max_angle = 0;
  REFUSED(SATCHEL_BAD_ANGLE, satchel_sweep_d(&of_doubles, turning, 1, NULL, 0, at(0), &options));
  options.struct_size -= 8;
  REFUSED(SATCHEL_WRONG_SIZE, satchel_sweep_d(&of_doubles, still, 1, NULL, 0, at(0), &options));
  REFUSED(SATCHEL_WRONG_PRECISION, satchel_advance(floats, still, 1, doubles, NULL));
  REFUSED(SATCHEL_SIZE_MISMATCH, satchel_advance(floats, still, 1, floats, NULL));
  NO_NULL(satchel_advance(floats, still, 1, NULL, NULL));
}

static void chains_links_and_pushes(void) {
  const satchel_vec2 line[3] = {{0, 0}, {1, 0}, {1, 0}};
  const satchel_vec2d lined[2] = {{0, 0}, {1, 0}};
  const satchel_edge_link far_edge = {0, 4, true, false, false, false, {0, 0}, {0, 0}};
  const satchel_edge_link own_start = {0, 0, false, false, true, false, {-1, -1}, {0, 0}};
  const uint32_t self[1] = {0}, gone[1] = {1}, starts[2] = {0, 1}, late[2] = {1, 1};
  REFUSED(SATCHEL_REPEATED_VERTEX, satchel_add_chain(floats, line, 3, false, false, NULL, NULL, at(0)));
  REFUSED(SATCHEL_TOO_FEW_VERTICES, satchel_add_chain(floats, line, 2, true, false, NULL, NULL, at(0)));
  REFUSED(SATCHEL_BAD_NEIGHBOUR, satchel_add_chain(floats, line, 2, false, true, &line[0], NULL, at(0)));
  REFUSED(SATCHEL_MISALIGNED, satchel_add_chain(floats, line, 2, false, true, at(1), NULL, at(0)));
  NO_NULL(satchel_add_chain(floats, NULL, 2, false, false, NULL, NULL, at(0)));
  NO_NULL(satchel_add_chain(floats, line, 2, false, false, NULL, NULL, NULL));
  REFUSED(SATCHEL_WRONG_PRECISION, satchel_add_chain_d(floats, lined, 2, false, false, NULL, NULL, at(0)));
  NO_NULL(satchel_link_edges(NULL, &far_edge, 1));
  NO_NULL(satchel_link_edges(floats, NULL, 1));
  REFUSED(SATCHEL_BAD_EDGE, satchel_link_edges(floats, &far_edge, 1));
  REFUSED(SATCHEL_BAD_NEIGHBOUR, satchel_link_edges(doubles, &own_start, 1));
  REFUSED(SATCHEL_REMOVED_BODY, satchel_link_shared_edges(floats, gone, 1, 0, at(0)));
  REFUSED(SATCHEL_BAD_MARGIN, satchel_link_shared_edges(floats, self, 1, nan_value, at(0)));
  NO_NULL(satchel_link_shared_edges(floats, self, 1, 0, NULL));
  NO_NULL(satchel_unlink(NULL, 0));
  REFUSED(SATCHEL_BAD_BODY, satchel_unlink(floats, 9));
  TRUE(!satchel_is_linked(NULL, 0) && !satchel_is_linked(floats, 0) && !satchel_is_linked(floats, 9));
  REFUSED(SATCHEL_BAD_BODY, satchel_push_out(floats, self, 1, starts, self, 1, at(0), NULL));
  REFUSED(SATCHEL_REMOVED_BODY, satchel_push_out(floats, self, 1, starts, gone, 1, at(0), NULL));
  REFUSED(SATCHEL_BAD_STARTS, satchel_push_out(floats, self, 1, late, gone, 1, at(0), NULL));
  NO_NULL(satchel_push_out(NULL, self, 1, starts, gone, 1, at(0), NULL));
  NO_NULL(satchel_push_out(floats, self, 1, NULL, gone, 1, at(0), NULL));
  NO_NULL(satchel_push_out(floats, self, 1, starts, gone, 1, NULL, NULL));
  const satchel_motion moved[2] = {{0, 0, 0}, {0, 0, 0}}, unknown[2] = {{nan_value, 0, 0}, {0, 0, 0}};
  const uint32_t none[2] = {0, 0};
  satchel_push_out_options options = {sizeof(satchel_push_out_options), 64, moved, 1, 0, NULL};
  NO_NULL(satchel_push_out(floats, NULL, 1, none, NULL, 0, at(0), NULL));
  NO_NULL(satchel_push_out(floats, self, 1, none, NULL, 0, NULL, &options));
  REFUSED(SATCHEL_SIZE_MISMATCH, satchel_push_out(floats, self, 1, none, NULL, 0, at(0), &options));
  options.last_motions = unknown;
  options.last_motion_count = 2;
  REFUSED(SATCHEL_NOT_FINITE, satchel_push_out(floats, self, 1, none, NULL, 0, at(0), &options));
  options.last_motions = moved;
  options.front_tolerance = -1;
  REFUSED(SATCHEL_BAD_MARGIN, satchel_push_out(floats, self, 1, none, NULL, 0, at(0), &options));
  options.last_motions = NULL;
  NO_NULL(satchel_push_out(floats, self, 1, none, NULL, 0, at(0), &options));
  options.struct_size = 1;
  REFUSED(SATCHEL_WRONG_SIZE, satchel_push_out(floats, self, 1, none, NULL, 0, at(0), &options));
}

static void areas(void) {
  const float score[2] = {1, 1};
  const double scores[1] = {0.5};
  BOTH_PRECISIONS(WITHOUT_IMAGES, overlap_areas, at(0), NULL);
  BOTH_PRECISIONS(WITHOUT_IMAGES, ious, at(0), NULL);
  BOTH_PRECISIONS(WITHOUT_IMAGES, overlap_measures, at(0), NULL);
  REFUSED(SATCHEL_SIZE_MISMATCH, satchel_shape_areas(floats, at(0), 2));
  NO_NULL(satchel_shape_areas_d(doubles, NULL, 1));
  const satchel_pair_list list = *of(floats, NULL, first);
  NO_NULL(satchel_intersections(NULL, at(0), 1, at(256), at(512), 4, at(768), NULL));
  NO_NULL(satchel_intersections(&list, at(0), 1, NULL, at(512), 4, at(768), NULL));
  NO_NULL(satchel_intersections(&list, at(0), 1, at(256), NULL, 4, at(768), NULL));
  REFUSED(SATCHEL_BAD_BODY,
          satchel_intersections(of(floats, NULL, none), at(0), 1, at(256), at(512), 4, at(768), NULL));
  REFUSED_MEMBER(SATCHEL_NOT_TAKEN, SCENE_B,
                 satchel_intersections(of(floats, floats, first), at(0), 1, at(256), at(512), 4, at(768), NULL));
  NO_IMAGES(intersections, floats, at(0), 1, at(256), at(512), 4, at(768), NULL);
  OF_ONE_PRECISION(intersections, doubles, at(0), 1, at(256), at(512), 4, at(768), NULL);
  OF_ONE_PRECISION(intersections_d, floats, at(0), 1, at(256), at(512), 4, at(768), NULL);
  REFUSED(SATCHEL_SIZE_MISMATCH, satchel_nms(floats, score, 1, 0.5, NULL, 0, at(0), 1, at(512), NULL));
  REFUSED(SATCHEL_BAD_THRESHOLD, satchel_nms(floats, score, 2, 1e300, NULL, 0, at(0), 1, at(512), NULL));
  REFUSED(SATCHEL_BAD_THRESHOLD, satchel_nms(floats, score, 2, 1 + 1e-12, NULL, 0, at(0), 1, at(512), NULL));
  REFUSED(SATCHEL_BAD_THRESHOLD, satchel_nms(floats, score, 2, -1e-50, NULL, 0, at(0), 1, at(512), NULL));
  NO_NULL(satchel_nms_d(doubles, NULL, 1, 0.5, NULL, 0, at(0), 1, at(512), NULL));
  NO_NULL(satchel_nms_d(doubles, scores, 1, 0.5, NULL, 0, at(0), 1, NULL, NULL));
}

/* What calls about trajectories refuse, without an index and with one. */
#define PATHS(code, movers, obstacles, hits, hit_count)                                             \
  do {                                                                                              \
    REFUSED(code, satchel_first_hits(floats, movers, obstacles, hits, hit_count, NULL));            \
    REFUSED(code, satchel_first_hits(floats, movers, obstacles, hits, hit_count, &asked));          \
    REFUSED(code, satchel_clearances(floats, movers, obstacles, 1, hits, hit_count, NULL));         \
    REFUSED(code, satchel_clearances(floats, movers, obstacles, 1, hits, hit_count, &asked));       \
    REFUSED(code, satchel_times_to_collision(floats, movers, obstacles, 1, hits, hit_count, NULL)); \
  } while (0)

static void trajectories(void) {
  const uint32_t shape[1] = {0}, no_shape[1] = {9}, late[2] = {1, 1};
  const uint8_t flags[2] = {1, 1};
  const satchel_options small = {4, 0, NULL, NULL, NULL, NULL};
  satchel_query_options options, asked;
  satchel_trajectories movers, none;
  satchel_scene* other = NULL;
  satchel_index* index = NULL;
  OK(satchel_index_create(floats, &index, NULL));
  OK(satchel_scene_copy(floats, &other));
  memset(&asked, 0, sizeof asked);
  asked.struct_size = sizeof asked;
  asked.index = index;
  memset(&none, 0, sizeof none);
  PATHS(SATCHEL_WRONG_SIZE, &none, &none, at(0), 0);
  none.struct_size = sizeof none + 8;
  PATHS(SATCHEL_WRONG_SIZE, &none, &none, at(0), 0);
  none.struct_size = sizeof none;
  movers = none;
  movers.struct_size = offsetof(satchel_trajectories, clearance);
  PATHS(SATCHEL_WRONG_SIZE, &none, &movers, at(0), 0);
  movers = none;
  PATHS(SATCHEL_NULL_POINTER, NULL, &none, at(0), 0);
  PATHS(SATCHEL_NULL_POINTER, &none, NULL, at(0), 0);
  PATHS(SATCHEL_SIZE_MISMATCH, &none, &none, at(0), 1);
  PATHS(SATCHEL_MISALIGNED, (const satchel_trajectories*)(const void*)((const char*)&movers + 1), &none, at(0), 0);
  movers.shape_count = movers.pose_count = movers.steps = 1;
  PATHS(SATCHEL_NULL_POINTER, &movers, &none, at(0), 1);
  movers.shapes = shape;
  PATHS(SATCHEL_NULL_POINTER, &movers, &none, at(0), 1);
  movers.poses = &here;
  PATHS(SATCHEL_NULL_POINTER, &movers, &none, NULL, 1);
  PATHS(SATCHEL_MISALIGNED, &movers, &none, at(1), 1);
  movers.present_count = 2;
  PATHS(SATCHEL_NULL_POINTER, &movers, &none, at(0), 1);
  movers.present = flags;
  PATHS(SATCHEL_SIZE_MISMATCH, &movers, &none, at(0), 1);
  movers.present_count = 1;
  movers.start_count = 2;
  PATHS(SATCHEL_NULL_POINTER, &movers, &none, at(0), 1);
  PATHS(SATCHEL_NULL_POINTER, &none, &movers, at(0), 0);
  movers.starts = late;
  PATHS(SATCHEL_BAD_STARTS, &movers, &none, at(0), 1);
  movers.start_count = 0;
  movers.clearance = -1;
  PATHS(SATCHEL_BAD_RADIUS, &movers, &none, at(0), 1);
  movers.clearance = nan_value;
  PATHS(SATCHEL_BAD_RADIUS, &movers, &none, at(0), 1);
  movers.clearance = 0;
  movers.poses = &unturned;
  PATHS(SATCHEL_BAD_ROTATION, &movers, &none, at(0), 1);
  movers.poses = &here;
  movers.shapes = no_shape;
  PATHS(SATCHEL_BAD_SHAPE, &movers, &none, at(0), 1);
  movers.shapes = shape;
  NO_NULL(satchel_first_hits(NULL, &movers, &none, at(0), 1, NULL));
  NO_NULL(satchel_clearances(NULL, &movers, &none, 1, at(0), 1, NULL));
  NO_NULL(satchel_times_to_collision(NULL, &movers, &none, 1, at(0), 1, NULL));
  NO_NULL(satchel_trajectory_hits(NULL, &movers, &none, at(0), 1, at(512), NULL));
  NO_NULL(satchel_trajectory_hits(floats, &movers, &none, NULL, 1, at(512), NULL));
  NO_NULL(satchel_trajectory_hits(floats, &movers, &none, at(0), 1, NULL, &asked));
  NO_NULL(satchel_trajectory_hits(floats, NULL, &none, at(0), 1, at(512), NULL));
  REFUSED(SATCHEL_BAD_DISTANCE, satchel_clearances(floats, &movers, &none, -1, at(0), 1, NULL));
  REFUSED(SATCHEL_BAD_DISTANCE, satchel_times_to_collision(floats, &movers, &none, 0, at(0), 1, &asked));
  movers.velocity_count = 1;
  NO_NULL(satchel_times_to_collision(floats, &movers, &none, 1, at(0), 1, NULL));
  movers.velocity_count = 0;
  REFUSED_MEMBER_OF(SATCHEL_WRONG_PRECISION, 6, INDEX, satchel_first_hits(doubles, &movers, &none, at(0), 1, &asked));
  REFUSED(SATCHEL_OTHER_SCENE, satchel_first_hits(other, &movers, &none, at(0), 1, &asked));
  asked.run = &small;
  REFUSED(SATCHEL_WRONG_SIZE, satchel_first_hits(floats, &movers, &none, at(0), 1, &asked));
  memset(&options, 0, sizeof options);
  REFUSED(SATCHEL_WRONG_SIZE, satchel_first_hits(floats, &movers, &none, at(0), 1, &options));
  options.struct_size = sizeof options;
  options.ignored = no_shape;
  options.ignored_count = 2;
  REFUSED(SATCHEL_SIZE_MISMATCH, satchel_first_hits(floats, &movers, &none, at(0), 1, &options));
  options.index = index;
  REFUSED(SATCHEL_SIZE_MISMATCH, satchel_first_hits(floats, &movers, &none, at(0), 1, &options));
  satchel_scene_destroy(other);
  satchel_index_destroy(index);
}

static void spatial(void) {
  const satchel_ray nowhere = {{0, 0}, {0, 0}, 1};
  const satchel_vec2d far_off = {nan_value, 0};
  const satchel_box inside_out = {1, 1, 0, 0};
  satchel_pair_options options;
  const double margins[2] = {0, -1};
  satchel_broad_phase* finder = NULL;
  REFUSED(SATCHEL_BAD_RAY, satchel_cast_rays(floats, &nowhere, 1, at(0), NULL));
  NO_NULL(satchel_cast_rays(floats, NULL, 1, at(0), NULL));
  REFUSED(SATCHEL_NOT_FINITE, satchel_bodies_at_points(floats, &far_off, 1, at(0), 1, at(512), NULL));
  NO_NULL(satchel_bodies_at_points(NULL, &far_off, 1, at(0), 1, at(512), NULL));
  REFUSED(SATCHEL_BAD_BOX, satchel_bodies_in_boxes(doubles, &inside_out, 1, at(0), 1, at(512), NULL));
  NO_NULL(satchel_bodies_in_boxes(doubles, &inside_out, 1, at(0), 1, NULL, NULL));
  trajectories();
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.margin = -1;
  REFUSED(SATCHEL_BAD_MARGIN, satchel_find_pairs(floats, NULL, at(0), 1, at(512), &options));
  options.margin = 0;
  options.filter_count = 1;
  NO_NULL(satchel_find_pairs(floats, NULL, at(0), 1, at(512), &options));
  options.filter_count = 0;
  options.margin_count = 2;
  NO_NULL(satchel_find_pairs(floats, NULL, at(0), 1, at(512), &options));
  options.margins = margins;
  REFUSED(SATCHEL_BAD_MARGIN, satchel_find_pairs(floats, NULL, at(0), 1, at(512), &options));
  options.margin_count = 1;
  REFUSED(SATCHEL_SIZE_MISMATCH, satchel_find_pairs(floats, NULL, at(0), 1, at(512), &options));
  options.margin_count = 0;
  options.motion_count = 2;
  NO_NULL(satchel_find_pairs(floats, NULL, at(0), 1, at(512), &options));
  options.motion_count = 0;
  options.struct_size = 0;
  REFUSED(SATCHEL_WRONG_SIZE, satchel_find_pairs(floats, NULL, at(0), 1, at(512), &options));
  NO_NULL(satchel_find_pairs(NULL, floats, at(0), 1, at(512), NULL));
  NO_NULL(satchel_find_pairs(floats, NULL, NULL, 1, at(512), NULL));
  NO_NULL(satchel_find_pairs(floats, NULL, at(0), 1, NULL, NULL));
  REFUSED(SATCHEL_WRONG_PRECISION, satchel_find_pairs(floats, doubles, at(0), 1, at(512), NULL));
  NO_NULL(satchel_find_image_pairs(NULL, NULL, &square, at(0), 1, at(512), NULL));
  NO_NULL(satchel_find_image_pairs(floats, NULL, NULL, at(0), 1, at(512), NULL));
  NO_NULL(satchel_find_image_pairs(floats, NULL, &square, at(0), 1, NULL, NULL));
  REFUSED(SATCHEL_OUT_OF_RANGE, satchel_find_image_pairs(doubles, NULL, &negative, at(0), 1, at(512), NULL));
  REFUSED(SATCHEL_WRONG_PRECISION, satchel_find_image_pairs(floats, doubles, &square, at(0), 1, at(512), NULL));
  NO_NULL(satchel_broad_phase_create(NULL));
  OK(satchel_broad_phase_create(&finder));
  options.struct_size = sizeof options;
  options.broad_phase = at(1);
  REFUSED(SATCHEL_MISALIGNED, satchel_find_pairs(floats, NULL, at(0), 1, at(512), &options));
  options.broad_phase = finder;
  NO_NULL(satchel_find_pairs(NULL, NULL, at(0), 1, at(512), &options));
  REFUSED(SATCHEL_WRONG_PRECISION, satchel_find_pairs(floats, doubles, at(0), 1, at(512), &options));
  REFUSED(SATCHEL_NO_ROOM, satchel_find_pairs(floats, floats, NULL, 0, &n, &options));
  REFUSED(SATCHEL_OUT_OF_RANGE, satchel_find_image_pairs(floats, NULL, &negative, at(0), 1, at(512), &options));
  TRUE(n == 1 && satchel_broad_phase_memory_bytes(finder) > 0 && satchel_broad_phase_memory_bytes(NULL) == 0);
  satchel_broad_phase_destroy(finder);
  satchel_broad_phase_destroy(NULL);
}

static void indices(void) {
  const satchel_ray nowhere = {{0, 0}, {0, 0}, 1}, ray = {{-9, 0}, {1, 0}, 99};
  const satchel_vec2d far_off = {nan_value, 0};
  const satchel_box inside_out = {1, 1, 0, 0}, box = {0, 0, 1, 1};
  const uint32_t shape[1] = {0}, no_shape[1] = {9}, nothing[1] = {0};
  const satchel_options no_size = {0, 0, NULL, NULL, NULL, NULL};
  satchel_query_options options, in_doubles;
  satchel_scene* other = NULL;
  satchel_index *index = NULL, *of_doubles = NULL, *made = (satchel_index*)1;
  NO_NULL(satchel_index_create(NULL, &made, NULL));
  TRUE(made == NULL);
  NO_NULL(satchel_index_create(floats, NULL, NULL));
  made = (satchel_index*)1;
  REFUSED(SATCHEL_WRONG_SIZE, satchel_index_create(floats, &made, &no_size));
  TRUE(made == NULL);
  OK(satchel_index_create(floats, &index, NULL));
  OK(satchel_index_create(doubles, &of_doubles, NULL));
  OK(satchel_scene_copy(floats, &other));
  satchel_index_destroy(NULL);
  TRUE(satchel_index_is_current(index, floats) && !satchel_index_is_current(index, other));
  TRUE(!satchel_index_is_current(index, doubles) && !satchel_index_is_current(NULL, floats));
  TRUE(!satchel_index_is_current(index, NULL));
  TRUE(satchel_index_memory_bytes(index) > 0 && satchel_index_memory_bytes(NULL) == 0);
  NO_NULL(satchel_index_build(NULL, floats, NULL));
  REFUSED(SATCHEL_WRONG_PRECISION, satchel_index_build(index, doubles, NULL));
  NO_NULL(satchel_index_update(index, NULL, NULL, 0, NULL));
  REFUSED(SATCHEL_OTHER_SCENE, satchel_index_update(index, other, NULL, 0, NULL));
  NO_NULL(satchel_index_update(index, floats, NULL, 1, NULL));
  REFUSED(SATCHEL_OTHER_SCENE, satchel_index_update(index, other, nothing, 1, NULL));
  memset(&options, 0, sizeof options);
  options.struct_size = sizeof options;
  options.index = index;
  in_doubles = options;
  in_doubles.index = of_doubles;
  REFUSED(SATCHEL_OTHER_SCENE, satchel_cast_rays(other, &ray, 1, at(0), &options));
  REFUSED(SATCHEL_BAD_RAY, satchel_cast_rays(floats, &nowhere, 1, at(0), &options));
  REFUSED_MEMBER_OF(SATCHEL_WRONG_PRECISION, 5, INDEX, satchel_cast_rays(doubles, &ray, 1, at(0), &options));
  NO_NULL(satchel_cast_rays(NULL, &ray, 1, at(0), &options));
  NO_NULL(satchel_cast_rays(floats, &ray, 1, NULL, &options));
  const satchel_motion motion = {1, 0, 0}, nan_motion = {nan_value, 0, 0};
  satchel_cast_options casts;
  memset(&casts, 0, sizeof casts);
  casts.struct_size = sizeof casts;
  for (int k = 0; k < 2; ++k) { /* with an index, and without */
    const satchel_query_options* const given = k == 0 ? &options : NULL;
    const satchel_query_options* const given_d = k == 0 ? &in_doubles : NULL;
    REFUSED(SATCHEL_BAD_RAY, satchel_rays_blocked(floats, &nowhere, 1, at(0), given));
    NO_NULL(satchel_rays_blocked(NULL, &ray, 1, at(0), given));
    REFUSED(SATCHEL_BAD_RAY, satchel_all_ray_hits(floats, &nowhere, 1, at(0), 1, at(512), given));
    NO_NULL(satchel_all_ray_hits(floats, &ray, 1, at(0), 1, NULL, given));
    REFUSED(SATCHEL_NO_ROOM, satchel_all_ray_hits(floats, &ray, 1, NULL, 0, &n, given));
    TRUE(n == 1);
    REFUSED(SATCHEL_NOT_FINITE, satchel_bodies_at_points(floats, &far_off, 1, at(0), 1, at(512), given));
    NO_NULL(satchel_bodies_at_points(floats, NULL, 1, at(0), 1, at(512), given));
    REFUSED(SATCHEL_BAD_BOX, satchel_bodies_in_boxes(doubles, &inside_out, 1, at(0), 1, at(512), given_d));
    NO_NULL(satchel_bodies_in_boxes(doubles, &box, 1, NULL, 1, at(512), given_d));
    REFUSED(SATCHEL_BAD_SHAPE, satchel_bodies_at_poses(floats, no_shape, 1, &here, 1, at(0), 1, at(512), given));
    REFUSED(SATCHEL_SIZE_MISMATCH, satchel_bodies_at_poses(floats, NULL, 0, &here, 1, at(0), 1, at(512), given));
    REFUSED(SATCHEL_BAD_ROTATION, satchel_bodies_at_poses(floats, shape, 1, &unturned, 1, at(0), 1, at(512), given));
    NO_NULL(satchel_bodies_at_poses(floats, shape, 1, NULL, 1, at(0), 1, at(512), given));
    REFUSED(SATCHEL_BAD_ROTATION,
            satchel_images_at_poses(floats, &square, shape, 1, &unturned, 1, at(0), 1, at(512), given));
    REFUSED(SATCHEL_OUT_OF_RANGE,
            satchel_images_at_poses(floats, &negative, shape, 1, &here, 1, at(0), 1, at(512), given));
    NO_NULL(satchel_images_at_poses(floats, NULL, shape, 1, &here, 1, at(0), 1, at(512), given));
    NO_NULL(satchel_images_at_poses(floats, &square, NULL, 1, &here, 1, at(0), 1, at(512), given));
    NO_NULL(satchel_images_at_poses(floats, &square, shape, 1, NULL, 1, at(0), 1, at(512), given));
    NO_NULL(satchel_images_at_poses(floats, &square, shape, 1, &here, 1, NULL, 1, at(512), given));
    NO_NULL(satchel_images_at_poses(floats, &square, shape, 1, &here, 1, at(0), 1, NULL, given));
    REFUSED(SATCHEL_NO_ROOM, satchel_images_at_poses(floats, &square, shape, 1, &here, 1, NULL, 0, &n, given));
    TRUE(n == 1);
    casts.query = given;
    REFUSED(SATCHEL_NOT_FINITE, satchel_cast_shapes(floats, shape, 1, &here, 1, &nan_motion, 1, at(0), &casts));
    REFUSED(SATCHEL_BAD_SHAPE, satchel_cast_shapes(floats, no_shape, 1, &here, 1, &motion, 1, at(0), &casts));
    REFUSED(SATCHEL_SIZE_MISMATCH, satchel_cast_shapes(floats, shape, 1, &here, 1, NULL, 0, at(0), &casts));
    NO_NULL(satchel_cast_shapes(NULL, shape, 1, &here, 1, &motion, 1, at(0), &casts));
    NO_NULL(satchel_cast_shapes(floats, NULL, 1, &here, 1, &motion, 1, at(0), &casts));
    NO_NULL(satchel_cast_shapes(floats, shape, 1, NULL, 1, &motion, 1, at(0), &casts));
    NO_NULL(satchel_cast_shapes(floats, shape, 1, &here, 1, NULL, 1, at(0), &casts));
    NO_NULL(satchel_cast_shapes(floats, shape, 1, &here, 1, &motion, 1, NULL, &casts));
    casts.tolerance = -1;
    REFUSED(SATCHEL_BAD_MARGIN, satchel_cast_shapes(floats, shape, 1, &here, 1, &motion, 1, at(0), &casts));
    casts.tolerance = 0;
    casts.max_angle = -1;
    REFUSED(SATCHEL_BAD_ANGLE,
            satchel_all_shape_hits(floats, shape, 1, &here, 1, &motion, 1, at(0), 1, at(512), &casts));
    casts.max_angle = 0x1p30 + 1;
    REFUSED(SATCHEL_BAD_ANGLE,
            satchel_all_shape_hits(floats, shape, 1, &here, 1, &motion, 1, at(0), 1, at(512), &casts));
    casts.max_angle = 0;
    NO_NULL(satchel_all_shape_hits(floats, shape, 1, &here, 1, &motion, 1, NULL, 1, at(512), &casts));
    NO_NULL(satchel_all_shape_hits(floats, shape, 1, &here, 1, &motion, 1, at(0), 1, NULL, &casts));
    REFUSED(SATCHEL_NO_ROOM, satchel_all_shape_hits(floats, shape, 1, &here, 1, &motion, 1, NULL, 0, &n, &casts));
    TRUE(n == 1);
    casts.struct_size = 0;
    REFUSED(SATCHEL_WRONG_SIZE, satchel_cast_shapes(floats, shape, 1, &here, 1, &motion, 1, at(0), &casts));
    casts.struct_size = sizeof casts;
    REFUSED(SATCHEL_BAD_DISTANCE, satchel_nearest_bodies(floats, shape, 1, &here, 1, 1, -1, at(0), 1, at(512), given));
    NO_NULL(satchel_nearest_bodies(floats, shape, 1, &here, 1, 1, 1, at(0), 1, NULL, given));
    REFUSED(SATCHEL_WRONG_PRECISION,
            satchel_nearest_bodies(doubles, shape, 1, &here, 1, 1, 1, at(0), 1, at(512), given_d));
    REFUSED(SATCHEL_BAD_DISTANCE,
            satchel_nearest_bodies_d(doubles, shape, 1, &here, 1, 1, nan_value, at(0), 1, at(512), given_d));
    REFUSED(SATCHEL_WRONG_PRECISION,
            satchel_nearest_bodies_d(floats, shape, 1, &here, 1, 1, 1, at(0), 1, at(512), given));
  }

  options.struct_size = 0;
  REFUSED(SATCHEL_WRONG_SIZE, satchel_cast_rays(floats, &ray, 1, at(0), &options));
  options.struct_size = sizeof options;
  options.ignored_count = 1;
  NO_NULL(satchel_cast_rays(floats, &ray, 1, at(0), &options));
  options.ignored = nothing;
  OK(satchel_all_ray_hits(floats, &ray, 1, NULL, 0, &n, &options));
  TRUE(n == 0);
  options.index = NULL;
  OK(satchel_all_ray_hits(floats, &ray, 1, NULL, 0, &n, &options));
  TRUE(n == 0);
  options.ignored_count = 0;
  options.query_worlds = nothing;
  options.query_world_count = 1;
  REFUSED(SATCHEL_SIZE_MISMATCH, satchel_cast_rays(floats, &ray, 1, at(0), &options));
  options.index = index;
  REFUSED(SATCHEL_SIZE_MISMATCH, satchel_cast_rays(floats, &ray, 1, at(0), &options));
  options.query_world_count = 0;

  satchel_kept_pairs *kept = NULL, *no_kept = (satchel_kept_pairs*)1;
  const satchel_pair* list = NULL;
  NO_NULL(satchel_kept_pairs_create(SATCHEL_FLOAT, 0, NULL));
  REFUSED(SATCHEL_UNKNOWN_VALUE, satchel_kept_pairs_create((satchel_precision)9, 0, &no_kept));
  TRUE(no_kept == NULL && satchel_kept_pairs_memory_bytes(NULL) == 0);
  satchel_kept_pairs_destroy(NULL);
  OK(satchel_kept_pairs_create(SATCHEL_FLOAT, 0, &kept));
  NO_NULL(satchel_kept_pairs_update(NULL, floats, index, true, NULL));
  NO_NULL(satchel_kept_pairs_update(kept, NULL, index, true, NULL));
  NO_NULL(satchel_kept_pairs_update(kept, floats, NULL, true, NULL));
  REFUSED(SATCHEL_WRONG_PRECISION, satchel_kept_pairs_update(kept, doubles, index, true, NULL));
  REFUSED(SATCHEL_WRONG_PRECISION, satchel_kept_pairs_update(kept, floats, of_doubles, true, NULL));
  REFUSED(SATCHEL_OTHER_SCENE, satchel_kept_pairs_update(kept, other, index, true, NULL));
  satchel_broad_phase* finder = NULL;
  satchel_pair_options pair_options;
  OK(satchel_broad_phase_create(&finder));
  memset(&pair_options, 0, sizeof pair_options);
  pair_options.struct_size = sizeof pair_options;
  pair_options.broad_phase = finder;
  REFUSED_MEMBER_OF(SATCHEL_NOT_TAKEN, 5, BROAD_PHASE,
                    satchel_kept_pairs_update(kept, floats, index, true, &pair_options));
  satchel_broad_phase_destroy(finder);
  OK(satchel_kept_pairs_update(kept, floats, index, true, NULL));
  NO_NULL(satchel_kept_pairs_list(NULL, SATCHEL_PAIRS_ALL, at(0), at(512)));
  NO_NULL(satchel_kept_pairs_list(kept, SATCHEL_PAIRS_ADDED, NULL, at(512)));
  NO_NULL(satchel_kept_pairs_list(kept, SATCHEL_PAIRS_ENDED, at(0), NULL));
  REFUSED(SATCHEL_UNKNOWN_VALUE, satchel_kept_pairs_list(kept, (satchel_kept_list)3, at(0), at(512)));
  OK(satchel_kept_pairs_list(kept, SATCHEL_PAIRS_ALL, &list, &n));
  TRUE(n == 0);
  satchel_kept_pairs_destroy(kept);
  OK(satchel_kept_pairs_create(SATCHEL_FLOAT, -1e-50, &kept));
  REFUSED(SATCHEL_BAD_MARGIN, satchel_kept_pairs_update(kept, floats, index, true, NULL));
  satchel_kept_pairs_destroy(kept);

  OK(satchel_index_build(index, other, NULL));
  OK(satchel_set_pose(other, 0, &(satchel_pose){5, 0, 1, 0}));
  REFUSED(SATCHEL_CHANGED_SCENE, satchel_cast_rays(other, &ray, 1, at(0), &options));
  REFUSED(SATCHEL_LEFT_OUT, satchel_index_update(index, other, nothing, 0, NULL));
  OK(satchel_index_update(index, other, nothing, 1, NULL));
  TRUE(satchel_index_is_current(index, other));
  satchel_scene_destroy(other);
  satchel_index_destroy(index);
  satchel_index_destroy(of_doubles);
}

static int cancel(void* context, uint64_t done, uint64_t all) {
  (void)context, (void)done, (void)all;
  return 0;
}

static void rings_and_isas(void) {
  const satchel_options small = {4, 0, NULL, NULL, NULL, NULL};
  const satchel_options run = {sizeof(satchel_options), 0, NULL, NULL, cancel, NULL}; /* not called by short calls */
  const satchel_vec2 cross[4] = {{0, 0}, {1, 1}, {1, 0}, {0, 1}};
  const satchel_vec2d two[2] = {{0, 0}, {1, 1}};
  REFUSED(SATCHEL_NO_ROOM, satchel_convex_hull(cross, 4, NULL, 0, &n));
  TRUE(n == 4);
  NO_NULL(satchel_convex_hull(NULL, 4, at(0), 4, at(512)));
  NO_NULL(satchel_convex_hull_d(two, 2, at(0), 4, NULL));
  REFUSED(SATCHEL_MEETS_ITSELF,
          satchel_clean_ring(cross, 4, SATCHEL_COUNTER_CLOCKWISE, at(0), at(256), 4, at(512), NULL));
  REFUSED(SATCHEL_UNKNOWN_VALUE, satchel_clean_ring(cross, 4, (satchel_winding)7, at(0), at(256), 4, at(512), NULL));
  REFUSED(SATCHEL_NO_ROOM, satchel_clean_ring(cross, 3, SATCHEL_WINDING_CLOCKWISE, at(0), at(256), 2, at(512), NULL));
  REFUSED(SATCHEL_MEETS_ITSELF,
          satchel_clean_ring(cross, 4, SATCHEL_COUNTER_CLOCKWISE, at(0), at(256), 4, at(512), &run));
  REFUSED(SATCHEL_WRONG_SIZE,
          satchel_clean_ring(cross, 4, SATCHEL_COUNTER_CLOCKWISE, at(0), at(256), 4, at(512), &small));
  REFUSED(SATCHEL_TOO_FEW_VERTICES,
          satchel_clean_ring_d(two, 2, SATCHEL_COUNTER_CLOCKWISE, at(0), at(256), 4, at(512), NULL));
  NO_NULL(satchel_convex_parts(NULL, 4, NULL, 0, at(0), at(256), at(384), 8, at(512), 4, at(768), NULL));
  NO_NULL(satchel_convex_parts(cross, 4, NULL, 0, at(0), at(256), at(384), 8, at(512), 4, NULL, NULL));
  REFUSED(SATCHEL_MEETS_ITSELF,
          satchel_convex_parts(cross, 4, NULL, 0, at(0), at(256), at(384), 8, at(512), 4, at(768), &run));
  REFUSED(SATCHEL_WRONG_SIZE,
          satchel_convex_parts(cross, 4, NULL, 0, at(0), at(256), at(384), 8, at(512), 4, at(768), &small));
  REFUSED(SATCHEL_TOO_FEW_VERTICES,
          satchel_convex_parts_d(two, 2, NULL, 0, at(0), at(256), at(384), 8, at(512), 4, at(768), NULL));
  NO_NULL(satchel_active_isa(NULL));
  NO_NULL(satchel_force_isa(NULL));
  REFUSED(SATCHEL_UNKNOWN_ISA, satchel_force_isa("abacus"));
  TRUE(satchel_isa_name(0) != NULL && satchel_isa_name(99) == NULL && satchel_isa_name(SIZE_MAX) == NULL);
  REFUSED(SATCHEL_WRONG_ABI, satchel_check_abi(SATCHEL_OLDEST_ABI - 1));
  REFUSED(SATCHEL_WRONG_ABI, satchel_check_abi(SATCHEL_ABI + 1));
  TRUE(satchel_version()[0] >= '0' && strlen(satchel_code_message(-1)) > 0);
  TRUE(strcmp(satchel_code_message(SATCHEL_WRONG_ABI), satchel_code_message(-1)) != 0);
}

/* Counts that no array has, as those of programs that computed one wrongly. */
static void counts(void) {
  static const double zeros[4] = {0, 0, 0, 0};
  static const uint32_t none_of[2] = {0, 0};
  const size_t huge[4] = {SIZE_MAX, SIZE_MAX - 1, SIZE_MAX / 2, SIZE_MAX / sizeof(double)}; /* SIZE_MAX + 1 is 0 */
  const satchel_edge_link link = {0};
  satchel_scene* const scenes_of[2] = {floats, doubles};
  for (int i = 0; i < 8; ++i) {
    satchel_scene* const scene = scenes_of[i % 2];
    const size_t count = huge[i / 2];
    satchel_pair_options options;
    satchel_pair_list list = SATCHEL_PAIRS_OF(scene, first, 1);
    list.count = count;
    REFUSED(SATCHEL_TOO_MANY, satchel_classify(&list, at(0), NULL));
    REFUSED(SATCHEL_TOO_MANY, satchel_within(&list, at(0), NULL));
    REFUSED(SATCHEL_TOO_MANY, satchel_link_edges(scene, &link, count));
    REFUSED(SATCHEL_TOO_MANY, satchel_reference_poses(zeros, count, at(0), 0, 0));
    REFUSED(SATCHEL_TOO_MANY, satchel_set_poses(scene, &here, count, NULL));
    REFUSED(SATCHEL_TOO_MANY, satchel_add_bodies(scene, none_of, &here, count, at(0)));
    REFUSED(SATCHEL_TOO_MANY, satchel_push_out(scene, none_of, count, none_of, NULL, 0, at(0), NULL));
    satchel_outline_starts starts[3] = {SATCHEL_OUTLINE_STARTS_INIT, SATCHEL_OUTLINE_STARTS_INIT,
                                        SATCHEL_OUTLINE_STARTS_INIT};
    for (int k = 0; k < 3; ++k) starts[k].rings = none_of;
    starts[0].ring_count = count;
    starts[1].polygons = none_of;
    starts[1].polygon_count = count;
    starts[2].outlines = none_of;
    starts[2].outline_count = count;
    for (int k = 0; k < 3; ++k) {
      REFUSED(SATCHEL_TOO_MANY, i % 2 == 0 ? satchel_add_outlines(scene, NULL, 0, &starts[k], 0, at(0), NULL)
                                           : satchel_add_outlines_d(scene, NULL, 0, &starts[k], 0, at(0), NULL));
    }
    REFUSED(SATCHEL_TOO_MANY, i % 2 == 0 ? satchel_add_polygons(scene, NULL, 0, none_of, count, NULL, 0, at(0))
                                         : satchel_add_polygons_d(scene, NULL, 0, none_of, count, NULL, 0, at(0)));
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.margins = zeros;
    options.margin_count = count;
    REFUSED(SATCHEL_TOO_MANY, satchel_find_pairs(scene, NULL, at(0), 1, at(512), &options));
  }
  /* Counts that an array may have, but this is not it. */
  for (int i = 0; i < 2; ++i) {
    satchel_pair_options options;
    satchel_kept_pairs* kept = NULL;
    satchel_index* index = NULL;
    memset(&options, 0, sizeof options);
    options.struct_size = sizeof options;
    options.margins = zeros;
    options.margin_count = SIZE_MAX / 64;
    REFUSED(SATCHEL_SIZE_MISMATCH, satchel_find_pairs(scenes_of[i], NULL, at(0), 1, at(512), &options));
    REFUSED(SATCHEL_SIZE_MISMATCH, satchel_find_pairs(scenes_of[i], scenes_of[i], at(0), 1, at(512), &options));
    OK(satchel_kept_pairs_create(i == 0 ? SATCHEL_FLOAT : SATCHEL_DOUBLE, 0, &kept));
    OK(satchel_index_create(scenes_of[i], &index, NULL));
    REFUSED(SATCHEL_SIZE_MISMATCH, satchel_kept_pairs_update(kept, scenes_of[i], index, false, &options));
    satchel_kept_pairs_destroy(kept);
    satchel_index_destroy(index);
    REFUSED(SATCHEL_NO_MEMORY, satchel_link_edges(scenes_of[i], &link, SIZE_MAX / 2 / sizeof link));
  }
}

int main(void) {
  memset(out.bytes, 0xA5, sizeof out.bytes);
  OK(satchel_scene_create(SATCHEL_FLOAT, &floats));
  OK(satchel_scene_create(SATCHEL_DOUBLE, &doubles));
  OK(satchel_add_box(floats, 1, 1, 0, &id));
  OK(satchel_add_box(doubles, 1, 1, 0, &id));
  OK(satchel_add_body(doubles, 0, &here, &id));
  OK(satchel_add_body(floats, 0, &here, &id));
  OK(satchel_add_body(floats, 0, &here, &id));
  OK(satchel_remove_body(floats, id));
  const uint64_t revision = satchel_scene_revisions(floats).all;
  scenes();
  shapes();
  questions();
  sweeps();
  chains_links_and_pushes();
  areas();
  spatial();
  indices();
  rings_and_isas();
  counts();
  TRUE(satchel_scene_revisions(floats).all == revision && satchel_body_count(floats) == 1);
  satchel_scene_destroy(floats);
  satchel_scene_destroy(doubles);
  return failures == 0 ? 0 : 1;
}
