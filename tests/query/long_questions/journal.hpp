// What a run of satchel_long_run_questions has done, chunk by chunk, in a file that a run which was cut off goes on from.
#pragma once

#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <map>
#include <sstream>
#include <string>

#include "judging.hpp"

namespace satchel::test {

class Journal {
 public:
  /// @param order  what the chunks depend on besides their names
  Journal(const std::string& name, const std::string& order) {
    if (name.empty()) return;
    std::string text;
    {
      std::ifstream in(name, std::ios::binary);
      text.assign(std::istreambuf_iterator<char>(in), {});
    }
    std::istringstream lines(text);
    std::string line;
    const bool is_new = !std::getline(lines, line) || lines.eof();  // a first line that was cut off is none
    if (!is_new && line != order) fail(name + " is the journal of another run: " + line);
    while (std::getline(lines, line)) read(line);
    out_.open(name, is_new ? std::ios::trunc : std::ios::app);
    if (is_new) out_ << order << std::endl;
    if (!is_new && text.back() != '\n') out_ << std::endl;
    if (!out_) fail("cannot write " + name);
  }
  const Tally* find(const std::string& chunk) const {
    const auto at = done_.find(chunk);
    return at == done_.end() ? nullptr : &at->second;
  }
  void note(const std::string& chunk, const Tally& tally) {
    if (!out_.is_open()) return;
    out_ << chunk << ": " << tally.pairs << ' ' << tally.counted << ' ' << tally.wrong << ' ' << tally.ties << ' '
         << tally.open << ' ' << std::setprecision(17) << tally.largest << " ." << std::endl;
    if (!out_) fail("cannot write the journal");
  }

 private:
  [[noreturn]] static void fail(const std::string& message) {
    std::fprintf(stderr, "%s\n", message.c_str());
    std::exit(1);
  }
  /// A line that was cut off has no end, and its chunk is done again.
  void read(const std::string& line) {
    const std::size_t colon = line.find(": ");
    if (colon == std::string::npos) return;
    Tally tally;
    std::istringstream numbers(line.substr(colon + 2));
    std::string end;
    numbers >> tally.pairs >> tally.counted >> tally.wrong >> tally.ties >> tally.open >> tally.largest >> end;
    if (numbers && end == ".") done_[line.substr(0, colon)] = tally;
  }

  std::map<std::string, Tally> done_;
  std::ofstream out_;
};

}  // namespace satchel::test
