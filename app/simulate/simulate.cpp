#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>

#include "app/command/commands.hpp"
#include "app/command/counts.hpp"
#include "app/command/messages.hpp"
#include "app/command/options.hpp"
#include "app/registry.hpp"
#include "app/run/isolation.hpp"
#include "app/run/selection.hpp"
#include "app/run/shared_devices.hpp"
#include "app/simulate/trajectory.hpp"
#include "common/core/destination.hpp"
#include "common/core/file_lock.hpp"
#include "common/core/input_stream.hpp"
#include "common/core/interrupt.hpp"
#include "common/core/output_file.hpp"
#include "common/core/printable.hpp"
#include "common/core/standard_streams.hpp"
#include "common/core/stopwatch.hpp"
#include "common/many/devices.hpp"
#include "common/many/ranks.hpp"
#include "common/particles/force_field.hpp"
#include "common/particles/reader.hpp"
#include "common/particles/units.hpp"
#include "common/particles/writer.hpp"
#include "common/simulate/charge_forces.hpp"
#include "common/simulate/observables.hpp"
#include "common/simulate/simulation.hpp"

namespace gputest {
namespace {

struct SimulateCommand {
  RunCommand run;  ///< api, kernel, device, layout, precision, block, axes, n, input, seed, problem
  std::uint64_t steps = 1000;
  std::optional<double> time_step;  ///< none: the family's
  std::uint64_t block_steps = 0;    ///< levels below that of the time step; 0: one step for all
  double eta = 0.025;
  std::optional<double> temperature, to;  ///< none: unchanged velocities; no ramp
  std::optional<double> thermostat;       ///< its period; none: constant energy
  std::optional<std::uint64_t> ramp;      ///< length of the ramp in steps; none: all steps
  std::uint64_t every = 100;              ///< steps between printed lines
  std::string trajectory;
  std::uint64_t trajectory_every = 100;
  std::string final_particles;  ///< file for them, in any format
  std::string checkpoint;
  std::uint64_t checkpoint_every = 0;  ///< 0: only at the end
  std::string restart;                 ///< a checkpoint to continue from
  std::string observables;             ///< beginning of the names of their files
  std::uint64_t observables_every = 100;
  std::uint64_t salt = 0;  ///< chooses the steps and particles that checks compare
};

ProblemRequest request_of(const SimulateCommand& command) {
  ProblemRequest request;
  request.seed = command.run.seed;
  request.options = command.run.problem;
  return request;
}

/// Whether steps are in the units of ions, which are ASE's.
bool has_units_of_ions(const ForceFamily& family) { return *family.step_units().names != '\0'; }

SimulationState first_state(const SimulateCommand& command, const ForceFamily& family) {
  SimulationState state;
  if (!command.run.input.empty()) {
    state.particles = read_particles(command.run.input, command.run.units);
    for (const std::string& warning : state.particles.warnings) say("warning: {}", warning);
    if (has_units_of_ions(family))
      require_units_of_ions(state.particles, !command.temperature, input_name(command.run.input));
  } else {
    const auto counts = parse_counts(command.run.n);
    if (counts.size() != 1)
      throw Error(Status::usage,
                  fmt::format("simulate takes a single -n, not '{}'", command.run.n));
    ProblemRequest request = request_of(command);
    request.n = counts.front();
    state.particles = family.generate(request);
  }
  state.particles.charge.clear();  // checkpoints do not have charges
  const StepUnits units = family.step_units();
  if (command.temperature) {
    const double energy = *command.temperature * units.boltzmann;
    set_temperature(state.particles, energy, command.run.seed.value_or(1));
    if (const ForceTraits traits = family.force_traits(); has_walls(traits, state.particles))
      stop_rotation(state.particles, degrees_of_freedom(traits, state.particles) * energy / 2);
  }
  if (command.thermostat) {
    Thermostat chain;
    chain.from = *command.temperature * units.boltzmann;
    chain.to = command.to.value_or(*command.temperature) * units.boltzmann;
    chain.ramp = command.to ? command.ramp.value_or(command.steps) : 0;
    chain.period = *command.thermostat * units.time;
    state.thermostat = chain;
  }
  return state;
}

double time_step_of(const SimulateCommand& command, const ForceFamily& forces) {
  return command.time_step.value_or(forces.step_units().time_step);
}

/// The values that a checkpoint must share with the run. Options of charges and of block time steps
/// are only included if they differ from the default, as for checkpoints older than these options.
std::string description_of(const Registry& registry, const SimulateCommand& command,
                           const std::string& family, const ForceFamily& forces,
                           const Configuration& configuration) {
  nlohmann::ordered_json json{{"algorithm", family}, {"time_step", time_step_of(command, forces)}};
  if (command.block_steps > 0) {
    json["block_steps"] = command.block_steps;
    json["eta"] = command.eta;
  }
  json.update(forces.description(request_of(command), configuration));
  if (forces.force_traits().charged)
    for (const ProblemOption& option : charge_options(registry))
      if (const auto given = command.run.problem.find(option.name);
          given != command.run.problem.end() && given->second != option.default_value)
        json[option.name] = given->second;
  return json.dump();
}

double size_of(const std::array<double, 3>& vector) {
  return std::hypot(vector[0], vector[1], vector[2]);
}

/// Prints a line. For bodies that attract each other it shows momenta, not temperature and
/// pressure.
void print_line(const Thermodynamics& now, double per, const std::optional<Momenta>& momenta) {
  const std::string line = fmt::format(
      "{:>8} {:>18.12g} {:>18.12g} {:>18.12g} {:>14.8g} {:>14.8g}\n", now.step, now.potential / per,
      now.kinetic / per, now.total() / per, momenta ? size_of(momenta->momentum) : now.temperature,
      momenta ? size_of(momenta->angular) : now.pressure);
  std::fputs(line.c_str(), stdout);
  require_standard_output();
}

/// The first multiple of `interval` after k; none for 0.
std::uint64_t following(std::uint64_t k, std::uint64_t interval) {
  return interval == 0 ? std::numeric_limits<std::uint64_t>::max() : (k / interval + 1) * interval;
}

/// Checks a simulation within a share of the run's time: single steps that are drawn, printed
/// numbers, and from time to time the whole run.
class Checks {
 public:
  Checks(Simulation& simulation, bool wanted, std::uint64_t salt)
      : simulation_(simulation), wanted_(wanted), engine_(salt) {}

