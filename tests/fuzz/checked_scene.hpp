// A scene of C beside its model, an index and kept pairs that follow it, and what has to hold of them: what a scene holds that
// is built anew.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <satchel/satchel.hpp>
#include <tuple>

#include "bytes.hpp"
#include "calls_model.hpp"
#include "support/reference_isa.hpp"

namespace satchel::fuzz {

template <class T>
using CContact = std::conditional_t<sizeof(T) == sizeof(float), satchel_contact, satchel_contactd>;
#define SATCHEL_C_OF(T, name) (std::get<sizeof(T) / sizeof(double)>(std::tuple(&satchel_##name, &satchel_##name##_d)))

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

template <class T>
class CheckedScene {
 public:
  explicit CheckedScene(Bytes& bytes) : bytes_(bytes), scene_(new_scene(precision)), model_{precision, {}, {}, {}, {}} {
    unit_ = bytes.byte() % 4 == 0 ? bytes.integer(-55, 50) : 0;
    satchel_index* index = nullptr;
    require_ok(satchel_index_create(scene_.get(), &index, nullptr), "index_create");
    index_.reset(index);
    satchel_kept_pairs* kept = nullptr;
    require_ok(satchel_kept_pairs_create(precision, 0, &kept), "kept_pairs_create");
    kept_.reset(kept);
  }

 protected:
  static constexpr satchel_precision precision = sizeof(T) == sizeof(float) ? SATCHEL_FLOAT : SATCHEL_DOUBLE;

  double length() { return std::ldexp(double(bytes_.integer(-40, 40)), unit_ - 3); }
  T scalar() { return static_cast<T>(length()); }

  // ---- what follows the scene

  void update_index() {
    std::vector<std::uint32_t> moved;
    const bool is_told = bytes_.byte() % 4 == 0;
    for (std::uint32_t body = 0; is_told && body < most_slots_; ++body) moved.push_back(body);
    require_ok(
        satchel_index_update(index_.get(), scene_.get(), is_told ? moved.data() : nullptr, moved.size(), nullptr),
        "index_update");
    require(satchel_index_is_current(index_.get(), scene_.get()), "not current after an update");
  }

  Pairs found_pairs(const satchel_scene* scene, const satchel_pair_options& options) const {
    std::vector<satchel_pair> pairs(model_.bodies.size() * model_.bodies.size());
    std::size_t found = 0;
    require_ok(satchel_find_pairs(scene, nullptr, pairs.data(), pairs.size(), &found, &options), "find_pairs");
    Pairs all;
    for (std::size_t k = 0; k < found; ++k) all.emplace_back(pairs[k].a, pairs[k].b);
    return all;
  }
  Pairs kept_list(satchel_kept_list list) const {
    const satchel_pair* pairs = nullptr;
    std::size_t count = 0;
    require_ok(satchel_kept_pairs_list(kept_.get(), list, &pairs, &count), "kept_pairs_list");
    Pairs all;
    for (std::size_t k = 0; k < count; ++k) all.emplace_back(pairs[k].a, pairs[k].b);
    return all;
  }
  static Pairs only_in(const Pairs& one, const Pairs& other) {
    Pairs difference;
    std::set_difference(one.begin(), one.end(), other.begin(), other.end(), std::back_inserter(difference));
    return difference;
  }
  void update_kept() {
    satchel_pair_options options{};
    options.struct_size = sizeof options;
    const int kind = bytes_.byte();
    options.margin = kind % 4 == 0 ? std::abs(double(scalar())) : 0;
    std::vector<satchel_motion> motions;
    for (std::size_t k = 0; kind / 4 % 4 == 0 && k < model_.bodies.size(); ++k) {
      motions.push_back({length(), length(), k % 2 == 0 ? 0 : 0.25});
    }
    options.motions = motions.data();
    options.motion_count = motions.size();
    const bool notes = kind / 16 % 2 == 0;
    const Pairs before = kept_list(SATCHEL_PAIRS_ALL);
    const satchel_status status = satchel_kept_pairs_update(kept_.get(), scene_.get(), index_.get(), notes, &options);
    if (!satchel_index_is_current(index_.get(), scene_.get())) {
      require(status.code == SATCHEL_CHANGED_SCENE, "an update by an index that is not current");
      require(kept_list(SATCHEL_PAIRS_ALL) == before, "a refused update changes pairs");
      return;
    }
    require_ok(status, "kept_pairs_update");
    const Pairs now = kept_list(SATCHEL_PAIRS_ALL);
    if (!model_.ids.empty()) {
      require(now == found_pairs(model_.built_anew(false).get(), options),
              "kept pairs are not those of a scene built anew");
    }
    if (!notes) return;
    require(kept_list(SATCHEL_PAIRS_ADDED) == only_in(now, before), "other pairs are called added");
    require(kept_list(SATCHEL_PAIRS_ENDED) == only_in(before, now), "other pairs are called ended");
  }

