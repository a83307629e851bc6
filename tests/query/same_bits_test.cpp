// The same bits of contacts: for tails and offsets, in padding, in bodies of calls that stand side by side in memory, and
// those that were recorded. What holds of every query is in same_bits_of_query_test.cpp.
#include <gtest/gtest.h>

#include <cstring>
#include <satchel/satchel.hpp>

#include "support/exact_alloc.hpp"
#include "support/generators.hpp"
#include "support/isa_param.hpp"
#include "support/queries.hpp"
#include "support/query_worlds.hpp"
#include "support/reference_isa.hpp"
#include "support/rounded_families.hpp"
#include "support/scale.hpp"

namespace satchel::test {
namespace {

/// The contacts that all others are compared with: one thread, portable code.
template <class T>
std::vector<BasicContact<T>> reference(const BasicWorld<T>& world) {
  const std::string before{active_isa()};
  force_isa(reference_isa());
  std::vector<BasicContact<T>> contacts = collided(world.scene, world.pairs, {.max_threads = 1});
  force_isa(before);
  return contacts;
}

class SameBitsOnIsa : public OnEveryIsa {};

TEST_P(SameBitsOnIsa, of_verdicts_in_classify_and_in_collide) {
  const World world = mixed_world(scaled(200000));
  std::vector<Verdict> verdicts;
  for (const Contact& contact : reference(world)) verdicts.push_back(verdict(contact));
  EXPECT_TRUE(classified(world.scene, world.pairs) == verdicts);
}

TEST_P(SameBitsOnIsa, for_all_tails_and_offsets_and_nothing_beside_them_is_touched) {
  // Boxes and octagons alone fill one kernel class each, so that the count of pairs is the count of that kernel; mixed
  // shapes make many short tails.
  Random random(23);
  const World worlds[] = {crowd(random, 64, 200, 4, 4),           crowd(random, 64, 200, 8, 8),
                          crowd(random, 64, 200, 3, 20),          round_crowd_of<float>(random, 1, 64),
                          round_crowd_of<float>(random, 2, 64),   round_crowd_of<float>(random, 6, 64),
                          round_crowd<float>(random, 64, 200, 20)};
  for (const World& world : worlds) {
    const std::vector<Contact> expected = reference(world);
    for (const std::size_t width : {1u, 2u, 4u, 8u, 16u}) {
      for (const std::size_t count :
           {std::size_t{0}, std::size_t{1}, width - 1, width, width + 1, 3 * width, 8 * width + 2}) {
        for (const std::size_t offset : {std::size_t{0}, std::size_t{1}, std::size_t{3}, width}) {
          const ExactBuffer<Pair> pairs(std::span(world.pairs).subspan(offset, count), offset);
          const ExactBuffer<Contact> contacts(count, offset);
          const ExactBuffer<Verdict> verdicts(count, offset);
          collide(world.scene, pairs.span(), contacts.span());
          classify(world.scene, pairs.span(), verdicts.span());
          ASSERT_TRUE(same_bits(contacts.span(), std::span(expected).subspan(offset, count)))
              << "count " << count << " offset " << offset;
          ASSERT_TRUE(contacts.untouched_before());
          ASSERT_TRUE(verdicts.untouched_before());
          for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(verdicts.span()[i], verdict(contacts.span()[i]));
        }
      }
    }
  }
}

TEST_P(SameBitsOnIsa, and_results_around_the_span_stay_as_they_are) {
  Random random(24);
  const World world = crowd(random, 64, 100, 3, 12);
  const ExactBuffer<Contact> contacts(300);
  const ExactBuffer<Verdict> verdicts(300);
  collide(world.scene, world.pairs, contacts.span().subspan(101, 100));
  classify(world.scene, world.pairs, verdicts.span().subspan(101, 100));
  EXPECT_TRUE(contacts.untouched(0, 101));
  EXPECT_TRUE(contacts.untouched(201, 300));
  EXPECT_TRUE(verdicts.untouched(0, 101));
  EXPECT_TRUE(verdicts.untouched(201, 300));
}

TEST_P(SameBitsOnIsa, in_every_byte_of_a_contact_of_doubles) {
  // Four bytes at its end are no member's: zeros, whichever stage decided.
  Random random(26);
  Stats stats;
  std::vector<BasicWorld<double>> worlds = {round_crowd<double>(random, 100, 1000, 12)};
  for (const char* const name : {"near_by", "ulp_touching", "rounded_to_concave"}) {
    worlds.push_back(world_of(family<double>(name), 200, random));
  }
  for (const BasicWorld<double>& world : worlds) {
    const ExactBuffer<Contactd> contacts(world.pairs.size());
    collide(world.scene, world.pairs, contacts.span(), {.stats = &stats});
    for (const Contactd& contact : contacts.span()) {
      std::uint32_t rest = 1;
      std::memcpy(&rest, reinterpret_cast<const char*>(&contact) + sizeof(Contactd) - sizeof rest, sizeof rest);
      ASSERT_EQ(rest, 0u);
    }
  }
  EXPECT_GT(stats.decided_by_lanes, 0u);
  EXPECT_GT(stats.decided_by_double + stats.decided_exactly, 0u);
}

TEST_P(SameBitsOnIsa, as_were_recorded) {
  // Input without rounding (lattice polygons, poses by the library's own sine and cosine), so that other machines,
  // compilers and years can be compared with the bits written here. They may change when the arithmetic of a kernel
  // is changed on purpose, and at no other time.
  Scene scene;
  std::vector<ShapeId> shapes;
  for (const std::size_t n : {4u, 6u, 8u, 12u, 20u, 40u}) {
    shapes.push_back(scene.add_polygon(lattice_polygon(n, 0x1p-4f)));
  }
  shapes.push_back(scene.add_polygon(Polygon{{0, 0}, {3, 0}, {1, 2}}));
  shapes.push_back(scene.add_box(2, .5f));
  Random random(25);
  const auto place = [&] { return random.integer(-2000, 2000) * 0x1p-7; };
  std::vector<double> x_y_angle;
  for (int i = 0; i < 1000; ++i) x_y_angle.insert(x_y_angle.end(), {place(), place(), place()});
  std::vector<Pose> poses(1000);
  poses_at(x_y_angle, poses);
  for (std::size_t i = 0; i < poses.size(); ++i) scene.add_body(shapes[i % shapes.size()], poses[i]);
  std::vector<Pair> pairs;
  for (int k = 0; k < 20000; ++k) {
    pairs.push_back({static_cast<BodyId>(random.below(1000)), static_cast<BodyId>(random.below(1000))});
  }
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  for (const Contact& contact : collided(scene, pairs)) {
    unsigned char bytes[sizeof(Contact)];
    std::memcpy(bytes, &contact, sizeof(Contact));
    for (const unsigned char byte : bytes) hash = (hash ^ byte) * 0x100000001b3;
  }
  EXPECT_EQ(hash, 7640666603785747587u);
}

SATCHEL_ON_EVERY_ISA(SameBitsOnIsa);

}  // namespace
}  // namespace satchel::test
