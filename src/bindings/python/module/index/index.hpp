// The Index of Python: one of either precision, and who uses it at the moment.
#pragma once

#include <satchel/index.hpp>

#include <variant>

#include "scene.hpp"

namespace satchel::python {

/// An index of a scene of either precision. Many calls may ask it at once; one at a time may change it.
struct PyIndex {
  std::variant<Indexd, Index> index;
  mutable Use use{"index"};

  bool is_double() const noexcept { return index.index() == 0; }
};

/// The index of a scene of precision T. An index of the other precision is one of another scene.
template <class T, class Self>  // PyIndex or const PyIndex
auto& index_of(Self& self) {
  auto* const index = std::get_if<BasicIndex<T>>(&self.index);
  if (index == nullptr) check({ErrorCode::other_scene, 0, Argument::index});
  return *index;
}

/// Calls work(index, scene), for reading.
template <class Work>
auto ask_index(const PyIndex& self, const PyScene& scene, const Work& work) {
  const Reading reading(self.use);
  return read(scene, [&]<class T>(const BasicScene<T>& s) { return work(index_of<T>(self), s); });
}

void bind_index_queries(Class<PyIndex>& cls);

}  // namespace satchel::python
