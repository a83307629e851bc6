// What subcommands do before their work: choose the instruction set and the precision, check, open and read files.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <utility>

#include "cli/commands/commands.hpp"
#include "cli/output/write_left_out.hpp"
#include "cli/scene_file/layers.hpp"
#include "cli/scene_file/read_scene.hpp"
#include "cli/support/output_file.hpp"

namespace satchel::cli {

/// Chooses the instruction set before any work, so that a wrong --isa or SATCHEL_ISA fails at once. Throws `Failure`
/// (usage).
void choose_isa(const std::string& name);

/// Refuses two names of one file, because writing it would destroy the input or the other output. Throws `Failure`
/// (usage).
void require_distinct(const std::string& path_a, const std::string& path_b);

/// The same for all files of a subcommand: outputs differ from inputs and from each other. Two inputs may be one file.
void require_distinct_files(std::initializer_list<std::string> inputs, std::initializer_list<std::string> outputs);

std::optional<OutputFile> open_if_named(const std::string& path);

/// Refuses options about input files that contradict each other. Throws `Failure` (usage).
void check_input_options(const SceneOptions& options);

/// The precision of the scene, or of both layers.
Precision precision_of(const SceneOptions& options);

/// Reads the scene, or both layers, and says what was left out. Two maps get one origin, so that points that both have stay
/// equal when they are rounded.
template <class T>
Layers<T> read_layers(const SceneOptions& options) {
  ReadOptions how{.rings = options.rings, .skip_invalid = options.skip_invalid, .even_odd = options.even_odd};
  Layers<T> layers{read_scene<T>(options.scene, how), {}};
  if (!options.scene_b.empty()) {
    how.origin = layers.a.map_origin;
    layers.b.emplace(read_scene<T>(options.scene_b, how));
  }
  LeftOutReport report(options.skipped);
  report.add(layers.a.path, layers.a.left_out, layers.a.scene.body_count());
  if (layers.b) {
    report.add(layers.b->path, layers.b->left_out, layers.b->scene.body_count());
  }
  report.finish();
  return layers;
}

/// Chooses the instruction set, reads the scene, or both layers, in their precision, and calls work(layers).
template <class Work>
void with_layers(const SceneOptions& options, const Work& work) {
  choose_isa(options.isa);
  check_input_options(options);
  if (precision_of(options) == Precision::float64) {
    work(read_layers<double>(options));
  } else {
    work(read_layers<float>(options));
  }
}

/// The same for a subcommand that reads one scene: calls work(file).
template <class Work>
void with_scene(const SceneOptions& options, const Work& work) {
  with_layers(options, [&](auto layers) { work(std::move(layers.a)); });
}

}  // namespace satchel::cli
