// AMD CAL IL for other projects: read a text or tokens, run the program on the processor, or
// translate it to OpenCL C. Errors are gputest::Error, with a sentence.
#pragma once

#include "common/core/error.hpp"
#include "il_reference/binary/assembler.hpp"
#include "il_reference/binary/disassembler.hpp"
#include "il_reference/interpreter/interpreter.hpp"
#include "il_reference/language/parser.hpp"
#include "il_reference/language/printer.hpp"
#include "il_reference/opencl/translator.hpp"
