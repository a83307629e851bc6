#include "exact_cores.hpp"

#include <string>

#include "scale.hpp"

namespace satchel::test::cores {
namespace {

bool before(const Point& p, const Point& q) { return p.x != q.x ? p.x < q.x : p.y < q.y; }

Real coordinate(const Exact& number) { return boost::multiprecision::ldexp(Real(number), -260); }

Real length(const Point& from, const Point& to) {
  const Exact dx = to.x - from.x, dy = to.y - from.y;
  return sqrt(real(dx * dx + dy * dy));
}

Exact largest_turn(const Hull& hull, std::size_t e, const Hull& other) {
  Exact top = turn(hull.start(e), hull.end(e), other.points[0]);
  for (const Point& v : other.points) top = std::max(top, turn(hull.start(e), hull.end(e), v));
  return top;
}

/// From a point to the closed segment p q.
Real distance(const Point& v, const Point& p, const Point& q) {
  const Exact dx = q.x - p.x, dy = q.y - p.y, along = (v.x - p.x) * dx + (v.y - p.y) * dy;
  if (along <= 0) return length(p, v);
  if (along >= dx * dx + dy * dy) return length(q, v);
  return abs(real(turn(p, q, v))) / length(p, q);
}

Real core_distance(const Hull& a, const Hull& b) {
  Real least = length(a.points[0], b.points[0]);
  for (const auto& [one, other] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
    for (std::size_t e = 0; e < one->points.size(); ++e) {
      for (const Point& v : other->points) least = std::min(least, distance(v, one->start(e), one->end(e)));
    }
  }
  return least;
}

/// How far b lies beyond a in a direction.
Real gap_along(const Hull& a, const Hull& b, double nx, double ny) {
  const Point& origin = a.points[0];  // near, lest fifty digits be too few
  const auto projection = [&](const Point& v) {
    return Real(Real(nx) * coordinate(v.x - origin.x) + Real(ny) * coordinate(v.y - origin.y));
  };
  Real highest = projection(a.points[0]), lowest = projection(b.points[0]);
  for (const Point& v : a.points) highest = std::max(highest, projection(v));
  for (const Point& v : b.points) lowest = std::min(lowest, projection(v));
  return lowest - highest;
}

}  // namespace

std::vector<std::uint32_t> hull_by_wrapping(const std::vector<Point>& points) {
  std::uint32_t first = 0;
  for (std::uint32_t i = 1; i < points.size(); ++i) first = before(points[i], points[first]) ? i : first;
  std::vector<std::uint32_t> hull = {first};
  for (;;) {
    const Point& from = points[hull.back()];
    std::uint32_t next = hull.back();
    for (std::uint32_t i = 0; i < points.size(); ++i) {
      if (points[i] == from) continue;
      const Exact side = next == hull.back() ? Exact(-1) : turn(from, points[next], points[i]);
      const auto squared = [&](const Point& p) {
        return Exact((p.x - from.x) * (p.x - from.x) + (p.y - from.y) * (p.y - from.y));
      };
      if (side < 0 || (side == 0 && squared(points[i]) > squared(points[next]))) next = i;
    }
    if (next == hull.back() || points[next] == points[first]) break;
    hull.push_back(next);
  }
  std::rotate(hull.begin(), std::min_element(hull.begin(), hull.end()), hull.end());
  return hull;
}

Answer judge(const Hull& a, const Hull& b) {
  Answer answer{};
  int least = 2;
  bool all_on_one_line = true;
  Real widest = -std::numeric_limits<Real>::infinity();
  for (const Side side : {Side::a, Side::b}) {
    const Hull &one = side == Side::a ? a : b, &other = side == Side::a ? b : a;
    for (std::size_t e = 0; e < one.edges(); ++e) {
      const Exact top = largest_turn(one, e, other);
      widest = std::max(widest, Real(-real(top) / length(one.start(e), one.end(e))));
      if (top == 0 && least > 0) {
        answer.touching_side = side;
        answer.touching_index = one.indices[e];
      }
      least = std::min(least, top.sign());
      for (const Point& v : other.points) all_on_one_line &= turn(one.start(e), one.end(e), v) == 0;
    }
  }
  const bool thin = a.points.size() < 3 || b.points.size() < 3;
  if (thin && least >= 0 && (all_on_one_line || least == 2)) least = core_distance(a, b) == 0 ? 0 : -1;
  answer.verdict = least > 0 ? Verdict::overlapping : least == 0 ? Verdict::touching : Verdict::disjoint;
  answer.separation = least == 0 ? Real(0) : thin && least < 0 ? core_distance(a, b) : widest;
  Exact low_x = a.points[0].x, high_x = low_x, low_y = a.points[0].y, high_y = low_y;
  for (const Hull* hull : {&a, &b}) {
    for (const Point& v : hull->points) {
      low_x = std::min(low_x, v.x), high_x = std::max(high_x, v.x);
      low_y = std::min(low_y, v.y), high_y = std::max(high_y, v.y);
    }
  }
  answer.extent = std::max(
      {coordinate(high_x - low_x), coordinate(high_y - low_y), Real(a.largest_offset), Real(b.largest_offset)});
  return answer;
}

void expect_each_verdict(const Tally& tally, int least) {
  const int floor = least * static_cast<int>(sampled(1000)) / 1000;
  for (const int count : tally.verdicts) EXPECT_GT(count, floor);
}

template <class T>
void expect_right(const Body<T>& body_a, const Body<T>& body_b, Tally& tally) {
  const Hull a(body_a), b(body_b);
  const Answer answer = judge(a, b);
  exact::Stage stage{}, again{};
  const BasicContact<T> contact = exact::resolve_contact(body_a.core(), body_b.core(), stage);
  ASSERT_EQ(verdict(contact), answer.verdict);
  ASSERT_EQ(exact::resolve_verdict(body_a.core(), body_b.core(), again), answer.verdict);
  ASSERT_EQ(exact::resolve_verdict(body_b.core(), body_a.core(), again), answer.verdict);
  ++tally.verdicts[static_cast<int>(answer.verdict)];
  ++tally.pairs;
  tally.expansions += stage == exact::Stage::expansions;

  for (const T number : {contact.normal_x, contact.normal_y, contact.separation}) {
    ASSERT_TRUE(std::isfinite(number));
    ASSERT_FALSE(number == 0 && std::signbit(number)) << "-0";
  }
  switch (answer.verdict) {
    case Verdict::disjoint:
      ASSERT_GT(contact.separation, 0);
      break;
    case Verdict::touching:
      ASSERT_EQ(contact.separation, 0);
      break;
    case Verdict::overlapping:
      ASSERT_LT(contact.separation, 0);
      break;
  }
  const Real u = std::numeric_limits<T>::epsilon() / 2, unit = u * answer.extent;
  const Real error = abs(Real(contact.separation) - answer.separation);
  ASSERT_LE(error, 3 * unit + 2 * Real(std::numeric_limits<T>::denorm_min()));
  if (unit > 0x1p-100) tally.error = std::max(tally.error, static_cast<double>(Real(error / unit)));

  const Real nx = contact.normal_x, ny = contact.normal_y;
  ASSERT_LE(abs(sqrt(Real(nx * nx + ny * ny)) - 1), 3 * u);
  const Real off = gap_along(a, b, contact.normal_x, contact.normal_y) - answer.separation;
  ASSERT_LE(abs(off), 24 * unit + Real(std::numeric_limits<T>::denorm_min())) << "no gap like that on the normal";

  const Hull& owner = side(contact) == Side::a ? a : b;
  const auto place = std::find(owner.indices.begin(), owner.indices.end(), index(contact));
  ASSERT_NE(place, owner.indices.end());
  if (kind(contact) == FeatureKind::edge) {
    const std::size_t e = static_cast<std::size_t>(place - owner.indices.begin());
    const Real sign = side(contact) == Side::a ? 1 : -1, of_edge = length(owner.start(e), owner.end(e));
    const Real ex = coordinate(owner.end(e).x - owner.start(e).x), ey = coordinate(owner.end(e).y - owner.start(e).y);
    ASSERT_LE(abs(nx - sign * ey / of_edge), 4 * u + Real(std::numeric_limits<T>::denorm_min()));
    ASSERT_LE(abs(ny + sign * ex / of_edge), 4 * u + Real(std::numeric_limits<T>::denorm_min()));
    if (answer.verdict == Verdict::touching) {
      ASSERT_EQ(side(contact), answer.touching_side);
      ASSERT_EQ(index(contact), answer.touching_index);
    }
  }
}

template void expect_right(const Body<float>&, const Body<float>&, Tally&);
template void expect_right(const Body<double>&, const Body<double>&, Tally&);

}  // namespace satchel::test::cores
