// Machine code of AMD's GPUs for programs of other projects: load a code object and run a kernel of
// it on the processor. A kernel's fault is gputest::isa::Fault, any other error gputest::Error,
// with a sentence.
#pragma once

#include "common/core/error.hpp"
#include "hip/isa/code_object.hpp"
#include "hip/isa/fault.hpp"
#include "hip/isa/machine.hpp"
#include "hip/isa/memory.hpp"
