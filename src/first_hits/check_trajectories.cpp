#include "first_hits/check_trajectories.hpp"

#include <algorithm>
#include <atomic>
#include <limits>

#include "parallel/parallel.hpp"
#include "scene/fail.hpp"

namespace satchel::trajectories {
namespace {

constexpr std::size_t poses_per_chunk = 4096;
constexpr std::size_t most_bodies = std::numeric_limits<std::uint32_t>::max();

/// Whether `count` is bodies x steps, without overflow.
bool is_product(std::size_t count, std::size_t bodies, std::size_t steps) noexcept {
  if (bodies == 0 || steps == 0) return count == 0;
  return count % steps == 0 && count / steps == bodies;
}

Status check_sizes(const Trajectories& movers, const Trajectories& obstacles, std::size_t hits) noexcept {
  const auto fits = [](std::size_t present, std::size_t poses) { return present == 0 || present == poses; };
  const auto wrong = [](Argument argument, std::size_t expected, std::size_t given, std::size_t index) {
    return detail::size_error(argument, expected, given, index);
  };
  if (!is_product(movers.poses.size(), movers.shapes.size(), movers.steps)) {
    return wrong(Argument::movers_poses, movers.shapes.size() * movers.steps, movers.poses.size(), 0);
  }
  if (!fits(movers.present.size(), movers.poses.size())) {
    return wrong(Argument::movers_present, movers.poses.size(), movers.present.size(), 1);
  }
  if (!is_product(obstacles.poses.size(), obstacles.shapes.size(), obstacles.steps)) {
    return wrong(Argument::obstacles_poses, obstacles.shapes.size() * obstacles.steps, obstacles.poses.size(), 2);
  }
  if (!fits(obstacles.present.size(), obstacles.poses.size())) {
    return wrong(Argument::obstacles_present, obstacles.poses.size(), obstacles.present.size(), 3);
  }
  if (!obstacles.shapes.empty() && obstacles.steps != movers.steps) {
    return wrong(Argument::steps, movers.steps, obstacles.steps, 4);
  }
  if (hits != movers.shapes.size()) return wrong(Argument::hits, movers.shapes.size(), hits, 5);
  return {};
}

Status check_shapes(std::span<const ShapeId> shapes, std::size_t shape_count, std::size_t first,
                    Argument argument) noexcept {
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    if (shapes[k] >= shape_count) return {ErrorCode::bad_shape, first + k, argument, {k, 0}};
  }
  return {};
}

template <class T>
Status check_poses(const Trajectories& bodies, const kernels::KernelTable& table, std::size_t first, Argument argument,
                   const Options& options) noexcept {
  const std::span<const Pose> poses = bodies.poses;
  const auto error_of = [&](std::size_t i) {
    return is_present(bodies, i) ? detail::pose_error<T>(poses[i]) : ErrorCode::ok;
  };
  const auto first_wrong = [&](std::size_t begin, std::size_t end) {
    while (begin < end && error_of(begin) == ErrorCode::ok) ++begin;
    return begin;
  };
  std::atomic<std::size_t> wrong{poses.size()};  // the first wrong pose
  const std::size_t chunks = (poses.size() + poses_per_chunk - 1) / poses_per_chunk;
  const Status status = parallel::for_each_chunk(chunks, options, [&](std::size_t chunk) noexcept {
    const std::size_t begin = chunk * poses_per_chunk, end = std::min(poses.size(), begin + poses_per_chunk);
    if (table.scene.of<T>().valid_poses(poses.data() + begin, end - begin)) return;
    const std::size_t found = first_wrong(begin, end);
    std::size_t least = wrong.load(std::memory_order_relaxed);
    while (found < end && found < least && !wrong.compare_exchange_weak(least, found)) {
    }
  });
  if (!status.ok()) return status;
  const std::size_t i = wrong.load(std::memory_order_relaxed);
  if (i == poses.size()) return {};
  return {error_of(i), first + i, argument, {i / bodies.steps, i % bodies.steps}};
}

}  // namespace

template <class T>
Status check(const detail::SceneData<T>& scene, const kernels::KernelTable& table, const Trajectories& movers,
             const Trajectories& obstacles, std::size_t hits, const Options& options) noexcept {
  Status status = check_sizes(movers, obstacles, hits);
  if (status.ok()) status = check_shapes(movers.shapes, scene.shapes.size(), 0, Argument::movers_shapes);
  if (status.ok()) {
    status = check_shapes(obstacles.shapes, scene.shapes.size(), movers.shapes.size(), Argument::obstacles_shapes);
  }
  if (!status.ok()) return status;
  if (movers.steps > std::numeric_limits<std::int32_t>::max()) return {ErrorCode::too_many, 0};
  if (obstacles.poses.size() > most_bodies || obstacles.shapes.size() > most_bodies - scene.bodies.size()) {
    return {ErrorCode::too_many, 0};
  }
  status = check_poses<T>(movers, table, 0, Argument::movers_poses, options);
  if (!status.ok()) return status;
  return check_poses<T>(obstacles, table, movers.poses.size(), Argument::obstacles_poses, options);
}

template Status check(const detail::SceneData<float>&, const kernels::KernelTable&, const Trajectories&,
                      const Trajectories&, std::size_t, const Options&) noexcept;
template Status check(const detail::SceneData<double>&, const kernels::KernelTable&, const Trajectories&,
                      const Trajectories&, std::size_t, const Options&) noexcept;

}  // namespace satchel::trajectories
