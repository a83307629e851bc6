#include "first_hits/placed_obstacles.hpp"

#include "first_hits/check_trajectories.hpp"
#include "parallel/progress.hpp"

namespace satchel::trajectories {

template <class T>
Status PlacedObstacles<T>::place(const Trajectories& obstacles, const detail::UsedShapes<T>& shapes,
                                 const kernels::KernelTable& table, const Options& options) {
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
  for (std::size_t step = 0; step < obstacles.steps; ++step) {
    for (std::size_t k = 0; k < obstacles.shapes.size(); ++k) {
      const std::size_t at = k * obstacles.steps + step;
      if (!is_present(obstacles, at)) continue;
      new_shapes.push_back(shapes.number[obstacles.shapes[k]]);
      poses.push_back(obstacles.poses[at]);
      obstacle_of_.push_back(static_cast<std::uint32_t>(k));
      step_of_.push_back(static_cast<std::uint32_t>(step));
      if (poses.size() < bodies_at_once) continue;
      if (const Status status = add_bodies(); !status.ok()) return status;
    }
    if (!parallel::report(options, step + 1, obstacles.steps)) return {ErrorCode::cancelled, 0};
  }
  if (const Status status = add_bodies(); !status.ok()) return status;
  targets_.scene = &detail::SceneAccess::data(scene_);
  if (empty()) return {};
  tree::SharedPool<tree::OrderScratch> scratch;
  const tree::Worlds steps{step_of_.data(), static_cast<std::uint32_t>(obstacles.steps)};
  return targets_.tree.build(*targets_.scene, table, {}, steps, options, scratch);
}

template class PlacedObstacles<float>;
template class PlacedObstacles<double>;

}  // namespace satchel::trajectories
