// Where a ray leaves a body, which may be several rings: the parts of a compound, the rings of an outline.
//
//   beside the ray's line, infinitely near to it on its left and on its right, run two lines on which no vertex lies; each
//     crosses the edges that lead from one side of it to the other: over one it enters a ring, over one it leaves it
//   a point of the ray lies in the body if it does on one of the two lines, or where one crosses an edge: so along an edge
//   sort the crossings by time; after those of the first time at which neither line is in a ring, the ray has left
//
// Times are fractions beyond / across, as in ray_on_part.cpp. Where their doubles do not tell which is earlier, expansions
// do: so the two parts at a common edge are one region. Bodies with a radius: an interval of times for each part, in double.
#include "spatial/ray_exit.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "exact/ring.hpp"
#include "format/outline_layout.hpp"
#include "spatial/local_ray.hpp"
#include "spatial/parts.hpp"
#include "spatial/point_in_part.hpp"
#include "spatial/ray_on_part.hpp"

namespace satchel::spatial {
namespace {

using exact::Expansion;
using exact::PlacedVertex;

/// An edge that the line crosses, or a point on the line: the end of a part that is a point or a segment along it.
struct Crossing {
  PlacedVertex from, to;
  bool is_point;
  signed char left, right;  ///< 1: the line on this side enters a ring, -1: it leaves one
  int sign;                 ///< of the time
  double time;              ///< rounded, off by less than a factor 1 + 2^-38
};

/// Collects the crossings of a ray's line with rings.
class Crossings {
 public:
  explicit Crossings(const Ray& ray) : ray_(ray) {}

  template <class T>
  void add(const Part<T>& part) {
    const exact::Ring<T> ring(part);
    const LocalRay local(ray_, part.origin_x, part.origin_y);
    if (ring.count() <= 2 && local.exact_side(ring.vertex(0)) == 0 &&
        local.exact_side(ring.vertex(ring.count() - 1)) == 0) {
      add_along(local, ring.vertex(0), ring.vertex(ring.count() - 1));
      return;
    }
    int here = local.exact_side(ring.vertex(0));
    const int first = here;
    for (std::size_t i = 0; i < ring.count(); ++i) {
      const int there = i + 1 < ring.count() ? local.exact_side(ring.vertex(i + 1)) : first;
      add_edge(local, ring.vertex(i), here, ring.vertex(ring.next(i)), there);
      here = there;
    }
  }

  template <class T>
  void add_outline(const detail::SceneData<T>& scene, BodyId body) {
    const kernels::BodyRecord<T>& record = scene.bodies[body];
    const std::uint32_t groups = scene.outline_of(body).groups;
    const kernels::OutlineBlock<const T> block{scene.compounds.outlines.table().of(record.place), groups,
                                               scene.outline_of(body).rings};
    const LocalRay local(ray_, record.x, record.y);
    const auto vertex = [&](T x, T y) {
      return PlacedVertex{record.x, record.y, static_cast<double>(x), static_cast<double>(y)};
    };
    for (std::uint32_t group = 0; group < groups; ++group) {
      const T *const x = block.vertices(group), *const y = x + block.y_stride;
      PlacedVertex from = vertex(x[0], y[0]);
      int here = local.exact_side(from);
      for (std::uint32_t i = 0; i < kernels::edges_of_group; ++i) {
        if (x[i] == x[i + 1] && y[i] == y[i + 1]) continue;  // it fills up the group
        const PlacedVertex to = vertex(x[i + 1], y[i + 1]);
        const int there = local.exact_side(to);
        add_edge(local, from, here, to, there);
        from = to;
        here = there;
      }
    }
  }

  /// Where the ray leaves what all rings bound.
  Leaving leave(double entry) {
    int left = 0, right = 0;  // rings around the two lines, just after the origin: all that they leave later
    for (const Crossing& crossing : all_) {
      if (crossing.sign <= 0) continue;
      left -= crossing.left;
      right -= crossing.right;
    }
    std::erase_if(all_, [](const Crossing& crossing) { return crossing.sign < 0; });
    std::stable_sort(all_.begin(), all_.end(), [&](const Crossing& a, const Crossing& b) { return order(a, b) < 0; });
    const bool begins_outside = left <= 0 && right <= 0 && !all_.empty() && all_.front().sign > 0;
    for (std::size_t first = 0, last = 0; first < all_.size(); first = last) {
      while (last < all_.size() && order(all_[first], all_[last]) == 0) {
        if (all_[last].sign > 0) {
          left += all_[last].left;
          right += all_[last].right;
        }
        ++last;
      }
      if (left > 0 || right > 0) continue;
      const Crossing& out = out_of(first, last);
      const Vec2d normal = normal_of(out);
      const double time = out.sign == 0 ? 0 : first == 0 && begins_outside ? entry : std::max(out.time, entry);
      return {time, normal.x, normal.y};
    }
    return {entry, 0, 0};  // not reached: the ray meets the body
  }

