// Distances and sweeps by the million, by hand: families of hard pairs against numbers of 113 bits, and rational numbers where
// these cannot tell; every instruction set against the first one.
//
//   satchel_long_run_questions [--question distances|sweeps] [--pairs N] [--seed S] [--journal FILE]
//
//   --pairs    of each family, for each precision
//   --journal  a line for each chunk that is done: a run that was cut off goes on behind them. Its first line names the seed
//
// Wrong is: of a distance, a verdict other than collide's, more than 6 u D' off, a witness point farther than 64 u D' from its
// surface, other bits; of a sweep (of polygons without radius), another answer than rational numbers give, a separation or depth
// at `time` beyond the bound of sweep.hpp, other bits. Exit status: 0 nothing wrong, 2 something.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <satchel/satchel.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "../support/generators.hpp"
#include "../support/oracle.hpp"
#include "../support/quad_cores.hpp"
#include "../support/rounded_families.hpp"

namespace satchel::test {
namespace {

constexpr std::size_t pairs_per_chunk = 500;

struct Tally {
  std::uint64_t pairs = 0, counted = 0, wrong = 0;  ///< counted: disjoint pairs, hits
  double largest = 0;                               ///< error, as a share of the bound
  void add(const Tally& other) {
    pairs += other.pairs;
    counted += other.counted;
    wrong += other.wrong;
    largest = std::fmax(largest, other.largest);
  }
};

double share(Quad error, Quad bound) { return static_cast<double>((error < 0 ? -error : error) / bound); }

/// Asks on every instruction set, and counts answers with other bits as wrong.
template <class Result, class Ask>
std::vector<Result> asked(std::size_t count, Tally& tally, Ask ask) {
  std::vector<Result> first;
  for (const std::string_view isa : available_isas()) {
    force_isa(isa);
    std::vector<Result> results(count);
    ask(results);
    if (first.empty()) first = results;
    for (std::size_t i = 0; i < count; ++i) tally.wrong += std::memcmp(&first[i], &results[i], sizeof(Result)) != 0;
  }
  force_isa("");
  return first;
}

/// D' of a pair: the longer side of the common box, or the largest offset.
template <class T>
Quad extent_of(const BasicScene<T>& scene, Pair pair, const CoreOf<Quad>& a, const CoreOf<Quad>& b) {
  PointOf<Quad> low = a.points[0], high = low;
  Quad largest = 0;
  for (const CoreOf<Quad>* core : {&a, &b}) {
    for (const PointOf<Quad>& v : core->points) {
      low = {std::min(low.x, v.x - core->radius), std::min(low.y, v.y - core->radius)};
      high = {std::max(high.x, v.x + core->radius), std::max(high.y, v.y + core->radius)};
    }
  }
  for (const BodyId body : {pair.a, pair.b}) {
    for (const BasicVec2<T> v : placed(scene, body).offsets) {
      largest = std::max({largest, Quad(std::fabs(v.x)), Quad(std::fabs(v.y))});
    }
  }
  return std::max({largest, high.x - low.x, high.y - low.y});
}

template <class T>
void judge_distances(const BasicWorld<T>& world, Random&, Tally& tally) {
  const auto found = asked<BasicDistance<T>>(world.pairs.size(), tally, [&](std::vector<BasicDistance<T>>& results) {
    distances(world.scene, world.pairs, results);
  });
  std::vector<BasicContact<T>> contacts(world.pairs.size());
  collide(world.scene, world.pairs, contacts);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Pair pair = world.pairs[i];
    const BasicDistance<T>& its = found[i];
    const Pose at_a = world.scene.pose(pair.a), at_b = world.scene.pose(pair.b);
    const CoreOf<Quad> a(world.scene, pair.a, {at_a.x, at_a.y}), b(world.scene, pair.b, {at_a.x, at_a.y});
    const Quad unit = Quad(unit_roundoff<T>) * extent_of(world.scene, pair, a, b);
    const Quad least = Quad(8) * Quad(std::numeric_limits<T>::denorm_min());
    ++tally.pairs;
    bool right = its.feature == contacts[i].feature;
    if (verdict(its) == Verdict::disjoint) {
      ++tally.counted;
      const Quad wanted = root_of(squared_distance(a, b)) - (a.radius + b.radius);
      const double error = share(Quad(its.distance) - wanted, 6 * unit + least);
      tally.largest = std::fmax(tally.largest, error);
      const PointOf<Quad> p{Quad(its.point_a.x), Quad(its.point_a.y)},
          q{Quad(its.point_b.x) + (Quad(at_b.x) - Quad(at_a.x)), Quad(its.point_b.y) + (Quad(at_b.y) - Quad(at_a.y))};
      const double off = std::fmax(share(root_of(a.squared_distance(p)) - a.radius, 64 * unit + least),
                                   share(root_of(b.squared_distance(q)) - b.radius, 64 * unit + least));
      // Denormal floats: points and distance are rounded to the least of them.
      right = right && its.distance > 0 && error <= 1 && off <= 1;
    } else {
      right = right && (verdict(its) != Verdict::touching || its.distance == 0) &&
              (verdict(its) != Verdict::overlapping || its.distance == contacts[i].separation);
    }
    if (!right && ++tally.wrong <= 3) {
      std::printf("wrong: distance %.17g, vertices %zu and %zu\n", static_cast<double>(its.distance), a.points.size(),
                  b.points.size());
    }
  }
}

/// The largest separation over all edges at a time.
Quad separation_at(const CoreOf<Quad>& a, const CoreOf<Quad>& b, const PointOf<Quad>& d, Quad time) {
  Quad largest = Quad(-std::numeric_limits<double>::infinity());
  for (const bool of_a : {true, false}) {
    const CoreOf<Quad>&own = of_a ? a : b, &other = of_a ? b : a;
    const Quad t = of_a ? time : -time;
    for (std::size_t i = 0; i < own.edges(); ++i) {
      const PointOf<Quad> edge = own.at(i + 1) - own.at(i);
      Quad least = Quad(std::numeric_limits<double>::infinity());
      for (const PointOf<Quad>& v : other.points) {
        least = std::min(least, -cross(edge, v + PointOf<Quad>{t * d.x, t * d.y} - own.at(i)));
      }
      largest = std::max(largest, least / root_of(dot(edge, edge)));
    }
  }
  return largest;
}

/// Motions that bring vertices together, exactly or nearly, at the end or in passing; and any.
template <class T>
Motion some_motion(const BasicScene<T>& scene, Pair pair, Random& random) {
  const BasicPlacedPolygon<T> a = placed(scene, pair.a), b = placed(scene, pair.b);
  const BasicVec2<T> v = a.offsets[random.below(a.offsets.size())], w = b.offsets[random.below(b.offsets.size())];
  const double x = (a.origin_x - b.origin_x) + (static_cast<double>(v.x) - static_cast<double>(w.x));
  const double y = (a.origin_y - b.origin_y) + (static_cast<double>(v.y) - static_cast<double>(w.y));
  const double factor = random.pick({1.0, 1.0, 2.0, 0.5, 1 + 0x1p-52, 1 - 0x1p-53, random.uniform(-3, 3)});
  const double limit = sizeof(T) == sizeof(float) ? 0x1p59 : 0x1p199, size = std::fmax(std::fabs(x), std::fabs(y));
  if (!(size < limit / 8) || !(size > 8 / limit)) return {};
  const auto in_range = [&](double value) { return std::fabs(value) < 1 / limit ? 0 : value; };
  return {in_range(factor * x), in_range(factor * y), 0};
}

template <class T>
void judge_sweeps(const BasicWorld<T>& world, Random& random, Tally& tally) {
  std::vector<Pair> pairs;
  std::vector<Motion> motions(world.scene.body_slots());
  std::vector<bool> is_used(motions.size());
  for (const Pair pair : world.pairs) {  // each body in one pair, for a motion is a body's
    if (pair.a == pair.b || is_used[pair.a] || is_used[pair.b]) continue;
    is_used[pair.a] = is_used[pair.b] = true;
    motions[pair.b] = some_motion(world.scene, pair, random);
    pairs.push_back(pair);
  }
  const auto found = asked<BasicImpact<T>>(pairs.size(), tally, [&](std::vector<BasicImpact<T>>& results) {
    sweep(world.scene, motions, pairs, results);
  });
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Pair pair = pairs[i];
    const Pose at_a = world.scene.pose(pair.a), at_b = world.scene.pose(pair.b);
    const Vec2d from{at_a.x, at_a.y};
    const CoreOf<Quad> a(world.scene, pair.a, from), b(world.scene, pair.b, from);
    if (a.points.size() < 3 || b.points.size() < 3) continue;
    const PointOf<Quad> d{Quad(motions[pair.b].x), Quad(motions[pair.b].y)};
    const MeetingOf<Quad> meeting = meeting_of(a, b, d, Quad(0x1p-80));
    bool hit = meeting.hit;
    if (!meeting.is_certain) {
      const CoreOf<Rational> exact_a(world.scene, pair.a, from), exact_b(world.scene, pair.b, from);
      hit = meeting_of(exact_a, exact_b, PointOf<Rational>{Rational(motions[pair.b].x), Rational(motions[pair.b].y)},
                       Rational(0))
                .hit;
    }
    ++tally.pairs;
    bool right = (found[i].hit != 0) == hit;
    if (right && hit && found[i].time > 0) {
      ++tally.counted;
      Quad reaches = 0;
      for (const BodyId body : {pair.a, pair.b}) {
        Quad square = 0;
        for (const BasicVec2<T> v : placed(world.scene, body).offsets) {
          square = std::max(square, Quad(v.x) * Quad(v.x) + Quad(v.y) * Quad(v.y));
        }
        reaches += root_of(square);
      }
      const Quad motion = root_of(dot(d, d));
      const Quad size = reaches + Quad(std::fabs(at_b.x - at_a.x)) + Quad(std::fabs(at_b.y - at_a.y)) + motion;
      const Quad bound = Quad(unit_roundoff<T>) * motion + Quad(0x1p-44) * size;
      const double error = share(separation_at(a, b, d, Quad(found[i].time)), bound);
      tally.largest = std::fmax(tally.largest, error);
      right = error <= 1;
    }
    if (!right && ++tally.wrong <= 3) {
      std::printf("wrong: hit %u, not %d, time %.17g\n", static_cast<unsigned>(found[i].hit), hit,
                  static_cast<double>(found[i].time));
    }
  }
}

