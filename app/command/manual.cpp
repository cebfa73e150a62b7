#include "app/command/manual.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/command/wrap.hpp"

namespace gputest {

// Environment variables that only another gputest sets are internal and are not listed here.
const std::vector<ManualSection>& common_sections() {
  static const std::vector<ManualSection> sections{
      {"Exit status",
       {{"0", "success; speeds may be doubtful"},
        {"1",
         "a verification failed, a device computes wrong results (verify), an exercise is not "
         "passed, or a comparison found a slower row"},
        {"2",
         "usage: a name that does not exist, an option without a value or without effect, options "
         "that exclude each other"},
        {"3", "the API, the device or the library is not available"},
        {"4",
         "bad input: a number, a size, a file, a price, an environment variable, a kernel that "
         "does not build or breaks its own rules"},
        {"5", "out of memory, on the host or the device; threads that cannot be started"},
        {"6", "timeout, or the time limit of a sweep (--for) is reached"},
        {"7", "the device is lost, or the process that used it died"},
        {"70", "an internal error of gputest"},
        {"130", "interrupted by SIGINT, SIGTERM or SIGHUP"},
        {"141", "the reader of standard output closed the pipe (the process ends by SIGPIPE)"}}},
      {"Environment",
       {{"CXX", "the compiler of the user's kernels in C++ and, on hip:host, HIP [c++]"},
        {"GPUTEST_CACHE_DIR",
         "the folder of compiled kernels [gputest in XDG_CACHE_HOME or ~/.cache] (docs/texts.md)"},
        {"GPUTEST_CL_DIR",
         "a folder of OpenCL kernels that replace the built-in ones of the same names"},
        {"GPUTEST_CUPTI",
         "the library file of CUPTI, which reads the counters of NVIDIA's GPUs (docs/counting.md)"},
        {"GPUTEST_GPU_AWARE_MPI",
         "yes or no: whether MPI accepts GPU memory [as MPI reports] (docs/many.md)"},
        {"GPUTEST_HIP_HOST_ORDER",
         "the order in which hip:host runs threads: forward, reverse or random:SEED"},
        {"GPUTEST_NCCL",
         "the library file of NCCL or RCCL, which GPUs send to each other with (docs/many.md)"},
        {"NO_COLOR", "if not empty, tables have no colours"},
        {"OCL_ICD_VENDORS", "the folder, or the single .icd file, that names OpenCL's platforms"},
        {"OMP_NUM_THREADS", "number of threads of CPU kernels and of the reference"},
        {"OMP_STACKSIZE", "stack size of each of these threads, in KiB"},
        {"XDG_CACHE_HOME", "the folder of gputest/roofline-*.json [$HOME/.cache]"}}},
      {"Files",
       {{"$XDG_CACHE_HOME/gputest/roofline-*.json", "device ceilings that --roofline measured"},
        {"PREFIX/share/gputest/kernels", "source texts of the built-in OpenCL and IL kernels"},
        {"PREFIX/share/gputest/suites", "the built-in suites"},
        {"PREFIX/share/gputest/result.schema.json", "the JSON Schema of results"},
        {"PREFIX/share/doc/gputest", "the documentation"},
        {".NAME.gputest-lock", "next to a checkpoint or a trajectory while simulate writes it"}}}};
  return sections;
}

ManualSection examples_section(std::vector<ManualEntry> examples) {
  return {"Examples", std::move(examples)};
}

std::string help_text(const std::vector<ManualSection>& sections) {
  std::string text;
  for (const ManualSection& section : sections) {
    text += fmt::format("{}{}:\n", text.empty() ? "" : "\n", section.title);
    for (const auto& [name, explanation] : section.entries) {
      // A name that reaches the column gets its own line.
      std::string before = "  " + name;
      if (before.size() >= kHelpColumn) {
        text += fmt::format("{}\n", fmt::join(wrapped(before, kHelpWidth), "\n"));
        before.clear();
      }
      for (const std::string& line : wrapped(explanation, kHelpWidth - kHelpColumn)) {
        text += fmt::format("{:<{}}{}\n", before, line.empty() ? 0 : kHelpColumn, line);
        before.clear();
      }
    }
  }
  return text;
}

}  // namespace gputest
