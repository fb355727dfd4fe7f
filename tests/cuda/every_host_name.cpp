// The other half of every_name.cpp: the host API.
#include <cublas_v2.h>
#include <cuda_profiler_api.h>
#include <curand.h>
#include <nvToolsExt.h>

__attribute__((noipa)) void kernel(float* p, int n) { p[0] = static_cast<float>(n); }
template <class T>
__attribute__((noipa)) void generic(T* p, int n) {
  p[0] = static_cast<T>(n);
}
static float symbol[4];

void devices(int* i, unsigned* u, size_t* s) {
  cudaDeviceProp properties;
  cudaFuncCache config;
  cudaSharedMemConfig banks;
  char id[16];
  cudaGetDeviceCount(i);
  cudaGetDevice(i);
  cudaSetDevice(0);
  cudaInitDevice(0, 0, 0);
  cudaSetValidDevices(i, 1);
  cudaChooseDevice(i, &properties);
  cudaSetDeviceFlags(cudaDeviceScheduleSpin);
  cudaGetDeviceFlags(u);
  cudaGetDeviceProperties(&properties, 0);
  cudaGetDeviceProperties_v2(&properties, 0);
  cudaDeviceGetAttribute(i, cudaDevAttrMultiProcessorCount, 0);
  cudaDeviceGetPCIBusId(id, sizeof id, 0);
  cudaDeviceGetByPCIBusId(i, id);
  cudaDeviceSynchronize();
  cudaDeviceReset();
  cudaThreadSynchronize();
  cudaThreadExit();
  cudaThreadSetCacheConfig(cudaFuncCachePreferL1);
  cudaDeviceGetLimit(s, cudaLimitStackSize);
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20);
  cudaThreadSetLimit(cudaLimitStackSize, 2048);
  cudaDeviceGetCacheConfig(&config);
  cudaDeviceSetCacheConfig(config);
  cudaDeviceGetSharedMemConfig(&banks);
  cudaDeviceSetSharedMemConfig(banks);
  cudaDeviceGetStreamPriorityRange(i, i);
  cudaDeviceCanAccessPeer(i, 0, 1);
  cudaDeviceEnablePeerAccess(1, 0);
  cudaDeviceDisablePeerAccess(1);
  cudaDriverGetVersion(i);
  cudaRuntimeGetVersion(i);
  cudaCtxResetPersistingL2Cache();
  cudaProfilerStart();
  cudaProfilerStop();
  cudaGetErrorName(cudaGetLastError());
  cudaGetErrorString(cudaPeekAtLastError());
}

