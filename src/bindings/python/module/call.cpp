#include "call.hpp"

#include <nanobind/stl/string.h>
#if !defined(_WIN32)
#include <pthread.h>
#endif

#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string>

#include "arrays.hpp"
#include "docs.hpp"

namespace satchel::python {
namespace {

std::atomic<std::uint64_t> forks{0};
std::atomic<bool> used_threads{false};
std::atomic<bool> single_thread{false};  // a child of a process that had threads: oneTBB's are gone, and it cannot know

thread_local unsigned limit_of_thread = 0, limit_of_scene = 0;

std::uint64_t milliseconds() {
  using namespace std::chrono;
  return static_cast<std::uint64_t>(duration_cast<std::chrono::milliseconds>(steady_clock::now().time_since_epoch()).count());
}

constexpr std::uint64_t quiet_time = 1000;  // before the first call of the caller's progress

// The threads of a call that may use so many. The process counts as one that had threads, if they are not 1.
unsigned threads_from(unsigned limit) noexcept {
  if (single_thread.load(std::memory_order_relaxed)) limit = 1;
  if (limit != 1) used_threads.store(true, std::memory_order_relaxed);
  return limit;
}

}  // namespace

void watch_forks() {
#if !defined(_WIN32)  // there are no forks
  pthread_atfork(nullptr, nullptr, [] {
    forks.fetch_add(1, std::memory_order_relaxed);
    if (used_threads.load(std::memory_order_relaxed)) single_thread.store(true, std::memory_order_relaxed);
  });
#endif
}

std::uint64_t fork_epoch() noexcept { return forks.load(std::memory_order_relaxed); }

unsigned set_thread_limit(unsigned limit) noexcept { return std::exchange(limit_of_thread, limit); }

unsigned thread_limit() {
  if (limit_of_thread != 0) return limit_of_thread;
  if (limit_of_scene != 0) return limit_of_scene;
  const char* const text = std::getenv("SATCHEL_THREADS");
  if (text == nullptr || *text == '\0') return 0;
  unsigned number = 0;
  const char* const end = text + std::strlen(text);
  if (const auto [stop, error] = std::from_chars(text, end, number); error != std::errc() || stop != end || number == 0) {
    fail("out_of_range", "SATCHEL_THREADS", -1,
         std::string("the environment variable SATCHEL_THREADS is \"") + text + "\"; wanted an integer of 1 or more");
  }
  return number;
}

unsigned threads_of_call() { return threads_from(thread_limit()); }

SceneLimit::SceneLimit(unsigned limit) noexcept : before_(limit_of_scene) {
  if (limit_of_scene == 0) limit_of_scene = limit;
}
SceneLimit::~SceneLimit() { limit_of_scene = before_; }

unsigned thread_number(nb::handle threads, const char* name) {
  if (!PyLong_Check(threads.ptr()) && !PyIndex_Check(threads.ptr())) {
    fail_type(std::string(name) + " is " + repr_text(threads) + "; wanted an integer of 1 or more, or None");
  }
  const Py_ssize_t number = PyNumber_AsSsize_t(threads.ptr(), nullptr);
  if (number == -1 && PyErr_Occurred()) throw nb::python_error();
  if (number < 1) {
    fail("out_of_range", name, -1, std::string(name) + " is " + repr_text(threads) + "; wanted 1 or more, or None");
  }
  return static_cast<unsigned>(std::min<Py_ssize_t>(number, 1 << 16));
}

std::uint64_t whole_number(nb::handle value, const char* name, std::uint64_t most) {
  const auto text = [&] {
    return std::string(name) + " is " + repr_text(value) + "; wanted an integer from 0 to " + std::to_string(most);
  };
  const bool is_integer = PyLong_Check(value.ptr()) || PyIndex_Check(value.ptr());
  const Py_ssize_t number = is_integer ? PyNumber_AsSsize_t(value.ptr(), nullptr) : 0;  // the nearest, of a larger one
  if (!is_integer || (number == -1 && PyErr_Occurred())) {
    PyErr_Clear();
    fail_type(text());
  }
  if (number < 0 || static_cast<std::uint64_t>(number) > most) fail("out_of_range", name, -1, text());
  return static_cast<std::uint64_t>(number);
}

void check_signals() {
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

Call::Call(const CallArguments& arguments) {
  options_.max_threads =
      threads_from(arguments.threads.is_none() ? thread_limit() : thread_number(arguments.threads, "threads"));
  if (!arguments.stats.is_none()) {
    if (!nb::try_cast<Stats*>(arguments.stats, options_.stats) || options_.stats == nullptr) {
      fail_type("stats is " + repr_text(arguments.stats) + "; wanted a satchel.Stats, or None");
    }
  }
  if (!arguments.progress.is_none()) {
    if (!PyCallable_Check(arguments.progress.ptr())) {
      fail_type("progress is " + repr_text(arguments.progress) + "; wanted a function of (done, all), or None");
    }
    progress_ = arguments.progress;
  }
  options_.progress = report;
  options_.progress_context = this;
}

bool Call::report(void* self, std::uint64_t done, std::uint64_t all) {
  Call& call = *static_cast<Call*>(self);
  const nb::gil_scoped_acquire lock;
  if (PyErr_CheckSignals() != 0) return false;
  if (!call.progress_) return true;
  const std::uint64_t now = milliseconds();
  if (call.first_report_ == 0) call.first_report_ = now;
  if (now - call.first_report_ < quiet_time) return true;
  const unsigned limit = std::exchange(limit_of_scene, 0);  // what `progress` calls is about scenes of its own
  PyObject* const answer = PyObject_CallFunction(call.progress_.ptr(), "KK", static_cast<unsigned long long>(done),
                                                 static_cast<unsigned long long>(all));
  limit_of_scene = limit;
  if (answer == nullptr) return false;
  const int goes_on = answer == Py_None ? 1 : PyObject_IsTrue(answer);  // -1: that raised
  Py_DECREF(answer);
  return goes_on == 1;
}

void Call::finish(const Status& status) {
  if (PyErr_Occurred()) throw nb::python_error();
  if (status.code == ErrorCode::needs_parts) fail_needs_parts(status, options_.max_threads);
  check(status);
}

void bind_call(Module& m) {
  m.def("_set_thread_limit", &set_thread_limit);
  m.def("_thread_limit", [] { return thread_limit(); });
  m.def("_thread_number", [](nb::handle threads) { return thread_number(threads, "threads"); });
  Class<Stats> stats(m, "Stats", docs::type_Stats);
  stats.def_init()
      .def_rw("pairs", &Stats::pairs)
      .def_rw("decided_by_lanes", &Stats::decided_by_lanes)
      .def_rw("decided_by_double", &Stats::decided_by_double)
      .def_rw("decided_exactly", &Stats::decided_exactly)
      .def_rw("by_discs", &Stats::by_discs)
      .def_rw("by_facing_parts", &Stats::by_facing_parts)
      .def_rw("by_outlines", &Stats::by_outlines)
      .def_prop_ro("of_class", [](const Stats& self) {
        nb::dict counts;
        for (std::size_t i = 0; i < pair_class_count; ++i) {
          counts[std::string(name(static_cast<PairClass>(i))).c_str()] = self.of_class[i];
        }
        return counts;
      });
  stats.def(
      "__repr__", [](const Stats& self) {
        return "satchel.Stats(pairs=" + std::to_string(self.pairs) +
               ", decided_by_lanes=" + std::to_string(self.decided_by_lanes) +
               ", decided_by_double=" + std::to_string(self.decided_by_double) +
               ", decided_exactly=" + std::to_string(self.decided_exactly) + ")";
      });
}

}  // namespace satchel::python
