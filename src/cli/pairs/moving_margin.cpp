#include "cli/pairs/moving_margin.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "cli/support/failure.hpp"

namespace satchel::cli {

template <class T>
void require_motions(const SceneFile<T>& file) {
  if (!file.has_motions) {
    throw Failure(ExitStatus::bad_input,
                  fmt::format("{}: \"motions\" is missing; give one [dx, dy, dangle] for each body", file.path));
  }
}

template <class T>
double moving_margin(const SceneFile<T>& file) {
  require_motions(file);
  double farthest = 0;  // a bound, over all bodies, of the displacement of each point from its start, in x and in y
  for (BodyId body = 0; body < file.motions.size(); ++body) {
    const Motion& motion = file.motions[body];
    double displacement = std::max(std::abs(motion.x), std::abs(motion.y));
    if (motion.angle != 0) {
      const Box box = file.scene.bounding_box(body);
      const Pose pose = file.scene.pose(body);
      displacement += 2 * std::hypot(std::max(box.max_x - pose.x, pose.x - box.min_x),
                                     std::max(box.max_y - pose.y, pose.y - box.min_y));
    }
    farthest = std::max(farthest, displacement);
  }
  return (2 + 0x1p-40) * farthest;  // both bodies may move, and the sums above are rounded
}

template void require_motions(const SceneFile<float>&);
template void require_motions(const SceneFile<double>&);
template double moving_margin(const SceneFile<float>&);
template double moving_margin(const SceneFile<double>&);

}  // namespace satchel::cli
