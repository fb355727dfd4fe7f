// cudaProfilerStart and cudaProfilerStop.
#pragma once
#include "warpmem_cuda/host/device_api.h"
