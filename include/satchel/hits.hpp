// Contacts of the pairs that touch or overlap, without results for disjoint pairs.
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
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
template <class T>
[[nodiscard]] SATCHEL_API Status try_find_hits(const BasicScene<T>& scene, std::span<const Pair> pairs,
                                               std::vector<std::type_identity_t<BasicHit<T>>>& hits,
                                               const Options& options = {}) noexcept;
template <class T>
void find_hits(const BasicScene<T>& scene, std::span<const Pair> pairs,
               std::vector<std::type_identity_t<BasicHit<T>>>& hits, const Options& options = {}) {
  if (const Status status = try_find_hits(scene, pairs, hits, options); !status.ok()) {
    throw_error(status);
  }
}
/// As above, between two scenes: pair.a is a body of `scene_a`, pair.b a body of `scene_b`.
template <class T>
[[nodiscard]] SATCHEL_API Status try_find_hits(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b,
                                               std::span<const Pair> pairs,
                                               std::vector<std::type_identity_t<BasicHit<T>>>& hits,
                                               const Options& options = {}) noexcept;
template <class T>
void find_hits(const BasicScene<T>& scene_a, const BasicScene<T>& scene_b, std::span<const Pair> pairs,
               std::vector<std::type_identity_t<BasicHit<T>>>& hits, const Options& options = {}) {
  if (const Status status = try_find_hits(scene_a, scene_b, pairs, hits, options); !status.ok()) {
    throw_error(status);
  }
}

}  // namespace satchel