void memory(float* h, size_t* s, unsigned* u) {
  float *p, *q;
  void* v;
  cudaPitchedPtr pitched = make_cudaPitchedPtr(h, 512, 128, 4);
  cudaExtent extent = make_cudaExtent(128, 4, 2);
  cudaMemcpy3DParms parameters = {};
  parameters.srcPos = make_cudaPos(0, 0, 0);
  cudaPointerAttributes attributes;
  cudaMalloc(&p, 4);
  cudaMalloc(&v, 4);
  cudaMalloc((void**)&q, 4);
  cudaMallocAsync(&p, 4, 0);
  cudaMallocPitch(&p, s, 100, 100);
  cudaMalloc3D(&pitched, extent);
  cudaMallocManaged(&p, 4);
  cudaMallocHost(&p, 4);
  cudaHostAlloc(&p, 4, cudaHostAllocDefault);
  cudaFree(p);
  cudaFreeAsync(p, 0);
  cudaFreeHost(p);
  cudaHostRegister(h, 4, 0);
  cudaHostGetDevicePointer(&p, h, 0);
  cudaHostUnregister(h);
  cudaHostGetFlags(u, h);
  cudaMemGetInfo(s, s);
  cudaPointerGetAttributes(&attributes, p);
  cudaMemcpy(p, h, 4, cudaMemcpyHostToDevice);
  cudaMemcpyAsync(p, h, 4, cudaMemcpyHostToDevice);
  cudaMemcpyPeer(p, 0, q, 0, 4);
  cudaMemcpyPeerAsync(p, 0, q, 0, 4);
  cudaMemcpy2D(p, 4, h, 4, 4, 1, cudaMemcpyHostToDevice);
  cudaMemcpy2DAsync(p, 4, h, 4, 4, 1, cudaMemcpyHostToDevice);
  cudaMemcpy3D(&parameters);
  cudaMemcpy3DAsync(&parameters);
  cudaMemset(p, 0, 4);
  cudaMemsetAsync(p, 0, 4);
  cudaMemset2D(p, 4, 0, 4, 1);
  cudaMemset2DAsync(p, 4, 0, 4, 1);
  cudaMemset3D(pitched, 0, extent);
  cudaMemcpyToSymbol(symbol, h, 4);
  cudaMemcpyFromSymbol(h, symbol, 4);
  cudaMemcpyToSymbolAsync(symbol, h, 4);
  cudaMemcpyFromSymbolAsync(h, symbol, 4);
  cudaGetSymbolAddress(&v, symbol);
  cudaGetSymbolAddress(&p, symbol);
  cudaGetSymbolSize(s, symbol);
  cudaMemPrefetchAsync(p, 4, cudaCpuDeviceId);
  cudaMemAdvise(p, 4, cudaMemAdviseSetReadMostly, 0);
}

