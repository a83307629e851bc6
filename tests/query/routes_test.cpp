// The rows of query/stages/route.hpp are what happens: for pairs of every kind, a stage decides some of them if and
// only if the row has it.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <satchel/satchel.hpp>
#include <string>
#include <vector>

#include "dispatch/dispatch.hpp"
#include "query/stages/route.hpp"
#include "scene/data.hpp"
#include "scene/region_of.hpp"
#include "support/isa_param.hpp"
#include "support/random.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

using query::PairKind;
using query::Question;
using query::Stage;

/// A shape of each kind of body, all with an edge, or a rounded end, at x = +-2/3, so that two of them 4/3 apart touch.
template <class T>
std::vector<ShapeId> shapes_of_all_kinds(BasicScene<T>& scene) {
  const T s = T(2) / T(3), radius = s / 2;
  // A polygon of n vertices with an edge at x = s and a vertex or edge at x = -s; not centred.
  const auto polygon = [&](int n, T scale) {
    std::vector<BasicVec2<T>> ring{{scale, -scale / 2}, {scale, scale / 3}};
    for (int k = 1; k <= n - 2; ++k) {
      const double angle = std::numbers::pi * (0.3 + 1.4 * k / (n - 1));
      ring.push_back({static_cast<T>(static_cast<double>(scale) * std::cos(angle) * 1.1),
                      static_cast<T>(static_cast<double>(scale) * std::sin(angle))});
    }
    return ring;
  };
  std::vector<ShapeId> shapes{scene.add_box(s, s / 3)};
  for (const int n : {3, 6, 8, 16, 24}) shapes.push_back(scene.add_polygon(polygon(n, s)));
  shapes.push_back(scene.add_circle({0, 0}, s));
  shapes.push_back(scene.add_circle({radius, 0}, radius));
  shapes.push_back(scene.add_capsule({0, 0}, {radius, 0}, radius));
  shapes.push_back(scene.add_box(radius, s / 5, radius));
  for (const int n : {3, 6, 8, 16}) shapes.push_back(scene.add_polygon(polygon(n, radius), radius));
  shapes.push_back(scene.add_polygon(polygon(24, radius), radius));
  // A chevron, cut from its notch to its tip.
  const std::vector<BasicVec2<T>> lower{{-s, -s}, {s, 0}, {-s / 3, 0}}, upper{{s, 0}, {-s, s}, {-s / 3, 0}};
  const std::vector<ShapeId> parts{scene.add_polygon(lower), scene.add_polygon(upper)};
  const std::vector<std::uint8_t> inner_edges{0, 1, 0, 0, 0, 1};
  shapes.push_back(scene.add_compound(parts, inner_edges));
  const std::vector<BasicVec2<T>> chevron{{-s, -s}, {s, 0}, {-s, s}, {-s / 3, 0}};
  shapes.push_back(scene.add_outline(chevron));
  scene.make_parts();
  return shapes;
}

/// Pairs of one shape with another: far apart, near, deep, almost touching, and touching.
template <class T>
struct PairsOfKind {
  BasicScene<T> a, b;
  std::vector<Pair> pairs;

  PairsOfKind(std::size_t kind_a, std::size_t kind_b) {
    const ShapeId shape_a = shapes_of_all_kinds(a)[kind_a], shape_b = shapes_of_all_kinds(b)[kind_b];
    Random random(17);
    const double s = static_cast<double>(T(2) / T(3)), u = sizeof(T) == sizeof(float) ? 0x1p-24 : 0x1p-53;
    const auto add = [&](const Pose& at_a, const Pose& at_b) {
      pairs.push_back({a.add_body(shape_a, at_a), b.add_body(shape_b, at_b)});
    };
    for (std::size_t i = 0; i < scaled(sampled(3000)); ++i) {
      const double distance = i % 3 == 0 ? random.uniform(0, 0.5) : random.uniform(0.5, 3),
                   way = random.uniform(0, 2 * std::numbers::pi);
      add(Pose::at(0, 0, random.uniform(0, 2 * std::numbers::pi)),
          Pose::at(distance * std::cos(way), distance * std::sin(way), random.uniform(0, 2 * std::numbers::pi)));
    }
    for (std::size_t i = 0; i < scaled(300); ++i) {
      const double off = i % 3 == 0 ? 0 : random.uniform(-8, 8) * u;
      const Pose upright{0, 0}, opposite{2 * s + off, i % 2 == 0 ? 0 : random.uniform(-0.1, 0.1), {-1, 0}};
      add(upright, opposite);
    }
  }

