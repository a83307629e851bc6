// Memory of C++ as parameters of C, for tests that compare both.
#pragma once

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

template <class Item>
bool equal(const std::vector<Item>& p, const std::vector<Item>& q) {
  return p == q && !p.empty();
}

}  // namespace satchel::test
