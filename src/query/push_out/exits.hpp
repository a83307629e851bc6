// The points of the boundary of some obstacles that may be nearest to the origin outside of all of them, one by one.
//
// The nearest one is the foot of the perpendicular on an edge, the nearest point of an arc, or a crossing of the boundaries
// of two obstacles: at a corner of one obstacle alone the outside spans more than half a turn, so a point beside it is
// nearer.
//
//   queue = the wings of all pieces, each by the distance of its nearest point
//   repeat: take the nearest of the queue
//           a wing: if obstacles cover its nearest point, go along it to the first point that none covers, and put it
//                   back; if there is none, it is done; else put its foot and its crossings into the queue
//           a foot or a crossing: if no obstacle covers it, it is the next exit
//
// (Best-first search. Points of a wing before the one that is free cannot be exits, so crossings are sought on few wings.)
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "query/push_out/boundary.hpp"
#include "query/push_out/covered.hpp"
#include "query/push_out/obstacle.hpp"

namespace satchel::query {

/// A translation on the boundary of an obstacle, and where outward is: with a step of s * outward, it is s off both
/// boundaries that cross there. (0, 0): there is no such direction.
struct Exit {
  double squared, x, y, outward_x, outward_y;
  double step = 0;  ///< shorter ones are known not to do; then `squared` is the squared distance of its end
};

class Exits {
 public:
  /// Numbers of an obstacle, in the order of which it is crossed with others.
  using Name = std::array<std::uint32_t, 4>;

  /// @param depth  what lies less deep than this inside any obstacle counts as its boundary from now on
  void add(Obstacle obstacle, const Name& name, double depth) {
    depth_ = depth;
    const std::uint32_t number = static_cast<std::uint32_t>(obstacles_.size());
    pieces_ += obstacle.boundary_pieces();
    boxes_.push_back(obstacle.box());
    names_.push_back(name);
    obstacles_.push_back(std::move(obstacle));
    for_each_piece(obstacles_.back(), number, depth, [&](const Piece& piece) {
      for_each_wing(piece, depth, [&](const Wing& wing) {
        wings_.push_back(wing);
        push({{key_of(wing), 0, 0, 0, 0}, static_cast<std::uint32_t>(wings_.size() - 1)});
      });
    });
  }
  std::size_t boundary_pieces() const { return pieces_; }
  /// What lies less deep in an obstacle counts as its boundary.
  double depth() const { return depth_; }
  const TranslationBox& box(std::size_t obstacle) const { return boxes_[obstacle]; }
  bool is_endless(std::size_t obstacle) const { return obstacles_[obstacle].is_endless(); }

  /// The next exit by distance from the origin; of equally distant ones by x, y, outward_x, outward_y, step.
  std::optional<Exit> next() {
    while (!queue_.empty()) {
      std::pop_heap(queue_.begin(), queue_.end(), is_later);
      const Item item = queue_.back();
      queue_.pop_back();
      if (item.wing == no_wing) {
        if (!is_covered({item.exit.x, item.exit.y})) return item.exit;
      } else if (wings_[item.wing].obstacles_seen == obstacles_.size()) {
        list_exits(wings_[item.wing]);
      } else if (uncover(wings_[item.wing])) {
        push({{std::max(item.exit.squared, key_of(wings_[item.wing])), 0, 0, 0, 0}, item.wing});
      }
    }
    return std::nullopt;
  }
  /// It comes again, unless obstacles that are added cover it.
  void put_back(const Exit& exit) { push({exit, no_wing}); }

 private:
  static constexpr std::uint32_t no_wing = 0xffffffff, none = 0xffffffff;
  struct Item {
    Exit exit;           ///< of a wing: its squared distance, or less
    std::uint32_t wing;  ///< or no_wing
  };
  static bool is_later(const Item& a, const Item& b) {
    if (a.exit.squared != b.exit.squared) return a.exit.squared > b.exit.squared;
    const auto order = [](const Item& item) {
      const Exit& exit = item.exit;
      return std::tuple(item.wing == no_wing, exit.x, exit.y, exit.outward_x, exit.outward_y, exit.step, item.wing);
    };
    return order(b) < order(a);
  }
  void push(const Item& item) {
    queue_.push_back(item);
    std::push_heap(queue_.begin(), queue_.end(), is_later);
  }

  /// Not larger than the squared distance of any exit on the wing.
  double key_of(const Wing& wing) const {
    const Vec2d at = wing.point();
    const double distance = std::max(std::sqrt(at.x * at.x + at.y * at.y) - 2 * depth_, 0.0);
    return distance * distance;
  }

