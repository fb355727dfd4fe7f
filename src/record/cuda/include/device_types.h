// All types of the host API.
#pragma once
#include "driver_types.h"
