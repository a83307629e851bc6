// The entry points of `distances`.
#include <satchel/distance.hpp>

#include <utility>

#include "query/pipeline/follow.hpp"
#include "query/compound/nearest_parts.hpp"
#include "query/questions/nearest_points.hpp"
#include "query/compound/deciding_parts.hpp"

namespace satchel {
namespace {

using query::Scenes;

/// Finds the nearest points of a disjoint pair by trying all, the job's bodies a and b or parts of these. Evaluated
/// with the lower index first, as everything is.
/// @param turned  b has it
template <class T>
void settle(const Scenes<T>& scenes, const kernels::PairJob<T>& job, Pair pair, bool turned,
            BasicDistance<T>& distance) {
  const detail::SceneData<T>& first = turned ? scenes.b : scenes.a;
  const detail::SceneData<T>& second = turned ? scenes.a : scenes.b;
  const kernels::BodyRecord<T>& a = turned ? job.bodies_b[pair.b] : job.bodies_a[pair.a];
  const kernels::BodyRecord<T>& b = turned ? job.bodies_a[pair.a] : job.bodies_b[pair.b];
  const query::NearestPair nearest =
      nearest_points(query::CoreView<T>(first, a, a.x, a.y), query::CoreView<T>(second, b, a.x, a.y));
  const double length = std::sqrt(nearest.squared);
  if (!(length > 0)) return;  // rounding alone: as the contact says
  const double nx = (nearest.on_b.x - nearest.on_a.x) / length, ny = (nearest.on_b.y - nearest.on_a.y) / length;
  const auto rounded = [](double x, double y) {
    return BasicVec2<T>{static_cast<T>(x) + T(0), static_cast<T>(y) + T(0)};
  };
  const double radius_a = static_cast<double>(a.radius()), radius_b = static_cast<double>(b.radius());
  const auto of_a = rounded(nearest.on_a.x + radius_a * nx, nearest.on_a.y + radius_a * ny);
  const auto of_b = rounded(nearest.on_b.x - (b.x - a.x) - radius_b * nx, nearest.on_b.y - (b.y - a.y) - radius_b * ny);
  const auto normal = turned ? rounded(-nx, -ny) : rounded(nx, ny);
  distance.normal_x = normal.x;
  distance.normal_y = normal.y;
  if (radius_a + radius_b == 0) distance.distance = static_cast<T>(length);
  distance.point_a = turned ? of_b : of_a;
  distance.point_b = turned ? of_a : of_b;
}

/// A distance as seen from the other body.
template <class T>
void mirror(BasicDistance<T>& distance) {
  distance.normal_x = T(0) - distance.normal_x + T(0);
  distance.normal_y = T(0) - distance.normal_y + T(0);
  distance.feature ^= 1u << 3;
  std::swap(distance.point_a, distance.point_b);
}

/// One call's view of scenes and kernels.
template <class T>
struct Distances {
  const Scenes<T>& scenes;
  const kernels::DistanceKernels<T>& kernel;

  bool is_turned(Pair pair) const { return scenes.one && pair.b < pair.a; }

  template <class Batch>
  void operator()(const Batch& batch, kernels::PairJob<T>& job, const BasicContact<T>* contacts, const PartPair* parts,
                  BasicDistance<T>* results) const {
    query::ask_deciding_parts(scenes.a, scenes.b, job, contacts, parts,
                              [&](const kernels::PairJob<T>& its, const BasicContact<T>* its_contacts) {
                                const std::size_t open = kernel.distances(its, its_contacts, results);
                                for (std::size_t k = 0; k < open; ++k) {
                                  const std::uint32_t i = its.uncertain[k];
                                  const std::uint32_t place = its.slots != nullptr ? its.slots[i] : i;
                                  settle(scenes, its, its.pairs[i], is_turned(job.pairs[place]), results[place]);
                                }
                              });
    if (parts == nullptr) return;
    for (std::size_t i = 0; i < job.count; ++i) {
      const Pair pair = job.pairs[i];
      const bool some_compound =
          scenes.a.bodies[pair.a].place.is_compound() || scenes.b.bodies[pair.b].place.is_compound();
      if (some_compound && verdict(contacts[i]) == Verdict::disjoint)
        find_nearest(batch, job, pair, parts[i], results[i]);
    }
  }

  /// Apart, for the room on the stack that only compounds need.
  template <class Batch>
  [[gnu::noinline]] void find_nearest(const Batch& batch, const kernels::PairJob<T>& job, Pair pair, PartPair parts,
                                      BasicDistance<T>& distance) const {
    const bool turned = is_turned(pair);
    const query::Bodies<T> bodies(scenes.a, scenes.b, turned ? pair.b : pair.a, turned ? pair.a : pair.b);
    const auto ask = [&](const kernels::PairJob<T>& its, const BasicContact<T>* contacts, BasicDistance<T>* found) {
      const std::size_t open = kernel.distances(its, contacts, found);
      for (std::size_t k = 0; k < open; ++k) {
        settle(scenes, its, its.pairs[its.uncertain[k]], false, found[its.uncertain[k]]);
      }
    };
    query::NearestParts nearest(batch.runner(), job, bodies, ask);
    if (turned) {
      mirror(distance);
      parts = {parts.b, parts.a};
    }
    nearest.run(distance, parts);
    if (turned) mirror(distance);
  }
};

template <class T>
Status find_distances(const Scenes<T>& scenes, std::span<const Pair> pairs, std::span<BasicDistance<T>> distances,
                      const Options& options) noexcept {
  return query::with_kernels([&](const kernels::KernelTable& table) {
    return query::follow_contacts<T, query::CollideForDistances<T>>(
        scenes, table, pairs, distances, options, Distances<T>{scenes, table.distance.template of<T>()});
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
