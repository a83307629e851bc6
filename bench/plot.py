#!/usr/bin/env python3
"""Draws the figures from what bench/run_report.py wrote: bench/results/CPU/*.json -> bench/results/CPU/*.svg.

Needs matplotlib (Debian: python3-matplotlib). The same JSON gives the same bytes with the same matplotlib.
"""
import argparse
import math
import pathlib
import sys

sys.dont_write_bytecode = True  # no litter in the source folder
from plot_style import (BLUE, ENGINES, GREEN, HALO, ISAS, RED, SOFT, Results, decades, duration, figure, label_ends, line,  # noqa: E402
                        log_axis, plt)

ROOT = pathlib.Path(__file__).resolve().parent.parent


def draw_vertices(results):
    """ns a pair over the vertices of both."""
    fig, ax = figure(results, "Time a pair by number of vertices", "regular polygons in the second-level cache, one thread",
                     "vertices of each polygon", "time a pair", 5.4, 0.7)
    last = 0
    for isa, (label, dash) in ISAS.items():
        # The peers' own part has one instruction set too: the same run is the better comparison.
        points = results.series("vertices" if isa == results.context["isa"] else f"isa_{isa}", "collide/ngon_", "/satchel", "ns_per_pair")
        if points:
            last = max(last, line(ax, points, "satchel", dash, label=f"Satchel, {label}")[0])
    for engine, (label, _, _) in ENGINES.items():
        points = results.series("vertices", "collide/ngon_", "/" + engine, "ns_per_pair")
        if points and engine != "satchel":
            last = max(last, line(ax, points, engine, label=label)[0])
    if last == 0:
        return None
    ax.legend(loc="upper left", bbox_to_anchor=(1.0, 1.02), frameon=False, fontsize=9, handlelength=2.8, labelspacing=0.75)
    ax.set_xscale("log", base=2)
    ax.set_yscale("log")
    ax.set_xlim(2.7, last * 1.15)
    log_axis(ax.xaxis, [n for n in (3, 4, 6, 8, 16, 32, 64, 128, 256, 1024, 4096) if n <= last])
    log_axis(ax.yaxis, decades(*ax.get_ylim(), steps=(1,)), duration)
    return fig


def draw_bodies(results):
    """Pairs a second, from the caches to memory."""
    fig, ax = figure(results, "Pairs a second by size of the scene",
                     "octagons, four pairs a body, one thread; solid: pairs grouped by their first body, dashed: shuffled",
                     "bodies", "million pairs a second", 5.2, 0.74)
    ends = []
    for engine, label, colour, marker in (("bytes", "memory alone", SOFT, "."), ("satchel", "Satchel", BLUE, "o"),
                                          ("box2d", "Box2D (manifold)", RED, "s")):
        for suffix, order, dash in (("", "grouped", "-"), ("_shuffled", "shuffled", (0, (4, 2)))):
            points = results.series("bodies", "collide/bodies_", f"{suffix}/{engine}", "ns_per_pair")
            if points:
                points = [(n, 1e3 / ns) for n, ns in points]
                ends.append((*line(ax, points, engine, dash, colour, marker), f"{label}, {order}", colour))
    if not ends:
        return None
    ax.set_xscale("log")
    ax.set_yscale("log")
    first, last = min(ax.lines[0].get_xdata()), max(x for x, *_ in ends)
    ax.set_xlim(first / 1.3, last * 1.3)
    low, high = ax.get_ylim()
    ax.set_ylim(low / 1.15, high * 1.3)
    bytes_a_body = 32 + 64 + 4 * (8 + 16)  # record, block; four pairs and contacts
    for cache in results.context.get("caches", []):
        bodies = cache["size"] / bytes_a_body
        if cache["type"] == "Instruction" or not first < bodies < last:
            continue
        ax.axvline(bodies, color=SOFT, linewidth=1, linestyle=(0, (1, 2)))
        size = f"{cache['size'] >> 20} MiB" if cache["size"] >= 1 << 20 else f"{cache['size'] >> 10} KiB"
        ax.annotate(f"L{cache['level']} ({size}) is full", (bodies, 1), xycoords=("data", "axes fraction"), xytext=(-4, -3),
                    textcoords="offset points", ha="right", va="top", fontsize=8.5, color=SOFT)
    ticks = [n for n in (256, 1024, 4096, 16384, 65536, 262144, 1048576) if n <= last]
    log_axis(ax.xaxis, ticks)
    log_axis(ax.yaxis, decades(*ax.get_ylim()))
    label_ends(ax, ends)
    return fig


