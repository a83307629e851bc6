// What has to hold between answers, whatever these are: on every instruction set, in float and double.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/family_parts.hpp"
#include "support/generators.hpp"
#include "support/isa_param.hpp"
#include "support/oracle.hpp"
#include "support/queries.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

/// Couples of some families in turn.
template <class T>
std::vector<BasicCouple<T>> couples_of(std::initializer_list<const char*> names, std::size_t count, Random& random) {
  std::vector<BasicCouple<T>> couples;
  for (std::size_t k = 0; k < scaled(count); ++k) {
    couples.push_back(family<T>(names.begin()[k % names.size()]).make(random));
  }
  return couples;
}

/// All families in turn.
template <class T>
std::vector<BasicCouple<T>> couples_of_all(std::size_t count, Random& random) {
  std::vector<BasicCouple<T>> couples;
  for (std::size_t k = 0; k < scaled(count); ++k)
    couples.push_back(families<T>()[k % families<T>().size()].make(random));
  return couples;
}

/// The contacts of the couples, (a, b) each.
template <class T>
std::vector<BasicContact<T>> contacts_of(const std::vector<BasicCouple<T>>& couples) {
  BasicScene<T> scene;
  std::vector<Pair> pairs;
  for (const BasicCouple<T>& couple : couples) {
    const BodyId a = add(scene, couple.a), b = add(scene, couple.b);
    pairs.push_back({a, b});
  }
  return collided(scene, pairs);
}

/// The couples with change(posed) done to both bodies.
template <class T, class Change>
std::vector<BasicCouple<T>> changed(std::vector<BasicCouple<T>> couples, Change change) {
  for (BasicCouple<T>& couple : couples) change(couple.a), change(couple.b);
  return couples;
}

template <class T>
struct PlacedCouple {
  BasicPlacedPolygon<T> a, b;

  explicit PlacedCouple(const BasicCouple<T>& couple) {
    BasicScene<T> scene;
    const BodyId first = add(scene, couple.a), second = add(scene, couple.b);
    a = placed(scene, first), b = placed(scene, second);
  }
};

class PropertiesOnIsa : public OnEveryIsa {};

/// Runs a check for both precisions.
#define SATCHEL_PROPERTY(name, check) \
  TEST_P(PropertiesOnIsa, name) {     \
    {                                 \
      SCOPED_TRACE("float");          \
      check<float>();                 \
    }                                 \
    if (!HasFatalFailure()) {         \
      SCOPED_TRACE("double");         \
      check<double>();                \
    }                                 \
  }

// ---- the same in every bit
// -------------------------------------------------------------------------------------------

template <class T>
void check_swap() {
  Random random(70);
  const std::vector<BasicCouple<T>> couples = couples_of_all<T>(4000, random);
  const BasicWorld<T> world = world_of(couples, random);
  std::vector<Pair> swapped;
  for (const Pair pair : world.pairs) swapped.push_back({pair.b, pair.a});
  const auto there = collided(world.scene, world.pairs), back = collided(world.scene, swapped);
  for (std::size_t i = 0; i < there.size(); ++i) {
    const std::uint32_t other_side = 1u << 3;
    const BasicContact<T> mirrored = {-there[i].normal_x + T(0), -there[i].normal_y + T(0), there[i].separation,
                                      there[i].feature ^ other_side};
    ASSERT_TRUE(same_bits(back[i], mirrored)) << "pair " << i;
  }
}
SATCHEL_PROPERTY(swapped_pairs_have_the_opposite_normal_and_else_the_same_bits, check_swap)

