// The loop of every peer: a pair a line comes in, and its answers, a line, go out.
//
// The first line that goes out has the library's name, its version and the questions, with tabs between; so have the answers, which are
// yes, no, a number, two numbers with a space (a vector), none (there is no such answer) or error.
// A pair is the number of vertices, their coordinates, and the same of the other polygon; counter-clockwise, strictly convex.
#pragma once

#include <cmath>
#include <cstdio>
#include <exception>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace audit {

struct Point {
  double x, y;
};
using Polygon = std::vector<Point>;

inline std::string yes(bool answer) { return answer ? "yes" : "no"; }
inline std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}
inline std::string vector(double x, double y) { return number(x) + ' ' + number(y); }

/// The area of a ring that a library made. It is summed relative to a vertex, so it loses no digits far from the origin.
inline double area(const Polygon& ring) {
  double doubled = 0;
  for (std::size_t k = 2; k < ring.size(); ++k) {
    const Point o = ring[0], p = ring[k - 1], q = ring[k];
    doubled += (p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x);
  }
  return std::abs(doubled) / 2;
}

inline Polygon read_polygon(std::istream& in) {
  std::size_t count = 0;
  in >> count;
  Polygon polygon(count);
  for (Point& v : polygon) {
    std::string x, y;
    in >> x >> y;
    v = {std::stod(x), std::stod(y)};
  }
  return polygon;
}

/// The answer to one question, or error where the library throws.
template <class Ask>
std::string guarded(Ask ask) {
  try {
    return ask();
  } catch (const std::exception&) {
    return "error";
  }
}

/// answers(a, b): the line.
template <class Answers>
int answer_all(const std::string& name, const std::string& version, const std::string& questions, Answers answers) {
  std::printf("%s\t%s\t%s\n", name.c_str(), version.c_str(), questions.c_str());
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream in(line);
    const Polygon a = read_polygon(in), b = read_polygon(in);
    std::puts(std::string(answers(a, b)).c_str());
    std::fflush(stdout);  // so that those before a crash are there
  }
  return 0;
}

}  // namespace audit
