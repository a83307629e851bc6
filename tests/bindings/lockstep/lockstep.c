/* A world of a hundred bodies, stepped 10,000 times, and a hash a frame: the same lines as lockstep.mjs writes in a browser or
 * under node. The step is written with + - * / and square roots of doubles alone, which are the same bits everywhere; what the
 * bodies do to each other comes from the library, whose results are too.
 *
 *   lockstep [FRAMES]
 *
 * Both programs do the same, in the same order; a change of one is a change of both. Compiled without contraction of
 * a * b + c. */
#include <math.h>
#include <satchel/satchel.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { movers = 100, walls = 4, bodies = movers + walls, most_pairs = 8192 };

typedef struct {
  double x, y, spin;
} velocity;

static void check(satchel_status status) {
  if (status.code == SATCHEL_OK) return;
  fprintf(stderr, "%s\n", satchel_message(status));
  exit(1);
}

/* Two sums of 32 bits over the words of all poses. */
static void print_hash(const satchel_pose* poses) {
  uint32_t word, first = 2166136261u, second = 2654435769u;
  for (size_t i = 0; i < bodies * sizeof(satchel_pose) / sizeof word; ++i) {
    memcpy(&word, (const char*)poses + i * sizeof word, sizeof word);
    first = (first ^ word) * 16777619u;
    second = (second + word) * 2246822519u;
    second ^= second >> 13;
  }
  printf("%08x%08x\n", (unsigned)first, (unsigned)second);
}

int main(int count, char** arguments) {
  const long frames = count > 1 ? strtol(arguments[1], NULL, 10) : 10000;
  const double step = 1.0 / 64, gravity = -4, bounce = 1.25, side = 16;
  satchel_scene* scene = NULL;
  uint32_t shapes[5], wall, id;
  static satchel_pose poses[bodies];
  static velocity v[bodies];
  static satchel_pair pairs[most_pairs];
  static satchel_contact contacts[most_pairs];
  check(satchel_scene_create(SATCHEL_FLOAT, &scene));

  const satchel_vec2 triangle[3] = {{-0.5f, -0.375f}, {0.625f, -0.25f}, {-0.125f, 0.5f}};
  const satchel_vec2 pentagon[5] = {{0, -0.75f}, {0.625f, -0.25f}, {0.5f, 0.5f}, {-0.5f, 0.5f}, {-0.625f, -0.25f}};
  check(satchel_add_box(scene, 0.5, 0.375, 0, &shapes[0]));
  check(satchel_add_polygon(scene, triangle, 3, 0, &shapes[1]));
  check(satchel_add_circle(scene, 0, 0, 0.5, &shapes[2]));
  check(satchel_add_polygon(scene, pentagon, 5, 0, &shapes[3]));
  check(satchel_add_capsule(scene, -0.5, 0, 0.5, 0, 0.25, &shapes[4]));
  check(satchel_add_box(scene, side, 1, 0, &wall));
  for (int i = 0; i < movers; ++i) {
    const satchel_pose at = {1.5 * (i % 10) - 7, 1.5 * (i / 10) - 7, 1, 0};
    const velocity start = {(i * 7 % 11) / 4.0 - 1.25, (i * 5 % 13) / 4.0 - 1.5, (i * 3 % 7) / 2.0 - 1.5};
    poses[i] = at;
    v[i] = start;
    check(satchel_add_body(scene, shapes[i % 5], &at, &id));
  }
  const satchel_pose around[walls] = {{0, -10, 1, 0}, {0, 10, 1, 0}, {-10, 0, 0, 1}, {10, 0, 0, 1}};
  for (int i = 0; i < walls; ++i) {
    poses[movers + i] = around[i];
    check(satchel_add_body(scene, wall, &around[i], &id));
  }

  for (long frame = 0; frame < frames; ++frame) {
    for (int i = 0; i < movers; ++i) {
      satchel_pose* const p = &poses[i];
      v[i].y += step * gravity;
      p->x += step * v[i].x;
      p->y += step * v[i].y;
      /* A small turn, brought back to length 1. */
      const double turn = step * v[i].spin, c = p->cos - turn * p->sin, s = p->sin + turn * p->cos;
      const double length = sqrt(c * c + s * s);
      p->cos = c / length;
      p->sin = s / length;
    }
    check(satchel_set_poses(scene, poses, bodies, NULL));
    size_t found = 0;
    check(satchel_find_pairs(scene, NULL, pairs, most_pairs, &found, NULL));
    check(satchel_collide_scene(scene, pairs, found, contacts));
    for (size_t k = 0; k < found; ++k) {
      if (satchel_verdict_of(contacts[k].feature) != SATCHEL_OVERLAPPING) continue;
      const uint32_t a = pairs[k].a, b = pairs[k].b;
      if (a >= movers) continue; /* two walls */
      const double n_x = contacts[k].normal_x, n_y = contacts[k].normal_y, depth = -(double)contacts[k].separation;
      const double share = b < movers ? 0.5 : 1; /* walls stand still */
      poses[a].x -= n_x * (depth * share);
      poses[a].y -= n_y * (depth * share);
      if (b < movers) {
        poses[b].x += n_x * (depth * share);
        poses[b].y += n_y * (depth * share);
      }
      const double closing = (v[a].x - v[b].x) * n_x + (v[a].y - v[b].y) * n_y;
      if (closing <= 0) continue;
      const double impulse = closing * (share * bounce);
      v[a].x -= n_x * impulse;
      v[a].y -= n_y * impulse;
      v[a].spin = v[a].spin * 0.875 + impulse * 0.125;
      if (b < movers) {
        v[b].x += n_x * impulse;
        v[b].y += n_y * impulse;
        v[b].spin = v[b].spin * 0.875 - impulse * 0.125;
      }
    }
    print_hash(poses);
  }
  satchel_scene_destroy(scene);
  return 0;
}
