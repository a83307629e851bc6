// `try_nms`.
//
//   for blocks of bodies by descending score:
//     IoU with the kept bodies whose boxes meet theirs: bodies above the threshold fall
//     IoU of the others among themselves: each falls to a kept one before it
//     add the kept ones to the kept bodies
//
// Pairs are gathered up to a number and asked together, so memory grows with the number of bodies alone.
#include <satchel/areas.hpp>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "nms/box_cells.hpp"
#include "parallel/progress.hpp"
#include "scene/data.hpp"
#include "scene/fail.hpp"

namespace satchel {
namespace {

template <class T>
class Suppression {
 public:
  Suppression(const BasicScene<T>& scene, T threshold, std::span<const std::uint32_t> classes, const Options& options)
      : scene_(scene), threshold_(threshold), classes_(classes), options_(options) {}

  /// @param order  the bodies by descending score
  Status run(std::span<const BodyId> order) {
    boxes_.reserve(order.size());
    for (const BodyId body : order) boxes_.push_back(scene_.bounding_box(body));
    detail::BoxCells kept_boxes(cell_of(0, order.size()));
    state_.assign(order.size(), State::open);
    parallel::Progress progress(options_, order.size());
    progress.begin(order.size());
    std::size_t size = first_block;
    for (std::size_t begin = 0; begin < order.size(); begin += size, size = std::min(2 * size, largest_block)) {
      const std::size_t end = std::min(begin + size, order.size());
      if (const Status status = against_kept(order, begin, end, kept_boxes); !status.ok()) return status;
      if (const Status status = among_each_other(order, begin, end); !status.ok()) return status;
      for (std::size_t k = begin; k < end; ++k) {
        if (state_[k] == State::fallen) continue;
        kept.push_back(order[k]);
        kept_boxes.add(static_cast<std::uint32_t>(k), boxes_[k]);
      }
      if (!parallel::report(progress.options(), end, order.size())) return {ErrorCode::cancelled};
    }
    return progress.finish({});
  }

  std::vector<BodyId> kept;

 private:
  enum class State : std::uint8_t { open, fallen };
  static constexpr std::size_t first_block = 64, largest_block = 256, most_pairs = 4096;

  bool is_one_class(BodyId a, BodyId b) const { return classes_.empty() || classes_[a] == classes_[b]; }

  Status against_kept(std::span<const BodyId> order, std::size_t begin, std::size_t end, detail::BoxCells& kept_boxes) {
    const auto fall = [&](std::size_t i) { state_[places_[i].first] = State::fallen; };
    for (std::size_t k = begin; k < end; ++k) {
      kept_boxes.for_each_meeting(boxes_[k], [&](std::uint32_t other) {
        if (is_one_class(order[k], order[other])) add(order, k, other);
      });
      if (pairs_.size() < most_pairs && k + 1 < end) continue;
      if (const Status status = ask(fall); !status.ok()) return status;
    }
    return {};
  }

  Status among_each_other(std::span<const BodyId> order, std::size_t begin, std::size_t end) {
    detail::BoxCells before(cell_of(begin, end));
    std::vector<std::pair<std::uint32_t, std::uint32_t>> too_near;  // (later, earlier), by later
    const auto note = [&](std::size_t i) { too_near.push_back(places_[i]); };
    for (std::size_t k = begin; k < end; ++k) {
      if (state_[k] == State::open) {
        before.for_each_meeting(boxes_[k], [&](std::uint32_t other) {
          if (is_one_class(order[k], order[other])) add(order, k, other);
        });
        before.add(static_cast<std::uint32_t>(k), boxes_[k]);
      }
      if (pairs_.size() < most_pairs && k + 1 < end) continue;
      if (const Status status = ask(note); !status.ok()) return status;
    }
    for (const auto& [later, earlier] : too_near) {
      if (state_[earlier] == State::open) state_[later] = State::fallen;
    }
    return {};
  }

  /// The mean of the boxes' longer sides, or 1 where that is no size of a cell.
  double cell_of(std::size_t begin, std::size_t end) const {
    double sides = 0;
    for (std::size_t k = begin; k < end; ++k) {
      sides += std::max(boxes_[k].max_x - boxes_[k].min_x, boxes_[k].max_y - boxes_[k].min_y);
    }
    const double cell = sides / static_cast<double>(end - begin);
    return cell > 0 && std::isfinite(cell) ? cell : 1;
  }

  void add(std::span<const BodyId> order, std::size_t later, std::uint32_t earlier) {
    pairs_.push_back({order[later], order[earlier]});
    places_.push_back({static_cast<std::uint32_t>(later), earlier});
  }

  /// Calls use(i) for each gathered pair whose IoU is above the threshold, in their order; then none is left.
  template <class Use>
  Status ask(const Use& use) {
    ious_.resize(pairs_.size());
    Options without_progress = options_;  // a block is short: progress is that of the blocks
    without_progress.progress = nullptr;
    if (const Status status = try_ious(scene_, pairs_, ious_, without_progress); !status.ok()) return status;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (ious_[i] > threshold_) use(i);
    }
    pairs_.clear();
    places_.clear();
    return {};
  }

  const BasicScene<T>& scene_;
  T threshold_;
  std::span<const std::uint32_t> classes_;
  Options options_;
  std::vector<Box> boxes_;    ///< by place in the order
  std::vector<State> state_;  ///< likewise
  std::vector<Pair> pairs_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> places_;  ///< of pairs_, in the order
  std::vector<T> ious_;
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
    Suppression<T> suppression(scene, threshold, classes, options);
    if (const Status status = suppression.run(order); !status.ok()) return status;
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
