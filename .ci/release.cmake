# SPDX-License-Identifier: GPL-3.0-or-later
set(CMAKE_BUILD_TYPE Release CACHE STRING "")
set(WARNINGS_AS_ERRORS ON CACHE BOOL "")
