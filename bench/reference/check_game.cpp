#include "reference/check_game.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "reference/reference.hpp"

namespace satchel_bench {
namespace {

using satchel::BodyId;
using satchel::Pair;

/// The game's bodies, and a body of two vertices for each segment of a chain.
Workload with_segments(const Game& game, std::size_t frame) {
  Workload all = game.workload;
  std::copy(game.frames[frame].begin(), game.frames[frame].end(), all.poses.begin());
  for (const std::vector<satchel::Vec2>& points : game.chains) {
    for (std::size_t k = 0; k + 1 < points.size(); ++k) {
      Shape segment;
      segment.vertices = {points[k], points[k + 1]};
      all.body_shapes.push_back(static_cast<satchel::ShapeId>(all.shapes.size()));
      all.shapes.push_back(segment);
      all.poses.push_back(satchel::Pose{});
    }
  }
  return all;
}

/// The bodies behind the movers in columns one unit wide, to be found by x.
class StaticBodies {
 public:
  explicit StaticBodies(const Workload& all, std::size_t movers) {
    for (std::size_t body = movers; body < all.poses.size(); ++body) {
      double low = 1e9, high = -1e9;
      for (const satchel::Vec2 v : all.shape_of(static_cast<BodyId>(body)).vertices) {
        low = std::min(low, all.poses[body].x + static_cast<double>(v.x));  // none is turned
        high = std::max(high, all.poses[body].x + static_cast<double>(v.x));
      }
      for (std::size_t k = column(low); k <= column(high); ++k) columns_.resize(std::max(columns_.size(), k + 1));
      for (std::size_t k = column(low); k <= column(high); ++k) columns_[k].push_back(static_cast<BodyId>(body));
    }
  }
  template <class Use>
  void for_each_near(double x, double reach, const Use& use) const {
    for (std::size_t k = column(x - reach); k <= column(x + reach) && k < columns_.size(); ++k) {
      for (const BodyId body : columns_[k]) use(body);
    }
  }

 private:
  static std::size_t column(double x) { return static_cast<std::size_t>(std::max(0.0, std::floor(x + 2))); }
  std::vector<std::vector<BodyId>> columns_;
};

constexpr double rounding = 1e-4;
constexpr int samples = 100;

std::string name_of(BodyId body) { return "body " + std::to_string(body); }

}  // namespace

std::string wrong_frame(const Game& game, const GameClock& before, const GameAnswers& answers, double skin) {
  Workload all = with_segments(game, before.next());
  const std::size_t bodies = game.workload.poses.size();
  const StaticBodies statics(all, game.movers);
  Reference reference(all);
  std::set<Pair> contacts;
  std::set<BodyId> supported(answers.on_chains.begin(), answers.on_chains.end());
  for (const Pair& pair : answers.contacts) {
    contacts.insert({std::min(pair.a, pair.b), std::max(pair.a, pair.b)});
    if (std::max(pair.a, pair.b) >= game.movers) supported.insert(std::min(pair.a, pair.b));
  }
  const auto separation = [&](BodyId a, BodyId b) {
    reference.place({a, b});
    return reference.separation_of_parts({a, b});
  };
  for (const Pair& pair : contacts) {
    if (pair.a == pair.b || pair.b >= bodies) return "a contact has no such body";
    if (separation(pair.a, pair.b) <= skin + rounding) continue;
    return name_of(pair.a) + " and " + name_of(pair.b) + " have a contact";
  }
  std::vector<BodyId> by_x(game.movers);
  for (std::size_t i = 0; i < by_x.size(); ++i) by_x[i] = static_cast<BodyId>(i);
  std::sort(by_x.begin(), by_x.end(), [&](BodyId p, BodyId q) { return all.poses[p].x < all.poses[q].x; });
  for (std::size_t i = 0; i < by_x.size(); ++i) {
    for (std::size_t k = i + 1; k < by_x.size(); ++k) {
      const satchel::Pose &p = all.poses[by_x[i]], &q = all.poses[by_x[k]];
      if (q.x - p.x > 2 * game.reach + skin) break;
      if (std::fabs(q.y - p.y) > 2 * game.reach + skin) continue;
      const Pair pair{std::min(by_x[i], by_x[k]), std::max(by_x[i], by_x[k])};
      const double apart = separation(pair.a, pair.b);
      const bool has_contact = contacts.contains(pair);
      if (has_contact ? apart > skin + rounding : apart < -rounding) {
        return name_of(pair.a) + " and " + name_of(pair.b) + (has_contact ? " have a contact" : " have no contact");
      }
    }
  }
  for (BodyId body = 0; body < game.movers; ++body) {
    double least = 1e9;
    statics.for_each_near(all.poses[body].x, game.reach + skin, [&](BodyId other) {
      if (std::fabs(all.poses[other].y - all.poses[body].y) > 2 && other < bodies) return;
      least = std::min(least, separation(body, other));
    });
    const bool is_supported = supported.contains(body);
    if (is_supported ? least > skin + rounding : least < -rounding) {
      return name_of(body) + (is_supported ? " stands on nothing" : " has no contact with what it stands on");
    }
  }
  // The reference's bodies are moved along the way, and turned.
  if (answers.impacts.size() != game.fast) return "not one impact a fast body";
  for (std::size_t i = 0; i < game.fast; ++i) {
    const auto body = static_cast<BodyId>(game.first_fast() + i);
    const satchel::Pose from = game.frames[before.frame()][body];
    const satchel::Motion by = before.motion(game, i);
    const double impact = answers.impacts[i];
    const auto apart_at = [&](double t) {
      const double c = std::cos(t * by.angle), s = std::sin(t * by.angle);
      all.poses[body] = {
          from.x + t * by.x,
          from.y + t * by.y,
          {c * from.rotation.cos - s * from.rotation.sin, s * from.rotation.cos + c * from.rotation.sin}};
      double least = 1e9;
      statics.for_each_near(all.poses[body].x, game.reach + skin, [&](BodyId other) {
        if (std::fabs(all.poses[other].y - all.poses[body].y) > 2 && other < bodies) return;
        least = std::min(least, separation(body, other));
      });
      return least;
    };
    constexpr double slop = 0.02;  // of Box2D's times of impact, and of this reference's samples
    if (!(impact >= 0 && (impact <= 1 || impact == 2))) return name_of(body) + " has no time of its impact";
    if (impact <= 1 && apart_at(impact) > slop) return name_of(body) + " meets nothing at its impact";
    for (int k = 1; k < samples; ++k) {
      const double t = static_cast<double>(k) / samples;
      if (t < impact && apart_at(t) < -slop && apart_at(0) > 0)
        return name_of(body) + " meets something before its impact";
    }
  }
  return {};
}

}  // namespace satchel_bench
