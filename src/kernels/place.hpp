// Placing bodies: offsets = local vertices rotated in T arithmetic, vertices in lanes.
//
//   x' = c x - s y,  y' = s x + c y,  c and s rounded to T once
//
// Each coordinate is off by at most 3 u |v| (one rounding each of c or s, of the products, of the sum). The angle 0
// keeps every bit.
#pragma once

#include <cstddef>

#include "kernels/layout.hpp"

namespace {

using satchel::Pose;
using satchel::kernels::BodyRecord;
using satchel::kernels::OffsetBox;
using satchel::kernels::PlaceJob;
using satchel::kernels::ShapeRecord;

/// The largest lane of each of four vectors.
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE void largest_of_four(const typename L::Vector (&v)[4], T* out) {
  if constexpr (L::width > 4 || (L::width == 4 && L::row == 2)) {
    using N = typename L::Narrow;
    const typename N::Vector half[4] = {
        N::max(L::low_half(v[0]), L::high_half(v[0])), N::max(L::low_half(v[1]), L::high_half(v[1])),
        N::max(L::low_half(v[2]), L::high_half(v[2])), N::max(L::low_half(v[3]), L::high_half(v[3]))};
    largest_of_four<N>(half, out);
  } else if constexpr (L::row == 4) {
    const auto low02 = L::zip_low(v[0], v[2]), low13 = L::zip_low(v[1], v[3]);
    const auto high02 = L::zip_high(v[0], v[2]), high13 = L::zip_high(v[1], v[3]);
    const auto first = L::max(L::zip_low(low02, low13), L::zip_high(low02, low13));
    L::store(out, L::max(first, L::max(L::zip_low(high02, high13), L::zip_high(high02, high13))));
  } else if constexpr (L::row == 2) {
    L::store(out, L::max(L::zip_low(v[0], v[1]), L::zip_high(v[0], v[1])));
    L::store(out + 2, L::max(L::zip_low(v[2], v[3]), L::zip_high(v[2], v[3])));
  } else {
    for (int k = 0; k < 4; ++k) L::store(out + k, v[k]);
  }
}

/// Rotates `capacity` vertices and finds their extent. Offsets that rotation makes smaller than the range become +0.
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE void place_block(const T* local, std::size_t capacity, T c, T s, T* block, OffsetBox<T>& box) {
  using Vector = typename L::Vector;
  const Vector cos = L::splat(c), sin = L::splat(s), zero = L::splat(T(0));
  const Vector lowest = L::splat(static_cast<T>(-__builtin_huge_val()));
  Vector extent[4] = {lowest, lowest, lowest, lowest};  // largest of -x, -y, x, y
  for (std::size_t i = 0; i < capacity; i += L::width) {
    const Vector x = L::load(local + i), y = L::load(local + capacity + i);
    Vector px = (cos * x - sin * y) + zero, py = (sin * x + cos * y) + zero;  // + 0: no -0 is stored
    if constexpr (sizeof(T) == sizeof(double)) {  // floats have no numbers below 2^-200
      const Vector least = L::splat(T(0x1p-200));
      px = L::select(L::abs(px) < least, zero, px);
      py = L::select(L::abs(py) < least, zero, py);
    }
    L::store(block + i, px);
    L::store(block + capacity + i, py);
    extent[0] = L::max(extent[0], zero - px);
    extent[1] = L::max(extent[1], zero - py);
    extent[2] = L::max(extent[2], px);
    extent[3] = L::max(extent[3], py);
  }
  T largest[4];
  largest_of_four<L>(extent, largest);
  box = {T(0) - largest[0], T(0) - largest[1], largest[2], largest[3]};
}

template <class L4, class L8, class L16, class T = typename L16::Scalar>
void place_bodies(const PlaceJob<T>& job) {
  for (std::size_t k = 0; k < job.count; ++k) {
    const std::size_t i = job.indices != nullptr ? job.indices[k] : job.first + k;
    BodyRecord<T>& body = job.bodies[i];
    if (body.place.is_removed()) continue;
    const Pose& pose = job.poses[k];
    const ShapeRecord<T>& shape = job.shapes[body.shape];
    const unsigned vertex_class = body.place.vertex_class();
    const std::size_t capacity = satchel::kernels::capacity_of(vertex_class);
    const T* local = job.shape_blocks[vertex_class] + shape.place.block() * 2 * capacity;
    T* block = job.blocks[vertex_class] + body.place.block() * 2 * capacity;
    body.x = pose.x + 0.0;
    body.y = pose.y + 0.0;
    job.rotations[i] = {pose.cos + 0.0, pose.sin + 0.0};
    const T c = static_cast<T>(pose.cos), s = static_cast<T>(pose.sin);
    switch (vertex_class) {
      case 0: place_block<L4>(local, 4, c, s, block, job.boxes[i]); break;
      case 1: place_block<L8>(local, 8, c, s, block, job.boxes[i]); break;
      default: place_block<L16>(local, capacity, c, s, block, job.boxes[i]); break;
    }
  }
}

}  // namespace
