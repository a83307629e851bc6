// The sorted list of pairs of few bodies, on one thread.
//
// Up to 256 bodies need no tree: their boxes are in groups in the order of their ids. Pairs of equal a are then found in
// the order of b, because groups are searched from the first one on, and so are the bodies of a group. More bodies are in
// the groups of a tree, and the pairs of equal a are sorted.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <satchel/error.hpp>
#include <satchel/output.hpp>
#include <satchel/types.hpp>

#include "broad_phase/collect_pairs.hpp"
#include "broad_phase/search.hpp"
#include "format/box_layout.hpp"
#include "format/kernel_table.hpp"
#include "scene/array.hpp"
#include "scene/data.hpp"
#include "scene/fail.hpp"
#include "tree/box_groups.hpp"
#include "tree/grown_box.hpp"

namespace satchel::broad_phase {

/// The boxes of at most 256 bodies, in the order of their ids: groups with one node above them.
class FewBoxes {
 public:
  static constexpr std::size_t most = kernels::group_width * kernels::group_width;

  template <class T>
  void fill(const kernels::KernelTable& table, const detail::SceneData<T>& scene, const tree::BoxGrowth<T>& growth) {
    const std::size_t slots = scene.bodies.size();
    std::array<Box, most> boxes;
    std::array<std::uint32_t, most> buckets;  // one for all bodies that are there
    for (std::size_t i = 0; i < slots; ++i) buckets[i] = scene.bodies[i].place.is_removed() ? kernels::no_bucket : 0;
    std::uint32_t count = 0;
    const kernels::BoxJob<T> job{scene.bodies.data(), scene.boxes.data(), growth.margin, 0, slots, {}, nullptr};
    table.scene.of<T>().deal_boxes(job, buckets.data(), &count, boxes.data(), ids_.data());
    for (std::uint32_t k = 0; k < count && !growth.is_one_margin(); ++k) {
      boxes[k] = growth.rest_of(scene.bodies[ids_[k]], ids_[k], boxes[k]);
    }
    group_count_ = (count + kernels::group_width - 1) / kernels::group_width;
    for (std::uint32_t k = count; k < group_count_ * kernels::group_width; ++k) {
      boxes[k] = kernels::empty_box;
      ids_[k] = 0;
    }
    for (std::uint32_t g = 0; g < kernels::group_width; ++g) {
      if (g < group_count_) {
        const Box* const own = boxes.data() + g * kernels::group_width;
        for (std::size_t lane = 0; lane < kernels::group_width; ++lane) tree::set_lane(groups_[g], lane, own[lane]);
      }
      tree::set_lane(node_, g, g < group_count_ ? tree::box_around(groups_[g]) : kernels::empty_box);
    }
  }

  std::uint32_t group_count() const { return group_count_; }
  kernels::BoxTreeView view() const { return {groups_.data(), ids_.data(), {&node_}, 1, group_count_}; }

 private:
  std::array<kernels::BoxGroup, kernels::group_width> groups_;
  kernels::BoxGroup node_;
  std::array<BodyId, most> ids_;
  std::uint32_t group_count_ = 0;
};

class FewPairs {
 public:
  static constexpr std::size_t most = 1024;  ///< slots of a scene
  static_assert(most <= groups_per_chunk << kernels::group_shift);

  /// @param job       queries, targets and one_tree are set
  /// @param in_order  whether the groups are in the order of ids
  /// @param accepts   as for collect_pairs
  template <class Accepts>
  Status collect(const kernels::KernelTable& table, kernels::OverlapJob job, bool in_order, const PairList& list,
                 const Accepts& accepts) {
    std::array<std::uint32_t, most + 1> ends;  // by a: counts, then where the next pair goes
    std::fill_n(ends.begin(), list.slots_a + 1, 0u);
    pairs_.clear();
    const auto take = [&](BodyId p, BodyId q) {
      const Pair pair = job.one_tree ? Pair{std::min(p, q), std::max(p, q)} : Pair{p, q};
      if (!accepts(pair)) return ErrorCode::ok;
      if (pairs_.size() == list.max_pairs) return ErrorCode::too_many_pairs;
      pairs_.push_back(pair);
      ++ends[pair.a + 1];
      return ErrorCode::ok;
    };
    if (job.queries.group_count > 0 && job.targets.group_count > 0) {
      HitBuffer buffer(take);
      job.range = {0, job.queries.group_count};
      buffer.serve(job);
      table.find_overlaps(job);
      if (buffer.error != ErrorCode::ok) return {buffer.error, 0};
    }
    const std::size_t count = pairs_.size();
    Pair* const sorted = list.pairs.resize(count);
    if (sorted == nullptr && count != 0) return detail::room_error(count, list.pairs.room());
    for (std::size_t a = 1; a < list.slots_a; ++a) ends[a] += ends[a - 1];
    for (const Pair& pair : pairs_) sorted[ends[pair.a]++] = pair;
    for (std::size_t a = 0, first = 0; !in_order && a < list.slots_a; first = ends[a++]) {
      sort_row(sorted + first, sorted + ends[a]);
    }
    return {};
  }

  std::size_t bytes() const { return detail::bytes_of(pairs_); }

 private:
  /// Most rows have few pairs.
  static void sort_row(Pair* first, Pair* last) {
    constexpr std::ptrdiff_t worth_sorting = 16;
    if (last - first > worth_sorting) return std::sort(first, last);
    for (Pair* next = first; next < last; ++next) {
      const Pair pair = *next;
      Pair* to = next;
      for (; to != first && pair.b < to[-1].b; --to) *to = to[-1];
      *to = pair;
    }
  }

  std::vector<Pair> pairs_;  ///< as they are found
};

}  // namespace satchel::broad_phase
