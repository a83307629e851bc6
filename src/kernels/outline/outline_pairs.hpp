// Verdicts of concave bodies from their outlines alone, without their convex parts.
//
//   for each pair:                                                                   list_groups
//     list the groups of eight edges of A and of B whose boxes meet
//   for all listed pairs of groups, or for one of each pair, then two, four, ... if many pairs overlap:   decide_groups
//   for each of these pairs of groups:                                               compare_groups
//     for edges i of A and j of B: do their boxes meet? do they start in one vertex?
//   for each of these pairs of groups:                                               list_edges
//     list the edges whose boxes meet, except most edges that share a vertex
//     where both edges start in one vertex, note that the boundaries meet there
//   for each listed pair of edges, one per lane:                                     decide_edges
//     the ends of one edge lie on one side of the other for certain: no more to do
//     the ends of each edge lie on different sides of the other for certain: overlapping
//     one edge starts on the other: note that the boundaries meet there
//     any sign is open: open
//   for each point where the boundaries meet, one per lane:                          compare_angles
//     the inner angles overlap there: overlapping
//   finish:
//     the boundaries meet, and no angles overlap: touching
//     the boundaries do not meet: disjoint, unless one body lies inside the other (is_inside); this is tested only if
//     the box around the one lies in the box around the other. Of several rings each is tested
//     the boundaries meet, and a body has several rings: open, because another ring may lie inside
//
// Each step runs through the lists of many pairs and writes the lists of the next step, because the steps of several
// pairs then overlap in the processor, and the candidates of several pairs fill lanes together.
//
// Proof. Let the interiors of the two bodies meet.
//
// Case 1: the boundaries do not meet. Then a ring of one body lies inside the other: a common part of the interiors is
// bounded by whole rings, each on the other body's inner side. Of single rings the box lies in the other's box, too.
//
// Case 2: A's boundary enters B's interior. It enters at a point of B's boundary where the inner angles of both bodies
// overlap. This point is
//
//   (a) a crossing of two edges;
//   (b) the start of an edge of A that leads into B, where this start lies on an edge of B or is the start of one;
//   (c) the start of an edge f of B that lies on an edge e of A, where e goes on into B.
//
// The steps note all of these points, although they compare two edges that share a vertex v only if A's edge starts
// where B's ends. The reason: two edges that share v meet elsewhere only if they lead from v in one direction. In (b)
// the edge of A leads into B, so it has no direction in common with an edge of B at v. In (c) e and f have one
// direction at a shared vertex only if f leads back along e and ends where e starts, and this pair of edges is
// compared. Where edges of both bodies start in one vertex, each edge is tested against the other body's angle, unless
// it is the last leg of this angle: then the boundaries go on along each other and enter nothing there.
//
// Case 3: A's boundary does not enter B's interior, but meets B's boundary. Then B lies in A. If both bodies are one
// figure, its corners are vertices of both, and the angles there overlap. Otherwise B's boundary enters A's interior at
// a point (a), (b) or (c) with A and B exchanged. The steps note this point as well: the only pair of edges that they
// would skip is an edge of A that starts on an edge of B, leads back along it and ends where it starts. Such an edge
// has A's interior on the side where B's interior is not, so B would not lie in A.
//
// Cases 2 and 3 take it that each vertex has one angle: rings that touch each other are left open at once.
//
// Placed outlines do not cross themselves: a shape that rounding could make do so (rings/margins.hpp) is turned by right
// angles alone.
//
// Error. Let u = 2^-53, d the vector from A's origin to B's, extent = |d|_1 + 2 (reach of A + reach of B). No
// coordinate and no difference of two coordinates exceeds the extent. An edge from s to t is t - s, a difference of
// stored offsets, which rounds by a factor 1 + u. For s and v on different bodies, v - s is off by u extent for d, as
// much for the sum with d and as much for the difference. So (t - s) x (v - s) is off by (3 + 2 + 1) u extent |t - s|_1
// (1 + O(u)); the bound takes 16 u. Boxes are compared in T with an allowance of 16 roundings of numbers up to the
// extent. In one frame they need no allowance, because the sign of a rounded sum is exact. Nothing underflows: see
// Range (format/layout.hpp).
//
// One file, because each step fills the lists that the next one empties, and may run it early.
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/layout.hpp"
#include "format/outline_layout.hpp"
#include "kernels/outline/edge_crossings.hpp"
#include "kernels/outline/eight_boxes.hpp"
#include "kernels/outline/eight_by_eight.hpp"
#include "kernels/outline/outline_angles.hpp"
#include "kernels/outline/outline_lists.hpp"
#include "kernels/outline/outline_side.hpp"
#include "lanes/isa.hpp"
#include "lanes/lanes.hpp"

