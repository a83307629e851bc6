// The boxes of bodies and the buckets they belong to. In scalars: the loops wait for memory, and the arithmetic has no
// branches.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/box_layout.hpp"
#include "kernels/layout.hpp"

namespace {

using satchel::BodyId;
using satchel::Box;
using satchel::kernels::BodyRecord;
using satchel::kernels::BoxJob;
using satchel::kernels::BucketGrid;
using satchel::kernels::OffsetBox;

/// The smallest double not below p + q: the sum, one step up where rounding took something away (Knuth's two-sum finds
/// out; Shewchuk 1997, theorem 7). The order of doubles is that of their bits as integers, turned round below zero.
SATCHEL_INLINE double rounded_up_sum(double p, double q) {
  const double sum = p + q;
  const double q_seen = sum - p, p_seen = sum - q_seen;
  const double error = (p - p_seen) + (q - q_seen);
  const auto bits = __builtin_bit_cast(std::int64_t, sum + 0.0);  // + 0: one zero; its successor is the least number
  const std::int64_t step = bits < 0 ? -1 : 1;
  return __builtin_bit_cast(double, bits + (error > 0 ? step : 0));
}

/// Bodies at once: as many as make long vectors on every instruction set.
constexpr std::size_t box_batch = 16;

/// `Scene::bounding_box` of up to box_batch bodies, grown on every side by `margin`, outward. All four bounds are upper
/// ones: the minima are negated, as offset boxes have them.
template <class T>
SATCHEL_INLINE void boxes_of(const BodyRecord<T>* bodies, const OffsetBox<T>* offset_boxes, std::size_t count,
                             double margin, Box* boxes) {
  double bounds[box_batch][4];
  for (std::size_t i = 0; i < count; ++i) {
    bounds[i][0] = -bodies[i].x;
    bounds[i][1] = -bodies[i].y;
    bounds[i][2] = bodies[i].x;
    bounds[i][3] = bodies[i].y;
  }
  const T* const offsets = &offset_boxes->minus_min_x;  // of all bodies, one after the other
  double* const bound = bounds[0];
  for (std::size_t k = 0; k < 4 * count; ++k) bound[k] = rounded_up_sum(bound[k], static_cast<double>(offsets[k]));
  if (margin != 0) {
    for (std::size_t k = 0; k < 4 * count; ++k) bound[k] = rounded_up_sum(bound[k], margin);
  }
  for (std::size_t i = 0; i < count; ++i) boxes[i] = {-bounds[i][0], -bounds[i][1], bounds[i][2], bounds[i][3]};
}

/// The row or column of a coordinate; what lies outside the grid belongs to its rim.
SATCHEL_INLINE std::uint32_t cell_of(double twice_centre, double origin, double scale, double last) {
  double cell = (twice_centre - origin) * scale;
  cell = cell > 0.0 ? cell : 0.0;
  cell = cell < last ? cell : last;
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(cell));
}

/// The exponent bits of the longer side.
SATCHEL_INLINE std::uint32_t size_of(double width, double height) {
  return static_cast<std::uint32_t>(__builtin_bit_cast(std::uint64_t, width > height ? width : height) >> 52);
}
SATCHEL_INLINE std::uint32_t size_of(const Box& box) { return size_of(box.max_x - box.min_x, box.max_y - box.min_y); }

/// @param x, y  twice the centre
SATCHEL_INLINE std::uint32_t bucket_of(const BucketGrid& grid, double x, double y, std::uint32_t part) {
  const std::uint32_t code = std::uint32_t{grid.code_x[cell_of(x, grid.origin_x, grid.scale_x, grid.last_x)]} |
                             grid.code_y[cell_of(y, grid.origin_y, grid.scale_y, grid.last_y)];
  return grid.first[part] + (code >> grid.shift[part]);
}
SATCHEL_INLINE std::uint32_t bucket_of(const BucketGrid& grid, const Box& box, std::uint32_t part) {
  return bucket_of(grid, box.min_x + box.max_x, box.min_y + box.max_y, part);
}

/// buckets[i] is that of body first + i. Without outward rounding: any bucket would be right, this one is near others
/// of its place.
template <class T>
void find_buckets(const BoxJob<T>& job, std::uint32_t* buckets) {
  const BucketGrid grid = job.grid;
  for (std::size_t i = 0; i < job.count; ++i) {
    const BodyRecord<T>& body = job.bodies[job.first + i];
    const OffsetBox<T>& box = job.offset_boxes[job.first + i];
    const auto min_x = static_cast<double>(box.minus_min_x), min_y = static_cast<double>(box.minus_min_y);
    const auto max_x = static_cast<double>(box.max_x), max_y = static_cast<double>(box.max_y);
    const std::uint32_t part =
        job.worlds != nullptr ? job.worlds[job.first + i] : grid.class_of[size_of(max_x + min_x, max_y + min_y)];
    const std::uint32_t bucket = bucket_of(grid, 2 * body.x + (max_x - min_x), 2 * body.y + (max_y - min_y), part);
    buckets[i] = body.place.is_removed() ? satchel::kernels::no_bucket : bucket;
  }
}

/// Puts each body's box and index into the next place of its bucket.
template <class T>
void deal_boxes(const BoxJob<T>& job, const std::uint32_t* buckets, std::uint32_t* next, Box* boxes, BodyId* ids) {
  for (std::size_t first = 0; first < job.count; first += box_batch) {
    const std::size_t count = job.count - first < box_batch ? job.count - first : box_batch;
    const std::size_t body = job.first + first;
    Box batch[box_batch];
    boxes_of(job.bodies + body, job.offset_boxes + body, count, job.margin, batch);
    for (std::size_t i = 0; i < count; ++i) {
      if (buckets[first + i] == satchel::kernels::no_bucket) continue;
      const std::uint32_t place = next[buckets[first + i]]++;
      boxes[place] = batch[i];
      ids[place] = static_cast<BodyId>(body + i);
    }
  }
}

}  // namespace
