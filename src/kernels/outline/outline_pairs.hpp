// Verdicts of concave bodies by their outlines, without looking at their parts.
//
//   for each pair:
//     list the groups of eight edges of A and of B whose boxes meet                             list_groups, or
//     meet_boxes
//   for each of these:
//     of edges i of A, j of B: which boxes meet? which begin in one vertex?                     meet_eights
//   for each again:                                                                             list_edges
//     list the edges whose boxes meet, but for most of those that share a vertex
//     where both begin in one vertex, note that they meet there
//   for each listed pair of edges, one a lane:                                                  keep_meeting
//     the ends of the one lie on one side of the other for certain: the edges do not meet
//   for each that is left, one a lane:                                                          decide_edges
//     the ends of each lie on different sides of the other for certain: overlapping
//     the one begins on the other: note that they meet there
//     some sign is not certain: open
//   for each point where the boundaries meet, one a lane: do the angles overlap there?          compare_angles
//
// Each step goes over the lists of some pairs and leads to other lists: so the work on one pair goes on under that on
// others, and what is left fills lanes.
//
//   edges meet, and nowhere do angles overlap: touching
//   no edges meet: disjoint, but if the box around one body lies in that around the other it may lie inside (is_inside)
//
// Why that is right. Let the interiors of two such bodies meet. Their boundaries may not: then one lies inside of the
// other one, and so does its box. Or A's boundary somewhere comes inside of B: at a point of B's boundary, where the
// angles of both overlap. That point is
//
//   a crossing;
//   or where an edge of A begins that leads inside, on an edge of B or where this begins, too;
//   or where an edge of B begins, on an edge e of A that goes on inside.
//
// All of these are noted, though edges that share a vertex v are not looked at, unless A's begins where B's ends. For
// they meet elsewhere only if they lead from v in one direction. An edge that leads inside does not; and e and the edge
// f of B do only if f leads back along e, to end where e begins. Where both begin in one vertex, its angles are
// compared, but where these fill the round one together: there the boundaries go on along each other.
//
// Or A's boundary nowhere comes inside of B, but meets B's: then B lies in A. Both may be one figure, whose corners are
// vertices of both. Else B's boundary comes inside of A, at one of the points above with A and B exchanged, and that is
// noted, too: an edge of A that begins on one of B and leads back along it, to end where that begins, has A's interior
// on the side where B's is not, and B does not lie in A.
//
// Nothing of that asks whether the outline meets itself, as rounding may make it: it holds for any plane figure that is
// laid out without folds, as convex parts glued along edges are that stay convex, if it fills less than the round angle
// at each vertex of its outline (scene/outlines.cpp sees to both).
//
// Error. Let u = 2^-53 and W = |d|_1 + 2 (reach of A + reach of B), d from A's origin to B's, which no coordinate and
// no difference of two exceeds. Edges are differences of stored offsets, off by a factor 1 + u. v - s, of a vertex of
// one body and one of the other, is off by u W for d, u W for the sum with it and u W for the difference. So (t - s) x
// (v - s) is off by (3 + 2 + 1) u W |t - s|_1 (1 + O(u)). The bound takes 16 u. Boxes are compared in T: 16 roundings
// of numbers up to W are allowed for; in one frame none, for the sign of a sum is exact. Nothing underflows: see Range.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/outline/edge_crossings.hpp"
#include "kernels/outline/eight_boxes.hpp"
#include "kernels/outline/eight_by_eight.hpp"
#include "lanes/isa.hpp"
#include "lanes/lanes.hpp"
#include "format/layout.hpp"
#include "kernels/outline/outline_angles.hpp"
#include "format/outline_layout.hpp"
#include "kernels/outline/outline_lists.hpp"
#include "kernels/outline/outline_side.hpp"

namespace {

using satchel::Verdict;
using satchel::kernels::OutlineBlock;

/// Pairs that are looked at together: what is left of them fills lanes better.
constexpr std::size_t outlines_at_once = 48;

/// Some pairs of outlines at the work.
template <class T>
class OutlinePairs {
  using L = Isa::EightLanes<T>;
  using D = Isa::Lanes<double>;
  using V = typename D::Vector;
  using M = typename D::Mask;
  using Body = satchel::kernels::BodyRecord<T>;

