#include "scene/seams/links.hpp"

#include <algorithm>
#include <utility>

#include "scene/array.hpp"

namespace satchel::detail {

bool Links::is_linked(BodyId body) const noexcept {
  const std::vector<EdgeSeam>* const edges = of(body);
  return edges != nullptr &&
         !std::all_of(edges->begin(), edges->end(), [](const EdgeSeam& edge) { return edge.is_blank(); });
}

Across Links::across(const PlaceOnEdge& place, bool forward) const noexcept {
  const std::vector<EdgeSeam>* const edges = of(place.body);
  if (edges == nullptr) return {Across::unknown};
  const EdgeSeam& seam = (*edges)[place.edge];
  if (!seam.in_parts) {
    if (!seam.inner) return {Across::free};
    if (seam.partner == no_body || place.at != (forward ? 0 : 1)) return {Across::unknown};
    return {Across::other, {seam.partner, seam.partner_edge, forward ? 1.0 : 0.0}};
  }
  const std::span<const Cover> covers = of_edge(slots_[slot_of_[place.body]].covers, place.edge);
  // Bodies that overlap each other may cover a place where no cover begins or ends.
  const bool is_covered = std::any_of(covers.begin(), covers.end(),
                                      [&](const Cover& cover) { return cover.from < place.at && place.at < cover.to; });
  const Across beyond{is_covered ? Across::unknown : Across::free};
  auto at = std::lower_bound(covers.begin(), covers.end(), place.at,
                             [](const Cover& cover, double from) { return cover.from < from; });
  if (!forward || at == covers.end() || at->from != place.at) {  // the one that begins before the place
    if (at == covers.begin()) return beyond;
    --at;
    if (forward ? at->to <= place.at : at->to < place.at) return beyond;
    if (forward || at->to != place.at) return {Across::unknown};
  }
  const Cover* const beside = &*at;
  // Its cover on the other edge begins where it was found to, or before that, if a gap was closed.
  if (!has_slot(beside->partner)) return {Across::unknown};
  const std::span<const Cover> others = of_edge(slots_[slot_of_[beside->partner]].covers, beside->partner_edge);
  auto other = std::upper_bound(others.begin(), others.end(), beside->partner_from,
                                [](double from, const Cover& cover) { return from < cover.from; });
  while (other != others.begin()) {
    --other;
    if (!other->is_by(place.body, place.edge)) continue;
    return {Across::other, {beside->partner, beside->partner_edge, forward ? other->to : other->from}};
  }
  return {Across::unknown};
}

Links::Links(const Links& from)
    : slot_of_(from.slot_of_),
      slots_(from.slots_),
      used_(from.used_),
      any_parts_(from.any_parts_),
      any_one_sided_(from.any_one_sided_) {
  free_.reserve(slots_.size());
  free_.assign(from.free_.begin(), from.free_.end());
  for (Slot& slot : slots_) slot.parts.reserve(slot.covers.size());
}

void Links::touch(Slot& slot) noexcept {
  if (slot.next_touched != none) return;
  slot.next_touched = std::exchange(first_touched_, static_cast<std::uint32_t>(&slot - slots_.data()));
}

void Links::make_room_for(BodyId body, std::size_t edges, const Pose& pose) {
  if (has_slot(body)) return touch(slots_[slot_of_[body]]);
  if (slot_of_.size() <= body) slot_of_.resize(body + std::size_t{1}, none);
  if (free_.empty()) {
    make_room(free_, slots_.size() + 1);
    slots_.emplace_back();
    free_.push_back(static_cast<std::uint32_t>(slots_.size() - 1));
  }
  const std::uint32_t slot = free_.back();
  slots_[slot].edges.assign(edges, EdgeSeam{});
  slots_[slot].body = body;
  slots_[slot].pose = pose;
  touch(slots_[slot]);
  free_.pop_back();
  slot_of_[body] = slot;
  ++used_;
}

void Links::release(BodyId body) noexcept {
  Slot& slot = slots_[slot_of_[body]];
  slot.body = no_body;
  slot.edges.clear();
  slot.covers.clear();
  slot.parts.clear();
  free_.push_back(slot_of_[body]);  // room for all slots was made with them
  slot_of_[body] = none;
  --used_;
}

void Links::make_room_for_covers(BodyId body, std::size_t more) {
  std::vector<Cover>& covers = slots_[slot_of_[body]].covers;
  covers.reserve(covers.size() + more);
  slots_[slot_of_[body]].parts.reserve(covers.size() + more);
}

/// Finds what is covered of all edges. One that is covered from end to end is inner.
void Links::tell_edges(Slot& slot) noexcept {
  for (EdgeSeam& edge : slot.edges) {
    if (edge.in_parts) edge.in_parts = edge.inner = false;
  }
  slot.parts.clear();
  for (const Cover& cover : slot.covers) {
    if (slot.parts.empty() || slot.parts.back().edge != cover.edge || cover.from > slot.parts.back().to) {
      slot.parts.push_back({cover.edge, cover.from, cover.to});
    } else {
      slot.parts.back().to = std::max(slot.parts.back().to, cover.to);
    }
  }
  for (const CoveredPart& part : slot.parts) {
    slot.edges[part.edge].in_parts = true;
    slot.edges[part.edge].inner = part.from == 0 && part.to == 1;
  }
}

template <class IsGone>
void Links::take_covers(Slot& slot, IsGone is_gone) noexcept {
  const auto last = std::remove_if(slot.covers.begin(), slot.covers.end(), is_gone);
  if (last == slot.covers.end()) return;
  slot.covers.erase(last, slot.covers.end());
  tell_edges(slot);
}

void Links::uncover(BodyId body, std::uint32_t edge) noexcept {
  if (!has_slot(body) || !slots_[slot_of_[body]].edges[edge].in_parts) return;
  Slot& slot = slots_[slot_of_[body]];
  touch(slot);
  for (const Cover& cover : slot.covers) {
    if (cover.edge != edge || cover.partner == body) continue;
    Slot& partner = slots_[slot_of_[cover.partner]];
    touch(partner);
    take_covers(partner,
                [&](const Cover& other) { return other.edge == cover.partner_edge && other.is_by(body, edge); });
  }
  take_covers(slot, [&](const Cover& cover) { return cover.edge == edge; });
}

namespace {

/// Takes away the ghost point before, or after, an edge if this body gave it.
void take_before(EdgeSeam& edge, BodyId giver) noexcept {
  if (edge.before_body != giver) return;
  edge.before_body = no_body;
  edge.has_before = false;
}
void take_after(EdgeSeam& edge, BodyId giver) noexcept {
  if (edge.after_body != giver) return;
  edge.after_body = no_body;
  edge.has_after = false;
}

}  // namespace

void Links::forget(BodyId told, BodyId dropped) noexcept {
  if (told == no_body || !has_slot(told)) return;
  take_covers(slots_[slot_of_[told]], [&](const Cover& cover) { return cover.partner == dropped; });
  for (EdgeSeam& edge : slots_[slot_of_[told]].edges) {
    if (edge.partner == dropped) {
      edge.partner = no_body;
      edge.inner = false;
    }
    take_before(edge, dropped);
    take_after(edge, dropped);
  }
  if (!is_linked(told)) release(told);
}

void Links::untell_before(BodyId told, BodyId teller) noexcept {
  if (told == no_body || !has_slot(told)) return;
  touch(slots_[slot_of_[told]]);
  for (EdgeSeam& edge : slots_[slot_of_[told]].edges) take_before(edge, teller);
}

void Links::untell_after(BodyId told, BodyId teller) noexcept {
  if (told == no_body || !has_slot(told)) return;
  touch(slots_[slot_of_[told]]);
  for (EdgeSeam& edge : slots_[slot_of_[told]].edges) take_after(edge, teller);
}

void Links::free_partner(const EdgeSeam& told) noexcept {
  if (told.partner == no_body) return;
  Slot& slot = slots_[slot_of_[told.partner]];
  touch(slot);
  slot.edges[told.partner_edge].partner = no_body;
  slot.edges[told.partner_edge].inner = false;
}

void Links::drop(BodyId body) noexcept {
  if (!has_slot(body)) return;
  for (const EdgeSeam& edge : slots_[slot_of_[body]].edges) {
    for (const BodyId told : {edge.partner, edge.before_body, edge.after_body}) {
      if (told != body) forget(told, body);
    }
  }
  for (const Cover& cover : slots_[slot_of_[body]].covers) forget(cover.partner, body);
  release(body);
}

void Links::release_blank() noexcept {
  while (first_touched_ != end_of_list) {
    Slot& slot = slots_[first_touched_];
    first_touched_ = std::exchange(slot.next_touched, none);
    if (slot.body != no_body && !is_linked(slot.body)) release(slot.body);
  }
}

void Links::clear() noexcept {
  slot_of_.clear();
  slots_.clear();
  free_.clear();
  used_ = 0;
  first_touched_ = end_of_list;
  any_parts_ = any_one_sided_ = false;
}

std::size_t Links::memory_bytes() const noexcept {
  std::size_t bytes = slot_of_.capacity() * sizeof(slot_of_[0]) + slots_.capacity() * sizeof(Slot) +
                      free_.capacity() * sizeof(free_[0]);
  for (const Slot& slot : slots_) {
    bytes += slot.edges.capacity() * sizeof(EdgeSeam) + slot.covers.capacity() * sizeof(Cover) +
             slot.parts.capacity() * sizeof(CoveredPart);
  }
  return bytes;
}

}  // namespace satchel::detail
