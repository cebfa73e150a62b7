// Where the calls of HIP's run-time API lead, so that the program starts without AMD's library.
#pragma once

extern "C" {

/// The build makes a jump for each function of the API that the program calls, an entry of this
/// table that it jumps through, and the names in the same order, ended by a null pointer.
extern void* gputest_hip_routes[];
extern const char* const gputest_hip_route_names[];

/// What every entry is until the library has been opened, and what those stay that it lacks: gives
/// hipErrorSharedObjectInitFailed. Every function of the API that is routed returns an error.
int gputest_hip_no_library();
}
