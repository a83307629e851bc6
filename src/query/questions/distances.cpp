// `try_distances`.
#include <satchel/distance.hpp>

#include <array>
#include <cmath>
#include <limits>

#include "query/compound/deciding_parts.hpp"
#include "query/compound/nearest_parts.hpp"
#include "query/one_pair/nearest_points.hpp"
#include "query/pipeline/follow.hpp"
#include "query/questions/distance_work.hpp"

namespace satchel {
namespace {

using query::Scenes;

/// Finds the nearest points of the cores of a pair by trying all, the job's bodies a and b or parts of these. Bodies that are
/// not disjoint keep the contact's normal. Evaluated with the lower index first, as everything is.
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
  const bool is_disjoint = distance.distance > 0;
  const double sign = swapped ? -1 : 1;
  const double nx = is_disjoint ? (nearest.on_b.x - nearest.on_a.x) / length : sign * double{distance.normal_x};
  const double ny = is_disjoint ? (nearest.on_b.y - nearest.on_a.y) / length : sign * double{distance.normal_y};
  const auto rounded = [](double x, double y) {
    return BasicVec2<T>{static_cast<T>(x) + T(0), static_cast<T>(y) + T(0)};
  };
  const double radius_a = static_cast<double>(a.radius()), radius_b = static_cast<double>(b.radius());
  const auto of_a = rounded(nearest.on_a.x + radius_a * nx, nearest.on_a.y + radius_a * ny);
  const auto of_b = rounded(nearest.on_b.x - (b.x - a.x) - radius_b * nx, nearest.on_b.y - (b.y - a.y) - radius_b * ny);
  const auto normal = swapped ? rounded(-nx, -ny) : rounded(nx, ny);
  distance.normal_x = normal.x;
  distance.normal_y = normal.y;
  if (radius_a + radius_b == 0) {
    const T way = static_cast<T>(length);
    distance.distance = way > 0 ? way : std::numeric_limits<T>::denorm_min();  // 0 would be a touch
  }
  distance.point_a = swapped ? of_b : of_a;
  distance.point_b = swapped ? of_a : of_b;
}

/// One call's view of scenes and kernels.
template <class T>
struct Distances {
  const Scenes<T>& scenes;
  const kernels::DistanceKernels<T>& kernel;

  template <class Batch>
  void operator()(const Batch& batch, const query::FoundContacts<T>& found, BasicDistance<T>* results) const {
    const kernels::PairJob<T>& job = found.job;
    query::ask_deciding_parts(
        scenes.a, scenes.b, found.job, found.contacts, found.parts,
        [&](const kernels::PairJob<T>& part_job, const BasicContact<T>* contacts) {
          const std::size_t open =
              kernel.distances(part_job, contacts, found.some_distances_found, found.distances_found, results);
          for (std::size_t k = 0; k < open; ++k) {
            const std::uint32_t i = part_job.open[k], slot = part_job.slot(i);
            settle(scenes, part_job, part_job.pairs[i], scenes.is_swapped(job.pairs[slot]), results[slot]);
          }
        });
    if (!found.parts.empty()) find_nearest(batch, found, results);
  }