  /// Checks this step, unless it has been checked.
  void check() {
    if (!wanted_ || checked_ == simulation_.step_number()) return;
    const InterruptsHeld held;
    const double before = simulation_.checking_seconds();
    simulation_.check();
    last_ = simulation_.checking_seconds() - before;
    of_run_ += last_;
    checked_ = simulation_.step_number();
    ++made_;
  }
  /// This step's energies, checked.
  Thermodynamics thermodynamics() {
    return wanted_ ? simulation_.checked_thermodynamics() : simulation_.thermodynamics();
  }
  /// Begins to count the time of a run of so many steps, the first of which is drawn.
  void begin(std::uint64_t steps) {
    run_ = Stopwatch();
    begun_ = simulation_.checking_seconds();
    made_ = 0;
    of_run_ = 0;
    steps_ = steps;
  }
  /// Takes at most `most` steps of those to the next printed line, `to_line`, and returns how many:
  /// a drawn one alone. One step before each printed line is drawn, and others at random.
  std::uint64_t advance(std::uint64_t most, std::uint64_t to_line) {
    if (line_ <= taken_) {
      line_ = taken_ + to_line;
      before_line_ = std::uniform_int_distribution(taken_, line_ - 1)(engine_);
    }
    const std::uint64_t drawn = std::min(before_line_ < taken_ ? line_ : before_line_, next_);
    if (!wanted_ || drawn > taken_) {
      const std::uint64_t steps =
          simulation_.advance(wanted_ ? std::min(most, drawn - taken_) : most);
      taken_ += steps;
      return steps;
    }
    const double before = simulation_.checking_seconds();
    simulation_.advance_checked();
    ++taken_;
    ++repeated_;
    draw(simulation_.checking_seconds() - before);
    constexpr double kShare = 0.03;
    if (of_run_ + last_ <= kShare * run_.seconds()) check();
    return 1;
  }
  std::uint64_t made() const { return made_; }          ///< checks of the run since begin()
  std::uint64_t repeated() const { return repeated_; }  ///< drawn steps
  /// Seconds of checks since begin().
  double seconds() const { return simulation_.checking_seconds() - begun_; }

 private:
  /// Draws the next step: every step with the same probability, so that steps that are left take
  /// what is left of the time for it. `cost` is that of a drawn step.
  void draw(double cost) {
    constexpr double kShare = 0.03, kSeconds = 0.1;
    of_steps_ += cost;
    const double step = (run_.seconds() - seconds()) / static_cast<double>(taken_);
    const auto left = static_cast<double>(steps_ - taken_);
    const double time = kSeconds + kShare * step * static_cast<double>(steps_) - of_steps_;
    if (left <= 0 || time <= 0) {
      next_ = steps_;
      return;
    }
    const double rate = time / (cost * left);
    const double wait = rate >= 1 ? 0 : std::exponential_distribution(rate)(engine_);
    next_ = wait < left ? taken_ + static_cast<std::uint64_t>(wait) : steps_;
  }

