// Areas of intersections, and what detection makes of them.
#include <satchel/c/areas.h>

#include <satchel/areas.hpp>

#include "bindings/c/ask.hpp"
#include "bindings/c/numbers.hpp"

namespace satchel::c {
namespace {

constexpr auto ask_overlap_areas = [](const Options& how, const auto&... given) {
  return try_overlap_areas(given..., how);
};
constexpr auto ask_ious = [](const Options& how, const auto&... given) { return try_ious(given..., how); };
constexpr auto ask_overlaps = [](const Options& how, const auto&... given) { return try_overlaps(given..., how); };

template <class T>
satchel_status shape_areas(const satchel_scene* scene, T* areas, std::size_t count) noexcept {
  return run(Checks().scene<T>(1, scene).array(2, areas, count),
             [&] { return try_shape_areas(scene_of<T>(scene), view<T>(areas, count)); });
}

template <class T, class Point>
satchel_status intersections(const satchel_scene* scene, const satchel_pair* pairs, std::size_t count,
                             satchel_intersection_piece* pieces, std::size_t piece_room, std::size_t* pieces_found,
                             Point* vertices, std::size_t vertex_room, std::size_t* vertices_found,
                             const satchel_options* options) noexcept {
  const Checks checks = Checks()
                            .scene<T>(1, scene)
                            .array(2, pairs, count)
                            .array(4, pieces, piece_room)
                            .one(6, pieces_found)
                            .array(7, vertices, vertex_room)
                            .one(9, vertices_found);
  return run(checks, options, 10, [&](const Options& how) {
    return with_count(pieces_found, [&](std::size_t& n) {
      return with_count(vertices_found, [&](std::size_t& m) {
        return try_intersections(scene_of<T>(scene), view<const Pair>(pairs, count),
                                 {view<IntersectionPiece>(pieces, piece_room), n},
                                 {view<BasicVec2<T>>(vertices, vertex_room), m}, how);
      });
    });
  });
}

/// @tparam Score  of the scores; the scene is of either precision
template <class Score>
satchel_status nms(const satchel_scene* scene, const Score* scores, std::size_t score_count, double threshold,
                   const std::uint32_t* classes, std::size_t class_count, std::uint32_t* kept, std::size_t room,
                   std::size_t* found, const satchel_options* options) noexcept {
  const Checks checks = Checks()
                            .one(1, scene)
                            .array(2, scores, score_count)
                            .array(5, classes, class_count)
                            .array(7, kept, room)
                            .one(9, found);
  return run(checks, options, 10, [&](const Options& how) {
    return with_count(found, [&](std::size_t& n) {
      return on_scene(scene, [&]<class T>(const BasicScene<T>& of) {
        return try_nms(of, view<const Score>(scores, score_count), narrow_margin<T>(threshold),
                       {view<BodyId>(kept, room), n}, view<const std::uint32_t>(classes, class_count), how);
      });
    });
  });
}

}  // namespace
}  // namespace satchel::c

using satchel::c::ask_pairs;
using satchel::c::OfOne;
using satchel::c::OfTwo;

extern "C" {

satchel_status satchel_overlap_areas(const satchel_scene* scene, const satchel_pair* pairs, size_t count, float* areas,
                                     const satchel_options* options) {
  return ask_pairs<float>(OfOne<float>{scene}, pairs, count, areas, options, satchel::c::ask_overlap_areas);
}

satchel_status satchel_overlap_areas_d(const satchel_scene* scene, const satchel_pair* pairs, size_t count,
                                       double* areas, const satchel_options* options) {
  return ask_pairs<double>(OfOne<double>{scene}, pairs, count, areas, options, satchel::c::ask_overlap_areas);
}

satchel_status satchel_overlap_areas_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                             const satchel_pair* pairs, size_t count, float* areas,
                                             const satchel_options* options) {
  return ask_pairs<float>(OfTwo<float>{scene_a, scene_b}, pairs, count, areas, options, satchel::c::ask_overlap_areas);
}

satchel_status satchel_overlap_areas_between_d(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                               const satchel_pair* pairs, size_t count, double* areas,
                                               const satchel_options* options) {
  return ask_pairs<double>(OfTwo<double>{scene_a, scene_b}, pairs, count, areas, options,
                           satchel::c::ask_overlap_areas);
}

satchel_status satchel_ious(const satchel_scene* scene, const satchel_pair* pairs, size_t count, float* ious,
                            const satchel_options* options) {
  return ask_pairs<float>(OfOne<float>{scene}, pairs, count, ious, options, satchel::c::ask_ious);
}

