// Who uses a scene, an index or pairs that are kept.
#include <chrono>

#include "call.hpp"
#include "scene.hpp"

namespace satchel::python {

namespace {

/// How many scenes the calls of this thread hold. Not 0 at the begin of a call: `progress` or a signal's handler makes it.
thread_local int scenes_held = 0;

constexpr std::chrono::microseconds pause{200};
/// So long a call that begins lets a quiet change go first, which else might never find the scene free: 0.2 s.
constexpr int most_pauses = 1000;

void wait_a_little() {
  {
    const nb::gil_scoped_release release;
    std::this_thread::sleep_for(pause);
  }
  check_signals();
}

}  // namespace

void Use::forget_parent() noexcept {
  if (fork_epoch_ == fork_epoch()) return;
  fork_epoch_ = fork_epoch();
  readers_ = waiting_ = 0;
  changes_ = false;
}

void Use::begin_read() {
  forget_parent();
  for (int pauses = 0; scenes_held == 0 && waiting_ != 0 && pauses < most_pauses; ++pauses) wait_a_little();
  while (changes_ && is_quiet_ && changer_ != std::this_thread::get_id()) wait_a_little();
  if (changes_) {
    PyErr_Format(PyExc_RuntimeError, "the %s is being changed by another thread; it can be read when that call is done",
                 thing_);
    throw nb::python_error();
  }
  ++readers_;
  scenes_held += is_scene_;
}

void Use::end_read() noexcept {
  --readers_;
  scenes_held -= is_scene_;
}

void Use::begin_change() {
  forget_parent();
  if (changes_ || readers_ != 0) refuse_change();
  begin_changing(false);
}

void Use::begin_quiet_change() {
  forget_parent();
  while (changes_ || readers_ != 0) {
    if (scenes_held != 0 || (changes_ && !is_quiet_)) refuse_change();
    ++waiting_;
    struct Waited {
      ~Waited() { --waiting; }
      int& waiting;
    } const waited{waiting_};
    wait_a_little();
  }
  begin_changing(true);
}

void Use::begin_changing(bool is_quiet) noexcept {
  changes_ = true;
  is_quiet_ = is_quiet;
  changer_ = std::this_thread::get_id();
  scenes_held += is_scene_;
}

void Use::end_change() noexcept {
  changes_ = false;
  scenes_held -= is_scene_;
}

void Use::refuse_change() const {
  PyErr_Format(PyExc_RuntimeError,
               changes_ ? "the %s is being changed by another thread; wait for that call"
                        : "the %s is being read by a call of another thread, or by the call that reports progress; "
                          "it can be changed when that call is done",
               thing_);
  throw nb::python_error();
}

}  // namespace satchel::python
