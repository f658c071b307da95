#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks who may include whom (README, map of the code). Prints every include that may not be."""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^#include ([<"])([^>"]+)[>"]', re.MULTILINE)

# A file whose path matches the first pattern must not include what matches the second.
FORBIDDEN = [
    (r"^core/", r"^Q|^app/"),
    (r"^core/(result|text)\.", r"^core/(reading|measuring|recalibrating|predictions)"),
    (r"^core/predictions\.", r"^core/(reading|measuring|recalibrating)"),
    (r"^core/measuring/", r"^core/reading/"),
    # Reading gives a Dataset and its summary; it measures nothing.
    (r"^core/reading/", r"^core/measuring/(?!dataset\.h|report\.h|analysis\.h)|^core/recalibrating/"),
    (r"^core/recalibrating/", r"^core/reading/|^core/measuring/(report|analysis|scores)"),
    (r"^app/(?!diagram/diagram_scene\.)", r"^QtCharts|^QChart|^QValueAxis|^QLineSeries"),
    (r"^app/(diagram|panels)/", r"^app/(session|main_window|background_job|command_line|headless)"),
    (r"^app/diagram/", r"^app/panels/"),
    (r"^app/panels/", r"^app/diagram/"),
    (r"^app/(diagram/|panels/(?!import_panel\.|preview_table\.))", r"^core/reading/"),
    (r"^app/panels/(import_panel|preview_table)\.",
     r"^core/reading/(?!read_options\.|file_preview\.|import_choices\.)"),
    (r"^app/(?!background_job\.|parallel\.cpp|session\.|main_window\.)", r"^QThread|^QtConcurrent|^thread$|^mutex$"),
    (r"^app/", r"^QtWidgets$|^QtCharts$|^QtCore$|^QtGui$"),
]


def main(root):
    wrong = []
    files = [p for folder in ("core", "app") for p in (root / folder).rglob("*.[hc]*")]
    for path in sorted(files):
        name = path.relative_to(root).as_posix()
        for _, included in INCLUDE.findall(path.read_text(encoding="utf-8")):
            for source, target in FORBIDDEN:
                if re.search(source, name) and re.search(target, included):
                    wrong.append(f"{name} includes {included}")
    print("\n".join(wrong) or f"{len(files)} files keep to their layers")
    return 1 if wrong or not files else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
