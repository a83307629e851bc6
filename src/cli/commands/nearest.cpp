// satchel nearest: the bodies nearest to each shape at a pose of a CSV file.
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

constexpr std::array<std::string_view, 4> nearest_columns{"shape", "x", "y", "angle"};

}  // namespace

void nearest_command(const NearestOptions& options) {
  require_distinct_files({options.scene, options.queries}, {options.results, options.skipped});
  with_scene(options, [&](auto file) {
    using T = typename std::remove_cvref_t<decltype(file.scene)>::Scalar;
    const NumberTable table = read_numbers(options.queries, nearest_columns);
    const PosedShapes queries = posed_shapes(table, file.shapes);
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
