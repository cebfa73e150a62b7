// Checks a kernel of an exercise.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/course/exercises.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// The result of one check.
struct ExerciseFinding {
  std::string topic;     ///< "right", "lines read"
  bool passed = true;    ///< also if nothing was required
  std::string sentence;  ///< the finding and the requirement
  bool is_asked = true;  ///< false: only for information
};

/// The checked kernel, and the device that runs it.
struct CheckedKernel {
  std::string name, device, device_name;
};

/// Receives events during a check, because a kernel may end the process.
struct ExerciseListener {
  std::function<void(const CheckedKernel&)> begun;
  /// Called before each part, with the topic of its finding and the input that the kernel runs on.
  std::function<void(const std::string& topic, const std::string& on)> checking;
  std::function<void(const ExerciseFinding&)> found;
};

/// The exercise, the kernel's file and the device.
struct ExerciseRequest {
  const Exercise* exercise = nullptr;
  std::string file;
  std::string device;  ///< like --device of a run; empty: the first of the kernel's API
  bool timed = true;   ///< compare its speed with the start's, unless the device is emulated
};

/// Adds the file's kernel and the exercise's start to the registry, and checks the kernel. It
/// verifies results at every size first, and stops if they are wrong. Returns whether the kernel
/// passed. Throws Error if the file has no kernel of the exercise's family, or there is no device.
bool check_exercise(Registry& registry, const ExerciseRequest& request,
                    const ExerciseListener& listener);

}  // namespace gputest
