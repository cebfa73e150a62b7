#include "common/simulate/device_forces.hpp"

#include "common/cells/short_range.hpp"
#include "common/core/ceil_div.hpp"

namespace gputest {

DeviceForces::DeviceForces(const ForceKernel& kernel, double time_step, const ForceField& field,
                           const KernelSignature& signature, DeviceParticles& particles,
                           const DeviceNeighbours* list)
    : name_(kernel.kernel.info().name()),
      configuration_(kernel.configuration),
      particles_(particles),
      list_(list),
      with_energies_(signature),
      without_(field.without_energies(signature)),
      conserving_energies_(field.conserving(kernel.configuration, signature)) {
  Queue& queue = particles.queue();
  const std::uint64_t n = particles.size();
  const Element real = element_of(configuration_.precision);
  const ForceTraits traits = kernel.traits();
  forces_ = allocate(queue, 4 * n, bytes(real));
  energy_forces_ = allocate(queue, 4 * n, bytes(real));
  virials_ = allocate(queue, n, bytes(real));
  sums_ = allocate(queue, ceil_div(n, GT_STEP_BLOCK) * GT_MEASURED_SUMS, sizeof(double));
  for (const ArrayShape& shape : signature.scratch)
    scratch_.push_back(allocate(queue, shape.bytes(), 1));

  const std::uint32_t acceleration = traits.acceleration ? 1 : 0;
  const double half_skin = field.list_radii().skin / 2;
  StepCall move("step_move", n, configuration_);
  move.input("listed", Element::fp64, particles.listed())
      .input("forces", real, *forces_)
      .output("state", Element::fp64, particles.state());
  particles.add_packed(move);
  move.output("report", Element::uint32, particles.report_memory())
      .output("progress", Element::uint32, particles.progress());
  particles.add_places(move);
  move_ = move.scalar("time_step", time_step)
              .scalar("half_skin2", list == nullptr ? -1.0 : half_skin * half_skin)
              .specialization("acceleration", acceleration)
              .bind(queue);
  kick_ = StepCall("step_kick", n, configuration_)
              .input("forces", real, *forces_)
              .output("state", Element::fp64, particles.state())
              .output("progress", Element::uint32, particles.progress())
              .scalar("time_step", time_step)
              .specialization("acceleration", acceleration)
              .bind(queue);
  measure_ = StepCall("step_measure", n, configuration_)
                 .input("state", Element::fp64, particles.state())
                 .input("forces", real, *energy_forces_)
                 .input("virials", real, *virials_)
                 .output("sums", Element::fp64, *sums_)
                 .scalar("self", field.self_potential())
                 .specialization("acceleration", acceleration)
                 .bind(queue);
}

void DeviceForces::tell(const ForceField& field, const KernelSignature& signature) {
  with_energies_ = signature;
  without_ = field.without_energies(signature);
  moving_.reset();
  moving_some_.reset();
  bind();
}

/// Binds the force kernels, unless they are bound to the current memory of the list.
void DeviceForces::bind() {
  if (moving_ && (list_ == nullptr || growths_ == list_->growths())) return;
  KernelArrays arrays;
  for (const Memory& array : particles_.packed()) arrays.inputs.push_back(array.get());
  if (list_ != nullptr) {
    arrays.inputs.push_back(&list_->starts());
    arrays.inputs.push_back(&list_->entries());
    growths_ = list_->growths();
    const std::uint64_t words = list_->entries().bytes() / sizeof(std::uint32_t);
    with_energies_.inputs.back().count = without_.inputs.back().count = words;
    if (conserving_energies_) conserving_energies_->inputs.back().count = words;
  }
  for (const Memory& memory : scratch_) arrays.scratch.push_back(memory.get());
  arrays.outputs = {forces_.get(), virials_.get()};
  arrays.outputs.resize(with_energies_.outputs.size());
  moving_ = particles_.queue().bind(name_, configuration_, without_, arrays);
  arrays.outputs[0] = energy_forces_.get();
  measuring_ = particles_.queue().bind(name_, configuration_, with_energies_, arrays);
  if (conserving_energies_)
    conserving_ = particles_.queue().bind(name_, configuration_, *conserving_energies_, arrays);
}

BoundKernel& DeviceForces::moving() {
  bind();
  return *moving_;
}

BoundKernel& DeviceForces::moving_some(const ForceField& field, const DeviceMemory& active) {
  if (moving_some_) return *moving_some_;
  KernelArrays arrays;
  for (const Memory& array : particles_.packed()) arrays.inputs.push_back(array.get());
  arrays.inputs.push_back(&active);
  arrays.outputs = {forces_.get()};
  for (const Memory& memory : scratch_) arrays.scratch.push_back(memory.get());
  moving_some_ = particles_.queue().bind(name_, configuration_, field.on_some(without_), arrays);
  return *moving_some_;
}

Energies DeviceForces::energies() {
  bind();
  return sums_of(*measuring_);
}

Energies DeviceForces::conserved() {
  bind();
  return sums_of(conserving_ ? *conserving_ : *measuring_);
}

HostArray DeviceForces::download() {
  bind();
  HostArray forces{with_energies_.outputs.front(), {}};
  forces.data.resize(forces_->bytes());
  forces_->read(forces.data.data());
  return forces;
}

std::vector<HostArray> DeviceForces::energy_outputs() const {
  std::vector<HostArray> outputs;
  for (const ArrayShape& shape : with_energies_.outputs) {
    HostArray& output = outputs.emplace_back(HostArray{shape, {}});
    output.data.resize(shape.bytes());
    (outputs.size() == 1 ? energy_forces_ : virials_)->read(output.data.data());
  }
  return outputs;
}

Energies DeviceForces::sums_of(BoundKernel& forces) {
  forces.enqueue();
  measure_->enqueue();
  std::vector<double> sums(sums_->bytes() / sizeof(double));
  sums_->read(sums.data());
  Energies now;
  for (std::size_t k = 0; k < sums.size(); k += GT_MEASURED_SUMS) {
    now.potential += sums[k];
    now.kinetic += sums[k + 1];
    now.virial += sums[k + 2];
  }
  return now;
}

}  // namespace gputest
