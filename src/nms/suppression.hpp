// Suppression: which bodies are kept.
//
//   for each class, for blocks of its bodies by descending score:
//     IoU with the kept bodies whose boxes meet theirs: bodies above the threshold fall
//     IoU of the others among themselves: each falls to a kept one before it
//     add the kept ones to the kept bodies
//
// Chunks of a block gather their pairs and ask for their IoUs on the threads of the call; pairs whose boxes and areas
// tell enough are left out. A chunk asks whenever it has gathered a number of pairs, so memory grows with the number of
// bodies alone. Where a report of progress is due, chunks pause between two lists of pairs and go on after it.
//
// One file, because it is one algorithm on one state.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <utility>
#include <vector>

#include <satchel/areas.hpp>

#include "nms/box_cells.hpp"
#include "nms/candidates.hpp"
#include "parallel/parallel.hpp"
#include "query/questions/rough_ious.hpp"
#include "scene/data.hpp"

namespace satchel::detail {

template <class T>
class Suppression {
 public:
  /// @param order  the bodies, class by class, by descending score
  /// @param ends   where the classes end in the order
  Suppression(const BasicScene<T>& scene, T threshold, std::span<const BodyId> order, std::span<const std::size_t> ends,
              const Options& options)
      : scene_(scene),
        threshold_(threshold),
        order_(order),
        ends_(ends),
        options_(options),
        progress_(options, order.size(), scene.max_threads()),
        pairs_at_once_(pairs_at_once(SceneAccess::data(scene))) {}

  Status run() {
    const std::size_t count = order_.size();
    if (threshold_ >= 1) {  // no IoU is larger
      kept.assign(order_.begin(), order_.end());
      return {};
    }
    candidates_.resize(count);
    state_.assign(count, State::open);
    progress_.begin(0);  // the loops of a block do not count; its end does
    if (const Status status = look_at_bodies(); !status.ok()) return status;
    std::size_t first = 0;
    for (const std::size_t last : ends_) {
      if (const Status status = run_class(first, last); !status.ok()) return status;
      first = last;
    }
    return progress_.finish({});
  }

  /// By class.
  std::vector<BodyId> kept;

 private:
  /// @param first, last  the bodies of a class in the order
  Status run_class(std::size_t first, std::size_t last) {
    BoxCells kept_boxes(cell_of(first, last));
    std::size_t size = first_block;
    for (std::size_t begin = first, end = first; begin < last; begin = end, size = std::min(2 * size, largest_block)) {
      end = std::min(begin + size, last);
      if (const Status status = against_kept(begin, end, kept_boxes); !status.ok()) return status;
      if (const Status status = among_each_other(begin, end); !status.ok()) return status;
      for (std::size_t k = begin; k < end; ++k) {
        if (state_[k] == State::fallen) continue;
        kept.push_back(order_[k]);
        add(kept_boxes, k);
      }
      size = end - begin;
      progress_.begin(size);
      if (!parallel::report(progress_.options(), 1, 1)) return {ErrorCode::cancelled};
      progress_.begin(0);
    }
    return {};
  }

  enum class State : std::uint8_t { open, fallen };
  static constexpr std::uint32_t none = 0xffffffff;
  static constexpr std::size_t first_block = 64, largest_block = 4096, chunk_size = 256, most_pairs = 2048;

  /// Two bodies by their ranks in the order.
  struct Ranks {
    std::uint32_t later, earlier;
  };
  /// Some bodies of a block, and the pairs gathered of them. Its memory is kept from block to block.
  struct Chunk {
    std::size_t first, next, end;  ///< the bodies; pairs of those before `next` have been gathered
    std::size_t asked = 0;         ///< number of the first pair whose IoU is not known
    std::vector<Pair> pairs;
    std::vector<Ranks> ranks;
    std::vector<T> ious;
    std::vector<Ranks> near;  ///< pairs whose IoU is above the threshold, by `later`
    std::vector<query::RoughIou> told;
    std::vector<std::uint32_t> unsure;  ///< numbers of the pairs whose rough IoU does not tell
    std::vector<Pair> unsure_pairs;
    std::vector<T> unsure_ious;
    std::size_t in_block = 0;  ///< how many of the pairs gathered are with bodies of the block
    bool is_crowded = false;   ///< it has given up, for its bodies have too many pairs with others of their block
    Status status;
    Stats stats;

    void start(std::size_t begin, std::size_t end_of_it) {
      first = next = begin;
      end = end_of_it;
      near.clear();
      in_block = 0;
      is_crowded = false;
      status = {};
    }
    bool is_done() const { return next == end && pairs.empty(); }
    void drop_pairs() {
      pairs.clear();
      ranks.clear();
      asked = 0;
    }
  };

