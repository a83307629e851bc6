// What links leave of the impacts of two moving cores.
//
// An impact by a normal that links leave (surface.hpp) is as ever. One by another normal, through an inner edge or a
// limited corner, goes by the free edges that the other core touches at that time, of several by the one of least
// depth: there the joined surface is met, or run along; or by its own normal, if that counts though it is refused
// (limit_contact.hpp). If it touches none, or is inside this core and does not reach the least deep one, it meets the core
// inside the joined surface.
//
// Reason why a meeting inside may be left out: the place where the cores touch lies on an inner edge, so on the
// neighbour along it. The other core touches this neighbour at that time, too: it has met it at a free edge, or was in
// contact with it from the start on, or entered it through an inner edge in turn, to whose neighbour the same applies.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "exact/sweep.hpp"
#include "query/seams/limit_contact.hpp"

namespace satchel::query {

/// The vertices of a pair's cores at one time of their motions, seen from one place, and how far the cores have turned.
struct MovedCores {
  std::span<const Vec2d> a, b;
  double turned_a = 0, turned_b = 0;
};

/// Beside a normal that counts though a corner refuses it: the normal of the neighbour's edge at this corner, if the other core
/// touches the corner and does not refuse that normal. The bodies meet only if they approach each other along both: the
/// neighbour is met where they approach along its own.
struct Beside {
  bool any = false;
  double normal_x = 0, normal_y = 0;  ///< unit vector from a to b
  Vec2d corner{};
};

/// An edge of one core, met by the other core.
struct MetEdge {
  bool any = false;
  Side side = Side::a;
  std::uint32_t edge = 0;
  double normal_x = 0, normal_y = 0;  ///< unit vector from a to b
  double separation = -std::numeric_limits<double>::infinity();
  double tilt = 1;  ///< reach of its core / length of the edge, at least 1: rounding tilts it by some u times this
  Beside beside{};
};

template <class T>
class ImpactLimits {
 public:
  static constexpr double u = sizeof(T) == sizeof(float) ? 0x1p-24 : 0x1p-53;

  /// @param speed  the largest distance that a point of one core moves, as seen from the other
  ImpactLimits(const SeamPair<T>& pair, double reach_a, double reach_b, double speed);

  bool any() const { return pair_.is_limited(); }
  bool is_one_sided() const { return pair_.a.surface.is_one_sided() || pair_.b.surface.is_one_sided(); }
  /// Whether a body's centroid lies behind the other's one-sided edge at the start, by more than rounding.
  bool is_behind() const { return pair_.is_behind(rounding_); }
  /// What positions at any time of the motion are good for: larger than what an earlier sweep leaves of depth or gap.
  double rounding() const { return rounding_; }

  /// Whether links leave the normal of a meeting of cores that do not turn.
  bool leaves(const exact::Meeting& meeting, const exact::Displacement& motion) const;
  /// Whether links leave the normal (nx, ny) between two cores that have turned. That of an edge may be off by
  /// rounding, so that links do not seem to leave it.
  bool leaves(double nx, double ny, const MovedCores& at) const;

  /// Of the free edges that the other core touches, and of those whose core touches the foremost corner of the other
  /// against their normal, the one along whose normal the cores overlap least. Free edges that the other core refuses
  /// count as in contacts, if there is one that it does not refuse.
  ///
  /// The least deep free edge may be one that is not touched: its foremost corner is on a neighbour. Then it is the least
  /// deep one that is touched at the surface. None, if there is none: the other core is inside this one, behind what it
  /// has entered through inner edges, and a deeper edge, the bottom, would lead through the core.
  /// @param within   what is no farther away touches
  /// @param impact   the normal of the impact from a to b: a one-sided edge is met if this faces its front, if the
  ///                 other core is in front but for rounding, or, where the surface goes on, for 1/64 of its reach;
  ///                 null: unknown
  MetEdge touched(const MovedCores& at, double within, const Vec2d* impact) const;
  /// Whether the normal of an impact, from a to b, counts though a core refuses it.
  /// @param left  the free edge that is touched
  bool counts_though_refused(const Vec2d& normal, const MetEdge& left, const MovedCores& at, double within,
                             Beside& beside) const;
  /// Whether the other core touches an inner edge.
  bool touches_inner(const MovedCores& at, double within) const;
  /// Whether links leave the contact at the start of the motion. May change its normal to that of a free edge that is
  /// touched; `tilt` is that of the edge.
  bool leaves_contact(BasicContact<T>& contact, const MovedCores& at, double within, double& tilt,
                      Beside& beside) const;
  double tilt_of(Side side, std::uint32_t edge) const;

  /// The first time at which cores that do not turn meet at a free edge while they approach each other along its
  /// normal. They are apart at the start.
  exact::Meeting first_at_free_edge(const exact::Displacement& motion, double speed) const;

 private:
  /// The pair as it is seen where both have moved.
  class PairAt {
   public:
    PairAt(const SeamPair<T>& pair, const MovedCores& at);

    const SeamSide<T>& of(Side side) const { return side == Side::a ? pair_->a : pair_->b; }
    const SeamSide<T>& against(Side side) const { return side == Side::a ? pair_->b : pair_->a; }

   private:
    std::optional<SeamPair<T>> moved_;
    const SeamPair<T>* pair_;
  };

  const SeamSide<T>& of(Side side) const { return side == Side::a ? pair_.a : pair_.b; }
  const SeamSide<T>& against(Side side) const { return side == Side::a ? pair_.b : pair_.a; }
  /// Whether the edge may decide: it is no inner edge, has a length, and links leave its normal to the other core.
  bool is_free(const PairAt& pair, Side side, std::uint32_t edge, const MovedCores& at) const;
  /// Whether the edge has a length, and links leave its normal to the other core, which has turned against it.
  bool leaves_edge(const SeamSide<T>& own, const SeamSide<T>& other, Side side, std::uint32_t edge, double turn) const;
  /// Takes the least deep edge for which counts(edge) is true, if it is less deep than `best`.
  template <class Counts>
  void try_edges(const MovedCores& at, const Counts& counts, MetEdge& best) const;
  enum class Touch : std::uint8_t {
    any,        ///< the other core touches the edge, or the edge's core touches the foremost corner of the other
    at_surface  ///< the other core touches the limited core's surface: its edge, or its foremost corner
  };
  /// An edge of a core without limits has to be over the other's foremost corner, too: else it touches the other
  /// elsewhere, and the corner that leaves its normal is far away.
  bool is_touched(const MetEdge& edge, const MovedCores& at, double within, const Vec2d* impact, Touch touch) const;
  /// @param refused  unit vector out of the corner's core
  bool counts_though_refused(const PairAt& pair, Side of_corner, const Vec2d& refused, const MetEdge& left,
                             const MovedCores& at, double within, Beside& beside) const;
  bool faces_front(Side side, const Vec2d& edge_from, const Vec2d& edge_to, double separation,
                   const Vec2d& impact) const;

  SeamPair<T> pair_;
  double reach_a_, reach_b_, radii_, rounding_;
};

}  // namespace satchel::query
