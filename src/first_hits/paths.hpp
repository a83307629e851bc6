// Trajectories by body, in whichever form they are given.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

#include <satchel/first_hits.hpp>

namespace satchel::trajectories {

class Paths {
 public:
  /// @param all  checked, except for `size`; it has to outlive this
  explicit Paths(const Trajectories& all) noexcept : all_(all) {}

  /// The number of bodies.
  std::size_t size() const noexcept {
    if (is_ragged()) return all_.starts.size() - 1;
    return all_.shapes.size() == 1 && all_.steps != 0 ? all_.poses.size() / all_.steps : all_.shapes.size();
  }
  bool is_ragged() const noexcept { return !all_.starts.empty(); }

  ShapeId shape(std::size_t body) const noexcept { return all_.shapes[all_.shapes.size() == 1 ? 0 : body]; }
  /// The index of a body's first pose.
  std::size_t first(std::size_t body) const noexcept { return is_ragged() ? all_.starts[body] : body * all_.steps; }
  std::size_t steps(std::size_t body) const noexcept {
    return is_ragged() ? all_.starts[body + 1] - all_.starts[body] : all_.steps;
  }
  /// The most steps of a body of [first, last).
  std::size_t longest(std::size_t first, std::size_t last) const noexcept {
    if (!is_ragged()) return first < last ? all_.steps : 0;
    std::size_t longest = 0;
    for (std::size_t body = first; body < last; ++body) longest = std::max(longest, steps(body));
    return longest;
  }
  std::size_t longest() const noexcept { return longest(0, size()); }

  /// The poses of all bodies, one body after the other.
  const Pose* poses() const noexcept { return all_.poses.data(); }
  const Pose& pose(std::size_t body, std::size_t step) const noexcept { return all_.poses[first(body) + step]; }
  bool is_present(std::size_t body, std::size_t step) const noexcept {
    return step < steps(body) && is_present(first(body) + step);
  }
  /// By the index of a pose.
  bool is_present(std::size_t pose) const noexcept { return all_.present.empty() || all_.present[pose] != 0; }

  /// The body of a pose.
  std::size_t body_of(std::size_t pose) const noexcept {
    if (!is_ragged()) return pose / all_.steps;
    const auto after = std::upper_bound(all_.starts.begin(), all_.starts.end(), pose);
    return static_cast<std::size_t>(after - all_.starts.begin()) - 1;
  }

 private:
  const Trajectories& all_;
};

}  // namespace satchel::trajectories
