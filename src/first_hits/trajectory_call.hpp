// What all calls about trajectories do, with an index and without:
//
//   check the input; without an index, build a tree over the fixed bodies
//   place the obstacles at all steps; build a tree over them with one world a step
//   for each chunk of movers, in parallel: search
#pragma once

#include <algorithm>
#include <exception>
#include <limits>
#include <mutex>
#include <vector>

#include <satchel/index.hpp>

#include "dispatch/dispatch.hpp"
#include "first_hits/check_trajectories.hpp"
#include "first_hits/chunk_search.hpp"
#include "parallel/fp_environment.hpp"
#include "parallel/parallel.hpp"
#include "query/pipeline/driver.hpp"
#include "scene/used_shapes.hpp"
#include "tree/index_data.hpp"
#include "tree/shared_pool.hpp"

namespace satchel::trajectories {

/// The trajectories of a call, and the results that it wants.
struct Given {
  const Trajectories& movers;
  const Trajectories& obstacles;
  Wanted wanted{};
};

/// The fixed bodies of a call.
template <class T>
struct Fixed {
  Targets<T> targets;
  const kernels::FloatTreeView* near = nullptr;  ///< null: the call does not search for near bodies
  double largest_reach = 0;                      ///< if `near` is given
};

/// Prepares what a search reads, and calls ask(question) -> Status.
template <class T, class Ask>
Status prepare(const Fixed<T>& fixed, const spatial::Allowed& allowed, const kernels::KernelTable& table,
               const Given& given, parallel::Progress& progress, const Ask& ask) {
  const auto& [movers, obstacles, wanted] = given;
  const Options& options = progress.options();
  const detail::SceneData<T>& data = fixed.targets.data();
  detail::UsedShapes<T> mover_shapes(detail::OutlineCopy::compound, movers.clearance);
  detail::UsedShapes<T> obstacle_shapes(detail::OutlineCopy::compound, obstacles.clearance);
  mover_shapes.add(data, movers.shapes);
  obstacle_shapes.add(data, obstacles.shapes);
  const Paths paths(movers), obstacle_paths(obstacles);
  PlacedObstacles<T> placed;
  progress.begin(obstacles.poses.size());
  const bool goes_on = wanted.each == Each::pose;
  const GoingOn obstacles_go_on{obstacles.velocities, wanted.horizon};
  const Status status = placed.place(obstacle_paths, paths.longest(), obstacle_shapes,
                                     goes_on ? &obstacles_go_on : nullptr, table, options);
  if (!status.ok()) return status;
  std::mutex stats_mutex;
  Question<T> question{paths,
                       mover_shapes,
                       obstacle_shapes,
                       placed,
                       fixed.targets,
                       allowed,
                       static_cast<std::uint32_t>(obstacle_paths.size()),
                       table,
                       options.stats,
                       stats_mutex};
  question.going_on = {movers.velocities, wanted.horizon};
  question.largest_reach = fixed.largest_reach;
  for (const auto& shape : detail::SceneAccess::data(obstacle_shapes.scene).shapes) {
    question.largest_reach = std::max(question.largest_reach, static_cast<double>(shape.reach));
  }
  progress.begin(movers.poses.size());
  return ask(question);
}

/// Calls run(search, first, count, chunk) for chunks of movers, in parallel, with a Search that the task borrows. `run`
/// may throw.
/// @param begin  begin(chunks), before
template <class Search, class T, class Begin, class Run>
Status for_each_chunk(const Question<T>& question, const Options& options, const Begin& begin, const Run& run) {
  const std::size_t movers = question.movers.size();
  // About four chunks a task, of a multiple of a group of boxes each.
  const std::size_t tasks = parallel::task_count(movers, options);
  const std::size_t share = movers / (4 * tasks) / kernels::group_width * kernels::group_width;
  const std::size_t per_chunk = std::clamp<std::size_t>(share, kernels::group_width, Search::most_movers);
  const std::size_t chunks = (movers + per_chunk - 1) / per_chunk;
  begin(chunks);
  tree::SharedPool<Search> searches;
  return query::for_each_throwing_chunk(chunks, options, [&](std::size_t chunk) {
    const std::size_t first = chunk * per_chunk;
    const typename tree::SharedPool<Search>::Loan search(searches);
    run(*search, first, std::min(per_chunk, movers - first), chunk);
  });
}

/// The options of a call with an index, or without one: whether fixed bodies are searched for near ones, and whether
/// statistics are counted.
struct How {
  bool near = false;
  bool counts = false;
};

/// A call without an index: ask(question, fixed, options) -> Status.
template <class T, class Ask>
Status ask_scene(const BasicScene<T>& scene, const Given& given, const Options& options, const How& how,
                 const Ask& ask) noexcept {
  const FpEnvironment environment;
  Status status;
  const kernels::KernelTable* const table = dispatch::active(status);
  if (table == nullptr) return status;
  const detail::SceneData<T>& data = detail::SceneAccess::data(scene);
  Options run = options;
  if (!how.counts) run.stats = nullptr;
  parallel::Progress progress(run, given.obstacles.poses.size() + given.movers.poses.size(), scene.max_threads());
  status = check(data, *table, given.movers, given.obstacles, given.wanted, progress.options());
  if (!status.ok()) return status;
  try {
    const auto ask_about = [&](const Fixed<T>& fixed) {
      return progress.finish(
          prepare(fixed, spatial::Allowed(), *table, given, progress,
                  [&](const Question<T>& question) { return ask(question, fixed, progress.options()); }));
    };
    if (how.near) {
      tree::KeptTree tree;
      status = tree.build(data, *table, progress.options());
      if (!status.ok()) return status;
      return ask_about({{&scene, tree.boxes()}, &tree.floats(), tree.largest_reach()});
    }
    tree::BoxTree tree;
    tree::SharedPool<tree::OrderScratch> scratch;
    status = tree.build(data, *table, {}, {}, progress.options(), scratch);
    if (!status.ok()) return status;
    return ask_about({{&scene, tree.view()}});
  } catch (const std::exception&) {
    return {ErrorCode::no_memory, 0};
  }
}

/// The same with an index.
template <class T, class Ask>
Status ask_index(const BasicIndex<T>& index, const BasicScene<T>& scene, const Given& given,
                 const QueryOptions& options, const Ask& ask) noexcept {
  const FpEnvironment environment;
  Status status = detail::IndexAccess::check(index, scene);
  if (!status.ok()) return status;
  const kernels::KernelTable* const table = dispatch::active(status);
  if (table == nullptr) return status;
  const detail::SceneData<T>& data = detail::SceneAccess::data(scene);
  Options run = options.run;
  run.stats = nullptr;
  parallel::Progress progress(run, given.obstacles.poses.size() + given.movers.poses.size(), scene.max_threads());
  status = check(data, *table, given.movers, given.obstacles, given.wanted, progress.options());
  if (!status.ok()) return status;
  status = spatial::Allowed::check(options, data.bodies.size(), Paths(given.movers).size());
  if (!status.ok()) return status;
  try {
    const tree::KeptTree& tree = detail::IndexAccess::data(index)->tree;
    const Fixed<T> fixed{{&scene, tree.boxes()}, &tree.floats(), tree.largest_reach()};
    return progress.finish(
        prepare(fixed, spatial::Allowed(options), *table, given, progress,
                [&](const Question<T>& question) { return ask(question, fixed, progress.options()); }));
  } catch (const std::exception&) {
    return {ErrorCode::no_memory, 0};
  }
}

}  // namespace satchel::trajectories
