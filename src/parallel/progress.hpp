// How far a call is, reported to `Options::progress` on the calling thread.
//
// A call has stages of given shares of all its work; a stage is a loop of chunks (`for_each_chunk`), or several. The
// call hands its loops the options of its Progress instead of its own; they report to it, and it to the caller. So
// calls nest: a call made by a call with such options is a stage of it.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include <satchel/error.hpp>
#include <satchel/options.hpp>

namespace satchel::parallel {

class Progress {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds interval{50};

  /// @param all          the sum of the shares of all stages
  /// @param max_threads  the number of threads of a scene, where the options name none
  Progress(const Options& options, std::uint64_t all, unsigned max_threads = 0) noexcept
      : caller_(options), own_(options), all_(all) {
    if (own_.max_threads == 0) own_.max_threads = max_threads;
    if (options.progress == nullptr) return;
    own_.progress = relay;
    own_.progress_context = this;
    due_ = Clock::now() + interval;
  }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// The options for the loops of the call.
  const Options& options() const noexcept { return own_; }

  /// The Progress whose `options()` these are, or null: they are the caller's.
  static Progress* of(const Options& options) noexcept {
    return options.progress == relay ? static_cast<Progress*>(options.progress_context) : nullptr;
  }

  /// Ends the stage before, and begins one of this share.
  void begin(std::uint64_t share) noexcept {
    before_ += share_;
    share_ = share;
  }

  /// Whether it is time for a report. From any thread of the call.
  bool is_due() const noexcept { return Clock::now() >= due_; }

  /// Reports, if it is due, that `done` of the `parts` parts of the stage are done; false ends the call. From the
  /// calling thread alone.
  bool report(std::uint64_t done, std::uint64_t parts) noexcept {
    if (!is_due()) return true;
    return tell(before_ + (share_ / parts * done + share_ % parts * done / parts));
  }

  /// The status of the call whose stages ended with `status`: if it is ok and there were reports, makes the last.
  Status finish(const Status& status) noexcept {
    if (!status.ok()) return status;
    if (some_told_ && !tell(all_)) return {ErrorCode::cancelled, 0};
    return {};  // not a copy, which waits for the bytes that were just written
  }

 private:
  static bool relay(void* self, std::uint64_t done, std::uint64_t parts) {
    return static_cast<Progress*>(self)->report(done, parts);
  }

  bool tell(std::uint64_t done) noexcept {
    told_ = std::max(told_, done);  // the second loop of a stage begins anew
    some_told_ = true;
    const bool goes_on = caller_.progress(caller_.progress_context, told_, all_);
    due_ = Clock::now() + interval;
    return goes_on;
  }

  const Options& caller_;
  Options own_;
  std::uint64_t all_, before_ = 0, share_ = 0, told_ = 0;
  bool some_told_ = false;
  Clock::time_point due_;
};

/// Reports, if it is due, that `done` of `parts` parts of a stage are done; false ends the call. For loops that are no
/// chunks, on the calling thread.
/// @param options  of a Progress
inline bool report(const Options& options, std::uint64_t done, std::uint64_t parts) noexcept {
  return options.progress == nullptr || options.progress(options.progress_context, done, parts);
}

}  // namespace satchel::parallel
