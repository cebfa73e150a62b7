#include "common/many/lj.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "common/layout/bodies.hpp"
#include "common/many/bisection.hpp"
#include "common/many/shared_kernels.hpp"
#include "common/many/step_kernel.hpp"

namespace gputest::many {
namespace {

/// Indices of the problem's inputs.
constexpr std::size_t kParticles = 0, kRows = 1, kEntries = 2;

bool is_ell(const Configuration& configuration) { return configuration.on_axis("list") == "ell"; }

/// The neighbour list of a whole problem, in either storage.
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

/// Whether the places are 0, 1, 2, …
bool are_the_first(const std::vector<std::uint32_t>& places) {
  for (std::size_t k = 0; k < places.size(); ++k)
    if (places[k] != k) return false;
  return true;
}

std::string member_kernel(const DeviceInfo& device) {
  return is_processor(device) ? "lj_simd" : "lj_unrolled";
}

/// Rows first … last - 1 at their places; the rows before them are empty.
VerletList rows_of(const VerletList& list, std::uint32_t first, std::uint32_t last) {
  VerletList rows;
  rows.starts.assign(first, 0);
  for (std::uint32_t i = first; i <= last; ++i)
    rows.starts.push_back(list.starts[i] - list.starts[first]);
  rows.entries.resize(rows.starts.back());
#pragma omp parallel for schedule(static)
  for (std::size_t k = 0; k < rows.entries.size(); ++k)
    rows.entries[k] = list.entries[list.starts[first] + k];
  return rows;
}

/// The lists of the device's own particles; entries are places in the holding.
VerletList own_list(const WholeProblem& problem, const Holding& holding) {
  std::vector<std::uint32_t> place_of(problem.n());
  std::uint32_t place = 0;
  for (const auto* particles : {&holding.own, &holding.ghosts})
    for (const std::uint32_t particle : *particles) place_of[particle] = place++;
  const WholeList list(problem);
  VerletList own;
  own.starts = {0};
  for (const std::uint32_t i : holding.own)
    own.starts.push_back(own.starts.back() + list.length(i));
  own.entries.resize(own.starts.back());
#pragma omp parallel for schedule(static)
  for (std::size_t row = 0; row < holding.own.size(); ++row)
    for (std::uint32_t k = 0; k < own.length(row); ++k)
      own.entries[own.starts[row] + k] = place_of[list.entry(holding.own[row], k)];
  return own;
}

}  // namespace

std::string LjPart::kernel_on(const DeviceInfo& device) const { return member_kernel(device); }

std::vector<std::vector<std::uint32_t>> LjPart::divided(
    const std::vector<std::uint64_t>& counts) const {
  const HostArray& particles = problem_.inputs.at(kParticles);
  const bool fp32 = problem_.precision() == Precision::fp32;
  std::vector<std::vector<std::uint32_t>> bricks = bricks_of(counts, [&](std::uint32_t particle) {
    return fp32 ? point_at<float>(particles, particle) : point_at<double>(particles, particle);
  });
  const WholeList list(problem_);
  const auto n = static_cast<std::uint32_t>(problem_.n());
  std::vector<std::uint32_t> owner(n);
  for (std::uint32_t device = 0; device < bricks.size(); ++device)
    for (const std::uint32_t particle : bricks[device]) owner[particle] = device;
  std::vector<char> has_ghosts(n);
#pragma omp parallel for schedule(static)
  for (std::uint32_t i = 0; i < n; ++i)
    for (std::uint32_t k = 0; k < list.length(i) && has_ghosts[i] == 0; ++k)
      has_ghosts[i] = owner[list.entry(i, k)] != owner[i];
  for (auto& brick : bricks)
    std::stable_partition(brick.begin(), brick.end(),
                          [&](std::uint32_t i) { return has_ghosts[i] != 0; });
  return bricks;
}

void LjPart::plan_exchange() {
  if (holdings_.size() == 1) return;
  const WholeList list(problem_);
#pragma omp parallel for schedule(dynamic)
  for (std::size_t device = 0; device < holdings_.size(); ++device) {
    Holding& holding = holdings_[device];
    std::vector<char> is_there(problem_.n());
    for (const std::uint32_t i : holding.own) is_there[i] = 1;
    for (const std::uint32_t i : holding.own)
      for (std::uint32_t k = 0; k < list.length(i); ++k) {
        const std::uint32_t j = list.entry(i, k);
        if (std::exchange(is_there[j], 1) != 0) continue;
        holding.ghosts.push_back(j);
        ++sent(owner_[j], device);
      }
    std::sort(holding.ghosts.begin(), holding.ghosts.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::pair{owner_[a], a} < std::pair{owner_[b], b};
    });
  }
}

