#include "common/many/tree.hpp"

#include <algorithm>
#include <numeric>

#include "common/layout/bodies.hpp"
#include "common/many/shared_kernels.hpp"
#include "common/octree/host_tree.hpp"
#include "common/tree/family.hpp"

namespace gputest::many {
namespace {

/// The bodies in the order in which a tree has them.
template <class Real>
std::vector<std::uint32_t> on_the_curve(const HostArray& bodies, std::uint32_t n) {
  const auto* const body = bodies.as<Vector4<Real>>();
  Vector4<Real> low = body[0], high = low;
  for (std::uint32_t i = 1; i < n; ++i) tree::gt_widen(&low, &high, body[i], body[i]);
  std::vector<tree::Keyed> keyed(n);
  tree::for_each(n, [&](std::uint32_t i) {
    keyed[i] = {tree::gt_curve_key(body[i], low, high), i};
  });
  std::sort(keyed.begin(), keyed.end());
  std::vector<std::uint32_t> order;
  for (const auto& [key, i] : keyed) order.push_back(i);
  return order;
}

/// Consecutive bodies that one device has: whole groups that walk together, about 64 runs for each
/// device, and of few bodies one run at least.
std::uint64_t run_length(std::uint64_t n, std::size_t devices) {
  constexpr std::uint64_t kGroup = 64, kRuns = 64;  // the former the largest group of any API
  const std::uint64_t each = n / devices;
  return std::min(each, std::max<std::uint64_t>(1, each / kRuns / kGroup) * kGroup);
}

class TreeSharing : public Sharing {
 public:
  /// Each run of bodies goes to the device that lacks most of its share of those so far.
  std::vector<std::vector<std::uint32_t>> divided(
      const WholeProblem& problem, const std::vector<std::uint64_t>& counts) const override {
    const auto n = static_cast<std::uint32_t>(problem.n());
    const HostArray& bodies = problem.inputs.at(0);
    const std::vector<std::uint32_t> order =
        problem.assignment.configuration.precision == Precision::fp32
            ? on_the_curve<float>(bodies, n)
            : on_the_curve<double>(bodies, n);
    const std::uint64_t run = run_length(n, counts.size());
    std::vector<std::vector<std::uint32_t>> own(counts.size());
    for (std::uint64_t first = 0; first < n; first += run) {
      const std::uint64_t last = std::min<std::uint64_t>(n, first + run);
      const auto lacks = [&](std::size_t device) {
        return static_cast<double>(counts[device]) * static_cast<double>(last) / n -
               static_cast<double>(own[device].size());
      };
      std::size_t taker = 0;
      for (std::size_t device = 1; device < counts.size(); ++device)
        if (lacks(device) > lacks(taker)) taker = device;
      own[taker].insert(own[taker].end(), order.begin() + static_cast<std::ptrdiff_t>(first),
                        order.begin() + static_cast<std::ptrdiff_t>(last));
    }
    for (auto& bodies_of : own) {
      if (!bodies_of.empty()) continue;
      auto& most = *std::max_element(
          own.begin(), own.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
      bodies_of.push_back(most.back());
      most.pop_back();
    }
    return own;
  }

  bool reads_all() const override { return true; }

  /// A group that has bodies of several devices is walked for by each of them.
  std::uint32_t uploads_of_a_division() const override { return 16; }

  std::string kernel_on(const DeviceInfo&) const override { return "tree_walk_group"; }

  std::vector<MemberWork> work_on(const DeviceInfo& device, const WholeProblem& problem,
                                  const Holding& holding) const override {
    MemberWork work{true,
                    kernel_on(device),
                    problem.assignment.configuration,
                    tree_on_some(problem.assignment.arguments),
                    {}};
    work.configuration.block = member_block(device);
    HostArray active{work.signature.inputs.back(), {}};
    active.data.resize(active.shape.bytes());
    std::fill_n(active.as<std::uint32_t>(), holding.own.size(), 1u);
    work.inputs = {std::move(active)};
    return {work};
  }
};

}  // namespace

KernelInfo shared_tree_info() {
  KernelInfo info = shared_info("tree", "walk_group", "float4");
  info.axes = {{"multipole", {"quadrupole", "monopole", "octupole"}}};
  info.summary = "several devices build the whole tree; each walks it for its own bodies";
  info.source = "Bedorf, Gaburov and Portegies Zwart 2012, J. Comput. Phys. 231, 2825: the walk";
  return info;
}

std::unique_ptr<Sharing> tree_sharing() { return std::make_unique<TreeSharing>(); }

}  // namespace gputest::many