 public:
  /// What there is to say: a verdict, or this.
  static constexpr unsigned open = 3;

  /// Begins with a pair: compares the boxes around its groups of edges.
  SATCHEL_INLINE void begin(std::uint32_t number, const Body& body_a, const Body& body_b, const T* a, const T* b) {
    PairAtWork& pair = pairs_[number];
    pair.body_a = &body_a;
    pair.body_b = &body_b;
    pair.a = a;
    pair.b = b;
    pair.known = 0;
    if (!is_one_frame(pair)) {
      pair.way.set(body_a, body_b);
      list_groups<false>(number);
    } else if constexpr (EightByEight<T>::at_once) {
      meet_boxes(number);
    } else {
      list_groups<true>(number);
    }
  }

  /// Goes on with all that have begun.
  SATCHEL_INLINE void meet() {
    if constexpr (EightByEight<T>::at_once) list_eights();
    meet_groups<true>();
    meet_groups<false>();
  }

  /// What there is to say of a pair now.
  SATCHEL_INLINE unsigned finish(std::uint32_t number) const {
    const PairAtWork& pair = pairs_[number];
    const unsigned known = pair.known;
    if ((known & overlaps) != 0) return static_cast<unsigned>(Verdict::overlapping);
    if ((known & doubtful) != 0) return open;
    if ((known & touches) != 0) return static_cast<unsigned>(Verdict::touching);
    static constexpr Way nowhere = {};
    const Side a(pair.a), b(pair.b);
    if (const Within within(a, b, is_one_frame(pair) ? nowhere : pair.way); within.a_in_b || within.b_in_a) {
      Way way;
      way.set(*pair.body_a, *pair.body_b);
      const auto [dx, dy, error, unused] = way.numbers;
      const Inside a_inside = within.a_in_b ? is_inside(a, b, 0 - dx, 0 - dy, error) : Inside::no;
      const Inside b_inside = within.b_in_a ? is_inside(b, a, dx, dy, error) : Inside::no;
      if (a_inside == Inside::yes || b_inside == Inside::yes) return static_cast<unsigned>(Verdict::overlapping);
      if (a_inside == Inside::perhaps || b_inside == Inside::perhaps) return open;
    }
    return static_cast<unsigned>(Verdict::disjoint);
  }

 private:
  /// What is known of a pair.
  enum : unsigned { touches = 1, doubtful = 2, overlaps = 4 };
  using Block = OutlineBlock<const T>;
  using Side = OutlineSide<T>;
  using Way = OutlineWay<T>;
  using Within = BoxWithin<T>;

  struct PairAtWork {
    const Body *body_a, *body_b;
    const T *a, *b;  ///< the outlines
    Way way;         ///< of two frames
    unsigned known;
  };

  static SATCHEL_INLINE bool is_one_frame(const PairAtWork& pair) {
    return pair.body_a->x == pair.body_b->x && pair.body_a->y == pair.body_b->y;
  }

  /// Lists the groups of a pair whose boxes meet: those of A's eights, with each of B's that is near A as a whole.
  template <bool one_frame>
  SATCHEL_INLINE void list_groups(std::uint32_t number) {
    const PairAtWork& pair = pairs_[number];
    GroupPairs<T>& groups = groups_[one_frame ? 0 : 1];
    const Side a(pair.a), b(pair.b);
    const auto way = [&](unsigned k) { return L::splat(one_frame ? T(0) : pair.way.ways[k]); };
    const auto shallowest = L::splat(one_frame ? T(0) : pair.way.shallowest);
    const auto way_x = way(0), way_y = way(1), back_x = way(2), back_y = way(3);
    std::uint64_t near_b = 0;
    for (std::uint32_t first = 0; first < b.group_count; first += 8) {
      const EightBoxes<L> of_b(b.box_of_group(first), back_x, back_y);
      near_b |= std::uint64_t{of_b.template meet<1>(a.whole(), shallowest)} << first;
    }
    std::uint32_t end = groups.count;
    for (std::uint32_t first = 0; first < a.group_count; first += 8) {
      const EightBoxes<L> of_a(a.box_of_group(first), way_x, way_y);
      // Of an outline of eight groups at most some are near; else there are many eights, and most are far.
      if (a.group_count > 8 && of_a.template meet<1>(b.whole(), shallowest) == 0) continue;
      for (std::uint64_t left = near_b; left != 0; left &= left - 1) {
        const auto group_b = static_cast<std::uint32_t>(__builtin_ctzll(left));
        if (end > GroupPairs<T>::full) {
          groups.count = end;
          meet_groups<one_frame>();
          end = 0;
        }
        end = groups.put(end, number, first, of_a.template meet<8>(b.box_of_group(group_b), shallowest), group_b);
      }
    }
    groups.count = end;
  }

