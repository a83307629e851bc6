// Allocations that fail, one by one, in calls of C: a call returns SATCHEL_NO_MEMORY, or does without that memory; the scene,
// the index and the kept pairs are as they were, and the same call then does what it does undisturbed.
#include <gtest/gtest.h>
#include <satchel/satchel.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

#include "support/failing_new.hpp"

namespace satchel::test {
namespace {

/// A star with a hole.
constexpr std::uint32_t star_starts[] = {0, 16, 19};
std::vector<satchel_vec2> star() {
  std::vector<satchel_vec2> points;
  for (int k = 0; k < 16; ++k) {
    const double angle = k * 0.39269908169872414, reach = k % 2 == 0 ? 4 : 2;
    points.push_back({static_cast<float>(reach * std::cos(angle)), static_cast<float>(reach * std::sin(angle))});
  }
  points.insert(points.end(), {{-0.5f, 0}, {0, 0.5f}, {0.5f, 0}});
  return points;
}

satchel_status add_star(satchel_scene* scene, std::uint32_t* shape) {
  static const std::vector<satchel_vec2> points = star();
  satchel_outline_starts starts = SATCHEL_OUTLINE_STARTS_INIT;
  constexpr std::uint32_t polygon[] = {0, 2};
  starts.rings = star_starts;
  starts.ring_count = 2;
  starts.polygons = polygon;
  starts.polygon_count = 1;
  return satchel_add_outlines(scene, points.data(), points.size(), &starts, 0, shape, nullptr);
}

/// Squares in a row, stars over them, a circle and a chain.
class CFaults : public testing::Test {
 protected:
  static constexpr std::uint32_t bodies = 20;

  CFaults() {
    ok(satchel_scene_create(SATCHEL_FLOAT, &scene_));
    ok(satchel_add_box(scene_, 0.5, 0.5, 0, &square_));
    ok(add_star(scene_, &star_));
    ok(satchel_add_circle(scene_, 0, 0, 0.75, &circle_));
    for (std::uint32_t k = 0; k < bodies; ++k) {
      poses_.push_back({double(k % 10), double(k / 10) * 0.5, 1, 0});
      shapes_.push_back(k % 7 == 3 ? star_ : k % 5 == 4 ? circle_ : square_);
    }
    all_.resize(bodies);
    ok(satchel_add_bodies(scene_, shapes_.data(), poses_.data(), bodies, all_.data()));
    ok(satchel_index_create(scene_, &index_, nullptr));
    ok(satchel_kept_pairs_create(SATCHEL_FLOAT, 0, &kept_));
    for (std::uint32_t a = 0; a < bodies; ++a) {
      for (std::uint32_t b = 0; b < a; b += 3) pairs_.push_back({b, a});
    }
  }
  ~CFaults() override {
    satchel_kept_pairs_destroy(kept_);
    satchel_index_destroy(index_);
    satchel_scene_destroy(scene_);
  }

  static void ok(satchel_status status) { ASSERT_EQ(status.code, SATCHEL_OK) << satchel_message(status); }

  /// What can be seen of a scene.
  std::vector<std::uint64_t> state(const satchel_scene* scene) const {
    const satchel_revisions revisions = satchel_scene_revisions(scene);
    std::vector<std::uint64_t> state{revisions.all, satchel_shape_count(scene), satchel_body_slots(scene)};
    std::vector<std::uint8_t> verdicts(pairs_.size());
    const satchel_pair_list list = SATCHEL_PAIRS_OF(scene, pairs_.data(), pairs_.size());
    ok(satchel_classify(&list, verdicts.data(), nullptr));
    state.insert(state.end(), verdicts.begin(), verdicts.end());
    for (std::uint32_t body = 0; body < bodies; ++body) state.push_back(satchel_is_linked(scene, body));
    return state;
  }

  /// Calls with the first allocation failing, then the second, ..., until none is left to fail; returns how many have.
  /// @param call     call(scene) -> satchel_status, on a copy of the scene
  /// @param refused  refused(scene): what has to hold after a failure
  std::size_t failures_of(
      const std::function<satchel_status(satchel_scene*)>& call, const std::function<void()>& refused = [] {}) {
    std::size_t failures = 0;
    for (std::size_t nth = 0;; ++nth) {
      satchel_scene* copy = nullptr;
      ok(satchel_scene_copy(scene_, &copy));
      const auto before = state(copy);
      satchel_status status;
      bool happened = false;
      {
        const FailingAllocation fault(nth);
        status = call(copy);
        happened = fault.has_happened();
      }
      if (status.code != SATCHEL_OK) {
        ++failures;
        EXPECT_EQ(status.code, SATCHEL_NO_MEMORY) << satchel_message(status);
        EXPECT_EQ(state(copy), before);
        refused();
        ok(call(copy));
      }
      satchel_scene_destroy(copy);
      if (!happened || HasFailure()) return failures;
    }
  }