namespace {

using satchel::Verdict;
using satchel::kernels::OutlineBlock;

/// Capacity of OutlinePairs, in pairs: many pairs at once fill the lanes better.
constexpr std::size_t outlines_at_once = 48;
static_assert(outlines_at_once <= 256, "GroupPairs::pair is a byte");

/// Some elements of a list, by their numbers.
struct Chosen {
  const std::uint8_t* numbers;
  std::uint32_t count;
  SATCHEL_INLINE std::uint32_t operator[](std::uint32_t i) const { return numbers[i]; }
};
/// All of its elements.
struct AllOf {
  std::uint32_t count;
  SATCHEL_INLINE std::uint32_t operator[](std::uint32_t i) const { return i; }
};

/// Up to `outlines_at_once` pairs of outlines: `begin` each, then `decide`, then `finish` each.
template <class T>
class OutlinePairs {
  using L = Isa::EightLanes<T>;
  using D = Isa::Lanes<double>;
  using V = typename D::Vector;
  using M = typename D::Mask;
  using Body = satchel::kernels::BodyRecord<T>;

 public:
  /// What `finish` returns instead of a verdict where a sign was open.
  static constexpr unsigned open = 3;

  /// Adds a pair and compares the boxes around its groups of edges.
  /// @param number  of the pair, below outlines_at_once
  /// @param a, b    the outlines of body_a and body_b
  SATCHEL_INLINE void begin(std::uint32_t number, const Body& body_a, const Body& body_b, const T* a, const T* b) {
    PairState& pair = pairs_[number];
    pair.body_a = &body_a;
    pair.body_b = &body_b;
    pair.a = a;
    pair.b = b;
    pair.first_group_a = pair.first_group_b = 0;
    pair.noted = 0;
    if (!is_one_frame(pair)) {
      pair.delta.set(body_a, body_b);
      list_groups<false>(number);
    } else {
      list_groups<true>(number);
    }
  }

  /// Runs the further steps of all pairs that have been added.
  /// @param in_rounds  many of them are likely to overlap, so that it pays to look for crossings first
  SATCHEL_INLINE void decide(bool in_rounds) {
    in_rounds_ = in_rounds;
    decide_groups<true>();
    decide_groups<false>();
  }

  /// Verdict of a pair after `decide`, or `open`.
  SATCHEL_INLINE unsigned finish(std::uint32_t number) const {
    const PairState& pair = pairs_[number];
    const unsigned noted = pair.noted;
    if ((noted & overlaps) != 0) return static_cast<unsigned>(Verdict::overlapping);
    if ((noted & doubtful) != 0) return open;
    const Side a(pair.a), b(pair.b);
    const bool one_ring = a.ring_count == 1 && b.ring_count == 1;
    if ((noted & touches) != 0) return one_ring ? static_cast<unsigned>(Verdict::touching) : open;
    if (!one_ring) return finish_rings(pair, a, b);
    static constexpr Delta zero = {};
    if (const Within within(a, b, is_one_frame(pair) ? zero : pair.delta); within.a_in_b || within.b_in_a) {
      Delta delta;
      delta.set(*pair.body_a, *pair.body_b);
      const auto [dx, dy, error, unused] = delta.numbers;
      const Inside a_inside = within.a_in_b ? is_inside(a.vertices_of(0), b, 0 - dx, 0 - dy, error) : Inside::no;
      const Inside b_inside = within.b_in_a ? is_inside(b.vertices_of(0), a, dx, dy, error) : Inside::no;
      if (a_inside == Inside::yes || b_inside == Inside::yes) return static_cast<unsigned>(Verdict::overlapping);
      if (a_inside == Inside::perhaps || b_inside == Inside::perhaps) return open;
    }
    return static_cast<unsigned>(Verdict::disjoint);
  }

