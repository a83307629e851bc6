// satchel first-hits: the first step at which each trajectory of a CSV file meets a body of the scene.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <satchel/error.hpp>
#include <satchel/first_hits.hpp>
#include <satchel/pose.hpp>

#include "cli/commands/commands.hpp"
#include "cli/commands/prepare.hpp"
#include "cli/commands/summary.hpp"
#include "cli/output/write_queries.hpp"
#include "cli/queries/number_table.hpp"
#include "cli/queries/trajectory_list.hpp"

namespace satchel::cli {
namespace {

constexpr std::array<std::string_view, 5> trajectory_columns{"trajectory", "shape", "x", "y", "angle"};

std::vector<Pose> poses_of(const NumberTable& table) {
  std::vector<double> x_y_angle;
  x_y_angle.reserve(3 * table.rows());
  for (std::size_t row = 0; row < table.rows(); ++row) {
    x_y_angle.insert(x_y_angle.end(), {table.at(row, 2), table.at(row, 3), table.at(row, 4)});
  }
  std::vector<Pose> poses(table.rows());
  try {
    poses_at(x_y_angle, poses);
  } catch (const Error& error) {
    table.refuse(error.index(), message(error.code()));
  }
  return poses;
}

/// One hit a trajectory.
template <class T>
std::vector<FirstHit> find_hits(const BasicScene<T>& scene, std::span<const Trajectory> trajectories,
                                const NumberTable& table, const FirstHitsOptions& options) {
  std::vector<ShapeId> shapes;
  std::vector<std::uint32_t> starts;
  for (const Trajectory& its : trajectories) {
    shapes.push_back(its.shape);
    starts.push_back(static_cast<std::uint32_t>(its.first_row));
  }
  starts.push_back(static_cast<std::uint32_t>(table.rows()));
  const std::vector<Pose> poses = poses_of(table);
  std::vector<FirstHit> hits(trajectories.size());
  Trajectories movers{shapes, poses};
  movers.starts = starts;
  movers.clearance = options.clearance;
  try {
    first_hits(scene, movers, {}, hits, {.max_threads = options.threads});
  } catch (const Error& error) {
    if (error.code() != ErrorCode::out_of_range && error.code() != ErrorCode::not_finite) throw;
    table.refuse(error.index(), message(error.code()));
  }
  return hits;
}

}  // namespace

void first_hits_command(const FirstHitsOptions& options) {
  require_distinct_files({options.scene, options.queries}, {options.results, options.skipped});
  with_scene(options, [&](auto file) {
    const NumberTable table = read_numbers(options.queries, trajectory_columns);
    const std::vector<Trajectory> trajectories = find_trajectories(table, file.shapes);
    std::optional<OutputFile> out = open_if_named(options.results);
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    const std::vector<FirstHit> hits =
        with_parts(file, options.threads, [&] { return find_hits(file.scene, trajectories, table, options); });
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (out) {
      write_first_hits(*out, trajectories, hits);
      out->commit();
    }
    const auto hit = [](const FirstHit& its) { return its.step >= 0; };
    const auto count = static_cast<std::size_t>(std::count_if(hits.begin(), hits.end(), hit));
    print_summary(file, QueryOutcome{hits.size(), "that hit", count, seconds, table.ignored()}, options.threads);
  });
}

}  // namespace satchel::cli
