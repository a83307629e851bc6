// What edges of bodies are told of the surface beyond them. The public header links.hpp says what it means.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include <satchel/links.hpp>
#include <satchel/pose.hpp>
#include <satchel/types.hpp>

namespace satchel::detail {

/// What one edge of a body is told.
struct EdgeSeam {
  bool inner = false, one_sided = false;
  bool has_before = false, has_after = false;
  bool in_parts = false;  ///< other bodies' edges cover parts of it (Cover), or all of it: then it is inner
  Vec2d before{},
      after{};  ///< edges of the surface: from the ghost point to the start, from the end to the ghost point
  BodyId partner = no_body;  ///< whose edge `partner_edge` runs the other way along this inner edge
  std::uint32_t partner_edge = 0;
  BodyId before_body = no_body, after_body = no_body;  ///< to whom the ghost points belong, if a body gave them

  bool is_blank() const { return !inner && !one_sided && !has_before && !has_after && !in_parts; }
};

/// A part of an edge along which an edge of another body runs the other way. That edge has one of this edge.
struct Cover {
  std::uint32_t edge;
  double from, to;  ///< in lengths of the edge; 0 and 1 are its ends
  BodyId partner;
  std::uint32_t partner_edge;
  double partner_from;  ///< where the part begins on that edge, but for gaps that were closed

  bool is_by(BodyId body, std::uint32_t its_edge) const { return partner == body && partner_edge == its_edge; }
  auto order() const { return std::tuple(edge, from, to, partner, partner_edge); }
};

/// What covers leave covered of an edge, whoever covers it. Parts of one edge do not meet.
struct CoveredPart {
  std::uint32_t edge;
  double from, to;
};

/// The parts of one edge, in order along it. The list is sorted by edges.
template <class Part>
std::span<const Part> of_edge(const std::vector<Part>& parts, std::uint32_t edge) noexcept {
  Part at{};
  at.edge = edge;
  const auto [first, last] =
      std::equal_range(parts.begin(), parts.end(), at, [](const Part& p, const Part& q) { return p.edge < q.edge; });
  return std::span<const Part>(parts).subspan(static_cast<std::size_t>(first - parts.begin()),
                                              static_cast<std::size_t>(last - first));
}

/// A point of an edge; `at` in lengths of the edge.
struct PlaceOnEdge {
  BodyId body;
  std::uint32_t edge;
  double at;
};

/// What is on the other side of an edge beside a point of it.
struct Across {
  enum Kind : std::uint8_t { free, unknown, other } kind;
  PlaceOnEdge place{};  ///< other: the same point on the other body's edge
};

/// The links of a scene's bodies.
class Links {
 public:
  Links() = default;
  /// A copy has the room, too, with which dropping links cannot fail.
  Links(const Links& from);
  Links& operator=(const Links& from) { return *this = Links(from); }
  Links(Links&&) noexcept = default;
  Links& operator=(Links&&) noexcept = default;
  ~Links() = default;

  bool any() const noexcept { return used_ != 0; }
  /// Whether edges may be shared in part, or be one-sided.
  bool any_parts() const noexcept { return any_parts_; }
  static constexpr std::uint32_t no_edge = 0xffffffff;
  /// The one-sided edge of a body, of several the last; `no_edge` if there is none.
  std::uint32_t one_sided_edge_of(BodyId body) const noexcept {
    const std::vector<EdgeSeam>* const edges = any_one_sided_ ? of(body) : nullptr;
    for (std::size_t e = edges == nullptr ? 0 : edges->size(); e > 0; --e) {
      if ((*edges)[e - 1].one_sided) return static_cast<std::uint32_t>(e - 1);
    }
    return no_edge;
  }

  /// One element an edge; null if the body has no links.
  const std::vector<EdgeSeam>* of(BodyId body) const noexcept {
    return has_slot(body) ? &slots_[slot_of_[body]].edges : nullptr;
  }
  bool is_linked(BodyId body) const noexcept;
  /// The pose at which a body that has links was linked: at another it has none.
  const Pose& pose_of(BodyId body) const noexcept { return slots_[slot_of_[body]].pose; }
  /// Sorted by edge, then along it; null if others cover no part of the body's edges.
  const std::vector<CoveredPart>* covered_parts_of(BodyId body) const noexcept {
    return has_slot(body) && !slots_[slot_of_[body]].parts.empty() ? &slots_[slot_of_[body]].parts : nullptr;
  }

  /// @param forward  beside the point in the direction of the edge, or else the other way
  Across across(const PlaceOnEdge& place, bool forward) const noexcept;

