// An MDGRAPE: sums over all pairs and over waves, with kernels of `central` and `ewald` on a
// device.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "common/central/table.hpp"
#include "common/central/target_forces.hpp"
#include "libraries/mr3/host_forces.hpp"
#include "libraries/mr3/pairs.hpp"
#include "libraries/support/accelerator.hpp"
#include "libraries/support/column.hpp"

namespace gputest::libraries {

/// The system of one device. A call that fails throws Error and changes nothing.
class Mr3System {
 public:
  /// On the device with that number among those that the settings name.
  Mr3System(const Settings& settings, unsigned number);

  /// Reads g of the table with that number from a file. `of_potential` must agree with the table.
  void set_table(const std::string& path, int number, bool of_potential);

  /// The sums for the particles i of a call, without the excluded pairs.
  Mr3Sums sums(const Mr3Pairs& call, const Mr3Exclusions* excluded = nullptr);
  /// The forces of a salt, in one launch.
  Mr3Sums sums(const Mr3Salt& call);
  /// The sums over waves for charges.
  Mr3WaveSums sums(const Mr3Waves& call);

 private:
  /// Bodies j in one precision, followed by the particles i if these are others.
  struct Memory {
    explicit Memory(Precision precision);

    Precision precision;
    Column x, y, z, m, coefficients, waves;
    std::size_t room = 0, numbers = 0, results = 0, wave_room = 0;
    std::unique_ptr<DeviceMemory> sums, partial, amplitudes;  ///< the latter two of waves
    std::map<std::vector<double>, std::unique_ptr<BoundKernel>> bound;
  };
  /// A table in the device's memory.
  struct OnDevice {
    int number;
    CentralTable table;
    std::unique_ptr<DeviceMemory> lower, highest;
  };

  Precision precision_of(const Mr3Table& table) const;
  OnDevice* table_of(const Mr3Table& table);
  OnDevice uploaded(int number, CentralTable table);
  void require_room(Memory& memory, std::size_t room, std::size_t results, std::size_t numbers);
  void set_positions(Memory& memory, const std::vector<double>& x, std::size_t first);
  void set_types(Memory& memory, const Mr3Side& side, std::size_t first, int first_type);
  std::vector<double> run(Memory& memory, const CentralTargets& wanted, const OnDevice* table);
  BoundKernel& bound_waves(Memory& memory, const Mr3Waves& call);

  std::mutex own_;
  Accelerator accelerator_;
  Precision precision_;
  std::array<Memory, 2> memories_;  ///< of fp32 and fp64
  std::map<int, OnDevice> tables_;  ///< by number: the client's, and those that are always tabled
};

}  // namespace gputest::libraries
