// Whether outlines contain points: a ray to the right of the point crosses an odd number of edges. Eight edges a step.
//
//   for each candidate: prefetch the body; some candidates behind, what comes next of it, and so on
//     the boxes of its groups of eight edges; or, of a large outline, the stripe at the point's height  (find_block)
//     the groups that the ray may cross, by these boxes                                                 (choose)
//     or by the stripe, which lists those at its height                                                 (look_ahead)
//     count the edges of these groups that the ray crosses; a sign that is open, or a point that may lie
//       on an edge, leaves the candidate open                                                           (decide)
//
// Error. Let the body's origin be (0, 0), or else all differences of heights count as off by `error`, and let w be the
// point less the origin. With u = 2^-53, w is off by u |w|, e is off by a factor 1 + u, and w - s by u (|w| + |s|) more,
// so e x (w - s) is off by less than 8 u (|w| + reach) |e|_1. `error` is 8 u (|w| + reach + |origin|), and 4 error |e|_1
// the bound.
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/point_layout.hpp"
#include "format/prefetch_line.hpp"
#include "lanes/isa.hpp"
#include "lanes/lanes.hpp"

namespace {

using satchel::kernels::edges_of_group;
using satchel::kernels::OutlineBlock;
using satchel::kernels::PointInBody;

template <class D, class T>
class PointsInOutlines {
  using V = typename D::Vector;
  using Block = OutlineBlock<const T>;
  using Job = satchel::kernels::PointsInBodies<T>;

 public:
  explicit SATCHEL_INLINE PointsInOutlines(const Job& job) : job_(job) {}

  SATCHEL_INLINE void run() {
    const std::uint32_t count = job_.count;
    for (std::uint32_t i = 0; i < count + 4 * ahead; ++i) {
      if (i < count) fetch(job_.body[i]);
      if (i >= ahead && i - ahead < count) find_block(i - ahead);
      if (i >= 2 * ahead && i - 2 * ahead < count) choose(candidates_[(i - 2 * ahead) % places]);
      if (i >= 3 * ahead && i - 3 * ahead < count) look_ahead(candidates_[(i - 3 * ahead) % places]);
      if (i >= 4 * ahead) job_.answers[i - 4 * ahead] = decide(candidates_[(i - 4 * ahead) % places]);
    }
  }

 private:
  static constexpr std::uint32_t ahead = 8, places = 64, line = 64;
  static_assert(places > 4 * ahead);

  struct Candidate {
    const T* block;  ///< null: the body is no outline
    double x, y;     ///< of the point less the body's origin
    double error;
    bool is_exact;  ///< x and y are
    bool is_far;    ///< from the body, for certain
    std::uint32_t groups;
    const T* first;                                   ///< vertices of group 0
    std::uint64_t chosen;                             ///< of the first 64 groups, if the outline has no stripes
    const satchel::kernels::OutlineStripes* stripes;  ///< null: it has none
    const std::uint32_t* stripe;
  };

  SATCHEL_INLINE void fetch(satchel::BodyId body) const {
    satchel::kernels::prefetch_line_into_l1(&job_.bodies[body]);
    if (job_.stripes.of_body != nullptr) satchel::kernels::prefetch_line_into_l1(&job_.stripes.of_body[body]);
  }

  SATCHEL_INLINE void find_block(std::uint32_t i) {
    Candidate& candidate = candidates_[i % places];
    const satchel::kernels::BodyRecord<T>& body = job_.bodies[job_.body[i]];
    candidate.block = nullptr;
    if (!body.place.is_outline()) return;
    candidate.block = job_.outlines.of(body.place);
    const satchel::Vec2d point = job_.points[job_.point[i]];
    const auto reach = static_cast<double>(body.reach);
    candidate.x = point.x - body.x;
    candidate.y = point.y - body.y;
    const double far_x = __builtin_fabs(candidate.x), far_y = __builtin_fabs(candidate.y);
    candidate.error = 0x1p-50 * (reach + far_x + far_y + __builtin_fabs(body.x) + __builtin_fabs(body.y));
    candidate.is_exact = body.x == 0 && body.y == 0;
    candidate.is_far = far_x > reach + candidate.error || far_y > reach + candidate.error;
    candidate.stripes = nullptr;
    if (job_.stripes.of_body != nullptr && job_.stripes.of_body[job_.body[i]].count != 0) {
      candidate.stripes = &job_.stripes.of_body[job_.body[i]];
      candidate.stripe = job_.stripes.starts + candidate.stripes->first + candidate.stripes->stripe_of(candidate.y);
      satchel::kernels::prefetch_line_into_l1(candidate.stripe);
      satchel::kernels::prefetch_line_into_l1(candidate.block);
      return;
    }
    for (std::uint32_t k = 0; k < 384; k += line) prefetch(candidate.block, k);
  }

  SATCHEL_INLINE void choose(Candidate& candidate) {
    if (candidate.block == nullptr) return;
    const satchel::kernels::OutlineHeader header = OutlineBlock<T>::header_of(candidate.block);
    candidate.groups = header.groups;
    candidate.first = candidate.block + header.first + Block::at_vertices;
    candidate.chosen = 0;
    if (candidate.stripes != nullptr) {
      prefetch(job_.stripes.groups + candidate.stripe[0], 0);
      prefetch(job_.stripes.groups + candidate.stripe[0], line);
      return;
    }
    for (std::uint32_t eight = 0; eight < 8 && 8 * eight < header.groups; ++eight) {
      candidate.chosen |= std::uint64_t{on_ray(candidate, eight)} << (8 * eight);
    }
    for (std::uint64_t left = candidate.chosen; left != 0; left &= left - 1) {
      prefetch_edges(candidate, static_cast<std::uint32_t>(__builtin_ctzll(left)));
    }
  }