 private:
  void add_edge(const LocalRay& local, const PlacedVertex& from, int here, const PlacedVertex& to, int there) {
    const auto change = [](bool from_left, bool to_left) {
      return static_cast<signed char>(from_left == to_left ? 0 : from_left ? 1 : -1);
    };
    const signed char left = change(here > 0, there > 0), right = change(here >= 0, there >= 0);
    if (left == 0 && right == 0) return;
    const double beyond = local.beyond(from, to), across = local.across(from, to);
    const int sign = beyond == 0 ? 0 : (beyond > 0) == (across > 0) ? 1 : -1;
    double time = beyond / across;
    if (here == 0) time = local.exact_dot(from) / squared();
    if (there == 0) time = local.exact_dot(to) / squared();
    all_.push_back({from, to, false, left, right, sign, time});
  }

  void add_along(const LocalRay& local, const PlacedVertex& one, const PlacedVertex& other) {
    double near = local.exact_dot(one), far = local.exact_dot(other);
    const bool swapped = far < near;
    if (swapped) std::swap(near, far);
    const auto sign_of = [](double number) { return number > 0 ? 1 : number < 0 ? -1 : 0; };
    const PlacedVertex &in = swapped ? other : one, &out = swapped ? one : other;
    all_.push_back({in, in, true, 1, 1, sign_of(near), near / squared()});
    all_.push_back({out, out, true, -1, -1, sign_of(far), far / squared()});
  }

  double squared() const { return ray_.direction.x * ray_.direction.x + ray_.direction.y * ray_.direction.y; }

  /// A time as a fraction, exactly.
  struct Fraction {
    Expansion<32> over;
    Expansion<16> under;
  };
  Fraction fraction(const Crossing& crossing) const {
    const Expansion<2> dx({ray_.direction.x, 0}), dy({ray_.direction.y, 0});
    const Expansion<4> x = exact::exact_difference(ray_.origin.x, 0, crossing.from.origin_x, crossing.from.x);
    const Expansion<4> y = exact::exact_difference(ray_.origin.y, 0, crossing.from.origin_y, crossing.from.y);
    if (crossing.is_point) {  // -direction . (origin - point) over direction . direction
      return {exact::cross(negated(x), dx, y, dy), exact::cross(dx, dx, dy, negated(dy))};
    }
    const Expansion<2> ex(exact::two_difference(crossing.to.x, crossing.from.x)),
        ey(exact::two_difference(crossing.to.y, crossing.from.y));
    return {exact::cross(y, ex, x, ey), exact::cross(dx, ey, dy, ex)};
  }

  /// -1, 0 or 1: which of two times is earlier.
  int order(const Crossing& a, const Crossing& b) const {
    if (a.sign != b.sign) return a.sign < b.sign ? -1 : 1;
    if (a.sign == 0 || &a == &b) return 0;
    const double difference = a.time - b.time;
    if (std::fabs(difference) > 0x1p-36 * std::max(std::fabs(a.time), std::fabs(b.time)))
      return difference < 0 ? -1 : 1;
    const Fraction of_a = fraction(a), of_b = fraction(b);
    const auto one = exact::product_of(of_a.over, of_b.under), other = exact::product_of(of_b.over, of_a.under);
    return exact::sum(one, exact::negated(other)).sign() * of_a.under.sign() * of_b.under.sign();
  }

  /// The first of the crossings over which a ring is left.
  const Crossing& out_of(std::size_t first, std::size_t last) const {
    for (std::size_t i = first; i < last; ++i) {
      if (all_[i].left < 0 || all_[i].right < 0) return all_[i];
    }
    return all_[first];
  }
  Vec2d normal_of(const Crossing& out) const {
    if (!out.is_point) return outward_normal(out.to.x - out.from.x, out.to.y - out.from.y);
    const double length = std::sqrt(squared());
    return {ray_.direction.x / length + 0, ray_.direction.y / length + 0};
  }

