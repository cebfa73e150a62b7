#include "common/many/tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "common/layout/bodies.hpp"
#include "common/many/bisection.hpp"
#include "common/many/shared_kernels.hpp"
#include "common/many/step_kernel.hpp"
#include "common/octree/approximate_gravity.hpp"
#include "common/octree/arguments.hpp"
#include "common/octree/host_tree.hpp"

namespace gputest::many {
namespace {

using tree::Essential;

/// A call with only scalars, which are looked up by name.
KernelCall call_of(const KernelSignature& signature) {
  KernelCall call;
  call.describe({}, signature);
  return call;
}

template <class T>
T scalar(const KernelSignature& signature, const std::string& name) {
  return call_of(signature).scalar<T>(name);
}

bool has_octupoles(const KernelSignature& signature) {
  return call_of(signature).specialization("octupole") != 0;
}

/// The reach that opens a device's cells. The reach of the one tree of all bodies does not fit,
/// since trees of parts have other cells. Errors of up to 1.25 times were measured, with monopoles
/// and with few bodies up to 2 times (docs/many.md); errors scale at least as reach^-4. With even
/// fewer bodies, the one tree opens nearly all cells and its reach means little: all bodies are
/// then summed directly.
double reach_of(const WholeProblem& problem) {
  constexpr std::uint64_t kFewer = 512, kFew = 4096;
  const Assignment& assignment = problem.assignment;
  const auto reach = scalar<double>(assignment.arguments, "reach");
  if (assignment.devices() == 1) return reach;
  const std::uint64_t each = problem.n() / assignment.devices();
  if (each <= kFewer) return 0;
  const bool is_off = each < kFew || assignment.configuration.on_axis("multipole") == "monopole";
  return reach * (is_off ? std::pow(2, 0.25) : 1.04);
}

/// The tree of a device's own bodies, on the host.
template <class Real>
class OwnTree {
 public:
  OwnTree(const WholeProblem& problem, const Holding& holding)
      : n_(static_cast<std::uint32_t>(holding.own.size())),
        tree_(n_, scalar<std::uint32_t>(problem.assignment.arguments, "leaf")) {
    const auto* const bodies = problem.inputs.at(0).as<Vector4<Real>>();
    tree_.build([&](std::uint32_t i) { return bodies[holding.own[i]]; });
    of_cells_.resize(2 * tree_.cells());
    const auto reach = static_cast<Real>(reach_of(problem));
    if (has_octupoles(problem.assignment.arguments)) {
      octupoles_.resize(3 * tree_.cells());
      tree::make_cells(tree::OctupoleArrays<Real>{tree_.arrays(), octupoles_.data()}, n_, reach);
    } else {
      tree::make_cells(tree_.arrays(), n_, reach);
    }
  }

  /// Packs the part of the tree that bodies in `box` need, as a message.
  void pack(const Vector4<Real>* box, Essential most, Vector4<Real>* message) {
    tree::make_essential(tree::EssentialArguments<Real>(
        tree_.arrays(), octupoles_.empty() ? nullptr : octupoles_.data(), n_, of_cells_, box, most,
        message));
  }
  /// How many cells and bodies that is.
  Essential count(const Vector4<Real>* box) {
    Vector4<Real> message;
    pack(box, {}, &message);
    return tree::essential_of(&message);
  }

