// Tests a box against a part in doubles; if their error bound does not decide, resolves the part and the box as a pair
// of cores, exactly.
#include "spatial/box_meets_part.hpp"

#include <cmath>
#include <limits>

#include "spatial/point_in_part.hpp"

namespace satchel::spatial {
namespace {

enum class Answer { no, yes, unknown };

/// Collects tops. A top is the depth to which one core reaches beyond an edge of the other, times the length of the
/// edge. If a top is certainly negative, the edge separates the cores; if all tops are certainly positive, the cores
/// meet.
class Tops {
 public:
  void meet(double top, double bound) {
    apart_ = apart_ || top < -bound;
    meet_ = meet_ && top > bound;
  }
  Answer answer() const { return apart_ ? Answer::no : meet_ ? Answer::yes : Answer::unknown; }

 private:
  bool apart_ = false, meet_ = true;
};

/// The box relative to the origin (x, y) of the part; each number has a relative error of at most u.
Box relative_to(double x, double y, const Box& box) {
  return {box.min_x - x, box.min_y - y, box.max_x - x, box.max_y - y};
}

/// Whether the core of the part meets the box, by the separating axis test over the normals of the part's edges and the
/// coordinate axes. Error bounds as in point_in_part.cpp.
template <class T>
Answer cores_meet(const Part<T>& part, const Box& box) {
  constexpr double u8 = 0x1p-50, infinity = std::numeric_limits<double>::infinity();
  const double box_x = std::max(std::fabs(box.min_x), std::fabs(box.max_x));
  const double box_y = std::max(std::fabs(box.min_y), std::fabs(box.max_y));
  double min_x = infinity, min_y = infinity, max_x = -infinity, max_y = -infinity;
  Tops tops;
  for (std::uint32_t i = 0; i < part.count; ++i) {
    const std::uint32_t next = i + 1 < part.count ? i + 1 : 0;
    const double vx = part.x[i], vy = part.y[i], ex = part.x[next] - vx, ey = part.y[next] - vy;
    min_x = std::min(min_x, vx), max_x = std::max(max_x, vx);
    min_y = std::min(min_y, vy), max_y = std::max(max_y, vy);
    if (ex == 0 && ey == 0) continue;
    const double top = ex * ((ex > 0 ? box.max_y : box.min_y) - vy) - ey * ((ey > 0 ? box.min_x : box.max_x) - vx);
    tops.meet(top, u8 * (std::fabs(ex) * (box_y + std::fabs(vy)) + std::fabs(ey) * (box_x + std::fabs(vx))));
  }
  const double bound_x = u8 * (box_x + std::max(std::fabs(min_x), std::fabs(max_x)));
  const double bound_y = u8 * (box_y + std::max(std::fabs(min_y), std::fabs(max_y)));
  tops.meet(box.max_x - min_x, bound_x);
  tops.meet(max_x - box.min_x, bound_x);
  tops.meet(box.max_y - min_y, bound_y);
  tops.meet(max_y - box.min_y, bound_y);
  return tops.answer();
}

/// Whether the distance of disjoint cores is at most the radius. Error bounds as in point_in_part.cpp.
template <class T>
Answer near_core(const Part<T>& part, const Box& box) {
  double least = std::numeric_limits<double>::infinity(), largest = 0;
  for (std::uint32_t i = 0; i < part.count; ++i) {
    const std::uint32_t next = i + 1 < part.count ? i + 1 : 0;
    const double vx = part.x[i], vy = part.y[i], ex = part.x[next] - vx, ey = part.y[next] - vy;
    largest = std::max({largest, std::fabs(vx), std::fabs(vy)});
    const double dx = std::max({box.min_x - vx, vx - box.max_x, 0.0});
    const double dy = std::max({box.min_y - vy, vy - box.max_y, 0.0});
    least = std::min(least, dx * dx + dy * dy);
    for (const double x : {box.min_x, box.max_x}) {
      for (const double y : {box.min_y, box.max_y}) least = std::min(least, squared_distance(x, y, vx, vy, ex, ey));
    }
  }
  const double box_size =
      std::max({std::fabs(box.min_x), std::fabs(box.max_x), std::fabs(box.min_y), std::fabs(box.max_y)});
  const double r = static_cast<double>(part.radius), extent = largest + 2 * box_size + r;
  const double bound = 0x1p-46 * (extent * extent);
  if (least + bound < r * r) return Answer::yes;
  return least - bound > r * r ? Answer::no : Answer::unknown;
}

template <class T>
Answer by_doubles(const Part<T>& part, const Box& box) {
  if (part.count >= 3 && !part.strictly_convex) return Answer::unknown;
  const Answer cores = cores_meet(part, box);
  return cores == Answer::no && part.radius > 0 ? near_core(part, box) : cores;
}

/// The exact answer: resolves the part against a core of the box's corners (a segment or a point, if the box has no
/// width or height).
template <class T>
bool by_cores(const Part<T>& part, const Box& box) {
  const PartInDoubles<T> in_doubles(part);
  const bool wide = box.min_x < box.max_x, high = box.min_y < box.max_y;
  const double x[] = {box.min_x, box.max_x, box.max_x, box.min_x};
  const double y[] = {box.min_y, wide ? box.min_y : box.max_y, box.max_y, box.max_y};
  const bool area = wide && high;
  exact::Stage stage{};
  const exact::Core<double> core{x, y, area ? 4u : wide || high ? 2u : 1u, 0, 0, area};
  return exact::resolve_verdict(in_doubles.part(), core, stage) != Verdict::disjoint;
}

}  // namespace

template <class T>
bool meets(const Part<T>& part, const Box& box) {
  const Answer answer = by_doubles(part, relative_to(part.origin_x, part.origin_y, box));
  return answer == Answer::unknown ? by_cores(part, box) : answer == Answer::yes;
}

template bool meets(const Part<float>&, const Box&);
template bool meets(const Part<double>&, const Box&);

}  // namespace satchel::spatial
