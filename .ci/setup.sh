# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by app/run, tests/run and .ci/run: packages and the build. Quiet when nothing is to be done.

build_packages=(g++ cmake ninja-build pkg-config qt6-base-dev qt6-charts-dev qt6-svg-dev libqt6opengl6-dev
    libgl-dev fonts-inter libfast-float-dev libdeflate-dev zlib1g-dev libzstd-dev libsnappy-dev liblz4-dev
    libbrotli-dev libsimdjson-dev libboost-dev libboost-math-dev
    libhwy-dev libfftw3-dev libsqlite3-dev libpq-dev unixodbc-dev)
window_packages=(qt6-qpa-plugins qt6-image-formats-plugins)
test_packages=(libgtest-dev libgmock-dev xvfb xauth openbox xdotool appstream
    at-spi2-core dbus gir1.2-atspi-2.0 python3-pyatspi
    desktop-file-utils poppler-utils python3 python3-numpy python3-nbclient python3-ipykernel
    sqlite3 postgresql mariadb-server-core mariadb-client-core python3-sqlglot
    odbc-postgresql libsqliteodbc)
# npm itself comes with Node.js where that was not installed by apt.
command -v npm >/dev/null 2>&1 || test_packages+=(nodejs npm)

# Installs those of the named packages that are not there yet.
install_packages() {
    if ! command -v dpkg-query >/dev/null 2>&1; then
        if [ ! -e "$root/build/.packages-said" ]; then
            mkdir -p "$root/build" && touch "$root/build/.packages-said"
            echo "This is not Debian or Ubuntu. Install these packages, by their names here: $*" >&2
        fi
        return 0
    fi
    local wanted=() package there
    # With the names that packages provide: newer releases join some.
    there=" $(dpkg-query -W -f='${db:Status-Status} ${Package}, ${Provides}\n' |
        sed -n 's/^installed //p' | sed 's/([^)]*)//g' | tr ',\n' '  ') "
    for package in "$@"; do
        [[ $there == *" $package "* ]] || wanted+=("$package")
    done
    [ ${#wanted[@]} -gt 0 ] || return 0
    local sudo=
    if [ "$(id -u)" -ne 0 ]; then
        sudo=sudo
        if ! command -v sudo >/dev/null 2>&1; then
            echo "These packages are missing, and neither root nor sudo is there to install them:" >&2
            echo "    apt-get install ${wanted[*]}" >&2
            return 1
        fi
    fi
    echo "Installing ${wanted[*]}" >&2
    $sudo apt-get update -qq
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${wanted[@]}" >/dev/null
}

# Installs DuckDB and ClickHouse (chdb) for Node.js in build/node, unless they are there. Fails where
# npm cannot: their tests are then skipped.
install_node_engines() {
    local folder=$root/build/node
    [ ! -d "$folder/node_modules/@duckdb/node-api" ] || [ ! -d "$folder/node_modules/chdb" ] || return 0
    mkdir -p "$folder"
    # Node.js knows its own certificates only, not those of this machine.
    NODE_EXTRA_CA_CERTS=${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt} timeout 300 \
        npm install --prefix "$folder" --no-audit --no-fund --silent \
        @duckdb/node-api@1.5.6-r.1 chdb@3.4.0 >&2
}

# Prints how many compilers run at once: one more than there are processors, but one for each 1.5 GB
# of free memory.
compilers() {
    local free most
    most=$(($(nproc) + 1))
    free=$(awk '/^MemAvailable:/ { print int($2 / (1.5 * 1024 * 1024)) }' /proc/meminfo 2>/dev/null || true)
    [ "${free:-$most}" -ge "$most" ] || most=$((free > 0 ? free : 1))
    echo "$most"
}

# build FOLDER [CMAKE-OPTION...]: configures and builds; prints only what goes wrong.
build() {
    local folder=$1 log
    shift
    if [ -e "$folder/build.ninja" ] && [ ! -w "$folder" ]; then
        echo "$folder cannot be written to: what was built there last is used" >&2
        return 0
    fi
    mkdir -p "$folder"
    log=$folder/build.log
    # CMake refuses a cache that was made in another place.
    if [ -e "$folder/CMakeCache.txt" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$folder/CMakeCache.txt"; then
        rm -rf "$folder/CMakeCache.txt" "$folder/CMakeFiles" "$folder/build.ninja"
    fi
    [ -e "$folder/build.ninja" ] || echo "Building in $folder" >&2
    if ! cmake -S "$root" -B "$folder" -G Ninja "$@" >"$log" 2>&1 ||
        ! cmake --build "$folder" --parallel "$(compilers)" >>"$log" 2>&1; then
        tail -n 60 "$log" >&2
        echo "The build failed; all it said is in $log" >&2
        return 1
    fi
}

# source_with HEADER: names the first source of core that includes a header, itself or by another one.
source_with() {
    local file
    for file in $(git grep -l "#include \"$1\"" -- 'core/*.cpp' || true); do
        echo "$file"
        return 0
    done
    for file in $(git grep -l "#include \"$1\"" -- 'core/*.h' || true); do
        source_with "$file"
        return 0
    done
    echo core/
}

# tidy FILE-OR-FOLDER...: runs clang-tidy on sources, each compiled alone; prints its findings.
tidy() {
    [ $# -gt 0 ] || return 0
    local findings=$root/build/tidy/clang-tidy.log
    cmake -S "$root" -B "$root/build/tidy" -G Ninja -DCMAKE_UNITY_BUILD=OFF >/dev/null
    local name
    for name in "$@"; do
        grep -qF "\"file\": \"$root/$name" "$root/build/tidy/compile_commands.json" && continue
        echo "clang-tidy would not look at $name, which CMake does not compile"
        return 1
    done
    if ! run-clang-tidy -p "$root/build/tidy" -quiet -j "$(nproc)" \
        -extra-arg=-Wno-unknown-warning-option "${@/#/$root/}" >"$findings" 2>/dev/null; then
        grep -a -A 3 'error: ' "$findings" | head -n 60
        echo "clang-tidy found what stands above; all it said is in $findings"
        return 1
    fi
}
