// The host API: what CUDA answers, errors and figures, and that memory holds what was copied.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "cublas_v2.h"
#include "cuda_runtime.h"
#include "curand.h"
#include "record/runtime.hpp"

TEST_CASE("an error is kept until it is asked for, and a success does not hide it") {
  cudaGetLastError();
  CHECK(cudaSetDevice(7) == cudaErrorInvalidDevice);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK(cudaPeekAtLastError() == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaSuccess);
  CHECK(std::string(cudaGetErrorName(cudaErrorInvalidDevice)) == "cudaErrorInvalidDevice");
  CHECK(std::string(cudaGetErrorString(cudaErrorMemoryAllocation)) == "out of memory");
  CHECK(std::string(cudaGetErrorName(static_cast<cudaError_t>(12345))) == "unrecognized error code");
}

TEST_CASE("memory goes to the device and back") {
  std::vector<int> in(1000), out(1000);
  for (int i = 0; i < 1000; ++i) in[static_cast<std::size_t>(i)] = i;
  int* p = nullptr;
  REQUIRE(cudaMalloc(&p, 4000) == cudaSuccess);
  CHECK(reinterpret_cast<std::uintptr_t>(p) % 256 == 0);
  CHECK(cudaMemcpy(p, in.data(), 4000, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemset(p + 10, 0xff, 40) == cudaSuccess);
  CHECK(cudaMemcpyAsync(out.data(), p, 4000, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(out[9] == 9);
  CHECK(out[10] == -1);
  CHECK(out[19] == -1);
  CHECK(out[20] == 20);

  SECTION("a copy past the end, to the host's memory as the device's or in no direction is an error") {
    CHECK(cudaMemcpy(p, in.data(), 4004, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy(out.data(), in.data(), 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy(p, in.data(), 4, static_cast<cudaMemcpyKind>(7)) == cudaErrorInvalidMemcpyDirection);
    CHECK(cudaMemset(out.data(), 0, 4) == cudaErrorInvalidValue);
    CHECK(cudaMemcpy(out.data(), p, 4, cudaMemcpyDefault) == cudaSuccess);
  }
  CHECK(cudaFree(p) == cudaSuccess);
  CHECK(cudaFree(p) == cudaErrorInvalidValue);
  CHECK(cudaFree(nullptr) == cudaSuccess);
  CHECK(cudaMalloc(&p, 0) == cudaSuccess);
  CHECK(p == nullptr);
  CHECK(cudaMalloc(&p, std::size_t{1} << 50) == cudaErrorMemoryAllocation);
  cudaGetLastError();
}

TEST_CASE("rows are copied by their pitch") {
  float* p = nullptr;
  std::size_t pitch = 0;
  REQUIRE(cudaMallocPitch(&p, &pitch, 100 * sizeof(float), 3) == cudaSuccess);
  CHECK(pitch == 512);
  std::vector<float> in(300), out(300);
  for (std::size_t i = 0; i < 300; ++i) in[i] = static_cast<float>(i);
  CHECK(cudaMemcpy2D(p, pitch, in.data(), 400, 400, 3, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(reinterpret_cast<float*>(reinterpret_cast<char*>(p) + pitch)[5] == 105);
  CHECK(cudaMemset2D(p, pitch, 0, 4, 3) == cudaSuccess);
  CHECK(cudaMemcpy2D(out.data(), 400, p, pitch, 400, 3, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(out[200] == 0);
  CHECK(out[201] == 201);
  CHECK(cudaMemcpy2D(p, 4, in.data(), 400, 400, 3, cudaMemcpyHostToDevice) == cudaErrorInvalidPitchValue);
  cudaFree(p);
  cudaGetLastError();
}

TEST_CASE("copies in three dimensions stay within an array") {
  cudaArray_t array = nullptr;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  REQUIRE(cudaMalloc3DArray(&array, &format, make_cudaExtent(4, 3, 2), 0) == cudaSuccess);
  std::vector<float> in(4 * 3 * 2, 1.0F);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(in.data(), 4 * sizeof(float), 4, 3);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(4, 3, 2);
  copy.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&copy) == cudaSuccess);
  copy.extent = make_cudaExtent(4, 3, 1);
  copy.dstPos = make_cudaPos(0, 0, 1);
  CHECK(cudaMemcpy3D(&copy) == cudaSuccess);
  for (const cudaPos at : {make_cudaPos(1, 0, 0), make_cudaPos(0, 1, 0), make_cudaPos(0, 0, 2)}) {
    copy.dstPos = at;
    CHECK(cudaMemcpy3D(&copy) == cudaErrorInvalidValue);
  }
  cudaFreeArray(array);
  cudaGetLastError();
}

TEST_CASE("a pointer's attributes tell where its memory is") {
  void *device = nullptr, *managed = nullptr, *pinned = nullptr;
  int plain = 0;
  cudaMalloc(&device, 64);
  cudaMallocManaged(&managed, 64);
  cudaMallocHost(&pinned, 64);
  const auto type = [](const void* p) {
    cudaPointerAttributes attributes;
    CHECK(cudaPointerGetAttributes(&attributes, p) == cudaSuccess);
    return attributes.type;
  };
  CHECK(type(static_cast<char*>(device) + 63) == cudaMemoryTypeDevice);
  CHECK(type(managed) == cudaMemoryTypeManaged);
  CHECK(type(pinned) == cudaMemoryTypeHost);
  CHECK(type(&plain) == cudaMemoryTypeUnregistered);
  CHECK(cudaHostRegister(&plain, sizeof plain, 0) == cudaSuccess);
  CHECK(type(&plain) == cudaMemoryTypeHost);
  CHECK(cudaHostRegister(&plain, sizeof plain, 0) == cudaErrorHostMemoryAlreadyRegistered);
  CHECK(cudaHostUnregister(&plain) == cudaSuccess);
  CHECK(cudaMemPrefetchAsync(managed, 64, 0) == cudaSuccess);
  CHECK(cudaMemPrefetchAsync(device, 64, 0) == cudaErrorInvalidValue);
  std::size_t before = 0, after = 0, total = 0;
  cudaMemGetInfo(&before, &total);
  cudaFree(device);
  cudaMemGetInfo(&after, &total);
  CHECK(after > before);
  cudaFreeHost(pinned);
  cudaMemGetInfo(&before, &total);
  CHECK(after == before);  // pinned memory is the host's
  CHECK(total == warpmem_device()->memory);
  cudaFree(managed);
  cudaGetLastError();
}

TEST_CASE("the device is the modelled card, the old fields too") {
  int count = 0, value = 0;
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceCount(&count) == cudaSuccess);
  CHECK(count == 1);
  REQUIRE(cudaGetDeviceProperties(&properties, 0) == cudaSuccess);
  const warpmem_device_figures& card = *warpmem_device();
  CHECK(properties.name == std::string(card.name));
  CHECK(properties.multiProcessorCount == card.sms);
  CHECK(properties.clockRate == card.clock_khz);
  CHECK(properties.memoryBusWidth == card.bus_bits);
  CHECK(properties.maxThreadsPerMultiProcessor == 32 * card.warps_per_sm);
  CHECK(properties.major == card.major);
  CHECK(properties.warpSize == 32);
  CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0) == cudaSuccess);
  CHECK(value == card.sms);
  CHECK(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(127), 0) == cudaErrorInvalidValue);
  CHECK(cudaGetDeviceProperties(&properties, 1) == cudaErrorInvalidDevice);
  cudaGetLastError();
}

TEST_CASE("the time between two events is never 0") {
  cudaEvent_t start, end;
  float milliseconds = 0;
  cudaEventCreate(&start);
  cudaEventCreate(&end);
  CHECK(cudaEventElapsedTime(&milliseconds, start, end) == cudaErrorInvalidResourceHandle);
  cudaEventRecord(start);
  cudaEventRecord(end);
  CHECK(cudaEventElapsedTime(&milliseconds, start, end) == cudaSuccess);
  CHECK(milliseconds > 0);
  CHECK(cudaEventQuery(end) == cudaSuccess);
  cudaEventDestroy(start);
  cudaEventDestroy(end);
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream) == cudaSuccess);
  CHECK(cudaStreamQuery(stream) == cudaSuccess);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
  CHECK(cudaStreamDestroy(nullptr) == cudaErrorInvalidResourceHandle);
  cudaGetLastError();
}

TEST_CASE("occupancy follows from the card's limits") {
  const auto kernel = [](float*) {};
  void (*const pointer)(float*) = kernel;
  const warpmem_device_figures& card = *warpmem_device();
  int blocks = 0, grid = 0, block = 0;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, pointer, 1024, 0) == cudaSuccess);
  CHECK(blocks == card.warps_per_sm / 32);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, pointer, 32, 0);
  CHECK(blocks == card.blocks_per_sm);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, pointer, 64, 48 * 1024);
  CHECK(blocks == static_cast<int>(card.shared_per_sm / (48 * 1024 + card.shared_reserved)));
  CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, pointer) == cudaSuccess);
  CHECK(block == 1024);
  CHECK(grid == card.sms * card.warps_per_sm / 32);
  CHECK(cudaFuncSetAttribute(pointer, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(card.shared_per_block_optin)) ==
        cudaSuccess);
  CHECK(cudaFuncSetAttribute(pointer, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(card.shared_per_block_optin) + 1) ==
        cudaErrorInvalidValue);
  CHECK(cudaFuncSetAttribute(pointer, cudaFuncAttributePreferredSharedMemoryCarveout, 50) == cudaSuccess);
  cudaFuncAttributes attributes;
  CHECK(cudaFuncGetAttributes(&attributes, pointer) == cudaSuccess);
  CHECK(attributes.preferredShmemCarveout == 50);
  CHECK(attributes.maxDynamicSharedSizeBytes == static_cast<int>(card.shared_per_block_optin));
  cudaGetLastError();
}