  /// How many pairs are asked about between two looks at the clock.
  static std::size_t pairs_at_once(const SceneData<T>& scene) {
    return scene.has_long_bodies() || scene.compounds.bodies != 0 ? 16 : most_pairs;
  }

  /// In the order of the bodies, whose data lie so in memory.
  Status look_at_bodies() {
    constexpr std::size_t size = 1024;
    std::vector<std::uint32_t> rank(scene_.body_slots(), none);
    for (std::uint32_t k = 0; k < order_.size(); ++k) rank[order_[k]] = k;
    return parallel::for_each_chunk((rank.size() + size - 1) / size, progress_.options(), [&](std::size_t i) noexcept {
      const std::size_t end = std::min((i + 1) * size, rank.size());
      for (BodyId body = static_cast<BodyId>(i * size); body < end; ++body) {
        if (rank[body] != none) candidates_[rank[body]] = candidate_of(scene_, body);
      }
    });
  }

  Status against_kept(std::size_t begin, std::size_t end, const BoxCells& kept_boxes) {
    const Status status = gather(begin, end, kept_boxes);
    for (const Chunk& chunk : chunks_) {
      for (const Ranks& ranks : chunk.near) state_[ranks.later] = State::fallen;
    }
    return status;
  }

  /// @param end  is brought nearer if the bodies of the block crowd: most would fall to a few, so these come first
  Status among_each_other(std::size_t begin, std::size_t& end) {
    for (;;) {
      BoxCells open(cell_of(begin, end));
      for (std::size_t k = begin; k < end; ++k) {
        if (state_[k] == State::open) add(open, k);
      }
      if (const Status status = gather(begin, end, open); !status.ok()) return status;
      if (std::none_of(chunks_.begin(), chunks_.end(), [](const Chunk& chunk) { return chunk.is_crowded; })) break;
      end = begin + std::max(first_block, (end - begin) / 8);
    }
    for (const Chunk& chunk : chunks_) {
      for (const Ranks& ranks : chunk.near) {
        if (state_[ranks.earlier] == State::open) state_[ranks.later] = State::fallen;
      }
    }
    return {};
  }

  /// Finds, for the open bodies of a block, the earlier ones of `boxes` with which their IoU is above the threshold.
  Status gather(std::size_t begin, std::size_t end, const BoxCells& boxes) {
    chunks_.resize((end - begin + chunk_size - 1) / chunk_size);
    for (std::size_t i = 0; i < chunks_.size(); ++i) {
      chunks_[i].start(begin + i * chunk_size, std::min(begin + (i + 1) * chunk_size, end));
    }
    const auto is_done = [](const Chunk& chunk) { return chunk.is_done(); };
    do {
      const Status status = parallel::for_each_chunk(chunks_.size(), progress_.options(), [&](std::size_t i) noexcept {
        try {
          if (!chunks_[i].is_done()) chunks_[i].status = go_on(chunks_[i], begin, boxes);
        } catch (const std::bad_alloc&) {
          chunks_[i].status = {ErrorCode::no_memory};
        }
      });
      if (!status.ok()) return status;
      for (Chunk& chunk : chunks_) {
        if (!chunk.status.ok()) return chunk.status;
        if (options_.stats != nullptr) add(*options_.stats, std::exchange(chunk.stats, {}));
      }
    } while (!std::all_of(chunks_.begin(), chunks_.end(), is_done));
    return {};
  }

  /// Gathers the chunk's pairs and asks about them, until it is done or a report is due.
  Status go_on(Chunk& chunk, std::size_t block, const BoxCells& boxes) const {
    for (;;) {
      if (chunk.pairs.size() >= most_pairs || (chunk.next == chunk.end && !chunk.pairs.empty())) {
        if (const Status status = ask(chunk, block); !status.ok()) return status;
        if (is_due() || chunk.is_done()) return {};
        continue;
      }
      if (chunk.next == chunk.end) return {};
      const std::size_t k = chunk.next++;
      if (state_[k] != State::open) continue;
      boxes.for_each_meeting(candidates_[k].box, [&](std::uint32_t other) {
        if (other >= k) return;
        const IouBounds<T> bounds(candidates_[k], candidates_[other]);
        if (bounds.are_below(static_cast<double>(threshold_))) return;
        chunk.in_block += other >= block ? 1 : 0;
        chunk.pairs.push_back({order_[k], order_[other]});
        chunk.ranks.push_back({static_cast<std::uint32_t>(k), other});
      });
      if (chunk.in_block > first_block * (k + 1 - chunk.first)) {  // never in a block of the least size
        chunk.is_crowded = true;
        chunk.next = chunk.end;
        chunk.drop_pairs();
      }
    }
  }