void callback(cudaStream_t, cudaError_t, void*) {}
void execution(cudaStream_t* stream, cudaEvent_t* event, int* i, unsigned* u, size_t* s, float* f) {
  cudaStreamAttrValue value = {};
  cudaFuncAttributes attributes;
  void* arguments[] = {&f, i};
  cudaStreamCreate(stream);
  cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking);
  cudaStreamCreateWithPriority(stream, cudaStreamDefault, -1);
  cudaStreamGetPriority(*stream, i);
  cudaStreamGetFlags(*stream, u);
  cudaStreamSynchronize(*stream);
  cudaStreamQuery(*stream);
  cudaStreamWaitEvent(*stream, *event);
  cudaStreamAddCallback(*stream, callback, nullptr, 0);
  cudaStreamAttachMemAsync(*stream, f);
  cudaStreamSetAttribute(*stream, cudaStreamAttributeAccessPolicyWindow, &value);
  cudaLaunchHostFunc(
      *stream, [](void*) {}, nullptr);
  cudaStreamDestroy(*stream);
  cudaEventCreate(event);
  cudaEventCreate(event, cudaEventBlockingSync);
  cudaEventCreateWithFlags(event, cudaEventDisableTiming);
  cudaEventRecord(*event);
  cudaEventRecordWithFlags(*event);
  cudaEventSynchronize(*event);
  cudaEventQuery(*event);
  cudaEventElapsedTime(f, *event, *event);
  cudaEventDestroy(*event);
  cudaLaunchKernel(kernel, dim3(1), dim3(32), arguments);
  cudaLaunchKernel((void*)kernel, 1, 32, arguments, 0, 0);
  cudaLaunchCooperativeKernel(generic<float>, dim3(1), dim3(32), arguments);
  cudaFuncSetAttribute(generic<float>, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  cudaFuncSetAttribute((const void*)kernel, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared);
  cudaFuncGetAttributes(&attributes, kernel);
  cudaFuncSetCacheConfig(kernel, cudaFuncCachePreferL1);
  cudaFuncSetSharedMemConfig(kernel, cudaSharedMemBankSizeEightByte);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(i, kernel, 128, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(i, kernel, 128, 0, cudaOccupancyDefault);
  cudaOccupancyAvailableDynamicSMemPerBlock(s, kernel, 2, 128);
  cudaOccupancyMaxPotentialBlockSize(i, i, kernel, 0, 0);
  cudaOccupancyMaxPotentialBlockSizeVariableSMem(i, i, kernel, [](int threads) { return threads * 4; });
}

texture<float, 2> plane;
void textures(cudaArray_t* array, cudaTextureObject_t* t, float* p, size_t* s) {
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  format = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  cudaResourceDesc resource = {};
  cudaTextureDesc how = {};
  cudaMallocArray(array, &format, 64, 64);
  cudaMalloc3DArray(array, &format, make_cudaExtent(4, 4, 4));
  cudaGetChannelDesc(&format, *array);
  cudaMemcpyToArray(*array, 0, 0, p, 4, cudaMemcpyHostToDevice);
  cudaMemcpyFromArray(p, *array, 0, 0, 4, cudaMemcpyDeviceToHost);
  cudaMemcpy2DToArray(*array, 0, 0, p, 4, 4, 1, cudaMemcpyHostToDevice);
  cudaMemcpy2DToArrayAsync(*array, 0, 0, p, 4, 4, 1, cudaMemcpyHostToDevice);
  cudaMemcpy2DFromArray(p, 4, *array, 0, 0, 4, 1, cudaMemcpyDeviceToHost);
  cudaCreateTextureObject(t, &resource, &how, nullptr);
  cudaDestroyTextureObject(*t);
  cudaBindTexture(s, plane, p, 64);
  cudaBindTexture2D(nullptr, plane, p, format, 4, 4, 16);
  cudaBindTexture2D(nullptr, plane, p, 4, 4, 16);
  cudaBindTextureToArray(plane, *array);
  cudaUnbindTexture(plane);
  cudaFreeArray(*array);
}

template <class F>
void use(F*) {}
void libraries(float* f, double* d, unsigned* u, int* i) {
  cublasHandle_t handle;
  cudaStream_t stream = nullptr;
  cublasCreate(&handle);
  cublasGetVersion(handle, i);
  cublasSetStream(handle, stream);
  cublasGetStream(handle, &stream);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
  cublasSetMathMode(handle, CUBLAS_DEFAULT_MATH);
  cublasSetVector(4, 4, f, 1, f, 1);
  cublasGetVector(4, 4, f, 1, f, 1);
  cublasSetMatrix(2, 2, 4, f, 2, f, 2);
  cublasGetMatrix(2, 2, 4, f, 2, f, 2);
  cublasGetStatusName(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 2, f, f, 2, f, 2, f, f, 2));
  cublasGetStatusString(cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 2, d, d, 2, d, 2, d, d, 2));
  use(cublasSgemv), use(cublasDgemv), use(cublasSaxpy), use(cublasDaxpy), use(cublasSscal), use(cublasDscal), use(cublasScopy);
  use(cublasDcopy), use(cublasSdot), use(cublasDdot), use(cublasSnrm2), use(cublasDnrm2), use(cublasSasum), use(cublasDasum);
  cublasDestroy(handle);
  curandGenerator_t generator;
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_MT19937);
  curandSetPseudoRandomGeneratorSeed(generator, 1);
  curandSetGeneratorOffset(generator, 1);
  curandSetStream(generator, stream);
  curandGenerate(generator, u, 4);
  curandGenerateUniform(generator, f, 4);
  curandGenerateUniformDouble(generator, d, 4);
  curandGenerateNormal(generator, f, 4, 0, 1);
  curandGenerateNormalDouble(generator, d, 4, 0, 1);
  curandGenerateLogNormal(generator, f, 4, 0, 1);
  curandGeneratePoisson(generator, u, 4, 1);
  curandDestroyGenerator(generator);
  nvtxEventAttributes_t event = {};
  nvtxRangeEnd(nvtxRangeStart("a") + nvtxRangeStartA("a") + nvtxRangeStartEx(&event));
  nvtxRangePush("a"), nvtxRangePushA("a"), nvtxRangePushEx(&event), nvtxRangePop(), nvtxMark("a"), nvtxMarkA("a"),
      nvtxNameOsThreadA(0, "a");
}
