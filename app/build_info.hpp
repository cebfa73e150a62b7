// What this binary was built from.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace gputest {

/// version, git_revision, build_type, compilers.
nlohmann::ordered_json build_info();

/// One line for --version.
std::string version_line();

}  // namespace gputest
