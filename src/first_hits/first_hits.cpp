// `first_hits` and its entry points:
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
              const Trajectories& obstacles, std::span<FirstHit> hits, const Options& options) {
  using Search = ChunkSearch<T>;
  UsedShapes<T> shapes(scene);
  shapes.add(scene, movers.shapes);
  shapes.add(scene, obstacles.shapes);
  PlacedObstacles<T> placed;
  Status status = placed.place(obstacles, shapes, table, options);
  if (!status.ok()) return status;
  Targets<T> fixed;
  fixed.scene = &scene;
  tree::SharedPool<tree::OrderScratch> scratch;
  status = fixed.tree.build(scene, table, 0, {}, options, scratch);
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
Status first_hits_nothrow(const BasicScene<T>& scene, const Trajectories& movers, const Trajectories& obstacles,
                          std::span<FirstHit> hits, const Options& options) noexcept {
  const FpEnvironment environment;
  Status status;
  const kernels::KernelTable* const table = dispatch::active(status);
  if (table == nullptr) return status;
  const detail::SceneData<T>& data = detail::SceneAccess::data(scene);
  status = check(data, *table, movers, obstacles, hits.size(), options);
  if (!status.ok()) return status;
  try {
    return search(data, *table, movers, obstacles, hits, options);
  } catch (const Error& error) {  // more obstacles than a scene can hold
    return error.status();
  } catch (const std::exception&) {
    return {ErrorCode::no_memory, 0};
  }
}

/// The item of a Status::index as text, such as "movers: body 3, step 7".
/// @param mover_items  the number of indices that belong to movers; the indices of obstacles follow
std::string item_of(std::size_t index, std::size_t mover_items, const Trajectories& obstacles,
                    const Trajectories& movers, bool with_step) {
  const bool is_mover = index < mover_items;
  const std::size_t at = is_mover ? index : index - mover_items;
  const std::size_t steps = with_step ? (is_mover ? movers : obstacles).steps : 1;
  std::string text = is_mover ? "movers: body " : "obstacles: body ";
  text += std::to_string(at / steps);
  if (with_step) text += ", step " + std::to_string(at % steps);
  return text;
}

/// The sizes that a size_mismatch with this Status::index is about, as text.
std::string sizes_of(std::size_t which, const Trajectories& movers, const Trajectories& obstacles, std::size_t hits) {
  const auto number = [](std::size_t n) { return std::to_string(n); };
  const auto sizes = [&](const char* what, std::size_t expected, std::size_t given) {
    return what + (": " + number(expected) + " elements expected, " + number(given) + " given");
  };
  switch (which) {
    case 0:
      return sizes("movers: poses", movers.shapes.size() * movers.steps, movers.poses.size());
    case 1:
      return sizes("movers: present", movers.poses.size(), movers.present.size());
    case 2:
      return sizes("obstacles: poses", obstacles.shapes.size() * obstacles.steps, obstacles.poses.size());
    case 3:
      return sizes("obstacles: present", obstacles.poses.size(), obstacles.present.size());
    case 4:
      return "steps: " + number(movers.steps) + " of the movers, " + number(obstacles.steps) + " of the obstacles";
    default:
      return sizes("hits", movers.shapes.size(), hits);
  }
}

template <class T>
void first_hits_or_throw(const BasicScene<T>& scene, const Trajectories& movers, const Trajectories& obstacles,
                         std::span<FirstHit> hits, const Options& options) {
  (void)dispatch::active();  // throws Error if no kernel table is available
  const Status status = first_hits_nothrow(scene, movers, obstacles, hits, options);
  switch (status.code) {
    case ErrorCode::ok:
      return;
    case ErrorCode::size_mismatch:
      detail::fail(status, sizes_of(status.index, movers, obstacles, hits.size()));
    case ErrorCode::bad_shape:
      detail::fail(status, item_of(status.index, movers.shapes.size(), obstacles, movers, false));
    case ErrorCode::not_finite:
    case ErrorCode::out_of_range:
    case ErrorCode::bad_rotation:
      detail::fail(status, item_of(status.index, movers.poses.size(), obstacles, movers, true));
    default:
      throw Error(status, message(status.code));
  }
}

}  // namespace
}  // namespace trajectories

// The entry points of one precision.
#define SATCHEL_ENTRY_POINTS(T)                                                                                 \
  void first_hits(const BasicScene<T>& scene, const Trajectories& movers, const Trajectories& obstacles,        \
                  std::span<FirstHit> hits, const Options& options) {                                           \
    trajectories::first_hits_or_throw(scene, movers, obstacles, hits, options);                                 \
  }                                                                                                             \
  Status first_hits(std::nothrow_t, const BasicScene<T>& scene, const Trajectories& movers,                     \
                    const Trajectories& obstacles, std::span<FirstHit> hits, const Options& options) noexcept { \
    return trajectories::first_hits_nothrow(scene, movers, obstacles, hits, options);                           \
  }

SATCHEL_ENTRY_POINTS(float)
SATCHEL_ENTRY_POINTS(double)

#undef SATCHEL_ENTRY_POINTS

}  // namespace satchel