static float symbol[4];

TEST_CASE("symbols are variables") {
  const float in[2] = {5, 6};
  float out[4] = {};
  CHECK(cudaMemcpyToSymbol(symbol, in, sizeof in, sizeof(float)) == cudaSuccess);
  CHECK(cudaMemcpyFromSymbol(out, symbol, sizeof out) == cudaSuccess);
  CHECK(out[1] == 5);
  CHECK(out[2] == 6);
  void* address = nullptr;
  std::size_t size = 0;
  CHECK(cudaGetSymbolAddress(&address, symbol) == cudaSuccess);
  CHECK(address == symbol);
  CHECK(cudaGetSymbolSize(&size, symbol) == cudaSuccess);
  CHECK(size == sizeof symbol);
}

TEST_CASE("textures are addressed, filtered and normalised as on a GPU") {
  const float texels[6] = {0, 10, 20, 30, 40, 50};  // 3 x 2
  cudaArray_t array = nullptr;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  REQUIRE(cudaMallocArray(&array, &format, 3, 2) == cudaSuccess);
  CHECK(cudaMemcpy2DToArray(array, 0, 0, texels, 12, 12, 2, cudaMemcpyHostToDevice) == cudaSuccess);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how{};
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
  const auto value = [&](float x, float y) {
    cudaTextureObject_t object = 0;
    REQUIRE(cudaCreateTextureObject(&object, &resource, &how, nullptr) == cudaSuccess);
    float channels[4] = {};
    warpmem_filtered_texel(reinterpret_cast<warpmem_texture*>(object), 2, x, y, 0, channels);
    cudaDestroyTextureObject(object);
    return channels[0];
  };
  CHECK(value(1.9F, 1.2F) == 40);
  CHECK(value(-5, 9) == 30);
  how.addressMode[0] = cudaAddressModeBorder;
  CHECK(value(-5, 0) == 0);
  how.addressMode[0] = cudaAddressModeWrap;
  how.normalizedCoords = 1;
  CHECK(value(1 + 1.5F / 3, 0.1F) == 10);
  how.normalizedCoords = 0;
  how.addressMode[0] = cudaAddressModeClamp;
  how.filterMode = cudaFilterModeLinear;
  CHECK(value(1, 0.5F) == 5);
  CHECK(value(1, 1) == 20);
  cudaFreeArray(array);
}

