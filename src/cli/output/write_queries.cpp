#include "cli/output/write_queries.hpp"

#include <limits>

#include <fmt/core.h>

#include "cli/output/csv_rows.hpp"
#include "cli/support/verdict_names.hpp"

namespace satchel::cli {

bool is_hit(const RayHit& hit) { return hit.body != std::numeric_limits<BodyId>::max(); }

void write_rays(OutputFile& out, const std::vector<RayHit>& hits, bool exits) {
  CsvRows rows(out, exits ? "ray,body,time,normal_x,normal_y,exit\n" : "ray,body,time,normal_x,normal_y\n");
  for (std::size_t i = 0; i < hits.size(); ++i) {
    const RayHit& hit = hits[i];
    if (!is_hit(hit)) {
      exits ? rows.add(FMT_COMPILE("{},-1,,,,\n"), i) : rows.add(FMT_COMPILE("{},-1,,,\n"), i);
    } else if (exits) {
      rows.add(FMT_COMPILE("{},{},{},{},{},{}\n"), i, hit.body, hit.time, hit.normal_x, hit.normal_y, hit.exit);
    } else {
      rows.add(FMT_COMPILE("{},{},{},{},{}\n"), i, hit.body, hit.time, hit.normal_x, hit.normal_y);
    }
  }
  rows.flush();
}

void write_casts(OutputFile& out, std::span<const Pose> poses, std::span<const Motion> motions,
                 const std::vector<ShapeHit>& hits) {
  CsvRows rows(out, "cast,body,time,normal_x,normal_y,point_x,point_y\n");
  for (std::size_t i = 0; i < hits.size(); ++i) {
    const ShapeHit& hit = hits[i];
    if (hit.body != no_body) {
      rows.add(FMT_COMPILE("{},{},{},{},{},{},{}\n"), i, hit.body, hit.time, hit.normal_x, hit.normal_y,
               poses[i].x + hit.time * motions[i].x + hit.point_x, poses[i].y + hit.time * motions[i].y + hit.point_y);
    } else {
      rows.add(FMT_COMPILE("{},-1,,,,,\n"), i);
    }
  }
  rows.flush();
}

void write_found(OutputFile& out, const char* query, const std::vector<FoundBody>& found) {
  CsvRows rows(out, fmt::format("{},body\n", query));
  for (const FoundBody& one : found) {
    rows.add(FMT_COMPILE("{},{}\n"), one.query, one.body);
  }
  rows.flush();
}

void write_bodies_at_poses(OutputFile& out, const std::vector<BodyAtPose>& found) {
  CsvRows rows(out, "pose,body,verdict\n");
  for (const BodyAtPose& one : found) {
    rows.add(FMT_COMPILE("{},{},{}\n"), one.query, one.body, verdict_name(one.verdict));
  }
  rows.flush();
}

template <class T>
void write_nearest(OutputFile& out, const BasicScene<T>& scene, std::span<const Pose> poses,
                   const std::vector<BasicNearBody<T>>& found) {
  CsvRows rows(out, "pose,body,distance,normal_x,normal_y,point_a_x,point_a_y,point_b_x,point_b_y\n");
  for (const BasicNearBody<T>& one : found) {
    const BasicDistance<T>& distance = one.distance;
    const auto exactly = [](T value) { return static_cast<double>(value); };
    const Pose &a = poses[one.query], b = scene.pose(one.body);
    rows.add(FMT_COMPILE("{},{},{},{},{},{},{},{},{}\n"), one.query, one.body, exactly(distance.distance),
             exactly(distance.normal_x), exactly(distance.normal_y), a.x + exactly(distance.point_a.x),
             a.y + exactly(distance.point_a.y), b.x + exactly(distance.point_b.x), b.y + exactly(distance.point_b.y));
  }
  rows.flush();
}
template void write_nearest(OutputFile&, const BasicScene<float>&, std::span<const Pose>,
                            const std::vector<BasicNearBody<float>>&);
template void write_nearest(OutputFile&, const BasicScene<double>&, std::span<const Pose>,
                            const std::vector<BasicNearBody<double>>&);

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

void write_trajectory_hits(OutputFile& out, std::span<const Trajectory> trajectories,
                           std::span<const TrajectoryHit> hits) {
  CsvRows rows(out, "trajectory,step,body,verdict\n");
  for (const TrajectoryHit& hit : hits) {
    rows.add(FMT_COMPILE("{},{},{},{}\n"), trajectories[hit.trajectory].number, hit.step, hit.obstacle,
             verdict_name(hit.verdict));
  }
  rows.flush();
}

template <class T>
void write_clearances(OutputFile& out, const BasicScene<T>& scene, std::span<const Trajectory> trajectories,
                      std::span<const Pose> poses, std::span<const Clearance> clearances) {
  CsvRows rows(out, "trajectory,step,body,distance,normal_x,normal_y,point_a_x,point_a_y,point_b_x,point_b_y\n");
  for (std::size_t i = 0; i < clearances.size(); ++i) {
    const Clearance& clearance = clearances[i];
    if (clearance.step < 0) {
      rows.add(FMT_COMPILE("{},-1,-1,,,,,,,\n"), trajectories[i].number);
      continue;
    }
    const Distanced& distance = clearance.distance;
    const Pose &a = poses[trajectories[i].first_row + static_cast<std::size_t>(clearance.step)],
               b = scene.pose(clearance.obstacle);
    rows.add(FMT_COMPILE("{},{},{},{},{},{},{},{},{},{}\n"), trajectories[i].number, clearance.step, clearance.obstacle,
             distance.distance, distance.normal_x, distance.normal_y, a.x + distance.point_a.x,
             a.y + distance.point_a.y, b.x + distance.point_b.x, b.y + distance.point_b.y);
  }
  rows.flush();
}
template void write_clearances(OutputFile&, const BasicScene<float>&, std::span<const Trajectory>,
                               std::span<const Pose>, std::span<const Clearance>);
template void write_clearances(OutputFile&, const BasicScene<double>&, std::span<const Trajectory>,
                               std::span<const Pose>, std::span<const Clearance>);

void write_collision_times(OutputFile& out, std::span<const Trajectory> trajectories,
                           std::span<const CollisionTime> times) {
  CsvRows rows(out, "trajectory,step,body,time,normal_x,normal_y\n");
  for (const Trajectory& trajectory : trajectories) {
    for (std::size_t step = 0; step < trajectory.steps; ++step) {
      const CollisionTime& time = times[trajectory.first_row + step];
      if (time.obstacle == no_body) {
        rows.add(FMT_COMPILE("{},{},-1,,,\n"), trajectory.number, step);
      } else {
        rows.add(FMT_COMPILE("{},{},{},{},{},{}\n"), trajectory.number, step, time.obstacle, time.time, time.normal_x,
                 time.normal_y);
      }
    }
  }
  rows.flush();
}

}  // namespace satchel::cli
