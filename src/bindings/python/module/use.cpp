// Who uses a scene, an index or pairs that are kept.
#include "call.hpp"
#include "scene.hpp"

namespace satchel::python {

void Use::forget_parent() noexcept {
  if (fork_epoch_ == fork_epoch()) return;
  fork_epoch_ = fork_epoch();
  readers_ = 0;
  changes_ = false;
}

void Use::begin_read() {
  forget_parent();
  if (changes_) {
    PyErr_Format(PyExc_RuntimeError, "the %s is being changed by another thread; it can be read when that call is done",
                 thing_);
    throw nb::python_error();
  }
  ++readers_;
}

void Use::begin_change() {
  forget_parent();
  if (changes_ || readers_ != 0) {
    PyErr_Format(PyExc_RuntimeError,
                 changes_ ? "the %s is being changed by another thread; wait for that call"
                          : "the %s is being read by a call of another thread, or by the call that reports progress; "
                            "it can be changed when that call is done",
                 thing_);
    throw nb::python_error();
  }
  changes_ = true;
}

}  // namespace satchel::python
