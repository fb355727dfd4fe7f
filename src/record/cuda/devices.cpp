// One device: the modelled card.
#include <algorithm>
#include <cstring>
#include <string_view>

#include "record/cuda/state.hpp"
#include "record/runtime.hpp"

using warpmem::record::keep;

namespace {

constexpr int version = CUDART_VERSION;

void set_limits(cudaDeviceProp& p) {
  p.warpSize = 32;
  p.maxThreadsPerBlock = 1024;
  p.maxThreadsDim[0] = p.maxThreadsDim[1] = 1024;
  p.maxThreadsDim[2] = 64;
  p.maxGridSize[0] = INT_MAX;
  p.maxGridSize[1] = p.maxGridSize[2] = 65535;
  p.totalConstMem = 65536;
  p.memPitch = INT_MAX;
  p.textureAlignment = p.surfaceAlignment = 512;
  p.texturePitchAlignment = 32;
  p.maxTexture1D = p.maxTexture2D[0] = 131072;
  p.maxTexture2D[1] = 65536;
  p.maxTexture1DLinear = 268435456;
  std::fill_n(p.maxTexture3D, 3, 16384);
}

void set_abilities(cudaDeviceProp& p) {
  p.canMapHostMemory = p.unifiedAddressing = p.managedMemory = p.concurrentManagedAccess = 1;
  p.deviceOverlap = p.concurrentKernels = p.streamPrioritiesSupported = p.computePreemptionSupported = 1;
  p.globalL1CacheSupported = p.localL1CacheSupported = p.cooperativeLaunch = p.hostRegisterSupported = p.ECCEnabled = 1;
  p.canUseHostPointerForRegisteredMem = p.memoryPoolsSupported = 1;
  p.asyncEngineCount = 3;
  p.singleToDoublePrecisionPerfRatio = 2;
}

const cudaDeviceProp& properties() {
  static const cudaDeviceProp card = [] {
    const warpmem_device_figures& figures = *warpmem_device();
    cudaDeviceProp p{};
    std::strncpy(p.name, figures.name, sizeof p.name - 1);
    p.totalGlobalMem = figures.memory;
    p.sharedMemPerBlock = figures.shared_per_block;
    p.sharedMemPerBlockOptin = figures.shared_per_block_optin;
    p.sharedMemPerMultiprocessor = figures.shared_per_sm;
    p.reservedSharedMemPerBlock = figures.shared_reserved;
    p.regsPerBlock = p.regsPerMultiprocessor = figures.registers_per_sm;
    p.l2CacheSize = static_cast<int>(figures.l2);
    p.persistingL2CacheMaxSize = static_cast<int>(figures.l2 / 4 * 3);
    p.accessPolicyMaxWindowSize = 128 * 1024 * 1024;
    p.multiProcessorCount = figures.sms;
    p.maxThreadsPerMultiProcessor = figures.warps_per_sm * 32;
    p.maxBlocksPerMultiProcessor = figures.blocks_per_sm;
    p.clockRate = figures.clock_khz;
    p.memoryClockRate = figures.memory_clock_khz;
    p.memoryBusWidth = figures.bus_bits;
    p.major = figures.major;
    p.minor = figures.minor;
    p.pciBusID = 1;
    set_limits(p);
    set_abilities(p);
    return p;
  }();
  return card;
}

cudaError_t check_device(int device) { return device == 0 ? cudaSuccess : keep(cudaErrorInvalidDevice); }

struct Limit {
  cudaLimit limit;
  size_t value;
};
Limit limits[] = {{cudaLimitStackSize, 1024},
                  {cudaLimitPrintfFifoSize, 1 << 20},
                  {cudaLimitMallocHeapSize, 8 << 20},
                  {cudaLimitDevRuntimeSyncDepth, 2},
                  {cudaLimitDevRuntimePendingLaunchCount, 2048},
                  {cudaLimitMaxL2FetchGranularity, 64},
                  {cudaLimitPersistingL2CacheSize, 0}};
unsigned device_flags = 0;
cudaFuncCache cache_config = cudaFuncCachePreferNone;

}  // namespace

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  if (count == nullptr) return keep(cudaErrorInvalidValue);
  *count = 1;
  return cudaSuccess;
}
cudaError_t cudaGetDevice(int* device) {
  if (device == nullptr) return keep(cudaErrorInvalidValue);
  *device = 0;
  return cudaSuccess;
}
cudaError_t cudaSetDevice(int device) { return check_device(device); }
cudaError_t cudaInitDevice(int device, unsigned, unsigned) { return check_device(device); }
cudaError_t cudaSetValidDevices(int* devices, int count) {
  if (devices == nullptr && count != 0) return keep(cudaErrorInvalidValue);
  for (int i = 0; i < count; ++i)
    if (devices[i] != 0) return keep(cudaErrorInvalidDevice);
  return cudaSuccess;
}
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) { return cudaGetDevice(device); }
cudaError_t cudaSetDeviceFlags(unsigned flags) {
  device_flags = flags;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  if (flags == nullptr) return keep(cudaErrorInvalidValue);
  *flags = device_flags;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* out, int device) {
  if (out == nullptr) return keep(cudaErrorInvalidValue);
  if (check_device(device) != cudaSuccess) return cudaErrorInvalidDevice;
  *out = properties();
  return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties_v2(cudaDeviceProp* out, int device) { return cudaGetDeviceProperties(out, device); }

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  if (value == nullptr) return keep(cudaErrorInvalidValue);
  if (check_device(device) != cudaSuccess) return cudaErrorInvalidDevice;
  const cudaDeviceProp& p = properties();
  switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock:
      *value = p.maxThreadsPerBlock;
      break;
    case cudaDevAttrMaxBlockDimX:
      *value = p.maxThreadsDim[0];
      break;
    case cudaDevAttrMaxBlockDimY:
      *value = p.maxThreadsDim[1];
      break;
    case cudaDevAttrMaxBlockDimZ:
      *value = p.maxThreadsDim[2];
      break;
    case cudaDevAttrMaxGridDimX:
      *value = p.maxGridSize[0];
      break;
    case cudaDevAttrMaxGridDimY:
      *value = p.maxGridSize[1];
      break;
    case cudaDevAttrMaxGridDimZ:
      *value = p.maxGridSize[2];
      break;
    case cudaDevAttrMaxSharedMemoryPerBlock:
      *value = static_cast<int>(p.sharedMemPerBlock);
      break;
    case cudaDevAttrTotalConstantMemory:
      *value = static_cast<int>(p.totalConstMem);
      break;
    case cudaDevAttrWarpSize:
      *value = p.warpSize;
      break;
    case cudaDevAttrMaxPitch:
      *value = static_cast<int>(p.memPitch);
      break;
    case cudaDevAttrMaxRegistersPerBlock:
      *value = p.regsPerBlock;
      break;
    case cudaDevAttrClockRate:
      *value = p.clockRate;
      break;
    case cudaDevAttrTextureAlignment:
      *value = static_cast<int>(p.textureAlignment);
      break;
    case cudaDevAttrGpuOverlap:
      *value = p.deviceOverlap;
      break;
    case cudaDevAttrMultiProcessorCount:
      *value = p.multiProcessorCount;
      break;
    case cudaDevAttrKernelExecTimeout:
      *value = p.kernelExecTimeoutEnabled;
      break;
    case cudaDevAttrIntegrated:
      *value = p.integrated;
      break;
    case cudaDevAttrCanMapHostMemory:
      *value = p.canMapHostMemory;
      break;
    case cudaDevAttrComputeMode:
      *value = p.computeMode;
      break;
    case cudaDevAttrMaxTexture1DWidth:
      *value = p.maxTexture1D;
      break;
    case cudaDevAttrMaxTexture2DWidth:
      *value = p.maxTexture2D[0];
      break;
    case cudaDevAttrMaxTexture2DHeight:
      *value = p.maxTexture2D[1];
      break;
    case cudaDevAttrConcurrentKernels:
      *value = p.concurrentKernels;
      break;
    case cudaDevAttrEccEnabled:
      *value = p.ECCEnabled;
      break;
    case cudaDevAttrPciBusId:
      *value = p.pciBusID;
      break;
    case cudaDevAttrPciDeviceId:
      *value = p.pciDeviceID;
      break;
    case cudaDevAttrPciDomainId:
      *value = p.pciDomainID;
      break;
    case cudaDevAttrTccDriver:
      *value = p.tccDriver;
      break;
    case cudaDevAttrMemoryClockRate:
      *value = p.memoryClockRate;
      break;
    case cudaDevAttrGlobalMemoryBusWidth:
      *value = p.memoryBusWidth;
      break;
    case cudaDevAttrL2CacheSize:
      *value = p.l2CacheSize;
      break;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      *value = p.maxThreadsPerMultiProcessor;
      break;
    case cudaDevAttrAsyncEngineCount:
      *value = p.asyncEngineCount;
      break;
    case cudaDevAttrUnifiedAddressing:
      *value = p.unifiedAddressing;
      break;
    case cudaDevAttrComputeCapabilityMajor:
      *value = p.major;
      break;
    case cudaDevAttrComputeCapabilityMinor:
      *value = p.minor;
      break;
    case cudaDevAttrStreamPrioritiesSupported:
      *value = p.streamPrioritiesSupported;
      break;
    case cudaDevAttrGlobalL1CacheSupported:
      *value = p.globalL1CacheSupported;
      break;
    case cudaDevAttrLocalL1CacheSupported:
      *value = p.localL1CacheSupported;
      break;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      *value = static_cast<int>(p.sharedMemPerMultiprocessor);
      break;
    case cudaDevAttrMaxRegistersPerMultiprocessor:
      *value = p.regsPerMultiprocessor;
      break;
    case cudaDevAttrManagedMemory:
      *value = p.managedMemory;
      break;
    case cudaDevAttrIsMultiGpuBoard:
      *value = p.isMultiGpuBoard;
      break;
    case cudaDevAttrHostNativeAtomicSupported:
      *value = p.hostNativeAtomicSupported;
      break;
    case cudaDevAttrSingleToDoublePrecisionPerfRatio:
      *value = p.singleToDoublePrecisionPerfRatio;
      break;
    case cudaDevAttrPageableMemoryAccess:
      *value = p.pageableMemoryAccess;
      break;
    case cudaDevAttrConcurrentManagedAccess:
      *value = p.concurrentManagedAccess;
      break;
    case cudaDevAttrComputePreemptionSupported:
      *value = p.computePreemptionSupported;
      break;
    case cudaDevAttrCooperativeLaunch:
      *value = p.cooperativeLaunch;
      break;
    case cudaDevAttrCooperativeMultiDeviceLaunch:
      *value = p.cooperativeMultiDeviceLaunch;
      break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      *value = static_cast<int>(p.sharedMemPerBlockOptin);
      break;
    case cudaDevAttrHostRegisterSupported:
      *value = p.hostRegisterSupported;
      break;
    case cudaDevAttrMaxBlocksPerMultiprocessor:
      *value = p.maxBlocksPerMultiProcessor;
      break;
    case cudaDevAttrMaxPersistingL2CacheSize:
      *value = p.persistingL2CacheMaxSize;
      break;
    case cudaDevAttrMaxAccessPolicyWindowSize:
      *value = p.accessPolicyMaxWindowSize;
      break;
    case cudaDevAttrReservedSharedMemoryPerBlock:
      *value = static_cast<int>(p.reservedSharedMemPerBlock);
      break;
    case cudaDevAttrMemoryPoolsSupported:
      *value = p.memoryPoolsSupported;
      break;
    case cudaDevAttrClusterLaunch:
      *value = p.clusterLaunch;
      break;
    default:
      return keep(cudaErrorInvalidValue);
  }
  return cudaSuccess;
}

