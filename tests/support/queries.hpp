// The batch calls as functions that return their results, and comparison of results bit for bit.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <satchel/satchel.hpp>
#include <span>
#include <vector>

namespace satchel::test {

template <class T>
std::vector<BasicContact<T>> collided(const BasicScene<T>& scene, std::span<const Pair> pairs,
                                      const Options& options = {}) {
  std::vector<BasicContact<T>> contacts(pairs.size());
  collide(scene, pairs, contacts, options);
  return contacts;
}

template <class T>
std::vector<Verdict> classified(const BasicScene<T>& scene, std::span<const Pair> pairs, const Options& options = {}) {
  std::vector<Verdict> verdicts(pairs.size());
  classify(scene, pairs, verdicts, options);
  return verdicts;
}

template <class T>
BasicContact<T> collided(const BasicScene<T>& scene, Pair pair) {
  return collided(scene, std::span<const Pair>(&pair, 1)).front();
}

/// Compares the fields, because those of double leave four bytes of padding.
template <class T>
bool same_bits(const BasicContact<T>& a, const BasicContact<T>& b) {
  const auto same = [](T p, T q) { return std::memcmp(&p, &q, sizeof(T)) == 0; };
  return same(a.normal_x, b.normal_x) && same(a.normal_y, b.normal_y) && same(a.separation, b.separation) &&
         a.feature == b.feature;
}

template <class T>
testing::AssertionResult all_same_bits(std::span<const BasicContact<T>> got,
                                       std::span<const BasicContact<T>> expected) {
  if (got.size() != expected.size()) return testing::AssertionFailure() << got.size() << " results";
  std::size_t differ = 0, first = 0;
  for (std::size_t i = got.size(); i-- > 0;) {
    if (!same_bits(got[i], expected[i])) ++differ, first = i;
  }
  if (differ == 0) return testing::AssertionSuccess();
  const BasicContact<T>&g = got[first], &e = expected[first];
  return testing::AssertionFailure() << differ << " of " << got.size() << " differ, first " << first << ": ("
                                     << g.normal_x << ' ' << g.normal_y << ' ' << g.separation << ' ' << g.feature
                                     << ") instead of (" << e.normal_x << ' ' << e.normal_y << ' ' << e.separation
                                     << ' ' << e.feature << ')';
}

inline testing::AssertionResult same_bits(std::span<const Contact> got, std::span<const Contact> expected) {
  return all_same_bits(got, expected);
}
inline testing::AssertionResult same_bits(std::span<const Contactd> got, std::span<const Contactd> expected) {
  return all_same_bits(got, expected);
}

}  // namespace satchel::test
