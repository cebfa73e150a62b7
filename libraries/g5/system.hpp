// A GRAPE-5: memory for bodies j, registers for points i, and for each i the sum over all j.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <tuple>
#include <vector>

#include "common/core/precision.hpp"
#include "common/device/staging.hpp"
#include "libraries/g5/cutoff.hpp"
#include "libraries/g5/host_forces.hpp"
#include "libraries/support/accelerator.hpp"
#include "libraries/support/column.hpp"
#include "libraries/support/set_places.hpp"

namespace gputest::libraries {

/// The memory of bodies j: the one of masses and positions, or the one of squared softening lengths
/// too. The squared softening length of a pair is then that of the point plus that of the body.
enum class G5Memory { common, softened };

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
  /// Sets bodies of G5Memory::softened likewise. No array may be null.
  void set_softened_bodies(int address, int count, const double* x, const double* masses,
                           const double* eps2);
  /// Sets the unit of the cutoff's distances. With eta = 0 there is no cutoff.
  void set_eta(double eta);
  /// Sets the shares of 1/r^2 and 1/r that remain up to the cuts, in units of eta, in place of
  /// P3M's. Without a potential it is the integral of the force.
  void set_shares(G5Function force, double force_cut, G5Function potential, double potential_cut);
  /// Sets a law in place of a cutoff.
  void set_law(G5Law law);
  /// Sets the points of the forces, at most pipelines(), and their squared softening lengths or
  /// null.
  void set_targets(int count, const double (*x)[3], const double* eps2 = nullptr);
  /// Sets the squared softening lengths of all these points.
  void set_target_softening(int count, const double* eps2);
  /// Begins the sums at these points.
  void run(G5Memory memory = G5Memory::common);
  /// Results at the first `count` points of the last run: sum m_j (x_j - x_i) / R^3 and
  /// sum m_j / R, with R^2 = r^2 + eps2. Without softening a body at distance 0 adds nothing.
  /// Throws Error(bad_input) if a sum is not finite in the precision.
  void forces(int count, double (*a)[3], double* p);
  /// The three steps in one, for any number of points. If a sum is not finite, those of points
  /// before it may have been written.
  void forces_at(int count, const double (*x)[3], double (*a)[3], double* p,
                 const double* eps2 = nullptr, G5Memory memory = G5Memory::common);

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
  std::unique_ptr<BoundKernel> bind_cut(const Slice& slice);
  void require_set_bodies(G5Memory memory) const;
  bool is_special(const double* eps2, G5Memory memory) const;
  std::vector<G5Sum> special_sums(std::size_t count, const double* x, const double* eps2,
                                  G5Memory memory);
  void forget_law();
  const G5Cutoff& cutoff();
  std::vector<G5Sum> cut_sums(std::size_t count, const double* x);
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
  std::vector<double> targets_, targets_eps2_;  ///< the latter is empty if they have eps2_
  std::size_t computed_ = 0;                    ///< points of the last run
  std::vector<G5Sum> special_;                  ///< their sums, if they are special_sums()

  G5Bodies softened_;
  SetPlaces set_softened_;

  double eta_ = 0;
  std::function<G5Law(double eta)> law_of_ = g5_s2_law;
  std::optional<G5Law> law_;          ///< none if bodies pull with 1/r^2
  std::unique_ptr<G5Cutoff> cutoff_;  ///< of law_ and eps2_; null if not yet made
  struct OnDevice {
    Column coefficients{Precision::fp32};
    std::unique_ptr<DeviceMemory> lower, highest;
  };
  std::array<OnDevice, 2> tables_;  ///< of cutoff_'s force and potential, in fp32
};

}  // namespace gputest::libraries
