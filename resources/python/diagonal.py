# SPDX-License-Identifier: MIT
"""Reliability diagrams of a classifier, from a notebook or a script.

    import diagonal
    diagonal.show(y, p)                          # the window, and the picture inline
    diagonal.show(y, {"lr": p1, "rf": p2})       # several models, compared
    diagonal.report(y, p, only=["ece", "nll"])   # a dict
    diagonal.figure(y, p, bins=20, size="ieee").save("f.pdf")
    diagonal.compare(y, {"old": a, "new": b})

This module runs the program Diagonal, which does all the work; it starts no server and opens no
socket. It needs NumPy and Python 3.9 or later.

y: n labels: numbers, booleans or texts. p: n probabilities of the positive class, or n x K of the
classes in the order of sorted(set(y)), or of `classes`; a dict of several models. Or leave both out
and give correct= and confidence=, or give the path of a file that Diagonal reads as the only argument.
Arrays may be of NumPy, pandas, polars or torch.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import warnings

import numpy

__version__ = "0.2.0"
__all__ = ["show", "report", "figure", "compare", "find", "Error", "Figure", "Report"]

# What a notebook's environment sets for its own libraries, and what the program must not load.
_NOT_FOR_PROGRAMS = ("LD_LIBRARY_PATH", "LD_PRELOAD", "QT_PLUGIN_PATH", "QT_QPA_PLATFORM_PLUGIN_PATH",
                     "QT_QPA_FONTDIR", "QML2_IMPORT_PATH", "PYTHONHOME", "PYTHONPATH")
_OPTIONS = ("bins", "binning", "temperature", "view", "diagram", "level")
_folder = None  # of this process's data
_windows = {}  # name -> (process, arguments)


class Error(Exception):
    """What Diagonal could not do, in its own words."""


def find():
    """Returns the path of the program: $DIAGONAL, else beside this module, on PATH, in /usr/bin."""
    beside = pathlib.Path(__file__).resolve()
    built = [folder / "build" / build / "app" / "diagonal"
             for folder in list(beside.parents)[1:4] for build in ("release", "dev")]
    candidates = [os.environ.get("DIAGONAL"), beside.with_name("diagonal"), *built,
                  shutil.which("diagonal"), "/usr/bin/diagonal"]
    for path in candidates:
        if path and os.path.isfile(path) and os.access(path, os.X_OK):
            return str(path)
    raise Error("the program diagonal was not found: install its package, put it on PATH, or set "
                "DIAGONAL to its path (build/release/app/diagonal of a build)")


def _array(values, what):
    """Returns values of any library as a NumPy array."""
    if hasattr(values, "detach"):  # torch, which is not imported
        values = values.detach().cpu()
        if "bfloat16" in str(values.dtype):
            values = values.float()
    if hasattr(values, "to_numpy"):
        values = values.to_numpy()
    array = numpy.asarray(values)
    if array.dtype == object:
        missing = sum(x is None or x is getattr(x, "NA", ()) or bool(x != x) for x in array.flat)
        if missing:
            raise Error(f"{what}: {missing} of {array.size} values are missing")
        for kinds, dtype in (((bool, numpy.bool_), bool), ((int, numpy.integer), numpy.int64),
                             ((int, float, numpy.number), numpy.float64), (object, str)):
            if all(isinstance(x, kinds) for x in array.flat):
                array = numpy.array([str(x) for x in array.flat] if dtype is str else array,
                                    dtype=dtype).reshape(array.shape)
                break
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    return array


def _numbers(values, what):
    array = _array(values, what)
    if array.dtype.kind not in "fiub":
        raise Error(f"{what} must be numbers, not {array.dtype}")
    return array if array.dtype in (numpy.float32, numpy.float16) else array.astype(numpy.float64)


def _names(values, rows, what):
    """Returns a column of names, as texts."""
    array = _array(values, what)
    if array.shape != (rows,):
        raise Error(f"{what} has the shape {array.shape}, but there are {rows} rows")
    return array.astype(str)


def _labels(y, classes, columns):
    """Returns labels, names of the classes or None, and options."""
    labels = _array(y, "y")
    if labels.dtype.kind == "b" and classes is None:
        labels = labels.astype(numpy.int64)
    if labels.dtype.kind in "fc" and numpy.all(labels == numpy.round(labels.real)):
        labels = labels.real.astype(numpy.int64)
    elif labels.dtype.kind in "fc":
        raise Error("y holds fractions or missing values: labels are numbers of classes, booleans or "
                    "texts")
    if classes is None and labels.dtype.kind in "iu" and columns != 1:
        if labels.size and (labels.min() < 0 or labels.max() >= columns):
            classes = sorted(set(labels.tolist()))  # such as 1 to K
        else:
            return labels, None, []
    elif classes is None and labels.dtype.kind in "iu" and set(labels.tolist()) <= {0, 1}:
        return labels, None, []
    is_guess = False
    if classes is None:
        classes = sorted(set(labels.tolist()))
        is_guess = labels.dtype.kind not in "iu" and columns > 2
    classes = list(_array(classes, "classes").tolist())
    names = [str(name) for name in classes]
    listed = ", ".join(names[:12]) + (f" and {len(names) - 12} more" if len(names) > 12 else "")
    if len(names) != (2 if columns == 1 else columns):
        raise Error(f"p has {columns} column{'s' if columns != 1 else ''}, but there are {len(names)} "
                    f"classes ({listed}): p needs a column for each class, in the order of "
                    "classes=[...], or one column for the second of two classes")
    if is_guess:
        warnings.warn(f"the columns of p were taken in the order of the names: {listed}. If they have "
                      "another order, give it with classes=[...]", stacklevel=5)
    unknown = sorted(set(map(str, labels.tolist())) - set(names))
    if unknown:
        raise Error(f"y holds {unknown[0]!r}, which is none of the classes {listed}")
    # Labels are written as names: numbers could be meant for "digit 3" or for the third class.
    labels = numpy.array([str(label) for label in labels.tolist()])
    if columns == 1:  # the file has no room for the order of two classes, but an option has
        return labels, None, ["--positive", names[1]]
    return labels, names, []


def _scores(p, logits, what):
    scores = _numbers(p, what)
    if scores.ndim not in (1, 2):
        raise Error(f"{what} must be n probabilities or n x K, but has the shape {scores.shape}")
    if not logits and scores.size and (numpy.nanmin(scores) < 0 or numpy.nanmax(scores) > 1 + 1e-3):
        raise Error(f"{what} lies between {numpy.nanmin(scores):.4g} and {numpy.nanmax(scores):.4g}: "
                    "these are no probabilities. Logits are read with logits=True")
    return scores


def _private_folder():
    global _folder
    if _folder is None:
        _folder = tempfile.TemporaryDirectory(prefix="diagonal-")
    return pathlib.Path(_folder.name)


def _write(path, arrays):
    """Replaces a file in one step, so that a window never reads half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    with open(part, "wb") as out:
        numpy.savez(out, **arrays)
    os.replace(part, path)


