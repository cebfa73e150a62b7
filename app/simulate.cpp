#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/commands.hpp"
#include "app/options.hpp"
#include "app/selection.hpp"
#include "common/core/host.hpp"
#include "common/core/interrupt.hpp"
#include "common/particles/force_field.hpp"
#include "common/particles/formats.hpp"
#include "common/particles/reader.hpp"
#include "common/particles/writer.hpp"
#include "common/simulate/simulation.hpp"

namespace gputest {
namespace {

struct SimulateCommand {
  RunCommand run;  ///< api, kernel, device, layout, precision, block, axes, n, input, seed, problem
  std::uint64_t steps = 1000;
  double time_step = 0.005;
  std::optional<double> temperature;  ///< none: velocities as they are
  std::uint64_t every = 100;          ///< steps between printed lines
  std::string trajectory;
  std::uint64_t trajectory_every = 100;
  std::string checkpoint;
  std::uint64_t checkpoint_every = 0;  ///< 0: at the end alone
  std::string restart;                 ///< a checkpoint to continue from
};

/// Frames written one after another to a temporary file, which gets its name when the run ends,
/// also where that is early.
class Trajectory {
 public:
  explicit Trajectory(const std::string& path) : path_(path) {
    if (path.empty()) return;
    const std::string wanted = format_for_path(path);
    for (const Format* format : formats())
      if (format->name == wanted) format_ = format;
    if (wanted != "xyz" && wanted != "lammps-dump")
      throw Error(Status::bad_input,
                  fmt::format("a trajectory is a file .xyz, .extxyz or .dump, not {}", path));
    require_writable(path);
    out_.open(partial(), std::ios::binary | std::ios::trunc);
    check();
  }
  void add(const ParticleSet& frame) {
    if (format_ == nullptr) return;
    format_->write(out_, frame);
    check();
  }
  void finish() {
    if (format_ == nullptr) return;
    out_.close();
    check();
    std::filesystem::rename(partial(), path_);
  }

 private:
  std::string partial() const { return path_ + ".partial"; }
  void check() const {
    if (!out_) throw Error(Status::bad_input, fmt::format("cannot write {}", partial()));
  }

