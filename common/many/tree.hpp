// Gravity by a tree, shared by several devices.
#pragma once

#include <memory>

#include "common/many/sharing.hpp"

namespace gputest::many {

/// tree_walk_group on every device. Each is sent all bodies, builds the whole tree, and walks it
/// for its own bodies alone: every so many'th run of bodies on the curve, so that all have as much
/// to walk.
KernelInfo shared_tree_info();
std::unique_ptr<Sharing> tree_sharing();

}  // namespace gputest::many
