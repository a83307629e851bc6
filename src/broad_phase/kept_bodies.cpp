#include "broad_phase/kept_bodies.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "broad_phase/pair_options.hpp"
#include "format/box_layout.hpp"
#include "scene/outward.hpp"
#include "tree/box_groups.hpp"
#include "tree/grown_box.hpp"

namespace satchel::broad_phase {
namespace {

/// All pairs are found anew if more than one body in so many has moved.
constexpr std::size_t worth_finding_all = 6;

/// Movers whose places in the tree are in one such section share groups of queries. The larger a section, the fewer
/// groups are searched for, and the more boxes each one meets.
constexpr unsigned section_shift = 6;

template <class T>
Box grown_box(const detail::SceneData<T>& scene, const BasicPairOptions<T>& options, BodyId body) {
  if (!scene.has_body(body)) return kernels::empty_box;
  return growth_of(options, 0).of(scene.bodies[body], scene.boxes[body], body);
}

bool is_same(const Filter& p, const Filter& q) {
  return p.category == q.category && p.mask == q.mask && p.group == q.group && p.is_static == q.is_static;
}

/// How far a grown box extends from a box, at most.
double growth_between(const Box& box, const Box& grown) {
  const double by =
      std::max({box.min_x - grown.min_x, box.min_y - grown.min_y, grown.max_x - box.max_x, grown.max_y - box.max_y});
  return by * (1 + 0x1p-50);  // because the differences are rounded
}

/// A box that overlaps every box which, grown by at most `by` and rounded outward to the next double, overlaps this one.
Box searched_box(const Box& box, double by) {
  using detail::sum_down, detail::sum_up;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (by == 0) return box;
  return {sum_down(std::nextafter(box.min_x, -infinity), -by), sum_down(std::nextafter(box.min_y, -infinity), -by),
          sum_up(std::nextafter(box.max_x, infinity), by), sum_up(std::nextafter(box.max_y, infinity), by)};
}

}  // namespace

template <class T>
bool KeptBodies::find_movers(const detail::SceneData<T>& scene, std::uint64_t revision, const tree::KeptTree& tree,
                             const BasicPairOptions<T>& options) {
  const std::size_t slots = scene.bodies.size();
  const bool has_filters = !options.filters.empty(), has_worlds = !options.worlds.empty();
  if (slots < boxes_.size() || margin_ != static_cast<double>(options.margin)) return false;
  if (has_filters == filters_.empty() || has_worlds == worlds_.empty()) return false;
  boxes_.resize(slots, kernels::empty_box);
  filters_.resize(has_filters ? slots : 0);
  worlds_.resize(has_worlds ? slots : 0);
  movers_.reset(slots);
  mover_places_.reset(std::size_t{tree.boxes().group_count} << kernels::group_shift);
  removed_.clear();
  mover_count_ = 0;
  const bool is_one_margin = growth_of(options, 0).is_one_margin();
  largest_growth_ = growth_of(options, 0).margin;

  const auto look_at = [&](BodyId body) {
    const Box box = grown_box(scene, options, body);
    if (tree::is_empty(tree::box_around(boxes_[body], box))) return;
    if (!is_one_margin && scene.has_body(body)) {
      largest_growth_ = std::max(largest_growth_, growth_between(tree::box_of(scene, body), box));
    }
    const bool stays = box == boxes_[body] && (!has_filters || is_same(filters_[body], options.filters[body])) &&
                       (!has_worlds || worlds_[body] == options.worlds[body]);
    if (stays || movers_.has(body)) return;
    movers_.add(body);
    ++mover_count_;
    if (scene.has_body(body)) {
      mover_places_.add(tree.place_of(body));
    } else {
      removed_.push_back(body);
    }
  };
  const std::size_t most = slots / worth_finding_all + 1;
  const auto entries = scene.journal.since(revision);
  const bool all_changed_moved = is_one_margin && has_one_margin_ && !has_filters && !has_worlds;
  if (entries && all_changed_moved) {
    for (std::size_t i = 0; i < entries->size() && mover_count_ <= most; ++i) look_at((*entries)[i].body);
  } else {
    for (BodyId body = 0; body < slots && mover_count_ <= most; ++body) look_at(body);
  }
  return mover_count_ <= most;
}

template <class T>
void KeptBodies::note(BodyId body, const Box& box, const BasicPairOptions<T>& options) noexcept {
  boxes_[body] = box;
  if (!filters_.empty()) filters_[body] = options.filters[body];
  if (!worlds_.empty()) worlds_[body] = options.worlds[body];
}

template <class T>
void KeptBodies::move(const detail::SceneData<T>& scene, const tree::KeptTree& tree, const BasicPairOptions<T>& options,
                      QueryGroups& queries) {
  const std::size_t sections = (std::size_t{tree.boxes().group_count} >> (section_shift - kernels::group_shift)) + 2;
  queries.begin(std::min(mover_count_, sections + mover_count_ / kernels::group_width));
  const auto move = [&](BodyId body, std::uint32_t section) {
    const Box box = grown_box(scene, options, body);
    queries.add(body, searched_box(tree::box_around(boxes_[body], box), largest_growth_), section);
    note(body, box, options);
  };
  const BodyId* const ids = tree.boxes().ids;
  mover_places_.for_each([&](std::uint32_t place) { move(ids[place], place >> section_shift); });
  for (const BodyId body : removed_) move(body, std::numeric_limits<std::uint32_t>::max());
  has_one_margin_ = growth_of(options, 0).is_one_margin();
}

template <class T>
void KeptBodies::note_all(const detail::SceneData<T>& scene, const BasicPairOptions<T>& options) {
  boxes_.resize(scene.bodies.size());
  for (BodyId body = 0; body < boxes_.size(); ++body) boxes_[body] = grown_box(scene, options, body);
  filters_.assign(options.filters.begin(), options.filters.end());
  worlds_.assign(options.worlds.begin(), options.worlds.end());
  margin_ = static_cast<double>(options.margin);
  has_one_margin_ = growth_of(options, 0).is_one_margin();
}

std::size_t KeptBodies::bytes() const noexcept {
  using detail::bytes_of;
  return bytes_of(boxes_) + bytes_of(filters_) + bytes_of(worlds_) + movers_.bytes() + mover_places_.bytes() +
         bytes_of(removed_);
}

template bool KeptBodies::find_movers(const detail::SceneData<float>&, std::uint64_t, const tree::KeptTree&,
                                      const PairOptions&);
template void KeptBodies::move(const detail::SceneData<float>&, const tree::KeptTree&, const PairOptions&,
                               QueryGroups&);
template void KeptBodies::note_all(const detail::SceneData<float>&, const PairOptions&);
template bool KeptBodies::find_movers(const detail::SceneData<double>&, std::uint64_t, const tree::KeptTree&,
                                      const PairOptionsd&);
template void KeptBodies::move(const detail::SceneData<double>&, const tree::KeptTree&, const PairOptionsd&,
                               QueryGroups&);
template void KeptBodies::note_all(const detail::SceneData<double>&, const PairOptionsd&);

}  // namespace satchel::broad_phase
