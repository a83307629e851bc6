// What subcommands do before their work: choose the instruction set and the precision, check and open files.
#pragma once

#include <optional>
#include <string>

#include "cli/commands/commands.hpp"
#include "cli/scene_file/read_scene.hpp"
#include "cli/support/output_file.hpp"

namespace satchel::cli {

/// Chooses the instruction set before any work, so that a wrong --isa or SATCHEL_ISA fails at once. Throws `Failure`
/// (usage).
void choose_isa(const std::string& name);

/// Refuses two names of one file, because writing it would destroy the input or the other output. Throws `Failure`
/// (usage).
void require_distinct(const std::string& path_a, const std::string& path_b);

std::optional<OutputFile> open_if_named(const std::string& path);

/// Chooses the instruction set, reads the scene in its precision and calls work(file).
template <class Work>
void with_scene(const SceneOptions& options, const Work& work) {
  choose_isa(options.isa);
  const Precision usual = form_of(options.scene) == FileForm::scene ? Precision::float32 : Precision::float64;
  if (options.precision.value_or(usual) == Precision::float64) {
    work(read_scene<double>(options.scene, options.rings));
  } else {
    work(read_scene<float>(options.scene, options.rings));
  }
}

}  // namespace satchel::cli
