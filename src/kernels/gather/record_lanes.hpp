// Loads the records of pairs to lanes. Loads rows of 16 or 32 bytes and transposes them in registers, without gathers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "format/layout.hpp"
#include "kernels/gather/interleaved_lanes.hpp"
#include "lanes/lanes.hpp"

namespace {

using satchel::Pair;
using satchel::kernels::BodyRecord;
using satchel::kernels::PairJob;

/// The records of W pairs in columns.
template <class L>
struct RecordLanes {
  using T = typename L::Scalar;
  using Vector = typename L::Vector;

  Vector delta_x, delta_y;    ///< from A's origin to B's
  Vector reach;               ///< sum of both reaches
  Vector radius_a, radius_b;  ///< BodyRecord::signed_radius
  // Bit patterns. Only for floats in four or more lanes.
  Vector place_a, place_b;
  Vector map_a, map_b;  ///< BodyRecord::map_or_shape

  /// Sum of the radii around the cores.
  SATCHEL_INLINE Vector radii() const {
    const auto zero = L::splat(T(0));
    return L::max(radius_a, zero) + L::max(radius_b, zero);
  }
  /// Sum of the radii of the discs inside the bodies; -infinity where a body has no known disc.
  SATCHEL_INLINE Vector inner() const {
    const auto zero = L::splat(T(0)), none = L::splat(static_cast<T>(-__builtin_huge_val()));
    return L::select(L::max(radius_a, radius_b) < zero, zero - (radius_a + radius_b), none);
  }

  /// @param interleaved  std::true_type: for lanes in the order of interleaved_lanes.hpp
  template <class Interleaved = std::false_type>
  SATCHEL_INLINE RecordLanes(const BodyRecord<T>* bodies_a, const BodyRecord<T>* bodies_b, const Pair* pairs,
                             Interleaved interleaved = {}) {
    static_assert(!interleaved || InterleavedLanes<L>::can_load_records);
    if constexpr (L::row == 4) {
      load_floats(&bodies_a->x, &pairs->a, &bodies_b->x, &pairs->b, interleaved);
    } else if constexpr (L::row == 2) {
      static_assert(sizeof(BodyRecord<T>) == 8 * sizeof(T));
      Vector of_a[4], of_b[4];
      load_columns<L, 2, 8, 2>(&bodies_a->x, &pairs->a, of_a);
      load_columns<L, 2, 8, 2>(&bodies_b->x, &pairs->b, of_b);
      set(of_b[0] - of_a[0], of_b[1] - of_a[1], of_a + 2, of_b + 2);
    } else {
      static_assert(L::width == 1);
      const BodyRecord<T>& a = bodies_a[pairs->a];
      const BodyRecord<T>& b = bodies_b[pairs->b];
      const Vector of_a[2] = {L::splat(a.reach), L::splat(a.signed_radius)};
      const Vector of_b[2] = {L::splat(b.reach), L::splat(b.signed_radius)};
      set(L::splat(static_cast<T>(b.x - a.x)), L::splat(static_cast<T>(b.y - a.y)), of_a, of_b);
    }
  }

 private:
  /// @param of_a, of_b  reach and signed radius
  SATCHEL_INLINE void set(const Vector& x, const Vector& y, const Vector* of_a, const Vector* of_b) {
    delta_x = x;
    delta_y = y;
    reach = of_a[0] + of_b[0];
    radius_a = of_a[1];
    radius_b = of_b[1];
  }

  /// Loads records of floats, which are two rows of 16 bytes: (x, y) and (reach, signed_radius, place, map_or_shape).
  template <class Interleaved>
  SATCHEL_INLINE void load_floats(const double* records_a, const std::uint32_t* a, const double* records_b,
                                  const std::uint32_t* b, Interleaved) {
    using D = typename L::Doubles;
    static_assert(sizeof(BodyRecord<T>) == 4 * sizeof(double));
    Vector of_a[4], of_b[4], x, y;
    if constexpr (L::splits_rows) {
      const auto record = [](const double* records, std::uint32_t id) __attribute__((always_inline)) {
        return reinterpret_cast<const T*>(records) + std::size_t{8} * id;
      };
      typename D::Vector deltas[4];
      Vector rest_a[4], rest_b[4];
      for (std::size_t r = 0; r < 4; ++r) {
        const T *from_a[L::width / 4], *from_b[L::width / 4];
        for (std::size_t g = 0; g < L::width / 4; ++g) {
          const std::size_t lane = 4 * g + r, pair = Interleaved::value ? InterleavedLanes<L>::pair_of(lane) : lane;
          from_a[g] = record(records_a, a[2 * pair]);
          from_b[g] = record(records_b, b[2 * pair]);
        }
        L::load_deltas(from_a, from_b, deltas[r], rest_a[r], rest_b[r]);
      }
      transpose<L>(rest_a, of_a);
      transpose<L>(rest_b, of_b);
      L::unzip(deltas, x, y);
    } else {
      typename D::Vector delta[2][2];
      for (std::size_t half = 0; half < 2; ++half) {
        typename D::Vector at_a[2], at_b[2];
        load_columns<D, 1, 4, 2>(records_a, a + 2 * half * D::width, at_a);
        load_columns<D, 1, 4, 2>(records_b, b + 2 * half * D::width, at_b);
        for (std::size_t k = 0; k < 2; ++k) delta[k][half] = at_b[k] - at_a[k];
      }
      x = L::join(delta[0][0], delta[0][1]);
      y = L::join(delta[1][0], delta[1][1]);
      load_columns<L, 1, 8, 2>(reinterpret_cast<const T*>(records_a) + 4, a, of_a);
      load_columns<L, 1, 8, 2>(reinterpret_cast<const T*>(records_b) + 4, b, of_b);
    }
    set(x, y, of_a, of_b);
    place_a = of_a[2];
    place_b = of_b[2];
    map_a = of_a[3];
    map_b = of_b[3];
  }
};

/// Loads the origins of bodies ids[0], ids[stride], ... into columns x and y.
/// @tparam D  lanes of double
template <class D, std::size_t stride, class T>
SATCHEL_INLINE void load_origins(const BodyRecord<T>* bodies, const std::uint32_t* ids, typename D::Vector (&xy)[2]) {
  load_columns<D, 2 / D::row, sizeof(BodyRecord<T>) / sizeof(double), stride>(&bodies->x, ids, xy);
}

}  // namespace
