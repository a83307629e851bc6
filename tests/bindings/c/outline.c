/* An L of C becomes a compound of convex parts; right calls and wrong ones. */
#include <satchel/satchel.h>
#include <stdio.h>

#define CHECK(fact)                        \
  do {                                     \
    if (!(fact)) {                         \
      printf("%d: %s\n", __LINE__, #fact); \
      return 1;                            \
    }                                      \
  } while (0)

int main(void) {
  const satchel_vec2 l[6] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
  const satchel_vec2d turned[3] = {{0, 0}, {0, 1}, {1, 0}};
  satchel_vec2 vertices[18];
  uint32_t indices[18], starts[6], parts[6], shape, body;
  uint8_t inner[18];
  satchel_parts_found found = {0, 0};
  CHECK(satchel_convex_parts(l, 6, NULL, 0, NULL, NULL, NULL, 0, NULL, 0, &found, NULL).code == SATCHEL_NO_ROOM);
  CHECK(found.parts == 2 && found.vertices == 8);
  CHECK(satchel_convex_parts(l, 6, NULL, 0, vertices, indices, inner, 18, starts, 2, &found, NULL).code ==
        SATCHEL_NO_ROOM);
  CHECK(satchel_convex_parts(l, 6, NULL, 0, vertices, NULL, inner, 18, starts, 6, &found, NULL).code ==
        SATCHEL_NULL_POINTER);
  CHECK(satchel_convex_parts_d(turned, 3, NULL, 0, NULL, NULL, NULL, 0, NULL, 0, &found, NULL).code ==
        SATCHEL_CLOCKWISE);
  CHECK(satchel_convex_parts(l, 6, NULL, 0, vertices, indices, inner, 18, starts, 6, &found, NULL).code == SATCHEL_OK);
  const satchel_options run = {sizeof(satchel_options), 0, NULL, NULL, NULL, NULL},
                        small = {4, 0, NULL, NULL, NULL, NULL};
  CHECK(satchel_convex_parts(l, 6, NULL, 0, vertices, indices, inner, 18, starts, 6, &found, &run).code == SATCHEL_OK);
  CHECK(satchel_convex_parts(l, 6, NULL, 0, vertices, indices, inner, 18, starts, 6, &found, &small).code ==
        SATCHEL_WRONG_SIZE);
  CHECK(satchel_convex_parts_d(turned, 3, NULL, 0, NULL, NULL, NULL, 0, NULL, 0, &found, NULL).code ==
        SATCHEL_CLOCKWISE);
  /* starts that leave points out, go back, or go beyond the points */
  const uint32_t some[2] = {0, 4}, late[2] = {2, 6}, back[3] = {0, 4, 2}, beyond[3] = {0, 6, 9}, one[1] = {0};
  CHECK(satchel_convex_parts(l, 6, some, 2, vertices, indices, inner, 18, starts, 6, &found, NULL).code ==
        SATCHEL_BAD_STARTS);
  CHECK(satchel_convex_parts(l, 6, late, 2, vertices, indices, inner, 18, starts, 6, &found, NULL).code ==
        SATCHEL_BAD_STARTS);
  CHECK(satchel_convex_parts(l, 6, back, 3, vertices, indices, inner, 18, starts, 6, &found, NULL).code ==
        SATCHEL_BAD_STARTS);
  CHECK(satchel_convex_parts(l, 6, beyond, 3, vertices, indices, inner, 18, starts, 6, &found, NULL).code ==
        SATCHEL_BAD_STARTS);
  CHECK(satchel_convex_parts(l, 6, one, 1, vertices, indices, inner, 18, starts, 6, &found, NULL).code ==
        SATCHEL_BAD_STARTS);
  CHECK(satchel_convex_parts(l, 6, NULL, 0, vertices, indices, inner, 18, starts, 6, &found, NULL).code == SATCHEL_OK);
  for (uint64_t i = 0; i < found.vertices; ++i)
    CHECK(vertices[i].x == l[indices[i]].x && vertices[i].y == l[indices[i]].y);

  satchel_scene* scene = NULL;
  CHECK(satchel_scene_create(SATCHEL_FLOAT, &scene).code == SATCHEL_OK);
  CHECK(
      satchel_add_polygons(scene, vertices, (size_t)found.vertices, starts, (size_t)found.parts, NULL, 0, parts).code ==
      SATCHEL_OK);
  CHECK(satchel_add_compound(scene, parts, (size_t)found.parts, inner, (size_t)found.vertices, &shape).code ==
        SATCHEL_OK);
  const satchel_pose at[2] = {{0, 0, 1, 0}, {1, 1, 1, 0}}; /* the second stands in the notch of the first */
  CHECK(satchel_add_body(scene, shape, &at[0], &body).code == SATCHEL_OK);
  CHECK(satchel_add_body(scene, shape, &at[1], &body).code == SATCHEL_OK);
  const satchel_pair pair = {0, 1};
  satchel_contact contact;
  CHECK(satchel_collide_scene(scene, &pair, 1, &contact).code == SATCHEL_OK);
  CHECK(satchel_verdict_of(contact.feature) == SATCHEL_TOUCHING && contact.separation == 0);
  satchel_scene_destroy(scene);
  return 0;
}