  Simulation& simulation_;
  bool wanted_;
  std::mt19937_64 engine_;
  std::optional<std::uint64_t> checked_;  ///< the last checked step
  double last_ = 0;                       ///< seconds of the last check of the run
  double begun_ = 0;                      ///< seconds of checks before begin()
  double of_run_ = 0;                     ///< seconds of checks of the run
  double of_steps_ = 0;                   ///< seconds of checks of drawn steps
  std::uint64_t made_ = 0, repeated_ = 0;
  std::uint64_t steps_ = 0, taken_ = 0;       ///< of the run
  std::uint64_t line_ = 0, before_line_ = 0;  ///< of the next printed line; drawn before it
  std::uint64_t next_ = 0;                    ///< drawn
  Stopwatch run_;
};

/// The cases of the command. Without --kernel, those of the kernel that is the fastest on most
/// devices of the kind.
Selection select_forces(const Registry& registry, RunCommand command) {
  constexpr const char *kOfProcessors = "lj_simd", *kOfOthers = "lj_transposed",
                       *kOfSeveral = "lj_unrolled";
  constexpr const char* kOfSalts = "central_direct";
  if (command.kernels.empty() && command.problem.count("halide") != 0) command.kernels = {kOfSalts};
  if (command.kernels.empty() && command.apis.front() == many::kApi) command.kernels = {kOfSeveral};
  const bool named = !command.kernels.empty();
  if (!named) command.kernels = {kOfProcessors, kOfOthers};
  // Options of charges belong to another family, which is not chosen.
  RunCommand without = command;
  for (const ProblemOption& option : charge_options(registry)) without.problem.erase(option.name);
  Selection selection = select(registry, without, {1});
  const auto charged = [&](const Case& c) {
    const auto* forces =
        dynamic_cast<const ForceFamily*>(registry.find_family(c.kernel->info().family));
    return forces != nullptr && forces->force_traits().charged;
  };
  if (!std::all_of(selection.cases.begin(), selection.cases.end(), charged))
    selection = select(registry, command, {1});
  if (!named)
    std::erase_if(selection.cases, [](const Case& c) {
      return c.kernel->info().name() != (c.device.on_host ? kOfProcessors : kOfOthers);
    });
  return selection;
}

/// Throws Error(usage) for options of charges unless there are charges in a periodic box, and for
/// options that whole steps set themselves.
void require_options_are_used(const Registry& registry, const SimulateCommand& command,
                              const ForceFamily& forces, const ParticleSet& particles) {
  for (const auto& [name, value] : forces.step_options(particles))
    if (command.run.problem.count(name) != 0)
      throw Error(Status::usage, fmt::format("simulate sets --{} itself; leave it out", name));
  if (!forces.force_traits().charged || is_periodic(particles)) return;
  for (const ProblemOption& option : charge_options(registry))
    if (command.run.problem.count(option.name) != 0)
      throw Error(Status::usage,
                  fmt::format("--{} applies to charges in a periodic box, but this box is open; "
                              "leave it out",
                              option.name));
}

/// Throws if files would overwrite each other. A checkpoint may be overwritten by the run that
/// continues from it, because it is read whole first.
void require_files_apart(const SimulateCommand& command) {
  const NamedPath trajectory{"--trajectory", command.trajectory};
  const NamedPath final_particles{"--final", command.final_particles};
  require_apart({{"--checkpoint", command.checkpoint}, trajectory, final_particles},
                {{"--input", command.run.input}});
  require_apart({trajectory, final_particles}, {{"--restart", command.restart}});
}

/// Throws Error(usage) if a run that continues another would replace its trajectory or its samples.
void require_earlier_files_stay(const SimulateCommand& command) {
  if (command.restart.empty()) return;
  const auto require_new = [](const char* option, const std::string& path, const char* content) {
    std::error_code absent;
    if (!path.empty() && std::filesystem::is_regular_file(path, absent) &&
        std::filesystem::file_size(path, absent) > 0)
      throw Error(Status::usage,
                  fmt::format("{}: {} has {}, which --restart would replace; give another file, or "
                              "move this one",
                              option, path, content));
  };
  require_new("--trajectory", command.trajectory, "frames of an earlier run");
  if (command.observables.empty()) return;
  for (const char* end : {".csv", "-gr.csv"})
    require_new("--observables", command.observables + end, "samples of an earlier run");
}

/// Writes NAME.csv and NAME-gr.csv.
void write_observables(const SimulateCommand& command, const Observables& observables) {
  if (command.observables.empty()) return;
  const auto write = [&](const char* end, const auto& print) {
    write_file_atomically(command.observables + end, print);
  };
  do_all({[&] { write(".csv", [&](std::ostream& out) { observables.write_samples(out); }); },
          [&] { write("-gr.csv", [&](std::ostream& out) { observables.write_distances(out); }); }});
}

/// Prints the lines about observables, in units of Å and fs.
void print_observables(const SimulateCommand& command, const Observables& observables) {
  if (command.observables.empty()) return;
  constexpr double kSquareCentimetres = 0.1;  // cm^2/s per Å^2/fs
  const Observables::Means means = observables.means();
  fmt::print("second half: {:.5g} K, {:.4g} GPa, diffusion {:.3g} and {:.3g} cm2/s\n",
             means.temperature, means.pressure, means.diffusion[0] * kSquareCentimetres,
             means.diffusion[1] * kSquareCentimetres);
  if (observables.contrast() == 0)
    fmt::print("g(r) does not extend far enough for long-range peaks\n");
  else if (const auto melted = observables.melted_at())
    fmt::print("g(r) lost its long-range peaks at {:.4g} K\n", *melted);
  else
    fmt::print("g(r) has its long-range peaks at the end (contrast {:.2g})\n",
               observables.contrast());
}

/// The difference of two sums of vectors, relative to the sum of the vectors' lengths.
double change_of(const std::array<double, 3>& from, const std::array<double, 3>& to, double sizes) {
  const double change = size_of({to[0] - from[0], to[1] - from[1], to[2] - from[2]});
  return change == 0 ? 0 : change / sizes;
}

/// Prints the number of forces that block time steps computed, and the bodies of each level.
void print_block_steps(const BlockCounts& counts, std::uint64_t n) {
  if (counts.steps == 0) return;
  const auto steps = static_cast<double>(counts.steps);
  const auto body_steps = static_cast<double>(counts.body_steps);
  const double shared =
      std::ldexp(steps * static_cast<double>(n), static_cast<int>(counts.deepest));
  fmt::print(
      "block time steps: {} substeps, {:.4g} M body-steps, {:.3g} of the number with the shortest "
      "step for all\naverage bodies per level 0 to {} at the beginning of a step:",
      counts.substeps, body_steps * 1e-6, body_steps / shared, counts.deepest);
  for (std::size_t level = 0; level <= counts.deepest; ++level)
    fmt::print(" {:.3g}", static_cast<double>(counts.at_start[level]) / steps);
  fmt::print("\n");
  if (counts.too_long > 0)
    fmt::print("{:.2g} of the body-steps were longer than --eta allows; raise --block-steps\n",
               static_cast<double>(counts.too_long) / body_steps);
}

/// Suggests --shift=on, if the family has it, when pairs that cross the cutoff cause most of the
/// energy drift. `drift` is relative to the total energy, `jumps` the part due to such pairs.
void hint_at_shift(const Family& family, double drift, double jumps) {
  constexpr double kWorthwhile = 1e-5, kShare = 0.5;
  const std::vector<ProblemOption> options = family.options();
  const bool has_choice =
      std::any_of(options.begin(), options.end(),
                  [](const ProblemOption& option) { return option.name == "shift"; });
  if (!has_choice || drift < kWorthwhile || jumps < kShare * drift) return;
  say("hint: the energy drifts because it jumps when pairs cross the cutoff; --shift=on removes "
      "the jump");
}

/// Moves particles under one kernel's forces. A signal, a full disk or a closed pipe ends the run
/// after a whole step and writes the checkpoint. Each step sends a sign of life.
Status simulate(const Registry& registry, const SimulateCommand& command, const SignOfLife& sign) {
  for (const std::string& file : require_kernel_files())
    say("warning: {} replaces the built-in kernel", file);
  const Selection selection = select_forces(registry, command.run);
  if (!command.run.device.empty())
    require_single_device(selection, "--device=" + command.run.device);
  if (selection.cases.size() != 1)
    throw Error(Status::usage,
                fmt::format("simulate needs one kernel on one device, but {} cases are selected; "
                            "choose with --api, --kernel and --device",
                            selection.cases.size()));
  const Case& chosen = selection.cases.front();
  const std::string family = chosen.kernel->info().family;
  const auto* forces = dynamic_cast<const ForceFamily*>(registry.find_family(family));
  if (forces == nullptr)
    throw Error(Status::usage,
                fmt::format("{} computes no forces; choose a kernel of a family of forces",
                            chosen.kernel->info().name()));
  if (chosen.configuration.layout == "image2d")
    throw Error(Status::usage, "simulate needs a layout of plain buffers, not image2d");
  if (!command.observables.empty() && !forces->force_traits().walls)
    throw Error(Status::usage,
                fmt::format("--observables needs ions within walls or in a periodic box (kernels "
                            "central_*), not {}",
                            family));
  require_files_apart(command);
  require_earlier_files_stay(command);
  if (!command.observables.empty()) {
    require_writable(command.observables + ".csv");
    require_writable(command.observables + "-gr.csv");
  }
  for (const std::string& path : {command.checkpoint, command.final_particles})
    if (!path.empty()) require_writable(path);
  if (!command.final_particles.empty()) require_format(format_for_path(command.final_particles));
  const FileLock checkpoint_lock(command.checkpoint);
  Trajectory trajectory(command.trajectory);

  SimulationOptions options;
  const StepUnits units = forces->step_units();
  options.time_step = time_step_of(command, *forces) * units.time;
  options.problem = command.run.problem;
  options.salt = command.salt;
  if (command.block_steps > 0)
    options.block_steps = {static_cast<std::uint32_t>(command.block_steps), command.eta, 0};
  const std::string description =
      description_of(registry, command, family, *forces, chosen.configuration);
  SimulationState state = command.restart.empty() ? first_state(command, *forces)
                                                  : read_checkpoint(command.restart, description);
  if (has_units_of_ions(*forces)) state.particles.units = "ase";  // a checkpoint does not say so
  require_options_are_used(registry, command, *forces, state.particles);
  const auto device = registry.find_backend(chosen.kernel->info().api)->open(chosen.device.id);
  Simulation simulation(registry, *chosen.kernel, *device, chosen.configuration, options,
                        std::move(state));

  const auto n = static_cast<double>(simulation.particles());
  const bool short_range = forces->force_traits().neighbour_list;
  const double per = short_range ? n : 1;  // energies grow with n
  Checks checks(simulation, command.run.runner.verify, command.salt);
  const auto save = [&] {
    if (command.checkpoint.empty()) return;
    checks.check();  // a wrong state must not replace a good one
    const SimulationState now = simulation.state();
    try {
      write_checkpoint(command.checkpoint, description, now);
    } catch (const Error&) {  // frames may have filled the disk
      if (!trajectory.drop_last_frame()) throw;
      write_checkpoint(command.checkpoint, description, now);
    }
  };
  fmt::print("{}: {}, {} {} {}, n = {}, moved on the {}{}\n", chosen.device.id,
             printable(chosen.device.name), chosen.kernel->info().name(),
             chosen.configuration.layout, name(chosen.configuration.precision),
             simulation.particles(), simulation.on_device() ? "device" : "host",
             per > 1 ? ", energies per particle" : "");
  if (const std::string charges = simulation.charges(); !charges.empty())
    fmt::print("charges by {}\n", charges);
  if (*units.names != '\0') fmt::print("units: {}\n", units.names);
  const bool attracts = forces->force_traits().acceleration;
  const auto momenta = [&]() -> std::optional<Momenta> {
    if (!attracts) return std::nullopt;
    return momenta_of(simulation.state().particles);
  };
  fmt::print("{:>8} {:>18} {:>18} {:>18} {:>14} {:>14}\n", "step", "potential", "kinetic", "total",
             attracts ? "momentum" : "temperature", attracts ? "ang.momentum" : "pressure");
  Observables observables;
  const auto observe = [&] {
    if (command.observables.empty()) return;
    observables.sample(
        simulation.state().particles, checks.thermodynamics(),
        static_cast<double>(simulation.step_number()) * options.time_step / units.time);
  };
  const auto verify = [&] {
    const InterruptsHeld held;
    if (command.run.runner.verify) simulation.verify();
  };
  std::uint64_t k = 0;  // steps done
  const auto stop = [&](Status status, const std::string& why) {
    const InterruptsHeld held;
    std::string sentence = fmt::format("{} at step {}", why, simulation.step_number());
    if (k == 0) throw Error(status, sentence);  // earlier files have more than this run
    try {
      if (!command.checkpoint.empty()) checks.check();
      do_all(
          {save, [&] { trajectory.finish(); }, [&] { write_observables(command, observables); }});
    } catch (const Error& error) {
      const bool wrong = error.status() == Status::verification_failed;
      throw Error(wrong ? error.status() : status, fmt::format("{}; {}", sentence, error.what()));
    }
    if (!command.checkpoint.empty())
      sentence += fmt::format("; {} continues from there", command.checkpoint);
    throw Error(status, sentence);
  };
  const auto output = [&](const auto& write) {
    try {
      write();
    } catch (const Error& error) {
      stop(error.status(), fmt::format("{}; the run ended", error.what()));
    }
  };
  const auto add_frame = [&] {
    const ParticleSet frame = simulation.snapshot();
    output([&] { trajectory.add(frame); });
  };
  Thermodynamics first = simulation.thermodynamics();
  const std::optional<Momenta> first_momenta = momenta();
  verify();
  checks.check();
  first = checks.thermodynamics();
  output([&] { print_line(first, per, first_momenta); });
  if (!command.trajectory.empty()) add_frame();

  observe();
  const std::uint64_t observed_every = command.observables.empty() ? 0 : command.observables_every;
  const std::uint64_t frames_every = command.trajectory.empty() ? 0 : command.trajectory_every;
  double drift = 0;
  const double beyond = simulation.energy_beyond_cutoff();
  const Stopwatch watch;
  checks.begin(command.steps);
  sign(Alive::step);
  const auto step = [&] {
    const InterruptsHeld held;  // checkpoints and frames need the state between steps
    const std::uint64_t line = std::min(command.steps, following(k, command.every));
    std::uint64_t next = std::min(line, following(k, frames_every));
    next = std::min(next, following(k, observed_every));
    next = std::min(next, following(k, command.checkpoint_every));
    k += checks.advance(next - k, line - k);
    sign(Alive::step);
    if (k % command.every == 0 || k == command.steps) {
      const Thermodynamics now = checks.thermodynamics();
      drift = std::max(drift, std::abs((now.total() - first.total()) / first.total()));
      output([&] { print_line(now, per, momenta()); });
    }
    if (frames_every != 0 && k % frames_every == 0) add_frame();
    if (observed_every != 0 && k % observed_every == 0) observe();
    if (command.checkpoint_every != 0 && k % command.checkpoint_every == 0) save();
  };
  while (k < command.steps) {
    step();
    if (interrupted()) stop(Status::interrupted, "interrupted");
  }
  const double checking = checks.seconds();
  const double seconds = watch.seconds() - checking;
  const std::uint64_t checked = checks.made();
  checks.check();
  {
    const InterruptsHeld held;  // the run is complete, so its files are too
    do_all({save, [&] { trajectory.finish(); }, [&] { write_observables(command, observables); },
            [&] {
              if (command.final_particles.empty()) return;
              write_particles(command.final_particles, simulation.snapshot(),
                              format_for_path(command.final_particles));
            }});
  }
  sign(Alive::other);
  verify();
  print_observables(command, observables);
  if (const std::optional<Momenta> last = momenta())
    fmt::print(
        "momentum changed by {:.2e} of the sum of m |v|, angular momentum by {:.2e} of that of m "
        "|r x v|\n",
        change_of(first_momenta->momentum, last->momentum, last->of_sizes),
        change_of(first_momenta->angular, last->angular, last->angular_of_sizes));
  const BlockCounts* blocks = simulation.block_counts();
  if (blocks != nullptr) print_block_steps(*blocks, simulation.particles());
  fmt::print("energy drift at most {:.2e} of the total", drift);
  if (short_range) fmt::print("; {} lists built", simulation.lists_made());
  if (!command.run.runner.verify)
    fmt::print("; not verified (--no-verify)");
  else
    fmt::print("; {} checks during the run and {} steps repeated, in {:.2g} s, salt {}", checked,
               checks.repeated(), checking, command.salt);
  const double moved = blocks != nullptr ? static_cast<double>(blocks->body_steps)
                                         : n * static_cast<double>(command.steps);
  if (!chosen.device.emulated && command.steps > 0)
    fmt::print("; {:.4g} M particle-steps/s including everything but checks",
               moved / seconds * 1e-6);
  fmt::print("\n");
  hint_at_shift(*registry.find_family(family), drift,
                std::abs((simulation.energy_beyond_cutoff() - beyond) / first.total()));
  return Status::ok;
}

class Simulate : public Subcommand {
 public:
  Simulate(Registry& registry, std::vector<std::string> argv, many::Ranks& ranks)
      : registry_(registry), argv_(std::move(argv)), ranks_(ranks) {}
  std::string name() const override { return "simulate"; }
  std::string summary() const override { return "move particles under one kernel's forces"; }
  bool takes_ranks() const override { return true; }
  std::vector<ManualEntry> examples() const override {
    return {{"gputest simulate --steps=1000 --checkpoint=run.ckpt", "a thousand steps"},
            {"gputest simulate --restart=run.ckpt --steps=1000", "continue with the same bits"}};
  }

