// Manifolds: wrong is a feature or normal other than the contact's, a point farther than 2^-17 S (double: 2^-46 S) from where the clipping
// of manifold.hpp puts it, along the reference edge or at either surface, a point too many or too few, another id, a deepest point
// without the contact's separation, more than zeros where no point is.
#include <optional>

#include "clipped_faces.hpp"

namespace satchel::test {
namespace {

/// Whether the points of a manifold, in this order, are those of this choice, and how far off.
template <class T>
std::optional<double> match(const ClippedFaces<T>& faces, const Choice& choice, const BasicManifold<T>& manifold,
                            bool backwards) {
  std::vector<WantedPoint> wanted = faces.wanted(choice, false);
  std::stable_partition(wanted.begin(), wanted.end(), [](const WantedPoint& its) { return its.is_required; });
  const bool has_either =
      std::any_of(wanted.begin(), wanted.end(), [](const WantedPoint& its) { return its.is_either; });
  bool is_one_there = false;
  double largest = 0;
  for (std::uint32_t k = 0; k < manifold.count; ++k) {
    const BasicManifoldPoint<T>& point = manifold.points[backwards ? manifold.count - 1 - k : k];
    const auto found = std::find_if(wanted.begin(), wanted.end(),
                                    [&](const WantedPoint& its) { return faces.error_of(choice, its, point) <= 1; });
    if (found == wanted.end()) return {};
    largest = std::fmax(largest, faces.error_of(choice, *found, point));
    is_one_there = is_one_there || found->is_either;
    wanted.erase(found);
  }
  const bool is_missing =
      std::any_of(wanted.begin(), wanted.end(), [](const WantedPoint& its) { return its.is_required; });
  if (is_missing || (has_either && !is_one_there)) return {};
  return largest;
}

template <class T>
bool is_exact(const ClippedFaces<T>& faces, const BasicManifold<T>& manifold) {
  const std::vector<WantedPoint> wanted = faces.wanted(faces.choices[0], true);
  return wanted.size() == manifold.count && std::all_of(wanted.begin(), wanted.end(), [&](const WantedPoint& its) {
           return its.meetings[0].id == manifold.points[0].id || its.meetings[0].id == manifold.points[1].id;
         });
}

template <class T>
bool agrees_with(const BasicContact<T>& contact, const BasicManifold<T>& manifold, T margin) {
  if (manifold.count == 0) return verdict(contact) == Verdict::disjoint && manifold == BasicManifold<T>{};
  if (manifold.feature != contact.feature || manifold.normal_x != contact.normal_x ||
      manifold.normal_y != contact.normal_y) {
    return false;
  }
  if (contact.separation > margin || manifold.count > 2) return false;
  T least = manifold.points[0].separation;
  for (std::uint32_t k = 0; k < manifold.count; ++k) {
    least = std::min(least, manifold.points[k].separation);
    if (manifold.points[k].separation > margin) return false;
  }
  if (manifold.count == 2 && manifold.points[0].id == manifold.points[1].id) return false;
  if (manifold.count == 1 && !(manifold.points[1] == BasicManifoldPoint<T>{})) return false;
  return verdict(contact) == Verdict::disjoint || least == contact.separation;
}

template <class T>
void print(const ClippedFaces<T>& faces, const BasicContact<T>& contact, const BasicManifold<T>& manifold, T margin) {
  std::printf(
      "wrong: manifold of %u points, vertices %zu and %zu, radii %.9g and %.9g, bound %.3g, margin %.9g, verdict %u, "
      "kind %u, "
      "separation %.9g, normal off by %.3g\n",
      manifold.count, faces.reference.points.size(), faces.other.points.size(),
      static_cast<double>(faces.reference.radius), static_cast<double>(faces.other.radius),
      static_cast<double>(faces.bound), static_cast<double>(margin), contact.feature & 3u, contact.feature >> 2 & 1u,
      static_cast<double>(contact.separation), static_cast<double>(faces.normal_error()));
  for (std::uint32_t k = 0; k < manifold.count; ++k) {
    const PointOf<Quad> p = faces.in_frame({Quad(manifold.points[k].x), Quad(manifold.points[k].y)});
    std::printf("  at %.12g, height %.12g, separation %.12g, id %x\n", static_cast<double>(p.x),
                static_cast<double>(p.y), static_cast<double>(manifold.points[k].separation), manifold.points[k].id);
  }
  for (std::size_t i = 0; i < std::min<std::size_t>(faces.other.points.size(), 8); ++i) {
    const PointOf<Quad> p = faces.in_frame(faces.other, i);
    std::printf("  other vertex %zu: %.12g, height %.12g\n", i, static_cast<double>(p.x), static_cast<double>(p.y));
  }
  for (const Choice& choice : faces.choices) {
    for (const WantedPoint& its : faces.wanted(choice, false)) {
      std::printf("  %s at %.12g, from %.12g to %.12g, id %x, by faces %zu-%zu and %zu-%zu\n",
                  its.is_required ? "wanted"
                  : its.is_either ? "one of"
                                  : "allowed",
                  static_cast<double>(its.at), static_cast<double>(its.on_reference),
                  static_cast<double>(its.meetings[0].on_other), its.meetings[0].id, choice.reference.first,
                  choice.reference.last, choice.incident.first, choice.incident.last);
    }
  }
}

template <class T>
void judge_at(const BasicWorld<T>& world, const std::vector<BasicContact<T>>& contacts, T margin, Tally& tally) {
  const auto found = asked<BasicManifold<T>>(world.pairs.size(), tally, [&](std::vector<BasicManifold<T>>& results) {
    manifolds(world.scene, world.pairs, results, {.margin = margin});
  });
  for (std::size_t i = 0; i < found.size(); ++i) {
    ++tally.pairs;
    tally.counted += found[i].count;
    const ClippedFaces<T> faces(world.scene, world.pairs[i], contacts[i], margin);
    bool right = agrees_with(contacts[i], found[i], margin);
    std::optional<double> error;
    if (contacts[i].separation > margin && found[i].count == 0) continue;
    for (const Choice& choice : faces.choices) {
      error = match(faces, choice, found[i], false);
      if (!error) error = match(faces, choice, found[i], true);
      if (!error) continue;
      tally.largest = std::fmax(tally.largest, *error);
      tally.ties += choice.is_exact && is_exact(faces, found[i]) ? 0 : 1;
      break;
    }
    if ((!right || !error) && tally.is_printed()) print(faces, contacts[i], found[i], margin);
  }
}

}  // namespace

template <class T>
void judge_manifolds(const BasicWorld<T>& world, Random& random, Tally& tally) {
  std::vector<BasicContact<T>> contacts(world.pairs.size());
  collide(world.scene, world.pairs, contacts);
  std::vector<T> apart;
  for (const BasicContact<T>& contact : contacts) {
    if (contact.separation > 0) apart.push_back(contact.separation);
  }
  judge_at(world, contacts, T(0), tally);
  if (apart.empty()) return;
  std::sort(apart.begin(), apart.end());
  const T some = apart[random.below(apart.size())];  // one pair's separation, exactly
  for (const T margin : {some, apart.back()}) judge_at(world, contacts, margin, tally);
}

template void judge_manifolds(const BasicWorld<float>&, Random&, Tally&);
template void judge_manifolds(const BasicWorld<double>&, Random&, Tally&);

}  // namespace satchel::test
