#include "app/command/manual.hpp"

#include <fmt/format.h>

namespace gputest {

// A variable of the environment that only another gputest sets is not for users, and is not here.
const std::vector<ManualSection>& common_sections() {
  static const std::vector<ManualSection> sections{
      {"Exit status",
       {{"0", "all well; rows may be noisy, disturbed or throttled"},
        {"1",
         "a verification failed, a device is not right (verify), an exercise is not done, or a "
         "comparison regressed"},
        {"2",
         "usage: a name that does not exist, an option without a value or without a use, options "
         "that exclude each other"},
        {"3", "the API, the device or the library is not there"},
        {"4",
         "bad input: a number, a size, a file, a price, a variable of the environment, a kernel "
         "that does not build or breaks its own rules"},
        {"5", "out of memory, on the host or the device; threads that cannot be started"},
        {"6", "timeout, or the time of a sweep (--for) is up"},
        {"7", "device lost, or the process that used it"},
        {"70", "a fault of gputest's own"},
        {"130", "interrupted by SIGINT, SIGTERM or SIGHUP"},
        {"141",
         "nobody reads the pipe behind standard output any more (the process ends by SIGPIPE)"}}},
      {"Environment",
       {{"CXX", "the compiler of kernels of one's own in C++ and, on hip:host, HIP [c++]"},
        {"GPUTEST_CACHE_DIR",
         "the folder of compiled kernels [gputest in XDG_CACHE_HOME or ~/.cache] (docs/texts.md)"},
        {"GPUTEST_CL_DIR", "a folder whose OpenCL kernels replace those built in, by their names"},
        {"GPUTEST_GPU_AWARE_MPI",
         "yes or no: whether MPI takes GPUs' memory [as it says itself] (docs/many.md)"},
        {"GPUTEST_HIP_HOST_ORDER",
         "in which order hip:host runs threads: forward, reverse or random:SEED"},
        {"GPUTEST_NCCL",
         "the file of NCCL or RCCL by which GPUs send to each other (docs/many.md)"},
        {"NO_COLOR", "not empty: tables have no colours"},
        {"OCL_ICD_VENDORS", "the folder, or the one .icd file, that names OpenCL's platforms"},
        {"OMP_NUM_THREADS", "threads of the CPU's kernels and of the reference"},
        {"OMP_STACKSIZE", "the stack of each of these threads, in KiB"},
        {"XDG_CACHE_HOME", "the folder of gputest/roofline-*.json [$HOME/.cache]"}}},
      {"Files",
       {{"$XDG_CACHE_HOME/gputest/roofline-*.json", "what devices reach, of --roofline"},
        {"PREFIX/share/gputest/kernels", "texts of OpenCL and IL kernels, as they are built in"},
        {"PREFIX/share/gputest/suites", "the suites that are built in"},
        {"PREFIX/share/gputest/result.schema.json", "the JSON Schema of results"},
        {"PREFIX/share/doc/gputest", "the documentation"},
        {".NAME.gputest-lock", "beside a checkpoint or a trajectory, while simulate writes it"}}}};
  return sections;
}

ManualSection examples_section(std::vector<ManualEntry> examples) {
  return {"Examples", std::move(examples)};
}

std::string help_text(const std::vector<ManualSection>& sections, std::size_t column) {
  std::string text;
  for (const ManualSection& section : sections) {
    text += fmt::format("{}{}:\n", text.empty() ? "" : "\n", section.title);
    for (const auto& [name, explanation] : section.entries) {
      // A name that reaches the column has a line of its own.
      const bool is_long = name.size() + 2 >= column;
      if (is_long) text += fmt::format("  {}\n", name);
      text += fmt::format("{:<{}}{}\n", is_long ? "" : "  " + name, column, explanation);
    }
  }
  return text;
}

}  // namespace gputest
