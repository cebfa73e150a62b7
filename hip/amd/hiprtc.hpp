// AMD's run-time compiler.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "common/texts/run_time_compiler.hpp"

namespace gputest::hip_amd {

/// The library, opened when it is first asked for. Its version can be asked for in any process;
/// what it compiles it compiles in one of its own.
const texts::RunTimeCompiler& hiprtc();

/// HIP's version that it is of, "5.2", by its file's name: hiprtcVersion() gives 9.0 for any HIP 5.
const std::string& hiprtc_version();

/// Why hiprtc is not there, with what to install; empty where it is. `wanted` is what it compiles.
std::string why_no_hiprtc(const std::string& wanted);
/// Debian's package that has it.
std::string hiprtc_package();

/// Machine code of HIP's text for "gfx90a". `file` is what the text is called, `headers` are those
/// that it includes, by name. Throws Error(unavailable) where hiprtc gives an error or does not
/// know the target, Error(bad_input) with its messages where it refuses the text.
std::string compile_by_hiprtc(const std::string& file, const std::string& text,
                              const std::string& target, const std::vector<std::string>& options,
                              const std::map<std::string, std::string>& headers = {});

}  // namespace gputest::hip_amd
