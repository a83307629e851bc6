// `clearances`, with an index and without (trajectory_call.hpp).
#include <satchel/trajectories.hpp>

#include <algorithm>
#include <vector>

#include <satchel/index.hpp>

#include "first_hits/nearest_search.hpp"
#include "first_hits/trajectory_call.hpp"

namespace satchel {
namespace trajectories {
namespace {

template <class T>
Status find_clearances(const Question<T>& question, const Fixed<T>& fixed, double max_distance,
                       std::span<Clearance> clearances, const Options& options) {
  std::vector<Box> boxes;
  if (!question.obstacles.empty()) {
    const detail::SceneData<T>& placed = question.obstacles.targets().data();
    boxes.reserve(placed.bodies.size());
    for (std::size_t body = 0; body < placed.bodies.size(); ++body) {
      boxes.push_back(tree::box_of(placed, static_cast<BodyId>(body)));
    }
  }
  const NearQuestion<T> near{question, *fixed.near, boxes, max_distance};
  using Search = NearestSearch<T>;
  std::vector<Status> refusals;
  const Status status = for_each_chunk<Search>(
      question, options, [&](std::size_t chunks) { refusals.resize(chunks); },
      [&](Search& search, std::size_t first, std::size_t count, std::size_t chunk) {
        refusals[chunk] = search.run(near, first, clearances.subspan(first, count));
      });
  if (!status.ok()) return status;
  const auto refusal = std::find_if(refusals.begin(), refusals.end(), [](const Status& one) { return !one.ok(); });
  return refusal == refusals.end() ? Status{} : *refusal;
}

/// Whether the limit is none, or ok.
Status check_limit(double max_distance) noexcept {
  if (max_distance >= 0) return {};
  return {ErrorCode::bad_distance, 0, Argument::max_distance, {}, max_distance};
}

}  // namespace
}  // namespace trajectories

template <class T>
Status try_clearances(const BasicScene<T>& scene, const Trajectories& movers, const Trajectories& obstacles,
                      double max_distance, std::span<Clearance> clearances, const Options& options) noexcept {
  using namespace trajectories;
  if (const Status status = check_limit(max_distance); !status.ok()) return status;
  return ask_scene(scene, {movers, obstacles, {Each::mover, clearances.size()}}, options, {.near = true},
                   [&](const Question<T>& question, const Fixed<T>& fixed, const Options& run) {
                     return find_clearances(question, fixed, max_distance, clearances, run);
                   });
}

template <class T>
Status BasicIndex<T>::try_clearances(const Scene& scene, const Trajectories& movers, const Trajectories& obstacles,
                                     double max_distance, std::span<Clearance> clearances,
                                     const QueryOptions& options) const noexcept {
  using namespace trajectories;
  if (const Status status = check_limit(max_distance); !status.ok()) return status;
  return ask_index(*this, scene, {movers, obstacles, {Each::mover, clearances.size()}}, options,
                   [&](const Question<T>& question, const Fixed<T>& fixed, const Options& run) {
                     return find_clearances(question, fixed, max_distance, clearances, run);
                   });
}

template Status try_clearances(const Scene&, const Trajectories&, const Trajectories&, double, std::span<Clearance>,
                               const Options&) noexcept;
template Status try_clearances(const Scened&, const Trajectories&, const Trajectories&, double, std::span<Clearance>,
                               const Options&) noexcept;
template Status BasicIndex<float>::try_clearances(const satchel::Scene&, const Trajectories&, const Trajectories&,
                                                  double, std::span<Clearance>, const QueryOptions&) const noexcept;
template Status BasicIndex<double>::try_clearances(const Scened&, const Trajectories&, const Trajectories&, double,
                                                   std::span<Clearance>, const QueryOptions&) const noexcept;

}  // namespace satchel