  void declare(OptionList& options) override {
    RunCommand& run = command_.run;
    run.apis.clear();
    options.list("--api", run.apis, "the API [cpu; with --device, the device's]", "NAME");
    options.list("--kernel", run.kernels,
                 "the kernel, of a family of forces [lj_simd; on a GPU lj_transposed; on several "
                 "devices lj_unrolled]",
                 "NAME");
    options.value("--device", run.device, kDeviceHelp, "ID");
    options.value("--devices", run.devices,
                  "devices that share the forces: cuda:0,cuda:1 or hip:host*4; all: every GPU",
                  "LIST");
    options.exclude("--devices", "--device");
    options.exclude("--devices", "--api");
    options.list("--layout", run.layouts, "memory layout [the kernel's default]", "NAME");
    options.list("--precision", run.precisions, "fp32 or fp64 [fp32]", "NAME");
    options.list("--block", run.blocks, "threads per block [the kernel's default]", "NAME");
    options.value("-n", run.n, "number of generated particles: 16384, 16k, 1e6 [16384]");
    options.value("--input", run.input,
                  "read particles from a file, also .gz or .zst; -: standard input");
    options.value("--units", run.units,
                  "units of --input: lj, LAMMPS's metal or real, or ase [as the file says]");
    options.value("--seed", seed_, "seed of generated particles and velocities");
    options.value("--restart", command_.restart, "continue from a checkpoint");
    for (const auto& family : registry_.families()) declare_family(*family, options);
    for (const ProblemOption& option : charge_options(registry_)) declare_option(option, options);
    options.value("--steps", steps_, "number of steps [1000]");
    options.value("--time-step", time_step_, "time per step [0.005; for ions 1 fs]");
    options.value("--block-steps", block_steps_,
                  "trees only: each body has its own time step, --time-step / 2^k for k up to so "
                  "many, at most 16 [0: one step for all]");
    options.value("--eta", eta_,
                  "for --block-steps: a body's step is at most the square root of 2 eta eps / "
                  "acceleration [0.025]");
    options.value("--temperature", temperature_,
                  "set random velocities of that temperature [unchanged, else zero]; FROM:TO is a "
                  "ramp for --thermostat");
    options.value("--thermostat", thermostat_,
                  "keep the temperature with Nosé-Hoover chains of that period [constant energy]");
    options.value("--ramp", ramp_, "number of steps from FROM to TO [--steps]");
    options.flag("--no-verify", no_verify_,
                 "do not compare forces with the reference or check momentum and energy");
    options.value("--salt", salt_, "seed that chooses the checked steps and particles [random]");
    options.value("--isolate", isolate_, "run in a separate process: on or off [on]");
    options.value("--timeout", timeout_, "maximum seconds per step [none]");
    options.value("--every", every_, "steps between printed lines [100]");
    options.value("--trajectory", command_.trajectory, "write frames to a file .xyz or .dump");
    options.value("--trajectory-every", trajectory_every_, "steps between frames [100]");
    options.value("--final", command_.final_particles,
                  "write the particles at the end (gputest list formats)");
    options.value("--checkpoint", command_.checkpoint,
                  "write a file for --restart, at the end and on a signal");
    options.value("--checkpoint-every", checkpoint_every_, "also write it every so many steps");
    options.value(
        "--observables", command_.observables,
        "for ions: write temperature, pressure, displacements to NAME.csv, g(r) to NAME-gr.csv");
    options.value("--observables-every", observables_every_, "steps between samples [100]");
    options.exclude("--input", "-n");
    options.need("--units", "--input");
    for (const char* first_state :
         {"--input", "-n", "--seed", "--temperature", "--thermostat", "--ramp"})
      options.exclude("--restart", first_state);
    options.need("--trajectory-every", "--trajectory");
    options.need("--checkpoint-every", "--checkpoint");
    options.need("--thermostat", "--temperature");
    options.need("--ramp", "--thermostat");
    options.need("--eta", "--block-steps");
    options.need("--observables-every", "--observables");
  }

