// CUDA's error codes: WARPMEM_CUDA_ERRORS(x) calls x(name, value, text) for each.
#ifndef WARPMEM_CUDA_ERROR_CODES_H
#define WARPMEM_CUDA_ERROR_CODES_H

#define WARPMEM_CUDA_ERRORS(_E)                                                                                \
  _E(cudaSuccess, 0, "no error")                                                                               \
  _E(cudaErrorInvalidValue, 1, "invalid argument")                                                             \
  _E(cudaErrorMemoryAllocation, 2, "out of memory")                                                            \
  _E(cudaErrorInitializationError, 3, "initialization error")                                                  \
  _E(cudaErrorCudartUnloading, 4, "driver shutting down")                                                      \
  _E(cudaErrorProfilerDisabled, 5, "profiler disabled while using external profiling tool")                    \
  _E(cudaErrorProfilerNotInitialized, 6, "profiler not initialized: call cudaProfilerInitialize()")            \
  _E(cudaErrorProfilerAlreadyStarted, 7, "profiler already started")                                           \
  _E(cudaErrorProfilerAlreadyStopped, 8, "profiler already stopped")                                           \
  _E(cudaErrorInvalidConfiguration, 9, "invalid configuration argument")                                       \
  _E(cudaErrorInvalidPitchValue, 12, "invalid pitch argument")                                                 \
  _E(cudaErrorInvalidSymbol, 13, "invalid device symbol")                                                      \
  _E(cudaErrorInvalidHostPointer, 16, "invalid host pointer")                                                  \
  _E(cudaErrorInvalidDevicePointer, 17, "invalid device pointer")                                              \
  _E(cudaErrorInvalidTexture, 18, "invalid texture reference")                                                 \
  _E(cudaErrorInvalidTextureBinding, 19, "texture is not bound to a pointer")                                  \
  _E(cudaErrorInvalidChannelDescriptor, 20, "invalid channel descriptor")                                      \
  _E(cudaErrorInvalidMemcpyDirection, 21, "invalid copy direction for memcpy")                                 \
  _E(cudaErrorAddressOfConstant, 22, "address of a constant")                                                  \
  _E(cudaErrorTextureFetchFailed, 23, "texture fetch failed")                                                  \
  _E(cudaErrorTextureNotBound, 24, "texture not bound")                                                        \
  _E(cudaErrorSynchronizationError, 25, "synchronization error")                                               \
  _E(cudaErrorInvalidFilterSetting, 26, "linear filtering not supported for non-float type")                   \
  _E(cudaErrorInvalidNormSetting, 27, "read as normalized float not supported for this type")                  \
  _E(cudaErrorMixedDeviceExecution, 28, "device emulation mode and device execution mode mixed")               \
  _E(cudaErrorNotYetImplemented, 31, "feature not yet implemented")                                            \
  _E(cudaErrorMemoryValueTooLarge, 32, "memory size or pointer value too large")                               \
  _E(cudaErrorStubLibrary, 34, "CUDA driver is a stub library")                                                \
  _E(cudaErrorInsufficientDriver, 35, "CUDA driver version is insufficient for CUDA runtime version")          \
  _E(cudaErrorCallRequiresNewerDriver, 36, "API call is not supported in the installed CUDA driver")           \
  _E(cudaErrorInvalidSurface, 37, "invalid surface reference")                                                 \
  _E(cudaErrorDuplicateVariableName, 43, "duplicate global variable looked up by string name")                 \
  _E(cudaErrorDuplicateTextureName, 44, "duplicate texture looked up by string name")                          \
  _E(cudaErrorDuplicateSurfaceName, 45, "duplicate surface looked up by string name")                          \
  _E(cudaErrorDevicesUnavailable, 46, "all CUDA-capable devices are busy or unavailable")                      \
  _E(cudaErrorIncompatibleDriverContext, 49, "incompatible driver context")                                    \
  _E(cudaErrorMissingConfiguration, 52, "missing launch configuration")                                        \
  _E(cudaErrorPriorLaunchFailure, 53, "unspecified launch failure in prior launch")                            \
  _E(cudaErrorLaunchMaxDepthExceeded, 65, "launch would exceed maximum depth of nested launches")              \
  _E(cudaErrorLaunchFileScopedTex, 66, "kernel uses file-scoped texture")                                      \
  _E(cudaErrorLaunchFileScopedSurf, 67, "kernel uses file-scoped surface")                                     \
  _E(cudaErrorSyncDepthExceeded, 68, "cudaDeviceSynchronize() failed: maximum depth exceeded")                 \
  _E(cudaErrorLaunchPendingCountExceeded, 69, "too many pending launches")                                     \
  _E(cudaErrorInvalidDeviceFunction, 98, "invalid device function")                                            \
  _E(cudaErrorNoDevice, 100, "no CUDA-capable device is detected")                                             \
  _E(cudaErrorInvalidDevice, 101, "invalid device ordinal")                                                    \
  _E(cudaErrorDeviceNotLicensed, 102, "device doesn't have valid Grid license")                                \
  _E(cudaErrorStartupFailure, 127, "internal startup failure")                                                 \
  _E(cudaErrorInvalidKernelImage, 200, "device kernel image is invalid")                                       \
  _E(cudaErrorDeviceUninitialized, 201, "invalid device context")                                              \
  _E(cudaErrorMapBufferObjectFailed, 205, "mapping of buffer object failed")                                   \
  _E(cudaErrorUnmapBufferObjectFailed, 206, "unmapping of buffer object failed")                               \
  _E(cudaErrorArrayIsMapped, 207, "array is mapped")                                                           \
  _E(cudaErrorAlreadyMapped, 208, "resource already mapped")                                                   \
  _E(cudaErrorNoKernelImageForDevice, 209, "no kernel image is available for execution on the device")         \
  _E(cudaErrorAlreadyAcquired, 210, "resource already acquired")                                               \
  _E(cudaErrorNotMapped, 211, "resource not mapped")                                                           \
  _E(cudaErrorNotMappedAsArray, 212, "resource not mapped as array")                                           \
  _E(cudaErrorNotMappedAsPointer, 213, "resource not mapped as pointer")                                       \
  _E(cudaErrorECCUncorrectable, 214, "uncorrectable ECC error encountered")                                    \
  _E(cudaErrorUnsupportedLimit, 215, "limit is not supported on this architecture")                            \
  _E(cudaErrorDeviceAlreadyInUse, 216, "exclusive-thread device already in use by a different thread")         \
  _E(cudaErrorPeerAccessUnsupported, 217, "peer access is not supported between these two devices")            \
  _E(cudaErrorInvalidPtx, 218, "a PTX JIT compilation failed")                                                 \
  _E(cudaErrorInvalidGraphicsContext, 219, "invalid OpenGL or DirectX context")                                \
  _E(cudaErrorNvlinkUncorrectable, 220, "uncorrectable NVLink error detected during the execution")            \
  _E(cudaErrorJitCompilerNotFound, 221, "PTX JIT compiler library not found")                                  \
  _E(cudaErrorUnsupportedPtxVersion, 222, "the provided PTX was compiled with an unsupported toolchain")       \
  _E(cudaErrorInvalidSource, 300, "device kernel image is invalid")                                            \
  _E(cudaErrorFileNotFound, 301, "file not found")                                                             \
  _E(cudaErrorSharedObjectSymbolNotFound, 302, "shared object symbol not found")                               \
  _E(cudaErrorSharedObjectInitFailed, 303, "shared object initialization failed")                              \
  _E(cudaErrorOperatingSystem, 304, "OS call failed or operation not supported on this OS")                    \
  _E(cudaErrorInvalidResourceHandle, 400, "invalid resource handle")                                           \
  _E(cudaErrorIllegalState, 401, "the operation cannot be performed in the present state")                     \
  _E(cudaErrorSymbolNotFound, 500, "named symbol not found")                                                   \
  _E(cudaErrorNotReady, 600, "device not ready")                                                               \
  _E(cudaErrorIllegalAddress, 700, "an illegal memory access was encountered")                                 \
  _E(cudaErrorLaunchOutOfResources, 701, "too many resources requested for launch")                            \
  _E(cudaErrorLaunchTimeout, 702, "the launch timed out and was terminated")                                   \
  _E(cudaErrorLaunchIncompatibleTexturing, 703, "launch uses incompatible texturing mode")                     \
  _E(cudaErrorPeerAccessAlreadyEnabled, 704, "peer access is already enabled")                                 \
  _E(cudaErrorPeerAccessNotEnabled, 705, "peer access has not been enabled")                                   \
  _E(cudaErrorSetOnActiveProcess, 708, "cannot set while device is active in this process")                    \
  _E(cudaErrorContextIsDestroyed, 709, "context is destroyed")                                                 \
  _E(cudaErrorAssert, 710, "device-side assert triggered")                                                     \
  _E(cudaErrorTooManyPeers, 711, "peer mapping resources exhausted")                                           \
  _E(cudaErrorHostMemoryAlreadyRegistered, 712, "part or all of the requested memory range is already mapped") \
  _E(cudaErrorHostMemoryNotRegistered, 713, "pointer does not correspond to a registered memory region")       \
  _E(cudaErrorHardwareStackError, 714, "hardware stack error")                                                 \
  _E(cudaErrorIllegalInstruction, 715, "an illegal instruction was encountered")                               \
  _E(cudaErrorMisalignedAddress, 716, "misaligned address")                                                    \
  _E(cudaErrorInvalidAddressSpace, 717, "operation not supported on global/shared address space")              \
  _E(cudaErrorInvalidPc, 718, "invalid program counter")                                                       \
  _E(cudaErrorLaunchFailure, 719, "unspecified launch failure")                                                \
  _E(cudaErrorCooperativeLaunchTooLarge, 720, "too many blocks in cooperative launch")                         \
  _E(cudaErrorNotPermitted, 800, "operation not permitted")                                                    \
  _E(cudaErrorNotSupported, 801, "operation not supported")                                                    \
  _E(cudaErrorSystemNotReady, 802, "system not yet initialized")                                               \
  _E(cudaErrorSystemDriverMismatch, 803, "system has unsupported display driver / cuda driver combination")    \
  _E(cudaErrorCompatNotSupportedOnDevice, 804, "forward compatibility was attempted on non supported HW")      \
  _E(cudaErrorStreamCaptureUnsupported, 900, "operation not permitted when stream is capturing")               \
  _E(cudaErrorStreamCaptureInvalidated, 901, "operation failed due to a previous error during capture")        \
  _E(cudaErrorTimeout, 909, "wait operation timed out")                                                        \
  _E(cudaErrorUnknown, 999, "unknown error")                                                                   \
  _E(cudaErrorApiFailureBase, 10000, "api failure base")

#define WARPMEM_CUDA_ERROR_ENUMERATOR(_Name, _Value, _Text) _Name = _Value,
enum cudaError { WARPMEM_CUDA_ERRORS(WARPMEM_CUDA_ERROR_ENUMERATOR) };
#undef WARPMEM_CUDA_ERROR_ENUMERATOR
typedef enum cudaError cudaError_t;

#endif
