// The questions that are asked of pairs and of image pairs alike: ask_NAME(options, what the pairs are of..., pairs, results).
#pragma once

#include <satchel/collide.hpp>
#include <satchel/distance.hpp>
#include <satchel/hits.hpp>
#include <satchel/manifold.hpp>

#include "bindings/c/numbers.hpp"

namespace satchel::c {

inline constexpr auto ask_collide = [](const Options& how, const auto&... given) { return try_collide(given..., how); };
inline constexpr auto ask_classify = [](const Options& how, const auto&... given) {
  return try_classify(given..., how);
};
inline constexpr auto ask_find_hits = [](const Options& how, const auto&... given) {
  return try_find_hits(given..., how);
};
inline constexpr auto ask_distances = [](const Options& how, const auto&... given) {
  return try_distances(given..., how);
};

template <class T>
auto ask_manifolds(double margin) noexcept {
  return [=](const Options& how, const auto&... given) {
    return try_manifolds(given..., {narrow_margin<T>(margin), how});
  };
}

}  // namespace satchel::c