void LjPart::equip(Worker& worker, const DeviceInfo& device) const {
  const Holding& holding = holdings_[worker.number];
  worker.particles = worker.queue->allocate(holding.count() * bytes_per_particle());
  worker.received = worker.particles.get();
  worker.first_incoming = holding.own.size();
  VerletList list = own_list(problem_, holding);
  const auto own = static_cast<std::uint32_t>(holding.own.size());
  std::uint32_t outer = 0;  // particles that read ghosts
#pragma omp parallel for schedule(static) reduction(max : outer)
  for (std::uint32_t i = 0; i < own; ++i)
    if (std::any_of(list.entries.begin() + list.starts[i],
                    list.entries.begin() + list.starts[i + 1],
                    [&](std::uint32_t j) { return j >= own; }))
      outer = i + 1;
  for (ArrayShape shape : assignment().arguments.outputs) {
    shape.count = own;
    worker.outputs.push_back(worker.queue->allocate(shape.bytes()));
  }
  if (outer > 0 && outer < own) {
    bind(worker, device, rows_of(list, outer, own), worker.beside);
    bind(worker, device, rows_of(list, 0, outer), worker.after);
  } else {
    bind(worker, device, std::move(list), outer == 0 ? worker.beside : worker.after);
  }
  std::vector<std::uint32_t> place_of(problem_.n());
  for (std::uint32_t place = 0; place < own; ++place) place_of[holding.own[place]] = place;
  for (std::size_t to = 0; to < holdings_.size(); ++to)
    if (sent(worker.number, to) > 0) worker.outgoing.push_back(outgoing_copy(worker, to, place_of));
}

void LjPart::bind(Worker& worker, const DeviceInfo& device, VerletList list,
                  Kernels& kernels) const {
  const auto rows = static_cast<std::uint32_t>(list.particles());
  const Holding& holding = holdings_[worker.number];
  Configuration configuration = assignment().configuration;
  configuration.block = block_on(device);
  if (is_processor(device)) configuration.axes["list"] = "csr";  // the storage that lj_simd takes
  const bool ell = is_ell(configuration);
  KernelArrays bound{{worker.particles.get()}, {}, {}};
  KernelSignature signature = assignment().arguments;
  signature.inputs.at(kParticles).count = holding.count();
  const auto give = [&](std::size_t input, const char* name, auto words) {
    if (words.empty()) words.push_back(0);
    ArrayShape& shape = signature.inputs.at(input);
    shape = {name, Element::uint32, 1, words.size()};
    bound.inputs.push_back(&worker.keep(shape.bytes(), words.data()));
    worker.queue->synchronize();  // the words are destroyed at the end
  };
  std::uint32_t stride = 0;
  if (ell) {
    EllList ellpack = to_ell(list);
    stride = ellpack.stride;
    give(kRows, "counts", std::move(ellpack.counts));
    give(kEntries, "entries", std::move(ellpack.entries));
  } else {
    give(kRows, "starts", std::move(list.starts));
    give(kEntries, "entries", std::move(list.entries));
  }
  for (ArrayShape& output : signature.outputs) output.count = holding.own.size();
  set(signature.scalars, "n", rows);
  set(signature.scalars, "stride", stride);
  specialize(signature.specializations, "ell", ell ? 1 : 0);
  signature.items = rows;
  for (const auto& output : worker.outputs) bound.outputs.push_back(output.get());
  for (const ArrayShape& shape : signature.scratch)
    bound.scratch.push_back(&worker.keep(shape.bytes()));
  kernels.push_back(worker.queue->bind(member_kernel(device), configuration, signature, bound));
}

LjPart::OutgoingCopy LjPart::outgoing_copy(Worker& worker, std::size_t to,
                                           const std::vector<std::uint32_t>& place_of) const {
  const Holding& holding = holdings_[worker.number];
  std::vector<std::uint32_t> places;
  for (const std::uint32_t particle : holdings_[to].ghosts)
    if (owner_[particle] == worker.number) places.push_back(place_of[particle]);
  if (are_the_first(places)) return {to, places.size(), worker.particles.get()};
  KernelSignature signature;
  signature.inputs = {{"particles", real(), 4, holding.count()},
                      {"places", Element::uint32, 1, places.size()}};
  signature.outputs = {{"picked", real(), 4, places.size()}};
  signature.scalars = {{"n", static_cast<std::uint32_t>(places.size())}};
  signature.items = places.size();
  const DeviceMemory& read = worker.keep(signature.inputs[1].bytes(), places.data());
  const DeviceMemory& picked = worker.keep(signature.outputs[0].bytes());
  worker.queue->synchronize();  // the vector copied from may be destroyed then
  return {to, places.size(), &picked,
          bind_step(*worker.queue, "step_pick", problem_.precision(), signature,
                    {{worker.particles.get(), &read}, {&picked}, {}})};
}

KernelInfo shared_lj_info() {
  KernelInfo info = shared_info("lj", "unrolled", "float4");
  info.axes = {{"newton3", {"off"}}, {"list", {"ell", "csr"}}};
  info.summary = "particles divided among several devices by planes; each is sent its ghosts";
  info.source = "Plimpton 1995, J. Comput. Phys. 117, 1: spatial decomposition";
  return info;
}

}  // namespace gputest::many
