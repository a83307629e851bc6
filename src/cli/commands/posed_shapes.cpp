#include "cli/commands/posed_shapes.hpp"

#include <cstdint>

#include <fmt/core.h>

#include <satchel/error.hpp>

#include "cli/scene_file/read_scene.hpp"
#include "cli/support/text.hpp"

namespace satchel::cli {

PosedShapes posed_shapes(const NumberTable& table, std::span<const ShapeId> shapes) {
  PosedShapes queries;
  std::vector<double> x_y_angle;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const std::uint32_t shape = table.index(row, 0);
    if (shape >= shapes.size()) {
      table.refuse(row, fmt::format("shape: shape {} does not exist; the scene has {}", shape,
                                    count_text(shapes.size(), "shape", "shapes")));
    }
    if (shapes[shape] == no_shape) {
      table.refuse(row, fmt::format("shape: shape {} is left out; it is not valid", shape));
    }
    queries.shapes.push_back(shapes[shape]);
    x_y_angle.insert(x_y_angle.end(), {table.at(row, 1), table.at(row, 2), table.at(row, 3)});
  }
  queries.poses.resize(table.rows());
  try {
    poses_at(x_y_angle, queries.poses);
  } catch (const Error& error) {
    table.refuse(error.index(), message(error.code()));
  }
  return queries;
}

}  // namespace satchel::cli