 private:
  /// What the steps have noted about a pair: its boundaries meet, a sign is open, its interiors meet.
  enum : unsigned { touches = 1, doubtful = 2, overlaps = 4 };
  using Block = OutlineBlock<const T>;
  using Side = OutlineSide<T>;
  using Delta = OutlineDelta<T>;
  using Within = BoxWithin<T>;

  struct PairState {
    const Body *body_a, *body_b;
    const T *a, *b;                              ///< the outlines
    std::uint32_t first_group_a, first_group_b;  ///< groups are listed by their numbers from these on
    Delta delta;                                 ///< set only if the origins differ
    unsigned noted;                              ///< touches, doubtful, overlaps
  };

  /// The verdict of bodies of several rings, which meet nowhere: whether one vertex of some ring lies inside the other body.
  [[gnu::noinline]] unsigned finish_rings(const PairState& pair, const Side& a, const Side& b) const {
    Delta delta;
    delta.set(*pair.body_a, *pair.body_b);
    const auto [dx, dy, error, unused] = delta.numbers;
    Inside found = Inside::no;
    for (std::uint32_t ring = 0; ring < a.ring_count && found != Inside::yes; ++ring) {
      found = likelier(found, vertex_inside(a.vertex_of_ring(ring), b, 0 - dx, 0 - dy, error));
    }
    for (std::uint32_t ring = 0; ring < b.ring_count && found != Inside::yes; ++ring) {
      found = likelier(found, vertex_inside(b.vertex_of_ring(ring), a, dx, dy, error));
    }
    return found == Inside::perhaps
               ? open
               : static_cast<unsigned>(found == Inside::yes ? Verdict::overlapping : Verdict::disjoint);
  }
  static SATCHEL_INLINE Inside likelier(Inside p, Inside q) { return p == Inside::no ? q : q == Inside::yes ? q : p; }
  /// `is_inside`, unless the box around the outline says no.
  static SATCHEL_INLINE Inside vertex_inside(const T* v, const Side& other, double dx, double dy, double error) {
    const T* const whole = other.whole();
    const double x = static_cast<double>(v[0]) + dx, y = static_cast<double>(v[Block::y_stride]) + dy;
    const bool beyond = x > static_cast<double>(whole[2]) + error || 0 - x > static_cast<double>(whole[0]) + error ||
                        y > static_cast<double>(whole[3]) + error || 0 - y > static_cast<double>(whole[1]) + error;
    return beyond ? Inside::no : is_inside(v, other, dx, dy, error);
  }

  /// Whether both bodies have the same origin, so that their offsets compare exactly.
  static SATCHEL_INLINE bool is_one_frame(const PairState& pair) {
    return pair.body_a->x == pair.body_b->x && pair.body_a->y == pair.body_b->y;
  }

  /// Lists the groups of a pair whose boxes meet. Lists hold small numbers of groups: those of larger outlines are counted
  /// from some group on, and what is listed is decided before this group changes.
  template <bool one_frame>
  SATCHEL_INLINE void list_groups(std::uint32_t number) {
    PairState& pair = pairs_[number];
    const Side a(pair.a), b(pair.b);
    list_some_groups<one_frame>(number, a, b);
    if (a.group_count <= most_listed && b.group_count <= most_listed) return;
    list_more_groups<one_frame>(number, a, b);
  }
  template <bool one_frame>
  [[gnu::noinline]] void list_more_groups(std::uint32_t number, const Side& a, const Side& b) {
    PairState& pair = pairs_[number];
    for (std::uint32_t first_b = 0; first_b < b.group_count; first_b += most_listed) {
      const std::uint64_t near_b = near_groups<one_frame>(pair, a, b, first_b);
      if (near_b == 0) continue;
      T around[4];  // the box around these, as OutlineBlock::whole has it
      for (unsigned k = 0; k < 4; ++k) around[k] = Block::nowhere;
      for (std::uint64_t left = near_b; left != 0; left &= left - 1) {
        const T* const box = b.box_of_group(first_b + static_cast<std::uint32_t>(__builtin_ctzll(left)));
        for (unsigned k = 0; k < 4; ++k) around[k] = around[k] < box[8 * k] ? box[8 * k] : around[k];
      }
      for (std::uint32_t first_a = first_b == 0 ? most_listed : 0; first_a < a.group_count; first_a += most_listed) {
        if (groups_[one_frame ? 0 : 1].count != 0) decide_groups<one_frame>();
        if ((pair.noted & overlaps) != 0) return;
        pair.first_group_a = first_a;
        pair.first_group_b = first_b;
        list_groups_near<one_frame>(number, a, b, near_b, around);
      }
    }
  }