class _Data:
    """Files for the program, and the options that say how to read them."""

    def __init__(self, y, p, name=None, logits=False, classes=None, weight=None, cluster=None, id=None,
                 groups=None, correct=None, confidence=None):
        self.files, self.read = [], []
        self.names = [None]
        self.is_private = True
        if p is None and correct is None and isinstance(y, (str, os.PathLike)):
            self.files, self.is_private = [os.fspath(y)], False
            return
        if correct is not None or confidence is not None:
            if correct is None or confidence is None or y is not None or p is not None:
                raise Error("give y and p, or correct= and confidence=")
            right = _array(correct, "correct")
            if right.dtype.kind not in "biuf" or not numpy.isin(right, (0, 1)).all():
                raise Error("correct must say of each prediction whether it was right: True or False, "
                            "1 or 0")
            models = {None: {"correct": right.astype(bool),
                             "confidence": _scores(confidence, False, "confidence")}}
            rows = len(models[None]["correct"])
        else:
            if y is None or p is None:
                raise Error("give y and p, correct= and confidence=, or the path of a file")
            models, rows = self._models(y, p, logits, classes)
        more = self._columns(rows, weight, cluster, id, groups)
        folder = self._folder(name)
        self.names = list(models)
        for place, (model, arrays) in enumerate(models.items()):
            for array, values in arrays.items():
                if array != "classes" and len(values) != rows:
                    what = f"p of {model}" if model is not None else "p"
                    raise Error(f"{what} has {len(values)} rows, y has {rows}")
            # The file is called like the model, which is what the program calls it. A name that two
            # models share after cleaning gets its place.
            clean = re.sub(r"[^\w. +=-]+", "_", str(model)) if model is not None else "data"
            taken = {pathlib.Path(file).name for file in self.files}
            path = folder / (clean if clean not in taken else f"{clean} {place + 1}")
            _write(path, {**arrays, **more})
            self.files.append(str(path))

    @staticmethod
    def _folder(name=None):
        """Returns the folder of a window, or one of its own for data that must not change."""
        if name is None:
            return pathlib.Path(tempfile.mkdtemp(dir=_private_folder()))
        return _private_folder() / ("window " + re.sub(r"[^\w.-]+", "_", name))

    def kept(self):
        """Returns the same data, which stay when those of a window are replaced."""
        if not self.is_private:
            return self
        copy = object.__new__(_Data)
        copy.__dict__.update(self.__dict__)
        folder = self._folder()
        copy.files = [str(folder / pathlib.Path(file).name) for file in self.files]
        for file, other in zip(self.files, copy.files):
            os.link(file, other)
        return copy

    def _models(self, y, p, logits, classes):
        shape = _array(y, "y").shape
        if len(shape) != 1:
            raise Error(f"y must hold one label for each row, but has the shape {shape}: are y and p "
                        "swapped?")
        models = p if isinstance(p, dict) else {None: p}
        if not models:
            raise Error("p is an empty dict: give at least one model")
        key = "logits" if logits else "probs"
        arrays = {}
        for name, values in models.items():
            scores = _scores(values, logits, f"p of {name}" if name is not None else "p")
            columns = scores.shape[1] if scores.ndim == 2 else 1
            labels, names, options = _labels(y, classes, columns)
            arrays[name] = {"labels": labels, key: scores}
            if names:
                arrays[name]["classes"] = numpy.array(names)
            self.read = ["--scores", "logits" if logits else "probabilities", *options]
        return arrays, len(next(iter(arrays.values()))["labels"])

    def _columns(self, rows, weight, cluster, id, groups):
        more = {}
        if weight is not None:
            more["weight"] = _numbers(weight, "weight")
            self.read += ["--column", "weight=weight"]
        if cluster is not None:
            more["cluster"] = _names(cluster, rows, "cluster")
            self.read += ["--column", "cluster=cluster"]
        if id is not None:
            more["id"] = _names(id, rows, "id")
        for name, values in dict(groups or {}).items():
            if not re.fullmatch(r"[\w .-]+", str(name)) or name in ("labels", "probs", "logits"):
                raise Error(f"groups: {name!r} cannot be the name of an array")
            more[str(name)] = _names(values, rows, f"groups[{name!r}]")
            self.read += ["--column", f"group={name}"]
        return more


