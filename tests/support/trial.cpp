#include "trial.hpp"

#include <algorithm>
#include <ios>
#include <sstream>

#include "oracle.hpp"
#include "queries.hpp"
#include "rounded_oracle.hpp"

namespace satchel::test {
namespace {

constexpr std::size_t most_examples = 3;

/// Everything needed to see the pair again, to the last bit.
template <class T>
std::string description(const BasicScene<T>& scene, Pair pair, const BasicContact<T>& contact, Verdict exactly,
                        double separation, double extent) {
  std::ostringstream out;
  out << "  " << (sizeof(T) == sizeof(float) ? "float" : "double") << ", got " << name(verdict(contact)) << ' '
      << contact.separation << ", exactly " << name(exactly) << ' ' << separation << ", D' " << extent << std::hexfloat
      << "\n  separation " << contact.separation << ", normal " << contact.normal_x << ' ' << contact.normal_y
      << ", side " << static_cast<int>(side(contact)) << " index " << index(contact);
  for (const BodyId body : {pair.a, pair.b}) {
    const Pose pose = scene.pose(body);
    out << "\n  " << (body == pair.a ? 'a' : 'b') << " body " << body << ", radius " << scene.radius(scene.shape(body))
        << ", pose " << pose.x << ' ' << pose.y << ' ' << pose.rotation.cos << ' ' << pose.rotation.sin
        << "\n    local";
    BasicPolygon<T> polygon(scene.vertex_count(scene.shape(body)));
    scene.local_vertices(scene.shape(body), polygon);
    for (std::size_t i = 0; i < polygon.size() && i < 16; ++i)
      out << " (" << polygon[i].x << ' ' << polygon[i].y << ')';
    if (polygon.size() > 16) out << " and " << std::dec << polygon.size() - 16 << " more";
  }
  return out.str();
}

}  // namespace

void Tally::add(const Tally& other) {
  stages.pairs += other.stages.pairs;
  stages.decided_by_lanes += other.stages.decided_by_lanes;
  stages.decided_by_double += other.stages.decided_by_double;
  stages.decided_exactly += other.stages.decided_exactly;
  touching_exactly += other.touching_exactly;
  for (std::size_t i = 0; i < verdicts.size(); ++i) verdicts[i] += other.verdicts[i];
  wrong += other.wrong;
  too_large += other.too_large;
  faulty += other.faulty;
  largest_error = std::max(largest_error, other.largest_error);
  for (const std::string& example : other.examples) {
    if (examples.size() < most_examples) examples.push_back(example);
  }
}

namespace {

/// Inspects all contacts. `describe(pair, contact)` tells of one that is not right.
template <class T, class Body, class Describe>
Tally tallied(const BasicWorld<T>& world, const std::vector<Body>& bodies, Describe describe) {
  Tally tally;
  const std::vector<BasicContact<T>> contacts =
      collided(world.scene, world.pairs, {.max_threads = 1, .stats = &tally.stages});
  const std::vector<Verdict> verdicts = classified(world.scene, world.pairs, {.max_threads = 1});
  std::vector<Pair> touching;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Pair pair = world.pairs[i];
    const Finding finding = inspect(bodies[pair.a], bodies[pair.b], contacts[i]);
    const bool wrong = verdict(contacts[i]) != finding.verdict || verdicts[i] != finding.verdict;
    const bool faulty = !wrong && !finding.fault.empty();
    ++tally.verdicts[static_cast<std::size_t>(finding.verdict)];
    tally.wrong += wrong;
    tally.too_large += finding.too_large;
    tally.faulty += faulty;
    tally.largest_error = std::max(tally.largest_error, finding.error);
    if (finding.verdict == Verdict::touching) touching.push_back(pair);
    if ((wrong || faulty || finding.too_large) && tally.examples.size() < most_examples) {
      tally.examples.push_back(
          (finding.too_large ? "separation " + std::to_string(finding.error) + " u D' off" : finding.fault) + "\n" +
          describe(pair, contacts[i]));
    }
  }
  Stats of_touching;
  collided(world.scene, touching, {.max_threads = 1, .stats = &of_touching});
  tally.touching_exactly = of_touching.decided_exactly;
  return tally;
}

}  // namespace

template <class T>
Tally tried(const BasicWorld<T>& world) {
  std::vector<BasicPlacedPolygon<T>> bodies;
  for (BodyId i = 0; i < world.scene.body_slots(); ++i) bodies.push_back(placed(world.scene, i));
  return tallied(world, bodies, [&](Pair pair, const BasicContact<T>& contact) {
    const BasicAnswer<T> answer = judge(bodies[pair.a], bodies[pair.b]);
    return description(world.scene, pair, contact, answer.verdict, static_cast<double>(answer.separation),
                       static_cast<double>(answer.extent));
  });
}

template <class T>
Tally tried_round(const BasicWorld<T>& world) {
  std::vector<BasicRounded<T>> bodies;
  for (BodyId i = 0; i < world.scene.body_slots(); ++i) bodies.push_back(placed_rounded(world.scene, i));
  return tallied(world, bodies, [&](Pair pair, const BasicContact<T>& contact) {
    const RoundedAnswer answer = judge(bodies[pair.a], bodies[pair.b]);
    return description(world.scene, pair, contact, answer.verdict, static_cast<double>(answer.separation),
                       static_cast<double>(answer.extent));
  });
}

template Tally tried(const BasicWorld<float>&);
template Tally tried(const BasicWorld<double>&);
template Tally tried_round(const BasicWorld<float>&);
template Tally tried_round(const BasicWorld<double>&);

}  // namespace satchel::test