  SATCHEL_INLINE void look_ahead(const Candidate& candidate) const {
    if (candidate.block == nullptr || candidate.stripes == nullptr || candidate.is_far) return;
    for_each_of_stripe(candidate, [&](std::uint32_t group) { prefetch_edges(candidate, group); });
  }

  /// Calls use(group) for the groups of the stripe that reach as far to the right as the point.
  template <class Use>
  SATCHEL_INLINE void for_each_of_stripe(const Candidate& candidate, const Use& use) const {
    // The second error is for the rounding of the differences from `left`.
    const double from = candidate.x - 2 * candidate.error - candidate.stripes->left;
    for (std::uint32_t i = candidate.stripe[0]; i < candidate.stripe[1]; ++i) {
      const satchel::kernels::StripeGroup& listed = job_.stripes.groups[i];
      if (static_cast<double>(listed.max_x) >= from) use(listed.group);
    }
  }

  static SATCHEL_INLINE void prefetch(const void* from, std::size_t bytes) {
    satchel::kernels::prefetch_line_into_l1(static_cast<const char*>(from) + bytes);
  }
  static SATCHEL_INLINE void prefetch_edges(const Candidate& candidate, std::uint32_t group) {
    const T* const edges = candidate.first + std::size_t{Block::group_values} * group;
    for (std::size_t k = 0; k < 2 * Block::y_stride * sizeof(T); k += line) prefetch(edges, k);
  }

  /// Bit k: the ray may cross edges of group 8 eight + k, or the point may lie on one.
  static SATCHEL_INLINE unsigned on_ray(const Candidate& candidate, std::uint32_t eight) {
    const T* const boxes = candidate.block + Block::header + std::size_t{Block::box_values} * eight;
    const V left = D::splat(candidate.x - candidate.error), low = D::splat(candidate.y - candidate.error);
    const V minus_high = D::splat(-candidate.y - candidate.error);
    unsigned off = 0;
    for (std::size_t k = 0; k < 8; k += D::width) {
      off |= D::bits((D::load_as_double(boxes + 8 + k) < minus_high) | (D::load_as_double(boxes + 16 + k) < left) |
                     (D::load_as_double(boxes + 24 + k) < low))
             << k;
    }
    return ~off & 255u;
  }

  SATCHEL_INLINE PointInBody decide(const Candidate& candidate) const {
    if (candidate.block == nullptr) return PointInBody::open;
    if (candidate.is_far) return PointInBody::outside;
    unsigned crossed = 0, open = 0;
    if (candidate.stripes != nullptr) {
      for_each_of_stripe(candidate, [&](std::uint32_t group) { cross(candidate, group, crossed, open); });
    } else {
      for (std::uint64_t left = candidate.chosen; left != 0; left &= left - 1) {
        cross(candidate, static_cast<std::uint32_t>(__builtin_ctzll(left)), crossed, open);
      }
      for (std::uint32_t eight = 8; 8 * eight < candidate.groups; ++eight) {
        for (unsigned left = on_ray(candidate, eight); left != 0; left &= left - 1) {
          cross(candidate, 8 * eight + static_cast<std::uint32_t>(__builtin_ctz(left)), crossed, open);
        }
      }
    }
    if (open != 0) return PointInBody::open;
    return (crossed & 1) != 0 ? PointInBody::inside : PointInBody::outside;
  }

  /// Adds the number of edges of a group that the ray crosses; `open` is not 0 then if some may or may not, or hold the
  /// point.
  static SATCHEL_INLINE void cross(const Candidate& candidate, std::uint32_t group, unsigned& crossed, unsigned& open) {
    const T* const edges = candidate.first + std::size_t{Block::group_values} * group;
    const V x = D::splat(candidate.x), y = D::splat(candidate.y), bound = D::splat(4 * candidate.error);
    for (std::size_t i = 0; i < edges_of_group; i += D::width) {
      const T *const from = edges + i, *const from_y = from + Block::y_stride;
      const V sx = D::load_as_double(from), tx = D::load_as_double(from + 1);
      const V sy = D::load_as_double(from_y), ty = D::load_as_double(from_y + 1);
      const unsigned starts_above = D::bits(sy > y), ends_above = D::bits(ty > y), passes = starts_above ^ ends_above;
      if (D::width == edges_of_group || passes != 0) {
        const V ex = tx - sx, ey = ty - sy, side = ex * (y - sy) - ey * (x - sx);
        const unsigned is_left = D::bits(side > D::splat(0));
        open |= passes & D::bits(D::abs(side) <= bound * (D::abs(ex) + D::abs(ey)));
        crossed += static_cast<unsigned>(__builtin_popcount(passes & ~(is_left ^ ends_above)));
      }
      if (candidate.is_exact) {
        const unsigned level = D::bits(sy == y);
        if (level == 0) continue;
        // The point may be the start, or lie on an edge that is level with it.
        const V low = D::min(sx, tx), high = D::max(sx, tx);
        open |= level & (D::bits(sx == x) | D::bits(D::both(ty == y, D::both(low <= x, x <= high))));
      } else {
        open |= D::bits(D::abs(sy - y) <= D::splat(candidate.error));
      }
    }
  }

  const Job& job_;
  Candidate candidates_[places];
};

/// Tells of each candidate whether the point lies in the body, as far as doubles tell.
template <class D, class T>
void find_in_outlines(const satchel::kernels::PointsInBodies<T>& job) {
  PointsInOutlines<D, T>(job).run();
}

}  // namespace
