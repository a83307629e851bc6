// A game's frames by Box2D, as b2World has them without its solver: fat boxes, contacts of fat boxes, manifolds, times
// of impact.
#include <box2d/b2_broad_phase.h>
#include <box2d/b2_circle_shape.h>
#include <box2d/b2_collision.h>
#include <box2d/b2_edge_shape.h>
#include <box2d/b2_polygon_shape.h>
#include <box2d/b2_settings.h>
#include <box2d/b2_time_of_impact.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "harness/game_engine.hpp"

namespace satchel_bench {
namespace {

class Box2dGame final : public GameEngine {
 public:
  explicit Box2dGame(const Game& game) : GameEngine(game), impacts_(game.fast, 2.0) {
    for (const Shape& shape : game.workload.shapes) shapes_.push_back(made(shape));
    const std::size_t bodies = game.workload.poses.size();
    for (std::size_t i = 0; i < bodies; ++i) {
      add(shapes_[game.workload.body_shapes[i]].get(), game.workload.poses[i]);
    }
    for (const std::vector<satchel::Vec2>& points : game.chains) {
      const auto at = [&](std::size_t k) { return b2Vec2(points[k].x, points[k].y); };
      for (std::size_t k = 0; k + 1 < points.size(); ++k) {
        auto edge = std::make_unique<b2EdgeShape>();
        const b2Vec2 before = k > 0 ? at(k - 1) : at(k) - (at(k + 1) - at(k));
        const b2Vec2 after = k + 2 < points.size() ? at(k + 2) : at(k + 1) + (at(k + 1) - at(k));
        edge->SetOneSided(before, at(k), at(k + 1), after);
        shapes_.push_back(std::move(edge));
        add(shapes_.back().get(), satchel::Pose{});
      }
    }
    of_body_.resize(proxies_.size());
    broad_phase_.UpdatePairs(this);
  }

  /// Called by UpdatePairs, for pairs that are there, too.
  void AddPair(void* p, void* q) {
    auto a = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(p));
    auto b = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(q));
    if (a > b) std::swap(a, b);
    if (a >= game_.movers) return;  // two static bodies
    for (const std::uint32_t other : of_body_[a]) {
      if (other == b) return;
    }
    of_body_[a].push_back(b);
    contacts_.push_back({a, b, {}});
  }

