// Whether a kernel does what an exercise asks.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/course/exercises.hpp"
#include "common/run/registry.hpp"

namespace gputest {

/// One thing that was looked at.
struct ExerciseFinding {
  std::string topic;     ///< "right", "lines read"
  bool passed = true;    ///< also where nothing was asked
  std::string sentence;  ///< what was found, and what was asked
  bool is_asked = true;  ///< false: it is told for its own sake
};

/// The kernel that is checked, and the device that runs it.
struct CheckedKernel {
  std::string name, device, device_name;
};

/// Hears of a check as it goes, since a kernel may end the process.
struct ExerciseListener {
  std::function<void(const CheckedKernel&)> begun;
  /// Before each part: the topic of what will be found, and what the kernel is run on.
  std::function<void(const std::string& topic, const std::string& on)> checking;
  std::function<void(const ExerciseFinding&)> found;
};

/// What is checked, and on which device.
struct ExerciseRequest {
  const Exercise* exercise = nullptr;
  std::string file;
  std::string device;  ///< as of a run; empty: the first of the kernel's API
  bool timed = true;   ///< held against the start, where the device is real
};

/// Adds the file's kernel and the exercise's start to the registry, and checks the kernel: right at
/// every size first, and nothing more where it is wrong. Returns whether it passed. Throws Error
/// where the file is no kernel of the exercise's family, or the device is not there.
bool check_exercise(Registry& registry, const ExerciseRequest& request,
                    const ExerciseListener& listener);

}  // namespace gputest
