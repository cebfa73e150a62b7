// Writes the frames of a simulation to one file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "common/core/file_lock.hpp"
#include "common/core/output_file.hpp"
#include "common/particles/formats.hpp"

namespace gputest {

/// A file of frames that gets its name when the run ends, even early. Until then it is locked
/// against other runs. It always has only whole frames.
class Trajectory {
 public:
  /// An empty path means no trajectory. Throws Error(bad_input) if the file cannot be written, its
  /// format has no frames, or another run is writing it.
  explicit Trajectory(const std::string& path);
  /// If the run failed, keeps the file if it has more than the first frame.
  ~Trajectory();
  Trajectory(const Trajectory&) = delete;
  Trajectory& operator=(const Trajectory&) = delete;

  /// Throws Error(bad_input) if the frame cannot be written; earlier frames then remain whole.
  void add(const ParticleSet& frame);
  /// Frees space on a full disk; false if there is only the first frame.
  bool drop_last_frame();
  /// Throws Error(bad_input).
  void finish();

 private:
  FileLock lock_;
  const Format* format_ = nullptr;
  std::optional<OutputFile> file_;
  std::uint64_t frames_ = 0;
  std::uint64_t size_ = 0;      ///< bytes of whole frames
  std::uint64_t previous_ = 0;  ///< without the last one
};

}  // namespace gputest
