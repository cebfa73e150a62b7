#include "app/describe/counted_accesses.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

namespace gputest {
namespace {

/// A number of a result; negative if nothing was written, which leaves all bits set.
double written_number(const HostArray& array, std::uint64_t place) {
  if (array.shape.element == Element::uint32) {
    const std::uint32_t number = array.as<std::uint32_t>()[place];
    return number == ~0u ? -1 : number;
  }
  const double number = array.shape.element == Element::fp32
                            ? static_cast<double>(array.as<float>()[place])
                            : array.as<double>()[place];
  return std::isnan(number) ? -1 : number;
}

/// The mean over wavefronts of `of`, which takes the places that one wavefront accesses.
double mean_of_wavefronts(const std::vector<double>& places,
                          const std::function<double(const std::vector<std::uint64_t>&)>& of) {
  double sum = 0, wavefronts = 0;
  for (std::size_t first = 0; first < places.size(); first += kCountedWavefront) {
    std::vector<std::uint64_t> wanted;
    for (std::size_t k = first; k < std::min(places.size(), first + kCountedWavefront); ++k)
      if (places[k] >= 0) wanted.push_back(static_cast<std::uint64_t>(places[k]));
    if (wanted.empty()) continue;
    sum += of(wanted);
    ++wavefronts;
  }
  return wavefronts == 0 ? 0 : sum / wavefronts;
}

/// The outputs of a launch of the kernel, built with that specialization.
std::vector<HostArray> outputs_with(const Specialization& specialization, const Kernel& kernel,
                                    Device& device, const Problem& problem,
                                    const Configuration& configuration) {
  KernelSignature signature = problem.shapes(configuration);
  signature.specializations.push_back(specialization);
  const auto execution = kernel.prepare(device, configuration, signature);
  execution->upload(problem.inputs(configuration));
  execution->launch();
  execution->synchronize();
  return execution->download();
}

}  // namespace

std::vector<double> counted_of_items(const Kernel& kernel, Device& device, const Problem& problem,
                                     const Configuration& configuration, Counted what) {
  const HostArray result = outputs_with({"count", static_cast<std::uint32_t>(what)}, kernel, device,
                                        problem, configuration)
                               .front();
  std::vector<double> counts;
  for (std::uint64_t item = 0; item < result.shape.count; ++item)
    counts.push_back(written_number(result, item * result.shape.components));
  return counts;
}

std::vector<HostArray> outputs_of_reversed_items(const Kernel& kernel, Device& device,
                                                 const Problem& problem,
                                                 const Configuration& configuration) {
  return outputs_with({"items_reversed", 1}, kernel, device, problem, configuration);
}

double lines_of_wavefronts(const std::vector<double>& places, std::uint64_t bytes) {
  return mean_of_wavefronts(places, [bytes](const std::vector<std::uint64_t>& wanted) {
    std::set<std::uint64_t> lines;
    for (const std::uint64_t place : wanted) lines.insert(place * bytes / kCountedLine);
    return static_cast<double>(lines.size());
  });
}

double turns_of_wavefronts(const std::vector<double>& places) {
  return mean_of_wavefronts(places, [](const std::vector<std::uint64_t>& wanted) {
    std::map<std::uint64_t, std::set<std::uint64_t>> words;
    for (const std::uint64_t place : wanted) words[place % kCountedBanks].insert(place);
    std::size_t most = 0;
    for (const auto& [bank, of_it] : words) most = std::max(most, of_it.size());
    return static_cast<double>(most);
  });
}

double total_of_items(const std::vector<double>& counts) {
  double sum = 0;
  for (const double count : counts) sum += std::max(count, 0.0);
  return sum;
}

}  // namespace gputest
