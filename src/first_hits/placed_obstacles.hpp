// What movers may hit: moving obstacles, placed at every step, and the fixed bodies of the scene, each under a tree.
#pragma once

#include <cstdint>
#include <vector>

#include <satchel/first_hits.hpp>

#include "tree/box_tree.hpp"
#include "first_hits/used_shapes.hpp"

namespace satchel::trajectories {

/// A scene of targets, and the tree over their boxes.
template <class T>
struct Targets {
  const detail::SceneData<T>* scene = nullptr;
  tree::BoxTree tree;
};

/// Each obstacle at each step at which it is present is a body of a scene of its own. The tree keeps the steps apart,
/// as worlds (PairOptions::worlds).
template <class T>
class PlacedObstacles {
 public:
  /// Throws std::bad_alloc, or `Error` where a scene cannot hold them.
  Status place(const Trajectories& obstacles, const UsedShapes<T>& shapes, const kernels::KernelTable& table,
               const Options& options);

  const Targets<T>& targets() const { return targets_; }
  bool empty() const { return obstacle_of_.empty(); }
  std::uint32_t obstacle_of(BodyId body) const { return obstacle_of_[body]; }
  kernels::GroupRange groups_at(std::size_t step) const {
    return targets_.tree.groups_of_world(static_cast<std::uint32_t>(step));
  }

 private:
  BasicScene<T> scene_;
  std::vector<std::uint32_t> obstacle_of_, step_of_;  ///< by body of scene_
  Targets<T> targets_;
};

}  // namespace satchel::trajectories