  Status run() override {
    if (command_.run.apis.empty())
      command_.run.apis = {command_.run.device.empty() ? "cpu" : "all"};
    command_.run.runner.verify = !no_verify_;
    if (no_verify_ && !salt_.empty())
      throw Error(Status::usage, "--no-verify compares nothing; leave out --salt");
    command_.salt = whole_number("--salt", salt_, 0).value_or(std::random_device()());
    std::erase_if(command_.run.problem, [](const auto& option) { return option.second.empty(); });
    command_.run.seed = whole_number("--seed", seed_, 0);
    if (command_.run.seed && !command_.run.input.empty() && temperature_.empty())
      throw Error(
          Status::usage,
          "--seed applies to generated particles or, with --temperature, to velocities, but "
          "--input gives both; leave it out");
    const auto set = [](std::uint64_t& value, const std::optional<std::uint64_t>& given) {
      if (given) value = *given;
    };
    set(command_.steps, whole_number("--steps", steps_, 0));
    set(command_.every, whole_number("--every", every_, 1));
    set(command_.trajectory_every, whole_number("--trajectory-every", trajectory_every_, 1));
    set(command_.checkpoint_every, whole_number("--checkpoint-every", checkpoint_every_, 1));
    if (const auto given = whole_number("--observables-every", observables_every_, 1))
      command_.observables_every = *given;
    command_.time_step = real_number("--time-step", time_step_, 1e-12);
    set_block_steps();
    set_temperatures();
    use_ions();
    const Isolation isolation = parse_isolation(isolate_);
    if (many::started_as_rank() && isolation == Isolation::on)
      throw Error(Status::usage,
                  "--isolate=on does not work under mpirun, because each rank already has its own "
                  "process; leave it out");
    Apart apart{argv_, isolation != Isolation::off && !many::started_as_rank()};
    apart.timeout = real_number("--timeout", timeout_, 0.001).value_or(0);
    if (many::started_as_rank()) command_.run.runner.timeout = std::exchange(apart.timeout, 0);
    if (apart.timeout > 0 && !apart.wanted)
      throw Error(Status::usage, "--timeout ends a separate process; leave out --isolate=off");
    apart.locked = {command_.checkpoint, command_.trajectory};
    if (!share_devices(registry_, ranks_, command_.run)) return Status::ok;
    return do_apart(apart,
                    [&](const SignOfLife& sign) { return simulate(registry_, command_, sign); });
  }

