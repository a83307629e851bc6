// Which parts of two bodies are near each other, by their boxes.
//
//   for each few parts of A and each few parts of B: the kernel compares their boxes, one a lane
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "format/kernel_table.hpp"
#include "query/compound/part_boxes.hpp"

namespace satchel::query {

/// The boxes of one body's parts, as kernels take them.
template <class T>
class PartColumns {
 public:
  explicit PartColumns(const PartsOf<T>& parts) {
    if (parts.is_compound) {
      columns_ = parts.scene->compounds.columns_from(parts.first);
      return;
    }
    const kernels::OffsetBox<T>& box = parts.whole;  // a body that is its only part: its columns are made here
    only_[0].fill(box.minus_min_x);
    only_[1].fill(box.minus_min_y);
    only_[2].fill(box.max_x);
    only_[3].fill(box.max_y);
    columns_ = {only_[0].data(), only_[1].data(), only_[2].data(), only_[3].data()};
  }
  PartColumns(const PartColumns&) = delete;
  PartColumns& operator=(const PartColumns&) = delete;

  kernels::BoxColumns<T> from(std::uint32_t part) const {
    return {columns_.minus_min_x + part, columns_.minus_min_y + part, columns_.max_x + part, columns_.max_y + part};
  }

 private:
  kernels::BoxColumns<T> columns_;
  std::array<std::array<T, kernels::column_padding>, 4> only_;
};

/// Calls look(job, first part of A, first part of B) for each few parts of both. The job's gaps are left open.
template <class T, class Look>
void for_each_few_parts(const Bodies<T>& bodies, Look look) {
  const PartColumns<T> of_a(bodies.a), of_b(bodies.b);
  kernels::NearPartsJob<T> job{};
  job.whole_a = &bodies.a.whole;
  job.whole_b = &bodies.b.whole;
  job.delta_x = static_cast<T>(bodies.dx);
  job.delta_y = static_cast<T>(bodies.dy);
  for (std::uint32_t a = 0; a < bodies.a.count; a += kernels::parts_at_once) {
    job.a = of_a.from(a);
    job.count_a = std::min(bodies.a.count - a, kernels::parts_at_once);
    for (std::uint32_t b = 0; b < bodies.b.count; b += kernels::parts_at_once) {
      job.b = of_b.from(b);
      job.count_b = std::min(bodies.b.count - b, kernels::parts_at_once);
      look(job, a, b);
    }
  }
}

/// @param least  gaps up to it are too near
/// @param reach  reach(): gaps up to it are near; may come down on the way
/// @param visit  visit(i, j): all that are near, perhaps some that are not
template <class T, class Reach, class Visit>
void for_each_near_parts(const kernels::CompoundKernels<T>& kernel, const Bodies<T>& bodies, T least, Reach reach,
                         Visit visit) {
  if (!bodies.are_within(reach())) return;
  for_each_few_parts(bodies, [&](kernels::NearPartsJob<T>& job, std::uint32_t first_a, std::uint32_t first_b) {
    kernels::NearPartsFound found;
    job.least = least;
    job.most = reach();
    kernel.find_near_parts(job, found);
    for (std::uint32_t k = 0; k < found.count; ++k) visit(first_a + found.a[k], first_b + found.b[k]);
  });
}

/// Two parts whose boxes are about nearest to each other.
template <class T>
kernels::NearestBoxes<T> nearest_boxes(const kernels::CompoundKernels<T>& kernel, const Bodies<T>& bodies) {
  kernels::NearestBoxes<T> nearest{std::numeric_limits<T>::infinity(), 0, 0};
  for_each_few_parts(bodies, [&](const kernels::NearPartsJob<T>& job, std::uint32_t first_a, std::uint32_t first_b) {
    const kernels::NearestBoxes<T> found = kernel.find_nearest_boxes(job);
    if (found.gap < nearest.gap) nearest = {found.gap, first_a + found.part_a, first_b + found.part_b};
  });
  return nearest;
}

}  // namespace satchel::query