  /// The number of groups, of A and of B, that are listed before the lists are decided: a word has one bit per group.
  static constexpr std::uint32_t most_listed = 64;

  static SATCHEL_INLINE std::uint32_t at_most_listed(std::uint32_t count) {
    return count < most_listed ? count : most_listed;
  }

  /// Bit k: B's group first_b + k meets the box around all of A.
  template <bool one_frame>
  SATCHEL_INLINE std::uint64_t near_groups(const PairState& pair, const Side& a, const Side& b,
                                           std::uint32_t first_b) const {
    const auto least_depth = L::splat(one_frame ? T(0) : pair.delta.least_depth);
    const auto back_x = L::splat(one_frame ? T(0) : pair.delta.deltas[2]);
    const auto back_y = L::splat(one_frame ? T(0) : pair.delta.deltas[3]);
    std::uint64_t near_b = 0;
    for (std::uint32_t first = 0; first < at_most_listed(b.group_count - first_b); first += 8) {
      const EightBoxes<L> boxes_b(b.box_of_group(first_b + first), back_x, back_y);
      near_b |= std::uint64_t{boxes_b.template meet<1>(a.whole(), least_depth)} << first;
    }
    return near_b;
  }

  /// Lists groups from first_group_a and first_group_b on.
  template <bool one_frame>
  SATCHEL_INLINE void list_some_groups(std::uint32_t number, const Side& a, const Side& b) {
    const PairState& pair = pairs_[number];
    list_groups_near<one_frame>(number, a, b, near_groups<one_frame>(pair, a, b, pair.first_group_b), b.whole());
  }

  /// The same, where B's groups that meet the box around all of A are known: for each of them eight groups of A at a time.
  /// @param around  the box around these groups, or a larger one
  template <bool one_frame>
  SATCHEL_INLINE void list_groups_near(std::uint32_t number, const Side& a, const Side& b, std::uint64_t near_b,
                                       const T* around) {
    const PairState& pair = pairs_[number];
    GroupPairs<T>& groups = groups_[one_frame ? 0 : 1];
    const std::uint32_t from_a = pair.first_group_a, from_b = pair.first_group_b;
    const auto delta = [&](unsigned k) { return L::splat(one_frame ? T(0) : pair.delta.deltas[k]); };
    const auto least_depth = L::splat(one_frame ? T(0) : pair.delta.least_depth);
    const auto delta_x = delta(0), delta_y = delta(1);
    std::uint32_t end = groups.count;
    for (std::uint32_t first = 0; first < at_most_listed(a.group_count - from_a); first += 8) {
      const EightBoxes<L> boxes_a(a.box_of_group(from_a + first), delta_x, delta_y);
      // A single eight has a group near B nearly always; of several eights most are far from B.
      if (a.group_count > 8 && boxes_a.template meet<1>(around, least_depth) == 0) continue;
      for (std::uint64_t left = near_b; left != 0; left &= left - 1) {
        const auto group_b = static_cast<std::uint32_t>(__builtin_ctzll(left));
        if (end > GroupPairs<T>::fits) {
          groups.count = end;
          decide_groups<one_frame>();
          end = 0;
        }
        end = groups.append(end, number, first, boxes_a.template meet<8>(b.box_of_group(from_b + group_b), least_depth),
                            group_b);
      }
    }
    groups.count = end;
  }

