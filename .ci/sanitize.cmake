# SPDX-License-Identifier: GPL-3.0-or-later
# Lightly optimised: with -O2 the sanitizers take twice as long to compile.
set(CMAKE_BUILD_TYPE None CACHE STRING "")
set(CMAKE_CXX_FLAGS "-O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"
    CACHE STRING "")
set(BUILD_APP OFF CACHE BOOL "")
