"""What the figures of plot.py share: the results they are drawn from, colours, axes, labels."""
import json
import sys

try:
    import matplotlib
except ImportError:
    sys.exit(f"{sys.executable} has no matplotlib. `bash cmake/bootstrap.sh --plots` installs it for the system's Python: "
             "/usr/bin/python3 bench/plot.py")
matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.patheffects import withStroke
from matplotlib.ticker import FixedLocator, FuncFormatter, NullFormatter, NullLocator

# Okabe and Ito's colours, told apart by colour-blind eyes too; lines differ in marker and dash besides. The background is
# the figure's own, so pages may be light or dark.
INK, SOFT, GRID = "#1f2328", "#59636e", "#e4e7eb"
BLUE, SKY, GREEN, ORANGE, RED, PURPLE = "#0072b2", "#56b4e9", "#009e73", "#e69f00", "#d55e00", "#cc79a7"
ENGINES = {  # label, colour, marker
    "satchel": ("Satchel", BLUE, "o"),
    "box2d": ("Box2D (manifold)", RED, "s"),
    "chipmunk": ("Chipmunk (manifold)", PURPLE, "D"),
    "textbook": ("textbook SAT", SOFT, "v"),
    "geos": ("GEOS (yes or no)", GREEN, "^"),
    "boost_geometry": ("Boost.Geometry (yes or no)", ORANGE, "P"),
}
ISAS = {"avx512": ("AVX-512", "-"), "avx2": ("AVX2", (0, (6, 1.5, 1, 1.5))), "sse4.2": ("SSE4.2", (0, (3, 2))),
        "neon64": ("NEON", "-"), "scalar": ("scalar", (0, (1, 1.5)))}

plt.rcParams.update({
    "svg.hashsalt": "satchel", "svg.fonttype": "path", "font.family": "DejaVu Sans", "font.size": 10.5,
    "text.color": INK, "axes.labelcolor": INK, "xtick.color": SOFT, "ytick.color": SOFT, "axes.edgecolor": SOFT,
    "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "axes.axisbelow": True, "grid.color": GRID,
    "grid.linewidth": 0.8, "lines.linewidth": 1.9, "lines.markersize": 4.8, "figure.facecolor": "white"})


HALO = [withStroke(linewidth=3, foreground="white")]  # keeps text legible on lines


class Results:
    """The parts of one run: value("vertices", "collide/ngon_8/box2d", "ns_per_pair")."""

    def __init__(self, folder):
        self.parts, self.context = {}, {}
        for file in sorted(folder.glob("*.json")):
            report = json.loads(file.read_text())
            self.context = self.context or report["context"]
            self.parts[file.stem] = {}
            for run in report["benchmarks"]:
                if run.get("aggregate_name", "median") == "median" and not run.get("error_occurred"):
                    self.parts[file.stem][run["run_name"]] = run

    def value(self, part, benchmark, counter):
        return self.parts.get(part, {}).get(benchmark, {}).get(counter)

    def series(self, part, before, after, counter):
        """The figures of benchmarks named BEFORE number AFTER: [(number, value)]."""
        points = []
        for name, run in self.parts.get(part, {}).items():
            middle = name[len(before):len(name) - len(after)]
            if name == before + middle + after and middle.isdigit() and counter in run:
                points.append((int(middle), run[counter]))
        return sorted(points)

    def machine(self):
        c = self.context
        return f"{c['processor']}; {c['compiler']}; commit {c['commit']}; medians of one run"


def figure(results, title, what, x_label, y_label, height=4.8, right=0.975):
    """`right` of the axes there is room for labels."""
    fig, ax = plt.subplots(figsize=(8, height))
    fig.subplots_adjust(left=0.09, right=right, top=1 - 1.05 / height, bottom=0.82 / height)
    fig.text(0.016, 1 - 0.27 / height, title, fontsize=13, fontweight="bold")
    fig.text(0.016, 1 - 0.52 / height, what, fontsize=10, color=SOFT)
    fig.text(0.016, 0.13 / height, results.machine(), fontsize=8.5, color=SOFT)
    fig.text(0.016, 1 - 0.9 / height, y_label, fontsize=10)
    ax.set_xlabel(x_label)
    return fig, ax


def plain(value, _=None):
    return f"{value:,.0f}" if value >= 1 else f"{value:g}"


def duration(ns, _=None):
    return f"{ns / 1e6:g} ms" if ns >= 1e6 else f"{ns / 1e3:g} µs" if ns >= 1e3 else f"{ns:g} ns"


def log_axis(axis, ticks, form=plain):
    axis.set_major_locator(FixedLocator(ticks))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(form))
    axis.set_minor_formatter(NullFormatter())


def decades(low, high, steps=(1, 2, 5)):
    return [s * 10.0**e for e in range(-3, 10) for s in steps if low <= s * 10.0**e <= high]


def label_ends(ax, labels):
    """Texts right of their points, moved apart where they would overlap. Call when the limits stand."""
    to_pixels, gap = ax.transData.transform, ax.figure.dpi / 72 * 13
    placed = []
    for x, y, text, colour in sorted(labels, key=lambda label: -to_pixels((1, label[1]))[1]):
        px, py = to_pixels((x, y))
        wanted = py
        for qx, qy, length in placed:
            if qx - 7 * len(text) < px < qx + 7 * length and abs(py - qy) < gap:
                py = qy - gap
        placed.append((px, py, len(text)))
        ax.annotate(text, (x, y), xytext=(8, (py - wanted) * 72 / ax.figure.dpi), textcoords="offset points", va="center",
                    color=colour, fontsize=9.5, path_effects=HALO)


def line(ax, points, engine, dash="-", colour=None, marker=None, label=None):
    _, own_colour, own_marker = ENGINES.get(engine, ("", SOFT, "."))
    xs, ys = zip(*points)
    ax.plot(xs, ys, label=label, color=colour or own_colour, marker=marker or own_marker, linestyle=dash, markeredgecolor="white",
            markeredgewidth=0.6)
    return xs[-1], ys[-1]
