// satchel collide: contacts of pairs as CSV, and a picture of the scene.
#include <optional>
#include <vector>

#include <fmt/core.h>

#include "cli/commands/candidate_pairs.hpp"
#include "cli/commands/collide_scene.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/prepare.hpp"
#include "cli/output/summary.hpp"
#include "cli/output/write_csv.hpp"
#include "cli/picture/draw_picture.hpp"
#include "cli/picture/picture.hpp"

namespace satchel::cli {
namespace {

template <class T>
void collide_file(const CollideOptions& options, PairSource source, SceneFile<T>& file) {
  const CandidatePairs candidates = take_candidate_pairs(file, source, options.threads);
  const std::vector<Pair>& pairs = candidates.pairs;

  // Both files are opened before the work, so that an error of opening one is reported at once, and leaves neither.
  std::optional<OutputFile> contacts = open_if_named(options.contacts);
  std::optional<OutputFile> svg = open_if_named(options.picture);

  const CollideResults<T> results = collide_scene(file.scene, pairs, file.has_compounds(), options.threads);
  if (contacts) {
    write_contacts<T>(*contacts, pairs, results.contacts, results.parts);
  }
  if (svg) {
    draw_picture(*svg, make_picture<T>(file, pairs, results.contacts, results.parts));
  }
  if (contacts) {
    contacts->commit();
  }
  if (svg) {
    svg->commit();
  }
  print_summary(file, candidates, results, options.threads);
  if (contacts) {
    fmt::print("{:<18}{}\n", "contacts:", options.contacts);
  }
  if (svg) {
    fmt::print("{:<18}{}\n", "picture:", options.picture);
  }
}

}  // namespace

void collide_command(const CollideOptions& options) {
  const PairSource source = pair_source(options.pairs);
  require_distinct(options.scene, options.contacts);
  require_distinct(options.scene, options.picture);
  require_distinct(options.contacts, options.picture);
  with_scene(options, [&](auto file) { collide_file(options, source, file); });
}

}  // namespace satchel::cli
