// Rings as files have them, one by one: what is taken, what is refused, and by which name and place.
#include <gtest/gtest.h>

#include "ring_set.hpp"

namespace satchel::test {
namespace {

using rings::Fault;
using rings::FaultKind;
using rings::InputEdge;
using rings::Validity;
using Set = RingSet<double>;
using Ring = GivenRing<double>;

class RingTraps : public testing::Test {
 protected:
  Validity validity;

  void expect_valid(const Set& set, const std::vector<bool>& holes) {
    EXPECT_EQ(fault_in(set, validity).kind, FaultKind::none) << text(set);
    std::vector<bool> found;
    for (const rings::CleanRing& ring : validity.rings()) found.push_back(ring.is_hole);
    EXPECT_EQ(found, holes) << text(set);
  }
  void expect_fault(const Set& set, FaultKind kind, InputEdge edge, InputEdge other, double x, double y) {
    const Fault fault = fault_in(set, validity);
    EXPECT_EQ(fault.kind, kind) << text(set);
    EXPECT_EQ(fault.edge, edge) << text(set) << fault.edge.ring << " " << fault.edge.from << " " << fault.edge.to;
    EXPECT_EQ(fault.other, other) << text(set) << fault.other.ring << " " << fault.other.from << " " << fault.other.to;
    EXPECT_EQ(fault.x, x) << text(set);
    EXPECT_EQ(fault.y, y) << text(set);
  }

