// The exercises of the course (docs/course): what each asks, and what is checked of a kernel.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gputest {

/// What is asked of an exercise's kernel beside a right answer. Counts are those of
/// opencl/kernels/course/counted.h, so of kernels that say where they read and write.
struct ExerciseChecks {
  std::optional<double> lines_read;     ///< lines of 128 bytes that 32 items read at once, at most
  std::optional<double> lines_written;  ///< likewise
  std::optional<double> reads;          ///< of global memory, for each result, at most
  std::optional<double> bank_turns;     ///< turns that 32 items' read of local memory takes
  std::optional<double> faster;         ///< times as fast as the start, at least
  std::optional<double> error;          ///< the largest, at most
  std::string layout;                   ///< that the kernel reads; empty: any
  std::vector<std::string> has;         ///< what stands in its text, comments left out
  std::vector<std::string> lacks;       ///< what does not

  bool counts() const { return lines_read || lines_written || reads || bank_turns; }
};

/// An exercise.
struct Exercise {
  std::string name;  ///< "coalescing"
  unsigned lesson = 0;
  std::string title;  ///< one line
  std::string asks;   ///< sentences
  std::string family;
  /// The kernel that a template of the family begins as, "gravity_naive"; empty: the start is a
  /// text of its own, the file of its name in opencl/kernels/course.
  std::string begins_as;
  std::string layout;                          ///< of the start; empty: its own
  std::map<std::string, std::string> options;  ///< of the problem, and values of the family's axes
  std::vector<std::uint64_t> sizes;            ///< at which it must be right; the last is timed
  std::uint64_t counted = 0;                   ///< the size at which accesses are counted
  ExerciseChecks checks;
};

/// All of them, in the order of the lessons.
const std::vector<Exercise>& exercises();

/// Their names.
std::vector<std::string> exercise_names();

}  // namespace gputest
