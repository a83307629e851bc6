// A tree over the bounding boxes of a scene's bodies, in groups of sixteen. Each call builds a new tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include <satchel/error.hpp>
#include <satchel/options.hpp>

#include "format/kernel_table.hpp"
#include "scene/data.hpp"
#include "tree/buffer.hpp"
#include "tree/grid.hpp"
#include "tree/grown_box.hpp"
#include "tree/order.hpp"
#include "tree/shared_pool.hpp"

namespace satchel::tree {

/// The world of each body (PairOptions::worlds); worlds are numbered from 0.
struct Worlds {
  const std::uint32_t* of_body = nullptr;  ///< null: all bodies are in one world
  std::uint32_t count = 1;
};

/// The use of a tree. Each group of queries is searched for once, so that tight groups do not pay; targets are searched
/// by many queries. A tree that is kept is made of targets, and has spare groups behind the others, without bodies.
enum class Role : std::uint8_t { targets, queries, kept };

class BoxTree {
 public:
  /// Builds the tree over the bodies that are not removed, their boxes grown. O(bodies). Throws std::bad_alloc.
  template <class T>
  Status build(const detail::SceneData<T>& scene, const kernels::KernelTable& table,
               const std::type_identity_t<BoxGrowth<T>>& growth, const Worlds& worlds, const Options& options,
               SharedPool<OrderScratch>& scratch, Role role = Role::targets);

  kernels::BoxTreeView view() const;
  std::uint32_t group_count() const { return group_count_; }
  /// The range of the groups of a world; not of a tree that is kept.
  kernels::GroupRange groups_of_world(std::uint32_t world) const;
  std::size_t bytes() const;

  // For a tree that is kept (kept_tree.hpp).
  /// Computes the boxes of all levels above the lowest.
  Status build_levels(const Options& options);
  /// The groups before the spare ones.
  std::uint32_t first_spare_group() const { return first_spare_group_; }
  kernels::BoxGroup* groups() { return groups_.data(); }
  BodyId* ids() { return ids_.data(); }
  kernels::BoxGroup* level(unsigned k) { return levels_.data() + level_start_[k]; }
  unsigned level_count() const { return level_count_; }
  std::size_t nodes_of_level(unsigned k) const {
    const unsigned shift = kernels::group_shift * (k + 1);
    return (std::size_t{group_count_} + (std::size_t{1} << shift) - 1) >> shift;
  }

 private:
  template <class T>
  void sample(const detail::SceneData<T>& scene, const BoxGrowth<T>& growth);
  std::size_t lay_out_buckets(std::uint32_t* next, std::size_t chunks, std::size_t buckets);
  Status fill_groups(const Options& options, SharedPool<OrderScratch>& scratch);
  void make_groups(std::size_t bucket, OrderScratch& scratch);
  void empty_group(std::size_t group);
  void order_groups(SharedPool<OrderScratch>& pool);

  Grid grid_;
  std::vector<Box> sample_;
  std::vector<std::uint32_t> world_counts_;
  Buffer<std::uint32_t> bucket_of_, next_;
  Buffer<std::uint32_t> first_group_, bucket_size_;  ///< by bucket; first_group_ has one element more, the end
  Buffer<kernels::BoxGroup> groups_;                 ///< until make_groups: an array of Box, sixteen a group
  Buffer<BodyId> ids_;
  Buffer<kernels::BoxGroup> levels_;
  std::size_t level_start_[kernels::max_levels] = {};
  unsigned level_count_ = 0;
  std::uint32_t group_count_ = 0, first_spare_group_ = 0;
  std::size_t unordered_ = 0;  ///< buckets of at most this number of bodies are not ordered
};

}  // namespace satchel::tree