template <class T>
void check_scaling() {
  // A power of two scales every product and difference of kernels and exact code alike, as long as nothing underflows
  // and no edge becomes too short for the float stage, 2^-50.
  Random random(71);
  const auto couples =
      couples_of<T>({"near_by", "touching_grid", "shared_vertex", "shared_edge", "rotated", "identical",
                     "turned_together", "hairs_breadth", "double_origins", "concave_by_a_hair"},
                    3000, random);
  const auto before = contacts_of(couples);
  for (const int power : {-13, -1, 1, 29}) {
    const T factor = static_cast<T>(std::ldexp(1, power));
    const auto after = contacts_of(changed(couples, [&](BasicPosed<T>& posed) {
      for (BasicVec2<T>& v : posed.polygon) v = {v.x * factor, v.y * factor};
      posed.pose.x *= static_cast<double>(factor);
      posed.pose.y *= static_cast<double>(factor);
    }));
    for (std::size_t i = 0; i < after.size(); ++i) {
      BasicContact<T> expected = before[i];
      expected.separation *= factor;
      ASSERT_TRUE(same_bits(after[i], expected))
          << "couple " << i << " times 2^" << power << ": " << after[i].separation << ", not " << expected.separation;
    }
  }
}
SATCHEL_PROPERTY(pairs_scaled_by_a_power_of_two_have_scaled_bits, check_scaling)

/// (x, y) -> (-y, x)
template <class T>
BasicContact<T> quarter_turned(const BasicContact<T>& contact) {
  return {-contact.normal_y + T(0), contact.normal_x, contact.separation, contact.feature};
}

template <class T>
void check_quarter_turns() {
  // Products are the same and sums have their terms exchanged, which changes no bit: whether the shapes are turned
  // before they are posed (origins too), or the poses.
  Random random(72);
  const auto couples = couples_of_all<T>(3000, random);
  const auto shapes_turned = changed(couples, [](BasicPosed<T>& posed) {
    for (BasicVec2<T>& v : posed.polygon) v = {-v.y, v.x};
    posed.pose = {-posed.pose.y, posed.pose.x, {posed.pose.rotation.cos, posed.pose.rotation.sin}};
  });
  const auto poses_turned = changed(couples, [](BasicPosed<T>& posed) {
    posed.pose = {-posed.pose.y, posed.pose.x, {-posed.pose.rotation.sin, posed.pose.rotation.cos}};
  });
  const auto before = contacts_of(couples), of_shapes = contacts_of(shapes_turned),
             of_poses = contacts_of(poses_turned);
  for (std::size_t i = 0; i < before.size(); ++i) {
    const char* name = families<T>()[i % families<T>().size()].name;
    ASSERT_TRUE(same_bits(of_shapes[i], quarter_turned(before[i]))) << name << ", couple " << i;
    ASSERT_TRUE(same_bits(of_poses[i], quarter_turned(before[i]))) << name << ", couple " << i;
  }
}
SATCHEL_PROPERTY(quarter_turns_of_shapes_or_of_poses_turn_the_normal_and_change_no_bit, check_quarter_turns)

template <class T>
void check_translation() {
  // Only the difference of the origins counts: where both lie on a grid that the new place has too, no bit changes.
  Random random(73);
  auto couples = couples_of<T>({"near_by", "touching_grid", "shared_vertex", "rotated", "turned_together", "off_centre",
                                "hairs_breadth", "concave_by_a_hair", "many_vertices"},
                               3000, random);
  for (BasicCouple<T>& couple : couples) {
    for (Pose* pose : {&couple.a.pose, &couple.b.pose}) {
      pose->x = std::round(pose->x * 0x1p20) * 0x1p-20;
      pose->y = std::round(pose->y * 0x1p20) * 0x1p-20;
    }
  }
  const auto before = contacts_of(couples);
  for (const Point2 way : {Point2{1, -2}, Point2{1e6, .375}, Point2{-0x1p31, 0x1.8p30}}) {
    const auto after = contacts_of(changed(couples, [&](BasicPosed<T>& posed) {
      posed.pose.x += way.x;
      posed.pose.y += way.y;
    }));
    EXPECT_TRUE(same_bits(after, before)) << "by " << way.x << ' ' << way.y;
  }
}
SATCHEL_PROPERTY(exact_translations_change_no_bit, check_translation)

// ---- the same verdict
// ------------------------------------------------------------------------------------------------

template <class T>
void check_vertex_order() {
  Random random(74);
  const auto couples = couples_of_all<T>(4000, random);
  const auto before = contacts_of(couples);
  const auto after = contacts_of(changed(couples, [&](BasicPosed<T>& posed) {
    const auto by = static_cast<std::ptrdiff_t>(random.below(posed.polygon.size()));
    std::rotate(posed.polygon.begin(), posed.polygon.begin() + by, posed.polygon.end());
  }));
  for (std::size_t i = 0; i < before.size(); ++i) {
    const PlacedCouple<T> couple(couples[i]);
    ASSERT_EQ(verdict(after[i]), verdict(before[i])) << i;
    ASSERT_NEAR(static_cast<double>(after[i].separation), static_cast<double>(before[i].separation),
                tolerance(judge(couple.a, couple.b)))
        << i;
  }
}
SATCHEL_PROPERTY(the_vertex_that_a_polygon_begins_with_does_not_matter, check_vertex_order)

