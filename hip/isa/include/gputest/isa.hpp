// Machine code of AMD's GPUs for other projects: load a code object and run one of its kernels on
// the processor. A kernel's fault is gputest::isa::Fault; other errors are gputest::Error, with a
// sentence.
#pragma once

#include "common/core/error.hpp"
#include "hip/isa/code_object.hpp"
#include "hip/isa/fault.hpp"
#include "hip/isa/machine.hpp"
#include "hip/isa/memory.hpp"
