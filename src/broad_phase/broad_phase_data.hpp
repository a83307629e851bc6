// The memory of the broad phase, and its steps.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <satchel/broad_phase.hpp>

#include "broad_phase/few_pairs.hpp"
#include "broad_phase/pair_sorter.hpp"
#include "format/kernel_table.hpp"
#include "parallel/progress.hpp"
#include "scene/data.hpp"
#include "tree/box_tree.hpp"

namespace satchel::detail {

class BroadPhaseData {
 public:
  /// @param one_scene  a is b; find the pairs a < b of this scene
  template <class T>
  Status find(const SceneData<T>& a, const SceneData<T>& b, bool one_scene, const Output<Pair>& pairs,
              const BasicPairOptions<T>& options, const kernels::KernelTable& table);
  /// The same in a periodic world (periodic_pairs.cpp).
  template <class T>
  Status find(const SceneData<T>& a, const SceneData<T>& b, bool one_scene, const Periods& periods,
              const Output<ImagePair>& pairs, const BasicPairOptions<T>& options, const kernels::KernelTable& table);
  std::size_t bytes() const;

 private:
  /// The same where bodies are large against the periods, so that each has many images (many_images.hpp).
  template <class T>
  Status find_many(const SceneData<T>& a, const SceneData<T>& b, bool one_scene, const Periods& periods,
                   const Output<ImagePair>& pairs, const BasicPairOptions<T>& options,
                   const kernels::KernelTable& table);
  /// Builds the trees over the bodies of one scene or two, as stages of a call.
  /// @param options  checked; of all that they say, growth and worlds count
  template <class T>
  Status build_trees(const SceneData<T>& a, const SceneData<T>& b, bool one_scene, const BasicPairOptions<T>& options,
                     const kernels::KernelTable& table, parallel::Progress& progress);
  /// A job that searches these trees.
  kernels::OverlapJob overlaps(bool one_scene) const;
  tree::Worlds number_worlds(std::span<const std::uint32_t> worlds);
  void find_ranges(std::uint32_t worlds, bool one_scene);

  std::array<tree::BoxTree, 2> trees_;
  std::array<broad_phase::FewBoxes, 2> few_boxes_;
  broad_phase::FewPairs few_;
  broad_phase::PairSorter sorter_;
  tree::SharedPool<tree::OrderScratch> order_scratch_;
  std::vector<std::uint32_t> sorted_worlds_, numbers_;
  tree::Buffer<kernels::GroupRange> ranges_;  ///< by group of the first tree, if there are worlds: those it may meet
  bool has_worlds_ = false;
};

}  // namespace satchel::detail
