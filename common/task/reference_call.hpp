// The files through which a reference's process takes its arguments and gives its outputs.
#pragma once

#include <string>
#include <vector>

#include "common/task/reference.hpp"

namespace gputest::task {

/// Whether the reference writes that argument: an output, or a scale.
bool is_written(const Task& task, std::size_t argument);

/// Writes every argument: its number of words, then these, all of 64 bits. Throws Error(bad_input).
void write_arguments(const std::string& path, const Arguments& arguments);

/// Reads the words of the written arguments, one after another. Throws Error(bad_input) if the file
/// is too short.
void read_outputs(const std::string& path, const Task& task, Arguments& arguments);

/// Throws Error for the end of a reference's process: with the sentence behind the last mark in its
/// output, or, without one, that it ended.
[[noreturn]] void throw_end(const std::string& file, const std::string& output);

/// The mark, which precedes a sentence about the end. Behind it comes the sentence.
inline constexpr char kMark = '\x01';
/// The sentence for a call that takes too long.
inline constexpr const char* kTooLong = "does not end";

}  // namespace gputest::task
