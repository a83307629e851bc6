#include "rounded_oracle.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace satchel::test {
namespace {

using Big = boost::multiprecision::cpp_int;  // as large as it has to be

/// A multiple of 2^-260, as an integer.
Big exactly(double number) {
  int exponent = 0;
  const double fraction = std::frexp(number, &exponent);
  const Big mantissa = static_cast<long long>(std::ldexp(fraction, 53));
  return mantissa << (exponent - 53 + 260);
}
Real coordinate(const Big& number) { return ldexp(Real(number), -260); }
Real square(const Big& product) { return ldexp(Real(product), -520); }

struct Point {
  Big x, y;
};
Big dot(const Point& p, const Point& q) { return p.x * q.x + p.y * q.y; }
Big cross(const Point& p, const Point& q) { return p.x * q.y - p.y * q.x; }
Point operator-(const Point& p, const Point& q) { return {p.x - q.x, p.y - q.y}; }

/// The hull of a body's vertices, in the world.
struct Core {
  std::vector<Point> points;

  template <class T>
  explicit Core(const BasicRounded<T>& body) {
    const BasicPlacedPolygon<T>& core = body.core;
    for (const std::uint32_t i : core.hull) {
      points.push_back({exactly(core.origin_x) + exactly(static_cast<double>(core.offsets[i].x)),
                        exactly(core.origin_y) + exactly(static_cast<double>(core.offsets[i].y))});
    }
  }
  std::size_t edges() const { return points.size() > 1 ? points.size() : 0; }
  Point edge(std::size_t e) const { return points[(e + 1) % points.size()] - points[e]; }
};

/// What the edges of both say: whether the interiors meet, and the largest separation.
struct Tops {
  bool meet = false;
  Real separation = -1e300;
};

Tops tops_of(const Core& a, const Core& b) {
  bool all_positive = true, all_on_one_line = true;
  Tops tops;
  for (const auto& [one, other] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
    for (std::size_t e = 0; e < one->edges(); ++e) {
      const Point edge = one->edge(e);
      Big top = cross(edge, other->points[0] - one->points[e]);
      for (const Point& v : other->points) {
        const Big turn = cross(edge, v - one->points[e]);
        top = std::max(top, turn);
        all_on_one_line &= turn == 0;
      }
      all_positive &= top > 0;
      tops.separation = std::max(tops.separation, Real(-square(top) / sqrt(square(dot(edge, edge)))));
    }
  }
  const bool both_thin = a.points.size() < 3 && b.points.size() < 3;
  tops.meet = a.edges() + b.edges() > 0 && all_positive && !(both_thin && all_on_one_line);
  return tops;
}

/// The least squared distance as a fraction.
struct Fraction {
  Big over, under;
};
bool operator<(const Fraction& p, const Fraction& q) { return p.over * q.under < q.over * p.under; }

Fraction distance_from_edge(const Point& v, const Point& start, const Point& edge) {
  const Point way = v - start;
  const Big along = dot(way, edge), length = dot(edge, edge);
  if (along <= 0) return {dot(way, way), 1};
  if (along >= length) {
    const Point rest = way - edge;
    return {dot(rest, rest), 1};
  }
  const Big off = cross(edge, way);
  return {off * off, length};
}

Fraction core_distance(const Core& a, const Core& b) {
  const Point first = b.points[0] - a.points[0];
  Fraction least{dot(first, first), 1};
  for (const auto& [one, other] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
    for (std::size_t e = 0; e < one->edges(); ++e) {
      for (const Point& v : other->points) {
        const Fraction distance = distance_from_edge(v, one->points[e], one->edge(e));
        if (distance < least) least = distance;
      }
    }
  }
  return least;
}

bool is_minus_zero(double number) { return number == 0 && std::signbit(number); }

template <class T>
std::string fault_of(const BasicRounded<T>& a, const BasicRounded<T>& b, const BasicContact<T>& contact,
                     const Real& allowed) {
  const Real u = unit_roundoff<T>, x = contact.normal_x, y = contact.normal_y;
  std::ostringstream wrong;
  const Real length = sqrt(Real(x * x + y * y));
  if (abs(length - 1) > 6.5 * u) {
    wrong << "normal of length 1 + " << length - 1;
    return wrong.str();
  }
  const Core core_a(a), core_b(b);
  const Point& origin = core_a.points[0];
  const auto along = [&](const Point& v) {
    const Point way = v - origin;
    return Real(x * coordinate(way.x) + y * coordinate(way.y));
  };
  Real high = along(core_a.points[0]), low = along(core_b.points[0]);
  for (const Point& v : core_a.points) high = std::max(high, along(v));
  for (const Point& v : core_b.points) low = std::min(low, along(v));
  const Real gap = low - high - Real(a.radius) - Real(b.radius), off = abs(gap - Real(contact.separation));
  if (off > 4 * allowed) {
    wrong << "gap along the normal " << gap << ", separation " << contact.separation << ", allowed " << 4 * allowed;
    return wrong.str();
  }
  const BasicPlacedPolygon<T>& owner = (side(contact) == Side::a ? a : b).core;
  const auto place = std::find(owner.hull.begin(), owner.hull.end(), index(contact));
  if (place == owner.hull.end()) return "index " + std::to_string(index(contact)) + " is no vertex of the hull";
  if (kind(contact) == FeatureKind::vertex) return {};
  if (owner.hull.size() < 2) return "a point has no edge";
  const Point edge = Core(side(contact) == Side::a ? a : b).edge(static_cast<std::size_t>(place - owner.hull.begin()));
  const Real sign = side(contact) == Side::a ? 1 : -1, edge_length = sqrt(square(dot(edge, edge)));
  if (abs(Real(sign * coordinate(edge.y) / edge_length - x)) > 16 * u ||
      abs(Real(-sign * coordinate(edge.x) / edge_length - y)) > 16 * u) {
    wrong << "normal " << x << ' ' << y << " is not that of edge " << index(contact);
  }
  return wrong.str();
}

}  // namespace

