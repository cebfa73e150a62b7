#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>

#include "app/commands.hpp"
#include "app/selection.hpp"
#include "common/core/host.hpp"
#include "common/core/interrupt.hpp"
#include "common/particles/formats.hpp"
#include "common/particles/generators.hpp"
#include "common/particles/reader.hpp"
#include "common/particles/writer.hpp"
#include "common/simulate/simulation.hpp"

namespace gputest {
namespace {

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

SimulationState first_state(const SimulateCommand& command, const std::string& algorithm) {
  SimulationState state;
  const bool lj = algorithm == "lj";
  if (!command.run.input.empty()) {
    state.particles = read_particles(command.run.input);
    for (const std::string& warning : state.particles.warnings)
      fmt::print(stderr, "gputest: warning: {}\n", warning);
  } else {
    const auto counts = parse_counts(command.run.n);
    if (counts.size() != 1)
      throw Error(Status::bad_input, fmt::format("simulate takes one -n, not '{}'", command.run.n));
    ProblemRequest request;
    request.options = command.run.problem;
    state.particles = lj ? generate_lattice_of(counts.front(), number_option(request, "density"),
                                               command.run.seed.value_or(2), true)
                         : generate_plummer(counts.front(), command.run.seed.value_or(1));
  }
  if (command.temperature)
    set_temperature(state.particles, *command.temperature, command.run.seed.value_or(1));
  return state;
}

/// What makes a checkpoint this run's.
std::string description_of(const SimulateCommand& command, const std::string& algorithm) {
  nlohmann::ordered_json json{{"algorithm", algorithm}, {"time_step", command.time_step}};
  const std::vector<std::string> names = algorithm == "lj"
                                             ? std::vector<std::string>{"cutoff", "skin"}
                                             : std::vector<std::string>{"eps"};
  ProblemRequest request;
  request.options = command.run.problem;
  for (const std::string& name : names) json[name] = number_option(request, name);
  // Only where it is on: a checkpoint from before there was a choice is one without.
  if (algorithm == "lj" && switch_option(request, "shift")) json["shift"] = true;
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

}  // namespace

Status simulate(const Registry& registry, const SimulateCommand& command) {
  RunCommand wanted = command.run;
  if (wanted.kernels.empty()) wanted.kernels = {"lj_simd"};
  const Selection selection = select(registry, wanted, {1});
  if (selection.cases.size() != 1)
    throw Error(Status::usage, fmt::format("simulate needs one kernel on one device, and {} cases "
                                           "are chosen; see --api, --kernel and --device",
                                           selection.cases.size()));
  const Case& chosen = selection.cases.front();
  const std::string algorithm = chosen.kernel->info().family;
  if (algorithm != "lj" && algorithm != "gravity")
    throw Error(Status::usage, fmt::format("{} computes no forces", chosen.kernel->info().name()));
  if (chosen.configuration.layout == "image2d")
    throw Error(Status::usage, "simulate takes layouts of plain buffers, not image2d");
  if (!command.checkpoint.empty()) require_writable(command.checkpoint);

  SimulationOptions options;
  options.algorithm = algorithm;
  options.time_step = command.time_step;
  options.problem = command.run.problem;
  options.problem["energy"] = options.problem["potential"] = "on";
  const std::string description = description_of(command, algorithm);
  SimulationState state = command.restart.empty() ? first_state(command, algorithm)
                                                  : read_checkpoint(command.restart, description);
  Trajectory trajectory(command.trajectory);
  const auto device = registry.find_backend(chosen.kernel->info().api)->open(chosen.device.id);
  Simulation simulation(*registry.find_family(algorithm), *chosen.kernel, *device,
                        chosen.configuration, options, std::move(state));

  const auto n = static_cast<double>(simulation.particles());
  const double per = algorithm == "lj" ? n : 1;
  const auto save = [&] {
    if (!command.checkpoint.empty())
      write_checkpoint(command.checkpoint, description, simulation.state());
  };
  fmt::print("{}: {}, {} {} {}, n = {}, moved on the {}{}\n", chosen.device.id, chosen.device.name,
             chosen.kernel->info().name(), chosen.configuration.layout,
             name(chosen.configuration.precision), simulation.particles(),
             simulation.on_device() ? "device" : "host", per > 1 ? ", energies a particle" : "");
  fmt::print("{:>8} {:>18} {:>18} {:>18} {:>14} {:>14}\n", "step", "potential", "kinetic", "total",
             "temperature", "pressure");
  const Thermodynamics first = simulation.thermodynamics();
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
                                  : fmt::format("; {} goes on from there", command.checkpoint)));
    }
  }
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  save();
  trajectory.finish();
  fmt::print("energy drift {:.2e} of the total at most", drift);
  if (algorithm == "lj") fmt::print("; {} lists made", simulation.lists_made());
  if (!chosen.device.emulated && command.steps > 0)
    fmt::print("; {:.4g} M particle-steps/s, all included",
               n * static_cast<double>(command.steps) / seconds * 1e-6);
  fmt::print("\n");
  return Status::ok;
}

}  // namespace gputest
