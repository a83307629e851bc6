// The subcommands, each a plain function of its options.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace satchel::cli {

/// The precision of scenes and results.
enum class Precision { float32, float64 };

struct CollideOptions {
  std::string scene;
  std::string contacts;  ///< CSV to write; empty: none
  std::string picture;   ///< SVG to write; empty: none
  std::string pairs;     ///< source of the candidate pairs, as for `pair_source`
  std::string isa;       ///< empty: SATCHEL_ISA, else the best available
  unsigned threads = 0;
  Precision precision = Precision::float32;
};

/// Options of the subcommands that write one row a pair.
struct QuestionOptions {
  std::string scene;
  std::string results;  ///< CSV to write; empty: none
  std::string pairs;    ///< as in CollideOptions
  std::string isa;
  unsigned threads = 0;
  Precision precision = Precision::float32;
  double margin = 0;    ///< margin of `manifold`
  bool moving = false;  ///< the candidates include pairs whose boxes may meet during the motion
};

struct PlaceOptions {
  std::string scene;
  std::string placed;
  Precision precision = Precision::float32;
};

struct PairsOptions {
  std::string scene;
  std::string pairs;
  std::string isa;
  unsigned threads = 0;
  Precision precision = Precision::float32;
};

struct GenerateOptions {
  std::string kind;
  std::string scene;
  std::size_t bodies = 400;
  std::uint64_t seed = 1;
};

void collide_command(const CollideOptions& options);
void manifold_command(const QuestionOptions& options);
void distance_command(const QuestionOptions& options);
void sweep_command(const QuestionOptions& options);
void place_command(const PlaceOptions& options);
void pairs_command(const PairsOptions& options);
void info_command();
void generate_command(const GenerateOptions& options);

}  // namespace satchel::cli
