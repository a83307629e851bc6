#include "first_hits/placed_obstacles.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "parallel/progress.hpp"

namespace satchel::trajectories {

template <class T>
Status PlacedObstacles<T>::place(const Paths& obstacles, std::size_t steps, const detail::UsedShapes<T>& shapes,
                                 const GoingOn* going_on, const kernels::KernelTable& table, const Options& options) {
  constexpr std::size_t bodies_at_once = 4096;
  scene_ = shapes.scene;
  std::vector<ShapeId> new_shapes;
  std::vector<Pose> poses;
  std::vector<BodyId> bodies;
  const auto add_bodies = [&] {
    bodies.resize(poses.size());
    const Status status = scene_.try_add_bodies(new_shapes, poses, bodies);
    new_shapes.clear();
    poses.clear();
    return status;
  };
  steps_ = std::min(steps, obstacles.longest());
  std::vector<std::uint32_t> going(obstacles.size());  // obstacles that have more steps
  std::iota(going.begin(), going.end(), 0u);
  for (std::size_t step = 0; step < steps_; ++step) {
    first_of_step_.push_back(static_cast<BodyId>(obstacle_of_.size()));
    std::erase_if(going, [&](std::uint32_t k) { return step >= obstacles.steps(k); });
    for (const std::uint32_t k : going) {
      if (!obstacles.is_present(k, step)) continue;
      new_shapes.push_back(shapes.copy_of(obstacles.shape(k)));
      poses.push_back(obstacles.pose(k, step));
      obstacle_of_.push_back(k);
      step_of_.push_back(static_cast<std::uint32_t>(step));
      if (going_on != nullptr) {
        const Motion by = going_on->motion(obstacles.first(k) + step);
        motions_.push_back(by);
        largest_motion_ = std::max({largest_motion_, std::fabs(by.x), std::fabs(by.y)});
      }
      if (poses.size() < bodies_at_once) continue;
      if (const Status status = add_bodies(); !status.ok()) return status;
    }
    if (!parallel::report(options, step + 1, steps_)) return {ErrorCode::cancelled, 0};
  }
  if (const Status status = add_bodies(); !status.ok()) return status;
  targets_.scene = &scene_;
  targets_.motions = motions_;
  if (empty()) return {};
  tree::SharedPool<tree::OrderScratch> scratch;
  const tree::Worlds worlds{step_of_.data(), static_cast<std::uint32_t>(steps_)};
  // Loose groups: each tree is of one step's obstacles, too few for tight ones to pay.
  const Status status =
      tree_.build(targets_.data(), table, {.motions = going_on != nullptr ? motions_.data() : nullptr}, worlds, options,
                  scratch, tree::Role::queries);
  targets_.tree = tree_.view();
  return status;
}

template class PlacedObstacles<float>;
template class PlacedObstacles<double>;

}  // namespace satchel::trajectories