  // ---- what has to hold

  void check_counts() {
    most_slots_ = std::max(most_slots_, model_.bodies.size());
    require(satchel_body_slots(scene_.get()) == model_.bodies.size(), "another number of slots");
    require(satchel_body_count(scene_.get()) == model_.body_count(), "another number of bodies");
    for (std::uint32_t body = 0; body < model_.bodies.size(); ++body) {
      const ModelBody& its = model_.bodies[body];
      satchel_body got{};
      require(satchel_has_body(scene_.get(), body) == its.is_there, "a body that is not there, or the reverse");
      const satchel_status status = satchel_read_body(scene_.get(), body, &got);
      require(status.code == model_.error_of(body), "read_body: " + text_of(status));
      std::uint32_t generation = 0;
      require_ok(satchel_generation(scene_.get(), body, &generation), "generation");
      require(generation == its.generation, "another generation");
      if (!its.is_there) continue;
      require(got.shape == its.shape && got.generation == its.generation && same_pose(got.pose, its.pose),
              "another body");
    }
  }

  /// Pairs of bodies that are there.
  std::vector<satchel_pair> some_pairs() const {
    std::vector<std::uint32_t> there;
    for (std::uint32_t body = 0; body < model_.bodies.size(); ++body) {
      if (model_.bodies[body].is_there) there.push_back(body);
    }
    std::vector<satchel_pair> pairs;
    for (std::size_t i = 0; i < there.size(); ++i) {
      for (std::size_t k = 0; k < std::min<std::size_t>(there.size(), 9); ++k)
        pairs.push_back({there[i], there[(i + k) % there.size()]});
    }
    return pairs;
  }

  std::vector<CContact<T>> contacts(const satchel_scene* scene, const std::vector<satchel_pair>& pairs) const {
    std::vector<CContact<T>> contacts(pairs.size());
    const satchel_pair_list list = SATCHEL_PAIRS_OF(scene, pairs.data(), pairs.size());
    require_ok(SATCHEL_C_OF(T, collide)(&list, contacts.data(), nullptr), "collide");
    return contacts;
  }
  static bool same(const CContact<T>& p, const CContact<T>& q) {
    return std::memcmp(&p, &q, 3 * sizeof(T) + sizeof(std::uint32_t)) == 0;
  }

  void check_all() {
    if (model_.ids.empty()) return;
    require_ok(satchel_make_parts(scene_.get(), nullptr, 0, nullptr), "make_parts");
    const SceneHandle anew = model_.built_anew(true);
    for (std::uint32_t body = 0; body < model_.bodies.size(); ++body) {
      if (!model_.bodies[body].is_there) continue;
      satchel_body one{}, other{};
      require_ok(satchel_read_body(scene_.get(), body, &one), "read_body");
      require_ok(satchel_read_body(anew.get(), body, &other), "read_body");
      require(std::memcmp(&one.box, &other.box, sizeof one.box) == 0, "another box than of a scene built anew");
    }
    const std::vector<satchel_pair> pairs = some_pairs();
    const auto got = contacts(scene_.get(), pairs), right = contacts(anew.get(), pairs);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const bool is_linked = satchel_is_linked(scene_.get(), pairs[i].a) || satchel_is_linked(scene_.get(), pairs[i].b);
      require(is_linked || same(got[i], right[i]), "another contact than of a scene built anew");
      require(((got[i].feature ^ right[i].feature) & 3u) == 0, "another verdict than of a scene built anew");
    }
    satchel_pair_options options{};
    options.struct_size = sizeof options;
    require(found_pairs(scene_.get(), options) == found_pairs(anew.get(), options), "other candidate pairs");
    satchel_scene* copied = nullptr;
    require_ok(satchel_scene_copy(scene_.get(), &copied), "scene_copy");
    const SceneHandle copy(copied);
    std::size_t isas = 0;
    while (satchel_isa_name(isas) != nullptr) ++isas;
    require_ok(satchel_force_isa(satchel_isa_name(bytes_.byte() % isas)), "force_isa");
    const auto of_copy = contacts(copied, pairs);
    for (std::size_t i = 0; i < pairs.size(); ++i) require(same(of_copy[i], got[i]), "another contact of a copy");
    require_ok(satchel_force_isa(std::string(test::reference_isa()).c_str()), "force_isa");
  }

