// Candidate pairs that are kept from frame to frame: changes are found for the bodies that changed alone.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include <satchel/broad_phase.hpp>
#include <satchel/error.hpp>
#include <satchel/export.hpp>
#include <satchel/index.hpp>
#include <satchel/scene.hpp>
#include <satchel/types.hpp>

namespace satchel {

namespace detail {
class KeptPairsData;
}

/// What an update has changed in a list of pairs. Both lists are sorted by (a, b).
struct PairChanges {
  std::vector<Pair> added;  ///< pairs that were none before
  std::vector<Pair> ended;  ///< pairs that are none any more
};

/// The candidate pairs of one scene, kept from frame to frame. After each update they are those that `find_pairs` finds in
/// the scene with the same options, whatever happened to scene and options before, unless fat boxes are asked for.
///
///   satchel::Index index(scene);
///   satchel::KeptPairs pairs;
///   for each frame:
///     scene.set_poses(bodies, poses);
///     index.update(scene);
///     pairs.update(scene, index);
///     satchel::collide(scene, pairs.pairs(), contacts);
///
/// Fat boxes (Box2D's b2_aabbExtension) are for worlds where much moves a little. Each body has a box that is larger
/// than its own by `fat` on every side when it is made; it is made anew when the body's box leaves it, or has come to lie
/// more than 2 `fat` inside of it. The pairs are then those whose fat boxes have a point in common: all that `find_pairs`
/// finds, and bodies that are up to `margin` + 4 `fat` apart along each axis. They depend on the updates so far, and not on
/// threads or instruction set. Bodies that stay in their fat boxes cost a comparison each.
///
/// Threads. Any number of threads may read the pairs at once. `update` needs the object for itself.
template <class T>
class SATCHEL_API BasicKeptPairs {
 public:
  using Scene = BasicScene<T>;
  using Index = BasicIndex<T>;
  using Options = BasicPairOptions<T>;

  BasicKeptPairs() noexcept;  ///< no pairs yet; exact ones
  /// No pairs yet; with fat boxes.
  /// @param fat  in the scene's unit, 0 or more, finite (else updates refuse it: bad_margin); 0: exact pairs
  explicit BasicKeptPairs(T fat) noexcept;
  BasicKeptPairs(BasicKeptPairs&&) noexcept;  ///< leaves no pairs
  BasicKeptPairs& operator=(BasicKeptPairs&&) noexcept;
  ~BasicKeptPairs();

  /// Makes these the pairs of the scene as it is: by the bodies that changed since the last update, or, where so many
  /// changed that it is faster, of all bodies anew. A body changed if its box, as margins and motion enlarge it, or its
  /// filter or world is another one than then. Another scene than the last time, or another `margin`, changes all.
  ///
  /// O(bodies changed and their pairs) for the search, and a move of parts of the list in memory. Which bodies changed
  /// is known from the scene, as for `BasicIndex::update`. If `margins`, `motions`, `filters` or `worlds` are given, all
  /// bodies are looked at, and the boxes that are searched for are enlarged by the most that any body is.
  ///
  /// @param index    of this scene as it is now
  /// @param options  as for `find_pairs`. If not `sorted`: the same pairs, in an order that depends on the updates so
  ///                 far, and not on threads or instruction set. That saves time when all pairs are found anew.
  /// Errors, after which the pairs are as they were: other_scene, changed_scene (the index); then those of `find_pairs`.
  [[nodiscard]] Status try_update(const Scene& scene, const Index& index, const Options& options = {}) noexcept;
  void update(const Scene& scene, const Index& index, const Options& options = {}) {
    if (const Status status = try_update(scene, index, options); !status.ok()) throw_error(status);
  }

  /// The same, and says what has changed since the last update, or from no pairs at the first one.
  /// @param changes  replaced; after an error as it was. A pair of an index that another body has taken over
  ///                 (`BasicScene::generation`) is not listed if it was a pair and is one.
  [[nodiscard]] Status try_update(const Scene& scene, const Index& index, PairChanges& changes,
                                  const Options& options = {}) noexcept;
  void update(const Scene& scene, const Index& index, PairChanges& changes, const Options& options = {}) {
    if (const Status status = try_update(scene, index, changes, options); !status.ok()) throw_error(status);
  }

  /// All pairs a < b, each once. The span is valid until the next update, or the end of the object.
  [[nodiscard]] std::span<const Pair> pairs() const noexcept;

  /// Bytes of memory held.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  std::unique_ptr<detail::KeptPairsData> data_;  ///< null: never updated
  T fat_ = 0;
};

extern template class BasicKeptPairs<float>;
extern template class BasicKeptPairs<double>;
using KeptPairs = BasicKeptPairs<float>;
using KeptPairsd = BasicKeptPairs<double>;

}  // namespace satchel
