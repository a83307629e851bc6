// Memory of C++ as parameters of C, for tests that compare both.
#pragma once

#include <gtest/gtest.h>
#include <satchel/satchel.h>

#include <cstddef>
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
