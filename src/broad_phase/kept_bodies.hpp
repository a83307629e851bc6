// What kept pairs know of the bodies: their grown boxes, filters and worlds at the last update, and which of these have
// changed since.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <satchel/broad_phase.hpp>

#include "broad_phase/number_set.hpp"
#include "broad_phase/query_groups.hpp"
#include "format/prefetch_line.hpp"
#include "scene/array.hpp"
#include "scene/data.hpp"
#include "tree/box_placer.hpp"
#include "tree/kept_tree.hpp"

namespace satchel::broad_phase {

/// A body whose grown box, filter or world is another one than at the last update.
struct Mover {
  BodyId body;
  std::uint32_t position;  ///< in the tree; no_position if the scene has it no more
  Box before, now;         ///< grown; empty_box where the scene has it not
  bool is_filtered_anew;   ///< another filter or world
  static constexpr std::uint32_t no_position = ~std::uint32_t{0};
};

/// Options that enlarge each box by `fat` more on every side.
template <class T>
BasicPairOptions<T> fattened(BasicPairOptions<T> options, double fat) {
  if (fat == 0) return options;
  options.margin =
      std::min(static_cast<T>(static_cast<double>(options.margin) + 2 * fat), std::numeric_limits<T>::max());
  return options;
}

class KeptBodies {
 public:
  /// Finds the movers, in the order of their positions in the tree, and replaces what is known of them.
  /// @param revision  of the scene at the last update
  /// @param tree      of the scene as it is
  /// @param fat       movers get boxes larger by this; bodies that stay in theirs are no movers
  /// @param few       false: they are so many that it is faster to find all pairs anew
  /// If they are not few, or after an error or std::bad_alloc, what is known is of no use until the next `note_all`.
  template <class T>
  Status follow(const detail::SceneData<T>& scene, std::uint64_t revision, const tree::KeptTree& tree,
                const BasicPairOptions<T>& options, double fat, const kernels::KernelTable& table, bool& few);

  /// Replaces what is known of all bodies: their boxes are those of `fattened` options. Throws std::bad_alloc.
  template <class T>
  Status note_all(const detail::SceneData<T>& scene, const BasicPairOptions<T>& options, double fat,
                  const kernels::KernelTable& table);

  /// Has the next `note_all` find all boxes: those that a `follow` found are not the scene's of today.
  void forget_boxes() noexcept { has_boxes_now_ = false; }

  std::span<const Mover> movers() const noexcept { return movers_; }
  bool is_mover(BodyId body) const noexcept { return is_mover_.has(body); }

  /// Makes queries of the movers, by their numbers. Each overlaps the tree's boxes of all bodies whose grown box the
  /// mover's overlapped before or overlaps now. Throws std::bad_alloc.
  void make_queries(const tree::KeptTree& tree, QueryGroups& queries) const;

  const Box& box(BodyId body) const noexcept { return boxes_[body]; }
  void prefetch_box(BodyId body) const noexcept { kernels::prefetch_line(boxes_.data() + body); }
  /// Whether filters and worlds let two bodies be a pair.
  bool may_be_pair(const Pair& pair) const noexcept {
    return (worlds_.empty() || worlds_[pair.a] == worlds_[pair.b]) &&
           (filters_.empty() || may_meet(filters_[pair.a], filters_[pair.b]));
  }

  std::size_t bytes() const noexcept;

 private:
  template <class T>
  Status find_boxes(const detail::SceneData<T>& scene, const BasicPairOptions<T>& options,
                    const kernels::KernelTable& table);
  template <class T>
  Status find_movers(const detail::SceneData<T>& scene, std::uint64_t revision, const tree::KeptTree& tree,
                     const BasicPairOptions<T>& options, double fat, const kernels::KernelTable& table, bool& few);
  void order_movers(std::size_t positions);

  double margin_ = 0, fat_ = 0;
  bool has_one_margin_ = true;  ///< boxes are grown by the margin alone
  detail::Array<Box> boxes_;    ///< empty_box of bodies that the scene has not
  std::vector<Filter> filters_;
  std::vector<std::uint32_t> worlds_;

  detail::Array<Box> boxes_now_;  ///< if has_boxes_now_: what boxes_ has to become
  bool has_boxes_now_ = false;
  tree::BoxPlacer placer_;
  std::vector<Mover> movers_, unordered_;
  NumberSet is_mover_, mover_positions_;
  double largest_growth_ = 0;  ///< no grown box extends farther from the body's own one
};

}  // namespace satchel::broad_phase
