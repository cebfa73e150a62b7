"""Plots show every speed in its unit, and mark doubtful ones."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pandas", reason="no python3-pandas")
pytest.importorskip("matplotlib", reason="no python3-matplotlib")

from matplotlib import pyplot  # noqa: E402
import gputest  # noqa: E402
from gputest.plots.canvas import prefix_for, scaled  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "docs" / "results"


@pytest.fixture(autouse=True)
def _close_figures():
    yield
    pyplot.close("all")


@pytest.fixture
def doubtful(document, written):
    """A result with a disturbed second row."""
    document["results"][1].update(status="disturbed", reason="others ran")
    return gputest.read(written(document))


def texts(figure):
    return [text.get_text() for axes in figure.axes for text in axes.texts]


def legend(axes):
    return [text.get_text() for text in axes.get_legend().get_texts()]


def test_bars_have_the_rates(made, tmp_path):
    result = gputest.read(made)
    figure = result.plot.bars()
    figure.savefig(tmp_path / "bars.svg")
    drawn = []
    for axes in figure.axes:
        letter = axes.get_xlabel().split()[0]
        scale = {"k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}[letter]
        drawn += [bar.get_width() * scale for bar in axes.patches]
        assert [bar.get_width() for bar in axes.patches] == sorted(
            (bar.get_width() for bar in axes.patches), reverse=True)
    assert sorted(drawn) == pytest.approx(sorted(result.frame.interactions_per_s))
    titles = [axes.get_title(loc="left") for axes in figure.axes]
    assert titles == ["gravity, n = 64, fp32", "gravity, n = 128, fp32",
                      "roofline, n = 64, fp32", "roofline, n = 128, fp32"]


def test_a_bar_has_the_interval_of_its_median(document, written):
    row = document["results"][0]
    median = row["time"]["median_s"]
    row["time"]["interval_s"] = [median / 1.25, median * 2]
    document["results"] = [row]
    axes = gputest.read(written(document)).plot.bars().axes[0]
    (ends,) = axes.collections[0].get_segments()
    rate = axes.patches[0].get_width()
    assert sorted(ends[:, 0]) == pytest.approx([rate / 2, rate * 1.25])


@pytest.mark.parametrize("slowest", [2, 1000])
def test_every_bars_number_is_in_the_plot_for_any_interval(document, written, slowest):
    row = document["results"][0]
    median = row["time"]["median_s"]
    row["time"]["interval_s"] = [median / slowest, median * slowest]
    axes = gputest.read(written(document)).plot.bars().axes[0]
    right = axes.get_xlim()[1]
    longest = max(bar.get_width() for bar in axes.patches)
    assert len(axes.texts) == 2 and longest < right < 4 * longest
    assert all(0 < text.xy[0] < 0.9 * right for text in axes.texts)
    assert max(segments[0][:, 0].max() for segments in (
        line.get_segments() for line in axes.collections)) < 0.9 * right
    assert sum("→" in text.get_text() for text in axes.texts) == (slowest == 1000)


def test_a_doubtful_bar_is_pale_and_has_its_mark(doubtful):
    figure = doubtful.plot.bars()
    marked = [text for text in texts(figure) if text.endswith(" ~")]
    pale = [bar for axes in figure.axes for bar in axes.patches if (bar.get_alpha() or 1) < 1]
    assert len(marked) == len(pale) == 1
    assert "unreliable" in figure._supxlabel.get_text()


def test_without_a_doubtful_row_nothing_is_marked(made):
    figure = gputest.read(made).plot.bars()
    assert figure._supxlabel is None and not any("~" in text for text in texts(figure))


def test_rate_over_n_has_a_line_for_each_kernel(doubtful, tmp_path):
    figure = doubtful.plot.rate_over_n()
    figure.savefig(tmp_path / "n.png")
    gravity = figure.axes[0]
    assert gravity.get_title(loc="left") == "gravity, fp32"
    assert sorted(label.split(" · ")[1].split(" ")[0] for label in legend(gravity)) == [
        "gravity_naive", "gravity_simd"]
    assert sum(label.endswith("~") for axes in figure.axes for label in legend(axes)) == 1
    filled, hollow = gravity.lines[::2], gravity.lines[1::2]
    assert [list(line.get_xdata()) for line in filled] == [[64, 128], [64, 128]]
    assert sorted(line.get_markevery() for line in filled) == [[True, False], [True, True]]
    assert sorted(list(line.get_xdata()) for line in hollow) == [[], [128]]


def test_rate_over_n_needs_two_sizes(made):
    result = gputest.read(made)
    with pytest.raises(gputest.GputestError, match="two sizes of n"):
        result[result.frame.n == 64].plot.rate_over_n()


def test_the_roofline_is_the_speed_of_roofline_fma(tmp_path):
    result = gputest.read(RESULTS / "2026-11-21-h100-roofline-cuda.json",
                          RESULTS / "2026-11-21-h100-gravity.json")
    figure = result.plot.roofline()
    figure.savefig(tmp_path / "roofline.png")
    axes = figure.axes[0]
    roofs = result.frame[result.frame.algorithm == "roofline"]
    assert len(axes.lines) == roofs.precision.nunique()
    for line, (_, group) in zip(axes.lines, roofs.groupby("precision")):
        _, bend, _ = line.get_xdata()
        assert max(line.get_ydata()) == pytest.approx(group.gflops.max() * 1e9)
        assert bend == pytest.approx(group.gflops.max() / group.gbytes_per_s.max())
    points = sum(len(cloud.get_offsets()) for cloud in axes.collections)
    assert points == (result.frame.gflops > 0).sum()


def test_a_doubtful_roof_is_marked(document, written):
    def names():
        axes = gputest.read(written(document)).plot.roofline().axes[0]
        return [line.get_label().splitlines()[0] for line in axes.lines]

    (name,) = names()
    assert "~" not in name
    for row in document["results"]:
        if row["algorithm"] == "roofline":
            row.update(status="disturbed", reason="others ran")
    assert names() == [name.removesuffix(":") + " ~:"]


def test_rows_without_a_speed_cannot_be_plotted(made, document, written):
    document["results"] = []
    result = gputest.read(written(document))
    for plot in (result.plot.bars, result.plot.rate_over_n, result.plot.roofline):
        with pytest.raises(gputest.GputestError, match="no row has a speed"):
            plot()


def test_too_many_bars_are_refused(document, written):
    document["results"] *= 100
    everything = gputest.read(written(document))
    with pytest.raises(gputest.GputestError, match="bars are too many .* choose rows"):
        everything.plot.bars()


def test_special_characters_in_names_are_text(document, written, tmp_path):
    for place, row in enumerate(document["results"]):
        row["device"].update(id=f"cpu:{place}", name="$\\frac{$ \x1b[31m _ %s {} 名")
        row["rate"]["unit"] = "$\\undefined$\n"
    result = gputest.read(written(document, "$\\frac$.json"))
    result.plot.bars().savefig(tmp_path / "a.svg")
    result.plot.roofline().savefig(tmp_path / "b.svg")
    assert "\x1b" not in (tmp_path / "b.svg").read_text()


@pytest.mark.parametrize("value, text", [
    (0.5, "0.5 "), (1, "1 "), (999.9, "1 k"), (12340, "12.3 k"), (3.2e12, "3.2 T"), (1e15, "1 P")])
def test_numbers_have_prefixes(value, text):
    assert scaled(value) == text
    assert 0.9995 <= value / prefix_for(value)[0] < 1000 or value < 1


def test_without_matplotlib_everything_except_plots_works(made, tmp_path):
    (tmp_path / "matplotlib.py").write_text("raise ImportError('hidden')")
    script = ("import gputest\nresult = gputest.read(%r)\nprint(len(result))\n"
              "try: result.plot.bars()\nexcept gputest.GputestError as error: print(error)\n")
    done = subprocess.run(
        [sys.executable, "-c", script % str(made)], capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONPATH": f"{tmp_path}:{ROOT / 'python'}"})
    assert done.stdout == "6\nplots need matplotlib: install gputest[plot]\n"