  /// Makes room for links of a body with so many edges, so that `edit` cannot fail. May throw std::bad_alloc; what is
  /// there already then stays. A LinkingCall gives the room back if nothing is told.
  void make_room_for(BodyId body, std::size_t edges, const Pose& pose);
  EdgeSeam& edit(BodyId body, std::uint32_t edge) noexcept { return slots_[slot_of_[body]].edges[edge]; }
  void set(BodyId body, std::uint32_t edge, const EdgeSeam& seam) noexcept {
    edit(body, edge) = seam;
    any_one_sided_ |= seam.one_sided;
  }

  /// Makes room for so many more covers of a body that has links, so that `add_cover` cannot fail. May throw
  /// std::bad_alloc.
  void make_room_for_covers(BodyId body, std::size_t more);
  void add_cover(BodyId body, const Cover& cover) noexcept {
    slots_[slot_of_[body]].covers.push_back(cover);
    any_parts_ = true;
  }
  /// After covers were added: of those of one edge by one edge the longest stays, and small gaps are closed.
  /// @param closed  closed(edge): up to which length, in lengths of the edge
  template <class Closed>
  void settle_covers(BodyId body, Closed closed) noexcept;
  /// Takes back the ghost point before, or after, that the segment of one body told another's; no_body: told nobody.
  void untell_before(BodyId told, BodyId teller) noexcept;
  void untell_after(BodyId told, BodyId teller) noexcept;
  /// Takes away the covers of an edge, and those that it is.
  void uncover(BodyId body, std::uint32_t edge) noexcept;
  /// Frees the edge that ran the other way along one of which this was told.
  void free_partner(const EdgeSeam& told) noexcept;

  /// Drops the links of a body, and what others were told of it.
  void drop(BodyId body) noexcept;
  void clear() noexcept;
  /// Gives back the room of bodies that have no link. It looks at the bodies whose links have changed since the last call;
  /// changes by `drop` do not count, because `drop` itself gives back the room of such bodies.
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
  static constexpr std::uint32_t end_of_list = 0xfffffffe;
  struct Slot {
    BodyId body = no_body;
    std::uint32_t next_touched = none;  ///< of the list of slots that may be blank; none: not in the list
    std::vector<EdgeSeam> edges;
    std::vector<Cover> covers;       ///< sorted by edge, then along it
    std::vector<CoveredPart> parts;  ///< has room for as many as `covers`, so that `tell_edges` cannot fail
    Pose pose;
  };

  bool has_slot(BodyId body) const noexcept { return body < slot_of_.size() && slot_of_[body] != none; }
  void touch(Slot& slot) noexcept;
  void release(BodyId body) noexcept;
  void forget(BodyId told, BodyId dropped) noexcept;
  /// Takes away the covers that `is_gone` names.
  template <class IsGone>
  static void take_covers(Slot& slot, IsGone is_gone) noexcept;
  static void tell_edges(Slot& slot) noexcept;

  std::vector<std::uint32_t> slot_of_;  ///< by body
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_;
  std::size_t used_ = 0;
  std::uint32_t first_touched_ = end_of_list;
  bool any_parts_ = false, any_one_sided_ = false;  ///< since the last `clear`
};

/// A call that links bodies. However it ends, no body keeps room without links: answers take such a body for a linked one.
class LinkingCall {
 public:
  explicit LinkingCall(Links& links) noexcept : links_(links) {}
  ~LinkingCall() { links_.release_blank(); }
  LinkingCall(const LinkingCall&) = delete;
  LinkingCall& operator=(const LinkingCall&) = delete;

 private:
  Links& links_;
};

template <class Closed>
void Links::settle_covers(BodyId body, Closed closed) noexcept {
  Slot& slot = slots_[slot_of_[body]];
  std::vector<Cover>& covers = slot.covers;
  std::sort(covers.begin(), covers.end(), [](const Cover& p, const Cover& q) {
    return std::tuple(p.edge, p.partner, p.partner_edge, q.to - q.from) <
           std::tuple(q.edge, q.partner, q.partner_edge, p.to - p.from);
  });
  const auto last = std::unique(covers.begin(), covers.end(), [](const Cover& p, const Cover& q) {
    return p.edge == q.edge && p.is_by(q.partner, q.partner_edge);
  });
  covers.erase(last, covers.end());
  std::sort(covers.begin(), covers.end(), [](const Cover& p, const Cover& q) { return p.order() < q.order(); });
  double reached = 0;
  for (std::size_t i = 0; i < covers.size(); ++i) {
    Cover& cover = covers[i];
    if (i == 0 || cover.edge != covers[i - 1].edge) reached = 0;
    if (cover.from > reached && cover.from - reached <= closed(cover.edge)) cover.from = reached;
    reached = std::max(reached, cover.to);
  }
  tell_edges(slot);
}

}  // namespace satchel::detail