  /// The same of one frame where eight by eight boxes are compared at once. What comes of that is listed when all pairs
  /// have begun: how many groups there are cannot be foreseen, and a wrong guess costs the less, the sooner it shows.
  SATCHEL_INLINE void meet_boxes(std::uint32_t number) {
    const PairAtWork& pair = pairs_[number];
    const Side a(pair.a), b(pair.b);
    const auto zero = L::splat(T(0));
    const auto is_far = [&](const T* boxes, const T* other) __attribute__((always_inline)) {
      return EightBoxes<L>(boxes, zero, zero).template meet<1>(other, zero) == 0;
    };
    for (std::uint32_t first_a = 0; first_a < a.group_count; first_a += 8) {
      const T* const boxes_a = a.box_of_group(first_a);
      if (a.group_count > 8 && is_far(boxes_a, b.whole())) continue;
      for (std::uint32_t first_b = 0; first_b < b.group_count; first_b += 8) {
        const T* const boxes_b = b.box_of_group(first_b);
        if (b.group_count > 8 && is_far(boxes_b, a.whole())) continue;
        if (eights_.count == EightsOfGroups<T>::most) list_eights();
        eights_.put(EightByEight<T>::near_of(boxes_a, boxes_b), number, a.edges_of(first_a), b.edges_of(first_b));
      }
    }
  }
  SATCHEL_INLINE void list_eights() {
    GroupPairs<T>& groups = groups_[0];
    for (std::uint32_t k = 0; k < eights_.count; ++k) {
      if (groups.count > GroupPairs<T>::full) meet_groups<true>();
      groups.put(eights_, k);
    }
    eights_.count = 0;
  }

  /// Meets the groups that have been listed: all further steps.
  template <bool one_frame>
  [[gnu::noinline]] void meet_groups() {
    GroupPairs<T>& groups = groups_[one_frame ? 0 : 1];
    for (std::uint32_t k = 0; k < groups.count; ++k) meet_eights<one_frame>(groups, k);
    list_edges<one_frame>(groups);
    keep_meeting<one_frame>(groups);
    decide_edges<one_frame>(groups);
    if constexpr (one_frame) {
      compare_angles<false>(groups, corners_);
      if (on_edges_.count != 0) compare_angles<true>(groups, on_edges_);
    }
    groups.count = 0;
  }

  /// Of eight edges of each body: which boxes meet; in one frame, which begin in one vertex, too.
  template <bool one_frame>
  SATCHEL_INLINE void meet_eights(GroupPairs<T>& groups, std::uint32_t k) const {
    const PairAtWork& pair = pairs_[groups.owner(k)];
    const Side a(pair.a), b(pair.b);
    if constexpr (!(one_frame && EightByEight<T>::at_once)) {
      groups.edges[k][0] = groups.edges[k][2] = a.edges_of(groups.a(k));
      groups.edges[k][1] = b.edges_of(groups.b(k));
    }
    const T *const edges_a = groups.edges[k][0], *const edges_b = groups.edges[k][1];
    if constexpr (one_frame) {
      const EightByEight<T> met(edges_a, edges_b);
      groups.near[k] = met.near;
      groups.same[k] = met.same;
    } else {
      const Way& way = pair.way;
      groups.near[k] = EightByEight<T>(edges_a, edges_b, a.box_of_group(groups.a(k)), way.ways, way.shallowest).near;
    }
  }