  /// The tree query calls this for each body whose box meets the swept box of the fast body.
  bool QueryCallback(int32 proxy) {
    const auto other = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(broad_phase_.GetUserData(proxy)));
    if (other < game_.movers) return true;
    b2TOIInput input;
    input.proxyA.Set(shape_of_[other], 0);
    input.proxyB.Set(shape_of_[fast_], 0);
    input.sweepA.localCenter.SetZero();
    input.sweepA.c0 = input.sweepA.c = transforms_[other].p;
    input.sweepA.a0 = input.sweepA.a = 0;
    input.sweepA.alpha0 = 0;
    input.sweepB = sweep_;
    input.tMax = 1;
    b2TOIOutput output;
    b2TimeOfImpact(&output, &input);
    if (output.state == b2TOIOutput::e_touching) first_ = std::min(first_, static_cast<double>(output.t));
    if (output.state == b2TOIOutput::e_overlapped) first_ = 0;
    return true;
  }

 private:
  struct Contact {
    std::uint32_t a, b;
    b2Manifold manifold;
  };

  static std::unique_ptr<b2Shape> made(const Shape& shape) {
    if (shape.vertices.size() == 1) {
      auto circle = std::make_unique<b2CircleShape>();
      circle->m_radius = shape.radius;
      return circle;
    }
    std::vector<b2Vec2> vertices;
    for (const satchel::Vec2 v : shape.vertices) vertices.emplace_back(v.x, v.y);
    auto polygon = std::make_unique<b2PolygonShape>();
    polygon->Set(vertices.data(), static_cast<int32>(vertices.size()));
    return polygon;
  }

  static b2Transform transform_of(const satchel::Pose& pose) {
    b2Transform transform;
    transform.p.Set(static_cast<float>(pose.x), static_cast<float>(pose.y));
    transform.q.c = static_cast<float>(pose.rotation.cos);
    transform.q.s = static_cast<float>(pose.rotation.sin);
    return transform;
  }

  void add(const b2Shape* shape, const satchel::Pose& pose) {
    shape_of_.push_back(shape);
    transforms_.push_back(transform_of(pose));
    proxies_.push_back(
        broad_phase_.CreateProxy(box_of(transforms_.size() - 1), reinterpret_cast<void*>(proxies_.size())));
  }

  b2AABB box_of(std::size_t body) const {
    b2AABB box;
    shape_of_[body]->ComputeAABB(&box, transforms_[body], 0);
    return box;
  }

  void find_impacts() override {
    for (std::size_t i = 0; i < game_.fast; ++i) {
      fast_ = game_.first_fast() + i;
      const satchel::Motion by = clock_.motion(game_, i);
      const b2Transform& at = transforms_[fast_];
      sweep_.localCenter.SetZero();
      sweep_.c0 = at.p;
      sweep_.c = at.p + b2Vec2(static_cast<float>(by.x), static_cast<float>(by.y));
      sweep_.a0 = std::atan2(at.q.s, at.q.c);
      sweep_.a = sweep_.a0 + static_cast<float>(by.angle);
      sweep_.alpha0 = 0;
      b2Transform end;
      sweep_.GetTransform(&end, 1);
      b2AABB box = box_of(fast_), there;
      shape_of_[fast_]->ComputeAABB(&there, end, 0);
      box.Combine(there);
      first_ = 2;
      broad_phase_.Query(this, box);
      impacts_[i] = first_;
    }
  }

  void find_contacts() override {
    const std::vector<satchel::Pose>& poses = game_.frames[clock_.frame()];
    for (std::size_t i = 0; i < game_.movers; ++i) {
      const b2Vec2 before = transforms_[i].p;
      transforms_[i] = transform_of(poses[i]);
      broad_phase_.MoveProxy(proxies_[i], box_of(i), transforms_[i].p - before);
    }
    for (std::size_t k = 0; k < contacts_.size();) {
      const Contact& contact = contacts_[k];
      if (broad_phase_.TestOverlap(proxies_[contact.a], proxies_[contact.b])) {
        ++k;
        continue;
      }
      std::erase(of_body_[contact.a], contact.b);
      contacts_[k] = contacts_.back();
      contacts_.pop_back();
    }
    broad_phase_.UpdatePairs(this);
    for (Contact& contact : contacts_) evaluate(contact);
  }

  void evaluate(Contact& contact) {
    const b2Shape *p = shape_of_[contact.a], *q = shape_of_[contact.b];
    const b2Transform *at_p = &transforms_[contact.a], *at_q = &transforms_[contact.b];
    if (q->GetType() == b2Shape::e_edge || (p->GetType() == b2Shape::e_circle && q->GetType() == b2Shape::e_polygon)) {
      std::swap(p, q);
      std::swap(at_p, at_q);
    }
    b2Manifold& manifold = contact.manifold;
    manifold.pointCount = 0;
    const auto polygon = [](const b2Shape* shape) { return static_cast<const b2PolygonShape*>(shape); };
    const auto circle = [](const b2Shape* shape) { return static_cast<const b2CircleShape*>(shape); };
    if (p->GetType() == b2Shape::e_edge) {
      const auto* const edge = static_cast<const b2EdgeShape*>(p);
      if (q->GetType() == b2Shape::e_circle) return b2CollideEdgeAndCircle(&manifold, edge, *at_p, circle(q), *at_q);
      return b2CollideEdgeAndPolygon(&manifold, edge, *at_p, polygon(q), *at_q);
    }
    if (p->GetType() == b2Shape::e_circle) return b2CollideCircles(&manifold, circle(p), *at_p, circle(q), *at_q);
    if (q->GetType() == b2Shape::e_circle)
      return b2CollidePolygonAndCircle(&manifold, polygon(p), *at_p, circle(q), *at_q);
    b2CollidePolygons(&manifold, polygon(p), *at_p, polygon(q), *at_q);
  }

  void give(GameAnswers& answers) const override {
    const std::size_t bodies = game_.workload.poses.size();
    for (const Contact& contact : contacts_) {
      if (contact.manifold.pointCount == 0) continue;
      if (contact.b >= bodies) {
        answers.on_chains.push_back(contact.a);
      } else {
        answers.contacts.push_back({contact.a, contact.b});
      }
    }
    answers.impacts = impacts_;
  }
  double skin() const override { return static_cast<double>(2 * b2_polygonRadius); }

  b2BroadPhase broad_phase_;
  std::vector<std::unique_ptr<b2Shape>> shapes_;
  std::vector<const b2Shape*> shape_of_;  // of each proxy: bodies, then segments of chains
  std::vector<b2Transform> transforms_;
  std::vector<int32> proxies_;
  std::vector<Contact> contacts_;
  std::vector<std::vector<std::uint32_t>> of_body_;  // the others of its contacts, by the lower one
  std::vector<double> impacts_;

  // The fast body at work.
  std::size_t fast_ = 0;
  b2Sweep sweep_;
  double first_ = 2;
};

const Registered<QuestionEntry> entry(
    {.question = tiles_5000,
     .engine = "box2d",
     .note = "b2BroadPhase, fat boxes, manifolds, b2TimeOfImpact; tiles are not linked",
     .make = make_question_engine<Box2dGame, game>});

}  // namespace
}  // namespace satchel_bench
