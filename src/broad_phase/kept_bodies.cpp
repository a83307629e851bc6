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

/// Movers whose positions in the tree are in one such section share groups of queries. The larger a section, the fewer
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

Box enlarged(const Box& box, double by) {
  using detail::sum_down, detail::sum_up;
  return {sum_down(box.min_x, -by), sum_down(box.min_y, -by), sum_up(box.max_x, by), sum_up(box.max_y, by)};
}

/// Whether a fat box may stay: it has the body's box, and extends from it by at most 2 fat.
bool fits(const Box& fat_box, const Box& box, double fat) {
  return fat_box.min_x <= box.min_x && fat_box.min_y <= box.min_y && box.max_x <= fat_box.max_x &&
         box.max_y <= fat_box.max_y && growth_between(box, fat_box) <= 2 * fat;
}

/// A box that overlaps every box which overlaps this one when it is grown by at most `by` and rounded outward.
///
/// A bound that is rounded to the next double reaches that of this box if, unrounded, it is beyond the double before.
Box searched_box(const Box& box, double by) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (by == 0) return box;
  return enlarged({std::nextafter(box.min_x, -infinity), std::nextafter(box.min_y, -infinity),
                   std::nextafter(box.max_x, infinity), std::nextafter(box.max_y, infinity)},
                  by);
}

}  // namespace

/// Finds the grown boxes of all bodies in boxes_now_.
template <class T>
Status KeptBodies::find_boxes(const detail::SceneData<T>& scene, const BasicPairOptions<T>& options,
                              const kernels::KernelTable& table) {
  const std::size_t slots = scene.bodies.size();
  const tree::BoxGrowth<T> growth = growth_of(options, 0);
  boxes_now_.resize(slots);
  const auto itself = [](BodyId body) { return body; };
  const Status status = placer_.place(scene, table, growth.margin, itself, boxes_now_.data(), slots, options.run);
  if (!status.ok()) return status;
  for (BodyId body = 0; body < slots && !growth.is_one_margin(); ++body) {
    if (scene.has_body(body)) boxes_now_[body] = growth.rest_of(scene.bodies[body], body, boxes_now_[body]);
  }
  has_boxes_now_ = true;
  return {};
}

template <class T>
Status KeptBodies::find_movers(const detail::SceneData<T>& scene, std::uint64_t revision, const tree::KeptTree& tree,
                               const BasicPairOptions<T>& options, double fat, const kernels::KernelTable& table,
                               bool& few) {
  const std::size_t slots = scene.bodies.size();
  const bool has_filters = !options.filters.empty(), has_worlds = !options.worlds.empty();
  few = false;
  if (slots < boxes_.size() || margin_ != static_cast<double>(options.margin) || fat_ != fat) return {};
  if (has_filters == filters_.empty() || has_worlds == worlds_.empty()) return {};
  boxes_.resize(slots, kernels::empty_box);
  filters_.resize(has_filters ? slots : 0);
  worlds_.resize(has_worlds ? slots : 0);
  is_mover_.reset(slots);
  unordered_.clear();
  const bool is_one_margin = growth_of(options, 0).is_one_margin();
  largest_growth_ = (growth_of(options, 0).margin + 2 * fat) * (1 + 0x1p-50);

  const auto look_at = [&](BodyId body, const Box& grown) {
    const Box& before = boxes_[body];
    if (tree::is_empty(tree::box_around(before, grown))) return;
    const bool is_here = !tree::is_empty(grown);
    const Box now = fat == 0 || !is_here ? grown : fits(before, grown, fat) ? before : enlarged(grown, fat);
    if (!is_one_margin && is_here) {
      largest_growth_ = std::max(largest_growth_, growth_between(tree::box_of(scene, body), now));
    }
    const bool is_filtered_anew = (has_filters && !is_same(filters_[body], options.filters[body])) ||
                                  (has_worlds && worlds_[body] != options.worlds[body]);
    if ((now == before && !is_filtered_anew) || is_mover_.has(body)) return;
    is_mover_.add(body);
    unordered_.push_back({body, is_here ? tree.position_of(body) : Mover::no_position, before, now, is_filtered_anew});
  };
  const std::size_t most = slots / worth_finding_all + 1;
  const auto entries = scene.journal.since(revision);
  const bool all_movers_are_entered = is_one_margin && has_one_margin_ && !has_filters && !has_worlds;
  if (entries && all_movers_are_entered) {
    constexpr std::size_t ahead = 32;
    for (std::size_t i = 0; i < entries->size() && unordered_.size() <= most; ++i) {
      if (i + ahead < entries->size()) {
        const BodyId next = (*entries)[i + ahead].body;
        tree.prefetch_body(scene, next);
        prefetch_box(next);
      }
      const BodyId body = (*entries)[i].body;
      look_at(body, grown_box(scene, options, body));
    }
  } else {
    if (const Status status = find_boxes(scene, options, table); !status.ok()) return status;
    for (BodyId body = 0; body < slots && unordered_.size() <= most; ++body) look_at(body, boxes_now_[body]);
  }
  few = unordered_.size() <= most;
  return {};
}

