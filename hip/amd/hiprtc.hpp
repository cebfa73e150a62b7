// AMD's run-time compiler.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "common/texts/run_time_compiler.hpp"

namespace gputest::hip_amd {

/// The library, opened on first use. Any process may ask for its version; compiling happens in a
/// separate process.
const texts::RunTimeCompiler& hiprtc();

/// The version of HIP that it belongs to, such as "5.2", from its file's name: hiprtcVersion()
/// gives 9.0 for any HIP 5.
const std::string& hiprtc_version();

/// Why hiprtc is missing, with the package to install; empty if it is there. `wanted` is the task
/// that needs it: "compile a kernel".
std::string why_no_hiprtc(const std::string& wanted);
/// Debian's package with hiprtc.
std::string hiprtc_package();

/// Compiles a HIP text to machine code for "gfx90a". `file` is the text's name; `headers` holds the
/// texts that it includes, by name. Throws Error(unavailable) if hiprtc fails or does not know the
/// target, Error(bad_input) with its messages if it rejects the text.
std::string compile_by_hiprtc(const std::string& file, const std::string& text,
                              const std::string& target, const std::vector<std::string>& options,
                              const std::map<std::string, std::string>& headers = {});

}  // namespace gputest::hip_amd
