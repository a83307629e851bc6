// The shapes at poses that a CSV file names.
#pragma once

#include <span>
#include <vector>

#include <satchel/pose.hpp>
#include <satchel/types.hpp>

#include "cli/queries/number_table.hpp"

namespace satchel::cli {

struct PosedShapes {
  std::vector<ShapeId> shapes;
  std::vector<Pose> poses;
};

/// Throws `Failure` (bad input) that names the line.
/// @param table   whose first columns are shape, x, y, angle
/// @param shapes  the shapes of the scene, by their index in its file
PosedShapes posed_shapes(const NumberTable& table, std::span<const ShapeId> shapes);

}  // namespace satchel::cli
