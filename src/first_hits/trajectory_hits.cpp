// `trajectory_hits` and `times_to_collision`, with an index and without (trajectory_call.hpp).
#include <satchel/trajectories.hpp>

#include <algorithm>
#include <limits>
#include <vector>

#include <satchel/index.hpp>

#include "first_hits/trajectory_call.hpp"
#include "spatial/found_lists.hpp"

namespace satchel {
namespace trajectories {
namespace {

/// Each chunk makes a list; the lists follow each other.
template <class T>
Status find_all_hits(const Question<T>& question, const Output<TrajectoryHit>& hits, const Options& options) {
  using Search = ChunkSearch<T, Goal::all_hits>;
  std::vector<std::vector<TrajectoryHit>> lists;
  const Status status = for_each_chunk<Search>(
      question, options, [&](std::size_t chunks) { lists.resize(chunks); },
      [&](Search& search, std::size_t first, std::size_t count, std::size_t chunk) {
        search.run(question, first, count, lists[chunk]);
        std::sort(lists[chunk].begin(), lists[chunk].end());
      });
  if (!status.ok()) return status;
  std::size_t count = 0;
  for (const std::vector<TrajectoryHit>& list : lists) count += list.size();
  return spatial::write_list(count, hits, lists);
}

/// Fixed bodies stand still.
template <class T>
Status find_times(const Question<T>& question, std::span<CollisionTime> times, const Options& options) {
  using Search = ChunkSearch<T, Goal::collision_times>;
  std::fill(times.begin(), times.end(), CollisionTime{std::numeric_limits<double>::infinity(), 0, 0, no_body});
  return for_each_chunk<Search>(
      question, options, [](std::size_t) {},
      [&](Search& search, std::size_t first, std::size_t count, std::size_t) {
        search.run(question, first, count, times);
      });
}

/// As find_times, with motions for the fixed bodies.
template <class T>
Status find_times_among(const Question<T>& question, const Fixed<T>& fixed, std::span<CollisionTime> times,
                        const Options& options) {
  const std::vector<Motion> none(fixed.targets.data().bodies.size());
  Targets<T> still = fixed.targets;
  still.motions = none;
  const Question<T> with_motions{
      question.movers, question.shapes,      question.obstacle_shapes, question.obstacles,
      still,           question.allowed,     question.obstacle_count,  question.table,
      question.stats,  question.stats_mutex, question.going_on,        question.largest_reach};
  return find_times(with_motions, times, options);
}

}  // namespace
}  // namespace trajectories

template <class T>
Status try_trajectory_hits(const BasicScene<T>& scene, const Trajectories& movers, const Trajectories& obstacles,
                           Output<TrajectoryHit> hits, const Options& options) noexcept {
  using namespace trajectories;
  return ask_scene(scene, {movers, obstacles, {Each::hit}}, options, {.counts = true},
                   [&](const Question<T>& question, const Fixed<T>&, const Options& run) {
                     return find_all_hits(question, hits, run);
                   });
}

template <class T>
Status BasicIndex<T>::try_trajectory_hits(const Scene& scene, const Trajectories& movers, const Trajectories& obstacles,
                                          Output<TrajectoryHit> hits, const QueryOptions& options) const noexcept {
  using namespace trajectories;
  return ask_index(*this, scene, {movers, obstacles, {Each::hit}}, options,
                   [&](const Question<T>& question, const Fixed<T>&, const Options& run) {
                     return find_all_hits(question, hits, run);
                   });
}

template <class T>
Status try_times_to_collision(const BasicScene<T>& scene, const Trajectories& movers, const Trajectories& obstacles,
                              double horizon, std::span<CollisionTime> times, const Options& options) noexcept {
  using namespace trajectories;
  return ask_scene(scene, {movers, obstacles, {Each::pose, times.size(), horizon}}, options, {.near = true},
                   [&](const Question<T>& question, const Fixed<T>& fixed, const Options& run) {
                     return find_times_among(question, fixed, times, run);
                   });
}

template <class T>
Status BasicIndex<T>::try_times_to_collision(const Scene& scene, const Trajectories& movers,
                                             const Trajectories& obstacles, double horizon,
                                             std::span<CollisionTime> times,
                                             const QueryOptions& options) const noexcept {
  using namespace trajectories;
  return ask_index(*this, scene, {movers, obstacles, {Each::pose, times.size(), horizon}}, options,
                   [&](const Question<T>& question, const Fixed<T>& fixed, const Options& run) {
                     return find_times_among(question, fixed, times, run);
                   });
}

template Status try_trajectory_hits(const Scene&, const Trajectories&, const Trajectories&, Output<TrajectoryHit>,
                                    const Options&) noexcept;
template Status try_trajectory_hits(const Scened&, const Trajectories&, const Trajectories&, Output<TrajectoryHit>,
                                    const Options&) noexcept;
template Status BasicIndex<float>::try_trajectory_hits(const satchel::Scene&, const Trajectories&, const Trajectories&,
                                                       Output<TrajectoryHit>, const QueryOptions&) const noexcept;
template Status BasicIndex<double>::try_trajectory_hits(const Scened&, const Trajectories&, const Trajectories&,
                                                        Output<TrajectoryHit>, const QueryOptions&) const noexcept;
template Status try_times_to_collision(const Scene&, const Trajectories&, const Trajectories&, double,
                                       std::span<CollisionTime>, const Options&) noexcept;
template Status try_times_to_collision(const Scened&, const Trajectories&, const Trajectories&, double,
                                       std::span<CollisionTime>, const Options&) noexcept;
template Status BasicIndex<float>::try_times_to_collision(const satchel::Scene&, const Trajectories&,
                                                          const Trajectories&, double, std::span<CollisionTime>,
                                                          const QueryOptions&) const noexcept;
template Status BasicIndex<double>::try_times_to_collision(const Scened&, const Trajectories&, const Trajectories&,
                                                           double, std::span<CollisionTime>,
                                                           const QueryOptions&) const noexcept;

}  // namespace satchel
