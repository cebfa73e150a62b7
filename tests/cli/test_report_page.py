"""The page of gputest report in a browser."""

import copy
import csv
import importlib.util
import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from browser import CHROMIUM
from command import BINARY, ROOT, gputest, run_json
from processes import wait_until
from test_report import HOSTILE

pytestmark = [pytest.mark.skipif(CHROMIUM is None, reason="no chromium")]

WIDTHS = [400, 800, 1600]
KERNELS = ["gravity_naive", "gravity_tiled", "gravity_simd"]


@pytest.fixture(scope="module")
def template():
    """A result of this version, with rows that have a speed."""
    result = run_json("--api=cpu", "--kernel=gravity_naive", "-n", "64")
    result["results"] = [row for row in result["results"] if row["time"]]
    return result


def made_row(template, dice, **changes):
    row = copy.deepcopy(template["results"][0])
    row.update(changes)
    factor = dice.uniform(0.5, 2)
    row["time"]["samples_s"] = [1e-3 * factor * dice.uniform(0.98, 1.02) for _ in range(9)]
    row["time"]["median_s"] = sorted(row["time"]["samples_s"])[4]
    row["work"] = {"items": float(row["n"]) ** 2, "flops": 38.0 * row["n"] ** 2,
                   "bytes": 32.0 * row["n"]}
    per_s = row["work"]["items"] / row["time"]["median_s"]
    row["rate"] = {"unit": "interactions", "per_s": per_s, "gflops": 38e-9 * per_s,
                   "gbytes_per_s": 32e-9 * row["n"] / row["time"]["median_s"]}
    row["status"], row["reason"] = "ok", ""
    return row


