#include "app/simulate/trajectory.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/command/messages.hpp"
#include "common/core/error.hpp"
#include "common/particles/writer.hpp"

namespace gputest {
namespace {

const Format* format_of(const std::string& path) {
  const std::string wanted = format_for_path(path);
  for (const Format* format : formats())
    if (format->name == wanted && (wanted == "xyz" || wanted == "lammps-dump")) return format;
  throw Error(Status::bad_input,
              fmt::format("a trajectory needs a file .xyz, .extxyz or .dump, not {}", path));
}

}  // namespace

Trajectory::Trajectory(const std::string& path)
    : lock_(path), format_(path.empty() ? nullptr : format_of(path)) {
  if (path.empty()) return;
  require_writable(path);
  file_.emplace(path);
}

Trajectory::~Trajectory() {
  if (!file_ || frames_ < 2) return;
  try {
    finish();
  } catch (const Error& error) {  // another error already ends the run
    say("{}", error.what());
  }
}

void Trajectory::add(const ParticleSet& frame) {
  if (!file_) return;
  try {
    format_->write(file_->stream(), frame);
    previous_ = std::exchange(size_, file_->flush());
    ++frames_;
  } catch (const Error&) {
    file_->cut(size_);
    throw;
  }
}

bool Trajectory::drop_last_frame() {
  if (frames_ < 2 || size_ == previous_) return false;
  size_ = previous_;
  --frames_;
  file_->cut(size_);
  return true;
}

void Trajectory::finish() {
  if (!file_) return;
  frames_ = 0;  // the destructor must not try again if this fails
  file_->commit();
}

}  // namespace gputest
