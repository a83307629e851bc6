// `try_nms`.
//
//   for blocks of bodies by descending score:
//     IoU with the kept bodies whose boxes meet theirs: bodies above the threshold fall
//     IoU of the others among themselves: each falls to a kept one before it
//     add the kept ones to the kept bodies
//
// Chunks of a block gather their pairs and ask for their IoUs on the threads of the call; pairs whose boxes and areas
// tell enough are left out. A chunk asks whenever it has gathered a number of pairs, so memory grows with the number of
// bodies alone.
#include <satchel/areas.hpp>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "nms/box_cells.hpp"
#include "nms/candidates.hpp"
#include "parallel/parallel.hpp"
#include "query/questions/rough_ious.hpp"
#include "scene/data.hpp"
#include "scene/fail.hpp"

namespace satchel {
namespace {

template <class T>
class Suppression {
 public:
  /// @param order  the bodies by descending score
  Suppression(const BasicScene<T>& scene, T threshold, std::span<const std::uint32_t> classes,
              std::span<const BodyId> order, const Options& options)
      : scene_(scene), threshold_(threshold), classes_(classes), order_(order), options_(options) {}

  Status run() {
    const std::size_t count = order_.size();
    candidates_.resize(count);
    state_.assign(count, State::open);
    parallel::Progress progress(options_, count);
    progress.begin(count);
    // A block is short: progress is that of the blocks.
    const Options without_progress{.max_threads = options_.max_threads, .executor = options_.executor};
    if (const Status status = look_at_bodies(without_progress); !status.ok()) return status;
    detail::BoxCells kept_boxes(cell_of(0, count));
    std::size_t size = first_block;
    for (std::size_t begin = 0, end = 0; begin < count; begin = end, size = std::min(2 * size, largest_block)) {
      end = std::min(begin + size, count);
      if (const Status status = against_kept(begin, end, kept_boxes, without_progress); !status.ok()) return status;
      if (const Status status = among_each_other(begin, end, without_progress); !status.ok()) return status;
      for (std::size_t k = begin; k < end; ++k) {
        if (state_[k] == State::fallen) continue;
        kept.push_back(order_[k]);
        kept_boxes.add(static_cast<std::uint32_t>(k), candidates_[k].box);
      }
      size = end - begin;
      if (!parallel::report(progress.options(), end, count)) return {ErrorCode::cancelled};
    }
    return progress.finish({});
  }

  std::vector<BodyId> kept;

 private:
  enum class State : std::uint8_t { open, fallen };
  static constexpr std::uint32_t none = 0xffffffff;
  static constexpr std::size_t first_block = 64, largest_block = 4096, chunk_size = 256, most_pairs = 2048;

  /// Two bodies by their places in the order.
  struct Places {
    std::uint32_t later, earlier;
  };
  /// The pairs that a chunk has gathered; kept from block to block.
  struct Chunk {
    std::vector<Pair> pairs;
    std::vector<Places> places;
    std::vector<T> ious;
    std::vector<Places> near;           ///< pairs whose IoU is above the threshold, by `later`
    std::vector<std::uint32_t> unsure;  ///< numbers of the pairs whose rough IoU does not tell
    std::vector<Pair> unsure_pairs;
    std::vector<T> unsure_ious;
    bool is_crowded = false;  ///< it has given up, for its bodies have too many pairs with others of their block
    Status status;
    Stats stats;
  };

  /// In the order of the bodies, whose data lie so in memory.
  Status look_at_bodies(const Options& options) {
    constexpr std::size_t size = 1024;
    std::vector<std::uint32_t> place(scene_.body_slots(), none);
    for (std::uint32_t k = 0; k < order_.size(); ++k) place[order_[k]] = k;
    return parallel::for_each_chunk((place.size() + size - 1) / size, options, [&](std::size_t i) noexcept {
      const std::size_t end = std::min((i + 1) * size, place.size());
      for (BodyId body = static_cast<BodyId>(i * size); body < end; ++body) {
        if (place[body] != none) candidates_[place[body]] = detail::candidate_of(scene_, body);
      }
    });
  }

  Status against_kept(std::size_t begin, std::size_t end, const detail::BoxCells& kept_boxes, const Options& options) {
    const Status status = gather(begin, end, kept_boxes, options);
    for (const Chunk& chunk : chunks_) {
      for (const Places& places : chunk.near) state_[places.later] = State::fallen;
    }
    return status;
  }

