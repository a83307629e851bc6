#include "cli/picture/picture.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "cli/picture/body_outline.hpp"
#include "cli/picture/intersections.hpp"
#include "cli/support/verdict_names.hpp"

namespace satchel::cli {
namespace {

template <class T>
void add_outlines(Picture& picture, const SceneFile<T>& file) {
  for (BodyId body = 0; body < file.scene.body_slots(); ++body) {
    const Rings rings = file.scene.has_body(body) ? body_rings(file, body) : Rings{};
    for (const std::vector<Vec2d>& ring : rings) {
      picture.vertices.insert(picture.vertices.end(), ring.begin(), ring.end());
      picture.ring_starts.push_back(picture.vertices.size());
    }
    picture.starts.push_back(picture.ring_starts.size() - 1);
  }
}

template <class T>
Contactd in_double(const BasicContact<T>& contact) {
  return {contact.normal_x, contact.normal_y, contact.separation, contact.feature};
}

double median_root(std::vector<double> areas) {
  if (areas.empty()) {
    return 1;
  }
  const auto middle = areas.begin() + static_cast<std::ptrdiff_t>(areas.size() / 2);
  std::nth_element(areas.begin(), middle, areas.end());
  return std::sqrt(std::max(*middle, 0.0));
}

/// The bodies, each by its worst verdict, and counts.
template <class T, class VerdictOf>
Picture picture_of_bodies(const SceneFile<T>& file, std::span<const Pair> pairs, const VerdictOf& verdict_of) {
  Picture picture;
  picture.name = file.name;
  picture.units = file.units;
  add_outlines(picture, file);
  const std::size_t bodies = file.scene.body_slots();
  picture.worst.assign(bodies, Verdict::disjoint);
  std::vector<double> areas;
  for (BodyId body = 0; body < bodies; ++body) {
    if (file.scene.has_body(body)) {
      areas.push_back(picture.body_area(body));
    }
  }
  picture.typical_size = median_root(std::move(areas));
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Verdict outcome = verdict_of(i);
    ++picture.pair_counts[index_of(outcome)];
    for (const BodyId body : {pairs[i].a, pairs[i].b}) {
      picture.worst[body] = std::max(picture.worst[body], outcome);
    }
  }
  for (BodyId body = 0; body < bodies; ++body) {
    picture.body_counts[index_of(picture.worst[body])] += file.scene.has_body(body);
  }
  return picture;
}

}  // namespace

template <class T>
Picture make_picture_of_areas(const SceneFile<T>& file, std::span<const Pair> pairs,
                              std::span<const Verdict> outcomes) {
  Picture picture = picture_of_bodies(file, pairs, [&](std::size_t i) { return outcomes[i]; });
  picture.intersections = intersection_polygons(file.scene, pairs, outcomes);
  return picture;
}

template <class T>
Picture make_picture(const SceneFile<T>& file, std::span<const Pair> pairs,
                     const std::vector<BasicContact<T>>& contacts, std::span<const PartPair> parts) {
  Picture picture = picture_of_bodies(file, pairs, [&](std::size_t i) { return verdict(contacts[i]); });
  std::size_t best = pairs.size();
  double best_score = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto [a, b] = pairs[i];
    if (verdict(contacts[i]) != Verdict::overlapping || a == b) {
      continue;
    }
    const std::vector<Vec2d> part_a = part_outline(file.scene, a, parts.empty() ? 0 : parts[i].a);
    const std::vector<Vec2d> part_b = part_outline(file.scene, b, parts.empty() ? 0 : parts[i].b);
    const std::vector<Vec2d> overlap = intersection(part_a, part_b);
    const BasicVec2<T> shift = mtv(contacts[i]);
    Vec2d place = centroid(overlap);
    if (overlap.empty()) {  // thinner than rounding: between the deepest points
      const Vec2d normal{contacts[i].normal_x, contacts[i].normal_y};
      place = 0.5 * (support(part_a, normal) + support(part_b, -1.0 * normal));
    }
    picture.arrows.push_back({place, {shift.x, shift.y}});
    const double score = readability(picture.body_area(a), picture.body_area(b), area(overlap),
                                     picture.vertex_count(a) + picture.vertex_count(b));
    if (score > best_score) {
      best_score = score;
      best = i;
    }
  }
  if (best != pairs.size()) {
    const auto [a, b] = pairs[best];
    const PartPair deciding = parts.empty() ? PartPair{0, 0} : parts[best];
    const std::vector<Vec2d> part_a = part_outline(file.scene, a, deciding.a);
    const std::vector<Vec2d> part_b = part_outline(file.scene, b, deciding.b);
    picture.inset =
        make_inset(pairs[best], body_rings(file, a), body_rings(file, b), part_a, part_b, in_double(contacts[best]));
  }
  return picture;
}

template Picture make_picture_of_areas(const SceneFile<float>&, std::span<const Pair>, std::span<const Verdict>);
template Picture make_picture_of_areas(const SceneFile<double>&, std::span<const Pair>, std::span<const Verdict>);
template Picture make_picture(const SceneFile<float>&, std::span<const Pair>, const std::vector<Contact>&,
                              std::span<const PartPair>);
template Picture make_picture(const SceneFile<double>&, std::span<const Pair>, const std::vector<Contactd>&,
                              std::span<const PartPair>);

}  // namespace satchel::cli
