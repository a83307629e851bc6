// What edges of bodies are told of the surface beyond them. The public header links.hpp says what it means.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <satchel/links.hpp>
#include <satchel/types.hpp>

namespace satchel::detail {

/// What one edge of a body is told.
struct EdgeSeam {
  bool inner = false, one_sided = false;
  bool has_before = false, has_after = false;
  Vec2d before{},
      after{};  ///< edges of the surface: from the ghost point to the start, from the end to the ghost point
  BodyId partner = no_body;  ///< whose edge `partner_edge` runs the other way along this inner edge
  std::uint32_t partner_edge = 0;
  BodyId before_body = no_body, after_body = no_body;  ///< to whom the ghost points belong, if a body gave them

  bool is_blank() const { return !inner && !one_sided && !has_before && !has_after; }
};

/// The links of a scene's bodies.
class Links {
 public:
  bool any() const noexcept { return used_ != 0; }

  /// One element an edge; null if the body has no links.
  const std::vector<EdgeSeam>* of(BodyId body) const noexcept {
    return has_slot(body) ? &slots_[slot_of_[body]].edges : nullptr;
  }
  bool is_linked(BodyId body) const noexcept;

  /// Makes room for links of a body with so many edges, so that `edit` cannot fail. May throw std::bad_alloc; what is
  /// there already then stays.
  void make_room_for(BodyId body, std::size_t edges);
  EdgeSeam& edit(BodyId body, std::uint32_t edge) noexcept { return slots_[slot_of_[body]].edges[edge]; }

  /// Drops the links of a body, and what others were told of it.
  void drop(BodyId body) noexcept;
  void clear() noexcept;
  /// Gives back the room of bodies whose edges have been told nothing.
  void release_blank() noexcept;

  /// Calls visit(body) for each body with links; it may drop this body.
  template <class Visit>
  void for_each_body(Visit visit) const {
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      if (slots_[i].body != no_body) visit(slots_[i].body);
    }
  }

  std::size_t memory_bytes() const noexcept;

 private:
  static constexpr std::uint32_t none = 0xffffffff;
  struct Slot {
    BodyId body = no_body;
    std::vector<EdgeSeam> edges;
  };

  bool has_slot(BodyId body) const noexcept { return body < slot_of_.size() && slot_of_[body] != none; }
  void release(BodyId body) noexcept;
  void forget(BodyId told, BodyId dropped) noexcept;

  std::vector<std::uint32_t> slot_of_;  ///< by body
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_;
  std::size_t used_ = 0;
};

}  // namespace satchel::detail