  /// Lists edges whose boxes meet and that share no vertex; and where edges begin in one.
  template <bool one_frame>
  SATCHEL_INLINE void list_edges(GroupPairs<T>& groups) {
    std::uint32_t edges = 0, corners = 0;
    const std::uint32_t count = groups.count;
    for (std::uint32_t k = 0; k < count; ++k) {
      std::uint64_t near = groups.near[k];
      if constexpr (one_frame) {
        // Edges that share a vertex need no look, unless A's begins where B's ends: see above.
        constexpr std::uint64_t all_but_last = each_byte * 0x7f, all_but_first = each_byte * 0xfe;
        const std::uint64_t same = groups.same[k], at_next_a = same >> 1 & all_but_last;
        const std::uint64_t shared = same & near;
        near &= ~(same | at_next_a | at_next_a >> 8);
        pairs_[groups.owner(k)].known |= shared != 0 ? unsigned{touches} : 0u;
        // Where A's next vertex and B's last one are shared as well, A's next edge does not lead into B's angle; where
        // A's last one and B's next one are, neither does B's into A's.
        const std::uint64_t behind = same << 7 & all_but_last, before = same >> 7 & all_but_first;
        if (corners > EdgePairs<T>::full) {
          corners_.count = corners;
          compare_angles<false>(groups, corners_);
          corners = 0;
        }
        corners = corners_.put(corners, k, shared & ~before);
        corners = corners_.put(corners, k, shared & ~behind, true);
      }
      if (edges > EdgePairs<T>::full) {
        edges_.count = edges;
        corners_.count = corners;
        keep_meeting<one_frame>(groups);
        edges = 0;
        corners = corners_.count;
      }
      edges = edges_.put(edges, k, near);
    }
    edges_.count = edges;
    corners_.count = corners;
  }

  /// Vertices of W edges' outlines in a row, from the edges' beginnings on or from `first` vertices behind.
  /// @param edge_of  edge_of(lane): where the edge's box stands
  template <std::ptrdiff_t first, std::size_t count, class EdgeOf>
  static SATCHEL_INLINE void load_vertices_of(EdgeOf edge_of, PointLanes<D> (&points)[count]) {
    V x[count], y[count];
    load_as_doubles_twice<D, Block::way_to_y>(
        [&](std::size_t lane) __attribute__((always_inline)) { return edge_of(lane) + Block::way_to_vertices + first; },
        x, y);
    for (std::size_t k = 0; k < count; ++k) points[k] = {x[k], y[k]};
  }

  /// Whose element i of a list is.
  SATCHEL_INLINE PairAtWork& pair_of(const GroupPairs<T>& groups, const EdgePairs<T>& list, std::uint32_t i) {
    return pairs_[groups.owner(list.groups(i))];
  }

  /// Notes something of the pairs of elements, those from `first` on whose lanes are told.
  SATCHEL_INLINE void note_all(unsigned lanes, const GroupPairs<T>& groups, const EdgePairs<T>& list,
                               std::uint32_t first, unsigned what) {
    for (; lanes != 0; lanes &= lanes - 1) {
      const std::uint32_t i = first + static_cast<std::uint32_t>(__builtin_ctz(lanes));
      pair_of(groups, list, i).known |= what;
    }
  }

  /// Those of W elements of a list from `first` on.
  template <bool one_frame>
  SATCHEL_INLINE EdgeCrossings<D, one_frame> crossings(const GroupPairs<T>& groups, const EdgePairs<T>& list,
                                                       std::uint32_t first) {
    PointLanes<D> of_a[2], of_b[2];
    load_vertices_of<0>(
        [&](std::size_t lane) __attribute__((always_inline)) { return list.edge(groups, first + lane); }, of_a);
    load_vertices_of<0>(
        [&](std::size_t lane) __attribute__((always_inline)) { return list.other_edge(groups, first + lane); }, of_b);
    [[maybe_unused]] V numbers[4];
    if constexpr (!one_frame) {
      load_rows<D, 4 / D::row>(
          [&](std::size_t lane) __attribute__((always_inline))->const double* {
            return pair_of(groups, list, first + static_cast<std::uint32_t>(lane)).way.numbers;
          },
          numbers);
    }
    return {of_a, of_b, numbers};
  }

