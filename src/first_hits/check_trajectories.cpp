#include "first_hits/check_trajectories.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include <satchel/sweep.hpp>

#include "first_hits/paths.hpp"
#include "first_hits/placed_obstacles.hpp"
#include "parallel/parallel.hpp"
#include "scene/checks.hpp"
#include "scene/fail.hpp"
#include "scene/range.hpp"
#include "scene/used_shapes.hpp"

namespace satchel::trajectories {
namespace {

constexpr std::size_t poses_per_chunk = 4096;
constexpr std::size_t most_bodies = std::numeric_limits<std::uint32_t>::max();

/// One of the two spans of trajectories of a call, and how errors name what is wrong with it.
struct Side {
  const Trajectories& all;
  Argument shapes, poses, present, velocities;
  std::size_t first_shape, first_start, first_pose;  ///< added to the indices of errors
  std::size_t poses_index, present_index, shapes_index, velocities_index;
};

/// Whether `count` is bodies x steps, without overflow.
bool is_product(std::size_t count, std::size_t bodies, std::size_t steps) noexcept {
  if (bodies == 0 || steps == 0) return count == 0;
  return count % steps == 0 && count / steps == bodies;
}

Status check_starts(const Side& side) noexcept {
  const std::span<const std::uint32_t> starts = side.all.starts;
  if (starts.empty()) return {};
  const Status status = detail::check_starts(starts, starts.size() - 1, side.all.poses.size());
  if (status.ok()) return {};
  return {status.code, side.first_start + status.index, side.poses, {status.index, 0}};
}

Status check_sizes(const Side& side) noexcept {
  const Trajectories& all = side.all;
  const Paths paths(all);
  if (const Status status = check_starts(side); !status.ok()) return status;
  const std::size_t bodies = paths.size();
  if (!paths.is_ragged() && !is_product(all.poses.size(), bodies, all.steps)) {
    const bool is_too_few = all.shapes.size() == 1 && all.steps != 0;  // one shape: whole bodies were expected
    const std::size_t expected = (bodies + (is_too_few ? 1 : 0)) * all.steps;
    return detail::size_error(side.poses, expected, all.poses.size(), side.poses_index);
  }
  if (!all.present.empty() && all.present.size() != all.poses.size()) {
    return detail::size_error(side.present, all.poses.size(), all.present.size(), side.present_index);
  }
  if (all.shapes.size() != bodies && all.shapes.size() != 1) {
    return detail::size_error(side.shapes, bodies, all.shapes.size(), side.shapes_index);
  }
  return {};
}

/// Obstacles in rows of `steps` have to be there at all steps of the movers.
Status check_steps(const Trajectories& movers, const Trajectories& obstacles) noexcept {
  const Paths of_movers(movers), of_obstacles(obstacles);
  if (of_obstacles.is_ragged() || obstacles.shapes.empty()) return {};
  const std::size_t steps = of_movers.is_ragged() ? of_movers.longest() : movers.steps;
  const bool fits = of_movers.is_ragged() ? obstacles.steps >= steps : obstacles.steps == steps;
  return fits ? Status{} : detail::size_error(Argument::steps, steps, obstacles.steps, 4);
}

/// Whether a clearance is a number >= 0 with which the radii of a shape stay in range.
template <class T>
bool fits(const detail::SceneData<T>& scene, ShapeId shape, double clearance) noexcept {
  if (clearance == 0) return true;
  if (!(clearance > 0 && clearance <= kernels::Range<T>::largest)) return false;
  bool fits = true;
  detail::for_each_part(scene, scene.shapes[shape], [&](const kernels::ShapeRecord<T>& part) {
    const T radius = detail::grown_radius(part.radius, clearance);
    fits = fits && detail::in_range<T>(static_cast<double>(radius));
  });
  return fits;
}

/// @param swept  whether bodies are swept, for which outlines need parts
template <class T>
Status check_shapes(const detail::SceneData<T>& scene, const Side& side, bool swept) noexcept {
  const std::span<const ShapeId> shapes = side.all.shapes;
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    if (shapes[k] >= scene.shapes.size()) return {ErrorCode::bad_shape, side.first_shape + k, side.shapes, {k, 0}};
    const bool by_parts = swept || side.all.clearance != 0 || !detail::turns_freely(scene, shapes[k]);
    if (by_parts && scene.shape_lacks_parts(shapes[k]))
      return {ErrorCode::needs_parts, side.first_shape + k, side.shapes, {k, 0, shapes[k]}};
  }
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    if (fits(scene, shapes[k], side.all.clearance)) continue;
    return {ErrorCode::bad_radius, side.first_shape + k, side.shapes, {k, 0}, side.all.clearance};
  }
  return {};
}

