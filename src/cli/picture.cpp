#include "picture.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "verdict_names.hpp"

namespace satchel::cli {
namespace {

template <class T>
void add_outlines(Picture& picture, const BasicScene<T>& scene) {
  picture.starts.push_back(0);
  std::vector<BasicVec2<T>> offsets;
  for (BodyId body = 0; body < scene.body_slots(); ++body) {
    const Pose pose = scene.pose(body);
    offsets.resize(scene.vertex_count(scene.shape(body)));
    scene.placed_offsets(body, offsets);
    for (const BasicVec2<T>& offset : offsets) {
      picture.vertices.push_back({pose.x + offset.x, pose.y + offset.y});
    }
    picture.starts.push_back(picture.vertices.size());
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

}  // namespace

template <class T>
Picture make_picture(const SceneFile<T>& file, std::span<const Pair> pairs,
                     const std::vector<BasicContact<T>>& contacts) {
  Picture picture;
  picture.name = file.name;
  picture.units = file.units;
  add_outlines(picture, file.scene);
  const std::size_t bodies = file.scene.body_slots();
  picture.worst.assign(bodies, Verdict::disjoint);
  std::vector<double> areas(bodies);
  for (BodyId body = 0; body < bodies; ++body) {
    areas[body] = area(picture.outline(body));
  }
  picture.typical_size = median_root(areas);

  std::size_t best = pairs.size();
  double best_score = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto [a, b] = pairs[i];
    const Verdict outcome = verdict(contacts[i]);
    ++picture.pair_counts[index_of(outcome)];
    picture.worst[a] = std::max(picture.worst[a], outcome);
    picture.worst[b] = std::max(picture.worst[b], outcome);
    if (outcome != Verdict::overlapping || a == b) {
      continue;
    }
    const std::vector<Vec2d> overlap = intersection(picture.outline(a), picture.outline(b));
    const BasicVec2<T> shift = mtv(contacts[i]);
    if (!overlap.empty()) {  // an overlap below the rounding of double has no middle to draw from
      picture.arrows.push_back({centroid(overlap), {shift.x, shift.y}});
    }
    const double score =
        readability(areas[a], areas[b], area(overlap), picture.outline(a).size() + picture.outline(b).size());
    if (score > best_score) {
      best_score = score;
      best = i;
    }
  }
  for (const Verdict outcome : picture.worst) {
    ++picture.body_counts[index_of(outcome)];
  }
  if (best != pairs.size()) {
    picture.inset =
        make_inset(pairs[best], picture.outline(pairs[best].a), picture.outline(pairs[best].b), in_double(contacts[best]));
  }
  return picture;
}

template Picture make_picture(const SceneFile<float>&, std::span<const Pair>, const std::vector<Contact>&);
template Picture make_picture(const SceneFile<double>&, std::span<const Pair>, const std::vector<Contactd>&);

}  // namespace satchel::cli
