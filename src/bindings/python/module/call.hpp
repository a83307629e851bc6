// What surrounds a call into the library: options, the released interpreter lock, signals, progress.
#pragma once

#include <cstdint>

#include <satchel/options.hpp>

#include "errors.hpp"

namespace satchel::python {

/// Registers the handler of forks. Once, at import.
void watch_forks();
/// Increases with each fork of which this process is the child.
std::uint64_t fork_epoch() noexcept;

/// The limit of threads of the calling thread, as `num_threads` sets it; 0: none. Returns the limit before.
unsigned set_thread_limit(unsigned limit) noexcept;
/// The most threads that a call of this thread may use by default; 0: all cores. Raises if SATCHEL_THREADS is no number.
unsigned thread_limit();

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

void bind_call(nb::module_& m);

}  // namespace satchel::python
