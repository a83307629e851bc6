#include "reference/check_ground.hpp"

#include <algorithm>
#include <cmath>

namespace satchel_bench {
namespace {

using satchel::Vec2d;

constexpr double rounding = 1e-3;
constexpr double steepest = 0.35;      // sine of a normal's angle against the vertical
constexpr double least_cosine = 0.97;  // of the steepest segment, which rises by a fifth
constexpr double near = 0.05;          // a tenth of a segment

double distance_from(Vec2d p, Vec2d from, Vec2d to) {
  const double dx = to.x - from.x, dy = to.y - from.y;
  const double t = std::clamp(((p.x - from.x) * dx + (p.y - from.y) * dy) / (dx * dx + dy * dy), 0.0, 1.0);
  return std::hypot(p.x - from.x - t * dx, p.y - from.y - t * dy);
}

/// A segment and a box over it, in double. No box is turned.
struct Placed {
  Placed(const Ground& ground, const Ground::Contact& pair) {
    const auto point = [&](std::size_t i) { return Vec2d{ground.points[i].x, ground.points[i].y}; };
    from = point(pair.segment), to = point(pair.segment + 1);
    const satchel::Pose& pose = ground.boxes[pair.box];
    constexpr double w = Ground::half_width, h = Ground::half_height;
    corners = {
        {{pose.x - w, pose.y - h}, {pose.x + w, pose.y - h}, {pose.x + w, pose.y + h}, {pose.x - w, pose.y + h}}};
  }

  double off_segment(Vec2d p) const { return distance_from(p, from, to); }
  double off_outline(Vec2d p) const {
    double least = distance_from(p, corners[3], corners[0]);
    for (std::size_t k = 0; k < 3; ++k) least = std::min(least, distance_from(p, corners[k], corners[k + 1]));
    return least;
  }
  /// The highest place of the segment between the box's sides; nothing higher than its ends if it is beside the box.
  Vec2d top() const {
    const double left = std::max(corners[0].x, to.x), right = std::min(corners[1].x, from.x);
    if (!(left < right)) return {left, -1e9};
    const auto at = [&](double x) { return Vec2d{x, from.y + (to.y - from.y) * ((x - from.x) / (to.x - from.x))}; };
    const Vec2d p = at(left), q = at(right);
    return p.y > q.y ? p : q;
  }

  Vec2d from, to;
  std::array<Vec2d, 4> corners;
};

/// Half of the separation from a point's middle to a surface. @param sign  -1: to the segment's, 1: to the box's
Vec2d on_surface(const GroundContact& contact, const GroundContact::Point& point, double sign) {
  const double by = 0.5 * sign * point.separation;
  return {point.at.x + by * contact.normal.x, point.at.y + by * contact.normal.y};
}

const char* wrong_points(const Placed& placed, const GroundContact& contact, double skin) {
  const Vec2d n = contact.normal;
  if (!(std::abs(std::hypot(n.x, n.y) - 1) <= 1e-4)) return "has no unit normal";
  if (!(std::abs(n.x) <= steepest && n.y > 0)) return "has a sideways normal";
  for (std::size_t k = 0; k < contact.count; ++k) {
    const GroundContact::Point& point = contact.points[k];
    const double off =
        std::max(placed.off_segment(on_surface(contact, point, -1)), placed.off_outline(on_surface(contact, point, 1)));
    if (!(point.separation <= skin + rounding && off <= 0.5 * skin + rounding)) return "has a point that is none";
  }
  return nullptr;
}

}  // namespace

std::string wrong_ground(const Ground& ground, const std::vector<GroundContact>& contacts, double skin) {
  if (contacts.size() != ground.pairs.size()) return "not one answer a pair";
  const auto name = [](std::size_t i) { return "pair " + std::to_string(i) + ' '; };
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (contacts[i].count > 2) return name(i) + "has more than two points";
    if (contacts[i].count == 0) continue;
    const char* const what = wrong_points(Placed(ground, ground.pairs[i]), contacts[i], skin);
    if (what != nullptr) return name(i) + what;
  }
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const std::size_t box = ground.pairs[i].box;
    const Placed placed(ground, ground.pairs[i]);
    const Vec2d top = placed.top();
    const double depth = top.y - placed.corners[0].y;
    if (depth < rounding) continue;
    const auto tells = [&](std::size_t k) {  // whether pair k has the place
      if (k >= contacts.size() || ground.pairs[k].box != box) return false;
      const GroundContact& contact = contacts[k];
      return std::any_of(contact.points.begin(), contact.points.begin() + static_cast<std::ptrdiff_t>(contact.count),
                         [&](const GroundContact::Point& point) {
                           const Vec2d p = on_surface(contact, point, -1);
                           return std::hypot(p.x - top.x, p.y - top.y) <= near &&
                                  -point.separation >= least_cosine * depth - rounding;
                         });
    };
    if (!tells(i) && !tells(i + 1) && !(i > 0 && tells(i - 1))) {
      return name(i) + "has no contact " + std::to_string(depth) + " deep";
    }
  }
  return {};
}

}  // namespace satchel_bench