  const Ray& ray_;
  std::vector<Crossing> all_;
};

/// Where a ray that meets a part without radius leaves it.
template <class T>
Leaving leave_core(const Part<T>& part, const Ray& ray, double entry) {
  Crossings crossings(ray);
  crossings.add(part);
  return crossings.leave(entry);
}

/// The last time at which a ray that meets a part with a radius is in it: of all circles around vertices and all strips
/// between edges and edges moved outward, which it may leave sideways; where rounding exceeds the radius, of the core, too.
template <class T>
Leaving leave_rounded(const Part<T>& placed, const Ray& ray, double entry) {
  const PartAsHull<T> hull(placed);
  const Part<T>& part = hull.part();
  const LocalRay local(ray, part.origin_x, part.origin_y);
  const double scale = 1 / std::sqrt(ray.direction.x * ray.direction.x + ray.direction.y * ray.direction.y);
  const double dx = ray.direction.x * scale, dy = ray.direction.y * scale, r = static_cast<double>(part.radius);
  Leaving last{0, dx, dy}, sideways = last;  // with distances in place of times; the return statement scales them
  const auto leave = [](Leaving& so_far, double time, double nx, double ny) {
    if (time > so_far.time) so_far = {time, nx, ny};
  };
  for (std::uint32_t i = 0; i < part.count; ++i) {
    const std::uint32_t next = i + 1 < part.count ? i + 1 : 0;
    const double wx = local.x + static_cast<double>(part.x[i]), wy = local.y + static_cast<double>(part.y[i]);
    const double along = dx * wx + dy * wy, beside = dx * wy - dy * wx;
    if (std::fabs(beside) <= r) {
      const double time = along + std::sqrt((r - beside) * (r + beside));
      const double nx = time * dx - wx, ny = time * dy - wy, length = std::sqrt(nx * nx + ny * ny);
      if (length > 0) leave(last, time, nx / length, ny / length);
    }
    const double ex = static_cast<double>(part.x[next]) - static_cast<double>(part.x[i]);
    const double ey = static_cast<double>(part.y[next]) - static_cast<double>(part.y[i]);
    const double length = std::sqrt(ex * ex + ey * ey);
    const double nx = ey / length, ny = 0 - ex / length, away = nx * dx + ny * dy;
    if (length == 0 || !(away > 0)) continue;
    const double time = (nx * wx + ny * wy + r) / away, on_edge = (time * dx - wx) * ex + (time * dy - wy) * ey;
    const double end = std::clamp(on_edge, 0.0, length * length), beyond = on_edge - end;
    if (beyond == 0) leave(last, time, nx, ny);
    const double along_edge = dx * ex + dy * ey, earlier = beyond / along_edge;
    if (beyond == 0 || !(earlier >= 0 && away * earlier <= r)) continue;
    // `time - earlier` cancels if the ray is nearly parallel to the edge; the quotient is off if it is nearly at right angles.
    leave(sideways, std::min((wx * ex + wy * ey + end) / along_edge, time), nx, ny);
  }
  const double error = rounding(part, local);
  if (sideways.time > last.time + error) last = sideways;
  if (r <= error) {
    Part<T> core = part;
    core.radius = 0;
    const Meeting met = meeting(core, ray);
    const Leaving left = met.is_met() ? leave_core(core, ray, std::max(met.time, entry)) : Leaving{0, 0, 0};
    if (left.time > (last.time + error) * scale) return left;
  }
  return {std::max(last.time * scale, entry), last.normal_x + 0, last.normal_y + 0};
}

/// The parts that follow each other along the ray without a gap, but for rounding, from its first meeting on.
template <class T>
Leaving leave_parts(const detail::SceneData<T>& scene, BodyId body, const Ray& ray, double entry) {
  struct Interval {
    double in;
    Leaving out;
  };
  std::vector<Interval> all;
  for_each_part(scene, body, [&](const Part<T>& part) {
    const Meeting met = meeting(part, ray);
    if (!met.is_met()) return;
    all.push_back({met.time, part.radius > 0 ? leave_rounded(part, ray, met.time) : leave_core(part, ray, met.time)});
  });
  std::stable_sort(all.begin(), all.end(), [](const Interval& a, const Interval& b) { return a.in < b.in; });
  const kernels::BodyRecord<T>& record = scene.bodies[body];
  const double extent =
      std::fabs(record.x - ray.origin.x) + std::fabs(record.y - ray.origin.y) + static_cast<double>(record.reach);
  const double slack =
      1e-12 * extent / std::sqrt(ray.direction.x * ray.direction.x + ray.direction.y * ray.direction.y);
  Leaving last{entry, 0, 0};
  for (const Interval& interval : all) {
    if (interval.in > last.time + slack) break;
    if (interval.out.time > last.time || (last.normal_x == 0 && last.normal_y == 0)) last = interval.out;
  }
  return last;
}

}  // namespace

template <class T>
Leaving leaving(const detail::SceneData<T>& scene, BodyId body, const Ray& ray, double entry) {
  Crossings crossings(ray);
  if (scene.bodies[body].place.is_outline()) {
    crossings.add_outline(scene, body);
    return crossings.leave(entry);
  }
  bool is_rounded = false;
  for_each_part(scene, body, [&](const Part<T>& part) { is_rounded = is_rounded || part.radius > 0; });
  if (is_rounded) return leave_parts(scene, body, ray, entry);
  for_each_part(scene, body, [&](const Part<T>& part) { crossings.add(part); });
  return crossings.leave(entry);
}

template <class T>
bool begins_in(const detail::SceneData<T>& scene, BodyId body, const Ray& ray) {
  if (scene.bodies[body].place.is_outline()) return true;
  bool is_in = false;
  for_each_part(scene, body, [&](const Part<T>& part) { is_in = is_in || contains(part, ray.origin); });
  return is_in;
}

template Leaving leaving(const detail::SceneData<float>&, BodyId, const Ray&, double);
template Leaving leaving(const detail::SceneData<double>&, BodyId, const Ray&, double);
template bool begins_in(const detail::SceneData<float>&, BodyId, const Ray&);
template bool begins_in(const detail::SceneData<double>&, BodyId, const Ray&);

}  // namespace satchel::spatial
