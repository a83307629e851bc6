// Computes contacts from their deciding axes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/gather/load.hpp"
#include "kernels/sat/sat.hpp"

namespace {

using satchel::BasicContact;
using satchel::Verdict;
using satchel::kernels::ContactSink;

/// W contacts in columns, and which of them the error band certifies.
template <class L>
struct Contacts {
  typename L::Vector columns[4];  ///< in the order of BasicContact: normal_x, normal_y, separation, feature
  unsigned certain;               ///< bit l: lane l's verdict is proved
};

/// separation = sign(key) sqrt |key|; normal = (ey, -ex) / |e|, negated where the pair was given as (B, A).
template <class L>
SATCHEL_INLINE Contacts<L> contacts_of(const Axis<L>& axis, const PairLanes<L>& pairs) {
  using T = typename L::Scalar;
  const auto zero = L::splat(T(0));
  const auto magnitude = L::sqrt(L::abs(axis.key));
  const auto length = L::sqrt(axis.ex * axis.ex + axis.ey * axis.ey);
  const auto swapped = pairs.swapped > zero;
  const auto inverse = L::divide(L::select(swapped, L::splat(T(-1)), L::splat(T(1))), length);
  // One division: off by at most 2 units.
  const auto normal_x = axis.ey * inverse, normal_y = (zero - axis.ex) * inverse;

  const auto overlapping = axis.key < zero;
  const auto verdict = L::select(overlapping, L::splat(feature_bits<T>(Verdict::overlapping)),
                                 L::splat(feature_bits<T>(Verdict::disjoint)));
  const auto other_side = L::select(swapped, L::splat(feature_bits<T>(1, 0)), zero);
  Contacts<L> out;
  // + 0 turns -0 into 0, because no result is -0.
  out.columns[0] = normal_x + zero;
  out.columns[1] = normal_y + zero;
  out.columns[2] = L::select(overlapping, zero - magnitude, magnitude);
  out.columns[3] = L::bit_or(L::bit_xor(axis.feature, other_side), verdict);
  out.certain = L::bits(magnitude > pairs.band);
  return out;
}

SATCHEL_INLINE unsigned first_bits(std::size_t count) { return count < 32 ? (1u << count) - 1 : ~0u; }

/// Appends the positions of live lanes that are not certain to `open`. @return  the new open_count
SATCHEL_INLINE std::size_t append_open(std::uint32_t* open, std::size_t open_count, std::size_t position,
                                       unsigned certain, std::size_t live) {
  for (unsigned left = ~certain & first_bits(live); left != 0; left &= left - 1) {
    open[open_count++] = static_cast<std::uint32_t>(position) + static_cast<std::uint32_t>(__builtin_ctz(left));
  }
  return open_count;
}

}  // namespace
