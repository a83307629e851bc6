// Pairs of which one has a radius or a core of one or two vertices, one per lane, for given sizes of the cores.
// Verdicts alone are taken from the contacts: the distance costs more than what a contact adds to it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/polygon_pairs.hpp"  // before collide.hpp, which names its VerdictBounds

#include "kernels/collide.hpp"
#include "kernels/rounded_sat.hpp"

namespace {

/// As StagedPairs (load.hpp), with the sums of the radii; `blocks` are in T from the first block at hand.
template <class T, std::size_t CA, std::size_t CB>
struct StagedRounded {
  static constexpr std::size_t size = StagedPairs<T>::size;
  static constexpr unsigned shift_of(std::size_t vertices) {
    return vertices <= 2 ? 2u : vertices == 4 ? 3u : vertices == 8 ? 4u : 5u;
  }

  alignas(64) T delta_x[size], delta_y[size], reach[size], radii[size], flip[size];
  std::uint32_t blocks_a[size], blocks_b[size];

  template <class L>
  SATCHEL_INLINE void look_up(const PairJob<T>& job, const Pair* pairs, std::size_t live) {
    const std::size_t padded = (live + L::width - 1) / L::width * L::width;
    Pair ordered[size];
    if (job.some_turned || padded != live) {
      for (std::size_t i = 0; i < padded; ++i) {
        const Pair pair = pairs[i < live ? i : 0];
        const bool turned = job.some_turned && pair.b < pair.a;
        ordered[i] = turned ? Pair{pair.b, pair.a} : pair;
        flip[i] = turned ? T(1) : T(0);
      }
      pairs = ordered;
    }
    if constexpr (L::row == 4) {
      for (std::size_t i = 0; i < padded; i += L::width) look_up_lanes<L>(job, pairs, i);
    } else {
      for (std::size_t i = 0; i < padded; ++i) look_up_one(job, pairs[i], i);
    }
  }

  template <class L>
  SATCHEL_INLINE PairLanes<L> lanes(std::size_t first, bool some_turned) const {
    PairLanes<L> out;
    out.delta_x = L::load(delta_x + first);
    out.delta_y = L::load(delta_y + first);
    out.flip = some_turned ? L::load(flip + first) : L::splat(T(0));
    out.band = L::splat(rounded_band<T>) * (L::load(reach + first) + (L::abs(out.delta_x) + L::abs(out.delta_y)));
    return out;
  }

 private:
  SATCHEL_INLINE void look_up_one(const PairJob<T>& job, Pair pair, std::size_t i) {
    const BodyRecord<T>& a = job.bodies_a[pair.a];
    const BodyRecord<T>& b = job.bodies_b[pair.b];
    blocks_a[i] = a.place.block() << shift_of(CA);
    blocks_b[i] = b.place.block() << shift_of(CB);
    delta_x[i] = static_cast<T>(b.x - a.x);
    delta_y[i] = static_cast<T>(b.y - a.y);
    reach[i] = a.reach + b.reach;
    radii[i] = a.radius + b.radius;
  }

