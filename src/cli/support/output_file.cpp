#include "cli/support/output_file.hpp"

#include <cerrno>
#include <filesystem>
#include <random>
#include <system_error>
#include <utility>

#include <fmt/core.h>

#include "cli/support/failure.hpp"
#include "cli/support/system.hpp"

namespace satchel::cli {
namespace fs = std::filesystem;
namespace {

/// As `errno`; errors of Windows have other numbers.
int number_of(const std::error_code& error) { return error.default_error_condition().value(); }

}  // namespace

OutputFile::OutputFile(std::string path) : path_(std::move(path)), target_(path_) {
  file_.reset(open_own_stream(path_));
  if (file_) {
    return;
  }
  const fs::file_type type = type_of(path_);
  const bool exists = type != fs::file_type::not_found && type != fs::file_type::none;
  if (type == fs::file_type::directory) {
    fail(EISDIR);
  }
  if (exists && type != fs::file_type::regular) {
    file_.reset(std::fopen(path_.c_str(), "wb"));
    if (!file_) {
      fail(errno);
    }
    return;
  }
  if (exists) {  // a link is kept; the file that it refers to is replaced
    std::error_code error;
    target_ = name_of(fs::canonical(path_of(path_), error));
    if (error) {
      fail(number_of(error));
    }
    // Test write permission, because a rename would replace even a write-protected file.
    file_.reset(std::fopen(target_.c_str(), "r+b"));
    if (!file_) {
      fail(errno);
    }
    file_.reset();
  } else if (std::error_code error; fs::is_symlink(path_of(path_), error)) {  // the file that it refers to is made
    const fs::path link = path_of(path_), to = fs::read_symlink(link, error);
    target_ = name_of(to.is_absolute() ? to : link.parent_path() / to);
  }
  // The name is random, so that two runs with one target use different files.
  std::random_device random;
  for (int attempt = 0; attempt < 16 && !file_; ++attempt) {
    std::string name = fmt::format("{}.{:08x}.tmp", target_, random());
    file_.reset(open_new_file(name));
    if (file_) {
      temporary_ = std::move(name);
    } else if (errno != EEXIST) {
      fail(errno);
    }
  }
  if (!file_) {
    fail(EEXIST);
  }
  if (exists) {
    std::error_code ignored;
    fs::permissions(path_of(temporary_), fs::status(path_of(target_), ignored).permissions(), ignored);
  }
}

OutputFile::~OutputFile() {
  file_.reset();
  if (!temporary_.empty()) {
    std::error_code ignored;
    fs::remove(path_of(temporary_), ignored);
  }
}

void OutputFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) {
    fail(errno);
  }
}

void OutputFile::commit() {
  if (std::fclose(file_.release()) != 0) {  // writes the last data, so that a full disk is reported here
    fail(errno);
  }
  if (!temporary_.empty()) {
    std::error_code error;
    fs::rename(path_of(temporary_), path_of(target_), error);
    if (error) {
      fail(number_of(error));
    }
    temporary_.clear();
  }
}

void OutputFile::fail(int reason) const {
  throw Failure(ExitStatus::file,
                fmt::format("{}: cannot be written: {}", path_, std::generic_category().message(reason)));
}

}  // namespace satchel::cli
