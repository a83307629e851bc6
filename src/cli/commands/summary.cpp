#include "cli/commands/summary.hpp"

#include <algorithm>
#include <string>

#include <fmt/core.h>

#include <satchel/isa.hpp>

#include "cli/support/rounding.hpp"
#include "cli/support/text.hpp"
#include "cli/support/verdict_names.hpp"

namespace satchel::cli {
namespace {

constexpr const char* row_format = "{:<18}{:>12}\n";

void print_share(const std::string& label, std::uint64_t count, std::uint64_t total) {
  if (total == 0) {
    fmt::print(row_format, label, count);
  } else {
    fmt::print("{:<18}{:>12}{:>10.3f} %\n", label, count,
               100.0 * static_cast<double>(count) / static_cast<double>(total));
  }
}

std::string time_text(double seconds) {
  return seconds < 1e-3 ? fmt::format("{:.1f} us", seconds * 1e6)
         : seconds < 1  ? fmt::format("{:.3f} ms", seconds * 1e3)
                        : fmt::format("{:.3f} s", seconds);
}

/// What was not read: how many, and their names.
void print_names(const char* label, std::span<const std::string> names) {
  if (names.empty()) return;
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + printable(name);
  fmt::print("{:<18}{:>12}  {}\n", label, names.size(), shortened(list, 60));
}

template <class T>
void print_bodies(const SceneFile<T>& file) {
  fmt::print(row_format, "bodies:", file.scene.body_count());
  const RingChanges& changes = file.changes;
  if (changes.rings > 0) {
    fmt::print(row_format, "rings:", changes.rings);
    fmt::print(row_format, "  closed:", changes.closed);
    fmt::print(row_format, "  reversed:", changes.reversed);
    if (changes.merged > 0) fmt::print(row_format, "  merged:", changes.merged);
    fmt::print(row_format, "  points dropped:", changes.repeated + changes.collinear);
  }
  if (file.empty_parts > 0) fmt::print(row_format, "empty parts:", file.empty_parts);
  std::vector<std::string> places;
  for (const LeftOut& geometry : file.left_out) places.push_back(geometry.place);
  print_names("left out:", places);
  print_names("ignored keys:", file.ignored_keys);
}

/// Two layers one after the other, each with its name.
template <class T>
void print_bodies(const Layers<T>& layers) {
  if (!layers.b) return print_bodies(layers.a);
  fmt::print("layer a:          {}\n", printable(layers.a.path));
  print_bodies(layers.a);
  fmt::print("layer b:          {}\n", printable(layers.b->path));
  print_bodies(*layers.b);
}

template <class T>
void print_precision(const SceneFile<T>& file) {
  fmt::print(row_format, "precision:", precision_name<T>);
  fmt::print(row_format, "rounding up to:", length_text(file.rounding, file.units));
}

template <class T>
void print_precision(const Layers<T>& layers) {
  print_precision(layers.a);
  if (layers.b) fmt::print(row_format, "  of layer b:", length_text(layers.b->rounding, layers.b->units));
}

/// @param of  a SceneFile or Layers
template <class Files>
void print_how(const Files& of, unsigned threads) {
  fmt::print(row_format, "isa:", active_isa());
  fmt::print(row_format, "threads:", threads == 0 ? hardware_threads() : std::min(threads, hardware_threads()));
  print_precision(of);
}

}  // namespace

template <class T>
void print_summary(const SceneFile<T>& file) {
  print_bodies(file);
  print_precision(file);
}

/// @param candidates  CandidatePairs or CandidateImages
template <class T, class Candidates>
void print_candidates(const Layers<T>& layers, const Candidates& candidates, unsigned threads) {
  print_bodies(layers);
  fmt::print(row_format, "pairs:", candidates.pairs.size());
  fmt::print(row_format, "time:", time_text(candidates.seconds));
  print_how(layers, threads);
}

template <class T>
void print_summary(const Layers<T>& layers, const CandidatePairs& candidates, unsigned threads) {
  print_candidates(layers, candidates, threads);
}

template <class T>
void print_summary(const Layers<T>& layers, const CandidateImages& candidates, unsigned threads) {
  print_candidates(layers, candidates, threads);
}

template <class T>
void print_summary(const Layers<T>& layers, const CandidatePairs& candidates, const PairOutcome& outcome,
                   unsigned threads) {
  print_bodies(layers);
  fmt::print(row_format, "pairs:", outcome.pairs);
  print_share(fmt::format("  {}:", outcome.counted), outcome.count, outcome.of);
  if (outcome.left_out > 0) fmt::print(row_format, "pairs left out:", outcome.left_out);
  if (candidates.seconds > 0) {
    fmt::print(row_format, "broad phase:", time_text(candidates.seconds));
  }
  fmt::print(row_format, "time:", time_text(outcome.seconds));
  print_how(layers, threads);
}

template <class T>
void print_summary(const SceneFile<T>& file, const QueryOutcome& outcome, unsigned threads) {
  print_bodies(file);
  fmt::print(row_format, "queries:", outcome.queries);
  print_names("ignored columns:", outcome.ignored_columns);
  fmt::print(row_format, fmt::format("  {}:", outcome.counted), outcome.count);
  fmt::print(row_format, "time:", time_text(outcome.seconds));
  print_how(file, threads);
}

template <class T>
void print_summary(const Layers<T>& layers, const CandidatePairs& candidates, const CollideResults<T>& results,
                   unsigned threads) {
  const std::size_t pairs = results.contacts.size();
  print_bodies(layers);
  fmt::print(row_format, "pairs:", pairs);
  for (const Verdict verdict : all_verdicts) {
    print_share(fmt::format("  {}:", verdict_name(verdict)), results.verdict_counts[index_of(verdict)], pairs);
  }
  if (candidates.seconds > 0) {
    fmt::print(row_format, "broad phase:", time_text(candidates.seconds));
  }
  fmt::print(row_format, "time:", time_text(results.seconds));
  if (results.seconds > 0) {
    fmt::print(row_format,
               "pairs per second:", fmt::format("{:.3g} M", 1e-6 * static_cast<double>(pairs) / results.seconds));
  }
  print_how(layers, threads);
  fmt::print("decided\n");
  print_share("  by lanes:", results.stats.decided_by_lanes, pairs);
  print_share("  by double:", results.stats.decided_by_double, pairs);
  print_share("  exactly:", results.stats.decided_exactly, pairs);
  fmt::print("vertices\n");
  for (std::size_t k = 0; k < pair_class_count; ++k) {
    const std::uint64_t count = results.stats.of_class[k];
    if (count > 0) print_share(fmt::format("  {}:", name(static_cast<PairClass>(k))), count, pairs);
  }
}

template void print_summary(const Layers<float>&, const CandidatePairs&, const CollideResults<float>&, unsigned);
template void print_summary(const Layers<float>&, const CandidatePairs&, unsigned);
template void print_summary(const Layers<float>&, const CandidateImages&, unsigned);
template void print_summary(const Layers<double>&, const CandidateImages&, unsigned);
template void print_summary(const Layers<float>&, const CandidatePairs&, const PairOutcome&, unsigned);
template void print_summary(const SceneFile<float>&, const QueryOutcome&, unsigned);
template void print_summary(const SceneFile<float>&);
template void print_summary(const Layers<double>&, const CandidatePairs&, const CollideResults<double>&, unsigned);
template void print_summary(const Layers<double>&, const CandidatePairs&, unsigned);
template void print_summary(const Layers<double>&, const CandidatePairs&, const PairOutcome&, unsigned);
template void print_summary(const SceneFile<double>&, const QueryOutcome&, unsigned);
template void print_summary(const SceneFile<double>&);

}  // namespace satchel::cli
