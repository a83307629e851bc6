// One pair of polygons of up to eight vertices per lane, whatever their classes: so a list of all sorts of them goes
// through one kernel in the order given, and need not be dealt by class.
//
//   read eight slots of x and of y, of class 0, whose blocks have four, beyond its end
//   bring the ring into these slots, and let it go on behind its last vertex
//   find out what comes before its first vertex; then as facing_pairs.hpp has it
//
// The rest of facing.hpp asks for no more than five vertices in a row.
//
// Bringing rings into place costs as many operations however few pairs there are in a vector, dealing costs the same a
// pair: of polygons of 3 to 8 vertices AVX-512 wins by 10 %, AVX2 loses 5 % (distances 10), SSE4.2 19 %, scalars 41 %.
// AVX2 has another way for floats: facing_rows.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/blocks_up_to_8.hpp"
#include "kernels/facing_pairs.hpp"

namespace {

/// The polygons A or B of staged pairs.
template <class T>
struct StagedBlocks : BlocksUpTo8<T> {
  alignas(64) T is_small[BlocksUpTo8<T>::size];  ///< 1: of class 0; else 0

  SATCHEL_INLINE void look_up(const std::uint32_t* places, std::size_t count) {
    BlocksUpTo8<T>::look_up(places, count);
    for (std::size_t i = 0; i < count; ++i) {
      is_small[i] = this->is_class_0(satchel::kernels::Place{places[i]}) ? T(1) : T(0);
    }
  }
};

template <class T>
struct StagedUpTo8 : StagedPairs<T, Radii::inside> {
  StagedBlocks<T> a, b;
};

/// W polygons of up to eight vertices.
template <class L>
class RingsUpTo8 {
  using T = typename L::Scalar;
  using V = typename L::Vector;
  using Mask = typename L::Mask;

 public:
  Vertices<L, 8> vertices;  ///< in the first slots; then the ring goes on for two slots, as far as there is room

  SATCHEL_INLINE RingsUpTo8(const T* base, const StagedBlocks<T>& staged, std::size_t first)
      : is_small_(L::load(staged.is_small + first) > L::splat(T(0))) {
    V(&x)[8] = vertices.x, (&y)[8] = vertices.y;
    load_runs<L, 8>(base, staged.x + first, x);
    load_runs<L, 8>(base, staged.y + first, y);
    const auto repeats_first = [&](std::size_t slot) __attribute__((always_inline)) {
      return L::both(x[slot] == x[0], y[slot] == y[0]);
    };
    const auto put = [&](const Mask& where, std::size_t slot, std::size_t from) __attribute__((always_inline)) {
      x[slot] = L::select(where, x[from], x[slot]);
      y[slot] = L::select(where, y[from], y[slot]);
    };
    // Quadrilaterals go round twice. Triangles go on with vertex 1, after the first, repeated in slot 3; and since it
    // is in slot 7 as well, they end as heptagons do.
    const auto is_three = repeats_first(3);
    for (std::size_t i = 0; i < 4; ++i) put(is_small_, 4 + i, i);
    put(is_three, 4, 1);
    to_seven_ = repeats_first(7);
    to_six_ = repeats_first(6);
    to_five_ = repeats_first(5);
    put(to_five_, 6, 1);
    put(to_six_, 7, 1);
  }

  SATCHEL_INLINE RingEnds<L> ends() const {
    const auto& [x, y] = vertices;
    const auto number = [](unsigned n) __attribute__((always_inline)) { return L::splat(static_cast<T>(16 * n)); };
    const V last = choose(number(4), number(5), number(6), number(7));
    return {L::select(is_small_, last - number(4), last),
            {choose(x[3], x[4], x[5], x[6]), choose(x[4], x[5], x[6], x[7])},
            {choose(y[3], y[4], y[5], y[6]), choose(y[4], y[5], y[6], y[7])},
            L::select(to_seven_, x[1], x[0]),
            L::select(to_seven_, y[1], y[0])};
  }

 private:
  Mask is_small_;                     ///< of class 0
  Mask to_five_, to_six_, to_seven_;  ///< no more vertices than that, of class 1 and 2; triangles are to_seven_, too

  SATCHEL_INLINE V choose(const V& of_five, const V& of_six, const V& of_seven, const V& of_eight) const {
    return L::select(to_five_, of_five, L::select(to_six_, of_six, L::select(to_seven_, of_seven, of_eight)));
  }
};

/// As FacingKernel, of polygons of up to eight vertices each.
template <class L>
struct FacingUpTo8 : FacingParts<L, FacingUpTo8<L>> {
  using T = typename L::Scalar;
  using Staged = StagedUpTo8<T>;
  static constexpr bool settles = false;
  using FacingParts<L, FacingUpTo8>::FacingParts;

  template <class Ask>
  static SATCHEL_INLINE void look_up(Staged& staged, const PairJob<T>& job, const Pair* pairs, std::size_t count, Ask) {
    staged.template look_up<L, whole_places, whole_places>(job, pairs, count);
    const std::size_t padded = (count + L::width - 1) / L::width * L::width;
    staged.a.look_up(staged.blocks_a, padded);
    staged.b.look_up(staged.blocks_b, padded);
  }
  static SATCHEL_INLINE RingsUpTo8<L> load_a(const PairJob<T>& job, const Staged& staged, std::size_t first) {
    return {job.blocks_a[0], staged.a, first};
  }
  static SATCHEL_INLINE RingsUpTo8<L> load_b(const PairJob<T>& job, const Staged& staged, std::size_t first) {
    return {job.blocks_b[0], staged.b, first};
  }
};

}  // namespace
