"""A headless Chromium in which tests open pages. Tests control it by the DevTools protocol over two
pipes, so they need neither a driver nor a library."""

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any, Dict, List, Optional, Union

CHROMIUM = shutil.which("chromium")
TIME_LIMIT = 120  # seconds for one answer on a busy machine


class Page:
    """One page in its own Chromium, which ends with the `with` block."""

    def __init__(self, profile: Path):
        """The browser writes its files to the folder `profile`."""
        to_browser, self._write = os.pipe()
        self._read, from_browser = os.pipe()

        def connect() -> None:
            # First copy both to other descriptors: one of the two may itself be 3 or 4.
            reading = fcntl.fcntl(to_browser, fcntl.F_DUPFD, 10)
            writing = fcntl.fcntl(from_browser, fcntl.F_DUPFD, 10)
            os.dup2(reading, 3)
            os.dup2(writing, 4)

        self._browser = subprocess.Popen(
            [
                str(CHROMIUM), "--headless=new", "--no-sandbox", "--disable-gpu",
                "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
                "--hide-scrollbars", "--force-color-profile=srgb", "--remote-debugging-pipe",
                f"--user-data-dir={profile}", "about:blank",
            ],
            preexec_fn=connect, close_fds=False, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": str(profile)},
        )
        os.close(to_browser)
        os.close(from_browser)
        self._buffer = b""
        self._last = 0
        self.events: List[Dict[str, Any]] = []
        self._session: Optional[str] = None
        try:
            self._attach()
        except BaseException:
            self.__exit__()
            raise

    def _attach(self) -> None:
        targets = self.call("Target.getTargets")["targetInfos"]
        target = next(one["targetId"] for one in targets if one["type"] == "page")
        attached = self.call("Target.attachToTarget", targetId=target, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        self.call("Page.setLifecycleEventsEnabled", enabled=True)

    def __enter__(self) -> "Page":
        return self

    def __exit__(self, *_: Any) -> None:
        self._browser.terminate()
        try:
            self._browser.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self._browser.kill()
            self._browser.wait()
        os.close(self._write)
        os.close(self._read)

    def _message(self) -> Dict[str, Any]:
        deadline = time.monotonic() + TIME_LIMIT
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._read], [], [], deadline - time.monotonic())
            assert ready, f"Chromium did not answer in {TIME_LIMIT} s"
            data = os.read(self._read, 1 << 20)
            assert data, "Chromium ended"
            self._buffer += data
        text, self._buffer = self._buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method: str, **parameters: Any) -> Dict[str, Any]:
        """Sends a command of the protocol and returns the answer; events that come first go to `events`."""
        self._last += 1
        message: Dict[str, Any] = {"id": self._last, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._write, data):]
        while True:
            answer = self._message()
            if answer.get("id") == self._last:
                assert "error" not in answer, f"{method}: {answer['error']}"
                return answer["result"]
            self.events.append(answer)

    def open(self, place: Union[Path, str], width: int = 1280, height: int = 900,
             dark: bool = False) -> None:
        """Opens the file or address, and waits until it is loaded."""
        self.resize(width, height)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.events.clear()
        url = place if isinstance(place, str) else place.resolve().as_uri()
        loader = self.call("Page.navigate", url=url)["loaderId"]
        while not any(self._is_load(event, loader) for event in self.events):
            self.events.append(self._message())

    @staticmethod
    def _is_load(event: Dict[str, Any], loader: str) -> bool:
        """Whether this page has loaded. The page before may still send events."""
        what = event.get("params", {})
        return (event["method"] == "Page.lifecycleEvent" and what["name"] == "load"
                and what["loaderId"] == loader)

    def resize(self, width: int, height: int = 900) -> None:
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)

    def run(self, script: str) -> Any:
        """Evaluates an expression in the page; the result of its promise, if it is one."""
        answer = self.call("Runtime.evaluate", expression=script, awaitPromise=True,
                           returnByValue=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def wait_for(self, condition: str) -> None:
        """Waits until the expression is true in the page."""
        deadline = time.monotonic() + TIME_LIMIT
        while not self.run(condition):
            assert time.monotonic() < deadline, f"never: {condition}"
            time.sleep(0.05)

    def draw_charts(self) -> None:
        """Draws every chart, as if it had come into view."""
        self.run("Promise.all(drawnCharts.map((draw) => draw()))")

    def complaints(self) -> List[str]:
        """Exceptions, log entries and network requests of the page."""
        found = []
        for event in self.events:
            what = event.get("params", {})
            if event["method"] == "Runtime.exceptionThrown":
                found.append(json.dumps(what["exceptionDetails"]))
            elif event["method"] == "Log.entryAdded":
                found.append(what["entry"]["text"])
            elif event["method"] == "Runtime.consoleAPICalled":
                found.append(json.dumps(what["args"]))
            elif event["method"] == "Network.requestWillBeSent":
                url = what["request"]["url"]
                if not url.startswith(("file:", "data:", "blob:")):
                    found.append(f"asked for {url}")
        return found

    def screenshot(self, path: Path, height: Optional[int] = None) -> None:
        """Writes the page as PNG, down to that height if one is given."""
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "scale": 1,
                "height": min(size["height"], height or size["height"])}
        shot = self.call("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
        path.write_bytes(base64.b64decode(shot["data"]))
