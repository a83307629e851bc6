// Verdicts of concave bodies by their outlines, without looking at their parts.
//
//   for each pair:
//     list the groups of eight edges of A and of B whose boxes meet                             list_groups
//   for each of these:
//     of edges i of A, j of B: which boxes meet? which begin in one vertex?                     meet_eights
//   for each again:                                                                             list_edges
//     list the edges whose boxes meet, but for most of those that share a vertex
//     where both begin in one vertex, note that they meet there
//   for each listed pair of edges, one a lane:                                                  decide_edges
//     the ends of the one lie on one side of the other for certain: the edges do not meet
//     the ends of each lie on different sides of the other for certain: overlapping
//     the one begins on the other: note that they meet there
//     some sign is not certain: open
//   for each point where the boundaries meet, one a lane: compare the angles there              compare_angles
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

#include "kernels/eight_boxes.hpp"
#include "kernels/eight_by_eight.hpp"
#include "kernels/isa.hpp"
#include "kernels/lanes.hpp"
#include "kernels/layout.hpp"
#include "kernels/outline_angles.hpp"
#include "kernels/outline_layout.hpp"
#include "kernels/outline_lists.hpp"
#include "kernels/outline_side.hpp"

namespace {

using satchel::Verdict;
using satchel::kernels::OutlineBlock;

/// Pairs that are looked at together: what is left of them fills lanes better.
constexpr std::size_t outlines_at_once = 32;

/// Some pairs of outlines at the work.
template <class T>
class OutlinePairs {
  using L = Isa::EightLanes<T>;
  using D = Isa::Lanes<double>;
  using V = typename D::Vector;
  using M = typename D::Mask;

 public:
  /// What there is to say: a verdict, or this.
  static constexpr unsigned open = 3;

  /// Begins with a pair.
  /// @param dx, dy  from A's origin to B's
  /// @param reach   W
  SATCHEL_INLINE void begin(std::uint32_t number, const T* a, const T* b, double dx, double dy, double reach) {
    PairAtWork& pair = pairs_[number];
    const bool one_frame = dx == 0 && dy == 0;
    pair.a = Side(a);
    pair.b = Side(b);
    pair.numbers[0] = dx;
    pair.numbers[1] = dy;
    pair.numbers[2] = 0x1p-49 * reach;
    const T way_x = static_cast<T>(dx), way_y = static_cast<T>(dy);
    pair.ways[0] = way_x;
    pair.ways[1] = way_y;
    pair.ways[2] = T(0) - way_x;
    pair.ways[3] = T(0) - way_y;
    pair.shallowest =
        T(0) - (one_frame ? T(0) : static_cast<T>(reach) * (sizeof(T) == sizeof(float) ? T(0x1p-20) : T(0x1p-49)));
    pair.frames = one_frame ? 0 : 1;
  }

  /// Goes on with all `count` that have begun.
  SATCHEL_INLINE void meet(std::uint32_t count) {
    list_groups(count);
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
    if (const unsigned within = within_each_other(pair); within != 0) {
      const auto [dx, dy, error, unused] = pair.numbers;
      const Inside a_inside = (within & a_within_b) != 0 ? is_inside(pair.a, pair.b, 0 - dx, 0 - dy, error) : Inside::no;
      const Inside b_inside = (within & b_within_a) != 0 ? is_inside(pair.b, pair.a, dx, dy, error) : Inside::no;
      if (a_inside == Inside::yes || b_inside == Inside::yes) return static_cast<unsigned>(Verdict::overlapping);
      if (a_inside == Inside::perhaps || b_inside == Inside::perhaps) return open;
    }
    return static_cast<unsigned>(Verdict::disjoint);
  }

 private:
  /// What is known of a pair.
  enum : unsigned { touches = 1, doubtful = 2, overlaps = 4 };
  /// Which body's box lies in that of the other.
  enum : unsigned { a_within_b = 1, b_within_a = 2 };

  using Block = OutlineBlock<const T>;
  using Side = OutlineSide<T>;

  struct PairAtWork {
    Side a, b;
    alignas(32) double numbers[4];  ///< dx, dy, the error as a multiple of |e|_1
    T ways[4], shallowest;          ///< how boxes are compared: dx, dy, -dx, -dy; the error of a depth, negated
    unsigned known;
    unsigned frames;  ///< 0: one origin, 1: two
  };