  /// Runs all steps behind list_groups on the listed pairs of groups, and empties the list. In rounds, these are one pair of
  /// groups of each pair, then two, then four and so on, but none of pairs whose interiors are known to meet.
  template <bool one_frame>
  [[gnu::noinline]] void decide_groups() {
    GroupPairs<T>& groups = groups_[one_frame ? 0 : 1];
    if (in_rounds_) {
      decide_in_rounds<one_frame>(groups);
    } else {
      decide_chosen<one_frame>(groups, AllOf{groups.count});
    }
    groups.count = 0;
  }
  template <bool one_frame>
  [[gnu::noinline]] void decide_in_rounds(GroupPairs<T>& groups) {
    std::uint8_t chosen[GroupPairs<T>::capacity], others[GroupPairs<T>::capacity];
    std::uint32_t left = groups.count;
    for (std::uint32_t k = 0; k < left; ++k) others[k] = static_cast<std::uint8_t>(k);
    for (std::uint32_t most = 1; left > 0; most *= 2) {
      std::uint32_t chosen_count = 0, other_count = 0, last = outlines_at_once, of_pair = 0;
      for (std::uint32_t i = 0; i < left; ++i) {
        const std::uint8_t k = others[i];
        const std::uint32_t pair = groups.pair(k);
        of_pair = pair == last ? of_pair + 1 : 0;
        last = pair;
        const bool is_open = (pairs_[pair].noted & overlaps) == 0;
        chosen[chosen_count] = others[other_count] = k;
        chosen_count += is_open && of_pair < most ? 1 : 0;
        other_count += is_open && of_pair >= most ? 1 : 0;
      }
      decide_chosen<one_frame>(groups, Chosen{chosen, chosen_count});
      left = other_count;
    }
  }
  template <bool one_frame, class Numbers>
  SATCHEL_INLINE void decide_chosen(GroupPairs<T>& groups, const Numbers& chosen) {
    for (std::uint32_t i = 0; i < chosen.count; ++i) compare_groups<one_frame>(groups, chosen[i]);
    list_edges<one_frame>(groups, chosen);
    decide_edges<one_frame>(groups);
    if constexpr (one_frame) {
      compare_angles<false>(groups, corners_);
      if (on_edges_.count != 0) compare_angles<true>(groups, on_edges_);
    }
  }

  /// Compares the eight edges of each group of a pair of groups: whose boxes meet, and in one frame, which edges start
  /// in one vertex.
  template <bool one_frame>
  SATCHEL_INLINE void compare_groups(GroupPairs<T>& groups, std::uint32_t k) const {
    const PairState& pair = pairs_[groups.pair(k)];
    const Side a(pair.a), b(pair.b);
    const std::uint32_t group_a = pair.first_group_a + groups.a(k), group_b = pair.first_group_b + groups.b(k);
    const T *const edges_a = a.vertices_of(group_a), *const edges_b = b.vertices_of(group_b);
    groups.edges[k][0] = groups.edges[k][2] = edges_a;
    groups.edges[k][1] = edges_b;
    if constexpr (one_frame) {
      const EightByEight<T> compared(edges_a, edges_b);
      groups.near[k] = compared.near;
      groups.same[k] = compared.same;
    } else {
      const Delta& delta = pair.delta;
      groups.near[k] = EightByEight<T>(edges_a, edges_b, a.box_of_group(group_a), delta.deltas, delta.least_depth).near;
    }
  }

