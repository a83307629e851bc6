// What surrounds a call into the library: options, the released interpreter lock, signals, progress.
#pragma once

#include <cstdint>
#include <limits>

#include <satchel/options.hpp>

#include "errors.hpp"
#include "signed.hpp"

namespace satchel::python {

/// Registers the handler of forks. Once, at import.
void watch_forks();
/// Increases with each fork of which this process is the child.
std::uint64_t fork_epoch() noexcept;

/// The limit of threads of the calling thread, as `num_threads` sets it; 0: none. Returns the limit before.
unsigned set_thread_limit(unsigned limit) noexcept;
/// The most threads that a call of this thread may use by default; 0: all cores: what `num_threads` says, else the scene
/// that is being read or changed (`SceneLimit`), else SATCHEL_THREADS. Raises if that is no number.
unsigned thread_limit();
/// The same for a call that takes no Options, after a fork of a process that had threads 1: oneTBB's are gone.
unsigned threads_of_call();

/// While it lives, a scene's own limit of threads is that of calls of this thread. Of two scenes the first's counts, or
/// the second's if the first has none.
class SceneLimit {
 public:
  /// @param limit  0: none
  explicit SceneLimit(unsigned limit) noexcept;
  ~SceneLimit();
  SceneLimit(const SceneLimit&) = delete;
  SceneLimit& operator=(const SceneLimit&) = delete;

 private:
  unsigned before_;
};

/// The number of `threads`, 1 or more, from an integer.
unsigned thread_number(nb::handle threads, const char* name);
/// A number from 0 to `most`, from an integer. (A parameter of an integer type would be refused by nanobind without its name.)
std::uint64_t whole_number(nb::handle value, const char* name, std::uint64_t most);
/// `count`: how many are to be found.
inline std::size_t number_to_find(nb::handle count) {
  return static_cast<std::size_t>(whole_number(count, "count", std::numeric_limits<Py_ssize_t>::max()));
}

/// Raises what a signal's handler raises, as Ctrl-C does, for loops that hold the interpreter lock.
void check_signals();

/// The keyword arguments that every batch call takes.
struct CallArguments {
  nb::handle threads, stats, progress;
};

/// A call into the library. The interpreter lock is released while it runs; about every 50 ms signals are handled (on the
/// main thread), and after a second `progress` is called. What these raise ends the call and is raised by it.
class Call {
 public:
  explicit Call(const CallArguments& arguments);

  /// Runs work(options), which returns a Status; raises what went wrong.
  template <class Work>
  void run(const Work& work) {
    Status status;
    PyThreadState* const state = PyEval_SaveThread();
    status = work(static_cast<const Options&>(options_));
    PyEval_RestoreThread(state);
    finish(status);
  }
  /// For calls that take no Options, or throw: raises pending signals alone.
  const Options& options() const noexcept { return options_; }

 private:
  static bool report(void* self, std::uint64_t done, std::uint64_t all);
  void finish(const Status& status);

  Options options_;
  nb::handle progress_;
  std::uint64_t first_report_ = 0;
};

void bind_call(Module& m);

}  // namespace satchel::python