 private:
  void set_block_steps() {
    if (const auto given = whole_number("--block-steps", block_steps_, 0))
      command_.block_steps = *given;
    if (command_.block_steps > kMostBlockLevels)
      throw Error(Status::bad_input, fmt::format("--block-steps={} is above the maximum of {}",
                                                 command_.block_steps, kMostBlockLevels));
    if (const auto given = real_number("--eta", eta_, 1e-12)) command_.eta = *given;
    if (!eta_.empty() && command_.block_steps == 0)
      throw Error(Status::usage,
                  "--eta needs block time steps, but --block-steps=0 has none; raise it");
  }

  void set_temperatures() {
    const auto colon = temperature_.find(':');
    command_.temperature = real_number("--temperature", temperature_.substr(0, colon), 0);
    command_.thermostat = real_number("--thermostat", thermostat_, 1e-12);
    command_.ramp = whole_number("--ramp", ramp_, 1);
    if (colon != std::string::npos) {
      command_.to = real_number("--temperature", temperature_.substr(colon + 1), 0);
      if (!command_.temperature || !command_.to)
        throw Error(Status::bad_input,
                    fmt::format("--temperature takes T or FROM:TO, not '{}'", temperature_));
      if (!command_.thermostat)
        throw Error(Status::usage, "--temperature=FROM:TO is a ramp and needs --thermostat");
    }
    if (command_.thermostat && !(std::max(*command_.temperature, command_.to.value_or(0)) > 0))
      throw Error(Status::bad_input, "--thermostat needs a --temperature above 0");
    if (command_.ramp && !command_.to)
      throw Error(Status::usage, "--ramp needs --temperature=FROM:TO");
  }

