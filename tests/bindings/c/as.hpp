// Memory of C++ as parameters of C, for tests that compare both.
#pragma once

#include <gtest/gtest.h>
#include <satchel/satchel.h>

#include <cstddef>
#include <satchel/image_pair.hpp>
#include <satchel/index.hpp>
#include <span>
#include <vector>

namespace satchel::test {

/// The pointer that a parameter of C takes, to memory of the type of C++ that has its layout.
struct As {
  void* pointer;
  template <class Item>
  operator Item*() const {
    return static_cast<Item*>(pointer);
  }
};
template <class Item>
As as(std::vector<Item>& items) {
  return {items.data()};
}

template <class To, class Item>
const To* as_const(std::span<const Item> items) {
  return reinterpret_cast<const To*>(items.data());
}

/// Pairs of one scene, or between two, as a list of C.
inline satchel_pair_list list_of(const std::vector<Pair>& pairs, const satchel_scene& a,
                                 const satchel_scene* b = nullptr) {
  satchel_pair_list list = SATCHEL_PAIRS_OF(&a, as_const<satchel_pair>(std::span(pairs)), pairs.size());
  list.scene_b = b;
  return list;
}
inline satchel_pair_list list_of(const std::vector<ImagePair>& pairs, const satchel_periods& periods,
                                 const satchel_scene& a, const satchel_scene* b = nullptr) {
  satchel_pair_list list = SATCHEL_PAIRS_OF(&a, nullptr, pairs.size());
  list.scene_b = b;
  list.image_pairs = as_const<satchel_image_pair>(std::span(pairs));
  list.periods = &periods;
  return list;
}

/// The same options in C, except for `run`; they point to the same memory.
inline satchel_query_options as(const QueryOptions& options, const satchel_index* index = nullptr) {
  satchel_query_options same{};
  same.struct_size = sizeof same;
  same.index = index;
  same.filters = as_const<satchel_filter>(options.filters);
  same.filter_count = options.filters.size();
  same.worlds = options.worlds.data();
  same.world_count = options.worlds.size();
  same.query_filters = as_const<satchel_filter>(options.query_filters);
  same.query_filter_count = options.query_filters.size();
  same.query_worlds = options.query_worlds.data();
  same.query_world_count = options.query_worlds.size();
  same.ignored = options.ignored.data();
  same.ignored_count = options.ignored.size();
  same.ray_boundary = options.rays.from_inside == RayStart::boundary;
  same.ray_exits = options.rays.exits;
  return same;
}

/// A list of C: call(memory, room, found).
template <class Item, class Call>
std::vector<Item> list_of(const Call& call) {
  std::vector<Item> got(20000);
  std::size_t count = 0;
  const satchel_status status = call(as(got), got.size(), &count);
  EXPECT_EQ(status.code, SATCHEL_OK) << satchel_message(status);
  got.resize(count);
  return got;
}

template <class Item>
bool equal(const std::vector<Item>& p, const std::vector<Item>& q) {
  return p == q && !p.empty();
}

}  // namespace satchel::test
