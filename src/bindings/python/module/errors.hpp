// Errors: satchel.Error, which is a ValueError with .code, .argument and .index, and TypeError.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <string>

#include <satchel/error.hpp>
#include <satchel/types.hpp>

namespace satchel::python {

namespace nb = nanobind;

/// Makes `type` the class that `fail` and `check` raise.
void set_error_class(nb::object type);

/// Raises satchel.Error. `index` is that of the item at fault, or -1.
[[noreturn]] void fail(const char* code, const std::string& argument, std::ptrdiff_t index, const std::string& text);

/// Raises satchel.Error unless the status is ok; MemoryError if it is no_memory.
void check(const Status& status);

/// The satchel.Error needs_parts. `read` (scene.hpp) catches it, makes the parts and asks again.
class NeedsParts : public nb::python_error {
 public:
  /// Takes the error that is set.
  NeedsParts(const Status& status, unsigned max_threads)
      : argument_(status.argument), shape_(static_cast<ShapeId>(status.numbers[2])), max_threads_(max_threads) {}

  /// Whether it is about a body of this one of the scenes of a call.
  bool is_about(std::size_t scene) const noexcept {
    return argument_ == Argument::pair_in_scene_a ? scene == 0 : argument_ != Argument::pair_in_scene_b || scene == 1;
  }
  ShapeId shape() const noexcept { return shape_; }                ///< that has none
  unsigned max_threads() const noexcept { return max_threads_; }  ///< of the call that needs them

 private:
  Argument argument_;
  ShapeId shape_;
  unsigned max_threads_;
};
[[noreturn]] void fail_needs_parts(const Status& status, unsigned max_threads);

/// Raises satchel.Error for ring `index` of several: `fail_ring` with the text of the ring's own error, `fail_with` with
/// this text.
[[noreturn]] void fail_ring(const Status& status, std::size_t index, const std::string& text);
[[noreturn]] void fail_with(const Status& status, std::size_t index, const std::string& text);

/// Raises satchel.Error for an Error of C++, or a Status that is not ok, with the argument's name in Python.
[[noreturn]] void fail(const Error& error, const char* argument);
[[noreturn]] void fail(const Status& status, const char* argument);

[[noreturn]] void fail_type(const std::string& text);

/// The text of the error that `check` raises.
std::string text_of(const Status& status);

/// repr(value), str(value).
std::string repr_text(nb::handle value);
std::string text_of(nb::handle value);

}  // namespace satchel::python