def made_result(template, count, seed=1):
    """A result with `count` rows: two devices, several sizes, statuses and energies; and a roofline row."""
    dice = random.Random(seed)
    rows = []
    for k in range(count):
        n = 64 << (k % 5)
        api = ["cpu", "cuda"][k // 5 % 2]
        row = made_row(template, dice, n=n, kernel=KERNELS[k // 10 % 3], api=api,
                       layout=["float4", "soa"][k // 30 % 2], block=32 + k // 60)
        row["device"]["id"], row["device"]["name"] = f"{api}:0", f"{api} of the test"
        if k % 10 == 3:
            row.update(status="noisy", reason=f"the interval is {k % 7} % wide")
        if k % 10 == 5:
            row["energy"] = {"source": "a counter", "reason": "", "window_s": 1.0, "launches": 9,
                             "joules_per_launch": 0.5 + k, "items_per_joule": 1e6,
                             "mean_watts": 9.0}
        if k % 10 == 7:
            row.update(status="failed", reason="the answer is wrong", time=None, monitor=None,
                       energy=None, rate=None)
        rows.append(row)
    roof = made_row(template, dice, n=4096, kernel="roofline_fma", algorithm="roofline")
    roof["device"]["name"] = "cpu of the test"
    rows.append(roof)
    return {**template, "results": rows}


@pytest.fixture(scope="module")
def results(template, tmp_path_factory):
    """Two results, one of them later, as files."""
    folder = tmp_path_factory.mktemp("results")
    paths = []
    for k, seed in enumerate((1, 2)):
        paths.append(folder / f"{k}.json")
        paths[-1].write_text(json.dumps(made_result(template, 120, seed)))
    return paths


@pytest.fixture(scope="module")
def page_file(results, tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "page.html"
    gputest("report", *results, "-o", path)
    return path


def has_charts(browser):
    return browser.run("hasCharts")


SECTIONS = ["verdict", "comparison", "rates", "rows", "sizes", "roofline", "errors", "energy",
            "plans"]


@pytest.mark.parametrize("dark", [False, True])
def test_every_width_shows_every_section_without_errors(browser, page_file, dark):
    for width in WIDTHS:
        browser.open(page_file, width, dark=dark)
        browser.draw_charts()
        shown = browser.run("[...document.querySelectorAll('section[id]')].map((one) => one.id)")
        assert set(SECTIONS) - set(shown) <= {"plans"}
        assert browser.run("document.documentElement.scrollWidth") <= width
        if has_charts(browser):
            wide = browser.run("[...document.querySelectorAll('.chart')].map((one) => "
                               "one.querySelector('svg').getBoundingClientRect().width - "
                               "one.clientWidth)")
            assert len(wide) == 6 and max(wide) < 1
        assert browser.complaints() == []


def column(browser, table, key):
    """The texts in the column `key` of a section's table."""
    return browser.run(
        f"(() => {{ const table = document.querySelector('{table} .data-table');"
        f"const at = [...table.querySelectorAll('thead button')]"
        f".findIndex((one) => one.dataset.key === '{key}');"
        "return [...table.querySelectorAll('tbody tr:not(.group):not(.details)')]"
        ".map((one) => one.children[at].textContent); })()")


def rows_shown(browser):
    return browser.run("document.querySelector('#rows .status').textContent")


def choose(browser, section, label, value):
    """Sets the field with that label, as a reader does."""
    browser.run(
        f"(() => {{ const label = [...document.querySelectorAll('{section} label')]"
        f".find((one) => one.textContent === '{label}');"
        "const field = document.getElementById(label.htmlFor);"
        f"field.value = '{value}'; field.dispatchEvent(new Event('change')); }})()")


def press(browser, key):
    for kind in ("keyDown", "keyUp"):
        browser.call("Input.dispatchKeyEvent", type=kind, key=key, code=key,
                     windowsVirtualKeyCode={"Enter": 13, "Tab": 9}[key],
                     **({"text": "\r"} if key == "Enter" and kind == "keyDown" else {}))


def test_the_table_sorts_by_keyboard(browser, page_file):
    browser.open(page_file)
    title = "#rows thead button[data-key=n]"
    browser.run(f"document.querySelector('{title}').focus()")
    orders = []
    for _ in range(2):
        press(browser, "Enter")
        orders.append([int(text) for text in column(browser, "#rows", "n")])
    assert orders[0] == sorted(orders[0], reverse=True) and orders[0][0] == 4096
    assert orders[1] == sorted(orders[1]) and orders[1][0] == 64
    assert browser.run(f"document.querySelector('{title}').closest('th').ariaSort") == "ascending"
    assert browser.run(f"document.activeElement === document.querySelector('{title}')")


def test_the_table_filters_and_groups(browser, page_file, results):
    everything = sum((json.loads(path.read_text())["results"] for path in results), [])
    browser.open(page_file)
    assert rows_shown(browser) == f"{len(everything)} rows"
    choose(browser, "#rows", "kernel", "=gravity_tiled")
    tiled = [row for row in everything if row["kernel"] == "gravity_tiled"]
    assert rows_shown(browser) == f"{len(tiled)} of {len(everything)} rows"
    browser.run("(() => { const field = document.querySelector('#rows input');"
                "field.value = 'FAILED soa'; field.dispatchEvent(new Event('input')); })()")
    left = [row for row in tiled if row["status"] == "failed" and row["layout"] == "soa"]
    browser.wait_for("document.querySelector('#rows .status').textContent"
                     f".startsWith('{len(left)} ')")
    assert set(column(browser, "#rows", "status")) == {"failed"}
    choose(browser, "#rows", "Group by", "n")
    groups = browser.run("[...document.querySelectorAll('#rows .group')].map((x) => x.textContent)")
    assert len(groups) == len({row["n"] for row in left})
    assert sum(int(re.search(r"(\d+) rows?$", text)[1]) for text in groups) == len(left)


def test_a_row_opens_to_show_all_fields(browser, page_file):
    browser.open(page_file)
    browser.run("document.querySelector('#rows .more').focus()")
    press(browser, "Enter")
    assert "quartiles" in browser.run("document.querySelector('#rows .details').textContent")
    assert browser.run("document.activeElement.ariaExpanded") == "true"
    fields = browser.run("[...document.querySelectorAll('#rows .details details dt')].map((x) => x.textContent)")
    assert {"device_name", "max_error", "text_checksum"} & set(fields) and "samples_s" not in fields


def test_a_chart_has_its_data_as_a_table_and_is_saved(browser, page_file, tmp_path):
    browser.open(page_file)
    browser.draw_charts()
    browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    browser.run("document.querySelector('#rates summary').click()")
    browser.wait_for("document.querySelector('#rates .data-table') !== null")
    files = ["csv"] + (["svg", "png"] if has_charts(browser) else [])
    for kind in files:
        browser.run("[...document.querySelectorAll('#rates figure > .above .save')]"
                    f".find((one) => one.textContent === '{kind.upper()}').click()")
        path = tmp_path / f"gputest-rates.{kind}"
        wait_until(lambda path=path: path.stat().st_size > 0)
    table = list(csv.reader((tmp_path / "gputest-rates.csv").read_text().splitlines()))
    assert table[0][0] == "case" and len(table) > 2
    assert [float(line[3]) for line in table[1:]] == sorted(
        (float(line[3]) for line in table[1:]), reverse=True)
    if "svg" in files:
        assert (tmp_path / "gputest-rates.svg").read_text().startswith("<svg")
        assert (tmp_path / "gputest-rates.png").read_bytes().startswith(b"\x89PNG")
    assert browser.complaints() == []


def test_markup_in_names_does_not_run(browser, template, tmp_path):
    result = made_result(template, 20)
    result["argv"].append(HOSTILE)
    for row in result["results"]:
        row["device"]["name"] = row["device"]["driver"] = HOSTILE
        row["kernel"] = row["algorithm"] = row["layout"] = HOSTILE
        row["problem"] = {HOSTILE: HOSTILE, "__proto__": {"signal": "datum"}}
        row["api"] = HOSTILE
        if row["rate"]:
            row["rate"]["unit"] = HOSTILE
        row["reason"] = HOSTILE if row["status"] != "ok" else ""
    path, page = tmp_path / "hostile.json", tmp_path / "page.html"
    path.write_text(json.dumps(result))
    gputest("report", path, path, "-o", page)
    browser.open(page)
    browser.draw_charts()
    browser.run("document.querySelectorAll('summary, .more').forEach((one) => one.click())")
    assert browser.run("document.hacked") is None
    assert browser.complaints() == []
    assert browser.run("document.images.length") == 0
    assert "document.hacked=1" in browser.run("document.querySelector('#rows').textContent")
    # Markup and scripts that the page itself inserts do not run either.
    browser.run("new Promise((failed) => { document.body.append("
                "make('script', null, 'document.hacked = 3'));"
                "document.body.insertAdjacentHTML('beforeend',"
                " '<img src=x onerror=\"document.hacked=2\">');"
                "document.body.lastChild.addEventListener('error', () => failed(0)); })")
    assert browser.run("document.hacked") is None


@pytest.mark.thorough
def test_extreme_values_are_shown(browser, template, tmp_path):
    result = made_result(template, 40)
    timed = [row for row in result["results"] if row["time"] and row["algorithm"] == "gravity"]
    for row, path, value in zip(timed, [
        ("n",), ("rate", "per_s"), ("rate", "per_s"), ("rate", "gflops"), ("time", "samples_s"),
        ("time", "median_s"), ("work", "items"), ("work", "flops"), ("work", "bytes"),
        ("verify", "max_error"), ("verify", "max_error"), ("plan",), ("problem",), ("block",),
    ], [2**60, 1e308, 0, 1e308, [0, 0, 0], 1e-310, 0, 0, 0, 0, None, None, {"x": {"y": []}}, None]):
        part = row
        for key in path[:-1]:
            part = part[key]
        part[path[-1]] = value
    lone = {**result, "results": timed[-1:]}
    paths = []
    for name, content in [("ends", result), ("lone", lone)]:
        paths.append(tmp_path / f"{name}.json")
        paths[-1].write_text(json.dumps(content))
    for files in ([paths[0]], [paths[1]], paths):
        page = tmp_path / "page.html"
        gputest("report", *files, "-o", page)
        browser.open(page, 800)
        browser.draw_charts()
        assert browser.complaints() == []
        assert browser.run("document.documentElement.scrollWidth") <= 800


@pytest.mark.thorough
def test_5000_rows_are_open_in_under_1_s(browser, template, tmp_path):
    """CPU time, which does not include other load."""
    path, page = tmp_path / "many.json", tmp_path / "page.html"
    path.write_text(json.dumps(made_result(template, 5000)))
    gputest("report", path, "-o", page)
    browser.call("Performance.enable", timeDomain="threadTicks")
    browser.open(page)
    metrics = browser.call("Performance.getMetrics")["metrics"]
    seconds = next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration")
    assert 0.01 < seconds < 1
    assert rows_shown(browser) == "5001 rows"


@pytest.mark.thorough
def test_without_the_chart_library_there_are_tables_and_a_note(browser, page_file, tmp_path):
    page = tmp_path / "page.html"
    page.write_text(page_file.read_text().replace('"charts":true', '"charts":false'))
    browser.open(page)
    assert browser.run("document.querySelectorAll('svg').length") == 0
    assert browser.run("document.querySelectorAll('figure .data-table').length") == 6
    assert "built without Vega" in browser.run("document.querySelector('#not-shown').textContent")
    assert browser.complaints() == []


@pytest.mark.thorough
def test_it_prints_without_controls(browser, page_file):
    browser.open(page_file, 800)
    browser.call("Emulation.setEmulatedMedia", media="print")
    seen = browser.run("[...document.querySelectorAll('.tools, .pager, .save')]"
                       ".filter((one) => one.getClientRects().length > 0).length")
    browser.call("Emulation.setEmulatedMedia", media="")
    assert seen == 0


@pytest.mark.thorough
def test_controls_have_names_and_headings_their_order(browser, page_file):
    browser.open(page_file)
    browser.draw_charts()
    assert browser.run("[...document.querySelectorAll('button, a')].filter((one) => "
                       "!(one.ariaLabel || one.textContent).trim()).length") == 0
    assert browser.run("[...document.querySelectorAll('input, select')].filter((one) => "
                       "one.labels.length !== 1).length") == 0
    levels = browser.run("[...document.querySelectorAll('h1, h2, h3')]"
                         ".map((one) => +one.tagName[1])")
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in zip(levels, levels[1:]))


def luminance(colour):
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_colours_have_the_contrast_of_wcag_aa():
    css = (ROOT / "app" / "report" / "page" / "page.css").read_text()
    blocks = [dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block))
              for block in re.findall(r"\{([^{}]*--page:[^{}]*)\}", css)]
    assert len(blocks) == 3 and blocks[1] == blocks[2]  # dark by the reader's choice, and by the system's
    for colours in blocks:
        for text, back in [("text", "page"), ("text", "surface"), ("muted", "page"),
                           ("muted", "surface"), ("muted", "plain-back"), ("accent", "surface"),
                           ("accent", "page"), ("good", "good-back"), ("doubtful", "doubtful-back"),
                           ("bad", "bad-back"), ("text", "hover"), ("muted", "hover")]:
            assert contrast(colours[text], colours[back]) >= 4.5, (text, back)
        for k in range(1, 9):
            assert contrast(colours[f"series-{k}"], colours["surface"]) >= 3, k


def axe_script():
    """axe-core, if the Python package axe_core_python is installed."""
    found = importlib.util.find_spec("axe_core_python")
    return Path(found.origin).with_name("axe.min.js") if found and found.origin else None


@pytest.mark.skipif(axe_script() is None, reason="no axe_core_python")
@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_no_violation(browser, page_file, dark):
    browser.open(page_file, 800, dark=dark)
    browser.draw_charts()
    rules = "{ runOnly: ['color-contrast'] }" if dark else "{}"  # other rules do not depend on colours
    browser.run("document.querySelectorAll('summary').forEach((one) => one.click())")
    browser.run("document.querySelector('#rows .more').click()")
    browser.run(axe_script().read_text() + "; 0")
    found = browser.run(f"axe.run({rules}).then((found) => found.violations.map((one) => "
                        "[one.id, one.help, one.nodes.slice(0, 3).map((node) => node.html)]))")
    assert found == []


@pytest.mark.thorough
def test_rates_over_settings_and_shares_of_ceilings_are_charts(browser, template, tmp_path):
    dice = random.Random(4)
    rows = []
    for n in (1024, 4096):
        for stride in (1, 2, 4):
            row = made_row(template, dice, n=n, kernel="memory_stride", algorithm="memory")
            row["problem"] = {"elements": "hash", "seed": n, "shape": [n, 1], "access": "stride",
                              "stride": str(stride)}
            row["bound"] = {"ceiling": "memory", "share": stride / 4, "most": 1e9, "unit": "B/s"}
            rows.append(row)
    path, page = tmp_path / "r.json", tmp_path / "page.html"
    path.write_text(json.dumps({**template, "results": rows}))
    gputest("report", path, "-o", page)
    for width in WIDTHS:
        browser.open(page, width)
        browser.draw_charts()
        assert browser.complaints() == []
        assert browser.run("document.documentElement.scrollWidth") <= width
    for part, expected in (("settings", ["1", "2", "4"]), ("sizes", ["1024", "4096"])):
        browser.run(f"document.querySelector('#{part} details.data').open = true")
        browser.wait_for(f"document.querySelector('#{part} .data-table') !== null")
        assert sorted(set(column(browser, f"#{part}", "n"))) == expected, part
    browser.run("document.querySelector('#ceilings details.data').open = true")
    browser.wait_for("document.querySelector('#ceilings .data-table') !== null")
    assert set(column(browser, "#ceilings", "value")) == {"25.0 %", "50.0 %", "100.0 %"}
    # A shape that follows from n makes no new series, and the kernel's name already has the access.
    names = set(column(browser, "#sizes", "name"))
    assert names == {"cpu · memory_stride · stride=1", "cpu · memory_stride · stride=2",
                     "cpu · memory_stride · stride=4"}


@pytest.mark.thorough
def test_the_script_makes_a_page_and_small_pictures_of_kept_results(tmp_path):
    pytest.importorskip("PIL")
    kept = ROOT / "docs/results/2026-11-21-h100-gravity.json"
    page = tmp_path / "page.html"
    subprocess.run([sys.executable, ROOT / "scripts/result_page.py", BINARY, kept,
                    "--page", page, "--pictures", tmp_path], check=True)
    text = page.read_text()
    assert kept.name in text and str(ROOT) not in text
    pictures = sorted(path.name for path in tmp_path.glob("*.png"))
    assert pictures == sorted(f"report_{scheme}_{width}.png" for scheme in ("light", "dark")
                              for width in WIDTHS)
    assert all(0 < (tmp_path / name).stat().st_size < 150_000 for name in pictures)
