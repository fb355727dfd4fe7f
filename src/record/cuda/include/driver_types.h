// The host API's types.
#pragma once
#include "warpmem_cuda/types/device_properties.h"
#include "warpmem_cuda/types/texture_types.h"