  /// @param of_rows  polygons of up to eight vertices of two classes are small_polygons then
  PairKind kind(bool of_rows) const {
    const auto &data_a = detail::SceneAccess::data(a), &data_b = detail::SceneAccess::data(b);
    const PairKind kind = query::kind_by_class(data_a.kinds[0], data_b.kinds[0]);
    const bool merges = of_rows && is_part_of_small_polygons(kind) && classes_of(kind).a != classes_of(kind).b;
    return merges ? PairKind::small_polygons : kind;
  }
  PairClass counted() const {
    const auto &data_a = detail::SceneAccess::data(a), &data_b = detail::SceneAccess::data(b);
    return counted_as(query::kind_by_class(data_a.kinds[0], data_b.kinds[0]));
  }
  /// Whether edges of outlines are asked: one is an outline, and the other one, too, or a polygon.
  bool have_outlines() const {
    return query::are_regions(detail::SceneAccess::data(a), detail::SceneAccess::data(b), {0, 0});
  }

  Stats stats(Question question) const {
    Stats stats;
    const Options options{.max_threads = 1, .stats = &stats};
    if (question == Question::verdicts) {
      std::vector<Verdict> verdicts(pairs.size());
      classify(a, b, pairs, verdicts, options);
    } else if (question == Question::contacts) {
      std::vector<BasicContact<T>> contacts(pairs.size());
      collide(a, b, pairs, contacts, options);
    } else {
      std::vector<BasicHit<T>> hits;
      find_hits(a, b, pairs, hits, options);
    }
    return stats;
  }
};

using RoutesOnIsa = OnEveryIsa;

template <class T>
void expect_routes(std::string_view isa) {
  BasicScene<T> scene;
  const std::size_t kinds = shapes_of_all_kinds(scene).size();
  const kernels::FacingKernels facing = dispatch::active().collide.template of<T>().facing_kernels;
  for (std::size_t kind_a = 0; kind_a < kinds; ++kind_a) {
    for (std::size_t kind_b = 0; kind_b < kinds; ++kind_b) {
      const PairsOfKind<T> pairs(kind_a, kind_b);
      for (const Question question : {Question::verdicts, Question::contacts, Question::near_contacts}) {
        const PairKind kind = pairs.kind(facing == kernels::FacingKernels::of_rows);
        const query::Route route = query::route_of(question, kind, facing);
        SCOPED_TRACE(std::string(isa) + ", shapes " + std::to_string(kind_a) + " and " + std::to_string(kind_b) +
                     ", question " + std::to_string(static_cast<int>(question)));
        const Stats stats = pairs.stats(question);
        EXPECT_EQ(stats.pairs, pairs.pairs.size());
        EXPECT_EQ(stats.of_class[static_cast<std::size_t>(pairs.counted())], pairs.pairs.size());
        EXPECT_EQ(stats.by_discs > 0, route.has(Stage::discs));
        EXPECT_EQ(stats.by_outlines > 0, route.has(Stage::outlines) && pairs.have_outlines());
        EXPECT_EQ(stats.by_facing_parts > 0, route.has(Stage::facing_parts));
        EXPECT_GT(stats.decided_by_double + stats.decided_exactly, 0u);
        if (!is_compound(kind)) {
          const std::uint64_t open_to_exact = stats.decided_by_double + stats.decided_exactly;
          const std::uint64_t before = stats.by_discs + stats.by_facing_parts + open_to_exact;
          if (!route.has(Stage::facing_parts)) {
            EXPECT_EQ(stats.pairs > before, route.has(Stage::all_edges));
          } else {  // these may leave nothing to it
            EXPECT_TRUE(route.has(Stage::all_edges));
          }
        }
      }
    }
  }
}

TEST_P(RoutesOnIsa, every_stage_of_a_row_decides_some_pairs_and_no_other_stage_does) {
  expect_routes<float>(GetParam());
  expect_routes<double>(GetParam());
}
SATCHEL_ON_EVERY_ISA(RoutesOnIsa);

}  // namespace
}  // namespace satchel::test
