// The targets of movers: moving obstacles, placed at every step, and the fixed bodies of the scene; each with a tree.
#pragma once

#include <cstdint>
#include <vector>

#include "first_hits/paths.hpp"
#include "scene/used_shapes.hpp"
#include "tree/box_tree.hpp"

namespace satchel::trajectories {

/// A scene of targets, and the tree over their boxes.
template <class T>
struct Targets {
  const detail::SceneData<T>* scene = nullptr;
  kernels::BoxTreeView tree{};
};

/// A scene with one body for each obstacle at each step at which it is present. In the tree over these bodies each step
/// is a world (PairOptions::worlds), so that a search at one step finds only the obstacles of this step.
template <class T>
class PlacedObstacles {
 public:
  /// Places the obstacles at the first `steps` steps and builds the tree. Throws std::bad_alloc, or `Error` if a scene
  /// cannot hold all bodies.
  Status place(const Paths& obstacles, std::size_t steps, const detail::UsedShapes<T>& shapes,
               const kernels::KernelTable& table, const Options& options);

  const Targets<T>& targets() const { return targets_; }
  bool empty() const { return obstacle_of_.empty(); }
  std::uint32_t obstacle_of(BodyId body) const { return obstacle_of_[body]; }
  /// No groups if the obstacles have fewer steps.
  kernels::GroupRange groups_at(std::size_t step) const {
    return step < steps_ ? tree_.groups_of_world(static_cast<std::uint32_t>(step)) : kernels::GroupRange{};
  }

 private:
  BasicScene<T> scene_;
  std::vector<std::uint32_t> obstacle_of_, step_of_;  ///< by body of scene_
  std::size_t steps_ = 0;
  tree::BoxTree tree_;
  Targets<T> targets_;
};

}  // namespace satchel::trajectories
