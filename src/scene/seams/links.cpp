#include "scene/seams/links.hpp"

#include <algorithm>

namespace satchel::detail {

bool Links::is_linked(BodyId body) const noexcept {
  const std::vector<EdgeSeam>* const edges = of(body);
  return edges != nullptr &&
         !std::all_of(edges->begin(), edges->end(), [](const EdgeSeam& edge) { return edge.is_blank(); });
}

void Links::make_room_for(BodyId body, std::size_t edges) {
  if (has_slot(body)) return;
  if (slot_of_.size() <= body) slot_of_.resize(body + std::size_t{1}, none);
  if (free_.empty()) {
    free_.reserve(slots_.size() + 1);
    slots_.emplace_back();
    free_.push_back(static_cast<std::uint32_t>(slots_.size() - 1));
  }
  const std::uint32_t slot = free_.back();
  slots_[slot].edges.assign(edges, EdgeSeam{});
  slots_[slot].body = body;
  free_.pop_back();
  slot_of_[body] = slot;
  ++used_;
}

void Links::release(BodyId body) noexcept {
  Slot& slot = slots_[slot_of_[body]];
  slot.body = no_body;
  slot.edges.clear();
  free_.push_back(slot_of_[body]);  // room for all slots was made with them
  slot_of_[body] = none;
  --used_;
}

void Links::forget(BodyId told, BodyId dropped) noexcept {
  if (told == no_body || !has_slot(told)) return;
  for (EdgeSeam& edge : slots_[slot_of_[told]].edges) {
    if (edge.partner == dropped) {
      edge.partner = no_body;
      edge.inner = false;
    }
    if (edge.before_body == dropped) {
      edge.before_body = no_body;
      edge.has_before = false;
    }
    if (edge.after_body == dropped) {
      edge.after_body = no_body;
      edge.has_after = false;
    }
  }
  if (!is_linked(told)) release(told);
}

void Links::drop(BodyId body) noexcept {
  if (!has_slot(body)) return;
  for (const EdgeSeam& edge : slots_[slot_of_[body]].edges) {
    for (const BodyId told : {edge.partner, edge.before_body, edge.after_body}) {
      if (told != body) forget(told, body);
    }
  }
  release(body);
}

void Links::release_blank() noexcept {
  for (const Slot& slot : slots_) {
    if (slot.body != no_body && !is_linked(slot.body)) release(slot.body);
  }
}

void Links::clear() noexcept {
  slot_of_.clear();
  slots_.clear();
  free_.clear();
  used_ = 0;
}

std::size_t Links::memory_bytes() const noexcept {
  std::size_t bytes = slot_of_.capacity() * sizeof(slot_of_[0]) + slots_.capacity() * sizeof(Slot) +
                      free_.capacity() * sizeof(free_[0]);
  for (const Slot& slot : slots_) bytes += slot.edges.capacity() * sizeof(EdgeSeam);
  return bytes;
}

}  // namespace satchel::detail
