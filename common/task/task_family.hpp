// The family of kernels that a task makes.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "common/run/family.hpp"
#include "common/task/task.hpp"

namespace gputest::task {

/// The first word of its kernels' names.
inline constexpr const char* kFamily = "task";
/// Its only layout.
inline constexpr const char* kLayout = "task";
/// The specialization with the bytes of a block's dynamic shared memory.
inline constexpr const char* kShared = "task_shared";

/// A problem's n chooses one of the task's sizes, counted from 1.
std::unique_ptr<Family> make_task_family(Task task);

/// JSON Schema of the parameters of its problems.
nlohmann::ordered_json task_parameters_schema();

/// Throws Error(bad_input) for what only the reference shows to be wrong in the task: the reference
/// itself, contents, and symmetries that do not hold, at the
/// smallest sizes.
void require_right(const Task& task);

}  // namespace gputest::task
