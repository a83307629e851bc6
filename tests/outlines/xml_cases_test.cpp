// The XML test suites of JTS (locationtech/jts) and GEOS (libgeos/geos), as far as they are about polygons: geometries
// and right answers of relate, of each predicate, and of validity, each once. xml_cases.txt has the facts,
// make_xml_cases.py takes them out of the suites.
//
// Left out, as the two suites have them: 4,784 facts of pairs with lines, 4,514 of pairs with points or collections, 484
// of pairs with an empty geometry (an outline has a ring at least), 2 of pairs with a geometry that is not valid; and
// the validity of 769 lines, 268 points, 3 collections, 4 linear rings, 4 empty polygons, and 2 polygons whose numbers
// are not finite.
#include <gtest/gtest.h>

#include <algorithm>

#include "outlines/xml_cases.hpp"
#include "support/isa_param.hpp"

namespace satchel::test {
namespace {

using XmlCasesOnIsa = OnEveryIsa;

const XmlCases& cases() {
  static const XmlCases all = read_xml_cases(SATCHEL_TEST_XML_CASES);
  return all;
}

/// The answer to a predicate of (b, a), by that of (a, b).
constexpr std::array<std::size_t, predicates> of_swapped{0, 1, 2, 3, 5, 4, 7, 6, predicates, 9};

template <class T>
struct XmlScene {
  BasicScene<T> scene;
  std::vector<Pair> pairs;
  std::vector<const XmlPair*> facts;

