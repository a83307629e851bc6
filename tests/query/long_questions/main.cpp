// Questions by the million, by hand: families of hard pairs against numbers of 113 bits, and rational numbers or integers where
// these cannot tell; every instruction set against the first one.
//
//   satchel_long_run_questions [--question NAME] [--family NAME] [--pairs N] [--chunk N] [--seed S] [--journal FILE]
//
//   --question  verdicts (of polygons, each pair at 256 places), distances, sweeps (of polygons in straight motion), motions
//               (sweeps of bodies that turn or have a radius), leaving (sweeps with leaves_start), manifolds, points (and boxes,
//               beside each pair's surfaces), rays, within, push_out; all without it
//   --pairs     of each family, for each precision, in whole chunks
//   --journal   a line for each chunk that is done: a run that was cut off goes on behind them. Its first line names seed and chunk
//
// What is wrong: the head of each question's file says it, and other bits on another instruction set are. "Other choices" are
// answers that are right by another choice than the exact one, which lies within the bound of rounding, "open" those that are
// neither shown to be right nor wrong. Exit status: 0 nothing wrong, 1 bad arguments or journal, 2 something wrong.
#include <cstdlib>
#include <functional>
#include <string>

#include "aims.hpp"
#include "journal.hpp"

namespace satchel::test {
namespace {

struct Order {
  std::string question, family, journal;
  std::size_t pairs = 2000, chunk = 500;
  std::uint64_t seed = 2026;
};

template <class T>
struct Question {
  const char *name, *counted;
  void (*judge)(const BasicWorld<T>&, Random&, Tally&);
  bool has_radii;
};

template <class T>
constexpr Question<T> questions[] = {
    {"verdicts", "touching", judge_verdicts<T>, false}, {"distances", "disjoint", judge_distances<T>, true},
    {"sweeps", "hits", judge_sweeps<T>, false},         {"motions", "hits", judge_motions<T>, true},
    {"leaving", "hits", judge_leaving<T>, true},        {"manifolds", "points", judge_manifolds<T>, true},
    {"points", "found", judge_points<T>, true},         {"rays", "hits", judge_rays<T>, true},
    {"within", "within", judge_within<T>, true},        {"push_out", "pushed", judge_push_out<T>, true}};

template <class T>
struct NamedWorlds {
  std::string name;
  bool has_radii;
  std::function<BasicWorld<T>(std::size_t, Random&)> make;
};

template <class T>
std::vector<NamedWorlds<T>> all_worlds() {
  std::vector<NamedWorlds<T>> all;
  const auto add = [&](const auto& families, bool has_radii) {
    for (const auto& family : families) {
      all.push_back(
          {family.name, has_radii, [&](std::size_t pairs, Random& random) { return world_of(family, pairs, random); }});
    }
  };
  add(families<T>(), false);
  add(round_families<T>(), true);
  add(aimed_families<T>(), true);
  return all;
}

template <class T>
Tally run_family(const char* precision, const Question<T>& question, const NamedWorlds<T>& worlds, const Order& order,
                 Journal& journal) {
  Tally total;
  for (std::size_t chunk = 0; chunk * order.chunk < order.pairs; ++chunk) {
    const std::string name =
        std::string(precision) + ' ' + question.name + ' ' + worlds.name + ' ' + std::to_string(chunk);
    if (const Tally* const known = journal.find(name)) {
      total.add(*known);
      continue;
    }
    std::uint64_t own = 0xcbf29ce484222325 + order.seed;
    for (const char c : name) own = (own ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    Random random(own);
    Tally tally;
    question.judge(worlds.make(order.chunk, random), random, tally);
    journal.note(name, tally);
    total.add(tally);
  }
  std::printf(
      "%-7s %-10s %-24s %9llu pairs %9llu %-8s %6llu wrong, %llu other choices, %llu open, largest error %.4f of the "
      "bound\n",
      precision, question.name, worlds.name.c_str(), static_cast<unsigned long long>(total.pairs),
      static_cast<unsigned long long>(total.counted), question.counted, static_cast<unsigned long long>(total.wrong),
      static_cast<unsigned long long>(total.ties), static_cast<unsigned long long>(total.open), total.largest);
  std::fflush(stdout);
  return total;
}

template <class T>
void run(const char* precision, const Order& order, Journal& journal, std::map<std::string, Tally>& totals) {
  const std::vector<NamedWorlds<T>> all = all_worlds<T>();
  for (const Question<T>& question : questions<T>) {
    if (!order.question.empty() && order.question != question.name) continue;
    for (const NamedWorlds<T>& worlds : all) {
      if (!order.family.empty() && order.family != worlds.name) continue;
      if (worlds.has_radii && !question.has_radii) continue;
      totals[question.name].add(run_family<T>(precision, question, worlds, order, journal));
    }
  }
}

Order order_of(int count, char** arguments) {
  Order order;
  for (int i = 1; i < count; i += 2) {
    const std::string_view name = arguments[i];
    const char* const value = i + 1 < count ? arguments[i + 1] : "";
    const std::size_t number = std::strtoull(value, nullptr, 10);
    if (name == "--question") {
      order.question = value;
    } else if (name == "--family") {
      order.family = value;
    } else if (name == "--journal") {
      order.journal = value;
    } else if (name == "--pairs") {
      order.pairs = number;
    } else if (name == "--chunk" && number > 0) {
      order.chunk = number;
    } else if (name == "--seed") {
      order.seed = number;
    } else {
      std::fprintf(stderr, "what is %s %s?\n", arguments[i], value);
      std::exit(1);
    }
  }
  return order;
}

}  // namespace
}  // namespace satchel::test

int main(int count, char** arguments) {
  using namespace satchel::test;
  const Order order = order_of(count, arguments);
  Journal journal(order.journal, "seed " + std::to_string(order.seed) + ", chunks of " + std::to_string(order.chunk));
  std::map<std::string, Tally> totals;
  run<float>("float", order, journal, totals);
  run<double>("double", order, journal, totals);
  bool is_wrong = totals.empty();
  for (const auto& [name, total] : totals) {
    std::printf("%s: %llu pairs, %llu wrong, %llu other choices, %llu open, largest error %.4f of the bound\n",
                name.c_str(), static_cast<unsigned long long>(total.pairs),
                static_cast<unsigned long long>(total.wrong), static_cast<unsigned long long>(total.ties),
                static_cast<unsigned long long>(total.open), total.largest);
    is_wrong = is_wrong || total.wrong != 0;
  }
  return is_wrong ? 2 : 0;
}
