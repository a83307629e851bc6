// Contacts of the pairs that touch or overlap, without results for disjoint pairs.
#pragma once

#include <cstdint>
#include <new>
#include <span>
#include <vector>

#include <satchel/error.hpp>
#include <satchel/export.hpp>
#include <satchel/options.hpp>
#include <satchel/scene.hpp>
#include <satchel/types.hpp>

namespace satchel {

/// A pair that touches or overlaps.
template <class T>
struct BasicHit {
  Pair pair;                ///< as given
  std::uint32_t index;      ///< index of the pair in the list of pairs
  BasicContact<T> contact;  ///< equal to the result of `collide`
  friend bool operator==(const BasicHit&, const BasicHit&) = default;
};
using Hit = BasicHit<float>;
using Hitd = BasicHit<double>;

/// Computes the contacts of the pairs that touch or overlap, in the order of the pairs. Takes as long as `collide`, but
/// needs no array of contacts for all pairs.
/// @param pairs  up to 2^32 - 1 pairs, as for `collide`
/// @param hits   its contents are replaced by the hits; its capacity is reused. Other memory of the call depends on the
///               number of threads alone.
/// Throws `Error` as `collide` does, and too_many; after an error during the work `hits` is unspecified.
SATCHEL_API void collide_hits(const Scene& scene, std::span<const Pair> pairs, std::vector<Hit>& hits,
                              const Options& options = {});
SATCHEL_API void collide_hits(const Scene& scene_a, const Scene& scene_b, std::span<const Pair> pairs,
                              std::vector<Hit>& hits, const Options& options = {});

SATCHEL_API Status collide_hits(std::nothrow_t, const Scene& scene, std::span<const Pair> pairs, std::vector<Hit>& hits,
                                const Options& options = {}) noexcept;
SATCHEL_API Status collide_hits(std::nothrow_t, const Scene& scene_a, const Scene& scene_b, std::span<const Pair> pairs,
                                std::vector<Hit>& hits, const Options& options = {}) noexcept;

// As above, for scenes in double precision.

SATCHEL_API void collide_hits(const Scened& scene, std::span<const Pair> pairs, std::vector<Hitd>& hits,
                              const Options& options = {});
SATCHEL_API void collide_hits(const Scened& scene_a, const Scened& scene_b, std::span<const Pair> pairs,
                              std::vector<Hitd>& hits, const Options& options = {});

SATCHEL_API Status collide_hits(std::nothrow_t, const Scened& scene, std::span<const Pair> pairs,
                                std::vector<Hitd>& hits, const Options& options = {}) noexcept;
SATCHEL_API Status collide_hits(std::nothrow_t, const Scened& scene_a, const Scened& scene_b,
                                std::span<const Pair> pairs, std::vector<Hitd>& hits,
                                const Options& options = {}) noexcept;

}  // namespace satchel
