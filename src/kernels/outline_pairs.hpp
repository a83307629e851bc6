// Verdicts of concave bodies by their outlines, without looking at their parts.
//
//   for each pair:
//     list the groups of eight edges of A and of B whose boxes meet                             list_groups
//   for each of these:
//     of edges i of A, j of B, whose boxes meet: list those that share no vertex;               meet_groups
//     where both begin in one vertex, note that they meet there
//   for each listed pair of edges, one a lane:                                                  meet_edges
//     the ends of the one lie on one side of the other for certain: the edges do not meet
//     the ends of each lie on different sides of the other for certain: overlapping
//     the one begins where the other does, or on it: note that they meet there
//     some sign is not certain: open
//   for each point where the boundaries meet, one a lane: compare the angles there              compare_angles
//
//   no edges meet: disjoint; some do, and no angles overlap: touching
//   but if the box around one body lies in that around the other: it may lie inside (is_inside), open if they touch
//
// Edges that share a vertex need no look at each other: they meet elsewhere only if they have one direction from there,
// which the angles tell; then the shorter one ends on the other, where the next edge begins.
//
// Why that is right. The interiors of two such bodies meet if a boundary crosses the other or lies inside of the other
// body altogether; let us go along A's boundary from inside of B until it leaves: it does so at a point of B's
// boundary, where the angles of both overlap, which is an end of some edge or a crossing. So boundaries that meet at
// ends of edges alone, at which no angles overlap, touch; a boundary that lies inside altogether has its box inside.
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
#include "kernels/isa.hpp"
#include "kernels/keep.hpp"
#include "kernels/lanes.hpp"
#include "kernels/layout.hpp"
#include "kernels/outline_angles.hpp"
#include "kernels/outline_layout.hpp"
#include "kernels/outline_side.hpp"

namespace {

using satchel::Verdict;
using satchel::kernels::OutlineBlock;

constexpr KeptLanes kept_rows;

/// Pairs that are looked at together: what is left of them fills lanes better.
constexpr std::size_t outlines_at_once = 32;

/// Groups of eight edges of both bodies of some pairs, whose boxes meet.
struct GroupPairs {
  static constexpr std::uint32_t most = 256;

  std::uint32_t a[most], b[most], owner[most];
  std::uint64_t near[most],
      same[most];  ///< bit 8 j + i, of edges i of A and j of B: boxes meet; they begin in one vertex
  std::uint32_t count = 0;
};

/// Edges of both bodies of some pairs: where x of their first vertices stands.
template <class T>
struct EdgePairs {
  static constexpr std::uint32_t most = 256;

  const T *a[most], *b[most];
  std::uint32_t owner[most];
  std::uint32_t count = 0;
};

/// Points where boundaries meet, and the other ends of the edges there: where x of each stands.
template <class T>
struct MeetingPoints {
  static constexpr std::uint32_t most = 256;

