// The version, revision and compilers of this binary.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace gputest {

/// version, git_revision, build_type, compilers.
nlohmann::ordered_json build_info();

/// "gputest 0.2.0".
std::string version_of_program();

/// The day of the last commit, like 2026-11-22; empty if the build knew no revision.
std::string revision_date();

/// One line for --version.
std::string version_line();

}  // namespace gputest
