// Intersects a half-line with a region between rings, by exact signs.
//
//   the origin lies in the region: time 0
//   else: the first edge ahead that leads from the left side to the right side of the ray's line; one end may lie on the
//     line. The region lies left of its edges, so the ray enters there
//
// At a vertex, one of the two edges of the angle that the ray enters is such an edge: if neither were, the angle would hold the
// way that the ray comes from. Signs are exact (local_ray.hpp). Groups of eight edges are passed over by their
// boxes.
#include "spatial/ray_on_outline.hpp"

#include <cmath>
#include <cstdint>

#include "format/outline_layout.hpp"
#include "spatial/local_ray.hpp"
#include "spatial/outline_meets.hpp"

namespace satchel::spatial {
namespace {

template <class T>
class OutlineRay {
 public:
  OutlineRay(const detail::SceneData<T>& scene, BodyId body, const Ray& ray)
      : record_(scene.bodies[body]),
        groups_(scene.outline_of(body).groups),
        block_{scene.compounds.outlines.table().of(record_.place), groups_, scene.outline_of(body).rings},
        local_(ray, record_.x, record_.y) {
    const Vec2d d = ray.direction;
    squared_ = d.x * d.x + d.y * d.y;
    slack_ = 0x1p-48 * (std::fabs(d.x) + std::fabs(d.y)) *
             (std::fabs(local_.x) + std::fabs(local_.y) + 2 * static_cast<double>(record_.reach));
  }

  /// Whether the ray's line, ahead of its origin, may meet the outline's box.
  bool may_meet() const { return may_meet(block_.whole(), 1); }

  /// The first meeting with an edge that the ray enters over; its origin lies outside.
  Meeting run() {
    for (std::uint32_t group = 0; group < groups_; ++group) {
      if (may_meet(block_.box_of_group(group), kernels::edges_of_group)) look_at(group);
    }
    return first_;
  }

 private:
  /// @param box  its four values are `stride` apart
  bool may_meet(const T* box, std::uint32_t stride) const {
    const auto side_of = [&](std::uint32_t k) { return static_cast<double>(box[std::size_t{k} * stride]); };
    const double half_x = 0.5 * (side_of(2) + side_of(0)), half_y = 0.5 * (side_of(3) + side_of(1));
    const double x = local_.x + 0.5 * (side_of(2) - side_of(0)), y = local_.y + 0.5 * (side_of(3) - side_of(1));
    const Vec2d d = local_.ray.direction;
    const double across = std::fabs(d.x) * half_y + std::fabs(d.y) * half_x + slack_;
    if (std::fabs(d.x * y - d.y * x) > across) return false;
    const double along = d.x * x + d.y * y, half = std::fabs(d.x) * half_x + std::fabs(d.y) * half_y + slack_;
    return along + half >= 0 && along - half <= first_.time * (1 + 0x1p-20) * squared_;
  }

  void look_at(std::uint32_t group) {
    const T *const x = block_.vertices(group), *const y = x + block_.y_stride;
    exact::PlacedVertex from = vertex(x[0], y[0]);
    int here = local_.exact_side(from);
    for (std::uint32_t i = 0; i < kernels::edges_of_group; ++i) {
      if (x[i] == x[i + 1] && y[i] == y[i + 1]) continue;  // an empty slot, or no length
      const exact::PlacedVertex to = vertex(x[i + 1], y[i + 1]);
      const int there = local_.exact_side(to);
      if (here >= 0 && there <= 0 && here > there) enter(from, here, to, there);
      from = to;
      here = there;
    }
  }

  /// The times at which the ray meets the two edges of a vertex are the same bits.
  void enter(const exact::PlacedVertex& from, int here, const exact::PlacedVertex& to, int there) {
    const double outside = local_.beyond(from, to);
    if (outside >= 0) return;  // the edge lies behind
    const double time = here == 0    ? local_.exact_dot(from) / squared_
                        : there == 0 ? local_.exact_dot(to) / squared_
                                     : outside / local_.across(from, to);
    if (!(time < first_.time)) return;
    const Vec2d normal = outward_normal(to.x - from.x, to.y - from.y);
    first_ = {time, normal.x, normal.y};
  }

  exact::PlacedVertex vertex(T x, T y) const {
    return {record_.x, record_.y, static_cast<double>(x), static_cast<double>(y)};
  }

  const kernels::BodyRecord<T>& record_;
  std::uint32_t groups_;
  kernels::OutlineBlock<const T> block_;
  LocalRay local_;
  double squared_;  ///< of the direction's length
  double slack_;    ///< exceeds the rounding of products with the direction
  Meeting first_;
};

}  // namespace

template <class T>
Meeting meeting_with_outline(const detail::SceneData<T>& scene, BodyId body, const Ray& ray) {
  OutlineRay<T> on_edges(scene, body, ray);
  if (!on_edges.may_meet()) return {};
  if (outline_contains(scene, body, ray.origin)) {
    return LocalRay(ray, scene.bodies[body].x, scene.bodies[body].y).inside();
  }
  return on_edges.run();
}

template Meeting meeting_with_outline(const detail::SceneData<float>&, BodyId, const Ray&);
template Meeting meeting_with_outline(const detail::SceneData<double>&, BodyId, const Ray&);

}  // namespace satchel::spatial
