#include "cli/pairs/candidate_pairs.hpp"

#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/core.h>

#include <satchel/broad_phase.hpp>

#include "cli/support/failure.hpp"

namespace satchel::cli {

PairSource pair_source(const std::string& name) {
  if (name.empty()) {
    return PairSource::file_or_broad_phase;
  }
  if (name == "file") {
    return PairSource::file;
  }
  if (name == "auto") {
    return PairSource::broad_phase;
  }
  throw Failure(ExitStatus::usage, fmt::format("--pairs {}: unknown; the candidates come from: file, auto", name));
}

namespace {

/// Calls find(), and returns its seconds. What it refuses is bad input.
template <class T, class Find>
double time_find(const Layers<T>& layers, const Find& find) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  try {
    find();
  } catch (const Error& error) {
    throw Failure(ExitStatus::bad_input, fmt::format("{}: {}", layers.path_of(error.status()), error.what()));
  }
  return std::chrono::duration<double>(Clock::now() - start).count();
}

}  // namespace

template <class T>
T margin_of_boxes(double margin) {
  constexpr T most = std::numeric_limits<T>::max();
  if (!(margin < most)) {
    return most;
  }
  const T nearest = static_cast<T>(margin);
  return nearest < margin ? std::nextafter(nearest, most) : nearest;
}

template <class T>
CandidatePairs take_candidate_pairs(Layers<T>& layers, PairSource source, unsigned threads, double margin) {
  CandidatePairs found;
  SceneFile<T>& file = layers.a;
  if (layers.b && source == PairSource::file) {
    throw Failure(ExitStatus::usage, "--pairs file: the pairs of a file are about one scene; leave it out for two");
  }
  if (!layers.b && source == PairSource::file && !file.has_pairs) {
    throw Failure(ExitStatus::bad_input,
                  fmt::format("{}: \"pairs\" is missing; let the file list the candidates as [[a, b], ...], or use "
                              "--pairs auto",
                              file.path));
  }
  if (!layers.b && source != PairSource::broad_phase && file.has_pairs) {
    found.pairs = std::move(file.pairs);
    return found;
  }
  BasicPairOptions<T> options;
  options.margin = margin_of_boxes<T>(margin);
  options.run.max_threads = threads;
  found.seconds = time_find(layers, [&] { throw_unless_ok(try_find_pairs(layers.scenes(), found.pairs, options)); });
  return found;
}

template <class T>
CandidateImages find_candidate_images(const Layers<T>& layers, const std::vector<double>& periods, unsigned threads) {
  CandidateImages found;
  BasicPairOptions<T> options;
  options.run.max_threads = threads;
  found.seconds = time_find(layers, [&] {
    throw_unless_ok(try_find_pairs(layers.scenes(), Periods{periods[0], periods[1]}, found.pairs, options));
  });
  return found;
}

template float margin_of_boxes(double);
template double margin_of_boxes(double);
template CandidatePairs take_candidate_pairs(Layers<float>&, PairSource, unsigned, double);
template CandidatePairs take_candidate_pairs(Layers<double>&, PairSource, unsigned, double);
template CandidateImages find_candidate_images(const Layers<float>&, const std::vector<double>&, unsigned);
template CandidateImages find_candidate_images(const Layers<double>&, const std::vector<double>&, unsigned);

}  // namespace satchel::cli
