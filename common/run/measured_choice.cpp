#include "common/run/measured_choice.hpp"

#include <algorithm>
#include <limits>

#include "common/core/stopwatch.hpp"

namespace gputest {
namespace {

/// Seconds of a launch: the least of several, because the first loads the kernels.
double least_seconds(Execution& execution, const std::function<void()>& check) {
  constexpr int kTries = 5;
  constexpr double kLongEnough = 1;  // seconds; one launch that takes longer suffices
  double least = std::numeric_limits<double>::infinity();
  const Stopwatch all;
  for (int k = 0; k < kTries && (k == 0 || all.seconds() < kLongEnough); ++k) {
    check();
    const Stopwatch watch;
    execution.launch();
    execution.synchronize();
    least = std::min(least, watch.seconds());
  }
  return least;
}

}  // namespace

std::vector<Measured> measured_alternatives(const Kernel& kernel, Device& device,
                                            const Problem& problem,
                                            const Configuration& configuration,
                                            const std::function<void()>& check) {
  const auto* const chooses = dynamic_cast<const ChoosesByMeasuring*>(&problem);
  if (chooses == nullptr) return {};
  const std::vector<Alternative> alternatives = chooses->alternatives(configuration);
  if (alternatives.empty()) return {};
  constexpr std::uint64_t kPart = 10;  // a tenth of the rounds is timed, in addition to the first
  const std::vector<HostArray> inputs = problem.inputs(configuration);
  const std::uint64_t more = std::max<std::uint64_t>(1, chooses->rounds() / kPart);
  std::vector<Measured> measured;
  for (const Alternative& one : alternatives) {
    const auto seconds_of = [&](std::uint64_t rounds) {
      const auto execution = kernel.prepare(device, one.configuration,
                                            chooses->shapes_of_rounds(one.configuration, rounds));
      execution->upload(inputs);
      return least_seconds(*execution, check);
    };
    const double first = seconds_of(1);
    const double round = std::max(0.0, (seconds_of(1 + more) - first) / static_cast<double>(more));
    measured.push_back({one, first + round * static_cast<double>(chooses->rounds() - 1)});
  }
  return measured;
}

}  // namespace gputest