  /// --pair=tosi-fumi chooses the kernel with that law.
  void use_ions() {
    std::vector<std::string>& pair = command_.run.axes["pair"];
    if (pair != std::vector<std::string>{"tosi-fumi"}) return;
    pair.clear();
    std::string& halide = command_.run.problem["halide"];
    if (halide.empty()) halide = "NaCl";
  }

  /// Declares the axes and options of a family of forces, except options that steps set themselves.
  void declare_family(const Family& family, OptionList& options) {
    const auto* forces = dynamic_cast<const ForceFamily*>(&family);
    if (forces == nullptr) return;
    const auto set_by_steps = forces->step_options({});
    for (const ProblemOption& option : family.options())
      if (set_by_steps.count(option.name) == 0) declare_option(option, options);
    for (const Axis& axis : family.axes())
      if (command_.run.axes.count(axis.name) == 0)
        options.list("--" + axis.name, command_.run.axes[axis.name],
                     axis.help + " [the kernel's default]", "NAME");
  }

  /// The help texts of families and charges for an option of that name, without repetitions.
  std::string help_of(const std::string& name) const {
    std::string help;
    const auto add = [&](const ProblemOption& option) {
      const std::string own = fmt::format("{} [{}]", option.help, option.default_value);
      if (option.name != name || help.find(own) != help.npos) return;
      help += (help.empty() ? "" : "; ") + own;
    };
    for (const auto& family : registry_.families())
      if (dynamic_cast<const ForceFamily*>(family.get()) != nullptr)
        for (const ProblemOption& option : family->options()) add(option);
    for (const ProblemOption& option : charge_options(registry_)) add(option);
    return help;
  }

  /// Declares an option once, even if families share it.
  void declare_option(const ProblemOption& option, OptionList& options) {
    if (command_.run.problem.count(option.name) != 0) return;
    options.value("--" + option.name, command_.run.problem[option.name], help_of(option.name));
    if (!option.of_generated) return;
    for (const char* given : {"--input", "--restart"}) options.exclude(given, "--" + option.name);
  }

  Registry& registry_;
  std::vector<std::string> argv_;
  many::Ranks& ranks_;
  SimulateCommand command_;
  bool no_verify_ = false;
  std::string isolate_ = "auto", timeout_;
  std::string salt_, seed_, steps_, time_step_, block_steps_, eta_, temperature_, thermostat_,
      ramp_, every_;
  std::string trajectory_every_, checkpoint_every_, observables_every_;
};

}  // namespace

std::unique_ptr<Subcommand> make_simulate(Registry& registry, const std::vector<std::string>& argv,
                                          many::Ranks& ranks) {
  return std::make_unique<Simulate>(registry, argv, ranks);
}

}  // namespace gputest
