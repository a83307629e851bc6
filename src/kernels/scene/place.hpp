// Places bodies: offsets = local vertices rotated in arithmetic of T, one vertex per lane.
//
//   x' = c x - s y,  y' = s x + c y,  c and s rounded to T once
//
// A coordinate is off by at most 3 u |v|: c and s, the products and the sum round once each. A pose without rotation
// keeps the local vertices exactly.
#pragma once

#include <cstddef>

#include "format/layout.hpp"
#include "lanes/scalar.hpp"

namespace {

using satchel::Pose;
using satchel::kernels::BodyRecord;
using satchel::kernels::OffsetBox;
using satchel::kernels::PlaceJob;
using satchel::kernels::ShapeRecord;

/// Folds the 128-bit groups of a vector by max and stores the group that results.
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE void store_largest(const typename L::Vector& v, T* out) {
  if constexpr (L::width > L::row) {
    store_largest<typename L::Narrow>(L::Narrow::max(L::low_half(v), L::high_half(v)), out);
  } else {
    L::store(out, v);
  }
}
/// Stores the largest lane of each of four vectors as four T. The max of the low and the high zip of two vectors leaves
/// half as many candidates of each in every 128-bit group; store_largest then folds the groups.
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE void store_largest_of_four(const typename L::Vector (&v)[4], T* out) {
  if constexpr (L::row == 1) {
    for (int k = 0; k < 4; ++k) L::store(out + k, v[k]);
  } else {
    const auto merge = [](const typename L::Vector& p, const typename L::Vector& q) __attribute__((always_inline)) {
      return L::max(L::zip_low(p, q), L::zip_high(p, q));
    };
    if constexpr (L::row == 2) {
      store_largest<L>(merge(v[0], v[1]), out);
      store_largest<L>(merge(v[2], v[3]), out + 2);
    } else {
      store_largest<L>(merge(merge(v[0], v[2]), merge(v[1], v[3])), out);
    }
  }
}

/// Rotates `capacity` vertices into `block` and finds their box. Coordinates that rotation makes smaller than 2^-200,
/// the least magnitude of the range, become +0.
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE void place_block(const T* local, std::size_t capacity, T c, T s, T* block, OffsetBox<T>& box) {
  using Vector = typename L::Vector;
  const Vector cos = L::splat(c), sin = L::splat(s), zero = L::splat(T(0));
  Vector extent[4];  // largest of -x, -y, x, y
  const auto place = [&](std::size_t i, bool first) __attribute__((always_inline)) {
    const Vector x = L::load(local + i), y = L::load(local + capacity + i);
    Vector px = (cos * x - sin * y) + zero, py = (sin * x + cos * y) + zero;  // + 0 turns -0 into 0
    if constexpr (sizeof(T) == sizeof(double)) {                              // no float lies below 2^-200
      const Vector least = L::splat(T(0x1p-200));
      px = L::select(L::abs(px) < least, zero, px);
      py = L::select(L::abs(py) < least, zero, py);
    }
    L::store(block + i, px);
    L::store(block + capacity + i, py);
    const Vector sides[4] = {zero - px, zero - py, px, py};
    for (int k = 0; k < 4; ++k) extent[k] = first ? sides[k] : L::max(extent[k], sides[k]);
  };
  place(0, true);
  for (std::size_t i = L::width; i < capacity; i += L::width) place(i, false);
  store_largest_of_four<L>(extent, &box.minus_min_x);
}

/// Whether all poses have coordinates in range and rotations of length 1. Has no branches, so that the compiler
/// vectorizes it. NaN fails the comparisons.
template <class T>
bool valid_poses(const Pose* poses, std::size_t count) {
  constexpr double largest = satchel::kernels::Range<T>::largest, smallest = satchel::kernels::Range<T>::smallest;
  const auto in_range = [](double value) __attribute__((always_inline)) {
    const double magnitude = __builtin_fabs(value);
    return (magnitude <= largest) & ((magnitude >= smallest) | (magnitude == 0));
  };
  long long invalid = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double norm = poses[i].rotation.cos * poses[i].rotation.cos + poses[i].rotation.sin * poses[i].rotation.sin;
    const bool valid = in_range(poses[i].x) & in_range(poses[i].y) &
                       (__builtin_fabs(norm - 1.0) <= satchel::kernels::largest_norm_error);
    invalid |= valid ? 0 : 1;
  }
  return invalid == 0;
}

/// Writes the records, rotations, vertices and boxes of the job's bodies for their poses.
/// @tparam L4, L8, L16  lanes for blocks of 4, 8 and more vertices
template <class L4, class L8, class L16, class T = typename L16::Scalar>
void place_bodies(const PlaceJob<T>& job) {
  satchel::kernels::MapTurns turns;
  for (std::size_t k = 0; k < job.count; ++k) {
    if (k % turns.size == 0) turns.look_up(job.poses + k, job.count - k < turns.size ? job.count - k : turns.size);
    const std::size_t i = job.indices != nullptr ? job.indices[k] : job.first + k;
    BodyRecord<T>& body = job.bodies[i];
    if (body.place.is_removed()) continue;
    const Pose& pose = job.poses[k];
    const ShapeRecord<T>& shape = job.shapes[job.body_shapes[i]];
    const unsigned vertex_class = body.place.vertex_class();
    body.x = pose.x + 0.0;
    body.y = pose.y + 0.0;
    job.rotations[i] = {pose.rotation.cos + 0.0, pose.rotation.sin + 0.0};
    if (vertex_class == satchel::kernels::compound_class) continue;  // its parts are bodies of their own
    const std::size_t capacity = satchel::kernels::capacity_of(vertex_class);
    const T* local = job.shape_blocks[vertex_class] + shape.place.block() * 2 * capacity;
    T* block = job.blocks[vertex_class] + body.place.block() * 2 * capacity;
    const T c = static_cast<T>(pose.rotation.cos), s = static_cast<T>(pose.rotation.sin);
    if (body.place.is_small()) body.map_or_shape = turns.of(shape.maps, k % turns.size).bits;
    switch (vertex_class) {
      case satchel::kernels::point_class:
      case satchel::kernels::segment_class:
        place_block<ScalarLanes<T>>(local, 2, c, s, block, job.boxes[i]);
        break;
      case 0:
        place_block<L4>(local, 4, c, s, block, job.boxes[i]);
        break;
      case 1:
      case 2:
        place_block<L8>(local, 8, c, s, block, job.boxes[i]);
        break;
      default:
        place_block<L16>(local, capacity, c, s, block, job.boxes[i]);
        break;
    }
  }
}

}  // namespace