template <class T>
void check_growing() {
  // Placed without rotation, a hull of more points holds every vertex that it held before.
  Random random(75);
  const auto couples =
      couples_of<T>({"near_by", "touching_grid", "grid_polygons", "ulp_touching", "vertex_on_edge", "shared_vertex",
                     "shared_edge", "ulp_square", "nearly_parallel", "mixed_exponents"},
                    5000, random);
  auto grown = couples;
  for (BasicCouple<T>& couple : grown) {
    BasicPolygon<T>& polygon = (random.chance(.5) ? couple.a : couple.b).polygon;
    BasicPolygon<T> points = polygon;
    const BasicVec2<T> near = polygon[random.below(polygon.size())];
    for (int k = random.integer(1, 3); k > 0; --k) {
      const double scale = random.pick({unit_roundoff<T> * 4, 1e-3, 1.0});
      const double dx = scale * random.uniform(-1, 1), dy = scale * random.uniform(-1, 1);
      points.push_back(parts::narrowed<T>(static_cast<double>(near.x) + dx, static_cast<double>(near.y) + dy));
    }
    polygon.clear();
    for (const std::uint32_t i : hull_of(points)) polygon.push_back(points[i]);
  }
  const auto before = contacts_of(couples), after = contacts_of(grown);
  std::size_t nearer = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    ASSERT_GE(verdict(after[i]), verdict(before[i])) << i;
    nearer += verdict(after[i]) != verdict(before[i]);
  }
  EXPECT_GT(nearer, before.size() / 50);  // or growing was too timid
}
SATCHEL_PROPERTY(growing_never_ends_a_contact, check_growing)

// ---- translations that separate
// --------------------------------------------------------------------------------------

template <class T>
void check_mtv() {
  // Body a lies at the origin, so that moving it by its MTV is exact.
  Random random(76);
  auto couples = couples_of<T>({"near_by", "containment", "concentric", "identical", "slivers", "rotated", "off_centre",
                                "many_vertices", "size_ratio", "touching_grid"},
                               6000, random);
  for (BasicCouple<T>& couple : couples) {
    couple.b.pose.x -= couple.a.pose.x, couple.b.pose.y -= couple.a.pose.y;
    couple.a.pose.x = couple.a.pose.y = 0;
  }
  const auto contacts = contacts_of(couples);
  std::size_t overlapping = 0, deep = 0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const auto push = mtv(contacts[i]);
    if (verdict(contacts[i]) != Verdict::overlapping) {
      ASSERT_EQ(push, (BasicVec2<T>{0, 0}));
      continue;
    }
    ++overlapping;
    const PlacedCouple<T> couple(couples[i]);
    const double allowed = tolerance(judge(couple.a, couple.b)), unit = allowed / 6;
    const auto moved_by = [&](double factor) {
      BasicPlacedPolygon<T> pushed = couple.a;
      pushed.origin_x = factor * static_cast<double>(push.x);
      pushed.origin_y = factor * static_cast<double>(push.y);
      return judge(pushed, couple.b);
    };
    ASSERT_GE(moved_by(1).separation, -allowed) << "couple " << i << ": it does not separate";
    if (static_cast<double>(-contacts[i].separation) > 1e3 * unit) {
      ++deep;
      ASSERT_EQ(moved_by(.99).verdict, Verdict::overlapping) << "couple " << i << ": a shorter one would do";
    }
  }
  EXPECT_GT(overlapping, contacts.size() / 3);
  EXPECT_GT(deep, contacts.size() / 4);
}
SATCHEL_PROPERTY(translations_separate_and_are_the_shortest, check_mtv)

SATCHEL_ON_EVERY_ISA(PropertiesOnIsa);

}  // namespace
}  // namespace satchel::test
