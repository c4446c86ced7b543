"""Chromium without a window, driven through the Chrome DevTools protocol over pipes."""
import base64, json, os, shutil, subprocess, tempfile, time


class Browser:
    def __init__(self, ratio=1, width=1440, height=900):
        self.profile, self.number, self.received, self.events = tempfile.mkdtemp(prefix="picker-browser-"), 0, b"", []
        program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
        # Chromium reads commands from descriptor 3 and writes responses to descriptor 4.
        self.process = subprocess.Popen(
            ["/bin/sh", "-c", 'exec "$@" 3<&0 4>&1 >/dev/null 2>&1', "sh", program, "--headless", "--no-sandbox", "--disable-gpu",
             "--hide-scrollbars", f"--user-data-dir={self.profile}", f"--window-size={width},{height}",
             f"--force-device-scale-factor={ratio}", "--remote-debugging-pipe"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.session = None
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in "Page", "Runtime", "Performance":
            self.send(f"{domain}.enable")

    def close(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def send(self, method, session="page", **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session == "page" and self.session:
            message["sessionId"] = self.session
        self.process.stdin.write(json.dumps(message).encode() + b"\0")
        self.process.stdin.flush()
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def receive(self):
        """The next message; one that is no answer is kept in `events`."""
        while b"\0" not in self.received:
            data = os.read(self.process.stdout.fileno(), 1 << 20)
            if not data:
                raise RuntimeError("The browser ended.")
            self.received += data
        message, self.received = self.received.split(b"\0", 1)
        answer = json.loads(message)
        if "id" not in answer:
            self.events.append(answer)
        return answer

    def evaluate(self, expression, waits=False):
        answer = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=waits)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"])
        return answer["result"].get("value")

    def wait(self, condition, seconds=60):
        """Waits until an expression is true."""
        end = time.time() + seconds
        while not self.evaluate(f"Boolean({condition})"):
            if time.time() > end:
                raise RuntimeError(f"{condition} did not become true")
            time.sleep(0.02)

    def mouse(self, kind, x, y, buttons=0, **more):
        button = "left" if buttons or kind == "mouseReleased" else "none"
        self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, buttons=buttons, button=button, clickCount=1, **more)

    def key(self, key, modifiers=0):
        codes = {"a": 65, "Escape": 27, "+": 187, "-": 189}
        for kind in "rawKeyDown", "keyUp":
            self.send("Input.dispatchKeyEvent", type=kind, key=key, modifiers=modifiers, windowsVirtualKeyCode=codes.get(key, 0))

    def longest_tasks(self, work):
        """Calls `work`, and returns the longest task of the page's main thread, by processor time and by the clock, in ms."""
        self.events.clear()
        categories = {"includedCategories": ["toplevel", "__metadata"]}
        self.send("Tracing.start", session=None, transferMode="ReportEvents", traceConfig=categories)
        work()
        self.send("Tracing.end", session=None)
        while not any(event["method"] == "Tracing.tracingComplete" for event in self.events):
            self.receive()
        collected = [event["params"]["value"] for event in self.events if event["method"] == "Tracing.dataCollected"]
        page = self.page_process()
        parts = [part for value in collected for part in value if part["pid"] == page]
        threads = {part["tid"] for part in parts if part["name"] == "thread_name" and part["args"]["name"] == "CrRendererMain"}
        tasks = [part for part in parts if part["tid"] in threads and "dur" in part]
        self.events.clear()
        return [max((part.get(key, 0) for part in tasks), default=0) / 1e3 for key in ("tdur", "dur")]

    def page_process(self):
        """The renderer with the most memory is that of the page."""
        processes = self.send("SystemInfo.getProcessInfo", session=None)["processInfo"]
        renderers = [process["id"] for process in processes if process["type"] == "renderer"]
        return max(renderers, key=lambda renderer: memory(renderer)["private"])

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.send("Page.captureScreenshot")["data"]))


def memory(process):
    """The memory of a process in megabytes: resident, and what no other process shares."""
    sizes = {}
    with open(f"/proc/{process}/smaps_rollup") as file:
        for line in list(file)[1:]:
            name, size = line.split()[:2]
            sizes[name.rstrip(":")] = int(size) * 1024 / 1e6
    return {"resident": sizes["Rss"], "private": sizes["Private_Clean"] + sizes["Private_Dirty"]}
