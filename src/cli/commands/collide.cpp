// satchel collide: contacts of pairs as CSV, a picture of the scene, and a page to look at it.
#include <optional>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "cli/commands/collide_scene.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/pair_question.hpp"
#include "cli/commands/prepare.hpp"
#include "cli/commands/summary.hpp"
#include "cli/output/write_csv.hpp"
#include "cli/page/page_data.hpp"
#include "cli/page/page_results.hpp"
#include "cli/page/write_page.hpp"
#include "cli/pairs/candidate_pairs.hpp"
#include "cli/picture/draw_picture.hpp"
#include "cli/picture/picture.hpp"
#include "cli/support/failure.hpp"

namespace satchel::cli {
namespace {

template <class T>
void collide_layers(const CollideOptions& options, PairSource source, Layers<T>& layers) {
  SceneFile<T>& file = layers.a;
  const std::string module = options.live.empty() ? std::string() : read_live_module(options.live);
  const bool found = source == PairSource::broad_phase || !file.has_pairs;
  const CandidatePairs candidates = take_candidate_pairs(layers, source, options.threads);
  const std::vector<Pair>& pairs = candidates.pairs;

  // All files are opened before the work, so that an error of opening one is reported at once, and leaves none.
  std::optional<OutputFile> contacts = open_if_named(options.contacts);
  std::optional<OutputFile> svg = open_if_named(options.picture);
  std::optional<OutputFile> page = open_if_named(options.page);

  if (contacts || page) {
    // They tell whether contacts have parts, and a page finds bodies by them.
    naming_the_file(layers, [&] { make_parts(layers, options.threads); });
  }
  const CollideResults<T> results = naming_the_file(layers, [&] {
    return with_parts(layers, options.threads,
                      [&] { return collide_scene(layers.scenes(), pairs, layers.has_compounds(), options.threads); });
  });
  if (contacts) {
    write_contacts<T>(*contacts, pairs, results.contacts, results.parts, layers.has_compounds());
  }
  if (svg) {
    draw_picture(*svg, make_picture<T>(file, pairs, results.contacts, results.parts));
  }
  if (page) {
    const PageResults<T> more = page_results<T>(file, pairs, found, options.threads);
    write_page(*page, file.name, page_data<T>(file, pairs, results.contacts, results.parts, more, module),
               !module.empty());
  }
  for (std::optional<OutputFile>* file_written : {&contacts, &svg, &page}) {
    if (*file_written) (*file_written)->commit();
  }
  print_summary(layers, candidates, results, options.threads);
  if (contacts) {
    fmt::print("{:<18}{}\n", "contacts:", options.contacts);
  }
  if (svg) {
    fmt::print("{:<18}{}\n", "picture:", options.picture);
  }
  if (page) {
    fmt::print("{:<18}{}\n", "page:", options.page);
  }
}

}  // namespace

void collide_command(const CollideOptions& options) {
  const PairSource source = pair_source(options.pairs);
  require_distinct_files({options.scene, options.scene_b, options.live},
                         {options.contacts, options.picture, options.page, options.skipped});
  if (!options.scene_b.empty() && !(options.picture.empty() && options.page.empty())) {
    throw Failure(ExitStatus::usage, "--svg and --html show one scene; leave them out for two");
  }
  if (!options.live.empty() && options.page.empty()) {
    throw Failure(ExitStatus::usage, "--live needs --html: it names the module that makes a page live");
  }
  with_layers(options, [&](auto layers) { collide_layers(options, source, layers); });
}

}  // namespace satchel::cli
