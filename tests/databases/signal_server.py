#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sends a signal to a PostgreSQL server and all its processes.

Usage: signal_server.py POSTMASTER-PID-FILE STOP|CONT
"""
import os
import pathlib
import signal
import sys


def main(pid_file, name):
    server = int(pathlib.Path(pid_file).read_text(encoding="utf-8").split()[0])
    wanted = getattr(signal, f"SIG{name}")
    processes = [server]
    for entry in pathlib.Path("/proc").iterdir():
        try:
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError, IndexError):
            continue
        if parent == server:
            processes.append(int(entry.name))
    for process in processes:
        os.kill(process, wanted)


if __name__ == "__main__":
    main(*sys.argv[1:])
