// The entry points of `distances`.
#include <satchel/distance.hpp>

#include <array>

#include "query/follow.hpp"
#include "query/nearest_points.hpp"

namespace satchel {
namespace {

using query::Scenes;

/// Finds the nearest points of a disjoint pair by trying all. Evaluated with the lower index first, as everything is.
template <class T>
void settle(const Scenes<T>& scenes, Pair pair, BasicDistance<T>& distance) {
  const bool turned = scenes.one && pair.b < pair.a;
  const detail::SceneData<T>& first = turned ? scenes.b : scenes.a;
  const detail::SceneData<T>& second = turned ? scenes.a : scenes.b;
  const BodyId one = turned ? pair.b : pair.a, other = turned ? pair.a : pair.b;
  const kernels::BodyRecord<T>&a = first.bodies[one], &b = second.bodies[other];
  const query::NearestPair nearest =
      nearest_points(query::CoreView<T>(first, one, a.x, a.y), query::CoreView<T>(second, other, a.x, a.y));
  const double length = std::sqrt(nearest.squared);
  if (!(length > 0)) return;  // rounding alone: as the contact says
  const double nx = (nearest.on_b.x - nearest.on_a.x) / length, ny = (nearest.on_b.y - nearest.on_a.y) / length;
  const auto rounded = [](double x, double y) {
    return BasicVec2<T>{static_cast<T>(x) + T(0), static_cast<T>(y) + T(0)};
  };
  const double radius_a = static_cast<double>(a.radius), radius_b = static_cast<double>(b.radius);
  const auto of_a = rounded(nearest.on_a.x + radius_a * nx, nearest.on_a.y + radius_a * ny);
  const auto of_b = rounded(nearest.on_b.x - (b.x - a.x) - radius_b * nx, nearest.on_b.y - (b.y - a.y) - radius_b * ny);
  const auto normal = turned ? rounded(-nx, -ny) : rounded(nx, ny);
  distance.normal_x = normal.x;
  distance.normal_y = normal.y;
  if (radius_a + radius_b == 0) distance.distance = static_cast<T>(length);
  distance.point_a = turned ? of_b : of_a;
  distance.point_b = turned ? of_a : of_b;
}

template <class T>
Status find_distances(const Scenes<T>& scenes, std::span<const Pair> pairs, std::span<BasicDistance<T>> distances,
                      const Options& options) noexcept {
  return query::with_kernels([&](const kernels::KernelTable& table) {
    const auto& kernel = table.distance->template of<T>();
    return query::follow_contacts<T>(
        scenes, table, pairs, distances, options,
        [&](kernels::PairJob<T>& job, const BasicContact<T>* contacts, BasicDistance<T>* results) {
          const std::size_t open = kernel.distances(job, contacts, results);
          for (std::size_t k = 0; k < open; ++k) settle(scenes, job.pairs[job.uncertain[k]], results[job.uncertain[k]]);
        });
  });
}

template <class T>
void find_distances_or_throw(const Scenes<T>& scenes, std::span<const Pair> pairs,
                             std::span<BasicDistance<T>> distances, const Options& options) {
  query::throw_unless_ok(find_distances(scenes, pairs, distances, options), scenes, pairs, distances.size());
}

}  // namespace

// The entry points of one precision.
#define SATCHEL_ENTRY_POINTS(T)                                                                                \
  void distances(const BasicScene<T>& scene, std::span<const Pair> pairs, std::span<BasicDistance<T>> results, \
                 const Options& options) {                                                                     \
    find_distances_or_throw(Scenes<T>(scene), pairs, results, options);                                        \
  }                                                                                                            \
  void distances(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, std::span<const Pair> pairs,      \
                 std::span<BasicDistance<T>> results, const Options& options) {                                \
    find_distances_or_throw(Scenes<T>(scene_a, scene_b), pairs, results, options);                             \
  }                                                                                                            \
  Status distances(std::nothrow_t, const BasicScene<T>& scene, std::span<const Pair> pairs,                    \
                   std::span<BasicDistance<T>> results, const Options& options) noexcept {                     \
    return find_distances(Scenes<T>(scene), pairs, results, options);                                          \
  }                                                                                                            \
  Status distances(std::nothrow_t, const BasicScene<T>& scene_a, const BasicScene<T>& scene_b,                 \
                   std::span<const Pair> pairs, std::span<BasicDistance<T>> results,                           \
                   const Options& options) noexcept {                                                          \
    return find_distances(Scenes<T>(scene_a, scene_b), pairs, results, options);                               \
  }

SATCHEL_ENTRY_POINTS(float)
SATCHEL_ENTRY_POINTS(double)

#undef SATCHEL_ENTRY_POINTS

}  // namespace satchel