  /// Lists the groups of both bodies whose boxes meet.
  SATCHEL_INLINE void list_groups(std::uint32_t count) {
    for (std::uint32_t number = 0; number < count; ++number) {
      PairAtWork& pair = pairs_[number];
      pair.known = 0;
      GroupPairs<T>& groups = groups_[pair.frames];
      const Side a = pair.a, b = pair.b;  // copies: to the compiler, what is listed may be written over those
      const auto shallowest = L::splat(pair.shallowest);
      const auto way_x = L::splat(pair.ways[0]), way_y = L::splat(pair.ways[1]);
      const auto back_x = L::splat(pair.ways[2]), back_y = L::splat(pair.ways[3]);
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
          if (end > groups.full) {
            groups.count = end;
            if (pair.frames == 0) {
              meet_groups<true>();
            } else {
              meet_groups<false>();
            }
            end = 0;
          }
          end = groups.put(end, number, first, of_a.template meet<8>(b.box_of_group(group_b), shallowest), group_b);
        }
      }
      groups.count = end;
    }
  }

  /// Which body's box lies in that of the other.
  static SATCHEL_INLINE unsigned within_each_other(const PairAtWork& pair) {
    using Four = Isa::FourLanes<T>;
    constexpr unsigned all_four = (1u << Four::width) - 1;
    const auto lowest = Four::splat(pair.shallowest), highest = Four::splat(T(0)) - lowest;
    unsigned a_beyond = 0, b_beyond = 0;
    for (std::size_t k = 0; k < 4; k += Four::width) {
      const auto beyond = (Four::load(pair.a.whole() + k) + Four::load(pair.ways + k)) - Four::load(pair.b.whole() + k);
      a_beyond |= Four::bits(beyond > highest) & all_four;
      b_beyond |= Four::bits(beyond < lowest) & all_four;
    }
    return (a_beyond == 0 ? a_within_b : 0u) | (b_beyond == 0 ? b_within_a : 0u);
  }

  /// Meets the groups that have been listed: all further steps.
  template <bool one_frame>
  [[gnu::noinline]] void meet_groups() {
    GroupPairs<T>& groups = groups_[one_frame ? 0 : 1];
    for (std::uint32_t k = 0; k < groups.count; ++k) meet_eights<one_frame>(groups, k);
    list_edges<one_frame>(groups);
    decide_edges<one_frame>(groups);
    if constexpr (one_frame) compare_angles(groups);
    groups.count = 0;
  }

  /// Of eight edges of each body: which boxes meet; in one frame, which begin in one vertex, too.
  template <bool one_frame>
  SATCHEL_INLINE void meet_eights(GroupPairs<T>& groups, std::uint32_t k) const {
    const PairAtWork& pair = pairs_[groups.owner(k)];
    const std::uint32_t group_a = groups.a(k);
    const T* const edges_a = pair.a.edges_of(group_a);
    const T* const edges_b = pair.b.edges_of(groups.b(k));
    groups.edges_a[k] = edges_a;
    groups.edges_b[k] = edges_b;
    if constexpr (one_frame) {
      const EightByEight<T> met(edges_a, edges_b);
      groups.near[k] = met.near;
      groups.same[k] = met.same;
    } else {
      groups.near[k] = EightByEight<T>(edges_a, edges_b, pair.a.box_of_group(group_a), pair.ways, pair.shallowest).near;
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
        // Where the edges before and behind are shared as well, the angles fill the round one.
        const std::uint64_t inner = (same << 7 & all_but_last) & (same >> 7 & all_but_first);
        if (corners > EdgePairs::full) {
          meetings_.count = corners;
          compare_angles(groups);
          corners = 0;
        }
        corners = meetings_.put(corners, k, shared & ~inner);
      }
      if (edges > EdgePairs::full) {
        edges_.count = edges;
        meetings_.count = corners;
        decide_edges<one_frame>(groups);
        edges = 0;
        corners = meetings_.count;
      }
      edges = edges_.put(edges, k, near);
    }
    edges_.count = edges;
    meetings_.count = corners;
  }

  /// W of the elements of a list from one on. Behind the last it is filled up with the last.
  struct Some {
    const T *a[D::width], *b[D::width];  ///< where the boxes of their edges stand

    SATCHEL_INLINE Some(const GroupPairs<T>& groups, const EdgePairs& list, std::uint32_t first) {
      for (std::uint32_t lane = 0; lane < D::width; ++lane) {
        const std::uint32_t i = first + lane, k = list.groups(i);
        a[lane] = groups.edges_a[k] + list.edge_a(i);
        b[lane] = groups.edges_b[k] + list.edge_b(i);
      }
    }
  };
  /// @tparam way  how many edges behind those of `from`
  template <std::ptrdiff_t way>
  static SATCHEL_INLINE EdgeLanes<D> edges(const T* const* from) {
    constexpr std::ptrdiff_t to_x = Block::way_to_vertices + way, to_y = to_x + Block::way_to_y;
    const T *x[D::width], *y[D::width];
    for (std::size_t lane = 0; lane < D::width; ++lane) {
      x[lane] = from[lane] + to_x;
      y[lane] = from[lane] + to_y;
    }
    EdgeLanes<D> edges;
    load_two<D>(x, edges.start.x, edges.end.x);
    load_two<D>(y, edges.start.y, edges.end.y);
    return edges;
  }

  /// Whose element i of a list is.
  SATCHEL_INLINE PairAtWork& pair_of(const GroupPairs<T>& groups, const EdgePairs& list, std::uint32_t i) {
    return pairs_[groups.owner(list.groups(i))];
  }

  /// Notes something of the pairs of elements, those from `first` on whose lanes are told.
  SATCHEL_INLINE void note_all(unsigned lanes, const GroupPairs<T>& groups, const EdgePairs& list, std::uint32_t first,
                               unsigned what) {
    for (; lanes != 0; lanes &= lanes - 1) {
      const std::uint32_t i = first + static_cast<std::uint32_t>(__builtin_ctz(lanes));
      pair_of(groups, list, i).known |= what;
    }
  }

  /// Decides the edges that have been listed, and notes where they meet.
  template <bool one_frame>
  [[gnu::noinline]] void decide_edges(const GroupPairs<T>& groups) {
    const std::uint32_t count = edges_.count;
    edges_.fill_up();
    edges_.count = 0;
    for (std::uint32_t first = 0; first < count; first += D::width) {
      const Some some(groups, edges_, first);
      const EdgeLanes<D> a = edges<0>(some.a), b = edges<0>(some.b);
      PointLanes<D> b0 = b.start, b1 = b.end;
      V error;
      if constexpr (one_frame) {
        alignas(64) double errors[D::width];
        for (std::uint32_t lane = 0; lane < D::width; ++lane) {
          errors[lane] = pair_of(groups, edges_, first + lane).numbers[2];
        }
        error = D::load(errors);
      } else {
        V numbers[4];
        load_rows<D, 4 / D::row>(
            [&](std::size_t lane) __attribute__((always_inline))->const double* {
              return pair_of(groups, edges_, first + static_cast<std::uint32_t>(lane)).numbers;
            },
            numbers);
        b0 = {b0.x + numbers[0], b0.y + numbers[1]};
        b1 = {b1.x + numbers[0], b1.y + numbers[1]};
        error = numbers[2];
      }
      const PointLanes<D> edge_a = a.end - a.start, edge_b = b.end - b.start;
      const V error_a = error * (D::abs(edge_a.x) + D::abs(edge_a.y));
      const V error_b = error * (D::abs(edge_b.x) + D::abs(edge_b.y));
      const PointLanes<D> way = b0 - a.start;
      const Product<D> b0_by_a(edge_a, way), b1_by_a(edge_a, b1 - a.start);
      const Product<D> a0_by_b(way, edge_b), a1_by_b(edge_b, a.end - b0);
      M apart = alike<D>(b0_by_a, b1_by_a, error_a) | alike<D>(a0_by_b, a1_by_b, error_b);
      if constexpr (one_frame) {
        // A's begins where B's ends, and they do not lie on one line: there is no other point that they share.
        apart = apart | D::both(a.start.is(b1), D::abs(b0_by_a.rounded()) > error_a);
      }
      constexpr unsigned all = (1u << D::width) - 1;
      const unsigned meeting = all & ~D::bits(apart);
      if (meeting == 0) continue;
      const Signs<D> b0_of_a(b0_by_a, error_a, b0.is(a.end)), b1_of_a(b1_by_a, error_a, b1.is(a.end));
      const Signs<D> a0_of_b(a0_by_b, error_b, a.start.is(b1)), a1_of_b(a1_by_b, error_b, a.end.is(b1));
      const auto unlike = [](const Signs<D>& p, const Signs<D>& q) __attribute__((always_inline)) {
        return D::both(p.above, q.below) | D::both(p.below, q.above);
      };
      const unsigned crossing = meeting & D::bits(D::both(unlike(b0_of_a, b1_of_a), unlike(a0_of_b, a1_of_b)));
      note_all(crossing, groups, edges_, first, overlaps);
      unsigned told = 0;  // zeros are certain in one frame alone
      if constexpr (one_frame) {
        const M certain =
            D::both(D::both(b0_of_a.certain(), b1_of_a.certain()), D::both(a0_of_b.certain(), a1_of_b.certain()));
        told = meeting & ~crossing & D::bits(certain);
      }
      note_all(meeting & ~crossing & ~told, groups, edges_, first, doubtful);
      if (told == 0) continue;
      // Beginnings are enough: see above. (Those that begin in one vertex are not listed.)
      const auto lies_on = [](const Signs<D>& its, const PointLanes<D>& v, const PointLanes<D>& s,
                              const PointLanes<D>& t) __attribute__((always_inline)) {
        return D::both(D::both(its.is_zero, v.is_between(s, t)), D::negated(v.is(t)));
      };
      const unsigned on_a = told & D::bits(lies_on(b0_of_a, b0, a.start, a.end));
      const unsigned on_b = told & D::bits(lies_on(a0_of_b, a.start, b0, b1));
      note_all(on_a | on_b, groups, edges_, first, touches);
      if (meetings_.count > EdgePairs::full) compare_angles(groups);
      for (unsigned left = on_a | on_b; left != 0; left &= left - 1) {
        // Where either begins on the other they lie on one line, and A does not come inside where its own begins.
        const auto lane = static_cast<unsigned>(__builtin_ctz(left));
        meetings_.put_one(edges_.elements[first + lane], (on_a >> lane & 1) != 0 ? EdgePairs::on_a : EdgePairs::on_b);
      }
    }
  }

  /// Compares the angles where boundaries have been noted to meet.
  [[gnu::noinline]] void compare_angles(const GroupPairs<T>& groups) {
    const std::uint32_t count = meetings_.count;
    meetings_.fill_up();
    meetings_.count = 0;
    for (std::uint32_t first = 0; first < count; first += D::width) {
      const Some some(groups, meetings_, first);
      const EdgeLanes<D> to_a = edges<-1>(some.a), from_a = edges<0>(some.a);
      const EdgeLanes<D> to_b = edges<-1>(some.b), from_b = edges<0>(some.b);
      PointLanes<D> at = from_a.start, p = to_a.start, r = to_b.start;
      std::uint32_t on_edges = 0;
      for (std::uint32_t lane = 0; lane < D::width; ++lane) on_edges |= meetings_.meeting(first + lane);
      if (on_edges != 0) {
        alignas(64) double meetings[D::width];
        for (std::uint32_t lane = 0; lane < D::width; ++lane) meetings[lane] = meetings_.meeting(first + lane);
        const V meeting = D::load(meetings);
        const M on_a = meeting == D::splat(EdgePairs::on_a), on_b = meeting == D::splat(EdgePairs::on_b);
        at = select(on_a, from_b.start, from_a.start);
        p = select(on_a, from_a.start, to_a.start);
        r = select(on_b, from_b.start, to_b.start);
      }
      const Angles<D> angles(at, from_a.end, p, from_b.end, r);
      constexpr unsigned all = (1u << D::width) - 1;
      const unsigned is_open = D::bits(angles.open), is_overlap = all & ~is_open & D::bits(angles.overlap);
      if ((is_open | is_overlap) == 0) continue;
      note_all(is_open, groups, meetings_, first, doubtful);
      note_all(is_overlap, groups, meetings_, first, overlaps);
    }
  }

  PairAtWork pairs_[outlines_at_once];
  GroupPairs<T> groups_[2];  ///< of pairs in one frame; of bodies of two origins
  EdgePairs edges_;
  EdgePairs meetings_;
};

}  // namespace
