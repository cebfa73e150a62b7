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
  std::optional<double> additions;      ///< atomic ones to global memory, of a launch, at most
  std::optional<double> launches;       ///< kernels that a launch enqueues, at most
  std::optional<double> faster;         ///< times as fast as the start, at least
  std::optional<double> error;          ///< the largest, at most
  /// Results are the same bits when the items of every input are in the opposite order.
  bool any_order = false;
  /// It is right with the items of a group in the opposite order too, as counted.h puts them.
  bool any_item = false;
  std::string layout;              ///< that the kernel reads; empty: any
  std::vector<std::string> has;    ///< what stands in its text, comments left out
  std::vector<std::string> lacks;  ///< what does not

  /// Whether the kernel has to count, by writing through counted.h.
  bool counts_writes() const { return lines_read || lines_written || reads || bank_turns; }
  bool counts() const { return counts_writes() || additions || launches; }
};

/// How large a problem of an exercise is.
struct ExerciseSize {
  std::uint64_t n = 1;
  std::string shape;  ///< the family's option of that name, which tells n; empty: n does

  std::string text() const { return shape.empty() ? std::to_string(n) : shape; }
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
  std::vector<ExerciseSize> sizes;             ///< at which it must be right; the last is timed
  ExerciseSize counted;                        ///< the size at which accesses are counted
  bool start_races = false;                    ///< the start is never run: it may end the process
  ExerciseChecks checks;
};

/// All of them, in the order of the lessons.
const std::vector<Exercise>& exercises();

/// Their names.
std::vector<std::string> exercise_names();

}  // namespace gputest
