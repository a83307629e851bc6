// satchel first-hits, trajectory-hits, clearances and times-to-collision: the trajectories of a CSV file against the bodies
// of the scene.
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
#include <satchel/trajectories.hpp>

#include "cli/commands/commands.hpp"
#include "cli/commands/prepare.hpp"
#include "cli/commands/summary.hpp"
#include "cli/output/write_queries.hpp"
#include "cli/queries/number_table.hpp"
#include "cli/queries/trajectory_list.hpp"

namespace satchel::cli {
namespace {

constexpr std::array<std::string_view, 5> trajectory_columns{"trajectory", "shape", "x", "y", "angle"};
constexpr std::array<std::string_view, 8> moving_columns{"trajectory", "shape",      "x",          "y",
                                                         "angle",      "velocity_x", "velocity_y", "velocity_angle"};

std::vector<Pose> poses_of(const NumberTable& table, const std::vector<double>& reference) {
  std::vector<double> x_y_angle;
  x_y_angle.reserve(3 * table.rows());
  for (std::size_t row = 0; row < table.rows(); ++row) {
    x_y_angle.insert(x_y_angle.end(), {table.at(row, 2), table.at(row, 3), table.at(row, 4)});
  }
  std::vector<Pose> poses(table.rows());
  try {
    poses_at(x_y_angle, poses, reference.empty() ? Vec2d{} : Vec2d{reference[0], reference[1]});
  } catch (const Error& error) {
    if (error.index() >= table.rows()) throw;
    table.refuse(error.index(), message(error.code()));
  }
  return poses;
}

/// The trajectories of a table, and memory for what `Trajectories` refers to.
struct Movers {
  std::vector<Trajectory> list;
  std::vector<ShapeId> shapes;
  std::vector<std::uint32_t> starts;
  std::vector<Pose> poses;
  std::vector<Motion> velocities;
  double clearance = 0;

  operator Trajectories() const {
    Trajectories all{shapes, poses};
    all.starts = starts;
    all.clearance = clearance;
    all.velocities = velocities;
    return all;
  }
};

/// @param moving  whether the table has velocities
Movers movers_of(const NumberTable& table, std::span<const ShapeId> shapes, const TrajectoryOptions& options,
                 bool moving) {
  Movers movers;
  movers.list = find_trajectories(table, shapes);
  movers.poses = poses_of(table, options.reference);
  movers.clearance = options.clearance;
  for (const Trajectory& trajectory : movers.list) {
    movers.shapes.push_back(trajectory.shape);
    movers.starts.push_back(static_cast<std::uint32_t>(trajectory.first_row));
  }
  movers.starts.push_back(static_cast<std::uint32_t>(table.rows()));
  for (std::size_t row = 0; moving && row < table.rows(); ++row) {
    movers.velocities.push_back({table.at(row, 5), table.at(row, 6), table.at(row, 7)});
  }
  return movers;
}

/// Reads the scene and the trajectories, calls find(scene, movers, run) -> results and write(out, scene, movers, results),
/// and prints the summary. An error of the library is reported by the line of the pose.
/// @param count  count(results), which are called `counted`
template <class Find, class Write, class Count>
void ask(const TrajectoryOptions& options, bool moving, const Find& find, const Write& write, const char* counted,
         const Count& count) {
  require_distinct_files({options.scene, options.queries}, {options.results, options.skipped});
  with_scene(options, [&](auto file) {
    const NumberTable table =
        moving ? read_numbers(options.queries, moving_columns) : read_numbers(options.queries, trajectory_columns);
    const Movers movers = movers_of(table, file.shapes, options, moving);
    std::optional<OutputFile> out = open_if_named(options.results);
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    const Options run{.max_threads = options.threads};
    const auto results = with_parts(file, options.threads, [&] {
      try {
        return find(file.scene, movers, run);
      } catch (const Error& error) {
        const ErrorCode code = error.code();
        if (code != ErrorCode::out_of_range && code != ErrorCode::not_finite && code != ErrorCode::bad_angle &&
            code != ErrorCode::cannot_rotate) {
          throw;
        }
        // The line stands for the pose; that it is the velocity has to be said.
        const bool of_velocity = error.status().argument == Argument::movers_velocities;
        table.refuse(error.index(), of_velocity ? error.what() : message(code));
      }
    });
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (out) {
      write(*out, file.scene, movers, results);
      out->commit();
    }
    print_summary(file, QueryOutcome{movers.list.size(), counted, count(results), seconds, table.ignored()},
                  options.threads);
  });
}

template <class Result, class Is>
std::size_t count_of(const std::vector<Result>& results, const Is& is) {
  return static_cast<std::size_t>(std::count_if(results.begin(), results.end(), is));
}

}  // namespace

void first_hits_command(const TrajectoryOptions& options) {
  ask(
      options, false,
      [](const auto& scene, const Movers& movers, const Options& run) {
        std::vector<FirstHit> hits(movers.list.size());
        first_hits(scene, movers, {}, hits, run);
        return hits;
      },
      [](OutputFile& out, const auto&, const Movers& movers, const std::vector<FirstHit>& hits) {
        write_first_hits(out, movers.list, hits);
      },
      "that hit",
      [](const std::vector<FirstHit>& hits) {
        return count_of(hits, [](const FirstHit& hit) { return hit.step >= 0; });
      });
}

void trajectory_hits_command(const TrajectoryOptions& options) {
  ask(
      options, false,
      [](const auto& scene, const Movers& movers, const Options& run) {
        std::vector<TrajectoryHit> hits;
        trajectory_hits(scene, movers, {}, hits, run);
        return hits;
      },
      [](OutputFile& out, const auto&, const Movers& movers, const std::vector<TrajectoryHit>& hits) {
        write_trajectory_hits(out, movers.list, hits);
      },
      "hits", [](const std::vector<TrajectoryHit>& hits) { return hits.size(); });
}

void clearances_command(const TrajectoryOptions& options) {
  ask(
      options, false,
      [&](const auto& scene, const Movers& movers, const Options& run) {
        std::vector<Clearance> found(movers.list.size());
        clearances(scene, movers, {}, options.max_distance, found, run);
        return found;
      },
      [](OutputFile& out, const auto& scene, const Movers& movers, const std::vector<Clearance>& found) {
        write_clearances(out, scene, movers.list, movers.poses, found);
      },
      "near a body",
      [](const std::vector<Clearance>& found) {
        return count_of(found, [](const Clearance& clearance) { return clearance.step >= 0; });
      });
}

void times_to_collision_command(const TrajectoryOptions& options) {
  ask(
      options, true,
      [&](const auto& scene, const Movers& movers, const Options& run) {
        std::vector<CollisionTime> times(movers.poses.size());
        times_to_collision(scene, movers, {}, options.horizon, times, run);
        return times;
      },
      [](OutputFile& out, const auto&, const Movers& movers, const std::vector<CollisionTime>& times) {
        write_collision_times(out, movers.list, times);
      },
      "steps before a collision",
      [](const std::vector<CollisionTime>& times) {
        return count_of(times, [](const CollisionTime& time) { return time.obstacle != no_body; });
      });
}

}  // namespace satchel::cli