 private:
  std::uint32_t n_;
  tree::HostTree<Real> tree_;
  std::vector<Vector4<Real>> octupoles_;  ///< empty if the walk takes none
  std::vector<std::uint32_t> of_cells_;
};

/// Calls f with a float or a double.
template <class F>
void with_real(Precision precision, const F& f) {
  if (precision == Precision::fp32)
    f(float());
  else
    f(double());
}

/// One device's box, out of all boxes.
template <class Real>
const Vector4<Real>* box_of(const std::vector<std::byte>& boxes, std::size_t device) {
  return reinterpret_cast<const Vector4<Real>*>(boxes.data()) + 2 * device;
}

constexpr const char* kKernel = "tree_walk_group";

// Indices of the arrays that tree_scratch() names, and of third moments.
namespace in_tree {
constexpr std::size_t kSorted = 0, kCentres = 2, kMoments = 3, kLinks = 6, kSums = 9,
                      kOctupoles = 12;
}

}  // namespace

std::string TreePart::kernel_on(const DeviceInfo&) const { return kKernel; }

std::vector<std::vector<std::uint32_t>> TreePart::divided(
    const std::vector<std::uint64_t>& counts) const {
  std::vector<std::vector<std::uint32_t>> bricks;
  with_real(problem_.precision(), [&](auto real) {
    const auto* const bodies = problem_.inputs.at(0).as<Vector4<decltype(real)>>();
    bricks = bricks_of(counts, [&](std::uint32_t body) {
      return std::array<double, 3>{bodies[body].x, bodies[body].y, bodies[body].z};
    });
  });
  return bricks;
}

void TreePart::look_at_particles() {
  boxes_.resize(2 * holdings_.size() * bytes_per_particle());
  with_real(problem_.precision(), [&](auto real) {
    using Vector = Vector4<decltype(real)>;
    const auto* const bodies = problem_.inputs.at(0).as<Vector>();
    auto* box = reinterpret_cast<Vector*>(boxes_.data());
    for (const Holding& holding : holdings_) {
      box[0] = box[1] = bodies[holding.own.front()];
      for (const std::uint32_t body : holding.own)
        tree::gt_widen(&box[0], &box[1], bodies[body], bodies[body]);
      box += 2;
    }
  });
}

void TreePart::plan_exchange() {
  const std::size_t devices = holdings_.size();
  const auto more = [](std::uint32_t count) { return count + count / 8 + 256; };
  most_.assign(devices * devices, {});
  if (devices == 1) return;
  with_real(problem_.precision(), [&](auto real) {
    using Real = decltype(real);
    for (std::size_t from = 0; from < devices; ++from) {
      OwnTree<Real> own(problem_, holdings_[from]);
      for (std::size_t to = 0; to < devices; ++to) {
        if (to == from) continue;
        const Essential count = own.count(box_of<Real>(boxes_, to));
        const auto bodies = static_cast<std::uint32_t>(holdings_[from].own.size());
        most_[from * devices + to] = {more(count.cells), std::min(bodies, more(count.bodies))};
        const Essential room = most(from, to);
        sent(from, to) =
            tree::essential_message(room.cells, room.bodies, has_octupoles(assignment().arguments));
      }
    }
  });
}

KernelSignature TreePart::arguments_of(std::size_t device) const {
  KernelSignature signature = assignment().arguments;
  const std::uint64_t own = holdings_[device].own.size();
  const auto leaf = scalar<std::uint32_t>(signature, "leaf");
  std::uint64_t cells = holdings_.size(), bodies = 0;  // each tree's root is counted separately
  for (std::size_t from = 0; from < holdings_.size(); ++from) {
    cells += most(from, device).cells;
    bodies += most(from, device).bodies;
  }
  signature.inputs.front().count = signature.outputs.front().count = signature.items = own;
  signature.scratch = tree_scratch(real(), own, leaf);
  if (has_octupoles(signature))
    signature.scratch.push_back({"octupoles", real(), 4, 3 * tree::most_cells(own, leaf)});
  signature.scratch[in_tree::kSorted].count += bodies;
  signature.scratch[in_tree::kCentres].count += cells;
  signature.scratch[in_tree::kMoments].count += 2 * cells;
  signature.scratch[in_tree::kLinks].count += cells;
  if (has_octupoles(signature)) signature.scratch[in_tree::kOctupoles].count += 3 * cells;
  set(signature.scalars, "n", static_cast<std::uint32_t>(own));
  set(signature.scalars, "reach", reach_of(problem_));
  return signature;
}

void TreePart::equip(Worker& worker, const DeviceInfo& device) const {
  KernelSignature signature = arguments_of(worker.number);
  Configuration configuration = assignment().configuration;
  configuration.block = block_on(device);
  worker.particles = worker.queue->allocate(signature.inputs.front().bytes());
  worker.outputs.push_back(worker.queue->allocate(signature.outputs.front().bytes()));
  KernelArrays arrays{{worker.particles.get()}, {worker.outputs.front().get()}, {}};
  for (const ArrayShape& shape : signature.scratch)
    arrays.scratch.push_back(&worker.keep(shape.bytes()));
  signature.specializations.push_back({"stages", 0});
  const auto stage = [&](tree::TreeStages stages) {
    specialize(signature.specializations, "stages", static_cast<std::uint32_t>(stages));
    return worker.queue->bind(kKernel, configuration, signature, arrays);
  };
  worker.first.push_back(stage(tree::TreeStages::build));
  const auto own = holdings_[worker.number].own.size();
  const auto first_root =
      static_cast<std::uint32_t>(tree::most_cells(own, scalar<std::uint32_t>(signature, "leaf")));
  if (holdings_.size() > 1) {
    add_outgoing(worker, signature, arrays.scratch);
    add_grafts(worker, signature, arrays.scratch, first_root);
  }
  const auto roots = static_cast<std::uint32_t>(holdings_.size());
  signature.scalars.push_back({"first_root", roots > 1 ? first_root : 0});
  signature.scalars.push_back({"roots", roots});
  worker.after.push_back(stage(tree::TreeStages::walk));
}

void TreePart::add_outgoing(Worker& worker, const KernelSignature& of_tree,
                            const std::vector<const DeviceMemory*>& tree) const {
  const std::uint64_t cells = of_tree.scratch[in_tree::kLinks].count;
  KernelSignature signature;
  signature.specializations = {{"octupole", has_octupoles(of_tree) ? 1u : 0u}};
  signature.inputs = {{"boxes", real(), 4, 2 * holdings_.size()}};
  KernelArrays arrays;
  worker.of_others = &worker.keep(signature.inputs.front().bytes());
  arrays.inputs = {worker.of_others};
  for (const std::size_t array : {in_tree::kSorted, in_tree::kCentres, in_tree::kMoments,
                                  in_tree::kLinks, in_tree::kSums, in_tree::kOctupoles}) {
    if (array >= tree.size()) continue;
    signature.inputs.push_back(of_tree.scratch[array]);
    arrays.inputs.push_back(tree[array]);
  }
  signature.scratch = {{"parents", Element::uint32, 1, cells},
                       {"places", Element::uint32, 1, cells}};
  for (const ArrayShape& shape : signature.scratch)
    arrays.scratch.push_back(&worker.keep(shape.bytes()));
  signature.items = cells;
  for (std::size_t to = 0; to < holdings_.size(); ++to) {
    if (to == worker.number) continue;
    const Essential all = most(worker.number, to);
    signature.outputs = {{"message", real(), 4, sent(worker.number, to)}};
    arrays.outputs = {&worker.keep(signature.outputs.front().bytes())};
    signature.scalars = {{"box", static_cast<std::uint32_t>(to)},
                         {"n", scalar<std::uint32_t>(of_tree, "n")},
                         {"most_cells", all.cells},
                         {"most_bodies", all.bodies}};
    worker.outgoing.push_back(
        {to, sent(worker.number, to), arrays.outputs.front(),
         bind_step(*worker.queue, "step_essential", problem_.precision(), signature, arrays)});
  }
}

void TreePart::add_grafts(Worker& worker, const KernelSignature& of_tree,
                          const std::vector<const DeviceMemory*>& tree,
                          std::uint32_t first_root) const {
  std::uint64_t first = 0;
  for (std::size_t from = 0; from < holdings_.size(); ++from) first += sent(from, worker.number);
  worker.received = &worker.keep(first * bytes_per_particle());
  KernelSignature signature;
  signature.specializations = {{"octupole", has_octupoles(of_tree) ? 1u : 0u}};
  signature.inputs = {{"messages", real(), 4, first}};
  KernelArrays arrays{{worker.received}, {}, {}};
  for (const std::size_t array : {in_tree::kSorted, in_tree::kCentres, in_tree::kMoments,
                                  in_tree::kLinks, in_tree::kOctupoles}) {
    if (array >= tree.size()) continue;
    signature.outputs.push_back(of_tree.scratch[array]);
    arrays.outputs.push_back(tree[array]);
  }
  first = 0;
  std::uint32_t root = first_root,
                cells = first_root + static_cast<std::uint32_t>(holdings_.size()),
                bodies = scalar<std::uint32_t>(of_tree, "n");
  for (std::size_t from = 0; from < holdings_.size(); ++from) {
    if (from == worker.number) continue;
    const Essential all = most(from, worker.number);
    signature.scalars = {{"first", static_cast<std::uint32_t>(first)},
                         {"most_cells", all.cells},
                         {"most_bodies", all.bodies},
                         {"root", ++root},
                         {"cells", cells},
                         {"bodies", bodies},
                         {"own_root", first_root}};
    signature.items = std::uint64_t{all.cells} + all.bodies;
    worker.after.push_back(
        bind_step(*worker.queue, "step_graft", problem_.precision(), signature, arrays));
    first += sent(from, worker.number);
    cells += all.cells;
    bodies += all.bodies;
  }
}

void TreePart::put_particles(Worker& worker) const {
  worker.queue->use();
  if (worker.of_others != nullptr) worker.of_others->write(boxes_.data());
  ExchangePart::put_particles(worker);
}

void TreePart::receive_from_nobody(Worker& worker) const {
  with_real(problem_.precision(), [&](auto real) {
    using Real = decltype(real);
    std::uint64_t first = 0;
    for (std::size_t from = 0; from < holdings_.size(); ++from) {
      if (from == worker.number) continue;
      std::vector<Vector4<Real>> message(sent(from, worker.number));
      OwnTree<Real>(problem_, holdings_[from])
          .pack(box_of<Real>(boxes_, worker.number), most(from, worker.number), message.data());
      worker.received->write_part(first * bytes_per_particle(),
                                  message.size() * bytes_per_particle(), message.data());
      first += message.size();
    }
    worker.queue->synchronize();
  });
}

bool TreePart::outgrown() const {
  for (const auto& worker : workers_) {
    worker->queue->use();
    for (const OutgoingCopy& copy : worker->outgoing) {
      std::uint32_t words[2];  // in the order of tree::essential_of()
      copy.sent->read_part(0, sizeof words, words);
      const Essential room = most(worker->number, copy.to);
      if (words[0] > room.cells || words[1] > room.bodies) return true;
    }
  }
  return false;
}

KernelInfo shared_tree_info() {
  KernelInfo info = shared_info("tree", "walk_group", "float4");
  info.axes = {{"multipole", {"quadrupole", "monopole", "octupole"}}};
  info.summary =
      "each device has a brick's tree and the parts of the others' trees that its bodies need";
  info.source = "Salmon 1991, PhD thesis, Caltech, chapter 4: essential trees";
  return info;
}

}  // namespace gputest::many
