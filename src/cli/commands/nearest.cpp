// satchel nearest: the bodies nearest to each shape at a pose of a CSV file.
#include <array>
#include <chrono>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include <satchel/error.hpp>
#include <satchel/index.hpp>
#include <satchel/pose.hpp>

#include "cli/commands/commands.hpp"
#include "cli/commands/prepare.hpp"
#include "cli/commands/summary.hpp"
#include "cli/output/write_queries.hpp"
#include "cli/queries/number_table.hpp"
#include "cli/support/text.hpp"

namespace satchel::cli {
namespace {

constexpr std::array<std::string_view, 4> pose_columns{"shape", "x", "y", "angle"};

struct ShapesAtPoses {
  std::vector<ShapeId> shapes;
  std::vector<Pose> poses;
};

/// @param shapes  the shapes of the scene, by their index in its file
ShapesAtPoses queries_of(const NumberTable& table, std::span<const ShapeId> shapes) {
  ShapesAtPoses queries;
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

}  // namespace

void nearest_command(const NearestOptions& options) {
  require_distinct_files({options.scene, options.queries}, {options.results, options.skipped});
  with_scene(options, [&](auto file) {
    using T = typename std::remove_cvref_t<decltype(file.scene)>::Scalar;
    const NumberTable table = read_numbers(options.queries, pose_columns);
    const ShapesAtPoses queries = queries_of(table, file.shapes);
    std::optional<OutputFile> out = open_if_named(options.results);
    std::vector<BasicNearBody<T>> found;
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    try {
      const Options run{.max_threads = options.threads};
      with_parts(file, options.threads, [&] {
        BasicIndex<T>(file.scene, run)
            .nearest_bodies(file.scene, queries.shapes, queries.poses, options.count, options.max_distance, found,
                            {.run = run});
      });
    } catch (const Error& error) {
      if (error.code() == ErrorCode::out_of_range || error.code() == ErrorCode::not_finite) {
        table.refuse(error.index(), message(error.code()));
      }
      throw;
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (out) {
      write_nearest<T>(*out, file.scene, queries.poses, found);
      out->commit();
    }
    print_summary(file, QueryOutcome{queries.poses.size(), "bodies found", found.size(), seconds, table.ignored()},
                  options.threads);
  });
}

}  // namespace satchel::cli
