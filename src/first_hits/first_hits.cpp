// `first_hits`, with an index and without:
//
//   check the input; without an index, build a tree over the fixed bodies
//   place the obstacles at all steps; build a tree over them with one world a step
//   for each chunk of movers, in parallel: search (chunk_search.cpp)
//
// The hit of a mover is the least (step, obstacle), so that it does not depend on chunks, threads or the order of
// search.
#include <satchel/first_hits.hpp>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <new>

#include <satchel/index.hpp>

#include "dispatch/dispatch.hpp"
#include "first_hits/check_trajectories.hpp"
#include "first_hits/chunk_search.hpp"
#include "parallel/fp_environment.hpp"
#include "parallel/parallel.hpp"
#include "scene/checks.hpp"
#include "tree/index_data.hpp"

namespace satchel {
namespace trajectories {
namespace {

/// Searches checked trajectories.
template <class T>
Status search(const Targets<T>& fixed, const spatial::Allowed& allowed, const kernels::KernelTable& table,
              const Trajectories& movers, const Trajectories& obstacles, std::span<FirstHit> hits,
              parallel::Progress& progress) {
  const Options& options = progress.options();
  using Search = ChunkSearch<T>;
  detail::UsedShapes<T> mover_shapes(*fixed.scene, detail::OutlineCopy::compound, movers.clearance);
  detail::UsedShapes<T> obstacle_shapes(*fixed.scene, detail::OutlineCopy::compound, obstacles.clearance);
  mover_shapes.add(*fixed.scene, movers.shapes);
  obstacle_shapes.add(*fixed.scene, obstacles.shapes);
  const Paths paths(movers), obstacle_paths(obstacles);
  PlacedObstacles<T> placed;
  progress.begin(obstacles.poses.size());
  Status status = placed.place(obstacle_paths, paths.longest(), obstacle_shapes, table, options);
  if (!status.ok()) return status;

  std::mutex stats_mutex;
  const Question<T> question{paths, mover_shapes,  placed,
                             fixed, allowed,       static_cast<std::uint32_t>(obstacle_paths.size()),
                             table, options.stats, stats_mutex};
  // About four chunks a task, of a multiple of a group of boxes each.
  const std::size_t tasks = parallel::task_count(hits.size(), options);
  const std::size_t share = hits.size() / (4 * tasks) / kernels::group_width * kernels::group_width;
  const std::size_t per_chunk = std::clamp<std::size_t>(share, kernels::group_width, Search::most_movers);
  const std::size_t chunks = (hits.size() + per_chunk - 1) / per_chunk;
  tree::SharedPool<Search> searches;
  std::atomic<bool> out_of_memory{false};
  progress.begin(movers.poses.size());
  status = parallel::for_each_chunk(chunks, options, [&](std::size_t chunk) noexcept {
    const std::size_t first = chunk * per_chunk;
    try {
      const typename tree::SharedPool<Search>::Loan search_of_task(searches);
      search_of_task->run(question, first, hits.subspan(first, std::min(per_chunk, hits.size() - first)));
    } catch (const std::bad_alloc&) {
      out_of_memory.store(true, std::memory_order_relaxed);
    }
  });
  if (!status.ok()) return status;
  if (out_of_memory.load(std::memory_order_relaxed)) return {ErrorCode::no_memory, 0};
  return {};
}

template <class T>
Status search_scene(const BasicScene<T>& scene, const Trajectories& movers, const Trajectories& obstacles,
                    std::span<FirstHit> hits, const Options& options) noexcept {
  const FpEnvironment environment;
  Status status;
  const kernels::KernelTable* const table = dispatch::active(status);
  if (table == nullptr) return status;
  const detail::SceneData<T>& data = detail::SceneAccess::data(scene);
  parallel::Progress progress(options, obstacles.poses.size() + movers.poses.size(), scene.max_threads());
  status = check(data, *table, movers, obstacles, hits.size(), progress.options());
  if (!status.ok()) return status;
  try {
    tree::BoxTree tree;
    tree::SharedPool<tree::OrderScratch> scratch;
    status = tree.build(data, *table, {}, {}, progress.options(), scratch);
    if (!status.ok()) return status;
    const Targets<T> fixed{&data, tree.view()};
    return progress.finish(search(fixed, spatial::Allowed(), *table, movers, obstacles, hits, progress));
  } catch (const std::exception&) {
    return {ErrorCode::no_memory, 0};
  }
}

template <class T>
Status search_index(const BasicIndex<T>& index, const BasicScene<T>& scene, const Trajectories& movers,
                    const Trajectories& obstacles, std::span<FirstHit> hits, const QueryOptions& options) noexcept {
  const FpEnvironment environment;
  Status status = detail::IndexAccess::check(index, scene);
  if (!status.ok()) return status;
  const kernels::KernelTable* const table = dispatch::active(status);
  if (table == nullptr) return status;
  const detail::SceneData<T>& data = detail::SceneAccess::data(scene);
  Options run = options.run;
  run.stats = nullptr;
  parallel::Progress progress(run, obstacles.poses.size() + movers.poses.size(), scene.max_threads());
  status = check(data, *table, movers, obstacles, hits.size(), progress.options());
  if (!status.ok()) return status;
  status = spatial::Allowed::check(options, data.bodies.size(), hits.size());
  if (!status.ok()) return status;
  try {
    const Targets<T> fixed{&data, detail::IndexAccess::data(index)->tree.boxes()};
    return progress.finish(search(fixed, spatial::Allowed(options), *table, movers, obstacles, hits, progress));
  } catch (const std::exception&) {
    return {ErrorCode::no_memory, 0};
  }
}

}  // namespace
}  // namespace trajectories

template <class T>
Status try_first_hits(const BasicScene<T>& scene, const Trajectories& movers, const Trajectories& obstacles,
                      std::span<FirstHit> hits, const Options& options) noexcept {
  return trajectories::search_scene(scene, movers, obstacles, hits, options);
}

template <class T>
Status BasicIndex<T>::try_first_hits(const Scene& scene, const Trajectories& movers, const Trajectories& obstacles,
                                     std::span<FirstHit> hits, const QueryOptions& options) const noexcept {
  return trajectories::search_index(*this, scene, movers, obstacles, hits, options);
}

template Status try_first_hits(const Scene&, const Trajectories&, const Trajectories&, std::span<FirstHit>,
                               const Options&) noexcept;
template Status try_first_hits(const Scened&, const Trajectories&, const Trajectories&, std::span<FirstHit>,
                               const Options&) noexcept;
template Status BasicIndex<float>::try_first_hits(const satchel::Scene&, const Trajectories&, const Trajectories&,
                                                  std::span<FirstHit>, const QueryOptions&) const noexcept;
template Status BasicIndex<double>::try_first_hits(const Scened&, const Trajectories&, const Trajectories&,
                                                   std::span<FirstHit>, const QueryOptions&) const noexcept;

}  // namespace satchel