  std::string path_;
  const Format* format_ = nullptr;
  std::ofstream out_;
};

ProblemRequest request_of(const SimulateCommand& command) {
  ProblemRequest request;
  request.seed = command.run.seed;
  request.options = command.run.problem;
  return request;
}

SimulationState first_state(const SimulateCommand& command, const ForceFamily& family) {
  SimulationState state;
  if (!command.run.input.empty()) {
    state.particles = read_particles(command.run.input);
    for (const std::string& warning : state.particles.warnings)
      fmt::print(stderr, "gputest: warning: {}\n", warning);
  } else {
    const auto counts = parse_counts(command.run.n);
    if (counts.size() != 1)
      throw Error(Status::usage, fmt::format("simulate takes one -n, not '{}'", command.run.n));
    ProblemRequest request = request_of(command);
    request.n = counts.front();
    state.particles = family.generate(request);
  }
  if (command.temperature)
    set_temperature(state.particles, *command.temperature, command.run.seed.value_or(1));
  return state;
}

/// What makes a checkpoint this run's.
std::string description_of(const SimulateCommand& command, const std::string& family,
                           const ForceFamily& forces, const Configuration& configuration) {
  nlohmann::ordered_json json{{"algorithm", family}, {"time_step", command.time_step}};
  json.update(forces.description(request_of(command), configuration));
  return json.dump();
}

void print_line(const Thermodynamics& now, double per) {
  fmt::print("{:>8} {:>18.12g} {:>18.12g} {:>18.12g} {:>14.8g} {:>14.8g}\n", now.step,
             now.potential / per, now.kinetic / per, now.total() / per, now.temperature,
             now.pressure);
  std::cout.flush();
}

/// The first multiple of `interval` after k; none for 0.
std::uint64_t following(std::uint64_t k, std::uint64_t interval) {
  return interval == 0 ? std::numeric_limits<std::uint64_t>::max() : (k / interval + 1) * interval;
}

/// The cases of the command; where it names no kernel, of the one that is fastest on most devices
/// of such a kind.
Selection select_forces(const Registry& registry, RunCommand command) {
  constexpr const char *kOfProcessors = "lj_simd", *kOfOthers = "lj_transposed";
  const bool named = !command.kernels.empty();
  if (!named) command.kernels = {kOfProcessors, kOfOthers};
  Selection selection = select(registry, command, {1});
  if (!named)
    std::erase_if(selection.cases, [](const Case& c) {
      return c.kernel->info().name() != (c.device.on_host ? kOfProcessors : kOfOthers);
    });
  return selection;
}

/// Moves particles under one kernel's forces. A signal ends the run after a whole step, with the
/// checkpoint written.
Status simulate(const Registry& registry, const SimulateCommand& command) {
  const Selection selection = select_forces(registry, command.run);
  if (selection.cases.size() != 1)
    throw Error(Status::usage, fmt::format("simulate needs one kernel on one device, and {} cases "
                                           "are chosen; see --api, --kernel and --device",
                                           selection.cases.size()));
  const Case& chosen = selection.cases.front();
  const std::string family = chosen.kernel->info().family;
  const auto* forces = dynamic_cast<const ForceFamily*>(registry.find_family(family));
  if (forces == nullptr)
    throw Error(Status::usage, fmt::format("{} computes no forces", chosen.kernel->info().name()));
  if (chosen.configuration.layout == "image2d")
    throw Error(Status::usage, "simulate takes layouts of plain buffers, not image2d");
  if (!command.checkpoint.empty()) require_writable(command.checkpoint);

  SimulationOptions options;
  options.time_step = command.time_step;
  options.problem = command.run.problem;
  const std::string description = description_of(command, family, *forces, chosen.configuration);
  SimulationState state = command.restart.empty() ? first_state(command, *forces)
                                                  : read_checkpoint(command.restart, description);
  Trajectory trajectory(command.trajectory);
  const auto device = registry.find_backend(chosen.kernel->info().api)->open(chosen.device.id);
  Simulation simulation(registry, *chosen.kernel, *device, chosen.configuration, options,
                        std::move(state));

  const auto n = static_cast<double>(simulation.particles());
  const bool short_range = forces->force_traits().neighbour_list;
  const double per = short_range ? n : 1;  // energies grow with n
  const auto save = [&] {
    if (!command.checkpoint.empty())
      write_checkpoint(command.checkpoint, description, simulation.state());
  };
  fmt::print("{}: {}, {} {} {}, n = {}, moved on the {}{}\n", chosen.device.id, chosen.device.name,
             chosen.kernel->info().name(), chosen.configuration.layout,
             name(chosen.configuration.precision), simulation.particles(),
             simulation.on_device() ? "device" : "host", per > 1 ? ", energies per particle" : "");
  fmt::print("{:>8} {:>18} {:>18} {:>18} {:>14} {:>14}\n", "step", "potential", "kinetic", "total",
             "temperature", "pressure");
  const auto verify = [&] {
    const InterruptsHeld held;
    if (command.run.runner.verify) simulation.verify();
  };
  const Thermodynamics first = simulation.thermodynamics();
  verify();
  print_line(first, per);
  if (!command.trajectory.empty()) trajectory.add(simulation.snapshot());

  const std::uint64_t frames_every = command.trajectory.empty() ? 0 : command.trajectory_every;
  double drift = 0;
  const auto start = std::chrono::steady_clock::now();
  for (std::uint64_t k = 0; k < command.steps;) {
    std::uint64_t next = std::min(command.steps, following(k, command.every));
    next = std::min(next, following(k, frames_every));
    next = std::min(next, following(k, command.checkpoint_every));
    {
      const InterruptsHeld held;  // the state between steps is what a checkpoint holds
      k += simulation.advance(next - k);
    }
    if (k % command.every == 0 || k == command.steps) {
      const Thermodynamics now = simulation.thermodynamics();
      drift = std::max(drift, std::abs((now.total() - first.total()) / first.total()));
      print_line(now, per);
    }
    if (frames_every != 0 && k % frames_every == 0) trajectory.add(simulation.snapshot());
    if (command.checkpoint_every != 0 && k % command.checkpoint_every == 0) save();
    if (interrupted()) {
      save();
      trajectory.finish();
      throw Error(Status::interrupted,
                  fmt::format("interrupted at step {}{}", simulation.step_number(),
                              command.checkpoint.empty()
                                  ? ""
                                  : fmt::format("; {} continues from there", command.checkpoint)));
    }
  }
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  save();
  trajectory.finish();
  verify();
  fmt::print("energy drift {:.2e} of the total at most", drift);
  if (short_range) fmt::print("; {} lists made", simulation.lists_made());
  if (!chosen.device.emulated && command.steps > 0)
    fmt::print("; {:.4g} M particle-steps/s, all included",
               n * static_cast<double>(command.steps) / seconds * 1e-6);
  fmt::print("\n");
  return Status::ok;
}

class Simulate : public Subcommand {
 public:
  explicit Simulate(const Registry& registry) : registry_(registry) {}
  std::string name() const override { return "simulate"; }
  std::string summary() const override { return "move particles under one kernel's forces"; }