  /// @param end  is brought nearer if the bodies of the block crowd: most would fall to a few, so these come first
  Status among_each_other(std::size_t begin, std::size_t& end, const Options& options) {
    for (;;) {
      detail::BoxCells open(cell_of(begin, end));
      for (std::size_t k = begin; k < end; ++k) {
        if (state_[k] == State::open) open.add(static_cast<std::uint32_t>(k), candidates_[k].box);
      }
      if (const Status status = gather(begin, end, open, options); !status.ok()) return status;
      if (std::none_of(chunks_.begin(), chunks_.end(), [](const Chunk& chunk) { return chunk.is_crowded; })) break;
      end = begin + std::max(first_block, (end - begin) / 8);
    }
    for (const Chunk& chunk : chunks_) {
      for (const Places& places : chunk.near) {
        if (state_[places.earlier] == State::open) state_[places.later] = State::fallen;
      }
    }
    return {};
  }

  /// Finds, for the open bodies of a block, the earlier ones of `boxes` with which their IoU is above the threshold.
  Status gather(std::size_t begin, std::size_t end, const detail::BoxCells& boxes, const Options& options) {
    chunks_.resize((end - begin + chunk_size - 1) / chunk_size);
    const Status status = parallel::for_each_chunk(chunks_.size(), options, [&](std::size_t i) noexcept {
      Chunk& chunk = chunks_[i];
      const std::size_t first = begin + i * chunk_size;
      try {
        chunk.status = gather(chunk, begin, first, std::min(first + chunk_size, end), boxes);
      } catch (const std::bad_alloc&) {
        chunk.status = {ErrorCode::no_memory};
      }
    });
    if (!status.ok()) return status;
    for (const Chunk& chunk : chunks_) {
      if (!chunk.status.ok()) return chunk.status;
      if (options_.stats != nullptr) add(*options_.stats, chunk.stats);
    }
    return {};
  }

  Status gather(Chunk& chunk, std::size_t block, std::size_t begin, std::size_t end,
                const detail::BoxCells& boxes) const {
    chunk.near.clear();
    chunk.stats = {};
    chunk.is_crowded = false;
    std::size_t in_block = 0;
    for (std::size_t k = begin; k < end; ++k) {
      if (state_[k] == State::open) {
        boxes.for_each_meeting(candidates_[k].box, [&](std::uint32_t other) {
          if (other >= k || !is_one_class(order_[k], order_[other])) return;
          const detail::IouBounds<T> bounds(candidates_[k], candidates_[other]);
          if (bounds.are_below(static_cast<double>(threshold_))) return;
          in_block += other >= block ? 1 : 0;
          chunk.pairs.push_back({order_[k], order_[other]});
          chunk.places.push_back({static_cast<std::uint32_t>(k), other});
        });
      }
      if (in_block > first_block * (k + 1 - begin)) {  // never in a block of the least size
        chunk.is_crowded = true;
        chunk.pairs.clear();
        chunk.places.clear();
        return {};
      }
      if (chunk.pairs.size() < most_pairs && k + 1 < end) continue;
      if (const Status status = ask(chunk, block); !status.ok()) return status;
    }
    return {};
  }

  /// Notes the gathered pairs whose IoU is above the threshold, in their order; then none is left. One pair is enough
  /// for a body that falls to kept ones.
  Status ask(Chunk& chunk, std::size_t block) const {
    if (chunk.pairs.empty()) return {};
    chunk.ious.resize(chunk.pairs.size());
    const Options here{.max_threads = 1, .stats = options_.stats == nullptr ? nullptr : &chunk.stats};
    Status status;
    if constexpr (sizeof(T) == sizeof(double)) {
      status = ask_roughly(chunk, here);
    } else {
      status = try_ious(scene_, chunk.pairs, chunk.ious, here);
    }
    if (!status.ok()) return status;
    for (std::size_t i = 0; i < chunk.pairs.size(); ++i) {
      if (!(chunk.ious[i] > threshold_)) continue;
      const Places places = chunk.places[i];
      if (places.earlier < block && !chunk.near.empty() && chunk.near.back().later == places.later) continue;
      chunk.near.push_back(places);
    }
    chunk.pairs.clear();
    chunk.places.clear();
    return {};
  }

