/* A frame of a game in C99: candidate pairs, contact points, the motion to the next frame, a way out, and queries to
 * an index that is kept from frame to frame.
 *
 * gcc -std=c99 frame.c $(pkg-config --cflags --libs --static satchel) -o frame */
#include <satchel/satchel.h>
#include <stdio.h>
#include <stdlib.h>

/* Ends the program with the message of a call that failed. */
static void check(satchel_status status) {
  if (status.code == SATCHEL_OK) return;
  fprintf(stderr, "%s\n", satchel_message(status));
  exit(1);
}

enum { boxes = 8, most_pairs = 64 };

int main(void) {
  check(satchel_check_abi(SATCHEL_ABI));
  satchel_scene* scene = NULL;
  check(satchel_scene_create(SATCHEL_FLOAT, &scene));

  /* The ground, and boxes that stand on it side by side, one of them turned. */
  uint32_t ground, box, body;
  check(satchel_add_box(scene, 20.0, 1.0, 0.0, &ground)); /* half-extents, radius */
  check(satchel_add_box(scene, 0.5, 0.5, 0.0, &box));
  const satchel_pose below = {0, -1, 1, 0}; /* x, y, cosine, sine */
  check(satchel_add_body(scene, ground, &below, &body));
  satchel_pose poses[boxes + 1] = {{0, -1, 1, 0}};
  for (int i = 1; i <= boxes; ++i) {
    check(satchel_pose_at(1.25 * i, 0.5, i == boxes ? 0.25 : 0.0, &poses[i]));
    check(satchel_add_body(scene, box, &poses[i], &body));
  }

  /* Candidates within a margin, then the contact points of each pair. */
  satchel_pair pairs[most_pairs];
  satchel_manifold manifolds[most_pairs];
  size_t count = 0;
  satchel_pair_options options = {0};
  options.struct_size = sizeof options;
  options.margin = 0.02;
  check(satchel_find_pairs(scene, NULL, pairs, most_pairs, &count, &options));
  satchel_pair_list list = SATCHEL_PAIRS_OF(scene, pairs, count);
  check(satchel_manifolds(&list, 0.02, manifolds, NULL));
  size_t points = 0;
  for (size_t i = 0; i < count; ++i) points += manifolds[i].count;

  /* An index of all bodies, kept from frame to frame. */
  satchel_index* index = NULL;
  check(satchel_index_create(scene, &index, NULL));

  /* All boxes move; which pair meets on the way? */
  satchel_motion motions[boxes + 1] = {{0, 0, 0}};
  for (int i = 1; i <= boxes; ++i) motions[i].x = i == 1 ? 0.5 : 0.0;
  const satchel_pair first_two = {1, 2};
  satchel_impact impact;
  const satchel_pair_list moving = SATCHEL_PAIRS_OF(scene, &first_two, 1);
  check(satchel_sweep(&moving, motions, boxes + 1, NULL, 0, &impact, NULL));
  check(satchel_advance(scene, motions, boxes + 1, scene, NULL));

  check(satchel_index_update(index, scene, NULL, 0, NULL));

  /* What stands below a point above the first box, and which two bodies are nearest to a box over there, the ground
   * aside? */
  const satchel_ray down = {{1.75, 10}, {0, -1}, 100};
  satchel_ray_hit hit;
  satchel_query_options query = {0};
  query.struct_size = sizeof query;
  query.index = index;
  check(satchel_cast_rays(scene, &down, 1, &hit, &query));
  const satchel_pose over_there = {5, 4, 1, 0};
  const uint32_t ground_body = 0;
  query.ignored = &ground_body;
  query.ignored_count = 1;
  satchel_near_body near[2];
  size_t near_count = 0;
  check(satchel_nearest_bodies(scene, &box, 1, &over_there, 1, 2, 100.0, near, 2, &near_count, &query));

  /* The first box has come into the second one: which way is out? */
  const uint32_t pushed = 1, starts[2] = {0, 1}, candidate = 2;
  satchel_push push;
  check(satchel_push_out(scene, &pushed, 1, starts, &candidate, 1, &push, NULL));

  /* Every pair in one list, and counts of how they were decided. */
  satchel_stats stats = {0};
  satchel_options run = {0};
  run.struct_size = sizeof run;
  run.max_threads = 1;
  run.stats = &stats;
  satchel_hit hits[most_pairs];
  size_t hit_count = 0;
  check(satchel_find_pairs(scene, NULL, pairs, most_pairs, &list.count, NULL));
  check(satchel_find_hits(&list, hits, most_pairs, &hit_count, &run));

  printf("%u points, impact at %.3f, the ray hits body %u at %g, %u of %u pairs meet, ", (unsigned)points,
         (double)impact.time, (unsigned)hit.body, hit.time, (unsigned)hit_count, (unsigned)stats.pairs);
  printf("bodies %u and %u are nearest, %.3f away, out by %g\n", (unsigned)near[0].body, (unsigned)near[1].body,
         (double)near[0].distance.distance, push.x);
  satchel_index_destroy(index);
  satchel_scene_destroy(scene);
  return 0;
}