  const T *at[most], *n[most], *p[most], *q[most], *r[most];
  std::uint32_t owner[most];
  std::uint32_t count = 0;
};

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
    using Four = Isa::FourLanes<T>;
    constexpr unsigned all_four = (1u << Four::width) - 1;
    PairAtWork& pair = pairs_[number];
    const bool one_frame = dx == 0 && dy == 0;
    pair.a = Side(a);
    pair.b = Side(b);
    pair.numbers[0] = dx;
    pair.numbers[1] = dy;
    pair.numbers[2] = 0x1p-49 * reach;
    pair.way_x = static_cast<T>(dx);
    pair.way_y = static_cast<T>(dy);
    pair.slack = one_frame ? T(0) : static_cast<T>(reach) * (sizeof(T) == sizeof(float) ? T(0x1p-20) : T(0x1p-49));
    const T ways[4] = {pair.way_x, pair.way_y, T(0) - pair.way_x, T(0) - pair.way_y};
    const auto slack = Four::splat(pair.slack), zero = Four::splat(T(0));
    bool a_in_b = true, b_in_a = true;
    for (std::size_t k = 0; k < 4; k += Four::width) {
      const auto beyond = (Four::load(OutlineBlock<const T>::whole_at(a) + k) + Four::load(ways + k)) -
                          Four::load(OutlineBlock<const T>::whole_at(b) + k);
      a_in_b &= (Four::bits(beyond > slack) & all_four) == 0;
      b_in_a &= (Four::bits(beyond < zero - slack) & all_four) == 0;
    }
    pair.known = (one_frame ? 0u : unsigned{moved}) | (a_in_b ? a_within_b : 0u) | (b_in_a ? b_within_a : 0u);
    list_groups(number, groups_[one_frame ? 1 : 0]);
  }

  /// Goes on with all that have begun.
  SATCHEL_INLINE void meet() {
    meet_groups<false>();
    meet_groups<true>();
    meet_edges();
    compare_angles();
  }

  /// What there is to say of a pair now.
  SATCHEL_INLINE unsigned finish(std::uint32_t pair) const {
    const auto& [a, b, numbers, way_x, way_y, slack, known] = pairs_[pair];
    if ((known & overlaps) != 0) return static_cast<unsigned>(Verdict::overlapping);
    if ((known & doubtful) != 0) return open;
    const bool touch = (known & touches) != 0;
    if ((known & (a_within_b | b_within_a)) != 0) {
      if (touch) return open;
      const auto [dx, dy, error, unused] = numbers;
      const Inside a_inside = (known & a_within_b) != 0 ? is_inside(a, b, 0 - dx, 0 - dy, error) : Inside::no;
      const Inside b_inside = (known & b_within_a) != 0 ? is_inside(b, a, dx, dy, error) : Inside::no;
      if (a_inside == Inside::yes || b_inside == Inside::yes) return static_cast<unsigned>(Verdict::overlapping);
      if (a_inside == Inside::perhaps || b_inside == Inside::perhaps) return open;
    }
    return static_cast<unsigned>(touch ? Verdict::touching : Verdict::disjoint);
  }

 private:
  /// What is known of a pair.
  enum : unsigned { touches = 1, doubtful = 2, overlaps = 4, moved = 8, a_within_b = 16, b_within_a = 32 };

  using Block = OutlineBlock<const T>;
  using Side = OutlineSide<T>;

  struct PairAtWork {
    Side a, b;
    alignas(32) double numbers[4];  ///< dx, dy, the error as a multiple of |e|_1
    T way_x, way_y, slack;          ///< how boxes are compared
    unsigned known;
  };

  /// Those of eight groups or edges that are there: `rest` or all.
  static SATCHEL_INLINE unsigned first_of_eight(std::uint32_t rest) { return rest >= 8 ? 0xffu : (1u << rest) - 1; }

  /// Lists the groups of both bodies whose boxes meet.
  SATCHEL_INLINE void list_groups(std::uint32_t number, GroupPairs& groups) {
    const PairAtWork& pair = pairs_[number];
    const Side &a = pair.a, &b = pair.b;
    const auto way_x = L::splat(pair.way_x), way_y = L::splat(pair.way_y), zero = L::splat(T(0));
    const auto shallowest = L::splat(T(0) - pair.slack);
    std::uint64_t near_b = 0;
    for (std::uint32_t first = 0; first < b.group_count; first += 8) {
      const EightBoxes<L> of_b(b.box_of_group(first), zero - way_x, zero - way_y);
      const unsigned near = of_b.template meet<1>(a.whole(), shallowest) & first_of_eight(b.group_count - first);
      near_b |= std::uint64_t{near} << first;
    }
    for (std::uint32_t first = 0; first < a.group_count; first += 8) {
      const EightBoxes<L> of_a(a.box_of_group(first), way_x, way_y);
      const unsigned near_a = of_a.template meet<1>(b.whole(), shallowest) & first_of_eight(a.group_count - first);
      for (std::uint64_t left = near_a != 0 ? near_b : 0; left != 0; left &= left - 1) {
        const auto group_b = static_cast<std::uint32_t>(__builtin_ctzll(left));
        for (unsigned its = near_a & of_a.template meet<8>(b.box_of_group(group_b), shallowest); its != 0;
             its &= its - 1) {
          if (groups.count == GroupPairs::most) meet_all_groups();
          groups.a[groups.count] = first + static_cast<std::uint32_t>(__builtin_ctz(its));
          groups.b[groups.count] = group_b;
          groups.owner[groups.count++] = number;
        }
      }
    }
  }

  [[gnu::noinline]] void meet_all_groups() {
    meet_groups<false>();
    meet_groups<true>();
  }

  static constexpr std::uint64_t each_byte = 0x0101010101010101;

  /// Meets the groups that have been listed, and lists their edges.
  ///
  /// Twice over the list, and few branches on the first way: so the work on one group goes on under that on others.
  template <bool one_frame>
  SATCHEL_INLINE void meet_groups() {
    GroupPairs& groups = groups_[one_frame ? 1 : 0];
    for (std::uint32_t k = 0; k < groups.count; ++k) meet_eights<one_frame>(groups, k);
    for (std::uint32_t k = 0; k < groups.count; ++k) {
      const std::uint32_t number = groups.owner[k];
      PairAtWork& pair = pairs_[number];
      const T *const vertices_a = pair.a.vertices_of(groups.a[k]), *const vertices_b = pair.b.vertices_of(groups.b[k]);
      std::uint64_t near = groups.near[k];
      if constexpr (one_frame) {
        // Edges that share a vertex: the angles there tell about them, too.
        constexpr std::uint64_t all_but_last = each_byte * 0x7f, all_but_first = each_byte * 0xfe;
        const std::uint64_t same = groups.same[k], at_next_a = same >> 1 & all_but_last;
        const std::uint64_t shared = same & near;
        near &= ~(same | at_next_a | same >> 8 | at_next_a >> 8);
        pair.known |= shared != 0 ? unsigned{touches} : 0u;
        // Where the edges before and behind are shared as well, the angles fill the round one.
        const std::uint64_t inner = (same << 7 & all_but_last) & (same >> 7 & all_but_first);
        for (std::uint64_t left = shared & ~inner; left != 0; left &= left - 1) {
          const auto bit = static_cast<std::uint32_t>(__builtin_ctzll(left));
          const T *const of_a = vertices_a + bit % 8, *const of_b = vertices_b + bit / 8;
          note(number, of_a, of_a + 1, pair.a.before(of_a), of_b + 1, pair.b.before(of_b));
        }
      }
      for (; near != 0; near &= near - 1) {
        const auto bit = static_cast<std::uint32_t>(__builtin_ctzll(near));
        edges_.a[edges_.count] = vertices_a + bit % 8;
        edges_.b[edges_.count] = vertices_b + bit / 8;
        edges_.owner[edges_.count++] = number;
      }
      if (edges_.count > EdgePairs<T>::most - edges_of_group * edges_of_group) meet_edges();
    }
    groups.count = 0;
  }

  /// Eight edges of each body against each other.
  template <bool one_frame>
  SATCHEL_INLINE void meet_eights(GroupPairs& groups, std::uint32_t k_th) const {
    constexpr std::size_t steps = edges_of_group / L::width;
    const PairAtWork& pair = pairs_[groups.owner[k_th]];
    const std::uint32_t group_a = groups.a[k_th], group_b = groups.b[k_th];
    const T *const edges_a = pair.a.edges_of(group_a), *const edges_b = pair.b.edges_of(group_b);
    const auto way_x = L::splat(pair.way_x), way_y = L::splat(pair.way_y), zero = L::splat(T(0));
    const auto shallowest = L::splat(T(0) - pair.slack);
    const EightBoxes<L> of_b(edges_b, zero - way_x, zero - way_y), of_a(edges_a, way_x, way_y);
    const unsigned near_b = of_b.template meet<8>(pair.a.box_of_group(group_a), shallowest) &
                            first_of_eight(pair.b.count - edges_of_group * group_b);
    const T *const vertices_a = edges_a + Block::box_values, *const vertices_b = edges_b + Block::box_values;
    std::uint64_t near = 0, same = 0;
    const auto meet_edge = [&](std::uint32_t j) __attribute__((always_inline)) {
      near |= std::uint64_t{of_a.template meet<8>(edges_b + j, shallowest)} << (8 * j);
      if constexpr (one_frame) {
        const auto x = L::splat(vertices_b[j]), y = L::splat(vertices_b[j + Block::way_to_y]);
        for (std::size_t s = 0; s < steps; ++s) {
          const T* const from = vertices_a + s * L::width;
          const auto equal = L::both(L::load(from) == x, L::load(from + Block::way_to_y) == y);
          same |= std::uint64_t{L::bits(equal)} << (8 * j + s * L::width);
        }
      }
    };
    // Four at once, whether there are as many or not: a branch less to be guessed. Behind the last there are zeros.
    std::uint64_t rows = kept_rows.lanes[near_b];
    for (int left = __builtin_popcount(near_b); left > 0; left -= 4, rows >>= 32) {
      for (unsigned k = 0; k < 4; ++k) meet_edge(static_cast<std::uint32_t>(rows >> (8 * k)) & 7u);
    }
    // Each byte of a row that was asked for is all ones.
    const std::uint64_t own_bit = each_byte * near_b & 0x8040201008040201;
    const std::uint64_t asked = (own_bit + each_byte * 0x7f) >> 7 & each_byte;
    groups.near[k_th] = near & asked * first_of_eight(pair.a.count - edges_of_group * group_a);
    if constexpr (one_frame) groups.same[k_th] = same;
  }

  SATCHEL_INLINE void note(std::uint32_t pair, const T* at, const T* n, const T* p, const T* q, const T* r) {
    const std::uint32_t k = meetings_.count++;
    meetings_.at[k] = at;
    meetings_.n[k] = n;
    meetings_.p[k] = p;
    meetings_.q[k] = q;
    meetings_.r[k] = r;
    meetings_.owner[k] = pair;
    if (meetings_.count == MeetingPoints<T>::most) compare_angles();
  }

  /// W from `first` on of `count` elements; what lies behind is the last one again.
  template <class Element>
  struct Some {
    Element of[D::width];

    SATCHEL_INLINE Some(const Element* from, std::uint32_t first, std::uint32_t count) {
      for (std::uint32_t lane = 0; lane < D::width; ++lane) {
        of[lane] = from[first + lane < count ? first + lane : count - 1];
      }
    }
  };
  static SATCHEL_INLINE unsigned live_lanes(std::uint32_t rest) {
    return rest >= D::width ? (1u << D::width) - 1 : (1u << rest) - 1;
  }

  /// The edges that begin there, one a lane.
  static SATCHEL_INLINE EdgeLanes<D> edges(const T* const* from) {
    using Two = Isa::TwoDoubles;
    alignas(64) double rows[D::width][4];  // read again in the pieces that were written: that need not wait for memory
    for (std::size_t lane = 0; lane < D::width; ++lane) {
      for (std::size_t k = 0; k < 2; k += Two::width) {
        Two::store(rows[lane] + k, Two::load_as_double(from[lane] + k));
        Two::store(rows[lane] + 2 + k, Two::load_as_double(from[lane] + Block::way_to_y + k));
      }
    }
    typename D::Vector columns[4];  // x, x of the ends, y, y of the ends
    load_rows<D, 4 / D::row>(
        [&](std::size_t lane) __attribute__((always_inline))->const double* { return rows[lane]; }, columns);
    return {{columns[0], columns[2]}, {columns[1], columns[3]}};
  }
  static SATCHEL_INLINE PointLanes<D> points(const T* const* list, std::uint32_t first, std::uint32_t count) {
    return edges(Some<const T*>(list, first, count).of).start;
  }
  SATCHEL_INLINE void note_all(unsigned lanes, const Some<std::uint32_t>& owners, unsigned what) {
    for (; lanes != 0; lanes &= lanes - 1) pairs_[owners.of[__builtin_ctz(lanes)]].known |= what;
  }

  /// Meets the edges that have been listed, and notes where they do.
  SATCHEL_INLINE void meet_edges() {
    const std::uint32_t count = edges_.count;
    edges_.count = 0;
    for (std::uint32_t first = 0; first < count; first += D::width) {
      const Some<std::uint32_t> owners(edges_.owner, first, count);
      const Some<const T*> in_a(edges_.a, first, count), in_b(edges_.b, first, count);
      const EdgeLanes<D> a = edges(in_a.of), b = edges(in_b.of);
      V numbers[4];
      load_rows<D, 4 / D::row>(
          [&](std::size_t lane) __attribute__((always_inline))->const double* {
            return pairs_[owners.of[lane]].numbers;
          },
          numbers);
      const auto& [dx, dy, error, unused] = numbers;
      const PointLanes<D> b0{b.start.x + dx, b.start.y + dy}, b1{b.end.x + dx, b.end.y + dy};
      const PointLanes<D> edge_a = a.end - a.start, edge_b = b.end - b.start;
      const V error_a = error * (D::abs(edge_a.x) + D::abs(edge_a.y));
      const V error_b = error * (D::abs(edge_b.x) + D::abs(edge_b.y));
      const auto side_of = [](const PointLanes<D>& edge, const PointLanes<D>& way, const V& its_error, const M& same)
          __attribute__((always_inline)) {
        return Signs<D>(edge.x * way.y, edge.y * way.x, its_error, same);
      };
      const Signs<D> b0_of_a = side_of(edge_a, b0 - a.start, error_a, b0.is(a.end));
      const Signs<D> b1_of_a = side_of(edge_a, b1 - a.start, error_a, b1.is(a.end));
      const Signs<D> a0_of_b = side_of(edge_b, a.start - b0, error_b, a.start.is(b1));
      const Signs<D> a1_of_b = side_of(edge_b, a.end - b0, error_b, a.end.is(b1));
      const auto alike = [](const Signs<D>& p, const Signs<D>& q) __attribute__((always_inline)) {
        return D::both(p.above, q.above) | D::both(p.below, q.below);
      };
      const unsigned separated = D::bits(alike(b0_of_a, b1_of_a) | alike(a0_of_b, a1_of_b));
      const unsigned meeting = live_lanes(count - first) & ~separated;
      if (meeting == 0) continue;
      const auto unlike = [](const Signs<D>& p, const Signs<D>& q) __attribute__((always_inline)) {
        return D::both(p.above, q.below) | D::both(p.below, q.above);
      };
      const unsigned crossing = meeting & D::bits(D::both(unlike(b0_of_a, b1_of_a), unlike(a0_of_b, a1_of_b)));
      note_all(crossing, owners, overlaps);
      const M certain =
          D::both(D::both(b0_of_a.certain(), b1_of_a.certain()), D::both(a0_of_b.certain(), a1_of_b.certain()));
      unsigned told = meeting & ~crossing & D::bits(certain);
      for (std::uint32_t lane = 0; lane < D::width; ++lane) {
        if ((pairs_[owners.of[lane]].known & moved) != 0)
          told &= ~(1u << lane);  // zeros are certain in one frame alone
      }
      note_all(meeting & ~crossing & ~told, owners, doubtful);
      if (told == 0) continue;
      // What ends on an edge is where the next one begins: so beginnings are enough.
      const auto lies_on = [](const Signs<D>& its, const PointLanes<D>& v, const PointLanes<D>& s,
                              const PointLanes<D>& t) __attribute__((always_inline)) {
        return D::both(D::both(its.is_zero, v.is_between(s, t)), D::negated(v.is(t)));
      };
      const unsigned starts = told & D::bits(a.start.is(b0));
      const unsigned on_a = told & ~starts & D::bits(lies_on(b0_of_a, b0, a.start, a.end));
      const unsigned on_b = told & ~starts & D::bits(lies_on(a0_of_b, a.start, b0, b1));
      note_all(starts | on_a | on_b, owners, touches);
      for (unsigned left = starts | on_a | on_b; left != 0; left &= left - 1) {
        const auto lane = static_cast<unsigned>(__builtin_ctz(left));
        const std::uint32_t pair = owners.of[lane];
        const T *const edge_of_a = in_a.of[lane], *const edge_of_b = in_b.of[lane];
        const bool is_on_a = (on_a >> lane & 1) != 0, is_on_b = (on_b >> lane & 1) != 0;
        note(pair, is_on_a ? edge_of_b : edge_of_a, edge_of_a + 1,
             is_on_a ? edge_of_a : pairs_[pair].a.before(edge_of_a), edge_of_b + 1,
             is_on_b ? edge_of_b : pairs_[pair].b.before(edge_of_b));
      }
    }
  }

  SATCHEL_INLINE void compare_angles() {
    const std::uint32_t count = meetings_.count;
    meetings_.count = 0;
    for (std::uint32_t first = 0; first < count; first += D::width) {
      const PointLanes<D> at = points(meetings_.at, first, count);
      const PointLanes<D> to_n = points(meetings_.n, first, count), to_p = points(meetings_.p, first, count);
      const PointLanes<D> to_q = points(meetings_.q, first, count), to_r = points(meetings_.r, first, count);
      const PointLanes<D> n = to_n - at, p = to_p - at, q = to_q - at, r = to_r - at;
      const Signs<D> np = turn_of(n, p, to_n.is(to_p)), qr = turn_of(q, r, to_q.is(to_r));
      const Signs<D> nr = turn_of(n, r, to_n.is(to_r)), qp = turn_of(q, p, to_q.is(to_p));
      const Signs<D> nq = turn_of(n, q, to_n.is(to_q)), rp = turn_of(r, p, to_r.is(to_p));
      const M n_is_r = D::both(nr.is_zero, agree(n, r)), p_is_q = D::both(qp.is_zero, agree(q, p));
      const InSector<D> of_q(n, p, np, nq.above, qp.above, D::both(nq.certain(), qp.certain()));
      const InSector<D> of_r(n, p, np, nr.above, rp.above, D::both(nr.certain(), rp.certain()));
      const InSector<D> of_n(q, r, qr, nq.below, nr.above, D::both(nq.certain(), nr.certain()));
      const M asks_q = D::negated(p_is_q), asks_r = D::negated(n_is_r), asks_n = D::both(asks_q, asks_r);
      const M still_open = D::both(asks_q, of_q.open) | D::both(asks_r, of_r.open) | D::both(asks_n, of_n.open);
      const M overlap = D::both(asks_q, of_q.inside) | D::both(asks_r, of_r.inside) | D::both(asks_n, of_n.inside) |
                        D::both(nq.is_zero, agree(n, q)) | D::both(rp.is_zero, agree(r, p));
      const unsigned live = live_lanes(count - first), is_open = live & D::bits(still_open);
      const unsigned is_overlap = live & ~is_open & D::bits(overlap);
      if ((is_open | is_overlap) == 0) continue;
      const Some<std::uint32_t> owners(meetings_.owner, first, count);
      note_all(is_open, owners, doubtful);
      note_all(is_overlap, owners, overlaps);
    }
  }

  PairAtWork pairs_[outlines_at_once];
  GroupPairs groups_[2];  ///< of bodies of two origins, of one
  EdgePairs<T> edges_;
  MeetingPoints<T> meetings_;
};

}  // namespace