  XmlScene() {
    std::map<std::size_t, BodyId> body_of;
    const auto add = [&](std::size_t geometry) {
      if (body_of.count(geometry) != 0) return;
      const XmlOutline<T> outline(cases().geometries[geometry]);
      ShapeId shape = no_shape;
      if (outline.exact) scene.add_outlines(outline.view(), {&shape, 1});
      body_of[geometry] = shape == no_shape ? no_shape : scene.add_body(shape);
    };
    for (const XmlPair& pair : cases().pairs) {
      add(pair.a);
      add(pair.b);
      if (body_of[pair.a] == no_shape || body_of[pair.b] == no_shape) continue;
      pairs.push_back({body_of[pair.a], body_of[pair.b]});
      facts.push_back(&pair);
    }
  }
};

template <class T>
void check_predicates(std::size_t least_facts) {
  XmlScene<T> world;
  std::vector<Pair> swapped = world.pairs;
  for (Pair& pair : swapped) std::swap(pair.a, pair.b);
  std::vector<std::uint8_t> holds(world.pairs.size()), holds_swapped(world.pairs.size());
  std::size_t asked = 0;
  for (std::size_t predicate = 0; predicate < predicates; ++predicate) {
    const auto which = static_cast<Predicate>(predicate);
    relate(world.scene, world.pairs, which, holds);
    relate(world.scene, swapped, which, holds_swapped);
    for (std::size_t i = 0; i < world.pairs.size(); ++i) {
      const XmlPair& fact = *world.facts[i];
      const auto expect = [&](std::size_t column, std::uint8_t answer, const char* order) {
        if (column == predicates || fact.answers[column] == '.') return;
        EXPECT_EQ(int{answer}, fact.answers[column] - '0')
            << "predicate " << predicate << ", geometries " << fact.a << ", " << fact.b << order;
        ++asked;
      };
      expect(predicate, holds[i], "");
      expect(of_swapped[predicate], holds_swapped[i], " swapped");
    }
  }
  EXPECT_GE(asked, least_facts);
}

TEST_P(XmlCasesOnIsa, predicates_hold_as_the_suites_say) {
  check_predicates<double>(2300);
  check_predicates<float>(2200);
}

constexpr std::size_t intersects = 0, touches = 2, within_it = 4, contains_properly = 8;

template <class T>
void check_verdicts() {
  XmlScene<T> world;
  std::vector<Verdict> verdicts(world.pairs.size());
  std::vector<Within> held(world.pairs.size()), holding(world.pairs.size());
  std::vector<Pair> swapped = world.pairs;
  for (Pair& pair : swapped) std::swap(pair.a, pair.b);
  classify(world.scene, world.pairs, verdicts);
  within(world.scene, world.pairs, held);
  within(world.scene, swapped, holding);
  std::size_t of_verdict[3] = {}, of_within[3] = {};
  for (std::size_t i = 0; i < world.pairs.size(); ++i) {
    const std::string& answers = world.facts[i]->answers;
    SCOPED_TRACE(testing::Message() << "geometries " << world.facts[i]->a << ", " << world.facts[i]->b);
    if (answers[touches] != '.') {
      const Verdict expected = answers[touches] == '1'      ? Verdict::touching
                               : answers[intersects] == '1' ? Verdict::overlapping
                                                            : Verdict::disjoint;
      EXPECT_EQ(verdicts[i], expected);
      ++of_verdict[static_cast<int>(expected)];
    }
    if (answers[within_it] != '.') {
      EXPECT_EQ(held[i] != Within::no, answers[within_it] == '1');
    }
    if (answers[contains_properly] != '.') {
      EXPECT_EQ(holding[i] == Within::inside, answers[contains_properly] == '1');
      ++of_within[static_cast<int>(holding[i])];
    }
  }
  for (int k = 0; k < 3; ++k) {
    EXPECT_GT(of_verdict[k], 0u) << k;
    EXPECT_GT(of_within[k], 0u) << k;
  }
}

TEST_P(XmlCasesOnIsa, verdicts_and_containment_are_those_of_the_suites) {
  check_verdicts<double>();
  check_verdicts<float>();
}

/// Whether a fault is one that a word of the suites may mean. They say that edges meet, or that a ring touches itself,
/// where here it is said how.
bool fits(const std::string& word, OutlineFault fault) {
  const std::map<std::string, std::vector<OutlineFault>> meanings{
      {"valid", {OutlineFault::none}},
      {"disconnected", {OutlineFault::none}},
      {"shell_not_first", {OutlineFault::none}},
      {"hole_outside", {OutlineFault::hole_outside, OutlineFault::several_shells}},
      {"nested_holes", {OutlineFault::hole_in_hole}},
      {"nested_shells", {OutlineFault::nested_shells}},
      {"few_points", {OutlineFault::too_few_points}},
      {"ring_touches",
       {OutlineFault::self_touch, OutlineFault::spike, OutlineFault::boundaries_cross, OutlineFault::shared_edge}},
      {"edges_meet",
       {OutlineFault::no_area, OutlineFault::spike, OutlineFault::edges_cross, OutlineFault::boundaries_cross,
        OutlineFault::shared_edge, OutlineFault::hole_equals_shell}}};
  const std::vector<OutlineFault>& all = meanings.at(word);
  return std::find(all.begin(), all.end(), fault) != all.end();
}

template <class T>
void check_validity(std::size_t least) {
  std::map<std::string, std::size_t> of_word;
  std::size_t asked = 0;
  for (const XmlValidity& fact : cases().validities) {
    const XmlOutline<T> outline(cases().geometries[fact.geometry]);
    if (!outline.exact) continue;
    BasicScene<T> scene;
    ShapeId shape = 0;
    const Status status = scene.try_add_outlines(outline.view(), {&shape, 1});
    ASSERT_TRUE(status.ok() || status.code == ErrorCode::bad_outline) << "geometry " << fact.geometry;
    const auto fault = status.ok() ? OutlineFault::none : static_cast<OutlineFault>(status.numbers[0]);
    EXPECT_TRUE(fits(fact.word, fault)) << "geometry " << fact.geometry << ": " << fact.word << ", here "
                                        << static_cast<int>(fault);
    ++of_word[fact.word];
    ++asked;
  }
  EXPECT_GE(asked, least);
  EXPECT_EQ(of_word.size(), 9u);  // one of each kind at least
}

// But that interiors may fall apart, and rings may have any order.
TEST(XmlCases, validity_is_that_of_the_suites) {
  check_validity<double>(403);
  check_validity<float>(380);
}

SATCHEL_ON_EVERY_ISA(XmlCasesOnIsa);

}  // namespace
}  // namespace satchel::test
