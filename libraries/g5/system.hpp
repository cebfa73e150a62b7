// A GRAPE-5: memory for bodies j, registers for points i, and for each i the sum over all j.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <vector>

#include "common/core/precision.hpp"
#include "common/device/staging.hpp"
#include "libraries/support/accelerator.hpp"
#include "libraries/support/column.hpp"
#include "libraries/support/set_places.hpp"

namespace gputest::libraries {

/// The system of one device. Lengths, masses and times are in the client's units, with G = 1. A
/// call that fails throws Error and changes nothing.
class G5System {
 public:
  /// On the device with that number among those that the settings name.
  G5System(const Settings& settings, unsigned number);

  /// The maximum number of points of set_targets().
  int pipelines() const { return pipelines_; }
  /// The maximum number of bodies j.
  int memory_size() const { return memory_size_; }

  /// Sets bodies j at places address … address + count - 1: x[3 k], …, and masses. Either may be
  /// null.
  void set_bodies(int address, int count, const double* x, const double* masses);
  /// Sets the number of attracting bodies, from place 0 on. run() and forces_at() throw
  /// Error(bad_input) if the position or mass of one was never set.
  void set_count(int count);
  /// Sets the square of the softening length.
  void set_softening(double eps2);
  /// Sets the points of the forces, at most pipelines().
  void set_targets(int count, const double (*x)[3]);
  /// Begins the sums at these points.
  void run();
  /// Results at the first `count` points of the last run: sum m_j (x_j - x_i) / R^3 and
  /// sum m_j / R, with R^2 = r^2 + eps2. Without softening a body at distance 0 adds nothing.
  /// Throws Error(bad_input) if a sum is not finite in the precision.
  void forces(int count, double (*a)[3], double* p);
  /// The three steps in one, for any number of points. If a sum is not finite, those of points
  /// before it may have been written.
  void forces_at(int count, const double (*x)[3], double (*a)[3], double* p);

 private:
  /// Points that one launch computes; it writes sums_[which].
  struct Slice {
    std::size_t first, count;
    unsigned which;
  };

  std::size_t room() const { return bodies_room_ + targets_room_; }
  void require_room(std::size_t bodies, std::size_t targets);
  void wait_for_copies();
  void upload_bodies(const SideStream* in = nullptr);
  void begin(const Slice& slice, const double* x, const SideStream* in = nullptr);
  bool is_long(std::size_t count) const;
  BoundKernel& bound(const Slice& slice);
  void require_set_bodies() const;
  void take(const Slice& slice, double (*a)[3], double* p) const;
  void read(std::size_t count, double (*a)[3], double* p);
  void compute_at_once(std::size_t count, const double* x, double (*a)[3], double* p);
  void compute_in_slices(std::size_t count, const double* x, double (*a)[3], double* p);

  std::mutex own_;
  Accelerator accelerator_;
  ChosenKernel kernel_;
  Precision precision_;
  int pipelines_;
  int memory_size_;

  Column x_, y_, z_, m_;  ///< bodies j, followed by the points i
  std::size_t bodies_room_ = 0, targets_room_ = 0;
  std::size_t changed_first_ = 0, changed_end_ = 0;  ///< bodies j to be uploaded
  std::array<std::unique_ptr<DeviceMemory>, 2> sums_;
  std::array<Staging, 2> sums_here_;
  std::unique_ptr<SideStream> there_, back_;  ///< for copies; null if the API has none
  bool is_running_ = false;                   ///< whether kernels of run() may be running
  std::map<std::tuple<std::size_t, std::size_t, unsigned>, std::unique_ptr<BoundKernel>> bound_;
  int bound_bodies_ = 0;
  double bound_eps2_ = 0;

  SetPlaces set_positions_, set_masses_;
  int bodies_ = 0;
  double eps2_ = 0;
  std::vector<double> targets_;
  std::size_t computed_ = 0;  ///< points of the last run
};

}  // namespace gputest::libraries
