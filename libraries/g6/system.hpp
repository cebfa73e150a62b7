// A GRAPE-6: memory for particles j, which it predicts, and their forces on particles i.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "common/simulate/step_predict.h"
#include "libraries/g6/host_forces.hpp"
#include "libraries/support/accelerator.hpp"
#include "libraries/support/set_places.hpp"
#include "libraries/support/shared_buffer.hpp"

namespace gputest::libraries {

/// Particles i of a call, already predicted.
struct G6Targets {
  std::vector<int> index;
  std::vector<double> x, v;  ///< three per particle

  std::size_t count() const { return index.size(); }
};

/// The system of one device. A call that fails throws Error and changes nothing that a client sees.
class G6System {
 public:
  /// On the device with that number among those that the settings name.
  G6System(const Settings& settings, unsigned number);

  /// The maximum number of particles i.
  int pipelines() const { return pipelines_; }
  /// The maximum number of particles j.
  int memory_size() const { return memory_size_; }

  /// Sets particle j at a place: its time, mass, x, v, a/2, jerk/6 and snap/18, in this order.
  void set_particle(int address, int index, const std::array<double, GT_KNOWN_NUMBERS>& known);
  /// Sets the time to which particles j are predicted.
  void set_time(double time);
  /// Begins to compute forces of the particles at the first `count` places.
  void begin(int count, double eps2, G6Targets targets);
  /// Waits for the forces of begin() and returns those on the first `targets` particles.
  std::vector<G6Force> end(int targets);

  /// Requests neighbour lists for the first h2.size() particles of the last forces: of the
  /// particles nearer to the k-th than the root of h2[k].
  void want_lists(std::vector<double> h2);
  void make_lists();
  /// Throws Error(bad_input) before make_lists().
  const std::vector<int>& list(int target) const;

 private:
  void require_room();
  void upload_particles();
  BoundKernel& renewal(std::size_t particles);
  void send_requests();
  void predict();
  BoundKernel& prediction(std::size_t predicted);
  BoundKernel& bound(std::size_t count, double eps2);
  PredictedParticles predicted() const;
  G6Force on_host(std::size_t target) const;

  mutable std::mutex own_;
  Accelerator accelerator_;
  ChosenKernel kernel_;
  Precision precision_;
  int pipelines_;
  int memory_size_;

  // Particles j as the client set them.
  std::vector<double> known_;  ///< GT_KNOWN_NUMBERS arrays with one number per place
  std::vector<int> index_;     ///< of each place
  std::unordered_multimap<int, std::uint32_t> places_of_;
  std::vector<std::uint32_t> changed_;    ///< places to be uploaded
  std::vector<std::uint8_t> is_changed_;  ///< of each place
  SetPlaces set_;
  std::size_t used_ = 0;  ///< the last place that was set, plus 1
  double time_ = 0;
  bool is_predicted_ = false;
  std::size_t predicted_ = 0;  ///< particles

  // The device's memory: particles j, followed by the particles i of a call.
  std::size_t room_ = 0;
  std::unique_ptr<DeviceMemory> known_memory_, active_, target_places_;
  std::array<std::unique_ptr<DeviceMemory>, 7> columns_;  ///< x y z m vx vy vz
  std::unique_ptr<DeviceMemory> partial_, partial_nearest_;
  std::unique_ptr<SharedBuffer> requests_, renewed_, renewed_places_;  ///< to the device
  std::unique_ptr<SharedBuffer> accelerations_, jerks_, nearest_;      ///< from it
  bool is_busy_ = false;  ///< whether kernels may use these
  std::map<std::tuple<std::size_t, std::size_t, double>, std::unique_ptr<BoundKernel>> bound_;
  std::map<std::pair<std::size_t, std::size_t>, std::unique_ptr<BoundKernel>> predictions_;
  std::map<std::size_t, std::unique_ptr<BoundKernel>> renewals_;

  // The last forces.
  G6Targets targets_;
  std::size_t count_ = 0;
  double eps2_ = 0;
  bool is_running_ = false, has_forces_ = false;
  std::vector<double> h2_;
  std::vector<std::vector<int>> lists_;
};

}  // namespace gputest::libraries
