// `try_first_hits`:
//
//   check the input
//   place the obstacles at all steps; build a tree over them with one world a step, and a tree over the fixed bodies
//   for each chunk of movers, in parallel: search (chunk_search.cpp)
//
// The hit of a mover is the least (step, obstacle), so that it does not depend on chunks, threads or the order of
// search.
#include <satchel/first_hits.hpp>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <new>
#include <string>

#include "dispatch/dispatch.hpp"
#include "first_hits/check_trajectories.hpp"
#include "first_hits/chunk_search.hpp"
#include "parallel/fp_environment.hpp"
#include "parallel/parallel.hpp"
#include "scene/fail.hpp"

namespace satchel {
namespace trajectories {
namespace {

template <class T>
Status search(const detail::SceneData<T>& scene, const kernels::KernelTable& table, const Trajectories& movers,
              const Trajectories& obstacles, std::span<FirstHit> hits, parallel::Progress& progress) {
  const Options& options = progress.options();
  using Search = ChunkSearch<T>;
  detail::UsedShapes<T> shapes(scene);
  shapes.add(scene, movers.shapes);
  shapes.add(scene, obstacles.shapes);
  PlacedObstacles<T> placed;
  progress.begin(obstacles.poses.size());
  Status status = placed.place(obstacles, shapes, table, options);
  if (!status.ok()) return status;
  Targets<T> fixed;
  fixed.scene = &scene;
  tree::SharedPool<tree::OrderScratch> scratch;
  status = fixed.tree.build(scene, table, {}, {}, options, scratch);
  if (!status.ok()) return status;

  std::mutex stats_mutex;
  const Question<T> question{
      movers, shapes,        placed,     fixed, static_cast<std::uint32_t>(obstacles.shapes.size()),
      table,  options.stats, stats_mutex};
  // About four chunks a task, of a multiple of a group of boxes each.
  const std::size_t tasks = parallel::task_count(movers.shapes.size(), options);
  const std::size_t share = movers.shapes.size() / (4 * tasks) / kernels::group_width * kernels::group_width;
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
Status checked_search(const BasicScene<T>& scene, const Trajectories& movers, const Trajectories& obstacles,
                      std::span<FirstHit> hits, const Options& options) noexcept {
  const FpEnvironment environment;
  Status status;
  const kernels::KernelTable* const table = dispatch::active(status);
  if (table == nullptr) return status;
  const detail::SceneData<T>& data = detail::SceneAccess::data(scene);
  parallel::Progress progress(options, obstacles.poses.size() + movers.poses.size());
  status = check(data, *table, movers, obstacles, hits.size(), progress.options());
  if (!status.ok()) return status;
  try {
    return progress.finish(search(data, *table, movers, obstacles, hits, progress));
  } catch (const std::exception&) {
    return {ErrorCode::no_memory, 0};
  }
}

}  // namespace
}  // namespace trajectories

template <class T>
Status try_first_hits(const BasicScene<T>& scene, const Trajectories& movers, const Trajectories& obstacles,
                      std::span<FirstHit> hits, const Options& options) noexcept {
  return trajectories::checked_search(scene, movers, obstacles, hits, options);
}

template Status try_first_hits(const Scene&, const Trajectories&, const Trajectories&, std::span<FirstHit>,
                               const Options&) noexcept;
template Status try_first_hits(const Scened&, const Trajectories&, const Trajectories&, std::span<FirstHit>,
                               const Options&) noexcept;

}  // namespace satchel