template <class T>
Status check_poses(const Side& side, const kernels::KernelTable& table, const Options& options) noexcept {
  const Paths bodies(side.all);
  const std::span<const Pose> poses = side.all.poses;
  const auto error_of = [&](std::size_t i) {
    return bodies.is_present(i) ? detail::pose_error<T>(poses[i]) : ErrorCode::ok;
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
  const std::size_t body = bodies.body_of(i);
  return {error_of(i), side.first_pose + i, side.poses, {body, i - bodies.first(body)}};
}

Status check_velocity_count(const Side& side) noexcept {
  const std::size_t poses = side.all.poses.size(), given = side.all.velocities.size();
  if (given == 0 || given == poses) return {};
  return detail::size_error(side.velocities, poses, given, side.velocities_index);
}

/// Motions within the horizon have the range of those of `sweep`.
template <class T>
Status check_velocities(const Side& side, double horizon) noexcept {
  const Paths bodies(side.all);
  const GoingOn going_on{side.all.velocities, horizon};
  struct Wrong {
    ErrorCode code = ErrorCode::ok;
    std::uint64_t product = 0;  ///< not 0 if the velocity is right, but not times the horizon: 1 too large, 2 too small
  };
  const auto error_of = [&](const Motion& velocity, const Motion& motion) -> Wrong {
    for (const auto coordinate : {&Motion::x, &Motion::y}) {
      const double value = velocity.*coordinate, product = motion.*coordinate;
      if (detail::in_range<T>(product)) continue;
      if (!detail::in_range<T>(value)) return {detail::range_error(value)};
      return {ErrorCode::out_of_range, std::fabs(product) > 1 ? 1u : 2u};
    }
    if (std::fabs(motion.angle) <= SweepOptionsd{}.max_angle) return {};
    return {std::isfinite(velocity.angle) ? ErrorCode::bad_angle : ErrorCode::not_finite};
  };
  for (std::size_t i = 0; i < side.all.velocities.size(); ++i) {
    if (!bodies.is_present(i)) continue;
    const Wrong wrong = error_of(side.all.velocities[i], going_on.motion(i));
    if (wrong.code == ErrorCode::ok) continue;
    const std::size_t body = bodies.body_of(i);
    return {wrong.code, side.first_pose + i, side.velocities, {body, i - bodies.first(body), wrong.product}};
  }
  return {};
}

}  // namespace

template <class T>
Status check(const detail::SceneData<T>& scene, const kernels::KernelTable& table, const Trajectories& movers,
             const Trajectories& obstacles, const Wanted& wanted, const Options& options) noexcept {
  const Side sides[] = {
      {movers, Argument::movers_shapes, Argument::movers_poses, Argument::movers_present, Argument::movers_velocities,
       0, 0, 0, 0, 1, 6, 8},
      {obstacles, Argument::obstacles_shapes, Argument::obstacles_poses, Argument::obstacles_present,
       Argument::obstacles_velocities, movers.shapes.size(), movers.starts.size(), movers.poses.size(), 2, 3, 7, 9}};
  for (const Side& side : sides) {
    if (const Status status = check_sizes(side); !status.ok()) return status;
  }
  if (const Status status = check_steps(movers, obstacles); !status.ok()) return status;
  const std::size_t count = Paths(movers).size(), obstacle_count = Paths(obstacles).size();
  const std::size_t results = wanted.each == Each::pose ? movers.poses.size() : count;
  if (wanted.each != Each::hit && wanted.room != results) {
    return detail::size_error(Argument::hits, results, wanted.room, 5);
  }
  for (const Side& side : sides) {
    if (wanted.each != Each::pose) break;
    if (const Status status = check_velocity_count(side); !status.ok()) return status;
  }
  for (const Side& side : sides) {
    if (const Status status = check_shapes(scene, side, wanted.each == Each::pose); !status.ok()) return status;
  }
  if (wanted.each == Each::pose) {
    if (const Status status = detail::check_has_parts(scene); !status.ok()) return status;
  }
  if (Paths(movers).longest() > std::numeric_limits<std::int32_t>::max()) return {ErrorCode::too_many, 0};
  if (obstacles.poses.size() > most_bodies || obstacle_count > most_bodies - scene.bodies.size()) {
    return {ErrorCode::too_many, 0};
  }
  for (const Side& side : sides) {
    if (const Status status = check_poses<T>(side, table, options); !status.ok()) return status;
  }
  if (wanted.each != Each::pose) return {};
  if (!(wanted.horizon > 0 && std::isfinite(wanted.horizon))) {
    return {ErrorCode::bad_distance, 0, Argument::horizon, {}, wanted.horizon};
  }
  for (const Side& side : sides) {
    if (const Status status = check_velocities<T>(side, wanted.horizon); !status.ok()) return status;
  }
  return {};
}

template Status check(const detail::SceneData<float>&, const kernels::KernelTable&, const Trajectories&,
                      const Trajectories&, const Wanted&, const Options&) noexcept;
template Status check(const detail::SceneData<double>&, const kernels::KernelTable&, const Trajectories&,
                      const Trajectories&, const Wanted&, const Options&) noexcept;

}  // namespace satchel::trajectories
