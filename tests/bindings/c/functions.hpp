// The functions of C for one precision, under one name.
#pragma once

#include <satchel/satchel.h>

namespace satchel::test {

template <class T>
struct C;
#define SATCHEL_TEST_FUNCTIONS(scalar, suffix)                                                 \
  template <>                                                                                  \
  struct C<scalar> {                                                                           \
    static constexpr auto add_chain = satchel_add_chain##suffix;                               \
    static constexpr auto add_polygon = satchel_add_polygon##suffix;                           \
    static constexpr auto add_polygons = satchel_add_polygons##suffix;                         \
    static constexpr auto clean_ring = satchel_clean_ring##suffix;                             \
    static constexpr auto collide = satchel_collide##suffix;                                   \
    static constexpr auto collide_between = satchel_collide_between##suffix;                   \
    static constexpr auto collide_images = satchel_collide_images##suffix;                     \
    static constexpr auto collide_images_between = satchel_collide_images_between##suffix;     \
    static constexpr auto collide_parts = satchel_collide_parts##suffix;                       \
    static constexpr auto collide_parts_between = satchel_collide_parts_between##suffix;       \
    static constexpr auto convex_hull = satchel_convex_hull##suffix;                           \
    static constexpr auto distances = satchel_distances##suffix;                               \
    static constexpr auto distances_between = satchel_distances_between##suffix;               \
    static constexpr auto distances_images = satchel_distances_images##suffix;                 \
    static constexpr auto distances_images_between = satchel_distances_images_between##suffix; \
    static constexpr auto find_hits = satchel_find_hits##suffix;                               \
    static constexpr auto find_hits_between = satchel_find_hits_between##suffix;               \
    static constexpr auto find_hits_images = satchel_find_hits_images##suffix;                 \
    static constexpr auto find_hits_images_between = satchel_find_hits_images_between##suffix; \
    static constexpr auto index_nearest_bodies = satchel_index_nearest_bodies##suffix;         \
    static constexpr auto intersections = satchel_intersections##suffix;                       \
    static constexpr auto ious = satchel_ious##suffix;                                         \
    static constexpr auto ious_between = satchel_ious_between##suffix;                         \
    static constexpr auto local_vertices = satchel_local_vertices##suffix;                     \
    static constexpr auto manifolds = satchel_manifolds##suffix;                               \
    static constexpr auto manifolds_between = satchel_manifolds_between##suffix;               \
    static constexpr auto manifolds_images = satchel_manifolds_images##suffix;                 \
    static constexpr auto manifolds_images_between = satchel_manifolds_images_between##suffix; \
    static constexpr auto nms = satchel_nms##suffix;                                           \
    static constexpr auto overlap_areas = satchel_overlap_areas##suffix;                       \
    static constexpr auto overlap_areas_between = satchel_overlap_areas_between##suffix;       \
    static constexpr auto overlaps = satchel_overlaps##suffix;                                 \
    static constexpr auto overlaps_between = satchel_overlaps_between##suffix;                 \
    static constexpr auto part_manifolds = satchel_part_manifolds##suffix;                     \
    static constexpr auto part_manifolds_between = satchel_part_manifolds_between##suffix;     \
    static constexpr auto placed_offsets = satchel_placed_offsets##suffix;                     \
    static constexpr auto shape_areas = satchel_shape_areas##suffix;                           \
    static constexpr auto sweep = satchel_sweep##suffix;                                       \
    static constexpr auto sweep_between = satchel_sweep_between##suffix;                       \
    static constexpr auto sweep_with = satchel_sweep_with##suffix;                             \
    static constexpr auto sweep_with_between = satchel_sweep_with_between##suffix;             \
  };                                                                                           \
  static_assert(true)
SATCHEL_TEST_FUNCTIONS(float, );
SATCHEL_TEST_FUNCTIONS(double, _d);
#undef SATCHEL_TEST_FUNCTIONS

}  // namespace satchel::test
