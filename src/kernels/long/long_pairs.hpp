// Looks up a few pairs in which a body has many vertices, for the work that is done once per pair, in lanes of pairs.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/gather/load.hpp"
#include "kernels/long/long_sides.hpp"

namespace {

/// Up to `size` pairs in columns.
template <class L, class T = typename L::Scalar>
struct LongPairs {
  static constexpr std::uint32_t size = 4;
  static_assert(L::width <= size);
  LongSide<T> a[size], b[size];
  ShortRing<T> short_a[size], short_b[size];
  bool some_fan = false;  ///< some body is long; otherwise no column for fans is filled

  /// One value per pair; columns that do not apply hold arbitrary numbers.
  struct Columns {
    T delta_x[size], delta_y[size], reach[size], swapped[size];  // as in PairLanes
    T towards_x[size], towards_y[size];                          // from the middle of A to the middle of B
    T first_ax[size], first_ay[size], first_bx[size], first_by[size];
    T centre_ax[size], centre_ay[size], centre_bx[size], centre_by[size];
    T cos_a[size], sin_a[size], cos_b[size], sin_b[size], quarter_a[size], quarter_b[size];
    T entry_a[size], entry_b[size];
    T key[size], ex[size], ey[size], feature[size], band[size];
  } columns{};

  SATCHEL_INLINE PairLanes<L> lanes(std::size_t first) const {
    return {L::load(columns.delta_x + first), L::load(columns.delta_y + first), L::load(columns.reach + first),
            L::load(columns.swapped + first), polygon_band<T>};
  }
};

/// @tparam L  lanes of vertices; S: of pairs
template <class L, class S, class T = typename L::Scalar>
SATCHEL_INLINE void look_up_long(const PairJob<T>& job, const Pair* pairs, std::uint32_t live, LongPairs<S>& out) {
  for (std::uint32_t i = 0; i < live; ++i) {
    const Pair pair = pairs[i];
    const bool swapped = job.is_swapped(pair);
    const satchel::BodyId id_a = swapped ? pair.b : pair.a, id_b = swapped ? pair.a : pair.b;
    LongSide<T>&a = out.a[i], &b = out.b[i];
    look_up_side<L>(job.a.bodies[id_a], job.a.blocks, job.a.shapes, job.a.fans, job.a.rotations[id_a], out.short_a[i],
                    a);
    look_up_side<L>(job.b.bodies[id_b], job.b.blocks, job.b.shapes, job.b.fans, job.b.rotations[id_b], out.short_b[i],
                    b);
    auto& columns = out.columns;
    columns.swapped[i] = swapped ? T(1) : T(0);
    columns.delta_x[i] = static_cast<T>(b.body->x - a.body->x);
    columns.delta_y[i] = static_cast<T>(b.body->y - a.body->y);
    columns.reach[i] = a.body->reach + b.body->reach;
    columns.first_ax[i] = a.x[0];
    columns.first_ay[i] = a.y[0];
    columns.first_bx[i] = b.x[0];
    columns.first_by[i] = b.y[0];
    if (!a.has_fan && !b.has_fan) continue;
    out.some_fan = true;
    columns.towards_x[i] = columns.delta_x[i] + (middle(b.x, b.count) - middle(a.x, a.count));
    columns.towards_y[i] = columns.delta_y[i] + (middle(b.y, b.count) - middle(a.y, a.count));
    columns.cos_a[i] = static_cast<T>(a.rotation->cos);
    columns.sin_a[i] = static_cast<T>(a.rotation->sin);
    columns.cos_b[i] = static_cast<T>(b.rotation->cos);
    columns.sin_b[i] = static_cast<T>(b.rotation->sin);
    columns.quarter_a[i] = static_cast<T>(a.capacity) / 4;
    columns.quarter_b[i] = static_cast<T>(b.capacity) / 4;
  }
}

/// Computes the frames of the pairs, and the fan entries of the directions in which the bodies face each other.
template <class L, class T = typename L::Scalar>
SATCHEL_INLINE void face_each_other(LongPairs<L>& pairs, std::uint32_t live) {
  for (std::uint32_t i = 0; i < live; i += L::width) {
    const auto x = centre_of<L>(L::load(pairs.columns.first_ax + i), L::load(pairs.columns.first_bx + i),
                                L::load(pairs.columns.delta_x + i));
    const auto y = centre_of<L>(L::load(pairs.columns.first_ay + i), L::load(pairs.columns.first_by + i),
                                L::load(pairs.columns.delta_y + i));
    L::store(pairs.columns.centre_ax + i, x.from_a);
    L::store(pairs.columns.centre_ay + i, y.from_a);
    L::store(pairs.columns.centre_bx + i, x.from_b);
    L::store(pairs.columns.centre_by + i, y.from_b);
    L::store(pairs.columns.band + i, pairs.lanes(i).band);
    if (!pairs.some_fan) continue;
    const auto zero = L::splat(T(0));
    const auto tx = L::load(pairs.columns.towards_x + i), ty = L::load(pairs.columns.towards_y + i);
    const auto entry = [&](const T* cosines, const T* sines, const T* quarters, auto dx, auto dy)
        __attribute__((always_inline)) {
      const auto cos = L::load(cosines + i), sin = L::load(sines + i);
      return L::max(fan_entry<L>(cos * dx + sin * dy, cos * dy - sin * dx, L::load(quarters + i)), zero);
    };
    L::store(pairs.columns.entry_a + i,
             entry(pairs.columns.cos_a, pairs.columns.sin_a, pairs.columns.quarter_a, tx, ty));
    L::store(pairs.columns.entry_b + i,
             entry(pairs.columns.cos_b, pairs.columns.sin_b, pairs.columns.quarter_b, zero - tx, zero - ty));
  }
}

}  // namespace
