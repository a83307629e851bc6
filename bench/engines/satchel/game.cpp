// A game's frames by Satchel: casts of the fast bodies, kept pairs of fat boxes, manifolds that seams limit.
#include <satchel/satchel.hpp>

#include <algorithm>
#include <vector>

#include "harness/game_engine.hpp"

namespace satchel_bench {
namespace {

constexpr float margin = 0.02f, fat = 0.05f;
constexpr satchel::Options one_thread{.max_threads = 1};

/// Tiles and chains, linked; the bodies before them are added first.
class Level {
 public:
  Level(satchel::Scene& scene, const Game& game, std::size_t first) {
    std::vector<satchel::ShapeId> shapes;
    for (const Shape& shape : game.workload.shapes) shapes.push_back(add_shape(scene, shape));
    for (std::size_t i = first; i < game.workload.poses.size(); ++i) {
      const satchel::BodyId body = scene.add_body(shapes[game.workload.body_shapes[i]], game.workload.poses[i]);
      if (i >= game.movers) tiles_.push_back(body);
    }
    scene.link_shared_edges(tiles_, 1e-3f);
    for (const std::vector<satchel::Vec2>& points : game.chains) {
      scene.add_body(scene.add_chain(points, false, true));
    }
  }

 private:
  static satchel::ShapeId add_shape(satchel::Scene& scene, const Shape& shape) {
    if (shape.vertices.size() == 1) return scene.add_circle({0, 0}, shape.radius);
    if (shape.box) return scene.add_box(shape.vertices[2].x, shape.vertices[2].y);
    return scene.add_polygon(shape.vertices);
  }
  std::vector<satchel::BodyId> tiles_;
};

class SatchelGame final : public GameEngine {
 public:
  explicit SatchelGame(const Game& game)
      : GameEngine(game),
        pairs_(fat),
        impacts_(game.fast),
        motions_(game.fast),
        hits_(game.fast),
        first_chain_(game.workload.poses.size()) {
    const Level all(scene_, game, 0), without_movers(level_, game, game.movers);
    for (std::size_t i = game.first_fast(); i < game.movers; ++i) {
      fast_shapes_.push_back(game.workload.body_shapes[i]);  // both scenes have the workload's shapes first
    }
    filters_.resize(scene_.body_slots());
    for (std::size_t i = game.movers; i < filters_.size(); ++i) filters_[i].is_static = true;
    index_.build(scene_, one_thread);
    level_index_.build(level_, one_thread);
    for (satchel::BodyId body = 0; body < game.movers; ++body) movers_.push_back(body);
  }

 private:
  void find_impacts() override {
    const std::vector<satchel::Pose>& poses = game_.frames[clock_.frame()];
    for (std::size_t i = 0; i < game_.fast; ++i) motions_[i] = clock_.motion(game_, i);
    level_index_.cast_shapes(level_, fast_shapes_, std::span(poses).subspan(game_.first_fast()), motions_, hits_,
                             {.query = {.run = one_thread}, .tolerance = 0.005f});
    for (std::size_t i = 0; i < game_.fast; ++i) {
      impacts_[i] = hits_[i].body == satchel::no_body ? 2.0 : hits_[i].time;
    }
  }

  void find_contacts() override {
    scene_.set_poses(movers_, game_.frames[clock_.frame()], one_thread);
    index_.update(scene_, one_thread);
    pairs_.update(scene_, index_, {.margin = margin, .filters = filters_, .run = one_thread, .sorted = false});
    on_bodies_.clear();
    on_chains_.clear();
    for (const satchel::Pair& pair : pairs_.pairs()) (pair.b < first_chain_ ? on_bodies_ : on_chains_).push_back(pair);
    manifolds_.resize(on_bodies_.size());
    satchel::manifolds(scene_, on_bodies_, manifolds_, {.margin = margin, .run = one_thread});
    satchel::part_manifolds(scene_, on_chains_, of_segments_, {.margin = margin, .run = one_thread});
  }

  void give(GameAnswers& answers) const override {
    for (std::size_t k = 0; k < on_bodies_.size(); ++k) {
      if (manifolds_[k].count > 0) answers.contacts.push_back(on_bodies_[k]);
    }
    for (const satchel::PartManifold& found : of_segments_) answers.on_chains.push_back(on_chains_[found.pair].a);
    answers.impacts = impacts_;
  }
  double skin() const override { return static_cast<double>(margin); }

  satchel::Scene scene_, level_;  // level_: without the movers
  satchel::Index index_, level_index_;
  satchel::KeptPairs pairs_;
  std::vector<satchel::BodyId> movers_;
  std::vector<satchel::Filter> filters_;
  std::vector<satchel::Pair> on_bodies_, on_chains_;
  std::vector<satchel::Manifold> manifolds_;
  std::vector<satchel::PartManifold> of_segments_;
  std::vector<double> impacts_;
  std::vector<satchel::ShapeId> fast_shapes_;
  std::vector<satchel::Motion> motions_;  // of the fast ones
  std::vector<satchel::ShapeHit> hits_;
  std::size_t first_chain_;
};

const Registered<QuestionEntry> entry(
    {.question = tiles_5000,
     .engine = "satchel",
     .note = "index, kept pairs of fat boxes, manifolds limited by links, shape casts",
     .make = make_question_engine<SatchelGame, game>});

}  // namespace
}  // namespace satchel_bench