  /// Finds IoUs that are on the same side of the threshold as those of `try_ious`: rough ones, and where these do not
  /// tell, the others.
  Status ask_roughly(Chunk& chunk, const Options& here) const {
    if (const Status status = query::rough_ious(scene_, chunk.pairs, chunk.ious, here); !status.ok()) return status;
    chunk.unsure.clear();
    chunk.unsure_pairs.clear();
    for (std::uint32_t i = 0; i < chunk.pairs.size(); ++i) {
      const Places& places = chunk.places[i];
      const detail::IouBounds<T> bounds(candidates_[places.later], candidates_[places.earlier]);
      if (std::abs(chunk.ious[i] - threshold_) > bounds.difference()) continue;
      chunk.unsure.push_back(i);
      chunk.unsure_pairs.push_back(chunk.pairs[i]);
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

  bool is_one_class(BodyId a, BodyId b) const { return classes_.empty() || classes_[a] == classes_[b]; }

  /// The mean of the boxes' longer sides, without those far above the others; or 1 where that is no size of a cell.
  double cell_of(std::size_t begin, std::size_t end) const {
    double exponents = 0, sides = 0;
    std::size_t count = 0;
    const auto for_each_side = [&](const auto& use) {
      for (std::size_t k = begin; k < end; ++k) {
        const double side = candidates_[k].side();
        if (side > 0 && std::isfinite(side)) use(side);
      }
    };
    for_each_side([&](double side) {
      exponents += std::ilogb(side);
      ++count;
    });
    const double usual = exponents / static_cast<double>(std::max<std::size_t>(count, 1));
    for_each_side([&](double side) { sides += std::ilogb(side) <= usual + 4 ? side : 0; });
    const double cell = sides / static_cast<double>(end - begin);
    return cell > 0 && std::isfinite(cell) ? cell : 1;
  }

  const BasicScene<T>& scene_;
  T threshold_;
  std::span<const std::uint32_t> classes_;
  std::span<const BodyId> order_;
  const Options& options_;
  std::vector<detail::Candidate> candidates_;  ///< by place in the order
  std::vector<State> state_;                   ///< likewise
  std::vector<Chunk> chunks_;                  ///< of the block
};

template <class T>
Status check(const BasicScene<T>& scene, std::span<const T> scores, T threshold,
             std::span<const std::uint32_t> classes) {
  const std::size_t slots = scene.body_slots();
  if (scores.size() != slots) return detail::size_error(Argument::scores, slots, scores.size());
  if (!classes.empty() && classes.size() != slots) return detail::size_error(Argument::classes, slots, classes.size());
  if (!(threshold >= 0 && threshold <= 1)) {
    return {ErrorCode::bad_threshold, 0, Argument::threshold, {}, static_cast<double>(threshold)};
  }
  const detail::SceneData<T>& data = detail::SceneAccess::data(scene);
  for (BodyId body = 0; body < slots; ++body) {
    if (!data.has_body(body)) continue;
    if (!std::isfinite(scores[body])) return {ErrorCode::not_finite, body, Argument::scores};
    const kernels::Place shape = data.shapes[data.body_shapes[body]].place;
    if (shape.is_compound() && data.compounds.parts_overlap(shape)) {
      return {ErrorCode::overlapping_parts, body, Argument::body};
    }
  }
  return {};
}

template <class T>
Status suppress(const BasicScene<T>& scene, std::span<const T> scores, T threshold, const Output<BodyId>& kept,
                std::span<const std::uint32_t> classes, const Options& options) noexcept {
  try {
    if (const Status status = check(scene, scores, threshold, classes); !status.ok()) return status;
    const detail::SceneData<T>& data = detail::SceneAccess::data(scene);
    std::vector<std::pair<T, BodyId>> sorted;  // -score, body
    sorted.reserve(scores.size());
    for (BodyId body = 0; body < scores.size(); ++body) {
      if (data.has_body(body)) sorted.emplace_back(-scores[body], body);
    }
    std::sort(sorted.begin(), sorted.end());
    std::vector<BodyId> order;
    order.reserve(sorted.size());
    for (const auto& [score, body] : sorted) order.push_back(body);
    Suppression<T> suppression(scene, threshold, classes, order, options);
    if (const Status status = suppression.run(); !status.ok()) return status;
    BodyId* const to = kept.resize(suppression.kept.size());
    if (to == nullptr && !suppression.kept.empty()) {
      return detail::room_error(suppression.kept.size(), kept.room());
    }
    std::copy(suppression.kept.begin(), suppression.kept.end(), to);
  } catch (const std::bad_alloc&) {
    return {ErrorCode::no_memory};
  }
  return {};
}

}  // namespace

template <class T>
Status try_nms(const BasicScene<T>& scene, std::span<const std::type_identity_t<T>> scores,
               std::type_identity_t<T> threshold, Output<BodyId> kept, std::span<const std::uint32_t> classes,
               const Options& options) noexcept {
  return suppress<T>(scene, scores, threshold, kept, classes, options);
}

template Status try_nms(const Scene&, std::span<const float>, float, Output<BodyId>, std::span<const std::uint32_t>,
                        const Options&) noexcept;
template Status try_nms(const Scened&, std::span<const double>, double, Output<BodyId>, std::span<const std::uint32_t>,
                        const Options&) noexcept;

}  // namespace satchel
