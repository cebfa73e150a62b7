// gputest-hiprtc compiles one text for an AMD GPU in a separate process. hiprtc contains its own
// clang, which may crash, and which ends a process that has another clang, such as OpenCL's PoCL.
//
//   gputest-hiprtc OUTPUT < PROGRAM    PROGRAM is JSON: hiprtc_request() makes it
//
// With exit status 0, OUTPUT holds the machine code. Otherwise standard output holds a line with
// the number of a gputest::Status, and then the messages.
#include <fmt/format.h>

#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "common/core/error.hpp"
#include "common/core/output_file.hpp"
#include "common/texts/run_time_compiler.hpp"
#include "hip/amd/hiprtc.hpp"

int main(int argc, char** argv) {
  using namespace gputest;
  if (argc != 2) return 2;
  try {
    const std::string input{std::istreambuf_iterator<char>(std::cin), {}};
    const auto request = nlohmann::json::parse(input);
    const texts::RunTimeProgram program(
        hip_amd::hiprtc(), request.at("file").get<std::string>(),
        request.at("text").get<std::string>(),
        request.at("headers").get<std::map<std::string, std::string>>());
    program.compile(request.at("options").get<std::vector<std::string>>(),
                    request.at("target").get<std::string>());
    const std::string code = program.get("Code");
    write_file_atomically(argv[1], [&](std::ostream& out) { out << code; });
    return 0;
  } catch (const Error& error) {
    const ApiFailure& failure = error.api_failure();
    // A file that cannot be written is not an error of the text.
    const Status status = failure.call.empty() ? Status::unavailable : error.status();
    fmt::print("{}\n{}\n", static_cast<int>(status),
               failure.build_log.empty() ? error.what() : failure.build_log);
  } catch (const std::exception& error) {
    fmt::print("{}\n{}\n", static_cast<int>(Status::unavailable), error.what());
  }
  return 1;
}
