// The tool where the system fails: disks that are full or break, pipes that close, a kill in the middle of writing. A file
// appears whole or not at all, an old one stays, and the exit status and the message say so.
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <string>
#include <thread>

#include "tool.hpp"

namespace satchel::cli_test {
namespace {

class ToolFaults : public Tool {
 protected:
  ToolFaults() : big_(generate("octagons", 900, 3, "big.json")) {}

  /// Runs a line of the shell, in the test's folder, in which $tool and $scene are the tool and a scene.
  Outcome shell(const std::string& line) const {
    const std::string names = "tool=$1; scene=$2; failing=$4; cd \"$3\"; ";
    return test::run_program(
        {"/bin/sh", "-c", names + line, "sh", SATCHEL_TOOL_PATH, big_, path("").string(), SATCHEL_FAILING_FILES});
  }
  /// @param what  of the message, behind "cannot be written: "
  void expect_no_output(const Outcome& result, const std::string& what) const {
    EXPECT_EQ(result.status, 3) << result.err;
    EXPECT_NE(result.err.find("cannot be written: " + what), std::string::npos) << result.err;
    EXPECT_EQ(file_text(path("out")), "old");
    EXPECT_EQ(file_count(), 2u) << "a temporary file is left";
  }

  const std::array<std::string, 6> commands{
      "collide \"$scene\" --out out", "collide \"$scene\" --svg out", "collide \"$scene\" --html out",
      "place \"$scene\" --out out",   "pairs \"$scene\" --out out",   "generate --kind demo --bodies 900 --out out"};

 private:
  std::string big_;
};

TEST_F(ToolFaults, a_file_that_may_not_grow_is_not_written) {
  write_file(path("out"), "old");
  for (const std::string& command : commands) {
    SCOPED_TRACE(command);
    expect_no_output(shell("trap '' XFSZ; ulimit -f 4; exec \"$tool\" " + command), "File too large");
  }
}

/// The write fails, that of what is left when the file is closed, or the rename.
TEST_F(ToolFaults, a_disk_that_is_full_or_breaks_is_told) {
  write_file(path("out"), "old");
  const std::array<std::string, 3> faults{"write:1", "close:1", "rename:1"};
  for (const auto& [number, text] :
       {std::pair("28", "No space left on device"), std::pair("5", "Input/output error")}) {
    for (const std::string& fault : faults) {
      SCOPED_TRACE(fault + " fails with " + number);
      const std::string failing = "SATCHEL_FAILS=" + fault + ":" + number + " LD_PRELOAD=\"$failing\" exec \"$tool\" ";
      expect_no_output(shell(failing + commands[3]), text);
    }
  }
}

TEST_F(ToolFaults, a_summary_that_cannot_be_written_is_told) {
  for (const std::string& command : {std::string("collide \"$scene\""), std::string("info")}) {
    const Outcome result = shell("exec \"$tool\" " + command + " >/dev/full");
    EXPECT_EQ(result.status, 3) << command;
    EXPECT_NE(result.err.find("standard output: cannot be written: No space left on device"), std::string::npos)
        << result.err;
  }
}

TEST_F(ToolFaults, a_pipe_that_closes_is_told) {
  const std::string piped = "place \"$scene\" --out /dev/stdout; echo $? >status) | head -c 100 >/dev/null; cat status";
  const Outcome ignored = shell("(trap '' PIPE; \"$tool\" " + piped);
  EXPECT_EQ(ignored.out, "3\n");
  EXPECT_NE(ignored.err.find("/dev/stdout: cannot be written: Broken pipe"), std::string::npos) << ignored.err;
  const Outcome killed = shell("(\"$tool\" " + piped);
  EXPECT_EQ(killed.out, "141\n") << "by SIGPIPE, as other programs";
}

/// Killed as soon as some of the file has been written, an old file is what it was, and the next run is not disturbed.
TEST_F(ToolFaults, the_standard_output_is_written_to_as_it_is) {
  write_file(path("log"), "old line\n");
  const Outcome result =
      shell("\"$tool\" pairs \"$scene\" --out /dev/stdout >>log; echo $?; head -n 2 log; tail -n 1 log");
  EXPECT_EQ(lines(result.out)[0], "0") << result.err;
  EXPECT_EQ(lines(result.out)[1], "old line");
  EXPECT_EQ(lines(result.out)[2], "a,b");
  EXPECT_EQ(lines(result.out).size(), 4u);
  const Outcome other = shell("\"$tool\" pairs \"$scene\" --out /dev/stdout >log; head -n 1 log");
  EXPECT_EQ(other.out, "a,b\n");
}

TEST_F(ToolFaults, modes_and_links_are_kept) {
  const Outcome result = shell(
      "echo old >out; chmod 600 out; \"$tool\" pairs \"$scene\" --out out >/dev/null; stat -c %a out; "
      "mkdir there; ln -s there/made link; \"$tool\" pairs \"$scene\" --out link >/dev/null; readlink link; head -n 1 "
      "there/made");
  EXPECT_EQ(result.out, "600\nthere/made\na,b\n") << result.err;
}

TEST_F(ToolFaults, a_kill_leaves_no_half_file_under_its_name) {
  write_file(path("out"), "old");
  std::size_t caught = 0;
  for (int round = 0; round < 4; ++round) {
    const pid_t child = fork();
    if (child == 0) {
      const std::string out = path("out").string();
      const int nothing = open("/dev/null", O_WRONLY);
      dup2(nothing, 1);
      execl(SATCHEL_TOOL_PATH, "satchel", "generate", "--kind", "octagons", "--bodies", "150000", "--out", out.c_str(),
            nullptr);
      _exit(127);
    }
    const auto begun = [&] {
      for (const auto& entry : std::filesystem::directory_iterator(path(""))) {
        std::error_code gone;
        if (entry.path().extension() == ".tmp" && entry.file_size(gone) > 4096 && !gone) return true;
      }
      return false;
    };
    int status = 0;
    while (!begun() && waitpid(child, &status, WNOHANG) == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status)) {
      ++caught;
      EXPECT_EQ(file_text(path("out")), "old");
    } else {  // it was faster
      write_file(path("out"), "old");
    }
    for (const auto& entry : std::filesystem::directory_iterator(path(""))) {
      if (entry.path().extension() == ".tmp") std::filesystem::remove(entry.path());
    }
  }
  EXPECT_GT(caught, 0u);
  output({"generate", "--kind", "octagons", "--bodies", "10", "--out", path("out").string()});
  EXPECT_NE(file_text(path("out")), "old");
}

}  // namespace
}  // namespace satchel::cli_test