template <class T>
BasicRounded<T> placed_rounded(const BasicScene<T>& scene, BodyId body) {
  return {placed(scene, body), scene.radius(scene.shape(body))};
}

template <class T>
RoundedAnswer judge(const BasicRounded<T>& a, const BasicRounded<T>& b) {
  RoundedAnswer answer;
  const Core core_a(a), core_b(b);
  const Tops tops = tops_of(core_a, core_b);
  const Big reach = exactly(static_cast<double>(a.radius)) + exactly(static_cast<double>(b.radius));
  const Fraction distance = core_distance(core_a, core_b);
  if (tops.meet) {
    answer.verdict = Verdict::overlapping;
    answer.separation = tops.separation - coordinate(reach);
  } else {
    const Big left = distance.over, right = reach * reach * distance.under;
    answer.verdict = left > right ? Verdict::disjoint : left == right ? Verdict::touching : Verdict::overlapping;
    const Real squared =
        distance.under == 1 ? square(distance.over) : ldexp(Real(distance.over), -1040) / square(distance.under);
    answer.separation = sqrt(squared) - coordinate(reach);
    const bool plain = reach == 0 && core_a.points.size() > 2 && core_b.points.size() > 2;
    if (plain && answer.verdict == Verdict::disjoint) answer.separation = tops.separation;
  }
  Point low = core_a.points[0], high = low;
  for (const Core* core : {&core_a, &core_b}) {
    for (const Point& v : core->points) {
      low = {std::min(low.x, v.x), std::min(low.y, v.y)};
      high = {std::max(high.x, v.x), std::max(high.y, v.y)};
    }
  }
  answer.extent = std::max(coordinate(high.x - low.x), coordinate(high.y - low.y)) + coordinate(reach);
  for (const BasicRounded<T>* body : {&a, &b}) {
    for (const BasicVec2<T>& v : body->core.offsets) {
      answer.extent = std::max({answer.extent, Real(std::fabs(v.x)), Real(std::fabs(v.y))});
    }
  }
  return answer;
}

template <class T>
Finding inspect(const BasicRounded<T>& a, const BasicRounded<T>& b, const BasicContact<T>& contact) {
  Finding finding;
  const RoundedAnswer answer = judge(a, b);
  finding.verdict = answer.verdict;
  std::ostringstream wrong;
  const T separation = contact.separation;
  const int expected = answer.verdict == Verdict::overlapping ? -1 : answer.verdict == Verdict::disjoint ? 1 : 0;
  if (verdict(contact) != answer.verdict || (separation > 0) - (separation < 0) != expected) {
    wrong << name(verdict(contact)) << " by " << separation << ", exactly " << name(answer.verdict) << " by "
          << answer.separation;
    finding.fault = wrong.str();
    return finding;
  }
  if (!std::isfinite(contact.normal_x) || !std::isfinite(contact.normal_y) || !std::isfinite(separation)) {
    finding.fault = "not finite";
    return finding;
  }
  if (is_minus_zero(contact.normal_x) || is_minus_zero(contact.normal_y) || is_minus_zero(separation)) {
    finding.fault = "a minus zero";
    return finding;
  }
  const Real unit = Real(unit_roundoff<T>) * answer.extent, steps = 8 * Real(std::numeric_limits<T>::denorm_min());
  const Real error = expected == 0 ? Real(0) : abs(Real(separation) - answer.separation);
  finding.error = static_cast<double>(Real(std::max(Real(error - steps), Real(0)) / unit));
  finding.too_large = error > 6 * unit + steps;
  finding.fault = fault_of(a, b, contact, 6 * unit + steps);
  return finding;
}

#define SATCHEL_INSTANTIATE(T)                                                  \
  template BasicRounded<T> placed_rounded(const BasicScene<T>&, BodyId);        \
  template RoundedAnswer judge(const BasicRounded<T>&, const BasicRounded<T>&); \
  template Finding inspect(const BasicRounded<T>&, const BasicRounded<T>&, const BasicContact<T>&);
SATCHEL_INSTANTIATE(float)
SATCHEL_INSTANTIATE(double)
#undef SATCHEL_INSTANTIATE

}  // namespace satchel::test
