#include <fmt/format.h>

#include <filesystem>

#include "common/core/error.hpp"
#include "common/task/contents.hpp"
#include "common/task/reference.hpp"

namespace gputest::task {
namespace {

/// Answers in files, which hold for one set of inputs.
class NpyReference : public Reference {
 public:
  explicit NpyReference(const Task& task) : task_(task) {}

  void call(Arguments& arguments) override {
    for (std::size_t k = 0; k < task_.parameters.size(); ++k) {
      const Parameter& parameter = task_.parameters[k];
      if (!parameter.is_written()) continue;
      Numbers& numbers = arguments[k];
      const ArrayShape wide{parameter.name, numbers.are_real ? Element::fp64 : Element::int64, 1,
                            numbers.words.size()};
      const std::string file = task_.reference.answers.at(parameter.name);
      const auto folder = std::filesystem::path(task_.path).parent_path();
      numbers = widened({wide, npy_data((folder / file).string(), wide)});
    }
  }

 private:
  Task task_;
};

}  // namespace

std::unique_ptr<Reference> make_npy_reference(const Task& task) {
  for (const Parameter& parameter : task.parameters) {
    if (parameter.contents.is_random() || !task.symmetries.empty())
      throw Error(Status::bad_input,
                  "answers in files hold for one set of inputs, so a task with them has neither "
                  "random contents nor symmetries");
    if (parameter.is_written() && task.reference.answers.count(parameter.name) == 0)
      throw Error(Status::bad_input,
                  fmt::format("the reference has no file for the output {}", parameter.name));
  }
  if (!scaled_outputs(task).empty() || task.sizes.size() > 1)
    throw Error(Status::bad_input,
                "answers in files have one size, and no array for the scale of differences");
  return std::make_unique<NpyReference>(task);
}

}  // namespace gputest::task