  satchel_scene* scene_ = nullptr;
  satchel_index* index_ = nullptr;
  satchel_kept_pairs* kept_ = nullptr;
  std::uint32_t square_ = 0, star_ = 0, circle_ = 0;
  std::vector<satchel_pose> poses_;
  std::vector<std::uint32_t> shapes_, all_;
  std::vector<satchel_pair> pairs_;
};

TEST_F(CFaults, a_handle_that_cannot_be_made_is_null) {
  const std::function<satchel_status(void**)> creates[] = {
      [](void** handle) { return satchel_scene_create(SATCHEL_DOUBLE, reinterpret_cast<satchel_scene**>(handle)); },
      [&](void** handle) { return satchel_scene_copy(scene_, reinterpret_cast<satchel_scene**>(handle)); },
      [&](void** handle) { return satchel_index_create(scene_, reinterpret_cast<satchel_index**>(handle), nullptr); },
      [](void** handle) {
        return satchel_kept_pairs_create(SATCHEL_FLOAT, 0, reinterpret_cast<satchel_kept_pairs**>(handle));
      },
      [](void** handle) { return satchel_broad_phase_create(reinterpret_cast<satchel_broad_phase**>(handle)); },
  };
  const std::function<void(void*)> destroys[] = {
      [](void* handle) { satchel_scene_destroy(static_cast<satchel_scene*>(handle)); },
      [](void* handle) { satchel_scene_destroy(static_cast<satchel_scene*>(handle)); },
      [](void* handle) { satchel_index_destroy(static_cast<satchel_index*>(handle)); },
      [](void* handle) { satchel_kept_pairs_destroy(static_cast<satchel_kept_pairs*>(handle)); },
      [](void* handle) { satchel_broad_phase_destroy(static_cast<satchel_broad_phase*>(handle)); },
  };
  for (std::size_t k = 0; k < std::size(creates); ++k) {
    SCOPED_TRACE(k);
    std::size_t failures = 0;
    for (std::size_t nth = 0;; ++nth) {
      void* handle = &failures;
      satchel_status status;
      {
        const FailingAllocation fault(nth);
        status = creates[k](&handle);
      }
      if (status.code == SATCHEL_OK) {
        destroys[k](handle);
        break;
      }
      ++failures;
      ASSERT_EQ(status.code, SATCHEL_NO_MEMORY);
      ASSERT_EQ(handle, nullptr);
    }
    EXPECT_GE(failures, 1u);
  }
}

TEST_F(CFaults, a_change_of_a_scene_is_made_or_not) {
  const std::vector<std::uint32_t> parts{square_, circle_}, some{3, 4, 3};
  const std::vector<satchel_vec2> line{{0, 0}, {1, 0}, {2, 1}};
  const satchel_pose turned{1, 2, 0.6, 0.8};
  const std::vector<satchel_pose> three(3, turned);
  satchel_edge_link edge{};
  edge.body = 1;
  edge.inner = true;
  std::uint32_t out = 0;
  std::size_t seams = 0;
  std::vector<std::uint32_t> more(bodies);
  const std::pair<const char*, std::function<satchel_status(satchel_scene*)>> changes[] = {
      {"add_outlines", [&](satchel_scene* scene) { return add_star(scene, &out); }},
      {"add_chain",
       [&](satchel_scene* scene) {
         return satchel_add_chain(scene, line.data(), 3, false, true, nullptr, nullptr, &out);
       }},
      {"add_compound",
       [&](satchel_scene* scene) { return satchel_add_compound(scene, parts.data(), 2, nullptr, 0, &out); }},
      {"make_parts", [&](satchel_scene* scene) { return satchel_make_parts(scene, nullptr, 0, nullptr); }},
      {"add_bodies",
       [&](satchel_scene* scene) {
         return satchel_add_bodies(scene, shapes_.data(), poses_.data(), bodies, more.data());
       }},
      {"add_body of a turned outline",
       [&](satchel_scene* scene) { return satchel_add_body(scene, star_, &turned, &out); }},
      {"remove_body", [&](satchel_scene* scene) { return satchel_remove_body(scene, 3); }},
      {"set_shape", [&](satchel_scene* scene) { return satchel_set_shape(scene, 0, star_); }},
      {"set_poses_of",
       [&](satchel_scene* scene) { return satchel_set_poses_of(scene, some.data(), three.data(), 3, nullptr); }},
      {"link_edges", [&](satchel_scene* scene) { return satchel_link_edges(scene, &edge, 1); }},
      {"link_shared_edges",
       [&](satchel_scene* scene) { return satchel_link_shared_edges(scene, all_.data(), bodies, 0, &seams); }},
      {"scene_assign", [&](satchel_scene* scene) { return satchel_scene_assign(scene, scene_); }},
  };
  for (const auto& [name, change] : changes) {
    SCOPED_TRACE(name);
    EXPECT_GE(failures_of(change), 1u);
  }
}

TEST_F(CFaults, a_question_is_answered_or_not) {
  satchel_scene* const asked = scene_;
  ok(satchel_make_parts(asked, nullptr, 0, nullptr));
  ok(satchel_index_update(index_, asked, nullptr, 0, nullptr));
  const std::size_t n = pairs_.size(), room = n * n;
  satchel_options run{};
  run.struct_size = sizeof run;
  run.max_threads = 1;
  satchel_query_options by_index{}, by_call{};
  by_index.struct_size = by_call.struct_size = sizeof by_index;
  by_index.index = index_;
  by_index.run = by_call.run = &run;
  std::vector<satchel_distance> distances(n);
  std::vector<satchel_manifold> manifolds(n);
  std::vector<satchel_part_manifold> part_manifolds(room);
  std::vector<satchel_impact> impacts(n);
  std::vector<satchel_contact> contacts(n);
  std::vector<satchel_hit> hits(n);
  std::vector<float> areas(n), scores(bodies, 1);
  std::vector<std::uint8_t> bytes(n);
  std::vector<satchel_intersection_piece> pieces(room);
  std::vector<satchel_vec2> vertices(room);
  std::vector<std::uint32_t> kept(bodies);
  std::vector<satchel_push> pushes(bodies);
  std::vector<satchel_near_body> near(room);
  std::vector<satchel_body_at_pose> met(room);
  std::vector<satchel_found_body> found_bodies(room);
  std::vector<satchel_shape_hit> shape_hits(bodies);
  std::vector<satchel_image_pair> images(room);
  std::vector<satchel_motion> motions(bodies, satchel_motion{0.5, 0.25, 0.1});
  std::vector<satchel_vec2d> points;
  for (const satchel_pose& pose : poses_) points.push_back({pose.x, pose.y});
  const std::vector<satchel_pair> overlapping{{0, 10}, {1, 11}, {0, 11}};  // bodies without a radius
  std::size_t found = 0, others = 0;
  const satchel_periods periods{12, 0};
  const std::pair<const char*, std::function<satchel_status(const satchel_pair_list&)>> questions[] = {
      {"collide", [&](const auto& list) { return satchel_collide(&list, contacts.data(), &run); }},
      {"find_hits", [&](const auto& list) { return satchel_find_hits(&list, hits.data(), n, &found, &run); }},
      {"distances", [&](const auto& list) { return satchel_distances(&list, distances.data(), &run); }},
      {"manifolds", [&](const auto& list) { return satchel_manifolds(&list, 0.1, manifolds.data(), &run); }},
      {"part_manifolds",
       [&](const auto& list) { return satchel_part_manifolds(&list, 0.1, part_manifolds.data(), room, &found, &run); }},
      {"sweep",
       [&](const auto& list) {
         return satchel_sweep(&list, motions.data(), bodies, nullptr, 0, impacts.data(), nullptr);
       }},
      {"overlap_areas", [&](const auto& list) { return satchel_overlap_areas(&list, areas.data(), &run); }},
      {"intersections",
       [&](const auto&) {
         const satchel_pair_list three = SATCHEL_PAIRS_OF(asked, overlapping.data(), overlapping.size());
         return satchel_intersections(&three, pieces.data(), room, &found, vertices.data(), room, &others, &run);
       }},
      {"nms",
       [&](const auto&) {
         return satchel_nms(asked, scores.data(), bodies, 0.1, nullptr, 0, kept.data(), bodies, &found, &run);
       }},
      {"find_image_pairs",
       [&](const auto&) {
         return satchel_find_image_pairs(asked, nullptr, &periods, images.data(), room, &found, nullptr);
       }},
      {"push_out",
       [&](const auto&) {
         constexpr std::uint32_t one = 0, starts[] = {0, bodies - 1};
         return satchel_push_out(asked, &one, 1, starts, all_.data() + 1, bodies - 1, pushes.data(), nullptr);
       }},
      {"bodies_at_points",
       [&](const auto&) {
         return satchel_bodies_at_points(asked, points.data(), bodies, found_bodies.data(), room, &found, &by_call);
       }},
      {"bodies_at_points by an index",
       [&](const auto&) {
         return satchel_bodies_at_points(asked, points.data(), bodies, found_bodies.data(), room, &found, &by_index);
       }},
      {"bodies_at_poses by an index",
       [&](const auto&) {
         return satchel_bodies_at_poses(asked, &star_, 1, poses_.data(), bodies, met.data(), room, &found, &by_index);
       }},
      {"nearest_bodies by an index",
       [&](const auto&) {
         return satchel_nearest_bodies(asked, &square_, 1, poses_.data(), bodies, 3,
                                       std::numeric_limits<double>::infinity(), near.data(), room, &found, &by_index);
       }},
      {"cast_shapes",
       [&](const auto&) {
         return satchel_cast_shapes(asked, &square_, 1, poses_.data(), bodies, motions.data(), bodies,
                                    shape_hits.data(), nullptr);
       }},
  };
  const satchel_pair_list list = SATCHEL_PAIRS_OF(asked, pairs_.data(), n);
  std::size_t all = 0;
  for (const auto& [name, question] : questions) {
    SCOPED_TRACE(name);
    all += failures_of([&, &ask = question](satchel_scene*) { return ask(list); });
  }
  EXPECT_GT(all, 60u);
}

TEST_F(CFaults, an_index_and_kept_pairs_are_updated_or_not) {
  const auto list_of = [&] {
    const satchel_pair* pairs = nullptr;
    std::size_t count = 0;
    ok(satchel_kept_pairs_list(kept_, SATCHEL_PAIRS_ALL, &pairs, &count));
    std::vector<std::uint32_t> list;
    for (std::size_t k = 0; k < count; ++k) list.insert(list.end(), {pairs[k].a, pairs[k].b});
    return list;
  };
  std::size_t of_index = 0, of_pairs = 0;
  for (int round = 0; round < 3; ++round) {  // of all bodies at first, then of few, then of most
    for (std::size_t nth = 0;; ++nth) {
      for (std::uint32_t body = 0; body < bodies; body += round == 1 ? 10 : 1) {
        poses_[body].y += 0.125;
        ok(satchel_set_poses_of(scene_, &body, &poses_[body], 1, nullptr));
      }
      const auto before = list_of();
      satchel_status status;
      bool happened = false;
      {
        const FailingAllocation fault(nth);
        status = satchel_index_update(index_, scene_, nullptr, 0, nullptr);
        if (status.code == SATCHEL_OK) status = satchel_kept_pairs_update(kept_, scene_, index_, true, nullptr);
        happened = fault.has_happened();
      }
      if (status.code != SATCHEL_OK) {
        ASSERT_EQ(status.code, SATCHEL_NO_MEMORY) << satchel_message(status);
        ASSERT_EQ(list_of(), before);
        ++(satchel_index_is_current(index_, scene_) ? of_pairs : of_index);
        ok(satchel_index_update(index_, scene_, nullptr, 0, nullptr));
        ok(satchel_kept_pairs_update(kept_, scene_, index_, true, nullptr));
      }
      std::vector<satchel_pair> expected(bodies * bodies);
      std::size_t found = 0;
      ok(satchel_find_pairs(scene_, nullptr, expected.data(), expected.size(), &found, nullptr));
      const auto now = list_of();
      ASSERT_EQ(now.size(), 2 * found);
      for (std::size_t k = 0; k < found; ++k) {
        ASSERT_EQ(now[2 * k], expected[k].a);
        ASSERT_EQ(now[2 * k + 1], expected[k].b);
      }
      if (!happened) break;
    }
  }
  EXPECT_GE(of_index, 3u);
  EXPECT_GE(of_pairs, 3u);
}

}  // namespace
}  // namespace satchel::test