cudaError_t cudaDeviceGetPCIBusId(char* id, int length, int device) {
  constexpr std::string_view text = "0000:01:00.0";
  if (check_device(device) != cudaSuccess) return cudaErrorInvalidDevice;
  if (id == nullptr || length <= static_cast<int>(text.size())) return keep(cudaErrorInvalidValue);
  std::memcpy(id, text.data(), text.size() + 1);
  return cudaSuccess;
}
cudaError_t cudaDeviceGetByPCIBusId(int* device, const char*) { return cudaGetDevice(device); }

cudaError_t cudaDeviceSynchronize(void) { return cudaSuccess; }
cudaError_t cudaDeviceReset(void) {
  warpmem_device_reset();
  warpmem::record::forget_registered_memory();
  warpmem::record::forget_function_attributes();
  cudaGetLastError();
  return cudaSuccess;
}
cudaError_t cudaThreadSynchronize(void) { return cudaSuccess; }
cudaError_t cudaThreadExit(void) { return cudaDeviceReset(); }
cudaError_t cudaThreadSetCacheConfig(cudaFuncCache config) { return cudaDeviceSetCacheConfig(config); }

cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  for (const Limit& l : limits) {
    if (l.limit != limit || value == nullptr) continue;
    *value = l.value;
    return cudaSuccess;
  }
  return keep(value == nullptr ? cudaErrorInvalidValue : cudaErrorUnsupportedLimit);
}
cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  for (Limit& l : limits) {
    if (l.limit != limit) continue;
    l.value = value;
    return cudaSuccess;
  }
  return keep(cudaErrorUnsupportedLimit);
}
cudaError_t cudaThreadSetLimit(cudaLimit limit, size_t value) { return cudaDeviceSetLimit(limit, value); }

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  if (config == nullptr) return keep(cudaErrorInvalidValue);
  *config = cache_config;
  return cudaSuccess;
}
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config) {
  cache_config = config;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  if (config == nullptr) return keep(cudaErrorInvalidValue);
  *config = cudaSharedMemBankSizeFourByte;
  return cudaSuccess;
}
// No card since Kepler has banks of any other width; the call is taken and does nothing there either.
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) { return cudaSuccess; }
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least != nullptr) *least = 0;
  if (greatest != nullptr) *greatest = -5;
  return cudaSuccess;
}
cudaError_t cudaDeviceCanAccessPeer(int* can, int, int) {
  if (can != nullptr) *can = 0;
  return keep(cudaErrorInvalidDevice);
}
cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) { return keep(cudaErrorInvalidDevice); }
cudaError_t cudaDeviceDisablePeerAccess(int) { return keep(cudaErrorInvalidDevice); }
cudaError_t cudaDriverGetVersion(int* out) {
  if (out == nullptr) return keep(cudaErrorInvalidValue);
  *out = version;
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* out) { return cudaDriverGetVersion(out); }
cudaError_t cudaCtxResetPersistingL2Cache(void) { return cudaSuccess; }
cudaError_t cudaProfilerStart(void) { return cudaSuccess; }
cudaError_t cudaProfilerStop(void) { return cudaSuccess; }

}  // extern "C"