  bool is_due() const { return options_.progress != nullptr && progress_.is_due(); }

  /// Notes which of the next pairs have an IoU above the threshold, in their order. One pair is enough for a body that
  /// falls to kept ones. After the last pair none is left.
  Status ask(Chunk& chunk, std::size_t block) const {
    const std::size_t first = chunk.asked, count = std::min(chunk.pairs.size() - first, pairs_at_once_);
    const std::span<const Pair> pairs = std::span(chunk.pairs).subspan(first, count);
    chunk.ious.resize(count);
    const Options here{.max_threads = 1, .stats = options_.stats == nullptr ? nullptr : &chunk.stats};
    Status status;
    if constexpr (sizeof(T) == sizeof(double)) {
      status = ask_roughly(chunk, pairs, here);
    } else {
      status = try_ious(scene_, pairs, chunk.ious, here);
    }
    if (!status.ok()) return status;
    for (std::size_t i = 0; i < count; ++i) {
      if (!(chunk.ious[i] > threshold_)) continue;
      const Ranks ranks = chunk.ranks[first + i];
      if (ranks.earlier < block && !chunk.near.empty() && chunk.near.back().later == ranks.later) continue;
      chunk.near.push_back(ranks);
    }
    chunk.asked += count;
    if (chunk.asked == chunk.pairs.size()) chunk.drop_pairs();
    return {};
  }

  /// Finds IoUs that are on the same side of the threshold as those of `try_ious`: rough ones, and where these do not
  /// tell, the others.
  Status ask_roughly(Chunk& chunk, std::span<const Pair> pairs, const Options& here) const {
    chunk.told.resize(pairs.size());
    if (const Status status = query::rough_ious(scene_, pairs, chunk.ious, chunk.told, here); !status.ok()) {
      return status;
    }
    chunk.unsure.clear();
    chunk.unsure_pairs.clear();
    for (std::uint32_t i = 0; i < pairs.size(); ++i) {
      if (chunk.told[i] == query::RoughIou::exact) continue;
      const Ranks& ranks = chunk.ranks[chunk.asked + i];
      const IouBounds<T> bounds(candidates_[ranks.later], candidates_[ranks.earlier]);
      const bool is_rough = chunk.told[i] == query::RoughIou::rough;
      if (is_rough && std::abs(chunk.ious[i] - threshold_) > bounds.difference()) continue;
      chunk.unsure.push_back(i);
      chunk.unsure_pairs.push_back(pairs[i]);
    }
    if (chunk.unsure.empty()) return {};
    chunk.unsure_ious.resize(chunk.unsure.size());
    const Options uncounted{.max_threads = 1};
    if (const Status status = try_ious(scene_, chunk.unsure_pairs, chunk.unsure_ious, uncounted); !status.ok()) {
      return status;
    }
    for (std::size_t k = 0; k < chunk.unsure.size(); ++k) chunk.ious[chunk.unsure[k]] = chunk.unsure_ious[k];
    return {};
  }

  static void add(Stats& to, const Stats& more) {
    to.pairs += more.pairs;
    to.decided_by_lanes += more.decided_by_lanes;
    to.decided_by_double += more.decided_by_double;
    to.decided_exactly += more.decided_exactly;
    for (std::size_t i = 0; i < pair_class_count; ++i) to.of_class[i] += more.of_class[i];
    to.by_discs += more.by_discs;
    to.by_facing_parts += more.by_facing_parts;
    to.by_outlines += more.by_outlines;
  }

  void add(BoxCells& boxes, std::size_t rank) const {
    boxes.add(static_cast<std::uint32_t>(rank), candidates_[rank].box);
  }

  double cell_of(std::size_t begin, std::size_t end) const {
    return size_of_cells(begin, end, [&](std::size_t k) { return candidates_[k].side(); });
  }

  const BasicScene<T>& scene_;
  T threshold_;
  std::span<const BodyId> order_;
  std::span<const std::size_t> ends_;
  const Options& options_;
  parallel::Progress progress_;
  std::size_t pairs_at_once_;
  std::vector<Candidate> candidates_;  ///< by rank in the order
  std::vector<State> state_;           ///< likewise
  std::vector<Chunk> chunks_;          ///< of the block
};

}  // namespace satchel::detail
