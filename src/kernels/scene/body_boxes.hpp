// The boxes of bodies in the world, and the buckets of the grid that the broad phase sorts them into.
#pragma once

#include <cstddef>
#include <cstdint>

#include "format/box_layout.hpp"
#include "format/grid_cell.hpp"
#include "format/layout.hpp"

namespace {

using satchel::BodyId;
using satchel::kernels::BodyRecord;
using satchel::kernels::BoxJob;
using satchel::kernels::OffsetBox;

/// In each lane the smallest double not below p + q: the rounded sum, or its successor where rounding went down.
///
/// Knuth's two-sum yields the rounding error (Shewchuk 1997, theorem 7). The successor of c is c + phi |c|, rounded,
/// where phi is a little above u; this holds for |c| above 2^-1021 (Rump, Zimmermann, Boldo, Melquiond: Computing
/// predecessor and successor in rounding to nearest, BIT 2009). Sums that are not exact are far larger: see Range
/// (format/layout.hpp).
template <class D, class Vector = typename D::Vector>
SATCHEL_INLINE Vector rounded_up_sum(const Vector& p, const Vector& q) {
  const Vector sum = p + q;
  const Vector q_rounded = sum - p, p_rounded = sum - q_rounded;
  const Vector error = (p - p_rounded) + (q - q_rounded), zero = D::splat(0.0);
  return sum + D::select(error > zero, D::splat(0x1.0000000000002p-53) * D::abs(sum), zero);
}

/// Stores `Scene::bounding_box` of a body, grown on every side by `margin` and rounded outward. The lanes are the four
/// bounds; the minima are negated, as in OffsetBox, so that all four are upper bounds. Adds extent and radius first,
/// because the sum of two floats is nearly always exact in double, and the box then is the smallest one.
template <class D, class T>
SATCHEL_INLINE void store_box(const BodyRecord<T>& body, const OffsetBox<T>& offsets, double margin, Box& box) {
  alignas(32) constexpr double signs[] = {-0.0, -0.0, 0.0, 0.0};
  for (std::size_t k = 0; k < 4; k += D::width) {
    const auto sign = D::load(signs + k);
    auto extent = D::load_as_double(&offsets.minus_min_x + k);
    if (body.radius() != 0) extent = rounded_up_sum<D>(extent, D::splat(static_cast<double>(body.radius())));
    auto bound = rounded_up_sum<D>(D::bit_xor(D::load_pair(&body.x, k), sign), extent);
    if (margin != 0) bound = rounded_up_sum<D>(bound, D::splat(margin));
    D::store(&box.min_x + k, D::bit_xor(bound, sign));
  }
}

/// Writes the bucket of body job.first + i to buckets[i], no_bucket for removed bodies. Needs no outward rounding,
/// because every bucket is correct; the bucket where the body lies makes the groups compact.
template <class T>
void find_buckets(const BoxJob<T>& job, std::uint32_t* buckets) {
  const BucketGrid grid = job.grid;
  for (std::size_t i = 0; i < job.count; ++i) {
    const BodyRecord<T>& body = job.bodies[job.first + i];
    const OffsetBox<T>& box = job.offset_boxes[job.first + i];
    const auto min_x = static_cast<double>(box.minus_min_x), min_y = static_cast<double>(box.minus_min_y);
    const auto max_x = static_cast<double>(box.max_x), max_y = static_cast<double>(box.max_y);
    const double diameter = 2 * static_cast<double>(body.radius());
    const std::uint32_t part = job.worlds != nullptr
                                   ? job.worlds[job.first + i]
                                   : grid.class_of[size_of((max_x + min_x) + diameter, (max_y + min_y) + diameter)];
    const std::uint32_t bucket = bucket_of(grid, 2 * body.x + (max_x - min_x), 2 * body.y + (max_y - min_y), part);
    buckets[i] = body.place.is_removed() ? satchel::kernels::no_bucket : bucket;
  }
}

/// Stores each body's box and index at the next free position of its bucket.
/// @param next  for each bucket, its next free position
/// @tparam D    lanes of at most four doubles
template <class D, class T>
void deal_boxes(const BoxJob<T>& job, const std::uint32_t* buckets, std::uint32_t* next, Box* boxes, BodyId* ids) {
  for (std::size_t i = 0; i < job.count; ++i) {
    if (buckets[i] == satchel::kernels::no_bucket) continue;
    const std::size_t body = job.first + i;
    const std::uint32_t position = next[buckets[i]]++;
    store_box<D>(job.bodies[body], job.offset_boxes[body], job.margin, boxes[position]);
    ids[position] = static_cast<BodyId>(body);
  }
}

}  // namespace