  /// Whether a point lies so deep in an obstacle.
  bool covers(std::uint32_t obstacle, const Vec2d& at, double depth) const {
    return boxes_[obstacle].holds(at.x, at.y, 0) && obstacles_[obstacle].holds(at.x, at.y, depth);
  }
  /// Calls visit(number) for obstacles in which a point lies so deep, the last one of use first, until it returns true.
  template <class Visit>
  void visit_covering(const Vec2d& at, double depth, const Visit& visit) {
    if (last_ < obstacles_.size() && covers(last_, at, depth) && visit(last_)) return;
    for (std::uint32_t k = 0; k < obstacles_.size(); ++k) {
      if (covers(k, at, depth) && visit(k)) return;
    }
  }
  bool is_covered(const Vec2d& at) {
    bool found = false;
    visit_covering(at, depth_, [&](std::uint32_t k) {
      last_ = k;
      return found = true;
    });
    return found;
  }

  /// Goes along the wing to the first point that no obstacle covers: from points twice as deep as counts to where the wing
  /// leaves this depth, so that rounding cannot hold it there.
  /// @returns  whether there is one
  bool uncover(Wing& wing) {
    wing.obstacles_seen = static_cast<std::uint32_t>(obstacles_.size());
    const bool has_end = !wing.piece.is_circle && std::isfinite(wing.end);
    const Vec2d end = has_end ? wing.point(wing.end) : Vec2d{};
    for (;;) {
      // The obstacle that covers it farthest: few steps do, where many obstacles cover the wing one after another.
      std::uint32_t best = none;
      double to = 0;
      const auto is_past_end = [&] { return to > wing.end || std::isinf(to); };
      visit_covering(wing.point(), 2 * depth_, [&](std::uint32_t k) {
        const bool is_to_end = has_end && covers(k, end, depth_);  // as it is convex
        if (!is_to_end && best != none && !covers(k, wing.point(to), depth_)) return false;
        const double covered_to =
            is_to_end ? std::numeric_limits<double>::infinity() : CoveredTo(wing, obstacles_[k], depth_).value();
        if (best != none && !(covered_to > to)) return false;
        best = k;
        to = covered_to;
        return is_past_end();
      });
      if (best == none) return true;
      last_ = best;
      if (is_past_end()) return false;
      if (!(to > wing.at)) return true;  // rounding hides that it is covered
      wing.at = to;
      wing.has_foot = false;
    }
  }

  void add_exit(double x, double y, double outward_x, double outward_y) {
    push({{x * x + y * y, x, y, outward_x, outward_y}, no_wing});
  }

  /// Puts the foot of a wing and its crossings with other obstacles, from wing.at on, into the queue.
  void list_exits(const Wing& wing) {
    const Piece& own = wing.piece;
    if (wing.has_foot && (wing.is_forward || wing.at > 0)) {  // once, if both wings have it
      if (own.is_circle) {
        add_exit(own.x + own.size * wing.x, own.y + own.size * wing.y, wing.x, wing.y);
      } else {
        add_exit(wing.x, wing.y, own.nx, own.ny);
      }
    }
    const TranslationBox box = wing.box();
    const double slack = 16 * depth_, first = own.is_circle ? wing.at * (1 - 0x1p-20) - 0x1p-20 : wing.at - slack;
    for (std::uint32_t k = 0; k < obstacles_.size(); ++k) {
      if (k == own.obstacle || !boxes_[k].meets(box, slack)) continue;
      const bool is_first = names_[own.obstacle] < names_[k];
      const auto take = [&](double x, double y, double ax, double ay, double bx, double by) {
        if (wing.position(x, y) < first) return;
        const double one_and_cosine = 1 + (ax * bx + ay * by);
        const double scale = one_and_cosine > 0x1p-20 ? 1 / one_and_cosine : 0;
        add_exit(x, y, scale * (ax + bx), scale * (ay + by));
      };
      for_each_piece(obstacles_[k], k, depth_,
                     [&](const Piece& other) { is_first ? cross(own, other, take) : cross(other, own, take); });
    }
  }

  std::vector<Obstacle> obstacles_;
  std::vector<TranslationBox> boxes_;
  std::vector<Name> names_;
  std::vector<Wing> wings_;
  std::vector<Item> queue_;
  std::size_t pieces_ = 0;
  std::uint32_t last_ = 0;
  double depth_ = 0;
};

}  // namespace satchel::query
