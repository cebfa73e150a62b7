// What is being done, on a terminal's standard error and nowhere else.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "common/core/stopwatch.hpp"

namespace gputest {

/// How long something takes, for people: "25 s", "3 min", "2.5 h".
std::string rough_time(double seconds);

/// A line on stderr that says which case runs, and for about how long there will be others.
class Progress {
 public:
  /// `total` is what lines count to; of it `to_run` are shown, all of them where none is said. What
  /// is quiet shows nothing.
  explicit Progress(std::size_t total, std::optional<std::size_t> to_run = {}, bool quiet = false);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// Replaces the line by "[k/total] text, about 25 s left": the time that those before took each,
  /// of those that are left.
  void show(std::size_t k, const std::string& text);
  /// Takes the line away, so that something else is written there.
  void clear();

 private:
  std::size_t total_, to_run_, shown_ = 0;
  bool terminal_;
  Stopwatch watch_;
};

}  // namespace gputest
