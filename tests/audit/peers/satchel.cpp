// Satchel on every instruction set of the machine, in float or double (its argument); ends if the bits of two sets differ.
#include <cstdlib>
#include <cstring>
#include <satchel/satchel.hpp>

#include "pairs.hpp"

namespace {

template <class T>
struct Answers {
  std::vector<satchel::BasicContact<T>> contacts;
  std::vector<T> areas;
};

template <class T>
Answers<T> ask(const satchel::BasicScene<T>& scene, const std::vector<satchel::Pair>& pairs) {
  Answers<T> answers;
  answers.contacts.resize(pairs.size());
  answers.areas.resize(pairs.size());
  satchel::collide(scene, pairs, answers.contacts);
  satchel::overlap_areas(scene, pairs, answers.areas);
  return answers;
}

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

template <class T>
int answer_all(const char* name) {
  satchel::BasicScene<T> scene;
  std::vector<satchel::Pair> pairs;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream in(line);
    satchel::BodyId ids[2];
    for (satchel::BodyId& id : ids) {
      std::vector<satchel::BasicVec2<T>> vertices;
      for (const audit::Point v : audit::read_polygon(in))
        vertices.push_back({static_cast<T>(v.x), static_cast<T>(v.y)});
      id = scene.add_body(scene.add_polygon(vertices));
    }
    pairs.push_back({ids[0], ids[1]});
  }
  Answers<T> first;
  for (const std::string_view isa : satchel::available_isas()) {
    satchel::force_isa(isa);
    const Answers<T> answers = ask(scene, pairs);
    if (first.contacts.empty()) first = answers;
    if (!same_bits(first.contacts, answers.contacts) || !same_bits(first.areas, answers.areas)) {
      std::fprintf(stderr, "%s has other bits\n", std::string(isa).c_str());
      return 1;
    }
  }
  std::printf("%s\t%s\tintersects by collide\tinteriors by collide\tarea by overlap_areas\tmtv by collide\n", name,
              AUDIT_VERSION);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const satchel::Verdict verdict = satchel::verdict(first.contacts[k]);
    const satchel::BasicVec2<T> move = satchel::mtv(first.contacts[k]);
    const bool overlap = verdict == satchel::Verdict::overlapping;
    std::printf("%s\t%s\t%s\t%s\n", audit::yes(verdict != satchel::Verdict::disjoint).c_str(),
                audit::yes(overlap).c_str(), audit::number(first.areas[k]).c_str(),
                overlap ? audit::vector(move.x, move.y).c_str() : "none");
  }
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count == 2 && std::strcmp(arguments[1], "float") == 0) return answer_all<float>("Satchel, float");
  if (count == 2 && std::strcmp(arguments[1], "double") == 0) return answer_all<double>("Satchel, double");
  std::fputs("usage: satchel_audit_peer float|double < PAIRS\n", stderr);
  return 1;
}
