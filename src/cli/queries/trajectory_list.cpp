#include "cli/queries/trajectory_list.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <unordered_set>

#include <fmt/core.h>

#include "cli/output/text.hpp"

namespace satchel::cli {

std::vector<Trajectory> find_trajectories(const NumberTable& table, std::span<const ShapeId> shapes) {
  std::vector<Trajectory> found;
  std::unordered_set<std::uint32_t> numbers;
  std::uint32_t last_shape = 0;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const std::uint32_t number = table.index(row, 0), shape = table.index(row, 1);
    if (shape >= shapes.size()) {
      table.refuse(row, fmt::format("shape: shape {} does not exist; the scene has {}", shape,
                                    count_text(shapes.size(), "shape", "shapes")));
    }
    if (!found.empty() && found.back().number == number) {
      if (shape != last_shape) {
        table.refuse(row, fmt::format("shape: {} where the trajectory began with {}; a trajectory has one shape", shape,
                                      last_shape));
      }
      ++found.back().steps;
      continue;
    }
    if (!numbers.insert(number).second) {
      table.refuse(row, fmt::format("trajectory: {} begins again; the rows of a trajectory stand together", number));
    }
    last_shape = shape;
    found.push_back({number, shapes[shape], row, 1});
  }
  return found;
}

std::vector<TrajectoryGroup> group_trajectories(std::span<const Trajectory> trajectories, std::span<const Pose> poses) {
  std::map<std::size_t, TrajectoryGroup> by_length;
  for (std::size_t i = 0; i < trajectories.size(); ++i) {
    TrajectoryGroup& group = by_length[static_cast<std::size_t>(std::bit_width(trajectories[i].steps))];
    group.members.push_back(i);
    group.steps = std::max(group.steps, trajectories[i].steps);
  }
  std::vector<TrajectoryGroup> groups;
  for (auto& [width, group] : by_length) {
    group.poses.resize(group.members.size() * group.steps);
    group.present.resize(group.poses.size());
    for (std::size_t k = 0; k < group.members.size(); ++k) {
      const Trajectory& its = trajectories[group.members[k]];
      const auto start = static_cast<std::ptrdiff_t>(k * group.steps);
      const std::span<const Pose> rows = poses.subspan(its.first_row, its.steps);
      group.shapes.push_back(its.shape);
      std::copy(rows.begin(), rows.end(), group.poses.begin() + start);
      std::fill_n(group.present.begin() + start, its.steps, std::uint8_t{1});
    }
    groups.push_back(std::move(group));
  }
  return groups;
}

}  // namespace satchel::cli
