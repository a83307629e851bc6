// What is promised of manifolds: against a clipping of plain doubles, and of points and ids.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <satchel/satchel.hpp>
#include <span>
#include <vector>

#include "clipped.hpp"
#include "hulls.hpp"
#include "point_ids.hpp"
#include "queries.hpp"

namespace satchel::test {

template <class T>
std::vector<BasicManifold<T>> manifolds_of(const BasicScene<T>& scene, std::span<const Pair> pairs, T margin = 0,
                                           const Options& options = {}) {
  std::vector<BasicManifold<T>> results(pairs.size());
  manifolds(scene, pairs, results, {.margin = margin, .run = options});
  return results;
}

/// What holds of every manifold.
template <class T>
testing::AssertionResult is_right_manifold(const BasicScene<T>& scene, Pair ids, const BasicContact<T>& contact,
                                           const BasicManifold<T>& manifold, double margin) {
  const auto wrong = [&](const char* what) {
    return testing::AssertionFailure() << what << ": bodies " << ids.a << ' ' << ids.b << ", " << manifold.count
                                       << " points " << manifold.points[0].separation << ' '
                                       << manifold.points[1].separation << ", separation " << contact.separation;
  };
  if (manifold.count == 0 && !(manifold == BasicManifold<T>{})) return wrong("more than nothing");
  if (manifold.count != 0 && (manifold.feature != contact.feature || manifold.normal_x != contact.normal_x ||
                              manifold.normal_y != contact.normal_y)) {
    return wrong("not the contact's normal");
  }
  const RoundedPair pair(scene, ids);
  const double tolerance = (sizeof(T) == 4 ? 1e-6 : 1e-14) * std::max(pair.extent, length(pair.delta));
  const double separation = static_cast<double>(contact.separation);
  if (separation > margin && manifold.count != 0) return wrong("points beyond the margin");
  if (verdict(contact) != Verdict::disjoint && manifold.count == 0) return wrong("no points of a contact");
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t k = 0; k < manifold.count; ++k) {
    const auto& point = manifold.points[k];
    const double depth = static_cast<double>(point.separation);
    least = std::min(least, depth);
    if (depth > margin || depth < separation - tolerance) return wrong("a point of another depth");
    const Vec2d at{static_cast<double>(point.x), static_cast<double>(point.y)};
    const Vec2d n{static_cast<double>(manifold.normal_x), static_cast<double>(manifold.normal_y)};
    // The vertex of the id lies on its body's surface, at the point; of two vertices, one does.
    const Side side = static_cast<Side>(point.id & 1u);
    const std::uint32_t vertex = point.id >> 2 & 0x7fffu;
    if (vertex >= pair.of(side).core.size()) return wrong("no such vertex");
    if (names_two_vertices(point.id)) {
      if (side != Side::a || point.id >> 17 >= pair.b.core.size()) return wrong("no such vertices");
      const Vec2d of_a = pair.a.vertex(vertex), of_b = pair.b.vertex(point.id >> 17);
      const double off = std::min(
          {length(at - 0.5 * depth * n - of_a), length(at + 0.5 * depth * n - of_b), length(at - 0.5 * (of_a + of_b))});
      if (pair.a.radius + pair.b.radius == 0 && off > 4 * tolerance) return wrong("an id of other vertices");
    } else if (pair.a.radius + pair.b.radius == 0) {
      for (const Side of : {Side::a, Side::b}) {
        const Vec2d surface = at + (of == Side::a ? -0.5 : 0.5) * depth * n;
        if (distance_from_boundary(surface, pair.of(of)) > 4 * tolerance) return wrong("a point off the surface");
        if (of == side && length(surface - pair.of(side).vertex(vertex)) > 4 * tolerance)
          return wrong("an id of another vertex");
      }
    }
  }
  if (verdict(contact) != Verdict::disjoint && std::abs(least - separation) > tolerance)
    return wrong("no deepest point");
  if (manifold.count == 2 && manifold.points[0].id == manifold.points[1].id) return wrong("twice the same id");
  if (manifold.count < 2 && manifold.points[1].id != 0) return wrong("more than its points");
  return testing::AssertionSuccess();
}

template <class T>
void expect_right_manifolds(const BasicScene<T>& scene, std::span<const Pair> pairs, T margin) {
  const auto contacts = collided(scene, pairs);
  const auto results = manifolds_of(scene, pairs, margin);
  std::size_t wrong = 0, compared = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto right = is_right_manifold(scene, pairs[i], contacts[i], results[i], static_cast<double>(margin));
    if (!right && ++wrong <= 3) ADD_FAILURE() << right.message();
    const RoundedPair pair(scene, pairs[i]);
    if (kind(contacts[i]) != FeatureKind::edge || pair.a.radius + pair.b.radius > 0) continue;
    const double straight = (sizeof(T) == 4 ? 0x1p-17 : 0x1p-46) * 4 * std::max(pair.extent, length(pair.delta));
    if (has_straight_corner(pair.a, straight) || has_straight_corner(pair.b, straight)) continue;  // one face, not two
    const auto expected = clipped(pair, side(contacts[i]), index(contacts[i]));
    if (!expected) continue;
    const double tolerance = (sizeof(T) == 4 ? 1e-5 : 1e-12) * std::max(pair.extent, length(pair.delta));
    std::size_t found = 0, needed = 0;
    for (const ClippedPoint& point : *expected) {
      const bool sure = point.separation < static_cast<double>(margin) - tolerance;
      needed += sure ? 1 : 0;
      for (std::uint32_t k = 0; k < results[i].count && sure; ++k) {
        const auto& p = results[i].points[k];
        const Vec2d at{static_cast<double>(p.x), static_cast<double>(p.y)};
        if (length(at - point.at) <= tolerance &&
            std::abs(static_cast<double>(p.separation) - point.separation) <= tolerance &&
            p.id == point.id.value_or(p.id)) {
          ++found;
          break;
        }
      }
    }
    compared += needed;
    if (found != needed && ++wrong <= 3)
      ADD_FAILURE() << "pair " << i << ": " << found << " of " << needed << " points";
  }
  EXPECT_EQ(wrong, 0u);
  if (pairs.size() > 1000) {
    EXPECT_GT(compared, pairs.size() / 100);
  }
}

}  // namespace satchel::test