  /// Keeps those of the listed edges that may meet.
  template <bool one_frame>
  [[gnu::noinline]] void keep_meeting(const GroupPairs<T>& groups) {
    const std::uint32_t count = edges_.count;
    edges_.fill_up();
    edges_.count = 0;
    for (std::uint32_t first = 0; first < count; first += D::width) {
      const M apart = crossings<one_frame>(groups, edges_, first).apart();
      const unsigned kept = lanes_of(count - first) & ~D::bits(apart);
      if (kept == 0) continue;
      meeting_.template keep<D>(edges_, first, kept);
      if (meeting_.count > EdgePairs<T>::full) decide_edges<one_frame>(groups);
    }
  }
  /// The lanes of `left` elements of a list, as many as there are of both.
  static SATCHEL_INLINE unsigned lanes_of(std::uint32_t left) {
    return (1u << (left < D::width ? left : D::width)) - 1;
  }

  /// Decides the edges that may meet, and notes where they do.
  template <bool one_frame>
  [[gnu::noinline]] void decide_edges(const GroupPairs<T>& groups) {
    const std::uint32_t count = meeting_.count;
    meeting_.fill_up();
    meeting_.count = 0;
    for (std::uint32_t first = 0; first < count; first += D::width) {
      const auto found = crossings<one_frame>(groups, meeting_, first).findings();
      const unsigned all = lanes_of(count - first), crossing = all & D::bits(found.crossing);
      const unsigned told = one_frame ? all & ~crossing & D::bits(found.told) : 0u;
      note_all(crossing, groups, meeting_, first, overlaps);
      note_all(all & ~crossing & ~told, groups, meeting_, first, doubtful);
      // Beginnings are enough: see above. (Those that begin in one vertex are not listed.)
      const unsigned on_a = told & D::bits(found.on_a), on_b = told & D::bits(found.on_b);
      note_all(on_a | on_b, groups, meeting_, first, touches);
      if (corners_.count > EdgePairs<T>::full) compare_angles<false>(groups, corners_);
      if (on_edges_.count > EdgePairs<T>::full) compare_angles<true>(groups, on_edges_);
      for (unsigned left = on_a | on_b; left != 0; left &= left - 1) {
        // Where either begins on the other they lie on one line, and A does not come inside where its own begins.
        const auto lane = static_cast<unsigned>(__builtin_ctz(left));
        const bool is_on_a = (on_a >> lane & 1) != 0;
        on_edges_.put_one(meeting_.elements[first + lane], !is_on_a);
        corners_.put_one(meeting_.elements[first + lane], is_on_a);
      }
    }
  }

  /// Compares the angles where boundaries have been noted to meet.
  template <bool on_edges>
  [[gnu::noinline]] void compare_angles(const GroupPairs<T>& groups, EdgePairs<T>& list) {
    const std::uint32_t count = list.count;
    list.fill_up();
    list.count = 0;
    for (std::uint32_t first = 0; first < count; first += D::width) {
      const auto other_edge = [&](std::size_t lane) __attribute__((always_inline)) {
        return list.other_edge(groups, first + lane);
      };
      PointLanes<D> its[3], others[1];
      load_vertices_of<-1>(
          [&](std::size_t lane) __attribute__((always_inline)) { return list.edge(groups, first + lane); }, its);
      load_vertices_of<1>(other_edge, others);
      PointLanes<D> p = its[0], at = its[1];
      if constexpr (on_edges) {
        PointLanes<D> starts[1];
        load_vertices_of<0>(other_edge, starts);
        p = its[1];
        at = starts[0];
      }
      const LeadsInto<D> leads(at, its[2], p, others[0]);
      constexpr unsigned all = (1u << D::width) - 1;
      const unsigned is_open = D::bits(leads.open), is_overlap = all & ~is_open & D::bits(leads.inside);
      if ((is_open | is_overlap) == 0) continue;
      note_all(is_open, groups, list, first, doubtful);
      note_all(is_overlap, groups, list, first, overlaps);
    }
  }

  PairAtWork pairs_[outlines_at_once];
  EightsOfGroups<T> eights_;
  GroupPairs<T> groups_[2];  ///< of pairs in one frame; of bodies of two origins
  EdgePairs<T> edges_;       ///< their boxes meet
  EdgePairs<T> meeting_;     ///< some of these may meet
  EdgePairs<T> corners_;     ///< both begin in one vertex, or the first one on the other
  EdgePairs<T> on_edges_;    ///< the other one begins on the first
};

}  // namespace
