// The functions of CUDA's run-time API and of HIP's that the back end uses. Their names differ only
// by a prefix.
#pragma once

#include <cstddef>

/// Defines the struct `Name` with the functions of the API with that prefix, cuda or hip. Its
/// header must be included first. The types of a device's properties and of a 2D array differ by
/// more than the prefix. Functions return the API's error.
#define GPUTEST_RUNTIME_API(Name, prefix, DeviceProperties, Array)                                \
  struct Name {                                                                                   \
    using Error = prefix##Error_t;                                                                \
    using Properties = DeviceProperties;                                                          \
    using Event = prefix##Event_t;                                                                \
    using Stream = prefix##Stream_t;                                                              \
    using Texture = prefix##TextureObject_t;                                                      \
    using Image = Array*;                                                                         \
    static constexpr Error kSuccess = prefix##Success;                                            \
    static const char* message(Error error) { return prefix##GetErrorString(error); }             \
    static Error take_last_error() { return prefix##GetLastError(); }                             \
                                                                                                  \
    static Error count(int* devices) { return prefix##GetDeviceCount(devices); }                  \
    static Error properties(Properties* properties, int device) {                                 \
      return prefix##GetDeviceProperties(properties, device);                                     \
    }                                                                                             \
    static Error driver_version(int* version) { return prefix##DriverGetVersion(version); }       \
    static Error runtime_version(int* version) { return prefix##RuntimeGetVersion(version); }     \
    static Error select(int device) { return prefix##SetDevice(device); }                         \
    static Error synchronize() { return prefix##DeviceSynchronize(); }                            \
                                                                                                  \
    static Error allocate(void** memory, std::size_t bytes) {                                     \
      return prefix##Malloc(memory, bytes);                                                       \
    }                                                                                             \
    static Error free(void* memory) { return prefix##Free(memory); }                              \
    static Error free_memory(std::size_t* free, std::size_t* total) {                             \
      return prefix##MemGetInfo(free, total);                                                     \
    }                                                                                             \
    static Error fill(void* memory, int byte, std::size_t bytes) {                                \
      return prefix##Memset(memory, byte, bytes);                                                 \
    }                                                                                             \
    static Error upload(void* to, const void* from, std::size_t bytes) {                          \
      return prefix##Memcpy(to, from, bytes, prefix##MemcpyHostToDevice);                         \
    }                                                                                             \
    static Error download(void* to, const void* from, std::size_t bytes) {                        \
      return prefix##Memcpy(to, from, bytes, prefix##MemcpyDeviceToHost);                         \
    }                                                                                             \
    /* In a stream in addition to the default one. */                                             \
    static Error make_stream(Stream* stream) {                                                    \
      return prefix##StreamCreateWithFlags(stream, prefix##StreamNonBlocking);                    \
    }                                                                                             \
    /* A lower priority number, 0 or less, precedes a higher one. */                              \
    static Error make_stream(Stream* stream, int priority) {                                      \
      return prefix##StreamCreateWithPriority(stream, prefix##StreamNonBlocking, priority);       \
    }                                                                                             \
    static Error destroy(Stream stream) { return prefix##StreamDestroy(stream); }                 \
    static Error begin_upload(void* to, const void* from, std::size_t bytes, Stream in) {         \
      return prefix##MemcpyAsync(to, from, bytes, prefix##MemcpyHostToDevice, in);                \
    }                                                                                             \
    static Error upload(void* to, const void* from, std::size_t bytes, Stream in) {               \
      const auto code = begin_upload(to, from, bytes, in);                                        \
      return code == kSuccess ? prefix##StreamSynchronize(in) : code;                             \
    }                                                                                             \
                                                                                                  \
    static Error begin_download(void* to, const void* from, std::size_t bytes, Stream in) {       \
      return prefix##MemcpyAsync(to, from, bytes, prefix##MemcpyDeviceToHost, in);                \
    }                                                                                             \
    static Error copy(void* to, const void* from, std::size_t bytes) {                            \
      return prefix##Memcpy(to, from, bytes, prefix##MemcpyDeviceToDevice);                       \
    }                                                                                             \
                                                                                                  \
    /* Pinned host memory, which every device can access directly. */                             \
    static Error pin(void* memory, std::size_t bytes) {                                           \
      return prefix##HostRegister(memory, bytes, prefix##HostRegisterPortable);                   \
    }                                                                                             \
    static Error unpin(void* memory) { return prefix##HostUnregister(memory); }                   \
    static Error device_address(void** address, void* pinned) {                                   \
      return prefix##HostGetDevicePointer(address, pinned, 0);                                    \
    }                                                                                             \
                                                                                                  \
    /* A 2D array of float4. */                                                                   \
    static Error allocate(Image* image, std::size_t width, std::size_t rows) {                    \
      const auto texel =                                                                          \
          prefix##CreateChannelDesc(32, 32, 32, 32, prefix##ChannelFormatKindFloat);              \
      return prefix##MallocArray(image, &texel, width, rows, 0);                                  \
    }                                                                                             \
    static Error free(Image image) { return prefix##FreeArray(image); }                           \
    static Error upload(Image to, const void* from, std::size_t row_bytes, std::size_t rows) {    \
      return prefix##Memcpy2DToArray(to, 0, 0, from, row_bytes, row_bytes, rows,                  \
                                     prefix##MemcpyHostToDevice);                                 \
    }                                                                                             \
    /* Point sampling, unnormalised coordinates, clamped to the edge. */                          \
    static Error make_texture(Texture* texture, Image image) {                                    \
      prefix##ResourceDesc resource{};                                                            \
      resource.resType = prefix##ResourceTypeArray;                                               \
      resource.res.array.array = image;                                                           \
      prefix##TextureDesc description{};                                                          \
      description.addressMode[0] = description.addressMode[1] = prefix##AddressModeClamp;         \
      description.filterMode = prefix##FilterModePoint;                                           \
      description.readMode = prefix##ReadModeElementType;                                         \
      return prefix##CreateTextureObject(texture, &resource, &description, nullptr);              \
    }                                                                                             \
    static Error destroy_texture(Texture texture) {                                               \
      return prefix##DestroyTextureObject(texture);                                               \
    }                                                                                             \
                                                                                                  \
    static Error make_event(Event* event) { return prefix##EventCreate(event); }                  \
    static Error make_untimed_event(Event* event) {                                               \
      return prefix##EventCreateWithFlags(event, prefix##EventDisableTiming);                     \
    }                                                                                             \
    static Error destroy(Event event) { return prefix##EventDestroy(event); }                     \
    static Error record(Event event, Stream in) { return prefix##EventRecord(event, in); }        \
    static Error follow(Stream in, Event event) { return prefix##StreamWaitEvent(in, event, 0); } \
    static Error wait(Event event) { return prefix##EventSynchronize(event); }                    \
    static Error elapsed(float* milliseconds, Event start, Event stop) {                          \
      return prefix##EventElapsedTime(milliseconds, start, stop);                                 \
    }                                                                                             \
  };
