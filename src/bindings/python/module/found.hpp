// Lists whose length a call finds, as arrays without a copy.
#pragma once

#include <satchel/output.hpp>

#include "call.hpp"
#include "results.hpp"

namespace satchel::python {

/// Memory of a list whose length a call finds; becomes an array without a copy.
class FoundBytes {
 public:
  FoundBytes() = default;
  FoundBytes(const FoundBytes&) = delete;
  FoundBytes& operator=(const FoundBytes&) = delete;
  ~FoundBytes();

  /// Makes room, as `Output::Resize`, for `bytes` of which the first `kept` stay. Throws std::bad_alloc.
  void* resize(std::size_t bytes, std::size_t kept);
  /// Gives the room beyond `bytes` back.
  void shrink(std::size_t bytes) noexcept;
  /// An array of this memory, which it owns from now on.
  nb::object array(PyTypeObject* cls, PyArray_Descr* dtype, const Shape& shape);

 private:
  void* data_ = nullptr;
  std::size_t room_ = 0;
};

/// How a list of Item is an array: one struct an element, or rows of `columns` numbers.
struct ListForm {
  PyTypeObject* cls;
  PyArray_Descr* dtype;
  std::ptrdiff_t columns = 0;
};

/// `out` after checks, as an array for a list whose length is not known yet.
nb::object array_with_room(nb::handle out, const ListForm& form);
inline std::ptrdiff_t rows_in(nb::handle array) { return PyArray_DIMS(array_of(array))[0]; }

/// Runs work(output, options); returns the list as a new array, or as the first elements of `out`, which has to share no
/// memory with the inputs.
template <class Item, class Work>
nb::object find(nb::handle out, const NamedArrays& inputs, const ListForm& form, Call& call, const Work& work) {
  if (!out.is_none()) {
    const nb::object array = array_with_room(out, form);
    refuse_overlap(array, inputs);
    std::size_t count = 0;
    const std::span<Item> items(data_of<Item>(array), static_cast<std::size_t>(rows_in(array)));
    call.run([&](const Options& options) { return work(Output<Item>(items, count), options); });
    return array[nb::slice(static_cast<Py_ssize_t>(count))];
  }
  FoundBytes bytes;
  struct State {
    FoundBytes& bytes;
    std::size_t count = 0;
  } state{bytes};
  const Output<Item> output(&state, [](void* context, std::size_t size, std::size_t kept) -> Item* {
    State& list = *static_cast<State*>(context);
    list.count = size;
    return static_cast<Item*>(list.bytes.resize(size * sizeof(Item), kept * sizeof(Item)));
  });
  call.run([&](const Options& options) { return work(output, options); });
  const std::ptrdiff_t count = static_cast<std::ptrdiff_t>(state.count);
  bytes.shrink(state.count * sizeof(Item));
  return form.columns == 0 ? bytes.array(form.cls, form.dtype, {count})
                           : bytes.array(form.cls, form.dtype, {count, form.columns});
}

/// The form of result structs.
template <class Result>
ListForm list_of() {
  return {result_type<Result>.cls, result_type<Result>.dtype};
}
/// The form of rows of uint32, float or double.
ListForm rows_of(int type, std::ptrdiff_t columns);

}  // namespace satchel::python
