// The schema of results, in which a result's members, and the fields of CSV, are described.
#pragma once

#include <vector>

#include "common/core/embedded.hpp"

namespace gputest {

/// app/results/result.schema.json, which the build puts into the program: one file.
const std::vector<EmbeddedFile>& result_schema();

}  // namespace gputest
