// Contacts held against the oracle's answer.
#include <algorithm>
#include <cmath>
#include <sstream>

#include "frame.hpp"
#include "oracle.hpp"

namespace satchel::test {
namespace {

template <class T>
bool is_minus_zero(T number) {
  return number == 0 && std::signbit(number);
}

/// What is wrong with the normal and the feature of a contact whose verdict and separation are right.
template <class T>
std::string fault_of_normal(const BasicPlacedPolygon<T>& a, const BasicPlacedPolygon<T>& b,
                            const BasicContact<T>& contact, double allowed) {
  constexpr long double u = unit_roundoff<T>;
  std::ostringstream wrong;
  const long double x = contact.normal_x, y = contact.normal_y, separation = contact.separation;
  const long double length = std::sqrt(x * x + y * y);
  if (std::abs(length - 1) > 6.5L * u) {
    wrong << "normal of length 1 + " << length - 1;
    return wrong.str();
  }
  long double reach_a = -LDBL_MAX, reach_b = LDBL_MAX;
  for (const LongPoint& v : seen_from(a, a)) reach_a = std::max(reach_a, x * v.x + y * v.y);
  for (const LongPoint& v : seen_from(a, b)) reach_b = std::min(reach_b, x * v.x + y * v.y);
  const long double gap = reach_b - reach_a;
  if (std::abs(gap - separation) > 4 * allowed) {  // the normal itself is rounded: up to 3 u over both extents
    wrong << "gap along the normal " << gap << ", separation " << separation << ", allowed " << 4 * allowed;
    return wrong.str();
  }
  if (kind(contact) != FeatureKind::edge) return "the deciding feature of two polygons is not an edge";
  const BasicPlacedPolygon<T>& owner = side(contact) == Side::a ? a : b;
  const auto edge = std::find(owner.hull.begin(), owner.hull.end(), index(contact));
  if (edge == owner.hull.end()) {
    wrong << "vertex " << index(contact) << " begins no edge";
    return wrong.str();
  }
  const LongPoint n = edge_normal(owner, static_cast<std::size_t>(edge - owner.hull.begin()));
  const long double away = side(contact) == Side::a ? 1 : -1;  // from a to b: b's edges face the other way
  // Both components come from two differences, an inverse length and a product, some u each.
  if (std::abs(away * n.x - x) > 16 * u || std::abs(away * n.y - y) > 16 * u) {
    wrong << "normal " << x << " " << y << ", that of edge " << index(contact) << " of "
          << (side(contact) == Side::a ? "a" : "b") << " is " << away * n.x << " " << away * n.y;
  }
  return wrong.str();
}

}  // namespace

template <class T>
Finding inspect(const BasicPlacedPolygon<T>& a, const BasicPlacedPolygon<T>& b, const BasicContact<T>& contact) {
  Finding finding;
  finding.verdict = verdict(contact);
  if (a.hull.size() < 3 || b.hull.size() < 3) {  // judge() would answer another question
    finding.fault = "rounding left a body no area; such pairs are not for this oracle";
    return finding;
  }
  const BasicAnswer<T> answer = judge(a, b);
  finding.verdict = answer.verdict;
  std::ostringstream wrong;
  const T separation = contact.separation;
  if (verdict(contact) != answer.verdict) {
    wrong << "verdict " << name(verdict(contact)) << ", exactly " << name(answer.verdict) << ", separation "
          << separation << ", exactly " << answer.separation;
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
  const int expected = answer.verdict == Verdict::overlapping ? -1 : answer.verdict == Verdict::disjoint ? 1 : 0;
  if ((separation > 0) - (separation < 0) != expected) {
    wrong << "separation " << separation << " of a pair that is " << name(answer.verdict);
    finding.fault = wrong.str();
    return finding;
  }
  const double allowed = tolerance(answer);
  if (expected != 0) {
    const long double error = std::abs(separation - answer.separation);
    const long double steps = 8 * static_cast<long double>(std::numeric_limits<T>::denorm_min());
    finding.error = static_cast<double>(std::max(error - steps, 0.0L) / (unit_roundoff<T> * answer.extent));
    finding.too_large = error > allowed;
  }
  if (!finding.too_large) finding.fault = fault_of_normal(a, b, contact, allowed);
  return finding;
}

template <class T>
testing::AssertionResult contact_is_right(const BasicPlacedPolygon<T>& a, const BasicPlacedPolygon<T>& b,
                                          const BasicContact<T>& contact) {
  const Finding finding = inspect(a, b, contact);
  if (finding.too_large) {
    const BasicAnswer<T> answer = judge(a, b);
    return testing::AssertionFailure() << "separation " << contact.separation << ", exactly " << answer.separation
                                       << ", allowed " << tolerance(answer);
  }
  if (!finding.fault.empty()) return testing::AssertionFailure() << finding.fault;
  return testing::AssertionSuccess();
}

template <class T>
testing::AssertionResult contact_is_right(const BasicScene<T>& scene, Pair pair, const BasicContact<T>& contact) {
  return contact_is_right(scene, scene, pair, contact);
}

template <class T>
testing::AssertionResult contact_is_right(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, Pair pair,
                                          const BasicContact<T>& contact) {
  testing::AssertionResult result = contact_is_right(placed(scene_a, pair.a), placed(scene_b, pair.b), contact);
  return result ? result : result << " (pair " << pair.a << ", " << pair.b << ")";
}

#define SATCHEL_INSTANTIATE(T)                                                                                   \
  template Finding inspect(const BasicPlacedPolygon<T>&, const BasicPlacedPolygon<T>&, const BasicContact<T>&);  \
  template testing::AssertionResult contact_is_right(const BasicPlacedPolygon<T>&, const BasicPlacedPolygon<T>&, \
                                                     const BasicContact<T>&);                                    \
  template testing::AssertionResult contact_is_right(const BasicScene<T>&, Pair, const BasicContact<T>&);        \
  template testing::AssertionResult contact_is_right(const BasicScene<T>&, const BasicScene<T>&, Pair,           \
                                                     const BasicContact<T>&);
SATCHEL_INSTANTIATE(float)
SATCHEL_INSTANTIATE(double)
#undef SATCHEL_INSTANTIATE

}  // namespace satchel::test
