// The subcommands, each a plain function of its options.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <satchel/relate.hpp>

namespace satchel::cli {

/// The precision of scenes and results.
enum class Precision { float32, float64 };

/// Options of every subcommand that reads a scene.
struct SceneOptions {
  std::string scene;
  std::string scene_b;                 ///< the second layer; empty: none
  bool rings = false;                  ///< clean the rings of the scene file
  bool skip_invalid = false;           ///< leave out geometries of .wkt and .geojson that are not valid
  bool even_odd = false;               ///< outlines are what an odd number of their rings holds
  std::string skipped;                 ///< CSV to write, of what is left out; empty: none
  std::optional<Precision> precision;  ///< none: double for .wkt and .geojson, float for scene files
  std::string isa;                     ///< empty: SATCHEL_ISA, else the best available
  unsigned threads = 0;
};

struct CollideOptions : SceneOptions {
  std::string contacts;  ///< CSV to write; empty: none
  std::string picture;   ///< SVG to write; empty: none
  std::string page;      ///< HTML to write; empty: none
  std::string live;      ///< module of the kernel for the page; empty: none
  std::string pairs;     ///< source of the candidate pairs, as for `pair_source`
};

/// Options of the subcommands that write one row a pair.
struct PairQuestionOptions : SceneOptions {
  std::string results;         ///< CSV to write; empty: none
  std::string picture;         ///< SVG to write, of `areas`; empty: none
  std::string pairs;           ///< as in CollideOptions
  Predicate predicate{};       ///< of `relate`
  double margin = 0;           ///< margin of `manifold`
  bool parts = false;          ///< `manifold`: of all parts that meet
  bool leaves_start = false;   ///< `sweep`: as of SweepOptions
  double max_angle = 64;       ///< `sweep`: as of SweepOptions
  bool last_motions = false;   ///< `push-out`: the motions of the file led to its poses
  double front_tolerance = 0;  ///< `push-out`: as of PushOutOptions
  bool moving = false;         ///< the candidates include pairs whose boxes may meet during the motion
};

/// Options of the subcommands that ask about the rows of a CSV file.
struct QueryOptions : SceneOptions {
  std::string queries;  ///< CSV to read
  std::string results;  ///< CSV to write; empty: none
};

struct RaysOptions : QueryOptions {
  bool exits = false;     ///< write where rays leave bodies
  bool boundary = false;  ///< rays that begin in a body meet its boundary
};

/// Options of the subcommands about trajectories.
struct TrajectoryOptions : QueryOptions {
  double clearance = 0;                                           ///< added to the radius of each trajectory's shape
  std::vector<double> reference;                                  ///< empty, or the point of the shape that is at x, y
  double max_distance = std::numeric_limits<double>::infinity();  ///< `clearances`: no farther bodies
  double horizon = 0;                                             ///< `times-to-collision`
};

struct NearestOptions : QueryOptions {
  std::size_t count = 1;                                          ///< of bodies for each query
  double max_distance = std::numeric_limits<double>::infinity();  ///< no farther bodies
};

struct CastsOptions : QueryOptions {
  bool leaves_start = false;
  double max_angle = 64;  ///< motions may not turn by more
};

struct PlaceOptions : SceneOptions {
  std::string placed;
};

struct PairsOptions : SceneOptions {
  std::string pairs;
  std::vector<double> periods;  ///< empty, or along x and y
};

struct GenerateOptions {
  std::string kind;
  std::string scene;
  std::size_t bodies = 400;
  std::uint64_t seed = 1;
};

void collide_command(const CollideOptions& options);
void classify_command(const PairQuestionOptions& options);
void manifold_command(const PairQuestionOptions& options);
void distance_command(const PairQuestionOptions& options);
void sweep_command(const PairQuestionOptions& options);
void within_command(const PairQuestionOptions& options);
void relate_command(const PairQuestionOptions& options);
void push_out_command(const PairQuestionOptions& options);
void areas_command(const PairQuestionOptions& options);
void rays_command(const RaysOptions& options);
void cast_command(const CastsOptions& options);
void points_command(const QueryOptions& options);
void boxes_command(const QueryOptions& options);
void poses_command(const QueryOptions& options);
void first_hits_command(const TrajectoryOptions& options);
void trajectory_hits_command(const TrajectoryOptions& options);
void clearances_command(const TrajectoryOptions& options);
void times_to_collision_command(const TrajectoryOptions& options);
void nearest_command(const NearestOptions& options);
void place_command(const PlaceOptions& options);
void pairs_command(const PairsOptions& options);
void info_command();
void routes_command();
void generate_command(const GenerateOptions& options);

}  // namespace satchel::cli