/// What is done, by precision, question, family and number of the chunk; kept in a file.
class Journal {
 public:
  Journal(const std::string& name, std::uint64_t seed) {
    if (name.empty()) return;
    const std::string first = "seed " + std::to_string(seed);
    std::ifstream in(name);
    std::string line;
    const bool is_new = !std::getline(in, line);
    if (!is_new && line != first) {
      std::fprintf(stderr, "%s is the journal of another seed: %s\n", name.c_str(), line.c_str());
      std::exit(1);
    }
    while (std::getline(in, line)) {
      const std::size_t colon = line.find(": ");
      Tally tally;
      std::istringstream numbers(colon == std::string::npos ? "" : line.substr(colon + 2));
      std::string end;
      if (numbers >> tally.pairs >> tally.counted >> tally.wrong >> tally.largest >> end && end == ".") {
        done_[line.substr(0, colon)] = tally;
      }
    }
    out_.open(name, std::ios::app);
    if (is_new) out_ << first << '\n';
  }
  const Tally* find(const std::string& chunk) const {
    const auto at = done_.find(chunk);
    return at == done_.end() ? nullptr : &at->second;
  }
  void note(const std::string& chunk, const Tally& tally) {
    if (!out_.is_open()) return;
    out_ << chunk << ": " << tally.pairs << ' ' << tally.counted << ' ' << tally.wrong << ' ' << tally.largest << " ." << std::endl;
  }

