// Writes the answers to rays, points, boxes and trajectories as CSV.
#pragma once

#include <span>
#include <vector>

#include <satchel/cast_rays.hpp>
#include <satchel/find_bodies.hpp>
#include <satchel/first_hits.hpp>
#include <satchel/index.hpp>
#include <satchel/trajectories.hpp>

#include "cli/queries/trajectory_list.hpp"
#include "cli/support/output_file.hpp"

namespace satchel::cli {

/// Whether the ray hits a body.
bool is_hit(const RayHit& hit);

/// `ray,body,time,normal_x,normal_y`, a row a ray; without a hit the body is -1 and the fields after it are empty.
/// @param exits  also `exit`
void write_rays(OutputFile& out, const std::vector<RayHit>& hits, bool exits);

/// `cast,body,time,normal_x,normal_y,point_x,point_y`, a row a cast, points in the world; without a hit the body is -1
/// and the fields after it are empty.
void write_casts(OutputFile& out, std::span<const Pose> poses, std::span<const Motion> motions,
                 const std::vector<ShapeHit>& hits);

/// `point,body` or `box,body`, a row a found body.
/// @param query  the name of the first column
void write_found(OutputFile& out, const char* query, const std::vector<FoundBody>& found);

/// `pose,body,verdict`, a row a found body.
void write_bodies_at_poses(OutputFile& out, const std::vector<BodyAtPose>& found);

/// `pose,body,distance,normal_x,normal_y,point_a_x,point_a_y,point_b_x,point_b_y`, a row a found body, points in the world.
template <class T>
void write_nearest(OutputFile& out, const BasicScene<T>& scene, std::span<const Pose> poses,
                   const std::vector<BasicNearBody<T>>& found);

/// `trajectory,step,body`, a row a trajectory; without a hit step and body are -1.
void write_first_hits(OutputFile& out, std::span<const Trajectory> trajectories, std::span<const FirstHit> hits);

/// `trajectory,step,body,verdict`, a row a hit.
void write_trajectory_hits(OutputFile& out, std::span<const Trajectory> trajectories,
                           std::span<const TrajectoryHit> hits);

/// `trajectory,step,body,distance,normal_x,normal_y,point_a_x,point_a_y,point_b_x,point_b_y`, a row a trajectory, points in
/// the world; if no body is near, step and body are -1 and the fields after them are empty.
template <class T>
void write_clearances(OutputFile& out, const BasicScene<T>& scene, std::span<const Trajectory> trajectories,
                      std::span<const Pose> poses, std::span<const Clearance> clearances);

/// `trajectory,step,body,time,normal_x,normal_y`, a row a step; without a collision the body is -1 and the fields after it
/// are empty.
void write_collision_times(OutputFile& out, std::span<const Trajectory> trajectories,
                           std::span<const CollisionTime> times);

}  // namespace satchel::cli
