// The structs of C have the layout of those of C++, so that the caller's memory serves both. That of the results is frozen.
#include <satchel/satchel.h>

#include <cstddef>
#include <satchel/satchel.hpp>
#include <type_traits>

namespace satchel {
namespace {

// clang-format off
#define SATCHEL_SAME(cpp, c, bytes)                                                              \
  static_assert(sizeof(cpp) == (bytes) && sizeof(c) == (bytes) && alignof(cpp) == alignof(c)); \
  static_assert(std::is_standard_layout_v<cpp> && std::is_trivially_copyable_v<cpp>)
#define SATCHEL_AT(cpp, cpp_member, c, c_member, bytes) \
  static_assert(offsetof(cpp, cpp_member) == (bytes) && offsetof(c, c_member) == (bytes))
// clang-format on

SATCHEL_SAME(Vec2, satchel_vec2, 8);
SATCHEL_AT(Vec2, x, satchel_vec2, x, 0);
SATCHEL_AT(Vec2, y, satchel_vec2, y, 4);

SATCHEL_SAME(Vec2d, satchel_vec2d, 16);
SATCHEL_AT(Vec2d, x, satchel_vec2d, x, 0);
SATCHEL_AT(Vec2d, y, satchel_vec2d, y, 8);

SATCHEL_SAME(Pair, satchel_pair, 8);
SATCHEL_AT(Pair, a, satchel_pair, a, 0);
SATCHEL_AT(Pair, b, satchel_pair, b, 4);

SATCHEL_SAME(PartPair, satchel_part_pair, 8);
SATCHEL_AT(PartPair, a, satchel_part_pair, a, 0);
SATCHEL_AT(PartPair, b, satchel_part_pair, b, 4);

SATCHEL_SAME(Pose, satchel_pose, 32);
SATCHEL_AT(Pose, x, satchel_pose, x, 0);
SATCHEL_AT(Pose, y, satchel_pose, y, 8);
SATCHEL_AT(Pose, rotation, satchel_pose, cos, 16);
static_assert(offsetof(Rotation, sin) == 8 && offsetof(satchel_pose, sin) == 24);

SATCHEL_SAME(Box, satchel_box, 32);
SATCHEL_AT(Box, min_x, satchel_box, min_x, 0);
SATCHEL_AT(Box, min_y, satchel_box, min_y, 8);
SATCHEL_AT(Box, max_x, satchel_box, max_x, 16);
SATCHEL_AT(Box, max_y, satchel_box, max_y, 24);

SATCHEL_SAME(Motion, satchel_motion, 24);
SATCHEL_AT(Motion, x, satchel_motion, x, 0);
SATCHEL_AT(Motion, y, satchel_motion, y, 8);
SATCHEL_AT(Motion, angle, satchel_motion, angle, 16);

SATCHEL_SAME(Ray, satchel_ray, 40);
SATCHEL_AT(Ray, origin, satchel_ray, origin, 0);
SATCHEL_AT(Ray, direction, satchel_ray, direction, 16);
SATCHEL_AT(Ray, max_time, satchel_ray, max_time, 32);

SATCHEL_SAME(Filter, satchel_filter, 24);
SATCHEL_AT(Filter, category, satchel_filter, category, 0);
SATCHEL_AT(Filter, mask, satchel_filter, mask, 8);
SATCHEL_AT(Filter, group, satchel_filter, group, 16);
SATCHEL_AT(Filter, is_static, satchel_filter, is_static, 20);

SATCHEL_SAME(Contact, satchel_contact, 16);
SATCHEL_AT(Contact, normal_x, satchel_contact, normal_x, 0);
SATCHEL_AT(Contact, normal_y, satchel_contact, normal_y, 4);
SATCHEL_AT(Contact, separation, satchel_contact, separation, 8);
SATCHEL_AT(Contact, feature, satchel_contact, feature, 12);

SATCHEL_SAME(Hit, satchel_hit, 28);
SATCHEL_AT(Hit, pair, satchel_hit, pair, 0);
SATCHEL_AT(Hit, index, satchel_hit, index, 8);
SATCHEL_AT(Hit, contact, satchel_hit, contact, 12);

SATCHEL_SAME(ManifoldPoint, satchel_manifold_point, 16);
SATCHEL_AT(ManifoldPoint, x, satchel_manifold_point, x, 0);
SATCHEL_AT(ManifoldPoint, y, satchel_manifold_point, y, 4);
SATCHEL_AT(ManifoldPoint, separation, satchel_manifold_point, separation, 8);
SATCHEL_AT(ManifoldPoint, id, satchel_manifold_point, id, 12);

SATCHEL_SAME(Manifold, satchel_manifold, 48);
SATCHEL_AT(Manifold, normal_x, satchel_manifold, normal_x, 0);
SATCHEL_AT(Manifold, normal_y, satchel_manifold, normal_y, 4);
SATCHEL_AT(Manifold, feature, satchel_manifold, feature, 8);
SATCHEL_AT(Manifold, count, satchel_manifold, count, 12);
SATCHEL_AT(Manifold, points, satchel_manifold, points, 16);

SATCHEL_SAME(Distance, satchel_distance, 32);
SATCHEL_AT(Distance, normal_x, satchel_distance, normal_x, 0);
SATCHEL_AT(Distance, normal_y, satchel_distance, normal_y, 4);
SATCHEL_AT(Distance, distance, satchel_distance, distance, 8);
SATCHEL_AT(Distance, feature, satchel_distance, feature, 12);
SATCHEL_AT(Distance, point_a, satchel_distance, point_a, 16);
SATCHEL_AT(Distance, point_b, satchel_distance, point_b, 24);

SATCHEL_SAME(Impact, satchel_impact, 16);
SATCHEL_AT(Impact, time, satchel_impact, time, 0);
SATCHEL_AT(Impact, normal_x, satchel_impact, normal_x, 4);
SATCHEL_AT(Impact, normal_y, satchel_impact, normal_y, 8);
SATCHEL_AT(Impact, hit, satchel_impact, hit, 12);

SATCHEL_SAME(Overlap, satchel_overlap, 12);
SATCHEL_AT(Overlap, area, satchel_overlap, area, 0);
SATCHEL_AT(Overlap, iou, satchel_overlap, iou, 4);
SATCHEL_AT(Overlap, fraction, satchel_overlap, fraction, 8);

SATCHEL_SAME(Contactd, satchel_contactd, 32);
SATCHEL_AT(Contactd, normal_x, satchel_contactd, normal_x, 0);
SATCHEL_AT(Contactd, normal_y, satchel_contactd, normal_y, 8);
SATCHEL_AT(Contactd, separation, satchel_contactd, separation, 16);
SATCHEL_AT(Contactd, feature, satchel_contactd, feature, 24);

SATCHEL_SAME(Hitd, satchel_hitd, 48);
SATCHEL_AT(Hitd, pair, satchel_hitd, pair, 0);
SATCHEL_AT(Hitd, index, satchel_hitd, index, 8);
SATCHEL_AT(Hitd, contact, satchel_hitd, contact, 16);

SATCHEL_SAME(ManifoldPointd, satchel_manifold_pointd, 32);
SATCHEL_AT(ManifoldPointd, x, satchel_manifold_pointd, x, 0);
SATCHEL_AT(ManifoldPointd, y, satchel_manifold_pointd, y, 8);
SATCHEL_AT(ManifoldPointd, separation, satchel_manifold_pointd, separation, 16);
SATCHEL_AT(ManifoldPointd, id, satchel_manifold_pointd, id, 24);

SATCHEL_SAME(Manifoldd, satchel_manifoldd, 88);
SATCHEL_AT(Manifoldd, normal_x, satchel_manifoldd, normal_x, 0);
SATCHEL_AT(Manifoldd, normal_y, satchel_manifoldd, normal_y, 8);
SATCHEL_AT(Manifoldd, feature, satchel_manifoldd, feature, 16);
SATCHEL_AT(Manifoldd, count, satchel_manifoldd, count, 20);
SATCHEL_AT(Manifoldd, points, satchel_manifoldd, points, 24);

SATCHEL_SAME(Distanced, satchel_distanced, 64);
SATCHEL_AT(Distanced, normal_x, satchel_distanced, normal_x, 0);
SATCHEL_AT(Distanced, normal_y, satchel_distanced, normal_y, 8);
SATCHEL_AT(Distanced, distance, satchel_distanced, distance, 16);
SATCHEL_AT(Distanced, feature, satchel_distanced, feature, 24);
SATCHEL_AT(Distanced, point_a, satchel_distanced, point_a, 32);
SATCHEL_AT(Distanced, point_b, satchel_distanced, point_b, 48);

SATCHEL_SAME(Impactd, satchel_impactd, 32);
SATCHEL_AT(Impactd, time, satchel_impactd, time, 0);
SATCHEL_AT(Impactd, normal_x, satchel_impactd, normal_x, 8);
SATCHEL_AT(Impactd, normal_y, satchel_impactd, normal_y, 16);
SATCHEL_AT(Impactd, hit, satchel_impactd, hit, 24);

SATCHEL_SAME(Overlapd, satchel_overlapd, 24);
SATCHEL_AT(Overlapd, area, satchel_overlapd, area, 0);
SATCHEL_AT(Overlapd, iou, satchel_overlapd, iou, 8);
SATCHEL_AT(Overlapd, fraction, satchel_overlapd, fraction, 16);

SATCHEL_SAME(IntersectionPiece, satchel_intersection_piece, 20);
SATCHEL_AT(IntersectionPiece, pair, satchel_intersection_piece, pair, 0);
SATCHEL_AT(IntersectionPiece, start, satchel_intersection_piece, start, 4);
SATCHEL_AT(IntersectionPiece, count, satchel_intersection_piece, count, 8);
SATCHEL_AT(IntersectionPiece, parts, satchel_intersection_piece, parts, 12);

SATCHEL_SAME(FoundBody, satchel_found_body, 8);
SATCHEL_AT(FoundBody, query, satchel_found_body, query, 0);
SATCHEL_AT(FoundBody, body, satchel_found_body, body, 4);

SATCHEL_SAME(FoundImage, satchel_found_image, 16);
SATCHEL_AT(FoundImage, query, satchel_found_image, query, 0);
SATCHEL_AT(FoundImage, body, satchel_found_image, body, 4);
SATCHEL_AT(FoundImage, image_x, satchel_found_image, image_x, 8);
SATCHEL_AT(FoundImage, image_y, satchel_found_image, image_y, 12);

SATCHEL_SAME(RayHit, satchel_ray_hit, 32);
SATCHEL_AT(RayHit, time, satchel_ray_hit, time, 0);
SATCHEL_AT(RayHit, normal_x, satchel_ray_hit, normal_x, 8);
SATCHEL_AT(RayHit, normal_y, satchel_ray_hit, normal_y, 16);
SATCHEL_AT(RayHit, body, satchel_ray_hit, body, 24);

SATCHEL_SAME(FirstHit, satchel_first_hit, 8);
SATCHEL_AT(FirstHit, step, satchel_first_hit, step, 0);
SATCHEL_AT(FirstHit, obstacle, satchel_first_hit, obstacle, 4);

SATCHEL_SAME(ImagePair, satchel_image_pair, 16);
SATCHEL_AT(ImagePair, a, satchel_image_pair, a, 0);
SATCHEL_AT(ImagePair, b, satchel_image_pair, b, 4);
SATCHEL_AT(ImagePair, image_x, satchel_image_pair, image_x, 8);
SATCHEL_AT(ImagePair, image_y, satchel_image_pair, image_y, 12);

SATCHEL_SAME(ImageHit, satchel_image_hit, 36);
SATCHEL_AT(ImageHit, pair, satchel_image_hit, pair, 0);
SATCHEL_AT(ImageHit, index, satchel_image_hit, index, 16);
SATCHEL_AT(ImageHit, contact, satchel_image_hit, contact, 20);

SATCHEL_SAME(ImageHitd, satchel_image_hitd, 56);
SATCHEL_AT(ImageHitd, pair, satchel_image_hitd, pair, 0);
SATCHEL_AT(ImageHitd, index, satchel_image_hitd, index, 16);
SATCHEL_AT(ImageHitd, contact, satchel_image_hitd, contact, 24);

SATCHEL_SAME(PartManifold, satchel_part_manifold, 60);
SATCHEL_AT(PartManifold, pair, satchel_part_manifold, pair, 0);
SATCHEL_AT(PartManifold, parts, satchel_part_manifold, parts, 4);
SATCHEL_AT(PartManifold, manifold, satchel_part_manifold, manifold, 12);

SATCHEL_SAME(PartManifoldd, satchel_part_manifoldd, 104);
SATCHEL_AT(PartManifoldd, pair, satchel_part_manifoldd, pair, 0);
SATCHEL_AT(PartManifoldd, parts, satchel_part_manifoldd, parts, 4);
SATCHEL_AT(PartManifoldd, manifold, satchel_part_manifoldd, manifold, 16);

SATCHEL_SAME(FoundRayHit, satchel_found_ray_hit, 40);
SATCHEL_AT(FoundRayHit, query, satchel_found_ray_hit, query, 0);
SATCHEL_AT(FoundRayHit, hit, satchel_found_ray_hit, hit, 8);

SATCHEL_SAME(NearBody, satchel_near_body, 40);
SATCHEL_AT(NearBody, query, satchel_near_body, query, 0);
SATCHEL_AT(NearBody, body, satchel_near_body, body, 4);
SATCHEL_AT(NearBody, distance, satchel_near_body, distance, 8);

SATCHEL_SAME(NearBodyd, satchel_near_bodyd, 72);
SATCHEL_AT(NearBodyd, query, satchel_near_bodyd, query, 0);
SATCHEL_AT(NearBodyd, body, satchel_near_bodyd, body, 4);
SATCHEL_AT(NearBodyd, distance, satchel_near_bodyd, distance, 8);

SATCHEL_SAME(PushOut, satchel_push, 24);
SATCHEL_AT(PushOut, x, satchel_push, x, 0);
SATCHEL_AT(PushOut, y, satchel_push, y, 8);
SATCHEL_AT(PushOut, left, satchel_push, left, 16);
SATCHEL_AT(PushOut, is_shortest, satchel_push, is_shortest, 20);

static_assert(sizeof(Verdict) == 1 && static_cast<int>(Verdict::disjoint) == SATCHEL_DISJOINT);
static_assert(static_cast<int>(Verdict::touching) == SATCHEL_TOUCHING);
static_assert(static_cast<int>(Verdict::overlapping) == SATCHEL_OVERLAPPING);
static_assert(sizeof(Within) == 1 && static_cast<int>(Within::no) == SATCHEL_NOT_WITHIN);
static_assert(static_cast<int>(Within::touching) == SATCHEL_WITHIN_TOUCHING);
static_assert(static_cast<int>(Within::inside) == SATCHEL_WITHIN_INSIDE);
static_assert(sizeof(satchel_edge_link) == 48 && sizeof(satchel_periods) == 16);
static_assert(no_body == SATCHEL_NO_BODY);
static_assert(sizeof(satchel_status) == 64 && sizeof(satchel_stats) == 192 && sizeof(satchel_ring) == 24);

// The same numbers: C casts one into the other (status.hpp).
#define SATCHEL_ARGUMENT(cpp, c) static_assert(static_cast<int>(Argument::cpp) == SATCHEL_ARGUMENT_##c)
SATCHEL_ARGUMENT(none, NONE);
SATCHEL_ARGUMENT(pair, PAIR);
SATCHEL_ARGUMENT(pair_in_scene_a, PAIR_IN_SCENE_A);
SATCHEL_ARGUMENT(pair_in_scene_b, PAIR_IN_SCENE_B);
SATCHEL_ARGUMENT(pairs, PAIRS);
SATCHEL_ARGUMENT(results, RESULTS);
SATCHEL_ARGUMENT(parts, PARTS);
SATCHEL_ARGUMENT(motions, MOTIONS);
SATCHEL_ARGUMENT(motions_a, MOTIONS_A);
SATCHEL_ARGUMENT(motions_b, MOTIONS_B);
SATCHEL_ARGUMENT(poses, POSES);
SATCHEL_ARGUMENT(margin, MARGIN);
SATCHEL_ARGUMENT(tolerance, TOLERANCE);
SATCHEL_ARGUMENT(filters, FILTERS);
SATCHEL_ARGUMENT(worlds, WORLDS);
SATCHEL_ARGUMENT(point, POINT);
SATCHEL_ARGUMENT(box, BOX);
SATCHEL_ARGUMENT(ray, RAY);
SATCHEL_ARGUMENT(hits, HITS);
SATCHEL_ARGUMENT(movers_shapes, MOVERS_SHAPES);
SATCHEL_ARGUMENT(movers_poses, MOVERS_POSES);
SATCHEL_ARGUMENT(movers_present, MOVERS_PRESENT);
SATCHEL_ARGUMENT(obstacles_shapes, OBSTACLES_SHAPES);
SATCHEL_ARGUMENT(obstacles_poses, OBSTACLES_POSES);
SATCHEL_ARGUMENT(obstacles_present, OBSTACLES_PRESENT);
SATCHEL_ARGUMENT(steps, STEPS);
SATCHEL_ARGUMENT(isa, ISA);
SATCHEL_ARGUMENT(points, POINTS);
SATCHEL_ARGUMENT(coordinate, COORDINATE);
SATCHEL_ARGUMENT(found, FOUND);
SATCHEL_ARGUMENT(polygon, POLYGON);
SATCHEL_ARGUMENT(circle, CIRCLE);
SATCHEL_ARGUMENT(capsule, CAPSULE);
SATCHEL_ARGUMENT(segment, SEGMENT);
SATCHEL_ARGUMENT(box_shape, BOX_SHAPE);
SATCHEL_ARGUMENT(polygons, POLYGONS);
SATCHEL_ARGUMENT(starts, STARTS);
SATCHEL_ARGUMENT(radii, RADII);
SATCHEL_ARGUMENT(shapes, SHAPES);
SATCHEL_ARGUMENT(bodies, BODIES);
SATCHEL_ARGUMENT(out, OUT);
SATCHEL_ARGUMENT(compound, COMPOUND);
SATCHEL_ARGUMENT(compound_part, COMPOUND_PART);
SATCHEL_ARGUMENT(inner_edges, INNER_EDGES);
SATCHEL_ARGUMENT(shape, SHAPE);
SATCHEL_ARGUMENT(body, BODY);
SATCHEL_ARGUMENT(body_shape, BODY_SHAPE);
SATCHEL_ARGUMENT(body_element, BODY_ELEMENT);
SATCHEL_ARGUMENT(x_y_angle, X_Y_ANGLE);
SATCHEL_ARGUMENT(angle, ANGLE);
SATCHEL_ARGUMENT(threshold, THRESHOLD);
SATCHEL_ARGUMENT(scores, SCORES);
SATCHEL_ARGUMENT(classes, CLASSES);
SATCHEL_ARGUMENT(ring, RING);
SATCHEL_ARGUMENT(outline, OUTLINE);
SATCHEL_ARGUMENT(chain, CHAIN);
SATCHEL_ARGUMENT(link, LINK);
SATCHEL_ARGUMENT(candidates, CANDIDATES);
SATCHEL_ARGUMENT(container, CONTAINER);
SATCHEL_ARGUMENT(max_angle, MAX_ANGLE);
SATCHEL_ARGUMENT(index, INDEX);
SATCHEL_ARGUMENT(moved, MOVED);
SATCHEL_ARGUMENT(query_filters, QUERY_FILTERS);
SATCHEL_ARGUMENT(query_worlds, QUERY_WORLDS);
SATCHEL_ARGUMENT(ignored, IGNORED);
SATCHEL_ARGUMENT(max_distance, MAX_DISTANCE);
SATCHEL_ARGUMENT(query_shape, QUERY_SHAPE);

}  // namespace
}  // namespace satchel