  /// Rays, points and boxes, by the index, without one, and in a scene built anew.
  void check_searches() {
    if (model_.ids.empty()) return;
    const bool is_current = satchel_index_is_current(index_.get(), scene_.get());
    const SceneHandle anew = model_.built_anew(false);
    satchel_query_options by_index{};
    by_index.struct_size = sizeof by_index;
    by_index.index = index_.get();
    std::vector<satchel_ray> rays;
    std::vector<satchel_vec2d> points;
    std::vector<satchel_box> boxes;
    for (int k = bytes_.integer(1, 6); k > 0; --k) {
      satchel_ray ray{{length(), length()}, {length(), length()}, std::numeric_limits<double>::infinity()};
      if (ray.direction.x == 0 && ray.direction.y == 0) ray.direction.x = 1;
      rays.push_back(ray);
      points.push_back({length(), length()});
      boxes.push_back({points.back().x, points.back().y, points.back().x + std::abs(length()), points.back().y});
    }
    const auto cast = [&](const satchel_scene* scene, const satchel_query_options* options, satchel_code expected) {
      std::vector<satchel_ray_hit> hits(rays.size());
      const satchel_status status = satchel_cast_rays(scene, rays.data(), rays.size(), hits.data(), options);
      require(status.code == expected, "cast_rays: " + text_of(status));
      std::vector<double> numbers;
      for (const satchel_ray_hit& hit : hits)
        numbers.insert(numbers.end(), {hit.time, hit.normal_x, hit.normal_y, double(hit.body)});
      return numbers;
    };
    const auto find = [&](const satchel_scene* scene, const satchel_query_options* options, satchel_code expected) {
      Pairs all;
      std::vector<satchel_found_body> bodies(2 * rays.size() * model_.bodies.size() + 1);
      std::size_t found = 0;
      satchel_status status =
          satchel_bodies_at_points(scene, points.data(), points.size(), bodies.data(), bodies.size(), &found, options);
      require(status.code == expected, "bodies_at_points: " + text_of(status));
      for (std::size_t k = 0; k < found; ++k) all.emplace_back(bodies[k].query, bodies[k].body);
      found = 0;
      status =
          satchel_bodies_in_boxes(scene, boxes.data(), boxes.size(), bodies.data(), bodies.size(), &found, options);
      require(status.code == expected, "bodies_in_boxes: " + text_of(status));
      for (std::size_t k = 0; k < found; ++k) all.emplace_back(bodies[k].query, bodies[k].body);
      return all;
    };
    const auto hits = cast(anew.get(), nullptr, SATCHEL_OK);
    const auto bodies = find(anew.get(), nullptr, SATCHEL_OK);
    require(cast(scene_.get(), nullptr, SATCHEL_OK) == hits, "other hits of rays than in a scene built anew");
    require(find(scene_.get(), nullptr, SATCHEL_OK) == bodies, "other bodies than in a scene built anew");
    const satchel_code expected = is_current ? SATCHEL_OK : SATCHEL_CHANGED_SCENE;
    const auto hits_by_index = cast(scene_.get(), &by_index, expected);
    const auto bodies_by_index = find(scene_.get(), &by_index, expected);
    if (!is_current) return;
    require(hits_by_index == hits, "other hits of rays by the index");
    require(bodies_by_index == bodies, "other bodies by the index");
  }

  Bytes& bytes_;
  int unit_ = 0;
  SceneHandle scene_;
  Model model_;
  std::size_t most_slots_ = 0;  ///< a list of what has changed names bodies that `clear` has removed, too
  IndexHandle index_;
  KeptHandle kept_;
};

}  // namespace satchel::fuzz