  static Ring box(double x, double y, double w, double h) { return {{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}; }
  static Ring diamond(double x, double y, double r) { return {{x, y - r}, {x + r, y}, {x, y + r}, {x - r, y}}; }
  static Ring reversed(Ring ring) {
    std::reverse(ring.begin(), ring.end());
    return ring;
  }
};

TEST_F(RingTraps, what_is_empty_is_valid) {
  expect_valid({}, {});
  expect_valid({{}}, {});
  expect_valid({{{}}}, {false});
  expect_valid({{}, {box(0, 0, 1, 1), {}}, {}, {{}}}, {false, false, false});
  EXPECT_EQ(validity.rings()[1].count, 0u);
}

TEST_F(RingTraps, open_closed_repeated_and_collinear_points_are_taken) {
  expect_valid({{{{0, 0}, {3, 0}, {3, 3}, {0, 3}, {0, 0}}}}, {false});
  EXPECT_EQ(validity.rings()[0].count, 4u);
  expect_valid({{{{0, 0}, {0, 0}, {3, 0}, {3, 0}, {3, 0}, {3, 3}, {0, 3}, {0, 0}, {0, 0}}}}, {false});
  EXPECT_EQ(validity.rings()[0].count, 4u);
  expect_valid({{{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 3}, {0, 3}, {0, 2}}}}, {false});
  EXPECT_EQ(validity.rings()[0].count, 7u);
  EXPECT_TRUE(validity.stays_simple());
  expect_valid({{{{0.0, 0}, {3, 0}, {3, 3}, {-0.0, 0}}}}, {false});  // zeros are equal, whatever their signs
  EXPECT_EQ(validity.rings()[0].count, 3u);
}

TEST_F(RingTraps, cleaned_rings_hold_their_vertices_and_a_copy_of_the_first) {
  expect_valid({{{{0, 0}, {3, 0}, {3, 0}, {3, 3}, {0, 0}}, {{2, 1}, {2.5, 1}, {2.5, 2}}}}, {false, true});
  const auto its = validity.rings();
  EXPECT_EQ(its[1].first, 4u);
  EXPECT_EQ(std::vector<double>(validity.x().begin(), validity.x().end()),
            (std::vector<double>{0, 3, 3, 0, 2, 2.5, 2.5, 2}));
  EXPECT_EQ(std::vector<double>(validity.y().begin(), validity.y().end()),
            (std::vector<double>{0, 0, 3, 0, 1, 1, 2, 1}));
}

TEST_F(RingTraps, windings_are_told_and_make_no_difference) {
  const Ring shell = box(0, 0, 9, 9), hole = box(1, 1, 2, 2);
  for (const bool turn_shell : {false, true}) {
    for (const bool turn_hole : {false, true}) {
      expect_valid({{turn_shell ? reversed(shell) : shell, turn_hole ? reversed(hole) : hole}}, {false, true});
      EXPECT_EQ(validity.rings()[0].is_clockwise, turn_shell);
      EXPECT_EQ(validity.rings()[1].is_clockwise, turn_hole);
    }
  }
}

TEST_F(RingTraps, a_hole_may_come_before_its_shell) {
  expect_valid({{box(1, 1, 2, 2), box(5, 5, 1, 1), box(0, 0, 9, 9), box(5, 1, 1, 1)}}, {true, true, false, true});
}

TEST_F(RingTraps, holes_that_touch_in_points_are_taken) {
  const Ring shell = box(0, 0, 8, 8);
  expect_valid({{shell, diamond(2, 4, 2)}}, {false, true});                          // in an edge of the shell
  expect_valid({{shell, {{0, 0}, {3, 1}, {1, 3}}}}, {false, true});                  // in a corner
  expect_valid({{shell, diamond(4, 4, 4)}}, {false, true});                          // in four edges: four pieces
  expect_valid({{diamond(4, 4, 4), box(2, 2, 4, 4)}}, {false, true});                // with all its corners
  expect_valid({{shell, diamond(3, 4, 1), diamond(5, 4, 1)}}, {false, true, true});  // each other, in a corner
  expect_valid({{shell, diamond(2, 4, 2), diamond(6, 4, 2)}}, {false, true, true});  // the interior falls apart
  expect_valid({{shell, {{1, 1}, {4, 1}, {4, 4}, {1, 4}}, diamond(5, 2, 1)}}, {false, true, true});  // corner on edge
  EXPECT_FALSE(validity.stays_simple());
}

// All directions that four edges from one point can have on a small grid: two wedges, one in the other or side by side.
TEST_F(RingTraps, wedges_at_one_point_are_taken_in_all_directions) {
  std::vector<Vec2d> directions;
  for (const Vec2d step :
       {Vec2d{1, 0}, Vec2d{0, 1}, Vec2d{-1, 0}, Vec2d{0, -1}}) {  // (2, 0), (2, 1), (2, 2), (1, 2) turned
    for (const Vec2d d : {Vec2d{2, 0}, Vec2d{2, 1}, Vec2d{2, 2}, Vec2d{1, 2}}) {
      directions.push_back({d.x * step.x - d.y * step.y, d.x * step.y + d.y * step.x});
    }
  }
  rings::Validity of_tree{rings::Search::tree};
  const auto at = [&](std::size_t k, double length) -> Vec2d {
    return {5 + length * directions[k % 16].x, 5 + length * directions[k % 16].y};
  };
  for (std::size_t i = 0; i < 16; ++i) {
    for (std::size_t j = i + 1; j < i + 6; ++j) {
      for (std::size_t k = j + 1; k < i + 7; ++k) {
        for (std::size_t m = k + 1; m < i + 8; ++m) {
          const Ring outer{{5, 5}, at(i, 2), at(m, 2)}, inner{{5, 5}, at(j, 0.125), at(k, 0.125)};
          const Ring one{{5, 5}, at(i, 1), at(j, 1)}, other{{5, 5}, at(k, 1), at(m, 1)};
          for (rings::Validity* const its : {&validity, &of_tree}) {
            for (const Set& set : {Set{{outer, inner}}, Set{{inner, outer}}, Set{{one}, {other}}}) {
              ASSERT_EQ(fault_in(set, *its).kind, FaultKind::none) << text(set);
              for (std::size_t r = 0; r < 2; ++r) {
                const Ring& ring = set.size() == 2 ? set[r][0] : set[0][r];
                EXPECT_EQ(its->rings()[r].is_hole, ring == inner) << text(set);
              }
            }
          }
        }
      }
    }
  }
}

TEST_F(RingTraps, polygons_may_touch_in_points_and_lie_in_holes) {
  expect_valid({{box(0, 0, 2, 2)}, {box(2, 2, 2, 2)}}, {false, false});
  expect_valid({{box(0, 0, 9, 9), box(1, 1, 7, 7)}, {box(2, 2, 5, 5), box(3, 3, 3, 3)}, {box(4, 4, 1, 1)}},
               {false, true, false, true, false});
  expect_valid({{box(2, 2, 4, 4)}, {box(0, 0, 8, 8), diamond(4, 4, 4)}}, {false, false, true});  // touches its edges
}

TEST_F(RingTraps, rings_of_too_few_points_and_without_area_are_refused) {
  expect_fault({{box(0, 0, 9, 9), {{1, 1}}}}, FaultKind::too_few_points, {1, 0, 0}, {1, 0, 0}, 1, 1);
  expect_fault({{{{1, 1}, {2, 2}, {2, 2}, {1, 1}}}}, FaultKind::too_few_points, {0, 0, 1}, {0, 0, 1}, 1, 1);
  expect_fault({{{{1, 1}, {2, 2}, {1, 1}, {2, 2}}}}, FaultKind::too_few_points, {0, 0, 1}, {0, 0, 1}, 1, 1);
  expect_fault({{{{1, 1}, {2, 2}, {3, 3}}}}, FaultKind::no_area, {0, 0, 1}, {0, 0, 1}, 1, 1);
  expect_fault({{{{0, 0}, {5, 0}, {2, 0}, {7, 0}, {0, 0}}}}, FaultKind::no_area, {0, 0, 1}, {0, 0, 1}, 0, 0);
}

TEST_F(RingTraps, spikes_are_refused_at_their_points) {
  expect_fault({{{{0, 0}, {4, 0}, {4, 4}, {4, 9}, {4, 4}, {0, 4}}}}, FaultKind::spike, {0, 2, 3}, {0, 3, 4}, 4, 9);
  expect_fault({{{{0, 0}, {4, 0}, {4, 0}, {4, 4}, {0, 4}, {-3, 4}, {0, 4}, {0, 0}}}}, FaultKind::spike, {0, 4, 5},
               {0, 5, 6}, -3, 4);
  expect_fault({{{{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, -2}}}}, FaultKind::spike, {0, 3, 4}, {0, 4, 0}, 0, -2);
  expect_fault({{{{9, 0}, {0, 0}, {5, 0}, {5, 5}}}}, FaultKind::spike, {0, 0, 1}, {0, 1, 2}, 0, 0);
}

TEST_F(RingTraps, crossings_are_refused_with_their_place) {
  expect_fault({{{{0, 0}, {4, 4}, {4, 0}, {0, 4}}}}, FaultKind::edges_cross, {0, 0, 1}, {0, 2, 3}, 2, 2);
  expect_fault({{{{0, 0}, {0, 0}, {4, 4}, {4, 0}, {4, 0}, {0, 4}, {0, 0}}}}, FaultKind::edges_cross, {0, 0, 2},
               {0, 3, 5}, 2, 2);
  expect_fault({{box(0, 0, 4, 4)}, {box(2, 2, 4, 4)}}, FaultKind::edges_cross, {0, 1, 2}, {1, 0, 1}, 4, 2);
  expect_fault({{box(0, 0, 4, 4), {{3, 1}, {5, 1.5}, {3, 3}}}}, FaultKind::edges_cross, {0, 1, 2}, {1, 0, 1}, 4, 1.25);
}

TEST_F(RingTraps, a_ring_that_winds_twice_around_a_point_is_refused) {
  expect_fault({{{{0, 10}, {6, -8}, {-9.5, 3}, {9.5, 3}, {-6, -8}}}}, FaultKind::edges_cross, {0, 0, 1}, {0, 2, 3},
               7.0 / 3, 3);
  // The same curve, gone around twice, and a spiral that overlaps its first turn at the end.
  EXPECT_NE(fault_in<double>({{{{0, 0}, {4, 0}, {2, 4}, {0, 0}, {4, 0}, {2, 4}}}}, validity).kind, FaultKind::none);
  EXPECT_NE(fault_in<double>({{{{4, 0}, {0, 4}, {-4, 0}, {0, -4}, {5, 0}, {0, 3}, {-5, 0}, {0, -5}}}}, validity).kind,
            FaultKind::none);
}

TEST_F(RingTraps, boundaries_that_pass_through_each_other_at_vertices_are_refused) {
  expect_fault({{box(0, 0, 4, 4), {{4, 1}, {6, 2}, {4, 3}, {2, 2}}}}, FaultKind::boundaries_cross, {0, 1, 2}, {1, 0, 1},
               4, 1);
  expect_fault({{diamond(0, 0, 2)}, {{{0, 2}, {1, 4}, {1, 0}}}}, FaultKind::boundaries_cross, {0, 1, 2}, {1, 0, 1}, 0,
               2);
  // A ring that passes through itself in a vertex.
  expect_fault({{{{0, 0}, {2, 2}, {4, 4}, {4, 0}, {2, 2}, {0, 4}}}}, FaultKind::boundaries_cross, {0, 0, 1}, {0, 3, 4},
               2, 2);
}

TEST_F(RingTraps, shared_edges_are_refused) {
  expect_fault({{box(0, 0, 2, 2)}, {box(2, 0, 2, 2)}}, FaultKind::shared_edge, {0, 1, 2}, {1, 3, 0}, 2, 0);
  expect_fault({{box(0, 0, 2, 2)}, {box(2, 1, 2, 2)}}, FaultKind::shared_edge, {0, 1, 2}, {1, 3, 0}, 2, 1);
  expect_fault({{box(0, 0, 2, 2)}, {box(0, 0, 2, 2)}}, FaultKind::shared_edge, {0, 0, 1}, {1, 0, 1}, 0, 0);
  expect_fault({{box(0, 0, 4, 4), box(0, 1, 2, 2)}}, FaultKind::shared_edge, {0, 3, 0}, {1, 3, 0}, 0, 1);
  // A cut from the shell to a hole, forth and back.
  expect_fault({{{{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 3}, {3, 3}, {3, 6}, {6, 6}, {6, 3}, {3, 3}, {0, 3}}}},
               FaultKind::shared_edge, {0, 4, 5}, {0, 9, 10}, 0, 3);
}

TEST_F(RingTraps, a_hole_that_is_its_shell_is_refused) {
  const Ring shell{{0, 0}, {3, 0}, {3, 3}, {1, 4}}, again{{3, 3}, {3, 1}, {3, 0}, {0, 0}, {1, 4}};
  expect_fault({{shell, shell}}, FaultKind::hole_equals_shell, {0, 0, 1}, {1, 0, 1}, 0, 0);
  EXPECT_EQ(fault_in<double>({{shell, again}}, validity).kind, FaultKind::hole_equals_shell);
  EXPECT_EQ(fault_in<double>({{shell, {{0, 0}, {3, 0}, {1, 4}}}}, validity).kind, FaultKind::shared_edge);
}

TEST_F(RingTraps, rings_that_touch_themselves_are_refused) {
  // ESRI's inverted shell: the hole is a loop of the shell.
  expect_fault({{{{0, 0}, {8, 0}, {8, 8}, {4, 8}, {6, 4}, {4, 2}, {2, 4}, {4, 8}, {0, 8}}}}, FaultKind::self_touch,
               {0, 2, 3}, {0, 6, 7}, 4, 8);
  // An exverted hole: two loops that touch.
  expect_fault({{box(0, 0, 9, 9), {{1, 1}, {3, 1}, {3, 3}, {5, 3}, {5, 5}, {3, 5}, {3, 3}, {1, 3}}}},
               FaultKind::self_touch, {1, 1, 2}, {1, 5, 6}, 3, 3);
  // A vertex on an edge.
  expect_fault({{{{0, 0}, {8, 0}, {8, 8}, {4, 0}, {0, 8}}}}, FaultKind::self_touch, {0, 0, 1}, {0, 2, 3}, 4, 0);
}

TEST_F(RingTraps, rings_out_of_place_are_refused) {
  const Ring outer = box(0, 0, 9, 9);
  expect_fault({{outer, reversed(box(20, 1, 1, 1))}}, FaultKind::hole_outside, {0, 0, 1}, {1, 3, 0}, 20, 1);
  expect_fault({{outer, box(20, 1, 1, 1)}}, FaultKind::several_shells, {0, 0, 1}, {1, 0, 1}, 20, 1);
  expect_fault({{outer, box(1, 1, 6, 6), box(2, 2, 3, 3)}}, FaultKind::hole_in_hole, {1, 0, 1}, {2, 0, 1}, 2, 2);
  expect_fault({{outer, box(2, 2, 3, 3), box(1, 1, 6, 6)}}, FaultKind::hole_in_hole, {2, 0, 1}, {1, 0, 1}, 2, 2);
  expect_fault({{outer}, {box(1, 1, 2, 2)}}, FaultKind::nested_shells, {0, 0, 1}, {1, 0, 1}, 1, 1);
  expect_fault({{box(1, 1, 2, 2)}, {outer}}, FaultKind::nested_shells, {1, 0, 1}, {0, 0, 1}, 1, 1);
  // In the interior beside a hole; and touching from inside.
  expect_fault({{outer, box(1, 1, 2, 2)}, {box(4, 4, 2, 2)}}, FaultKind::nested_shells, {0, 0, 1}, {2, 0, 1}, 4, 4);
  expect_fault({{outer}, {diamond(2, 4, 2)}}, FaultKind::nested_shells, {0, 0, 1}, {1, 3, 0}, 0, 4);
}

TEST_F(RingTraps, a_ring_that_is_there_twice_is_found_however_it_begins) {
  const Ring curve = diamond(5, 5, 3);
  for (const bool backward : {false, true}) {
    for (std::size_t first = 0; first < curve.size(); ++first) {
      Ring other = backward ? reversed(curve) : curve;
      std::rotate(other.begin(), other.begin() + static_cast<std::ptrdiff_t>(first), other.end());
      EXPECT_EQ(fault_in<double>({{curve, other}}, validity).kind, FaultKind::hole_equals_shell) << first;
      EXPECT_EQ(fault_in<double>({{curve}, {other}}, validity).kind, FaultKind::shared_edge) << first;
      other[1] = {5, 5};
      EXPECT_EQ(fault_in<double>({{curve, other}}, validity).kind, FaultKind::shared_edge) << first;
    }
  }
}

TEST_F(RingTraps, faults_come_in_a_fixed_order) {
  const Ring bow{{0, 0}, {4, 4}, {4, 0}, {0, 4}}, spike{{0, 0}, {4, 0}, {4, 4}, {4, 9}, {4, 4}, {0, 4}};
  EXPECT_EQ(fault_in<double>({{bow}, {spike}}, validity).kind, FaultKind::spike);
  EXPECT_EQ(fault_in<double>({{bow}, {spike}, {{{1, 1}}}}, validity).kind, FaultKind::too_few_points);
  // Of two crossings the one whose later edge comes first.
  expect_fault({{{{0, 0}, {9, 0}, {9, 2}, {1, 2}, {1, -1}, {8, -1}, {8, 1}, {0, 1}}}}, FaultKind::edges_cross,
               {0, 0, 1}, {0, 3, 4}, 1, 0);
}

TEST_F(RingTraps, a_geometry_that_is_trusted_has_the_same_shells) {
  const Set set = {{reversed(box(1, 1, 2, 2)), box(0, 0, 9, 9), {}}, {}, {box(20, 0, 3, 3), diamond(21.5, 1.5, 1.5)}};
  const RingArrays<double> arrays(set);
  EXPECT_EQ(validity.check(arrays.geometry()).kind, FaultKind::none);
  const std::vector<rings::CleanRing> right(validity.rings().begin(), validity.rings().end());
  EXPECT_EQ(validity.trust(arrays.geometry()).kind, FaultKind::none);
  for (std::size_t r = 0; r < right.size(); ++r) {
    EXPECT_EQ(validity.rings()[r].is_hole, right[r].is_hole);
    EXPECT_EQ(validity.rings()[r].is_clockwise, right[r].is_clockwise);
  }
  EXPECT_FALSE(validity.stays_simple());
  const RingArrays<double> few(Set{{box(0, 0, 9, 9), {{1, 1}, {1, 1}, {2, 1}}}});
  EXPECT_EQ(validity.trust(few.geometry()).kind, FaultKind::too_few_points);
}

}  // namespace
}  // namespace satchel::test
