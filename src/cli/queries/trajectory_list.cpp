#include "cli/queries/trajectory_list.hpp"

#include <cstdint>
#include <unordered_set>

#include <fmt/core.h>

#include <satchel/outlines.hpp>

#include "cli/support/text.hpp"

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
    if (shapes[shape] == no_shape) {
      table.refuse(row, fmt::format("shape: shape {} is left out; it is not valid", shape));
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

}  // namespace satchel::cli
