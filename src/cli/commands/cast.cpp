// satchel cast: the first body that each shape of a CSV file meets while it moves.
#include <algorithm>
#include <array>
#include <chrono>
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

constexpr std::array<std::string_view, 7> cast_columns{"shape",    "x",        "y",           "angle",
                                                       "motion_x", "motion_y", "motion_angle"};

}  // namespace

void cast_command(const CastsOptions& options) {
  require_distinct_files({options.scene, options.queries}, {options.results, options.skipped});
  with_scene(options, [&](auto file) {
    using T = typename std::remove_cvref_t<decltype(file.scene)>::Scalar;
    const NumberTable table = read_numbers(options.queries, cast_columns);
    const PosedShapes queries = posed_shapes(table, file.shapes);
    std::vector<Motion> motions;
    for (std::size_t row = 0; row < table.rows(); ++row) {
      motions.push_back({table.at(row, 4), table.at(row, 5), table.at(row, 6)});
    }
    std::optional<OutputFile> out = open_if_named(options.results);
    std::vector<ShapeHit> hits(table.rows());
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    try {
      const Options run{.max_threads = options.threads};
      BasicCastOptions<T> how;
      how.query.run = run;
      how.max_angle = static_cast<T>(options.max_angle);
      how.leaves_start = options.leaves_start;
      with_parts(file, options.threads, [&] {
        BasicIndex<T>(file.scene, run).cast_shapes(file.scene, queries.shapes, queries.poses, motions, hits, how);
      });
    } catch (const Error& error) {
      if (error.code() == ErrorCode::out_of_range || error.code() == ErrorCode::not_finite ||
          error.code() == ErrorCode::bad_angle || error.code() == ErrorCode::cannot_rotate) {
        table.refuse(error.index(), message(error.code()));
      }
      throw;
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (out) {
      write_casts(*out, queries.poses, motions, hits);
      out->commit();
    }
    const auto is_hit = [](const ShapeHit& hit) { return hit.body != no_body; };
    const auto count = static_cast<std::size_t>(std::count_if(hits.begin(), hits.end(), is_hit));
    print_summary(file, QueryOutcome{hits.size(), "that hit", count, seconds, table.ignored()}, options.threads);
  });
}

}  // namespace satchel::cli
