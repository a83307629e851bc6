"""The report of a run of the clients: a table, its numbers, and a figure."""

import json
from pathlib import Path


def time_text(seconds):
    for factor, unit in ((1, "s"), (1e3, "ms"), (1e6, "us")):
        if seconds * factor >= 1 or unit == "us":
            return f"{seconds * factor:.3g} {unit}"


def write(folder: Path, outcomes, context, order) -> None:
    outcomes = sorted(outcomes, key=lambda outcome: order.index(outcome["module"]))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "clients.json").write_text(json.dumps({"context": context, "outcomes": outcomes}, indent=1) + "\n")
    lines = [
        "# Satchel beside the libraries that Python programs use",
        "",
        "Made by `bench/clients/run.py`. Median times of a call, the conversion of the input included, taken by turns in",
        "one process after the answers were compared. The ratio is the other's time divided by Satchel's on all cores; the others use the",
        "threads that they use of themselves.",
        "",
        *(f"- {key}: {value}" for key, value in context.items()),
        "",
        "| client | question | the other call | it takes | Satchel | one thread | ratio | aim | answers |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for o in outcomes:
        aim = "" if o["aim"] is None else f"{o['aim']:g}x"
        lines.append(
            f"| {o['client']} | {o['name']} | {o['other']} | {time_text(o['theirs'])} | {time_text(o['ours'])} | "
            f"{time_text(o['ours_one_thread'])} | {o['theirs'] / o['ours']:.1f}x | {aim} | {o['compared']} |"
        )
    lines += ["", "![How many times Satchel is as fast, case by case](clients.svg)", ""]
    (folder / "README.md").write_text("\n".join(lines))
    draw(folder / "clients.svg", outcomes)


def draw(path: Path, outcomes) -> None:
    """A bar a case: the ratio, on a logarithmic axis, with a mark at the aim."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams.update({"svg.hashsalt": "satchel", "svg.fonttype": "none"})
    from matplotlib import pyplot

    rows = list(reversed(outcomes))
    figure, axes = pyplot.subplots(figsize=(11, 0.36 * len(rows) + 1.2), layout="constrained")
    labels = [f"{o['client']}: {o['name']}\n{o['other']}" for o in rows]
    places = range(len(rows))
    for key, color, height, offset, label in (("ours", "#3b6ea5", 0.42, 0.2, "all cores"), ("ours_one_thread", "#a9c4e0", 0.3, -0.18, "one thread")):
        axes.barh([p + offset for p in places], [o["theirs"] / o[key] for o in rows], height, color=color, label=label)
    with_aim = [(p, o["aim"]) for p, o in zip(places, rows) if o["aim"]]
    axes.plot([aim for _, aim in with_aim], [p for p, _ in with_aim], "|", color="#c0392b", markersize=15, label="aim")
    axes.set(xscale="log", yticks=list(places), xlabel="the other's time divided by Satchel's")
    axes.set_yticklabels(labels, fontsize=6.5)
    axes.axvline(1, color="black", linewidth=0.8)
    axes.margins(y=0.01)
    axes.grid(axis="x", alpha=0.3)
    axes.legend(loc="lower right", fontsize=8)
    figure.savefig(path, metadata={"Date": None})
