#include "common/many/lj.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include "common/cells/verlet_list.hpp"
#include "common/layout/bodies.hpp"
#include "common/many/bisection.hpp"
#include "common/many/shared_kernels.hpp"

namespace gputest::many {
namespace {

/// Places of a problem's inputs.
constexpr std::size_t kParticles = 0, kRows = 1, kEntries = 2;

bool is_ell(const Configuration& configuration) { return configuration.on_axis("list") == "ell"; }

void set(std::vector<Scalar>& scalars, const std::string& name, std::uint32_t value) {
  for (Scalar& scalar : scalars)
    if (scalar.name == name) scalar.value = value;
}

HostArray array_of(const std::string& name, const std::vector<std::uint32_t>& values) {
  HostArray array{{name, Element::uint32, 1, std::max<std::uint64_t>(1, values.size())}, {}};
  array.data.resize(array.shape.bytes());
  std::copy(values.begin(), values.end(), array.as<std::uint32_t>());
  return array;
}

/// The list of a whole problem, in either storage.
class WholeList {
 public:
  explicit WholeList(const WholeProblem& problem)
      : rows_(problem.inputs.at(kRows).as<std::uint32_t>()),
        entries_(problem.inputs.at(kEntries).as<std::uint32_t>()),
        stride_(is_ell(problem.assignment.configuration) ? ell_stride(problem.n()) : 0) {}

  std::uint32_t length(std::uint32_t i) const {
    return stride_ > 0 ? rows_[i] : rows_[i + 1] - rows_[i];
  }
  std::uint32_t entry(std::uint32_t i, std::uint32_t k) const {
    return stride_ > 0 ? entries_[std::uint64_t{k} * stride_ + i] : entries_[rows_[i] + k];
  }

 private:
  const std::uint32_t *rows_, *entries_;
  std::uint64_t stride_;  ///< 0: csr
};

template <class Real>
std::array<double, 3> point_at(const HostArray& particles, std::uint32_t particle) {
  const Vector4<Real>& point = particles.as<Vector4<Real>>()[particle];
  return {point.x, point.y, point.z};
}

class LjSharing : public Sharing {
 public:
  /// Bricks, of whose particles those that read ghosts come first.
  std::vector<std::vector<std::uint32_t>> divided(
      const WholeProblem& problem, const std::vector<std::uint64_t>& counts) const override {
    const HostArray& particles = problem.inputs.at(kParticles);
    const bool fp32 = problem.assignment.configuration.precision == Precision::fp32;
    std::vector<std::vector<std::uint32_t>> bricks = bricks_of(counts, [&](std::uint32_t particle) {
      return fp32 ? point_at<float>(particles, particle) : point_at<double>(particles, particle);
    });
    const WholeList list(problem);
    std::vector<std::uint32_t> owner(problem.n());
    for (std::uint32_t device = 0; device < bricks.size(); ++device)
      for (const std::uint32_t particle : bricks[device]) owner[particle] = device;
    const auto has_ghosts = [&](std::uint32_t i) {
      for (std::uint32_t k = 0; k < list.length(i); ++k)
        if (owner[list.entry(i, k)] != owner[i]) return true;
      return false;
    };
    for (auto& brick : bricks) std::stable_partition(brick.begin(), brick.end(), has_ghosts);
    return bricks;
  }

  std::vector<std::uint32_t> ghosts_of(const WholeProblem& problem,
                                       const std::vector<std::uint32_t>& own) const override {
    const WholeList list(problem);
    std::vector<char> is_there(problem.n());
    for (const std::uint32_t i : own) is_there[i] = 1;
    std::vector<std::uint32_t> ghosts;
    for (const std::uint32_t i : own)
      for (std::uint32_t k = 0; k < list.length(i); ++k) {
        const std::uint32_t j = list.entry(i, k);
        if (is_there[j]) continue;
        is_there[j] = 1;
        ghosts.push_back(j);
      }
    return ghosts;
  }

  std::string kernel_on(const DeviceInfo& device) const override {
    return is_processor(device) ? "lj_simd" : "lj_unrolled";
  }

