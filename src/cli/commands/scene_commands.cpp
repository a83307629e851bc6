// satchel place, pairs, info and generate: scenes without questions about them.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <satchel/isa.hpp>
#include <satchel/version.hpp>

#include "cli/commands/collide_scene.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/prepare.hpp"
#include "cli/commands/summary.hpp"
#include "cli/generate/generate.hpp"
#include "cli/output/write_csv.hpp"
#include "cli/pairs/candidate_pairs.hpp"
#include "cli/scene_file/write_scene.hpp"

namespace satchel::cli {

void place_command(const PlaceOptions& options) {
  require_distinct_files({options.scene}, {options.placed, options.skipped});
  with_scene(options, [&](const auto& file) {
    OutputFile out(options.placed);
    std::vector<std::vector<std::size_t>> ring_sizes(file.scene.shape_count());
    for (ShapeId shape = 0; shape < file.outlines.size(); ++shape) {
      const bool is_outline = file.scene.part_count(shape) == 0;  // concave shapes have parts
      for (std::size_t k = 0; is_outline && k < file.outlines[shape].size(); ++k) {
        ring_sizes[shape].push_back(file.outlines[shape][k].size());
      }
    }
    write_placed(out, file.scene, ring_sizes);
    out.commit();
    print_summary(file);
  });
}

void pairs_command(const PairsOptions& options) {
  require_distinct_files({options.scene, options.scene_b}, {options.pairs, options.skipped});
  with_layers(options, [&](auto layers) {
    OutputFile out(options.pairs);
    if (!options.periods.empty()) {
      const CandidateImages images = find_candidate_images(layers, options.periods, options.threads);
      write_image_pairs(out, images.pairs);
      out.commit();
      print_summary(layers, images, options.threads);
      return;
    }
    const CandidatePairs found = take_candidate_pairs(layers, PairSource::broad_phase, options.threads);
    write_pairs(out, found.pairs);
    out.commit();
    print_summary(layers, found, options.threads);
  });
}

void routes_command() {
  choose_isa({});
  fmt::print("{}", describe_routes());
}

void info_command() {
  choose_isa({});
  fmt::print("version: {}\nisa: {}\navailable: {}\nthreads: {}\n", version(), active_isa(),
             fmt::join(available_isas(), ", "), hardware_threads());
}

void generate_command(const GenerateOptions& options) {
  const GeneratedScene scene = generate(options.kind, options.bodies, options.seed);
  OutputFile out(options.scene);
  write_scene(out, scene);
  out.commit();
}

}  // namespace satchel::cli
