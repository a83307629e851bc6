// The targets of movers: moving obstacles, placed at every step, and the fixed bodies of the scene; each with a tree.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "first_hits/paths.hpp"
#include "scene/used_shapes.hpp"
#include "tree/box_tree.hpp"

namespace satchel::trajectories {

/// A scene of targets, and the tree over their boxes.
template <class T>
struct Targets {
  const BasicScene<T>* scene = nullptr;
  kernels::BoxTreeView tree{};
  std::span<const Motion> motions{};  ///< by body, of times to collision

  const detail::SceneData<T>& data() const { return detail::SceneAccess::data(*scene); }
};

/// For times to collision: the bodies of trajectories go on at their velocities.
struct GoingOn {
  std::span<const Motion> velocities;  ///< by pose; empty: all stand still
  double horizon = 0;

  /// The motion within the horizon from a pose on.
  Motion motion(std::size_t pose) const noexcept {
    if (velocities.empty()) return {};
    const Motion& velocity = velocities[pose];
    return {velocity.x * horizon, velocity.y * horizon, velocity.angle * horizon};
  }
};

/// A scene with one body for each obstacle at each step at which it is present. In the tree over these bodies each step
/// is a world (PairOptions::worlds), so that a search at one step finds only the obstacles of this step.
template <class T>
class PlacedObstacles {
 public:
  /// Places the obstacles at the first `steps` steps and builds the tree. Throws std::bad_alloc, or `Error` if a scene
  /// cannot hold all bodies.
  /// @param going_on  null, or how the obstacles go on: boxes in the tree are those that they sweep
  Status place(const Paths& obstacles, std::size_t steps, const detail::UsedShapes<T>& shapes, const GoingOn* going_on,
               const kernels::KernelTable& table, const Options& options);

  const Targets<T>& targets() const { return targets_; }
  bool empty() const { return obstacle_of_.empty(); }
  /// No obstacle goes on by more along x, or along y.
  double largest_motion() const { return largest_motion_; }
  std::uint32_t obstacle_of(BodyId body) const { return obstacle_of_[body]; }
  /// The bodies of a step: from the first to before the second.
  std::pair<BodyId, BodyId> bodies_at(std::size_t step) const {
    if (step >= steps_) return {0, 0};
    const BodyId first = first_of_step_[step];
    return {first, step + 1 < steps_ ? first_of_step_[step + 1] : static_cast<BodyId>(obstacle_of_.size())};
  }
  /// No groups if the obstacles have fewer steps.
  kernels::GroupRange groups_at(std::size_t step) const {
    return step < steps_ ? tree_.groups_of_world(static_cast<std::uint32_t>(step)) : kernels::GroupRange{};
  }

 private:
  BasicScene<T> scene_;
  std::vector<std::uint32_t> obstacle_of_, step_of_;  ///< by body of scene_
  std::vector<BodyId> first_of_step_;
  std::vector<Motion> motions_;  ///< by body of scene_; empty: none goes on
  double largest_motion_ = 0;
  std::size_t steps_ = 0;
  tree::BoxTree tree_;
  Targets<T> targets_;
};

}  // namespace satchel::trajectories