  /// The kernel of the particles without ghosts has an empty list for the others, which come before
  /// them.
  std::vector<MemberWork> work_on(const DeviceInfo& device, const WholeProblem& problem,
                                  const Holding& holding) const override {
    const VerletList list = own_list(problem, holding);
    const auto own = static_cast<std::uint32_t>(holding.own.size());
    std::uint32_t outer = 0;  // particles with ghosts
    for (std::uint32_t i = 0; i < own; ++i)
      if (std::any_of(list.entries.begin() + list.starts[i],
                      list.entries.begin() + list.starts[i + 1],
                      [&](std::uint32_t j) { return j >= own; }))
        outer = i + 1;
    std::vector<MemberWork> works;
    if (outer < own) works.push_back(work_of(device, problem, holding, rows_of(list, outer, own)));
    if (!works.empty()) works.front().reads_ghosts = false;
    if (outer > 0) works.push_back(work_of(device, problem, holding, rows_of(list, 0, outer)));
    return works;
  }

 private:
  /// The rows first … last - 1 in their places, behind empty ones.
  static VerletList rows_of(const VerletList& list, std::uint32_t first, std::uint32_t last) {
    VerletList rows;
    rows.starts.assign(first, 0);
    for (std::uint32_t i = first; i <= last; ++i)
      rows.starts.push_back(list.starts[i] - list.starts[first]);
    rows.entries.assign(list.entries.begin() + list.starts[first],
                        list.entries.begin() + list.starts[last]);
    return rows;
  }

  MemberWork work_of(const DeviceInfo& device, const WholeProblem& problem, const Holding& holding,
                     const VerletList& list) const {
    MemberWork work{true,
                    kernel_on(device),
                    problem.assignment.configuration,
                    problem.assignment.arguments,
                    {}};
    work.configuration.block = member_block(device);
    if (is_processor(device)) work.configuration.axes["list"] = "csr";  // which lj_simd takes
    const bool ell = is_ell(work.configuration);
    std::uint32_t stride = 0;
    if (ell) {
      const EllList rows = to_ell(list);
      stride = rows.stride;
      work.inputs = {array_of("counts", rows.counts), array_of("entries", rows.entries)};
    } else {
      work.inputs = {array_of("starts", list.starts), array_of("entries", list.entries)};
    }
    KernelSignature& signature = work.signature;
    signature.inputs.at(kParticles).count = holding.count();
    signature.inputs.at(kRows) = work.inputs[0].shape;
    signature.inputs.at(kEntries) = work.inputs[1].shape;
    for (ArrayShape& output : signature.outputs) output.count = holding.own.size();
    const auto rows = static_cast<std::uint32_t>(list.particles());
    set(signature.scalars, "n", rows);
    set(signature.scalars, "stride", stride);
    specialize(signature.specializations, "ell", ell ? 1 : 0);
    signature.items = rows;
    return work;
  }

  /// The lists of the device's own particles, which name particles by their places in the holding.
  static VerletList own_list(const WholeProblem& problem, const Holding& holding) {
    std::vector<std::uint32_t> place_of(problem.n());
    std::uint32_t place = 0;
    for (const auto* particles : {&holding.own, &holding.ghosts})
      for (const std::uint32_t particle : *particles) place_of[particle] = place++;
    const WholeList list(problem);
    VerletList own;
    own.starts = {0};
    for (const std::uint32_t i : holding.own) {
      for (std::uint32_t k = 0; k < list.length(i); ++k)
        own.entries.push_back(place_of[list.entry(i, k)]);
      own.starts.push_back(static_cast<std::uint32_t>(own.entries.size()));
    }
    return own;
  }
};

}  // namespace

KernelInfo shared_lj_info() {
  KernelInfo info = shared_info("lj", "unrolled", "float4");
  info.axes = {{"newton3", {"off"}}, {"list", {"ell", "csr"}}};
  info.summary = "particles divided among several devices by planes; each is sent its ghosts";
  info.source = "Plimpton 1995, J. Comput. Phys. 117, 1: spatial decomposition";
  return info;
}

std::unique_ptr<Sharing> lj_sharing() { return std::make_unique<LjSharing>(); }

}  // namespace gputest::many
