// `try_distances`.
#include <satchel/distance.hpp>

#include <utility>

#include "query/compound/deciding_parts.hpp"
#include "query/compound/nearest_parts.hpp"
#include "query/pipeline/follow.hpp"
#include "query/questions/nearest_points.hpp"

namespace satchel {
namespace {

using query::Scenes;

/// Finds the nearest points of a disjoint pair by trying all, the job's bodies a and b or parts of these. Evaluated
/// with the lower index first, as everything is.
/// @param swapped  b has it
template <class T>
void settle(const Scenes<T>& scenes, const kernels::PairJob<T>& job, Pair pair, bool swapped,
            BasicDistance<T>& distance) {
  const detail::SceneData<T>& first = swapped ? scenes.b : scenes.a;
  const detail::SceneData<T>& second = swapped ? scenes.a : scenes.b;
  const kernels::BodyRecord<T>& a = swapped ? job.b.bodies[pair.b] : job.a.bodies[pair.a];
  const kernels::BodyRecord<T>& b = swapped ? job.a.bodies[pair.a] : job.b.bodies[pair.b];
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
  const auto normal = swapped ? rounded(-nx, -ny) : rounded(nx, ny);
  distance.normal_x = normal.x;
  distance.normal_y = normal.y;
  if (radius_a + radius_b == 0) distance.distance = static_cast<T>(length);
  distance.point_a = swapped ? of_b : of_a;
  distance.point_b = swapped ? of_a : of_b;
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

  template <class Batch>
  void operator()(const Batch& batch, const query::FoundContacts<T>& found, BasicDistance<T>* results) const {
    const kernels::PairJob<T>& job = found.job;
    query::ask_deciding_parts(scenes.a, scenes.b, found.job, found.contacts, found.parts,
                              [&](const kernels::PairJob<T>& its, const BasicContact<T>* contacts) {
                                const std::size_t open = kernel.distances(its, contacts, found.some_distances_found,
                                                                          found.distances_found, results);
                                for (std::size_t k = 0; k < open; ++k) {
                                  const std::uint32_t i = its.open[k], slot = its.slot(i);
                                  settle(scenes, its, its.pairs[i], scenes.is_swapped(job.pairs[slot]), results[slot]);
                                }
                              });
    if (found.parts.empty()) return;
    for (std::size_t i = 0; i < job.count; ++i) {
      const Pair pair = job.pairs[i];
      const bool some_compound =
          scenes.a.bodies[pair.a].place.is_compound() || scenes.b.bodies[pair.b].place.is_compound();
      if (some_compound && verdict(found.contacts[i]) == Verdict::disjoint) {
        find_nearest(batch, job, pair, found.parts[i], results[i]);
      }
    }
  }

  /// Apart, for the room on the stack that only compounds need.
  template <class Batch>
  [[gnu::noinline]] void find_nearest(const Batch& batch, const kernels::PairJob<T>& job, Pair pair, PartPair parts,
                                      BasicDistance<T>& distance) const {
    const bool swapped = scenes.is_swapped(pair);
    const query::Bodies<T> bodies(scenes.a, scenes.b, swapped ? pair.b : pair.a, swapped ? pair.a : pair.b);
    const auto ask = [&](const kernels::PairJob<T>& its, const BasicContact<T>* contacts, BasicDistance<T>* found) {
      const std::size_t open = kernel.distances(its, contacts, false, nullptr, found);
      for (std::size_t k = 0; k < open; ++k) {
        settle(scenes, its, its.pairs[its.open[k]], false, found[its.open[k]]);
      }
    };
    query::NearestParts nearest(batch.stages(), job, bodies, ask);
    if (swapped) {
      mirror(distance);
      parts = {parts.b, parts.a};
    }
    nearest.run(distance, parts);
    if (swapped) mirror(distance);
  }
};

template <class T>
Status find_distances(const Scenes<T>& scenes, std::span<const Pair> pairs, std::span<BasicDistance<T>> distances,
                      const Options& options) noexcept {
  return query::with_kernels([&](const kernels::KernelTable& table) {
    return query::follow_contacts<T>(scenes, table, pairs, distances, options,
                                     Distances<T>{scenes, table.distance.template of<T>()});
  });
}

}  // namespace

template <class T>
Status try_distances(const BasicScene<T>& scene, std::span<const Pair> pairs,
                     std::span<std::type_identity_t<BasicDistance<T>>> results, const Options& options) noexcept {
  return find_distances<T>(Scenes<T>(scene), pairs, results, options);
}
template <class T>
Status try_distances(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, std::span<const Pair> pairs,
                     std::span<std::type_identity_t<BasicDistance<T>>> results, const Options& options) noexcept {
  return find_distances<T>(Scenes<T>(scene_a, scene_b), pairs, results, options);
}

template Status try_distances(const Scene&, std::span<const Pair>, std::span<Distance>, const Options&) noexcept;
template Status try_distances(const Scene&, const Scene&, std::span<const Pair>, std::span<Distance>,
                              const Options&) noexcept;
template Status try_distances(const Scened&, std::span<const Pair>, std::span<Distanced>, const Options&) noexcept;
template Status try_distances(const Scened&, const Scened&, std::span<const Pair>, std::span<Distanced>,
                              const Options&) noexcept;

}  // namespace satchel