TEST_CASE("the part of cuBLAS that is here equals plain loops, by columns") {
  cublasHandle_t handle = nullptr;
  REQUIRE(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS);
  const float a[6] = {1, 2, 3, 4, 5, 6}, b[6] = {1, 0, 2, 1, 0, 3}, alpha = 2, beta = 1;
  float c[4] = {1, 1, 1, 1};
  // A is 2 x 3; B's transpose is 2 x 3.
  CHECK(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 3, &alpha, a, 2, b, 2, &beta, c, 2) == CUBLAS_STATUS_SUCCESS);
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) {
      float sum = 0;
      for (int k = 0; k < 3; ++k) sum += a[i + 2 * k] * b[j + 2 * k];
      CHECK(c[i + 2 * j] == 1 + 2 * sum);
    }
  }
  float y[3] = {1, 1, 1};
  CHECK(cublasSaxpy(handle, 3, &alpha, a, 1, y, 1) == CUBLAS_STATUS_SUCCESS);
  CHECK(y[2] == 7);
  float dot = 0;
  CHECK(cublasSdot(handle, 2, a, 3, b, 1, &dot) == CUBLAS_STATUS_SUCCESS);
  CHECK(dot == 1);
  CHECK(cublasSgemm(nullptr, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &alpha, a, 1, b, 1, &beta, c, 1) == CUBLAS_STATUS_NOT_INITIALIZED);
  cublasDestroy(handle);
}

TEST_CASE("the host generators give uniform numbers in (0, 1] and the same ones for a seed") {
  curandGenerator_t generator = nullptr;
  REQUIRE(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT) == CURAND_STATUS_SUCCESS);
  std::vector<float> first(1000), again(1000);
  for (auto* numbers : {&first, &again}) {
    curandSetPseudoRandomGeneratorSeed(generator, 42);
    CHECK(curandGenerateUniform(generator, numbers->data(), numbers->size()) == CURAND_STATUS_SUCCESS);
  }
  CHECK(first == again);
  for (const float f : first) {
    CHECK(f > 0);
    CHECK(f <= 1);
  }
  curandDestroyGenerator(generator);
}
