// Streams and events. Work is done as it is asked for, so a stream has nothing to wait for, and an event is a time.
#include <algorithm>
#include <chrono>

#include "record/cuda/state.hpp"

using warpmem::record::keep;
using Clock = std::chrono::steady_clock;

struct CUstream_st {
  unsigned flags = 0;
  int priority = 0;
};
struct CUevent_st {
  bool recorded = false, timed = true;
  Clock::time_point at;
};

namespace {
bool is_own(cudaStream_t stream) { return stream != nullptr && stream != cudaStreamLegacy && stream != cudaStreamPerThread; }
}  // namespace

extern "C" {

cudaError_t cudaStreamCreate(cudaStream_t* stream) { return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) { return cudaStreamCreateWithPriority(stream, flags, 0); }
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority) {
  if (stream == nullptr || flags > cudaStreamNonBlocking) return keep(cudaErrorInvalidValue);
  *stream = new CUstream_st{flags, std::clamp(priority, -5, 0)};
  return cudaSuccess;
}
cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  if (priority == nullptr) return keep(cudaErrorInvalidValue);
  *priority = is_own(stream) ? stream->priority : 0;
  return cudaSuccess;
}
cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  if (flags == nullptr) return keep(cudaErrorInvalidValue);
  *flags = is_own(stream) ? stream->flags : cudaStreamDefault;
  return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  if (!is_own(stream)) return keep(cudaErrorInvalidResourceHandle);
  delete stream;
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
cudaError_t cudaStreamQuery(cudaStream_t) { return cudaSuccess; }
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t event, unsigned) {
  return event == nullptr ? keep(cudaErrorInvalidResourceHandle) : cudaSuccess;
}
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void* data, unsigned flags) {
  if (callback == nullptr || flags != 0) return keep(cudaErrorInvalidValue);
  callback(stream, cudaSuccess, data);
  return cudaSuccess;
}
cudaError_t cudaStreamAttachMemAsync(cudaStream_t, void*, size_t, unsigned) { return cudaSuccess; }
cudaError_t cudaStreamSetAttribute(cudaStream_t, cudaStreamAttrID, const cudaStreamAttrValue* value) {
  return value == nullptr ? keep(cudaErrorInvalidValue) : cudaSuccess;
}
cudaError_t cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t function, void* data) {
  if (function == nullptr) return keep(cudaErrorInvalidValue);
  function(data);
  return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, cudaEventDefault); }
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  if (event == nullptr) return keep(cudaErrorInvalidValue);
  *event = new CUevent_st{false, (flags & cudaEventDisableTiming) == 0, {}};
  return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  if (event == nullptr) return keep(cudaErrorInvalidResourceHandle);
  delete event;
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t) {
  if (event == nullptr) return keep(cudaErrorInvalidResourceHandle);
  event->recorded = true;
  event->at = Clock::now();
  return cudaSuccess;
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned) { return cudaEventRecord(event, stream); }
cudaError_t cudaEventSynchronize(cudaEvent_t event) { return event == nullptr ? keep(cudaErrorInvalidResourceHandle) : cudaSuccess; }
cudaError_t cudaEventQuery(cudaEvent_t event) { return cudaEventSynchronize(event); }
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t end) {
  if (milliseconds == nullptr) return keep(cudaErrorInvalidValue);
  if (start == nullptr || end == nullptr || !start->recorded || !end->recorded || !start->timed || !end->timed)
    return keep(cudaErrorInvalidResourceHandle);
  const double passed = std::chrono::duration<double, std::milli>(end->at - start->at).count();
  constexpr double shortest = 0.001;  // programs divide by it
  *milliseconds = static_cast<float>(passed < 0 ? std::min(passed, -shortest) : std::max(passed, shortest));
  return cudaSuccess;
}

}  // extern "C"
