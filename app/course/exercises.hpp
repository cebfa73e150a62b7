// The exercises of the course (docs/course): the task of each, and the checks of its kernel.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gputest {

/// The requirements on an exercise's kernel in addition to right results. Counts come from
/// opencl/kernels/course/counted.h, so only from kernels that report their accesses through it.
struct ExerciseChecks {
  std::optional<double> lines_read;     ///< maximum of 128-byte lines that 32 items read at once
  std::optional<double> lines_written;  ///< likewise for writes
  std::optional<double> reads;          ///< maximum reads of global memory per result
  std::optional<double> bank_turns;     ///< maximum bank cycles of 32 items' read of local memory
  std::optional<double> additions;      ///< maximum atomic additions to global memory per launch
  std::optional<double> launches;       ///< maximum kernels that a launch enqueues
  std::optional<double> faster;         ///< minimum speed-up over the start
  std::optional<double> error;          ///< maximum of the largest error
  /// Results are the same bits when the items of every input are in the opposite order.
  bool any_order = false;
  /// Results are also right with the items of a group in the opposite order (counted.h).
  bool any_item = false;
  std::string layout;              ///< the layout that the kernel must read; empty: any
  std::vector<std::string> has;    ///< words that its text must contain outside comments
  std::vector<std::string> lacks;  ///< words that it must not contain

  /// Whether the kernel must report its accesses through counted.h.
  bool counts_writes() const { return lines_read || lines_written || reads || bank_turns; }
  bool counts() const { return counts_writes() || additions || launches; }
};

/// The size of an exercise's problem.
struct ExerciseSize {
  std::uint64_t n = 1;
  std::string shape;  ///< the value of --shape, which determines n; empty: use n

  std::string text() const { return shape.empty() ? std::to_string(n) : shape; }
};

/// One exercise of the course.
struct Exercise {
  std::string name;  ///< "coalescing"
  unsigned lesson = 0;
  std::string title;  ///< one line
  std::string asks;   ///< sentences
  std::string family;
  /// The kernel that the family's template begins with, "gravity_naive". Empty: the start is a file
  /// of the exercise's name in opencl/kernels/course.
  std::string begins_as;
  std::string layout;                          ///< of the start; empty: the kernel's default
  std::map<std::string, std::string> options;  ///< of the problem, and values of the family's axes
  std::vector<ExerciseSize> sizes;             ///< results must be right at all; the last is timed
  ExerciseSize counted;                        ///< accesses are counted at this size
  bool start_races = false;                    ///< never run the start: it may end the process
  ExerciseChecks checks;
};

/// All exercises, in the order of the lessons.
const std::vector<Exercise>& exercises();

/// The names of all exercises.
std::vector<std::string> exercise_names();

}  // namespace gputest
