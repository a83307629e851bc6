// satchel nearest and poses: the bodies nearest to each shape at a pose of a CSV file, and those that it meets.
#include <array>
#include <chrono>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include <satchel/error.hpp>
#include <satchel/index.hpp>

#include "cli/commands/commands.hpp"
#include "cli/commands/posed_shapes.hpp"
#include "cli/commands/prepare.hpp"
#include "cli/commands/summary.hpp"
#include "cli/output/write_queries.hpp"
#include "cli/queries/number_table.hpp"

namespace satchel::cli {
namespace {

constexpr std::array<std::string_view, 4> pose_columns{"shape", "x", "y", "angle"};

/// Reads the scene and the queries, calls find(scene, queries, run) -> list and write(out, scene, queries, list), and prints
/// the summary.
template <class Find, class Write>
void ask(const QueryOptions& options, const Find& find, const Write& write) {
  require_distinct_files({options.scene, options.queries}, {options.results, options.skipped});
  with_scene(options, [&](auto file) {
    const NumberTable table = read_numbers(options.queries, pose_columns);
    const PosedShapes queries = posed_shapes(table, file.shapes);
    std::optional<OutputFile> out = open_if_named(options.results);
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    const Options run{.max_threads = options.threads};
    const auto found = with_parts(file, options.threads, [&] {
      try {
        return find(file.scene, queries, run);
      } catch (const Error& error) {
        if (error.code() == ErrorCode::out_of_range || error.code() == ErrorCode::not_finite ||
            error.code() == ErrorCode::cannot_rotate) {
          table.refuse(error.index(), message(error.code()));
        }
        throw;
      }
    });
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (out) {
      write(*out, file.scene, queries, found);
      out->commit();
    }
    print_summary(file, QueryOutcome{queries.poses.size(), "bodies found", found.size(), seconds, table.ignored()},
                  options.threads);
  });
}

}  // namespace

void nearest_command(const NearestOptions& options) {
  ask(
      options,
      [&]<class T>(const BasicScene<T>& scene, const PosedShapes& queries, const Options& run) {
        std::vector<BasicNearBody<T>> found;
        BasicIndex<T>(scene, run)
            .nearest_bodies(scene, queries.shapes, queries.poses, options.count, options.max_distance, found,
                            {.run = run});
        return found;
      },
      []<class T>(OutputFile& out, const BasicScene<T>& scene, const PosedShapes& queries,
                  const std::vector<BasicNearBody<T>>& found) { write_nearest<T>(out, scene, queries.poses, found); });
}

void poses_command(const QueryOptions& options) {
  ask(
      options,
      []<class T>(const BasicScene<T>& scene, const PosedShapes& queries, const Options& run) {
        std::vector<BodyAtPose> found;
        BasicIndex<T>(scene, run).bodies_at_poses(scene, queries.shapes, queries.poses, found, {.run = run});
        return found;
      },
      [](OutputFile& out, const auto&, const PosedShapes&, const std::vector<BodyAtPose>& found) {
        write_bodies_at_poses(out, found);
      });
}

}  // namespace satchel::cli
