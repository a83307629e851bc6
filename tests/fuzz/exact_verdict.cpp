#include "exact_verdict.hpp"

#include <algorithm>

namespace satchel::fuzz {
namespace {

using test::Exact;

bool before(const ExactPoint& p, const ExactPoint& q) { return p.x != q.x ? p.x < q.x : p.y < q.y; }

template <class T>
ExactPoint exact_point(const BasicVec2<T>& v) {
  return {test::exact(static_cast<double>(v.x)), test::exact(static_cast<double>(v.y))};
}

/// Least, over the edges of p (a segment has two, there and back), of the largest turn of a vertex of q; 1 for a point.
int least_inside(const std::vector<ExactPoint>& p, const std::vector<ExactPoint>& q) {
  int least = 1;
  for (std::size_t i = 0; p.size() > 1 && i < p.size() && least >= 0; ++i) {
    int most = -1;
    for (std::size_t k = 0; k < q.size() && most < 1; ++k) {
      most = std::max(most, turn(p[i], p[(i + 1) % p.size()], q[k]));
    }
    least = std::min(least, most);
  }
  return least;
}

/// Points or segments that all lie on one line.
bool on_one_line(const std::vector<ExactPoint>& p, const std::vector<ExactPoint>& q) {
  if (p.size() > 2 || q.size() > 2) return false;
  std::vector<ExactPoint> all = p;
  all.insert(all.end(), q.begin(), q.end());
  return hull_of(std::move(all)).size() < 3;
}

}  // namespace

int turn(const ExactPoint& o, const ExactPoint& p, const ExactPoint& q) {
  return Exact((p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x)).sign();
}

template <class T>
int turn(const BasicVec2<T>& o, const BasicVec2<T>& p, const BasicVec2<T>& q) {
  return turn(exact_point(o), exact_point(p), exact_point(q));
}

std::vector<ExactPoint> hull_of(std::vector<ExactPoint> points) {
  std::sort(points.begin(), points.end(), before);
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 3) return points;
  std::vector<ExactPoint> hull;
  const auto add_chain = [&](auto first, auto last) {
    const std::size_t base = hull.size();
    for (; first != last; ++first) {
      while (hull.size() >= base + 2 && turn(hull[hull.size() - 2], hull.back(), *first) <= 0) hull.pop_back();
      hull.push_back(*first);
    }
    hull.pop_back();
  };
  add_chain(points.begin(), points.end());
  add_chain(points.rbegin(), points.rend());
  return hull;
}

template <class T>
std::vector<ExactPoint> hull_of(std::span<const BasicVec2<T>> points) {
  std::vector<ExactPoint> exact;
  for (const auto& v : points) exact.push_back(exact_point(v));
  return hull_of(std::move(exact));
}

template <class T>
std::vector<ExactPoint> core_of(const BasicScene<T>& scene, BodyId body) {
  std::vector<BasicVec2<T>> offsets(scene.vertex_count(scene.shape(body)));
  scene.placed_offsets(body, offsets);
  const Pose pose = scene.pose(body);
  const Exact x = test::exact(pose.x), y = test::exact(pose.y);
  std::vector<ExactPoint> points;
  for (const auto& v : offsets) {
    const ExactPoint offset = exact_point(v);
    points.push_back({x + offset.x, y + offset.y});
  }
  return hull_of(std::move(points));
}

// r > 0: overlapping, r = 0: touching, r < 0: disjoint; but on one line, where no edge can tell, the order along it
// does.
Verdict exact_verdict(const std::vector<ExactPoint>& p, const std::vector<ExactPoint>& q) {
  if (on_one_line(p, q)) {
    return before(p.back(), q.front()) || before(q.back(), p.front()) ? Verdict::disjoint : Verdict::touching;
  }
  const int r = std::min(least_inside(p, q), least_inside(q, p));
  return r > 0 ? Verdict::overlapping : r == 0 ? Verdict::touching : Verdict::disjoint;
}

#define SATCHEL_INSTANTIATE(T)                                                      \
  template int turn(const BasicVec2<T>&, const BasicVec2<T>&, const BasicVec2<T>&); \
  template std::vector<ExactPoint> hull_of(std::span<const BasicVec2<T>>);          \
  template std::vector<ExactPoint> core_of(const BasicScene<T>&, BodyId);
SATCHEL_INSTANTIATE(float)
SATCHEL_INSTANTIATE(double)
#undef SATCHEL_INSTANTIATE

}  // namespace satchel::fuzz
