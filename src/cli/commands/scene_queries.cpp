// satchel rays, points and boxes: the rows of a CSV file against all bodies.
#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <satchel/cast_rays.hpp>
#include <satchel/error.hpp>
#include <satchel/find_bodies.hpp>

#include "cli/commands/commands.hpp"
#include "cli/commands/prepare.hpp"
#include "cli/commands/summary.hpp"
#include "cli/output/write_queries.hpp"
#include "cli/queries/number_table.hpp"

namespace satchel::cli {
namespace {

/// Reads the scene and the queries, calls find(scene, queries, results, options) and write(out, results), and prints
/// the summary. An error of the library is reported by the line of the query.
/// @param make    makes a query of a row: make(table, row)
/// @param counted  how many of the results count: count(results), and what they are called
template <class Query, class Result, class Make, class Find, class Write, class Count>
void ask(const QueryOptions& options, std::span<const std::string_view> columns, const Make& make, const Find& find,
         const Write& write, const char* counted, const Count& count) {
  require_distinct_files({options.scene, options.queries}, {options.results, options.skipped});
  with_scene(options, [&](auto file) {
    const NumberTable table = read_numbers(options.queries, columns);
    std::vector<Query> queries(table.rows());
    for (std::size_t row = 0; row < queries.size(); ++row) {
      queries[row] = make(table, row);
    }
    std::optional<OutputFile> out = open_if_named(options.results);
    std::vector<Result> results;
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    try {
      with_parts(file, options.threads,
                 [&] { find(file.scene, queries, results, Options{.max_threads = options.threads}); });
    } catch (const Error& error) {
      if (error.index() < table.rows()) {
        table.refuse(error.index(), message(error.code()));
      }
      throw;
    }
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (out) {
      write(*out, results);
      out->commit();
    }
    print_summary(file, QueryOutcome{queries.size(), counted, count(results), seconds, table.ignored()},
                  options.threads);
  });
}

constexpr std::array<std::string_view, 5> ray_columns{"origin_x", "origin_y", "direction_x", "direction_y", "max_time"};
constexpr std::array<std::string_view, 2> point_columns{"x", "y"};
constexpr std::array<std::string_view, 4> box_columns{"min_x", "min_y", "max_x", "max_y"};

std::size_t size_of(const std::vector<FoundBody>& found) { return found.size(); }

}  // namespace

void rays_command(const RaysOptions& options) {
  const RayOptions more{.from_inside = options.boundary ? RayStart::boundary : RayStart::solid, .exits = options.exits};
  ask<Ray, RayHit>(
      options, ray_columns,
      [](const NumberTable& table, std::size_t row) {
        return Ray{{table.at(row, 0), table.at(row, 1)}, {table.at(row, 2), table.at(row, 3)}, table.at(row, 4)};
      },
      [&](const auto& scene, const std::vector<Ray>& rays, std::vector<RayHit>& hits, const Options& run) {
        hits.resize(rays.size());
        cast_rays(scene, rays, hits, run, more);
      },
      [&](OutputFile& out, const std::vector<RayHit>& hits) { write_rays(out, hits, options.exits); }, "that hit",
      [](const std::vector<RayHit>& hits) {
        return static_cast<std::size_t>(std::count_if(hits.begin(), hits.end(), is_hit));
      });
}

void points_command(const QueryOptions& options) {
  ask<Vec2d, FoundBody>(
      options, point_columns,
      [](const NumberTable& table, std::size_t row) {
        return Vec2d{table.at(row, 0), table.at(row, 1)};
      },
      [](const auto& scene, const std::vector<Vec2d>& points, std::vector<FoundBody>& found, const Options& run) {
        bodies_at_points(scene, points, found, run);
      },
      [](OutputFile& out, const std::vector<FoundBody>& found) { write_found(out, "point", found); }, "bodies found",
      size_of);
}

void boxes_command(const QueryOptions& options) {
  ask<Box, FoundBody>(
      options, box_columns,
      [](const NumberTable& table, std::size_t row) {
        return Box{table.at(row, 0), table.at(row, 1), table.at(row, 2), table.at(row, 3)};
      },
      [](const auto& scene, const std::vector<Box>& boxes, std::vector<FoundBody>& found, const Options& run) {
        bodies_in_boxes(scene, boxes, found, run);
      },
      [](OutputFile& out, const std::vector<FoundBody>& found) { write_found(out, "box", found); }, "bodies found",
      size_of);
}

}  // namespace satchel::cli