  /// Lists the edges whose boxes meet: in edges_ if they share no vertex, in corners_ if both start in one vertex.
  template <bool one_frame, class Numbers>
  SATCHEL_INLINE void list_edges(GroupPairs<T>& groups, const Numbers& chosen) {
    std::uint32_t edges = 0, corners = 0;
    for (std::uint32_t i = 0; i < chosen.count; ++i) {
      const std::uint32_t k = chosen[i];
      std::uint64_t near = groups.near[k];
      if constexpr (one_frame) {
        // Edges that share a vertex are left out, unless A's starts where B's ends (see the proof). `same`: both start
        // in one vertex; at_next_a: A's edge ends where B's starts; at_next_a >> 8: both end in one vertex. Across the
        // ends of a group EdgeCrossings::apart drops them.
        constexpr std::uint64_t all_but_last = each_byte * 0x7f, all_but_first = each_byte * 0xfe;
        const std::uint64_t same = groups.same[k], at_next_a = same >> 1 & all_but_last;
        const std::uint64_t shared = same & near;
        near &= ~(same | at_next_a | at_next_a >> 8);
        pairs_[groups.pair(k)].noted |= shared != 0 ? unsigned{touches} : 0u;
        // `behind`: A's next vertex is also B's previous one, so A's edge runs along B's boundary and does not lead
        // into B's angle. `before`: A's previous vertex is also B's next one, so B's edge does not lead into A's angle.
        const std::uint64_t behind = same << 7 & all_but_last, before = same >> 7 & all_but_first;
        if (corners > EdgePairs<T>::fits) {
          corners_.count = corners;
          compare_angles<false>(groups, corners_);
          corners = 0;
        }
        corners = corners_.append(corners, k, shared & ~before);
        corners = corners_.append(corners, k, shared & ~behind, true);
      }
      if (edges > EdgePairs<T>::fits) {
        edges_.count = edges;
        corners_.count = corners;
        decide_edges<one_frame>(groups);
        edges = 0;
        corners = corners_.count;
      }
      edges = edges_.append(edges, k, near);
    }
    edges_.count = edges;
    corners_.count = corners;
  }

  /// Loads `count` successive vertices of W outlines, from `first` vertices behind the start of an edge on.
  /// @param edge_of  edge_of(lane): address of x of the start of the lane's edge
  template <std::ptrdiff_t first, std::size_t count, class EdgeOf>
  static SATCHEL_INLINE void load_vertices_of(EdgeOf edge_of, PointLanes<D> (&points)[count]) {
    V x[count], y[count];
    load_as_doubles_twice<D, Block::y_stride>(
        [&](std::size_t lane) __attribute__((always_inline)) { return edge_of(lane) + first; }, x, y);
    for (std::size_t k = 0; k < count; ++k) points[k] = {x[k], y[k]};
  }

  /// The pair that element i of a list belongs to.
  SATCHEL_INLINE PairState& pair_of(const GroupPairs<T>& groups, const EdgePairs<T>& list, std::uint32_t i) {
    return pairs_[groups.pair(list.group_pair(i))];
  }

  /// Notes `what` for the pair of element first + l, for each set bit l of `lanes`.
  SATCHEL_INLINE void note_all(unsigned lanes, const GroupPairs<T>& groups, const EdgePairs<T>& list,
                               std::uint32_t first, unsigned what) {
    for (; lanes != 0; lanes &= lanes - 1) {
      const std::uint32_t i = first + static_cast<std::uint32_t>(__builtin_ctz(lanes));
      pair_of(groups, list, i).noted |= what;
    }
  }

  /// Loads W elements of a list, from `first` on.
  template <bool one_frame>
  SATCHEL_INLINE EdgeCrossings<D, one_frame> crossings(const GroupPairs<T>& groups, const EdgePairs<T>& list,
                                                       std::uint32_t first) {
    PointLanes<D> ends_a[2], ends_b[2];
    load_vertices_of<0>(
        [&](std::size_t lane) __attribute__((always_inline)) { return list.edge(groups, first + lane); }, ends_a);
    load_vertices_of<0>(
        [&](std::size_t lane) __attribute__((always_inline)) { return list.other_edge(groups, first + lane); }, ends_b);
    [[maybe_unused]] V numbers[4];
    if constexpr (!one_frame) {
      load_rows<D, 4 / D::row>(
          [&](std::size_t lane) __attribute__((always_inline))->const double* {
            return pair_of(groups, list, first + static_cast<std::uint32_t>(lane)).delta.numbers;
          },
          numbers);
    }
    return {ends_a, ends_b, numbers};
  }

  /// Mask of the lanes that hold elements, where `left` elements remain.
  static SATCHEL_INLINE unsigned lanes_of(std::uint32_t left) {
    return (1u << (left < D::width ? left : D::width)) - 1;
  }

