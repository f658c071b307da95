#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the window as a screen reader does, over D-Bus (AT-SPI): python3 accessibility_test.py
PROGRAM FILE. Needs a display, and starts a session bus of its own."""
import os
import subprocess
import sys
import time


def found(node, role, name, deepest=14):
    """The first object of a role and a name, in the order of the tree."""
    if node is None:
        return None
    if node.getRoleName() == role and node.name == name:
        return node
    children = [node.getChildAtIndex(i) for i in range(node.childCount)] if deepest else []
    return next(filter(None, (found(child, role, name, deepest - 1) for child in children)), None)


def heard(pyatspi, slider, moves=40):
    """The number of events while a slider is dragged to the right, in so many moves."""
    from gi.repository import GLib

    events = []
    kinds = ("object:property-change", "object:property-change:accessible-value",
             "object:text-changed", "object:text-caret-moved")
    listener = lambda event: events.append(event.type)
    for kind in kinds:
        pyatspi.Registry.registerEventListener(listener, kind)
    context = GLib.MainContext.default()

    def pause(seconds):
        until = time.time() + seconds
        while time.time() < until:
            context.iteration(False)
            time.sleep(0.002)

    box = slider.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
    y = box.y + box.height * 2 // 3
    # What was done before, and the press itself, are heard first.
    until = time.time() + 60
    pause(1)
    while events and time.time() < until:
        events.clear()
        pause(1)
    pyatspi.Registry.generateMouseEvent(box.x + 20, y, "b1p")
    pause(2)
    events.clear()
    for move in range(moves):
        pyatspi.Registry.generateMouseEvent(box.x + 20 + 4 * move, y, "abs")
        pause(0.03)
    during = len(events)
    pyatspi.Registry.generateMouseEvent(box.x + 20 + 4 * moves, y, "b1r")
    pause(2)
    return during, len(events) - during


def diagram(pyatspi, process, seconds=60):
    """The list of bars of the program's window, when it is there."""
    until = time.time() + seconds
    while time.time() < until:
        assert process.poll() is None, "the program ended"
        desktop = pyatspi.Registry.getDesktop(0)
        for i in range(desktop.childCount):
            bars = found(desktop.getChildAtIndex(i), "list", "Reliability diagram")
            if bars and bars.childCount > 10:
                return bars
        time.sleep(0.5)
    raise AssertionError("no list called Reliability diagram was found")


def check(program, file):
    import pyatspi

    environment = dict(os.environ, QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1")
    with subprocess.Popen([program, file], env=environment, stdin=subprocess.DEVNULL) as process:
        try:
            bars = diagram(pyatspi, process)
            items = [bars.getChildAtIndex(i) for i in range(bars.childCount)]
            items = [item for item in items if item.getRoleName() == "list item"]
            assert len(items) == 15, f"{len(items)} bars"
            last = items[-1]
            assert last.name.startswith("0.9333 to 1.0000, n = "), last.name
            assert "accuracy 0." in last.description, last.description
            assert "<" not in bars.description + last.description, "markup in a description"
            assert bars.description.startswith("Reliability diagram of"), bars.description
            box = last.queryComponent().getExtents(pyatspi.DESKTOP_COORDS)
            assert box.width > 10 and box.height > 100, box
            assert not last.getState().contains(pyatspi.STATE_SELECTED)
            action = last.queryAction()
            assert action.nActions == 1, action.nActions
            action.doAction(0)
            until = time.time() + 20
            while not last.getState().contains(pyatspi.STATE_SELECTED):
                assert time.time() < until, "the action selects nothing"
                time.sleep(0.2)
            window = pyatspi.Registry.getDesktop(0)
            assert found(window, "text", "Find a score"), "the search field has no name"
            during, after = heard(pyatspi, found(window, "slider", "Bins"))
            assert 1 <= during <= 20, f"{during} events in a drag of 40 moves"
            assert after >= 1, "the value at the end is not heard"
            print(f"a drag: {during} events, then {after}")
            print(f"{len(items)} bars, the last: {last.name}: {last.description}")
        finally:
            process.kill()


if __name__ == "__main__":
    if "DIAGONAL_OWN_BUS" in os.environ:
        check(*sys.argv[1:])
    else:
        # A bus of its own, which ends with the test.
        sys.exit(subprocess.run(["dbus-run-session", "--", sys.executable, *sys.argv],
                                env=dict(os.environ, DIAGONAL_OWN_BUS="1"), check=False).returncode)
