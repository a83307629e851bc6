#include "spatial/outline_meets.hpp"

#include <cmath>
#include <vector>

#include "exact/pair_signs.hpp"
#include "exact/region.hpp"
#include "format/outline_layout.hpp"
#include "scene/region_of.hpp"

namespace satchel::spatial {
namespace {

/// A query point beside an outline: the signs of its differences from placed vertices.
template <class T>
class PointBeside {
 public:
  PointBeside(const kernels::BodyRecord<T>& body, Vec2d point)
      : body_(body), point_(point), x_(point.x - body.x), y_(point.y - body.y) {
    const double reach = static_cast<double>(body.reach);
    error_ = 0x1p-50 * (reach + std::fabs(x_) + std::fabs(y_) + std::fabs(body.x) + std::fabs(body.y));
  }

  /// The sign of the vertex's x or y less the point's.
  int compare_x(T x) const { return compare(static_cast<double>(x), x_, body_.x, point_.x); }
  int compare_y(T y) const { return compare(static_cast<double>(y), y_, body_.y, point_.y); }

  /// 1: the point lies on the left of the edge from s to t; 0 on its line; -1 on the right.
  int side(T sx, T sy, T tx, T ty) const {
    const double s_x = static_cast<double>(sx), s_y = static_cast<double>(sy);
    const double ex = static_cast<double>(tx) - s_x, ey = static_cast<double>(ty) - s_y;
    const double value = ex * (y_ - s_y) - ey * (x_ - s_x);
    const double bound = 4 * error_ * (std::fabs(ex) + std::fabs(ey));
    if (value > bound) return 1;
    if (-value > bound) return -1;
    using exact::Expansion, exact::two_difference;
    const exact::ExactEdge edge{Expansion<2>(two_difference(static_cast<double>(tx), s_x)),
                                Expansion<2>(two_difference(static_cast<double>(ty), s_y))};
    const double exact = exact::exact_orientation(edge, {body_.x, body_.y, s_x, s_y}, {point_.x, point_.y, 0, 0});
    return exact > 0 ? 1 : exact < 0 ? -1 : 0;
  }

  /// Rounded, in the frame of the body; `error` bounds what is lost.
  double x() const { return x_; }
  double y() const { return y_; }
  double error() const { return error_; }

 private:
  int compare(double offset, double rounded, double origin, double coordinate) const {
    const double difference = offset - rounded;
    if (difference > error_) return 1;
    if (-difference > error_) return -1;
    return exact::exact_difference(origin, offset, coordinate, 0).sign();
  }

  const kernels::BodyRecord<T>& body_;
  Vec2d point_;
  double x_, y_, error_;
};

}  // namespace

// A ray to the right crosses an odd number of edges. Groups of eight edges above, below and left of the point are passed
// over by their boxes.
template <class T>
bool outline_contains(const detail::SceneData<T>& scene, BodyId body, Vec2d point) {
  const kernels::BodyRecord<T>& record = scene.bodies[body];
  const kernels::OutlineShape& shape = scene.outline_of(body);
  const kernels::OutlineBlock<const T> block{scene.compounds.outlines.table().of(record.place), shape.groups,
                                             shape.rings};
  const PointBeside<T> beside(record, point);
  bool inside = false;
  for (std::uint32_t group = 0; group < shape.groups; ++group) {
    const T* const box = block.box_of_group(group);
    if (static_cast<double>(box[8]) < -beside.y() - beside.error() ||
        static_cast<double>(box[24]) < beside.y() - beside.error() ||
        static_cast<double>(box[16]) < beside.x() - beside.error()) {
      continue;
    }
    const T *const x = block.vertices(group), *const y = x + block.y_stride;
    for (std::uint32_t i = 0; i < kernels::edges_of_group; ++i) {
      if (x[i] == x[i + 1] && y[i] == y[i + 1]) continue;  // it fills up the group
      const int at_start = beside.compare_y(y[i]), at_end = beside.compare_y(y[i + 1]);
      if (at_start * at_end > 0) continue;
      const int side = beside.side(x[i], y[i], x[i + 1], y[i + 1]);
      if (side == 0) {
        if (at_start != at_end || beside.compare_x(x[i]) * beside.compare_x(x[i + 1]) <= 0) return true;
      } else if ((at_start > 0) != (at_end > 0) && (side > 0) == (at_end > 0)) {
        inside = !inside;
      }
    }
  }
  return inside;
}

template <class T>
bool outline_meets(const detail::SceneData<T>& scene, BodyId body, const Box& box) {
  const query::BodyRegion<T> copy(scene, body);
  const exact::Region<T> in_floats = copy.region();
  std::vector<exact::RegionEdge<double>> edges;
  edges.reserve(in_floats.edges.size());
  for (const exact::RegionEdge<T>& e : in_floats.edges) {
    edges.push_back({static_cast<double>(e.start_x), static_cast<double>(e.start_y), static_cast<double>(e.end_x),
                     static_cast<double>(e.end_y)});
  }
  const exact::Region<double> region{in_floats.origin_x, in_floats.origin_y, edges, in_floats.ring_starts};
  const double x[] = {box.min_x, box.max_x, box.max_x, box.min_x}, y[] = {box.min_y, box.min_y, box.max_y, box.max_y};
  const exact::Core<double> core{.x = x, .y = y, .count = 4, .origin_x = 0, .origin_y = 0, .strictly_convex = false};
  return exact::resolve_verdict(region, core) != Verdict::disjoint;
}

template bool outline_contains(const detail::SceneData<float>&, BodyId, Vec2d);
template bool outline_contains(const detail::SceneData<double>&, BodyId, Vec2d);
template bool outline_meets(const detail::SceneData<float>&, BodyId, const Box&);
template bool outline_meets(const detail::SceneData<double>&, BodyId, const Box&);

}  // namespace satchel::spatial
