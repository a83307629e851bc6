#include "reference/check_movers.hpp"

#include "engines/satchel/scene.hpp"
#include "reference/all_pairs.hpp"
#include "reference/check_pairs.hpp"

namespace satchel_bench {

std::vector<satchel::Pose> poses_of(const satchel::Scene& scene) {
  std::vector<satchel::Pose> poses(scene.body_slots());
  for (std::size_t i = 0; i < poses.size(); ++i) poses[i] = scene.pose(static_cast<satchel::BodyId>(i));
  return poses;
}

std::string wrong_pairs_of(const Workload& workload, std::span<const satchel::Pose> poses,
                           std::span<const satchel::Pair> pairs, double slack) {
  satchel::Scene scene = make_scene<float>(workload);
  scene.set_poses(poses);
  std::vector<satchel::Box> boxes(poses.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) boxes[i] = scene.bounding_box(static_cast<satchel::BodyId>(i));
  Workload moved;
  moved.shapes = workload.shapes;
  moved.body_shapes = workload.body_shapes;
  moved.poses.assign(poses.begin(), poses.end());
  if (const std::string error = wrong_boxes_of(moved, boxes); !error.empty()) return "cannot be judged: " + error;
  return wrong_pairs(boxes, pairs_of_boxes(boxes), pairs, slack);
}

}  // namespace satchel_bench
