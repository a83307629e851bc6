// The batch calls as functions that return their results, and comparison of results bit for bit.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <satchel/satchel.hpp>
#include <span>
#include <vector>

namespace satchel::test {

inline std::vector<Contact> collided(const Scene& scene, std::span<const Pair> pairs, const Options& options = {}) {
  std::vector<Contact> contacts(pairs.size());
  collide(scene, pairs, contacts, options);
  return contacts;
}

inline std::vector<Verdict> classified(const Scene& scene, std::span<const Pair> pairs, const Options& options = {}) {
  std::vector<Verdict> verdicts(pairs.size());
  classify(scene, pairs, verdicts, options);
  return verdicts;
}

inline Contact collided(const Scene& scene, Pair pair) {
  return collided(scene, std::span<const Pair>(&pair, 1)).front();
}

inline bool same_bits(const Contact& a, const Contact& b) { return std::memcmp(&a, &b, sizeof(Contact)) == 0; }

inline testing::AssertionResult same_bits(std::span<const Contact> got, std::span<const Contact> expected) {
  if (got.size() != expected.size()) return testing::AssertionFailure() << got.size() << " results";
  std::size_t differ = 0, first = 0;
  for (std::size_t i = got.size(); i-- > 0;) {
    if (!same_bits(got[i], expected[i])) ++differ, first = i;
  }
  if (differ == 0) return testing::AssertionSuccess();
  const Contact &g = got[first], &e = expected[first];
  return testing::AssertionFailure() << differ << " of " << got.size() << " differ, first " << first << ": ("
                                     << g.normal_x << ' ' << g.normal_y << ' ' << g.separation << ' ' << g.feature
                                     << ") instead of (" << e.normal_x << ' ' << e.normal_y << ' ' << e.separation
                                     << ' ' << e.feature << ')';
}

}  // namespace satchel::test
