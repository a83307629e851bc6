// Satchel's manifolds of linked segments, each a body of its own.
#include <satchel/satchel.hpp>

#include <optional>
#include <vector>

#include "harness/ground_engine.hpp"

namespace satchel_bench {
namespace {

class SatchelGround final : public GroundEngine {
 public:
  explicit SatchelGround(const Ground& ground) : GroundEngine(ground), manifolds_(ground.pairs.size()) {
    std::vector<satchel::EdgeLink> links;
    const auto at = [&](std::size_t i) {
      return satchel::Vec2d{static_cast<double>(ground.points[i].x), static_cast<double>(ground.points[i].y)};
    };
    const std::size_t segments = ground.points.size() - 1;
    for (std::size_t k = 0; k < segments; ++k) {
      const satchel::BodyId body = scene_.add_body(scene_.add_segment(ground.points[k], ground.points[k + 1]));
      satchel::EdgeLink& link = links.emplace_back();
      link.body = body;
      link.one_sided = true;
      if (k > 0) link.before = at(k - 1);
      if (k + 1 < segments) link.after = at(k + 2);
    }
    scene_.link_edges(links);
    const satchel::ShapeId box = scene_.add_box(Ground::half_width, Ground::half_height);
    std::vector<satchel::BodyId> boxes;
    for (const satchel::Pose& pose : ground.boxes) boxes.push_back(scene_.add_body(box, pose));
    for (const Ground::Contact& pair : ground.pairs) {
      pairs_.push_back({static_cast<satchel::BodyId>(pair.segment), boxes[pair.box]});
    }
  }

  void run() override {
    satchel::manifolds(scene_, pairs_, manifolds_, {.margin = static_cast<float>(skin), .run = {.max_threads = 1}});
    for (std::size_t i = 0; i < manifolds_.size(); ++i) {
      const satchel::Manifold& manifold = manifolds_[i];
      normals_[i] = manifold.count > 0 ? satchel::Vec2{manifold.normal_x, manifold.normal_y} : satchel::Vec2{0, 0};
    }
  }

 private:
  GroundContact contact(std::size_t pair) const override {
    const satchel::Manifold& manifold = manifolds_[pair];
    GroundContact contact{.normal = {manifold.normal_x, manifold.normal_y}, .count = manifold.count};
    const satchel::Pose origin = scene_.pose(pairs_[pair].a);
    for (std::size_t k = 0; k < contact.count; ++k) {
      const satchel::ManifoldPoint& point = manifold.points[k];
      contact.points[k] = {{origin.x + point.x, origin.y + point.y}, point.separation};
    }
    return contact;
  }

  satchel::Scene scene_;
  std::vector<satchel::Pair> pairs_;
  std::vector<satchel::Manifold> manifolds_;
};

const Registered<QuestionEntry> entry({.question = boxes_on_ground,
                                       .engine = "satchel",
                                       .note = "manifolds of linked segments, as bodies",
                                       .make = make_question_engine<SatchelGround, ground>});

}  // namespace
}  // namespace satchel_bench
