// The progress line, only on a terminal's standard error.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "common/core/stopwatch.hpp"

namespace gputest {

/// A duration for people: "25 s", "3 min", "2.5 h".
std::string rough_time(double seconds);

/// A line on stderr that shows the running case and the estimated time left.
class Progress {
 public:
  /// `total` is the number that lines count to. `to_run` of them are shown, all by default. Shows
  /// nothing if `quiet`.
  explicit Progress(std::size_t total, std::optional<std::size_t> to_run = {}, bool quiet = false);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// Replaces the line by "[k/total] text, about 25 s left". The estimate multiplies the mean time
  /// of the cases so far by the number of cases left.
  void show(std::size_t k, const std::string& text);
  /// Removes the line, so that something else can be written there.
  void clear();

 private:
  std::size_t total_, to_run_, shown_ = 0;
  bool terminal_;
  Stopwatch watch_;
};

}  // namespace gputest
