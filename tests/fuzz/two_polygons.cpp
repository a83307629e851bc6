// Two polygons from bytes: every instruction set gives the same bits, (a, b) and (b, a) mirror each other, `classify`
// agrees with `collide`, and the verdict is the exact one.
#include <algorithm>
#include <cstring>
#include <satchel/satchel.hpp>
#include <span>
#include <string>
#include <vector>

#include "exact_verdict.hpp"
#include "shapes_from_bytes.hpp"
#include "support/exact_alloc.hpp"
#include "support/oracle.hpp"
#include "support/reference_isa.hpp"
#include "target.hpp"

namespace satchel::fuzz {
namespace {

using test::ExactBuffer;

template <class T>
bool same_bits(std::span<const T> p, std::span<const T> q) {
  return p.size() == q.size() && (p.empty() || std::memcmp(p.data(), q.data(), p.size_bytes()) == 0);
}

/// A contact of doubles ends in four bytes that no member holds; in results they are zeros, in copies anything.
template <class T>
bool same_contact(const BasicContact<T>& p, const BasicContact<T>& q) {
  return std::memcmp(&p, &q, 3 * sizeof(T) + sizeof(std::uint32_t)) == 0;
}
template <class T>
bool ends_in_zeros(const BasicContact<T>& contact) {
  constexpr std::size_t held = 3 * sizeof(T) + sizeof(std::uint32_t);
  const auto* const bytes = reinterpret_cast<const unsigned char*>(&contact);
  return std::all_of(bytes + held, bytes + sizeof contact, [](unsigned char byte) { return byte == 0; });
}

template <class T>
std::vector<BasicVec2<T>> offsets_of(const BasicScene<T>& scene, BodyId body) {
  std::vector<BasicVec2<T>> offsets(scene.vertex_count(scene.shape(body)));
  scene.placed_offsets(body, offsets);
  return offsets;
}

template <class T>
BasicContact<T> contact_of(const BasicScene<T>& scene, Pair pair) {
  BasicContact<T> contact;
  collide(scene, std::span<const Pair>(&pair, 1), std::span<BasicContact<T>>(&contact, 1));
  return contact;
}

/// Moves body b along the normal until the two all but touch, where the kernels cannot certify the verdict.
template <class T>
void bring_near(BasicScene<T>& scene, Bytes& bytes) {
  const BasicContact<T> contact = contact_of(scene, {0, 1});
  const double u = sizeof(T) == sizeof(float) ? 0x1p-24 : 0x1p-53;
  const Box box = scene.bounding_box(0);
  const double gap = (box.max_x - box.min_x) * bytes.raw<std::int8_t>() * u / 8;
  Pose pose = scene.pose(1);
  const auto shift = gap - static_cast<double>(contact.separation);
  pose.x = in_range(static_cast<double>(contact.normal_x) * shift + pose.x);
  pose.y = in_range(static_cast<double>(contact.normal_y) * shift + pose.y);
  try {
    scene.set_pose(1, pose);
  } catch (const Error&) {  // out of the range of origins: it stays where it was
  }
}

template <class T>
BasicContact<T> mirrored(BasicContact<T> contact) {
  contact.normal_x = -contact.normal_x + T(0);
  contact.normal_y = -contact.normal_y + T(0);
  contact.feature ^= 1u << 3;
  return contact;
}

std::string text_of(Verdict verdict) { return test::name(verdict); }

template <class T>
void check_contact(const BasicScene<T>& scene, Pair pair, const BasicContact<T>& contact) {
  const std::vector<ExactPoint> a = core_of(scene, pair.a), b = core_of(scene, pair.b);
  const Verdict right = exact_verdict(a, b), got = verdict(contact);
  require(got == right, "verdict " + text_of(got) + ", exactly " + text_of(right));
  const int sign = (contact.separation > 0) - (contact.separation < 0);
  require(sign == 1 - static_cast<int>(right), "the separation has the sign of another verdict");
  const auto length = std::hypot(static_cast<double>(contact.normal_x), static_cast<double>(contact.normal_y));
  require(std::abs(length - 1) < 1e-6, "a normal of length " + std::to_string(length));
  if (a.size() < 3 || b.size() < 3) return;  // the oracle of separations speaks of cores with area
  const testing::AssertionResult result = test::contact_is_right(scene, pair, contact);
  require(static_cast<bool>(result), result.message());
}

template <class T>
void try_pair(Bytes& bytes) {
  force_isa(test::reference_isa());
  const auto a = polygon_from<T>(bytes), b = polygon_from<T>(bytes);
  if (a.empty() || b.empty()) return;
  BasicScene<T> scene;
  scene.add_body(scene.add_polygon(a), pose_from<T>(bytes));
  scene.add_body(scene.add_polygon(b), pose_from<T>(bytes));
  if (bytes.byte() % 2 == 1) bring_near(scene, bytes);

  // The four pairs in some order, so many that every width has full lanes and tails.
  const int count = bytes.integer(1, 40), first = bytes.integer(0, 3), step = bytes.integer(0, 3);
  std::vector<Pair> list;
  for (unsigned i = 0; i < static_cast<unsigned>(count); ++i) {
    const unsigned which = (static_cast<unsigned>(first) + i * static_cast<unsigned>(step)) % 4;
    list.push_back({which & 1u, which >> 1});
  }
  const ExactBuffer<Pair> pairs{std::span<const Pair>(list)};

  BasicContact<T> expected[2][2];
  for (BodyId i = 0; i < 2; ++i) {
    for (BodyId j = 0; j < 2; ++j) expected[i][j] = contact_of(scene, {i, j});
  }
  check_contact(scene, {0, 1}, expected[0][1]);
  for (const BodyId i : {0u, 1u}) {
    require(core_of(scene, i).size() < 3 || verdict(expected[i][i]) == Verdict::overlapping, "a body beside itself");
  }
  const BasicContact<T> back = mirrored(expected[0][1]);
  require(same_contact(back, expected[1][0]), "(b, a) is not (a, b) mirrored");

  const std::vector<Pose> poses = {scene.pose(0), scene.pose(1)};
  for (const std::string_view isa : available_isas()) {
    force_isa(isa);
    const std::string on = " on " + std::string(isa);
    BasicScene<T> again = scene;
    again.set_poses(poses);
    for (const BodyId body : {0u, 1u}) {
      require(same_bits<BasicVec2<T>>(offsets_of(again, body), offsets_of(scene, body)), "other placed vertices" + on);
      require(again.bounding_box(body) == scene.bounding_box(body), "another bounding box" + on);
    }
    const ExactBuffer<BasicContact<T>> contacts(list.size());
    const ExactBuffer<Verdict> verdicts(list.size());
    collide(again, pairs.span(), contacts.span());
    classify(again, pairs.span(), verdicts.span());
    for (std::size_t i = 0; i < list.size(); ++i) {
      const BasicContact<T>& right = expected[list[i].a][list[i].b];
      require(same_contact(contacts.span()[i], right), "another contact" + on);
      require(ends_in_zeros(contacts.span()[i]), "bytes of a contact are left unset" + on);
      require(verdicts.span()[i] == verdict(right), "classify says " + text_of(verdicts.span()[i]) + on);
    }
  }
}

}  // namespace
}  // namespace satchel::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  satchel::fuzz::Bytes bytes(data, size);
  if (bytes.byte() % 2 == 0) {
    satchel::fuzz::try_pair<float>(bytes);
  } else {
    satchel::fuzz::try_pair<double>(bytes);
  }
  return 0;
}
