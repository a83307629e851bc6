// What kept pairs know of the bodies: their grown boxes, filters and worlds at the last update, and which have moved since.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <satchel/broad_phase.hpp>

#include "broad_phase/body_set.hpp"
#include "broad_phase/query_groups.hpp"
#include "scene/data.hpp"
#include "tree/kept_tree.hpp"

namespace satchel::broad_phase {

class KeptBodies {
 public:
  /// Finds the movers: the bodies whose grown box, filter or world is another one than at the last update.
  /// @param tree      of the scene as it is
  /// @param revision  of the scene at the last update
  /// @returns false if they are so many that it is faster to find all pairs anew
  /// After an exception (std::bad_alloc), and until the next `move` or `note_all`, what is known is of no use.
  template <class T>
  bool find_movers(const detail::SceneData<T>& scene, std::uint64_t revision, const tree::KeptTree& tree,
                   const BasicPairOptions<T>& options);

  /// Replaces what is known of the movers by what they are now.
  /// @param queries  gets a box of each mover. It overlaps the tree's boxes of all bodies with whose grown box the
  ///                 mover's overlapped before or overlaps now
  template <class T>
  void move(const detail::SceneData<T>& scene, const tree::KeptTree& tree, const BasicPairOptions<T>& options,
            QueryGroups& queries);

  /// Replaces what is known of all bodies.
  template <class T>
  void note_all(const detail::SceneData<T>& scene, const BasicPairOptions<T>& options);

  bool is_mover(BodyId body) const noexcept { return movers_.has(body); }

  /// Whether two bodies are a pair, as they are now.
  bool are_pair(const Pair& pair) const noexcept {
    const Box &a = boxes_[pair.a], &b = boxes_[pair.b];
    return a.min_x <= b.max_x && b.min_x <= a.max_x && a.min_y <= b.max_y && b.min_y <= a.max_y &&
           (worlds_.empty() || worlds_[pair.a] == worlds_[pair.b]) &&
           (filters_.empty() || may_meet(filters_[pair.a], filters_[pair.b]));
  }

  std::size_t bytes() const noexcept;

 private:
  template <class T>
  void note(BodyId body, const Box& box, const BasicPairOptions<T>& options) noexcept;

  double margin_ = 0;
  bool has_one_margin_ = true;  ///< boxes are grown by the margin alone
  std::vector<Box> boxes_;      ///< empty_box of bodies that the scene has not
  std::vector<Filter> filters_;
  std::vector<std::uint32_t> worlds_;

  BodySet movers_, mover_places_;  ///< mover_places_: in the tree
  std::vector<BodyId> removed_;    ///< movers that are not in the tree
  std::size_t mover_count_ = 0;
  double largest_growth_ = 0;  ///< no grown box extends farther from the body's own one
};

}  // namespace satchel::broad_phase
