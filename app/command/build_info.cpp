#include "app/command/build_info.hpp"

#include <fmt/format.h>

#include "config.hpp"
#include "revision.hpp"

namespace gputest {

nlohmann::ordered_json build_info() {
  return {{"version", GPUTEST_VERSION},
          {"git_revision", GPUTEST_GIT_REVISION},
          {"build_type", GPUTEST_BUILD_TYPE},
          {"compilers", {{"cxx", GPUTEST_COMPILER}}}};
}

std::string version_of_program() { return "gputest " GPUTEST_VERSION; }

std::string revision_date() { return GPUTEST_REVISION_DATE; }

std::string version_line() {
  return fmt::format("{} ({}, {}, {})", version_of_program(), GPUTEST_GIT_REVISION,
                     GPUTEST_COMPILER, GPUTEST_BUILD_TYPE);
}

}  // namespace gputest
