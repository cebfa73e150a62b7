// The right answer to a task, computed by the author's function in a process of its own.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "common/task/numbers.hpp"
#include "common/task/task.hpp"

namespace gputest::task {

/// The arguments of a call, in the order of the task's parameters, and then the scales.
using Arguments = std::vector<Numbers>;

/// Calls of the reference. Throws Error with one sentence that names the file: bad_input if the
/// function does not compile, reads or writes outside its arrays, writes to an input, leaves an
/// output unwritten or ends its process; timeout if a call takes more than kSeconds; unavailable
/// without a compiler or Python.
class Reference {
 public:
  virtual ~Reference() = default;
  /// Computes the arrays that the function writes, in place. A scalar has one number. Of an array
  /// that is only written, the contents do not matter.
  virtual void call(Arguments& arguments) = 0;

  static constexpr int kSeconds = 60;
};

/// The task's reference, compiled at its first call.
std::unique_ptr<Reference> make_reference(const Task& task);
/// As above, for a function in C++ or in Python, and for answers in NumPy files of type float64 or
/// int64. Throws Error(bad_input) if the task does not suit such files.
std::unique_ptr<Reference> make_cpp_reference(const Task& task);
std::unique_ptr<Reference> make_python_reference(const Task& task);
std::unique_ptr<Reference> make_npy_reference(const Task& task);

/// The outputs whose comparison needs a scale that the reference computes, in their order: each has
/// a parameter of its own behind the task's.
std::vector<std::string> scaled_outputs(const Task& task);

}  // namespace gputest::task
