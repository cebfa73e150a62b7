// Particles moved step by step under the forces of any kernel, in any API.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "common/core/algorithm.hpp"
#include "common/core/kernel.hpp"
#include "common/particles/particle_set.hpp"

namespace gputest {

/// Energies and what follows from them, at one step. Pressure is that of Lennard-Jones in a box.
struct Thermodynamics {
  std::uint64_t step = 0;
  double potential = 0;
  double kinetic = 0;
  double temperature = 0;  ///< 2 K / (3 (N - 1)): the centre of mass rests
  double pressure = 0;     ///< (2 K + virial) / (3 V); 0 where there is no periodic box
  double total() const { return potential + kinetic; }
};

/// Everything that a run needs to go on exactly as if it had not stopped.
struct SimulationState {
  std::uint64_t step = 0;
  ParticleSet particles;        ///< in the order in which kernels get them; along periodic axes not
                                ///< folded into the box
  std::vector<double> x, y, z;  ///< positions, folded, that the neighbour list was made from
};

struct SimulationOptions {
  std::string algorithm;  ///< lj or gravity
  double time_step = 0.005;
  std::map<std::string, std::string> problem;  ///< --cutoff, --skin, --eps, …
};

/// Leapfrog in its kick-drift-kick form, which for Lennard-Jones is called velocity Verlet:
///   v += a dt/2, x += v dt, a from x, v += a dt/2.
/// Positions and velocities are in double precision; the kernel gets the positions rounded to its
/// own. A neighbour list is made anew when a particle may have moved half the skin, from the
/// particles in spatial order.
class Simulation {
 public:
  /// `state` as a run begins (no list positions) or as state() gave it. Throws Error(bad_input) for
  /// what the algorithm refuses and a time step that is not positive.
  Simulation(const Algorithm& algorithm, const Kernel& kernel, Device& device,
             const Configuration& configuration, SimulationOptions options, SimulationState state);
  ~Simulation();

  /// Throws Error(bad_input) where a particle is lost: a coordinate is not finite any more.
  void step();
  Thermodynamics thermodynamics() const;
  const SimulationState& state() const { return state_; }
  /// The particles as a file has them: in the order of their ids, in the box, with the time.
  ParticleSet snapshot() const;
  std::uint64_t lists_made() const { return lists_made_; }

 private:
  bool has_list() const { return options_.algorithm == "lj"; }
  void make_list();
  void prepare_forces();
  void compute_forces();
  bool list_is_stale() const;

  const Algorithm& algorithm_;
  const Kernel& kernel_;
  Device& device_;
  Configuration configuration_;
  SimulationOptions options_;
  SimulationState state_;
  double skin_ = 0;
  std::vector<double> ax_, ay_, az_;
  double potential_ = 0, virial_ = 0;
  std::uint64_t lists_made_ = 0;
  std::unique_ptr<Problem> problem_;
  std::unique_ptr<Execution> execution_;
};

/// A checkpoint: what the run was (a line of JSON) and the state, bit for bit. Written to a
/// temporary file and renamed.
void write_checkpoint(const std::string& path, const std::string& description,
                      const SimulationState& state);

/// Throws Error(bad_input) where the file is none, is cut short or damaged, or is of another run
/// than `description`, which is then quoted.
SimulationState read_checkpoint(const std::string& path, const std::string& description);

/// Velocities of the given temperature, at random from a seed, the centre of mass at rest.
void set_temperature(ParticleSet& particles, double temperature, std::uint64_t seed);

}  // namespace gputest
