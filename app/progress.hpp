// What is being done, on a terminal's standard error and nowhere else.
#pragma once

#include <cstddef>
#include <string>

namespace gputest {

/// A line on stderr that says which case runs.
class Progress {
 public:
  explicit Progress(std::size_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// Replaces the line by "[k/total] text".
  void show(std::size_t k, const std::string& text);

 private:
  std::size_t total_;
  bool terminal_;
};

}  // namespace gputest
