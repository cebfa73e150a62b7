// The frames of a simulation, one after another in a file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "common/core/file_lock.hpp"
#include "common/core/output_file.hpp"
#include "common/particles/formats.hpp"

namespace gputest {

/// Frames that get their file's name when the run ends, also where that is early; until then no
/// other run has this file. It always holds whole frames.
class Trajectory {
 public:
  /// An empty path is no trajectory. Throws Error(bad_input) where the file cannot be written, is
  /// of a format without frames, or is being written by another run.
  explicit Trajectory(const std::string& path);
  /// Of a run that went wrong, what was added stays where it is more than a first frame.
  ~Trajectory();
  Trajectory(const Trajectory&) = delete;
  Trajectory& operator=(const Trajectory&) = delete;

  /// Throws Error(bad_input) where the frame cannot be written; the earlier ones are whole then.
  void add(const ParticleSet& frame);
  /// Makes room on a full disk; false where there is no frame but the first.
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
