#include "families.hpp"

#include <stdexcept>
#include <string>

namespace satchel::test {

template <class T>
std::span<const BasicFamily<T>> families() {
  static const std::vector<BasicFamily<T>> all = [] {
    std::vector<BasicFamily<T>> list;
    for (const auto& part : {contact_families<T>(), shape_families<T>(), range_families<T>(), turned_families<T>(),
                             stretched_families<T>()}) {
      list.insert(list.end(), part.begin(), part.end());
    }
    return list;
  }();
  return all;
}

template <class T>
const BasicFamily<T>& family(std::string_view name) {
  for (const BasicFamily<T>& family : families<T>()) {
    if (family.name == name) return family;
  }
  throw std::runtime_error("no family " + std::string(name));
}

template std::span<const BasicFamily<float>> families();
template std::span<const BasicFamily<double>> families();
template const BasicFamily<float>& family(std::string_view);
template const BasicFamily<double>& family(std::string_view);

}  // namespace satchel::test
