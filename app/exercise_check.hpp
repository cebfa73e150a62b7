// Whether a kernel does what an exercise asks.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/exercises.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// One thing that was looked at.
struct ExerciseFinding {
  std::string topic;     ///< "right", "lines read"
  bool passed = true;    ///< also where nothing was asked
  std::string sentence;  ///< what was found, and what was asked
  bool is_asked = true;  ///< false: it is told for its own sake
};

/// A kernel that was checked.
struct CheckedExercise {
  std::string kernel, device, device_name;
  std::vector<ExerciseFinding> findings;

  bool passed() const;
};

/// What is checked, and on which device.
struct ExerciseRequest {
  const Exercise* exercise = nullptr;
  std::string file;
  std::string device;                  ///< as of a run; empty: the first of the kernel's API
  bool timed = true;                   ///< held against the start, where the device is real
  std::function<void()> step = [] {};  ///< called before each part of the check
};

/// Adds the file's kernel and the exercise's start to the registry, and checks the kernel: right at
/// every size first, and nothing more where it is wrong. Throws Error where the file is no kernel
/// of the exercise's family, or the device is not there.
CheckedExercise check_exercise(Registry& registry, const ExerciseRequest& request);

}  // namespace gputest