 private:
  std::map<std::string, Tally> done_;
  std::ofstream out_;
};

template <class T, class Family>
Tally run_family(const char* precision, bool of_distances, const Family& family, std::size_t pairs, std::uint64_t seed,
                 Journal& journal) {
  Tally total;
  for (std::size_t chunk = 0; chunk * pairs_per_chunk < pairs; ++chunk) {
    const std::string name = std::string(precision) + (of_distances ? " distances " : " sweeps ") + family.name + ' ' +
                             std::to_string(chunk);
    if (const Tally* const known = journal.find(name)) {
      total.add(*known);
      continue;
    }
    std::uint64_t own = 0xcbf29ce484222325 + seed;
    for (const char c : name) own = (own ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    Random random(own);
    Tally tally;
    const BasicWorld<T> world = world_of(family, pairs_per_chunk, random);
    of_distances ? judge_distances<T>(world, random, tally) : judge_sweeps<T>(world, random, tally);
    journal.note(name, tally);
    total.add(tally);
  }
  std::printf("%-7s %-10s %-20s %9llu pairs %9llu %s %6llu wrong, largest error %.4f of the bound\n", precision,
              of_distances ? "distances" : "sweeps", family.name, static_cast<unsigned long long>(total.pairs),
              static_cast<unsigned long long>(total.counted), of_distances ? "disjoint" : "hits",
              static_cast<unsigned long long>(total.wrong), total.largest);
  std::fflush(stdout);
  return total;
}

template <class T>
Tally run(const char* precision, std::string_view question, std::size_t pairs, std::uint64_t seed, Journal& journal) {
  Tally total;
  for (const bool of_distances : {true, false}) {
    if (!question.empty() && question != (of_distances ? "distances" : "sweeps")) continue;
    for (const BasicFamily<T>& family : families<T>()) {
      total.add(run_family<T>(precision, of_distances, family, pairs, seed, journal));
    }
    for (const BasicRoundFamily<T>& family : round_families<T>()) {
      if (of_distances) total.add(run_family<T>(precision, true, family, pairs, seed, journal));
    }
  }
  return total;
}

}  // namespace
}  // namespace satchel::test

int main(int count, char** arguments) {
  std::size_t pairs = 2000;
  std::uint64_t seed = 2026;
  std::string question, journal_name;
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string_view name = arguments[i];
    if (name == "--pairs") pairs = std::strtoull(arguments[i + 1], nullptr, 10);
    if (name == "--seed") seed = std::strtoull(arguments[i + 1], nullptr, 10);
    if (name == "--question") question = arguments[i + 1];
    if (name == "--journal") journal_name = arguments[i + 1];
  }
  satchel::test::Journal journal(journal_name, seed);
  satchel::test::Tally total = satchel::test::run<float>("float", question, pairs, seed, journal);
  total.add(satchel::test::run<double>("double", question, pairs, seed, journal));
  std::printf("%llu pairs, %llu wrong\n", static_cast<unsigned long long>(total.pairs),
              static_cast<unsigned long long>(total.wrong));
  return total.wrong == 0 ? 0 : 2;
}
