#include "cli/output/write_queries.hpp"

#include <limits>

#include <fmt/core.h>

#include "cli/output/csv_rows.hpp"

namespace satchel::cli {

bool is_hit(const RayHit& hit) { return hit.body != std::numeric_limits<BodyId>::max(); }

void write_rays(OutputFile& out, const std::vector<RayHit>& hits) {
  CsvRows rows(out, "ray,body,time,normal_x,normal_y\n");
  for (std::size_t i = 0; i < hits.size(); ++i) {
    if (is_hit(hits[i])) {
      rows.add(FMT_COMPILE("{},{},{},{},{}\n"), i, hits[i].body, hits[i].time, hits[i].normal_x, hits[i].normal_y);
    } else {
      rows.add(FMT_COMPILE("{},-1,,,\n"), i);
    }
  }
  rows.flush();
}

void write_found(OutputFile& out, const char* query, const std::vector<FoundBody>& found) {
  CsvRows rows(out, fmt::format("{},body\n", query));
  for (const FoundBody& its : found) {
    rows.add(FMT_COMPILE("{},{}\n"), its.query, its.body);
  }
  rows.flush();
}

void write_first_hits(OutputFile& out, std::span<const Trajectory> trajectories, std::span<const FirstHit> hits) {
  CsvRows rows(out, "trajectory,step,body\n");
  for (std::size_t i = 0; i < hits.size(); ++i) {
    if (hits[i].step >= 0) {
      rows.add(FMT_COMPILE("{},{},{}\n"), trajectories[i].number, hits[i].step, hits[i].obstacle);
    } else {
      rows.add(FMT_COMPILE("{},-1,-1\n"), trajectories[i].number);
    }
  }
  rows.flush();
}

}  // namespace satchel::cli