  template <class L>
  SATCHEL_INLINE void look_up_lanes(const PairJob<T>& job, const Pair* pairs, std::size_t first) {
    using D = typename L::Doubles;
    static_assert(sizeof(BodyRecord<T>) == 4 * sizeof(double));
    const double* const origins_a = &job.bodies_a->x;
    const double* const origins_b = &job.bodies_b->x;
    const std::uint32_t* const a = &pairs[first].a;
    const std::uint32_t* const b = &pairs[first].b;
    typename D::Vector x[2], y[2];
    for (std::size_t half = 0; half < 2; ++half) {
      typename D::Vector at_a[2], at_b[2];
      load_columns<D, 1, 4, 2>(origins_a, a + 2 * half * D::width, {0}, at_a);
      load_columns<D, 1, 4, 2>(origins_b, b + 2 * half * D::width, {0}, at_b);
      x[half] = at_b[0] - at_a[0];
      y[half] = at_b[1] - at_a[1];
    }
    L::store(delta_x + first, L::join(x[0], x[1]));
    L::store(delta_y + first, L::join(y[0], y[1]));

    typename L::Vector of_a[4], of_b[4];  // reach, radius, place, shape
    load_columns<L, 1, 8, 2>(reinterpret_cast<const T*>(origins_a), a, {4}, of_a);
    load_columns<L, 1, 8, 2>(reinterpret_cast<const T*>(origins_b), b, {4}, of_b);
    L::store(reach + first, of_a[0] + of_b[0]);
    L::store(radii + first, of_a[1] + of_b[1]);
    constexpr int right = satchel::kernels::Place::block_bit;
    L::store_shifted(blocks_a + first, of_a[2], right, static_cast<int>(shift_of(CA)));
    L::store_shifted(blocks_b + first, of_b[2], right, static_cast<int>(shift_of(CB)));
  }
};

/// A contact by its normal, from A to B, which is turned round where the pair was given as (B, A). `known`: the lanes
/// that have an axis at all.
template <class L, class V = typename L::Vector>
SATCHEL_INLINE Contacts<L> rounded_contacts(const V& normal_x, const V& normal_y, const V& separation, const V& feature,
                                            const typename L::Mask& known, const PairLanes<L>& pairs) {
  using T = typename L::Scalar;
  constexpr T least_extent = sizeof(T) == sizeof(float) ? T(0x1p-30) : T(0);
  const auto zero = L::splat(T(0));
  const auto flipped = pairs.flip > zero;
  const auto verdict = L::select(separation < zero, L::splat(feature_bits<T>(Verdict::overlapping)),
                                 L::splat(feature_bits<T>(Verdict::disjoint)));
  const auto other_side = L::select(flipped, L::splat(feature_bits<T>(1, 0)), zero);
  Contacts<L> out;
  // + 0: no -0 leaves the library.
  out.columns[0] = L::select(flipped, zero - normal_x, normal_x) + zero;
  out.columns[1] = L::select(flipped, zero - normal_y, normal_y) + zero;
  out.columns[2] = separation + zero;
  out.columns[3] = L::bit_or(L::bit_xor(feature, other_side), verdict);
  const auto large_enough = pairs.band > L::splat(rounded_band<T> * least_extent);
  out.certain = L::bits(L::both(L::abs(separation) > pairs.band, L::both(known, large_enough)));
  return out;
}

/// separation = sign(key) sqrt |key| - radii; normal = (ey, -ex) / |e|. Without any axis the key is minus infinity.
template <class L, class V = typename L::Vector>
SATCHEL_INLINE Contacts<L> contacts_of_axis(const Axis<L>& axis, const V& radii, const PairLanes<L>& pairs) {
  using T = typename L::Scalar;
  const auto zero = L::splat(T(0));
  const auto root = L::sqrt(L::abs(axis.key));
  const auto inverse = L::divide(L::splat(T(1)), L::sqrt(axis.ex * axis.ex + axis.ey * axis.ey));
  return rounded_contacts<L>(axis.ey * inverse, (zero - axis.ex) * inverse,
                             L::select(axis.key < zero, zero - root, root) - radii, axis.feature,
                             axis.key > L::splat(static_cast<T>(-__builtin_huge_val())), pairs);
}

/// Two points: the way from one to the other is the one axis there is.
template <class L, class V = typename L::Vector>
SATCHEL_INLINE Contacts<L> contacts_of_points(const V& x, const V& y, const V& radii, const PairLanes<L>& pairs) {
  using T = typename L::Scalar;
  const auto square = x * x + y * y, length = L::sqrt(square), inverse = L::divide(L::splat(T(1)), length);
  return rounded_contacts<L>(x * inverse, y * inverse, length - radii, L::splat(vertex_feature<T>),
                             square > L::splat(shortest_square<T>), pairs);
}

template <class L, std::size_t CA, std::size_t CB, class T = typename L::Scalar>
SATCHEL_INLINE Contacts<L> rounded_contacts_of(CoreLanes<L, CA>& a, CoreLanes<L, CB>& b, const PairLanes<L>& pairs,
                                               const typename L::Vector& radii) {
  if constexpr (CA == 1 && CB == 1) {
    return contacts_of_points<L>((b.x[0] - a.x[0]) + pairs.delta_x, (b.y[0] - a.y[0]) + pairs.delta_y, radii, pairs);
  } else {
    const auto x = centre_of<L>(a.x[0], b.x[0], pairs.delta_x), y = centre_of<L>(a.y[0], b.y[0], pairs.delta_y);
    a.move_by(x.from_a, y.from_a);
    b.move_by(x.from_b, y.from_b);
    return contacts_of_axis<L>(best_rounded_axis<L>(a, b), radii, pairs);
  }
}

template <class L, std::size_t CA, std::size_t CB, class T = typename L::Scalar>
std::size_t collide_rounded(const PairJob<T>& job, BasicContact<T>* contacts) {
  using Staged = StagedRounded<T, CA, CB>;
  Staged staged;
  Prefetcher<T> prefetcher(job);
  std::size_t uncertain = 0;
  for (std::size_t i = 0; i < job.count; i += Staged::size) {
    const std::size_t count = job.count - i < Staged::size ? job.count - i : Staged::size;
    staged.template look_up<L>(job, job.pairs + i, count);
    for (std::size_t j = 0; j < count; j += L::width) {
      const std::size_t live = count - j < L::width ? count - j : L::width, at = i + j;
      if (job.prefetch) prefetcher.ask_for(L::width);
      CoreLanes<L, CA> a;
      CoreLanes<L, CB> b;
      a.load(job.first_a, staged.blocks_a + j);
      b.load(job.first_b, staged.blocks_b + j);
      const Contacts<L> found =
          rounded_contacts_of<L>(a, b, staged.template lanes<L>(j, job.some_turned), L::load(staged.radii + j));
      T* rows[L::width];
      const auto store_at = [&](const auto& place) __attribute__((always_inline)) {
        for (std::size_t lane = 0; lane < L::width; ++lane) rows[lane] = reinterpret_cast<T*>(place(lane));
        store_contacts<L>(rows, found);
      };
      if (live < L::width) {
        BasicContact<T> spill[L::width];  // where the lanes of a tail go that have no pair
        store_at([&](std::size_t lane) {
          if (lane >= live) return spill + lane;
          return contacts + (job.slots != nullptr ? job.slots[at + lane] : at + lane);
        });
      } else if (job.slots != nullptr) {
        store_at([&](std::size_t lane) { return contacts + job.slots[at + lane]; });
      } else {
        store_at([&](std::size_t lane) { return contacts + at + lane; });
      }
      uncertain = append_uncertain(job.uncertain, uncertain, at, found.certain, live);
    }
  }
  return uncertain;
}

/// The verdicts of the contacts of `collide`, some pairs at a time.
template <class T, std::size_t (*collide)(const PairJob<T>&, BasicContact<T>*)>
std::size_t classify_rounded(const PairJob<T>& job, Verdict* verdicts) {
  constexpr std::size_t few = 256;
  BasicContact<T> contacts[few];
  std::size_t uncertain = 0;
  for (std::size_t first = 0; first < job.count; first += few) {
    PairJob<T> part = job;
    part.pairs = job.pairs + first;
    part.slots = nullptr;
    part.count = job.count - first < few ? job.count - first : few;
    part.uncertain = job.uncertain + uncertain;
    const std::size_t more = collide(part, contacts);
    for (std::size_t i = 0; i < part.count; ++i) {
      verdicts[job.slots != nullptr ? job.slots[first + i] : first + i] =
          static_cast<Verdict>(contacts[i].feature & 3u);
    }
    for (std::size_t i = 0; i < more; ++i) part.uncertain[i] += static_cast<std::uint32_t>(first);
    uncertain += more;
  }
  return uncertain;
}

}  // namespace