def _options(given):
    """Returns the arguments for options by name, and for those in args=[...]."""
    arguments = []
    more = given.pop("args", ())
    for name in _OPTIONS:
        value = given.pop(name, None)
        if value is None:
            continue
        if name == "view" and value not in ("top-label", "positive"):
            value = str(value) if str(value).startswith("class=") else f"class={value}"
        arguments += [f"--{name}", str(value)]
    return arguments + [str(one) for one in more]


def _environment():
    clean = {name: value for name, value in os.environ.items() if name not in _NOT_FOR_PROGRAMS}
    # A notebook's server may have forced a platform that shows nothing.
    if clean.get("QT_QPA_PLATFORM", "").split(":")[0] in ("offscreen", "minimal"):
        del clean["QT_QPA_PLATFORM"]
    return clean


def _split(given):
    """Splits keywords into those of the data and those of the program."""
    data = {name: given.pop(name) for name in
            ("logits", "classes", "weight", "cluster", "id", "groups", "correct", "confidence")
            if name in given}
    options = _options(given)
    if given:
        raise TypeError(f"unknown keyword {next(iter(given))!r}; options of the program that are not "
                        f"{', '.join(_OPTIONS)} go into args=[...]")
    return data, options


def _run(arguments, wanted=(0,)):
    done = subprocess.run([find(), *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                          env=_environment(), check=False)
    if done.returncode not in wanted:
        raise Error(done.stderr.decode(errors="replace").strip() or
                    f"diagonal ended with status {done.returncode}")
    return done.stdout


class Report(dict):
    """A report as `diagonal --report json` prints it."""

    def frame(self):
        """Returns the scores as a pandas DataFrame: value, and the ends of its interval."""
        rows = []
        for name, value in self["scores"].items():
            lower, upper = self["intervals"].get(name) or (None, None)
            rows.append({"score": name, "value": value, "lower": lower, "upper": upper})
        return self._pandas().DataFrame(rows)

    def bins(self):
        """Returns the bins as a pandas DataFrame."""
        return self._pandas().DataFrame(self.get("bins", []))

    @staticmethod
    def _pandas():
        try:
            import pandas  # only where a frame is wanted
        except ImportError:
            raise Error("a frame needs pandas; the numbers are in the report itself, a dict") from None
        return pandas


def report(y=None, p=None, only=None, **given):
    """Returns the report of a model; of several, a dict of reports by their names."""
    data, options = _split(given)
    data = _Data(y, p, **data)
    if only is not None:
        options += ["--only", only if isinstance(only, str) else ",".join(only)]
    parsed = json.loads(_run([*data.files, *data.read, *options, "--report", "json"], (0, 3)))
    reports = [Report(one) for one in parsed["reports"]]
    return dict(zip(data.names, reports)) if isinstance(p, dict) else reports[0]


def _named(value, names):
    """Replaces the paths of private files by the names of their models."""
    if isinstance(value, dict):
        return {key: _named(one, names) for key, one in value.items()}
    if isinstance(value, list):
        return [_named(one, names) for one in value]
    if isinstance(value, str):
        for path, name in names.items():
            value = value.replace(path, name)
    return value


def compare(y, p, **given):
    """Returns the comparison of several models with the first: the JSON of `diagonal --compare`."""
    data, options = _split(given)
    data = _Data(y, p, **data)
    parsed = json.loads(_run([*data.files, *data.read, *options, "--compare", "--report", "json"],
                             (0, 3)))
    return _named(parsed["comparison"], dict(zip(data.files, map(str, data.names))))


class Figure:
    """A figure; in a notebook, its picture."""

    def __init__(self, data, options):
        self._data, self._options = data, options
        self._png = None

    def _drawn(self, path, *more):
        options = [*self._options, *more]
        if self._data.is_private:  # nobody could open the private files again
            if "--without" in options:
                options[options.index("--without") + 1] += ",session"
            else:
                options += ["--without", "session"]
        _run([*self._data.files, *self._data.read, *options, "--export", str(path)])

    def save(self, path):
        """Draws into a file: .png, .svg, .pdf or .tex."""
        self._drawn(path)
        return path

    def _bytes(self, ending, *more):
        path = _private_folder() / f"figure{ending}"
        self._drawn(path, *more)
        return path.read_bytes()

    def svg(self):
        """Returns the figure as the text of an SVG."""
        return self._bytes(".svg").decode()

    def pdf(self):
        return self._bytes(".pdf")

    def png(self):
        """Returns the figure as a PNG, at 192 dots an inch unless args= says otherwise."""
        if self._png is None:
            has_size = "--dpi" in self._options or "--size" in self._options
            self._png = self._bytes(".png", *(() if has_size else ("--dpi", "192")))
        return self._png

    def _repr_mimebundle_(self, include=None, exclude=None):
        png = self.png()
        width = int.from_bytes(png[16:20], "big")
        return {"image/png": png, "text/plain": repr(self)}, {"image/png": {"width": width // 2}}

    def __repr__(self):
        names = ", ".join(pathlib.Path(file).name for file in self._data.files)
        return f"<Diagonal figure of {names}>"


def figure(y=None, p=None, size=None, **given):
    """Returns a figure; `size` as on the command line: ieee, icml, nature, 9x10cm, 1600x1800."""
    data, options = _split(given)
    data = _Data(y, p, **data)
    if len(data.files) > 1 and "--diagram" not in options:
        options += ["--diagram", "overlay"]
    if size is not None:
        options += ["--size", str(size)]
    return Figure(data, options)


def _has_display():
    if sys.platform == "darwin":
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def show(y=None, p=None, name="show", **given):
    """Opens the window, and returns the figure, which a notebook shows.

    A second call with the same `name` moves the same window: it reads its files again.
    """
    data, options = _split(given)
    data = _Data(y, p, name, **data)
    if len(data.files) > 1 and "--diagram" not in options:
        options += ["--diagram", "overlay"]
    picture = Figure(data.kept(), options)
    if not _has_display():
        print("Diagonal: there is no display for the window; show() opens it where there is one.",
              file=sys.stderr)
        return picture
    arguments = [*data.files, *data.read, *options]
    before = _windows.get(name)
    if before and before[0].poll() is None:
        if before[1] == arguments:
            return picture  # the window has seen that its files changed
        before[0].terminate()
    _windows[name] = (_started(arguments), arguments)
    return picture


def _started(arguments):
    """Starts a window that outlives a cell; fails if it ends at once."""
    at_once = 0.5  # seconds
    log = _private_folder() / "window.log"
    with open(log, "wb") as said:
        process = subprocess.Popen([find(), *arguments], stdin=subprocess.DEVNULL, stdout=said,
                                   stderr=said, env=_environment(), start_new_session=True)
    try:
        process.wait(at_once)
    except subprocess.TimeoutExpired:
        return process
    raise Error(log.read_text(errors="replace").strip() or
                f"the window ended with status {process.returncode}")
