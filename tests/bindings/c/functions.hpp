// The functions of C for one precision, under one name.
#pragma once

#include <satchel/satchel.h>

namespace satchel::test {

template <class T>
struct C;
#define SATCHEL_TEST_FUNCTIONS(scalar, suffix)                               \
  template <>                                                                \
  struct C<scalar> {                                                         \
    static constexpr auto add_chain = satchel_add_chain##suffix;             \
    static constexpr auto add_outlines = satchel_add_outlines##suffix;       \
    static constexpr auto add_polygon = satchel_add_polygon##suffix;         \
    static constexpr auto add_polygons = satchel_add_polygons##suffix;       \
    static constexpr auto clean_ring = satchel_clean_ring##suffix;           \
    static constexpr auto collide = satchel_collide##suffix;                 \
    static constexpr auto collide_parts = satchel_collide_parts##suffix;     \
    static constexpr auto convex_hull = satchel_convex_hull##suffix;         \
    static constexpr auto convex_parts = satchel_convex_parts##suffix;       \
    static constexpr auto distances = satchel_distances##suffix;             \
    static constexpr auto find_hits = satchel_find_hits##suffix;             \
    static constexpr auto find_image_hits = satchel_find_image_hits##suffix; \
    static constexpr auto nearest_bodies = satchel_nearest_bodies##suffix;   \
    static constexpr auto intersections = satchel_intersections##suffix;     \
    static constexpr auto ious = satchel_ious##suffix;                       \
    static constexpr auto local_vertices = satchel_local_vertices##suffix;   \
    static constexpr auto manifolds = satchel_manifolds##suffix;             \
    static constexpr auto nms = satchel_nms##suffix;                         \
    static constexpr auto overlap_areas = satchel_overlap_areas##suffix;     \
    static constexpr auto overlaps = satchel_overlaps##suffix;               \
    static constexpr auto part_manifolds = satchel_part_manifolds##suffix;   \
    static constexpr auto placed_offsets = satchel_placed_offsets##suffix;   \
    static constexpr auto shape_areas = satchel_shape_areas##suffix;         \
    static constexpr auto sweep = satchel_sweep##suffix;                     \
  };                                                                         \
  static_assert(true)
SATCHEL_TEST_FUNCTIONS(float, );
SATCHEL_TEST_FUNCTIONS(double, _d);
#undef SATCHEL_TEST_FUNCTIONS

}  // namespace satchel::test
