// Casts up to sixteen rays from one point together.
//
//   search the tree in the wedge around the rays (kernels/tree/find_in_fan.hpp)
//   test each body whose box the wedge meets against all rays, a ray in each lane (kernels/tree/fan_on_polygon.hpp);
//     rays that it leaves undecided, and parts of other kinds, are tested ray by ray
//   the search ends where no ray can find a hit that counts any more
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <span>

#include "spatial/bodies_in_tree.hpp"
#include "spatial/ray_on_outline.hpp"
#include "spatial/ray_on_part.hpp"
#include "tree/fan_in_frame.hpp"

namespace satchel::spatial {

template <class T, class Kept>
class RayFan {
 public:
  static constexpr unsigned most = kernels::most_rays_of_fan;

  /// @param rays     a fan (tree::fan_size)
  /// @param numbers  their numbers in the call
  /// @param kept     what is kept of the hits of each
  RayFan(const BodiesInTree<T>& bodies, std::span<const Ray> rays, std::span<const std::uint32_t> numbers,
         std::span<Kept> kept)
      : bodies_(bodies),
        rays_(rays),
        numbers_(numbers),
        kept_(kept),
        in_frame_(rays, bodies.tree),
        searching_((1u << rays.size()) - 1) {
    for (std::size_t k = 0; k < rays.size(); ++k) {
      direction_x_[k] = rays[k].direction.x;
      direction_y_[k] = rays[k].direction.y;
      latest_[k] = rays[k].max_time;
    }
  }

  /// Throws std::bad_alloc.
  void run() {
    update_farthest(searching_);
    bodies_.table.tree->find_in_fan(
        {bodies_.tree, in_frame_.fan(), farthest_,
         [](void* context, BodyId body) { return static_cast<RayFan*>(context)->meet(body); }, this});
    if (out_of_memory_) throw std::bad_alloc();
  }

 private:
  /// Calls visit(k) for each bit that is set.
  template <class Visit>
  static void for_each_ray(unsigned rays, const Visit& visit) {
    for (; rays != 0; rays &= rays - 1) visit(static_cast<unsigned>(__builtin_ctz(rays)));
  }

  /// Computes anew the distances at which these rays end, and the largest of all.
  void update_farthest(unsigned rays) {
    for_each_ray(rays, [&](unsigned k) { farthest_of_[k] = in_frame_.farthest_at(latest_[k], rays_[k].direction); });
    farthest_ =
        *std::max_element(farthest_of_.begin(), farthest_of_.begin() + static_cast<std::ptrdiff_t>(rays_.size()));
  }

  float meet(BodyId body) noexcept {
    const unsigned rays = allowed_rays(body);
    if (rays == 0) return farthest_;
    try {
      rays_met_ = 0;
      if (bodies_.scene.bodies[body].place.is_outline()) {
        for_each_ray(rays, [&](unsigned k) { note(k, meeting_with_outline(bodies_.scene, body, rays_[k])); });
      } else {
        for_each_part(bodies_.scene, body, [&](const Part<T>& part) { meet_part(rays, part); });
      }
      if (rays_met_ == 0) return farthest_;
      for_each_ray(rays_met_, [&](unsigned k) {
        const Meeting& met = meetings_[k];
        latest_[k] = kept_[k].take({met.time, met.normal_x, met.normal_y, body});
        if (latest_[k] < 0) searching_ &= ~(1u << k);
      });
      update_farthest(rays_met_);
      return farthest_;
    } catch (const std::exception&) {  // of vectors
      out_of_memory_ = true;
      return -1;  // ends the search
    }
  }

  /// The rays that may find the body, and whose search has not ended.
  unsigned allowed_rays(BodyId body) const {
    if (bodies_.allowed.all()) return searching_;
    unsigned rays = searching_;
    for_each_ray(searching_, [&](unsigned k) {
      if (!bodies_.allowed(numbers_[k], body)) rays &= ~(1u << k);
    });
    return rays;
  }

  void meet_part(unsigned rays, const Part<T>& part) {
    if (part.count <= 16 && part.strictly_convex && !(part.radius > 0)) {
      const Vec2d& o = rays_[0].origin;
      kernels::FanMeetings met;
      bodies_.table.tree->meet_polygon(
          {direction_x_.data(), direction_y_.data(), latest_.data(), static_cast<unsigned>(rays_.size()),
           part.origin_x - o.x, part.origin_y - o.y, part.x, part.y, part.count},
          met);
      for (unsigned e = 0; e < met.edge_count; ++e) {
        const kernels::FanMeetings::Edge& edge = met.edges[e];
        const std::uint32_t i = edge.number, next = i + 1 < part.count ? i + 1 : 0;
        const double x = static_cast<double>(part.x[next]) - static_cast<double>(part.x[i]);
        const double y = static_cast<double>(part.y[next]) - static_cast<double>(part.y[i]);
        const Vec2d normal = outward_normal(x, y);
        for_each_ray(edge.rays & rays, [&](unsigned k) { note(k, {edge.time[k], normal.x, normal.y}); });
      }
      rays &= met.undecided;
    }
    for_each_ray(rays, [&](unsigned k) { note(k, meeting(part, rays_[k])); });
  }

  /// Keeps the earliest meeting of ray k with the current body, unless it is later than latest_[k].
  void note(unsigned k, const Meeting& met) {
    if (!(met.is_met() && met.time <= latest_[k])) return;
    if ((rays_met_ >> k & 1u) != 0 && !(met.time < meetings_[k].time)) return;
    meetings_[k] = met;
    rays_met_ |= 1u << k;
  }

  const BodiesInTree<T>& bodies_;
  std::span<const Ray> rays_;
  std::span<const std::uint32_t> numbers_;
  std::span<Kept> kept_;
  tree::FanInFrame in_frame_;
  float farthest_ = 0;     ///< the largest of farthest_of_
  unsigned searching_;     ///< bit k: the search of ray k has not ended
  unsigned rays_met_ = 0;  ///< bit k: ray k meets the current body
  bool out_of_memory_ = false;
  // By ray.
  std::array<double, most> direction_x_{}, direction_y_{};
  std::array<double, most> latest_{};  ///< a later hit does not count; below 0: the search has ended
  std::array<float, most> farthest_of_{};
  std::array<Meeting, most> meetings_;
};

}  // namespace satchel::spatial