  /// Decides the edges in edges_, and empties the list: notes crossings, and lists where one edge starts on the other.
  template <bool one_frame>
  [[gnu::noinline]] void decide_edges(const GroupPairs<T>& groups) {
    const std::uint32_t count = edges_.count;
    edges_.pad();
    edges_.count = 0;
    for (std::uint32_t first = 0; first < count; first += D::width) {
      const auto both = crossings<one_frame>(groups, edges_, first);
      const unsigned all = lanes_of(count - first) & ~D::bits(both.apart());
      if (all == 0) continue;
      const auto found = both.findings();
      const unsigned crossing = all & D::bits(found.crossing);
      const unsigned certain = one_frame ? all & ~crossing & D::bits(found.certain) : 0u;
      note_all(crossing, groups, edges_, first, overlaps);
      note_all(all & ~crossing & ~certain, groups, edges_, first, doubtful);
      // Starts of edges are enough (see the proof). Edges that start in one vertex are not in this list.
      const unsigned on_a = certain & D::bits(found.on_a), on_b = certain & D::bits(found.on_b);
      note_all(on_a | on_b, groups, edges_, first, touches);
      if (corners_.count > EdgePairs<T>::fits) compare_angles<false>(groups, corners_);
      if (on_edges_.count > EdgePairs<T>::fits) compare_angles<true>(groups, on_edges_);
      for (unsigned left = on_a | on_b; left != 0; left &= left - 1) {
        // Where each edge starts on the other, both lie on one line, and A does not enter B at the start of its edge.
        const auto lane = static_cast<unsigned>(__builtin_ctz(left));
        const bool is_on_a = (on_a >> lane & 1) != 0;
        on_edges_.append_one(edges_.elements[first + lane], !is_on_a);
        corners_.append_one(edges_.elements[first + lane], is_on_a);
      }
    }
  }

  /// Tests at the listed points, where the boundaries meet, whether the other edge of an element leads into the inner
  /// angle of the first edge's body.
  /// @tparam on_edges  false: the point is the start of the first edge (corners_); true: it is the start of the other
  ///                   edge and lies on the first one, whose ends are then the legs of the angle (on_edges_)
  template <bool on_edges>
  [[gnu::noinline]] void compare_angles(const GroupPairs<T>& groups, EdgePairs<T>& list) {
    const std::uint32_t count = list.count;
    list.pad();
    list.count = 0;
    for (std::uint32_t first = 0; first < count; first += D::width) {
      const auto other_edge = [&](std::size_t lane) __attribute__((always_inline)) {
        return list.other_edge(groups, first + lane);
      };
      PointLanes<D> vertices[3], other_ends[1];  // the vertices: before the first edge, its start, its end
      load_vertices_of<-1>(
          [&](std::size_t lane) __attribute__((always_inline)) { return list.edge(groups, first + lane); }, vertices);
      load_vertices_of<1>(other_edge, other_ends);
      PointLanes<D> p = vertices[0], at = vertices[1];
      if constexpr (on_edges) {
        PointLanes<D> starts[1];
        load_vertices_of<0>(other_edge, starts);
        p = vertices[1];
        at = starts[0];
      }
      const LeadsInto<D> leads(at, vertices[2], p, other_ends[0]);
      constexpr unsigned all = (1u << D::width) - 1;
      const unsigned is_open = D::bits(leads.open), is_overlap = all & ~is_open & D::bits(leads.inside);
      if ((is_open | is_overlap) == 0) continue;
      note_all(is_open, groups, list, first, doubtful);
      note_all(is_overlap, groups, list, first, overlaps);
    }
  }

  PairState pairs_[outlines_at_once];
  GroupPairs<T> groups_[2];  ///< [0]: of pairs in one frame; [1]: of pairs with two origins
  EdgePairs<T> edges_;       ///< edges whose boxes meet, A's first
  EdgePairs<T> corners_;     ///< both edges start in one vertex, or the first edge starts on the other
  EdgePairs<T> on_edges_;    ///< the other edge starts on the first edge
  bool in_rounds_ = false;
};

}  // namespace