def draw_batches(results):
    """What a small call costs."""
    fig, ax = figure(results, "Time a pair by pairs a call", "octagons in the second-level cache, one thread", "pairs a call", "time a pair", right=0.8)
    ends = []
    for engine in ("satchel", "box2d"):
        points = results.series("batches", "collide/batch_", "/" + engine, "ns_per_pair")
        if points:
            label, colour, _ = ENGINES[engine]
            ends.append((*line(ax, points, engine), label, colour))
            if engine == "satchel":
                for n, ns in points:
                    ax.annotate(f"{ns:.3g}", (n, ns), xytext=(0, 7), textcoords="offset points", ha="center", fontsize=9, color=BLUE,
                                path_effects=HALO)
    if not ends:
        return None
    ax.set_xscale("log")
    ax.set_yscale("log")
    last = max(x for x, *_ in ends)
    ax.set_xlim(0.75, last * 1.4)
    low, high = ax.get_ylim()
    ax.set_ylim(low / 1.2, high * 1.3)
    log_axis(ax.xaxis, [n for n in (1, 4, 16, 64, 256, 1024, 4096) if n <= last])
    log_axis(ax.yaxis, decades(*ax.get_ylim()), duration)
    label_ends(ax, ends)
    return fig


def draw_threads(results):
    """Pairs a second over threads, against as many times one thread."""
    fig, ax = figure(results, "Pairs a second by threads", "collide, a million pairs and more a call; dotted: as many times one thread",
                     "threads", "million pairs a second", right=0.63)
    ends, most = [], 1
    for workload, label, colour, marker in (("octagons_1m", "262,144 octagons, grouped", BLUE, "o"),
                                            ("octagons_dram", "1,000,000 octagons, shuffled", RED, "s")):
        name = f"collide/{workload}/satchel"
        one = results.value("large", name, "ns_per_pair")
        if one is None:
            continue
        points = [(1, 1e3 / one)] + [(n, 1e3 / ns) for n, ns in results.series("large", name + "/threads:", "", "ns_per_pair")]
        most = max(most, points[-1][0])
        ax.plot([1, points[-1][0]], [1e3 / one, points[-1][0] * 1e3 / one], color=colour, linestyle=(0, (1, 2)), linewidth=1.3)
        ends.append((*line(ax, points, "satchel", "-", colour, marker), f"{label}: {points[-1][1] / points[0][1]:.2f}x", colour))
    if not ends:
        return None
    ax.set_xlim(1 - 0.04 * most, most + 0.04 * most)
    ax.set_ylim(0, None)
    log_axis(ax.xaxis, sorted({*[n for n in (1, 2, 4, 8, 16, 32, 64, 128) if n <= most], most}))
    label_ends(ax, ends)
    return fig