satchel_status satchel_ious_d(const satchel_scene* scene, const satchel_pair* pairs, size_t count, double* ious,
                              const satchel_options* options) {
  return ask_pairs<double>(OfOne<double>{scene}, pairs, count, ious, options, satchel::c::ask_ious);
}

satchel_status satchel_ious_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                    const satchel_pair* pairs, size_t count, float* ious,
                                    const satchel_options* options) {
  return ask_pairs<float>(OfTwo<float>{scene_a, scene_b}, pairs, count, ious, options, satchel::c::ask_ious);
}

satchel_status satchel_ious_between_d(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                      const satchel_pair* pairs, size_t count, double* ious,
                                      const satchel_options* options) {
  return ask_pairs<double>(OfTwo<double>{scene_a, scene_b}, pairs, count, ious, options, satchel::c::ask_ious);
}

satchel_status satchel_overlaps(const satchel_scene* scene, const satchel_pair* pairs, size_t count,
                                satchel_overlap* overlaps, const satchel_options* options) {
  return ask_pairs<satchel::Overlap>(OfOne<float>{scene}, pairs, count, overlaps, options, satchel::c::ask_overlaps);
}

satchel_status satchel_overlaps_d(const satchel_scene* scene, const satchel_pair* pairs, size_t count,
                                  satchel_overlapd* overlaps, const satchel_options* options) {
  return ask_pairs<satchel::Overlapd>(OfOne<double>{scene}, pairs, count, overlaps, options, satchel::c::ask_overlaps);
}

satchel_status satchel_overlaps_between(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                        const satchel_pair* pairs, size_t count, satchel_overlap* overlaps,
                                        const satchel_options* options) {
  return ask_pairs<satchel::Overlap>(OfTwo<float>{scene_a, scene_b}, pairs, count, overlaps, options,
                                     satchel::c::ask_overlaps);
}

satchel_status satchel_overlaps_between_d(const satchel_scene* scene_a, const satchel_scene* scene_b,
                                          const satchel_pair* pairs, size_t count, satchel_overlapd* overlaps,
                                          const satchel_options* options) {
  return ask_pairs<satchel::Overlapd>(OfTwo<double>{scene_a, scene_b}, pairs, count, overlaps, options,
                                      satchel::c::ask_overlaps);
}

satchel_status satchel_shape_areas(const satchel_scene* scene, float* areas, size_t count) {
  return satchel::c::shape_areas<float>(scene, areas, count);
}

satchel_status satchel_shape_areas_d(const satchel_scene* scene, double* areas, size_t count) {
  return satchel::c::shape_areas<double>(scene, areas, count);
}

satchel_status satchel_intersections(const satchel_scene* scene, const satchel_pair* pairs, size_t count,
                                     satchel_intersection_piece* pieces, size_t piece_room, size_t* pieces_found,
                                     satchel_vec2* vertices, size_t vertex_room, size_t* vertices_found,
                                     const satchel_options* options) {
  return satchel::c::intersections<float>(scene, pairs, count, pieces, piece_room, pieces_found, vertices, vertex_room,
                                          vertices_found, options);
}

satchel_status satchel_intersections_d(const satchel_scene* scene, const satchel_pair* pairs, size_t count,
                                       satchel_intersection_piece* pieces, size_t piece_room, size_t* pieces_found,
                                       satchel_vec2d* vertices, size_t vertex_room, size_t* vertices_found,
                                       const satchel_options* options) {
  return satchel::c::intersections<double>(scene, pairs, count, pieces, piece_room, pieces_found, vertices, vertex_room,
                                           vertices_found, options);
}

satchel_status satchel_nms(const satchel_scene* scene, const float* scores, size_t score_count, double threshold,
                           const uint32_t* classes, size_t class_count, uint32_t* kept, size_t room, size_t* found,
                           const satchel_options* options) {
  return satchel::c::nms<float>(scene, scores, score_count, threshold, classes, class_count, kept, room, found,
                                options);
}

satchel_status satchel_nms_d(const satchel_scene* scene, const double* scores, size_t score_count, double threshold,
                             const uint32_t* classes, size_t class_count, uint32_t* kept, size_t room, size_t* found,
                             const satchel_options* options) {
  return satchel::c::nms<double>(scene, scores, score_count, threshold, classes, class_count, kept, room, found,
                                 options);
}

}  // extern "C"
