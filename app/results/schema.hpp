// The schema of results, which describes their members and the fields of CSV.
#pragma once

#include <vector>

#include "common/core/embedded.hpp"

namespace gputest {

/// app/results/result.schema.json, which the build embeds: one file.
const std::vector<EmbeddedFile>& result_schema();

}  // namespace gputest