  void declare(OptionList& options) override {
    RunCommand& run = command_.run;
    run.apis = {"cpu"};
    options.list("--api", run.apis, "the API [cpu]", "NAME");
    options.list("--kernel", run.kernels,
                 "the kernel, of a family of forces [lj_simd; on a GPU lj_transposed]", "NAME");
    options.value("--device", run.device, "id or part of a name");
    options.list("--layout", run.layouts, "memory layout [the kernel's own]", "NAME");
    options.list("--precision", run.precisions, "fp32 or fp64 [fp32]", "NAME");
    options.list("--block", run.blocks, "threads per block [the kernel's default]", "NAME");
    options.value("-n", run.n, "particles generated [16384]");
    options.value("--input", run.input, "read particles from a file");
    options.value("--seed", seed_, "seed of generated particles and velocities");
    for (const auto& family : registry_.families()) declare_family(*family, options);
    options.value("--steps", steps_, "steps [1000]");
    options.value("--time-step", time_step_, "time per step [0.005]");
    options.value("--temperature", temperature_,
                  "velocities of that temperature at random [as they are, else none]");
    options.flag("--no-verify{false}", command_.run.runner.verify,
                 "do not compare the first and the last step's forces with the reference");
    options.value("--every", every_, "steps between printed lines [100]");
    options.value("--trajectory", command_.trajectory, "frames to a file .xyz or .dump");
    options.value("--trajectory-every", trajectory_every_, "steps between frames [100]");
    options.value("--checkpoint", command_.checkpoint,
                  "write what --restart continues from, at the end and on a signal");
    options.value("--checkpoint-every", checkpoint_every_, "and every so many steps");
    options.value("--restart", command_.restart, "continue from a checkpoint");
    options.exclude("--restart", "--input");
    options.exclude("--restart", "-n");
  }

  Status run() override {
    command_.run.seed = whole_number("--seed", seed_, 0);
    const auto set = [](std::uint64_t& value, const std::optional<std::uint64_t>& given) {
      if (given) value = *given;
    };
    set(command_.steps, whole_number("--steps", steps_, 0));
    set(command_.every, whole_number("--every", every_, 1));
    set(command_.trajectory_every, whole_number("--trajectory-every", trajectory_every_, 1));
    set(command_.checkpoint_every, whole_number("--checkpoint-every", checkpoint_every_, 1));
    if (const auto given = real_number("--time-step", time_step_, 1e-12))
      command_.time_step = *given;
    command_.temperature = real_number("--temperature", temperature_, 0);
    return simulate(registry_, command_);
  }

 private:
  /// The axes and options of a family of forces, but for options that steps set themselves.
  void declare_family(const Family& family, OptionList& options) {
    const auto* forces = dynamic_cast<const ForceFamily*>(&family);
    if (forces == nullptr) return;
    const auto set_by_steps = forces->step_options();
    for (const ProblemOption& option : family.options()) {
      if (command_.run.problem.count(option.name) != 0) continue;
      std::string& value = command_.run.problem[option.name];
      value = option.default_value;
      if (set_by_steps.count(option.name) == 0)
        options.value("--" + option.name, value,
                      fmt::format("{} [{}]", option.help, option.default_value));
    }
    for (const Axis& axis : family.axes())
      if (command_.run.axes.count(axis.name) == 0)
        options.list("--" + axis.name, command_.run.axes[axis.name],
                     axis.help + " [the kernel's own]", "NAME");
  }

  const Registry& registry_;
  SimulateCommand command_;
  std::string seed_, steps_, time_step_, temperature_, every_, trajectory_every_, checkpoint_every_;
};

}  // namespace

std::unique_ptr<Subcommand> make_simulate(const Registry& registry) {
  return std::make_unique<Simulate>(registry);
}

}  // namespace gputest
