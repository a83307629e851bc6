// Areas of intersections, and what detection makes of them.
#include <satchel/c/areas.h>

#include <satchel/areas.hpp>

#include "bindings/numbers.hpp"
#include "bindings/c/pair_list.hpp"

namespace satchel::c {
namespace {

constexpr auto ask_overlap_areas = [](const Options& how, const auto&... given) {
  return try_overlap_areas(given..., how);
};
constexpr auto ask_ious = [](const Options& how, const auto&... given) { return try_ious(given..., how); };
constexpr auto ask_overlap_measures = [](const Options& how, const auto&... given) {
  return try_overlap_measures(given..., how);
};

template <class T>
satchel_status shape_areas(const satchel_scene* scene, T* areas, std::size_t count) noexcept {
  return run(Checks().scene<T>(1, scene).array(2, areas, count),
             [&] { return try_shape_areas(scene_of<T>(scene), view<T>(areas, count)); });
}

template <class T, class Point>
satchel_status intersections(const satchel_pair_list* list, satchel_intersection_piece* pieces, std::size_t piece_room,
                             std::size_t* pieces_found, Point* vertices, std::size_t vertex_room,
                             std::size_t* vertices_found, const satchel_options* options) noexcept {
  const PairList pairs = PairList::of<T>(list, pairs_of_one_scene);
  const Checks checks = pairs.checks()
                            .array(2, pieces, piece_room)
                            .one(4, pieces_found)
                            .array(5, vertices, vertex_room)
                            .one(7, vertices_found);
  return run(checks, options, 8, [&](const Options& how) {
    return with_count(pieces_found, [&](std::size_t& n) {
      return with_count(vertices_found, [&](std::size_t& m) {
        return pairs.call<T, pairs_of_one_scene>([&](BasicScenePair<T> scenes, std::span<const Pair> of) {
          return try_intersections(scenes.a(), of, {view<IntersectionPiece>(pieces, piece_room), n},
                                   {view<BasicVec2<T>>(vertices, vertex_room), m}, how);
        });
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
        return try_nms(of, view<const Score>(scores, score_count), narrow_up_to<T>(1, threshold),
                       {view<BodyId>(kept, room), n}, view<const std::uint32_t>(classes, class_count), how);
      });
    });
  });
}

}  // namespace
}  // namespace satchel::c

using satchel::c::ask_each;
using satchel::c::plain_pairs;

extern "C" {

satchel_status satchel_overlap_areas(const satchel_pair_list* list, float* areas, const satchel_options* options) {
  return ask_each<float, plain_pairs, float>(list, areas, options, satchel::c::ask_overlap_areas);
}

satchel_status satchel_overlap_areas_d(const satchel_pair_list* list, double* areas, const satchel_options* options) {
  return ask_each<double, plain_pairs, double>(list, areas, options, satchel::c::ask_overlap_areas);
}

satchel_status satchel_ious(const satchel_pair_list* list, float* ious, const satchel_options* options) {
  return ask_each<float, plain_pairs, float>(list, ious, options, satchel::c::ask_ious);
}

satchel_status satchel_ious_d(const satchel_pair_list* list, double* ious, const satchel_options* options) {
  return ask_each<double, plain_pairs, double>(list, ious, options, satchel::c::ask_ious);
}

satchel_status satchel_overlap_measures(const satchel_pair_list* list, satchel_overlap* overlaps,
                                        const satchel_options* options) {
  return ask_each<float, plain_pairs, satchel::Overlap>(list, overlaps, options, satchel::c::ask_overlap_measures);
}

satchel_status satchel_overlap_measures_d(const satchel_pair_list* list, satchel_overlapd* overlaps,
                                          const satchel_options* options) {
  return ask_each<double, plain_pairs, satchel::Overlapd>(list, overlaps, options, satchel::c::ask_overlap_measures);
}

satchel_status satchel_shape_areas(const satchel_scene* scene, float* areas, size_t count) {
  return satchel::c::shape_areas<float>(scene, areas, count);
}

satchel_status satchel_shape_areas_d(const satchel_scene* scene, double* areas, size_t count) {
  return satchel::c::shape_areas<double>(scene, areas, count);
}

satchel_status satchel_intersections(const satchel_pair_list* list, satchel_intersection_piece* pieces,
                                     size_t piece_room, size_t* pieces_found, satchel_vec2* vertices,
                                     size_t vertex_room, size_t* vertices_found, const satchel_options* options) {
  return satchel::c::intersections<float>(list, pieces, piece_room, pieces_found, vertices, vertex_room, vertices_found,
                                          options);
}

satchel_status satchel_intersections_d(const satchel_pair_list* list, satchel_intersection_piece* pieces,
                                       size_t piece_room, size_t* pieces_found, satchel_vec2d* vertices,
                                       size_t vertex_room, size_t* vertices_found, const satchel_options* options) {
  return satchel::c::intersections<double>(list, pieces, piece_room, pieces_found, vertices, vertex_room,
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