  /// Makes the distances of disjoint compounds, which are those of the parts that decided their contacts, the least of
  /// all parts. Apart, for the room on the stack that only compounds need.
  template <class Batch>
  [[gnu::noinline]] void find_nearest(const Batch& batch, const query::FoundContacts<T>& found,
                                      BasicDistance<T>* results) const {
    const kernels::PairJob<T>& job = found.job;
    const auto ask = [&](const kernels::PairJob<T>& part_job, const BasicContact<T>* contacts,
                         BasicDistance<T>* distances) {
      const std::size_t open = kernel.distances(part_job, contacts, false, nullptr, distances);
      for (std::size_t k = 0; k < open; ++k) {
        settle(scenes, part_job, part_job.pairs[part_job.open[k]], false, distances[part_job.open[k]]);
      }
    };
    query::NearestParts nearest(batch.stages(), job, ask);
    using Mirrored = std::array<std::uint32_t, decltype(nearest)::capacity>;
    // Disjoint pairs of which other parts may be nearer, by the kind that NearestParts takes alone: bit 0: A is a
    // compound, bit 1: B is.
    std::array<std::array<std::uint16_t, query::most_compounds_at_a_step<T> + 1>, 4> lists;
    std::array<std::size_t, 4> sizes{};
    static_assert(query::most_compounds_at_a_step<T> <= 1u << 16);
    for (std::size_t i = 0; i < job.count; ++i) {
      const auto [a, b] = job.pairs[i];
      const unsigned is_a = scenes.a.bodies[a].place.is_compound() ? 1 : 0;
      const unsigned is_b = scenes.b.bodies[b].place.is_compound() ? 1 : 0;
      const unsigned kind = scenes.is_swapped({a, b}) ? is_b | is_a << 1 : is_a | is_b << 1;
      lists[kind][sizes[kind]] = static_cast<std::uint16_t>(i);
      const bool others_may_be_nearer = found.other_parts[i] <= nearest.reach(scenes.a, scenes.b, {a, b}, results[i]);
      const bool is_disjoint = verdict(found.contacts[i]) == Verdict::disjoint;
      sizes[kind] += std::size_t{is_disjoint} & std::size_t{others_may_be_nearer};
    }
    for (std::size_t kind = 1; kind < lists.size(); ++kind) {
      Mirrored mirrored;  // results to be mirrored back
      std::size_t mirrored_count = 0;
      const auto finish = [&] {
        nearest.finish();
        for (std::size_t k = 0; k < mirrored_count; ++k) query::mirror(results[mirrored[k]]);
        mirrored_count = 0;
      };
      for (std::size_t n = 0; n < sizes[kind]; ++n) {
        const std::uint32_t i = lists[kind][n];
        const Pair pair = job.pairs[i];
        const bool swapped = scenes.is_swapped(pair);
        PartPair parts = found.parts[i];
        if (swapped) {
          query::mirror(results[i]);
          mirrored[mirrored_count++] = i;
          parts = {parts.b, parts.a};
        }
        nearest.add({scenes.a, scenes.b, swapped ? pair.b : pair.a, swapped ? pair.a : pair.b}, results[i], parts);
        if (nearest.is_full()) finish();
      }
      finish();
    }
  }
};

}  // namespace

namespace query {

template <class T>
Status distances_of_parts(BasicScenePair<T> given, std::span<const Pair> pairs, std::span<BasicDistance<T>> distances,
                          const Options& options) noexcept {
  const Scenes<T> scenes(given);
  return with_kernels([&](const kernels::KernelTable& table) {
    return follow_contacts<T>(scenes, table, pairs, distances, options,
                              Distances<T>{scenes, table.distance.template of<T>()});
  });
}

template Status distances_of_parts(ScenePair, std::span<const Pair>, std::span<Distance>, const Options&) noexcept;
template Status distances_of_parts(ScenePaird, std::span<const Pair>, std::span<Distanced>, const Options&) noexcept;

}  // namespace query

template <class T>
Status try_distances(BasicScenePair<T> scenes, std::span<const Pair> pairs,
                     std::span<std::type_identity_t<BasicDistance<T>>> distances, const Options& options) noexcept {
  const auto has_compounds = [](const BasicScene<T>& scene) {
    return detail::SceneAccess::data(scene).compounds.bodies != 0;
  };
  if (!has_compounds(scenes.a()) && !has_compounds(scenes.b())) {  // no outlines, for certain
    return query::distances_of_parts<T>(scenes, pairs, distances, options);
  }
  return query::DistanceWork<T>().find(scenes, pairs, distances, options);
}

template Status try_distances(ScenePair, std::span<const Pair>, std::span<Distance>, const Options&) noexcept;
template Status try_distances(ScenePaird, std::span<const Pair>, std::span<Distanced>, const Options&) noexcept;

}  // namespace satchel
