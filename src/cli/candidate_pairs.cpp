// A broad phase comes in here: one more PairSource, and the pairs it finds for it.
#include "candidate_pairs.hpp"

#include <fmt/core.h>

#include "failure.hpp"

namespace satchel::cli {

PairSource pair_source(const std::string& name) {
  if (name == "file") {
    return PairSource::file;
  }
  if (name == "auto") {
    throw Failure(ExitStatus::usage,
                  "--pairs auto: this version has no broad phase; give the candidates as \"pairs\" in the scene file");
  }
  throw Failure(ExitStatus::usage, fmt::format("--pairs {}: unknown; the candidates come from: file", name));
}

template <class T>
const std::vector<Pair>& candidate_pairs(const SceneFile<T>& file, PairSource) {
  if (!file.has_pairs) {
    throw Failure(ExitStatus::bad_input,
                  fmt::format("{}: \"pairs\" is missing; this version has no broad phase, so the file has to list the "
                              "candidates as [[a, b], ...]",
                              file.path));
  }
  return file.pairs;
}

template const std::vector<Pair>& candidate_pairs(const SceneFile<float>&, PairSource);
template const std::vector<Pair>& candidate_pairs(const SceneFile<double>&, PairSource);

}  // namespace satchel::cli