/// Sorts the movers by their positions; those without one come last.
void KeptBodies::order_movers(std::size_t positions) {
  mover_positions_.reset(positions);
  std::size_t placed = 0;
  for (const Mover& mover : unordered_) {
    if (mover.position == Mover::no_position) continue;
    mover_positions_.add(mover.position);
    ++placed;
  }
  mover_positions_.count();
  movers_.resize(unordered_.size());
  for (const Mover& mover : unordered_) {
    movers_[mover.position == Mover::no_position ? placed++ : mover_positions_.rank(mover.position)] = mover;
  }
}

template <class T>
Status KeptBodies::follow(const detail::SceneData<T>& scene, std::uint64_t revision, const tree::KeptTree& tree,
                          const BasicPairOptions<T>& options, double fat, const kernels::KernelTable& table,
                          bool& few) {
  forget_boxes();
  const Status status = find_movers(scene, revision, tree, options, fat, table, few);
  has_boxes_now_ = has_boxes_now_ && fat == 0;
  if (!status.ok() || !few) return status;
  order_movers(std::size_t{tree.boxes().group_count} << kernels::group_shift);
  for (const Mover& mover : movers_) {
    boxes_[mover.body] = mover.now;
    if (!filters_.empty()) filters_[mover.body] = options.filters[mover.body];
    if (!worlds_.empty()) worlds_[mover.body] = options.worlds[mover.body];
  }
  has_one_margin_ = growth_of(options, 0).is_one_margin();
  return {};
}

void KeptBodies::make_queries(const tree::KeptTree& tree, QueryGroups& queries) const {
  const std::size_t sections = (std::size_t{tree.boxes().group_count} >> (section_shift - kernels::group_shift)) + 2;
  queries.begin(std::min(movers_.size(), sections + movers_.size() / kernels::group_width));
  for (std::uint32_t i = 0; i < movers_.size(); ++i) {
    const Box box = tree::box_around(movers_[i].before, movers_[i].now);
    queries.add(i, searched_box(box, largest_growth_), movers_[i].position >> section_shift);
  }
}

template <class T>
Status KeptBodies::note_all(const detail::SceneData<T>& scene, const BasicPairOptions<T>& options, double fat,
                            const kernels::KernelTable& table) {
  if (!has_boxes_now_) {
    if (const Status status = find_boxes(scene, fattened(options, fat), table); !status.ok()) return status;
  }
  boxes_.swap(boxes_now_);
  has_boxes_now_ = false;
  filters_.assign(options.filters.begin(), options.filters.end());
  worlds_.assign(options.worlds.begin(), options.worlds.end());
  margin_ = static_cast<double>(options.margin);
  fat_ = fat;
  has_one_margin_ = growth_of(options, 0).is_one_margin();
  return {};
}

std::size_t KeptBodies::bytes() const noexcept {
  using detail::bytes_of;
  return bytes_of(boxes_) + bytes_of(boxes_now_) + placer_.bytes() + bytes_of(filters_) + bytes_of(worlds_) +
         bytes_of(movers_) + bytes_of(unordered_) + is_mover_.bytes() + mover_positions_.bytes();
}

template Status KeptBodies::follow(const detail::SceneData<float>&, std::uint64_t, const tree::KeptTree&,
                                   const PairOptions&, double, const kernels::KernelTable&, bool&);
template Status KeptBodies::note_all(const detail::SceneData<float>&, const PairOptions&, double,
                                     const kernels::KernelTable&);
template Status KeptBodies::follow(const detail::SceneData<double>&, std::uint64_t, const tree::KeptTree&,
                                   const PairOptionsd&, double, const kernels::KernelTable&, bool&);
template Status KeptBodies::note_all(const detail::SceneData<double>&, const PairOptionsd&, double,
                                     const kernels::KernelTable&);

}  // namespace satchel::broad_phase
