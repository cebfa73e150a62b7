#include "common/task/reference.hpp"

#include <algorithm>

namespace gputest::task {

std::unique_ptr<Reference> make_reference(const Task& task) {
  if (!task.reference.answers.empty()) return make_npy_reference(task);
  return task.reference.python.empty() ? make_cpp_reference(task) : make_python_reference(task);
}

std::vector<std::string> scaled_outputs(const Task& task) {
  std::vector<std::string> outputs;
  for (const Parameter& parameter : task.parameters) {
    const auto entry = task.compare.find(parameter.name);
    if (entry != task.compare.end() && has_own_scale(task, entry->second))
      outputs.push_back(parameter.name);
  }
  return outputs;
}

}  // namespace gputest::task