def draw_roofline(results):
    """Operations a second over operations a byte; roofs measured by bound/... . Williams, Waterman, Patterson, "Roofline",
    CACM 2009."""
    bounds = results.parts.get("bounds", {})
    peaks = {isa: results.value("bounds", f"bound/arithmetic/{isa}", "ops_per_ns") for isa in ISAS}
    peaks = {isa: peak for isa, peak in peaks.items() if peak}
    if not bounds or not peaks:
        return None
    fig, ax = figure(results, "Roofline of one thread",
                     "operations and bytes counted from the algorithm and the layout; roofs measured",
                     "operations a byte", "G operations a second", 5.6, 0.86)
    low_x, high_x, top, lowest = 0.2, 80, max(peaks.values()), 5
    slopes, roofs = [], []
    taken = []  # a point, and how many typographic points right of it something stands
    for level, label in (("l1", "L1"), ("l2", "L2"), ("l3", "L3"), ("dram", "DRAM")):
        rate = results.value("bounds", f"bound/read/{level}", "bytes_per_ns")
        if rate is None:
            continue
        knee = top / rate
        ax.plot([low_x, min(knee, high_x)], [rate * low_x, min(top, rate * high_x)], color=SOFT, linewidth=1.2)
        slopes.append((rate, f"{label} {rate:.0f} GB/s"))
    for isa, peak in peaks.items():
        ax.plot([low_x, high_x], [peak, peak], color=SOFT, linewidth=1.2, linestyle="-" if peak == top else (0, (4, 2)))
        roofs.append((high_x, peak, f"{ISAS[isa][0]}, {peak:.0f}", SOFT))
    points = [("workloads", "boxes_l2", "boxes, L2", "bytes_per_pair", GREEN, "s"),
              ("workloads", "octagons_l2", "octagons, L2", "bytes_per_pair", BLUE, "o"),
              ("large", "boxes_dram", "boxes, DRAM, shuffled", "line_bytes_apart", GREEN, "s"),
              ("large", "octagons_dram_grouped", "octagons, DRAM, grouped", "line_bytes_once", BLUE, "o"),
              ("large", "octagons_dram", "octagons, DRAM, shuffled", "line_bytes_apart", BLUE, "o")]
    for part, workload, label, kind, colour, marker in points:
        run = results.parts.get(part, {}).get(f"collide/{workload}/satchel")
        if run is None:
            continue
        x, y = run["ops_per_pair"] / run[kind], run["ops_per_pair"] / run["ns_per_pair"]
        lowest = min(lowest, y)
        # To the left of boxes in the cache, for octagons stand close to their right.
        side, align = (-1, "right") if workload == "boxes_l2" else (1, "left")
        taken += [(x, y, side * right) for right in range(0, 20 + 6 * len(label), 20)]
        ax.plot([x], [y], color=colour, marker=marker, markersize=8, markeredgecolor="white")
        ax.annotate(label, (x, y), xytext=(6.5 * side, -3), textcoords="offset points", ha=align, color=colour, fontsize=8.5,
                    path_effects=HALO)
        for isa in peaks if workload.endswith("_l2") else ():
            other = results.value(f"isa_{isa}", f"collide/{workload}/satchel", "ns_per_pair")
            if other and isa != results.context["isa"]:
                taken += [(x, run["ops_per_pair"] / other, side * right) for right in (0, 20, 40)]
                ax.plot([x], [run["ops_per_pair"] / other], color="white", marker=marker, markersize=7, markeredgecolor=colour)
                under = other < 1.18 * run["ns_per_pair"]  # the label above, which it would lie on
                ax.annotate(ISAS[isa][0], (x, run["ops_per_pair"] / other), textcoords="offset points",
                            xytext=(9 * side, -11 if under else -3),
                            ha=align, color=colour, fontsize=8.5, path_effects=HALO)
        alone = results.value(part, f"collide/{workload}/bytes", "ns_per_pair")
        if alone and "dram" in workload:
            bound = run["ops_per_pair"] / alone
            if bound > top:
                continue  # arithmetic is the limit
            ax.plot([x], [bound], color=colour, marker="_", markersize=13, markeredgewidth=2)
            ax.plot([x, x], [y, bound], color=colour, linewidth=1, linestyle=(0, (1, 1.5)))
    ax.plot([], [], color=SOFT, marker="_", markersize=11, markeredgewidth=2, linestyle="none",
            label="the same lines read and written, without arithmetic")
    ax.legend(loc="lower right", frameon=False, fontsize=9, labelcolor=SOFT, handletextpad=0.4)
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_xlim(low_x, high_x)
    ax.set_ylim(lowest / 2.2, top * 2)
    (x0, y0), (x1, y1) = ax.transData.transform(((1, 1), (10, 10)))
    label_ends(ax, roofs)
    along = math.atan2(y1 - y0, x1 - x0)
    pixel = fig.dpi / 72
    points = [(px + right * pixel, py) for x, y, right in taken for px, py in [ax.transData.transform((x, y))]]

    def room(x, y):
        """From the middle of a label that begins there to what is nearest."""
        px, py = ax.transData.transform((x, y))
        middle = (px + 30 * pixel * math.cos(along), py + 30 * pixel * math.sin(along))
        return min([math.dist(middle, point) for point in points], default=math.inf)

    for rate, label in slopes:
        # Where it is clear of points and of the labels before it; the caches may lie close together.
        first = max(1.1 * low_x, 1.35 * ax.get_ylim()[0] / rate)
        places = [first * 1.15**k for k in range(24) if first * 1.15**k < 0.45 * top / rate] or [first]
        x = next((x for x in places if room(x, rate * x) > 40 * pixel), max(places, key=lambda x: room(x, rate * x)))
        px, py = ax.transData.transform((x, rate * x))
        points += [(px + step * pixel * math.cos(along), py + step * pixel * math.sin(along)) for step in (0, 20, 40, 60)]
        ax.annotate(label, (x, rate * x), xytext=(0, 2.5), textcoords="offset points", fontsize=8, color=SOFT,
                    rotation=math.degrees(along), rotation_mode="anchor", path_effects=HALO)
    log_axis(ax.xaxis, [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64])
    log_axis(ax.yaxis, decades(*ax.get_ylim()))
    return fig


FIGURES = {"vertices": draw_vertices, "bodies": draw_bodies, "batches": draw_batches, "threads": draw_threads, "roofline": draw_roofline}


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folders", type=pathlib.Path, nargs="*", help="by default all in bench/results")
    arguments.add_argument("--format", choices=("svg", "png"), default="svg")
    options = arguments.parse_args()
    folders = options.folders or sorted(f for f in (ROOT / "bench/results").glob("*") if f.is_dir())
    if not folders:
        sys.exit("bench/results has no results; make some first: bench/run_report.py")
    for folder in folders:
        results = Results(folder)
        if not results.parts:
            sys.exit(f"{folder} has no results")
        for name, draw in FIGURES.items():
            fig = draw(results)
            file = folder / f"{name}.{options.format}"
            if fig is None:
                print(f"{file} is not drawn: its part of the run is not there")
                continue
            fig.savefig(file, metadata={"Date": None} if options.format == "svg" else None, dpi=110)
            plt.close(fig)
            print(file)


if __name__ == "__main__":
    main()
