// What this binary was built from.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace gputest {

/// version, git_revision, build_type, compilers.
nlohmann::ordered_json build_info();

/// "gputest 0.2.0".
std::string version_of_program();

/// The day of the last commit, as 2026-11-22; empty where the build knew no revision.
std::string revision_date();

/// One line for --version.
std::string version_line();

}  // namespace gputest
