"""The kernel of a run's notebook: executes cells for whoever connects to its socket, one line of JSON for each message.

Asked  {"op": "execute", "cell": id, "code": text}  it answers any number of  {"output": {...}}  in the notebook format and
then  {"done": {"status": "ok" | "error" | "died", "execution_count": n, "dropped": bytes}}.  {"op": "interrupt"}  stops what
is executed. Every connection begins with  {"hello": {"kind": "jupyter" | "plain", "cells": [ids executed so far]}}.
It speaks Jupyter's protocol with an IPython kernel where that is installed, else it executes the code itself.
"""

import ast
import base64
import json
import linecache
import os
import queue
import signal
import socket
import sys
import tempfile
import threading
import time
import traceback

# What a cell may show: the beginning of its output, the end of what was too much, and one rich value.
HEAD_BYTES = 200_000
TAIL_BYTES = 16_000
VALUE_BYTES = 2_000_000
# Without a connection for this long the kernel ends; it can be built again from the notebook.
IDLE_SECONDS = 600


class Output:
    """Passes a cell's output on as it comes, and keeps only the end of what is too much."""

    def __init__(self, send):
        self.send = send
        self.left = HEAD_BYTES
        self.tail = b""
        self.dropped = 0

    def stream(self, name, data):
        head, rest = data[: self.left], data[self.left :]
        if head:
            self.left -= len(head)
            self.emit({"output_type": "stream", "name": name, "text": head.decode("utf-8", "replace")})
        if rest:
            kept = self.tail + rest
            self.tail = kept[-TAIL_BYTES:]
            self.dropped += len(kept) - len(self.tail)

    def value(self, kind, data, count=None):
        size = sum(len(str(one)) for one in data.values())
        if size > VALUE_BYTES:
            data = {"text/plain": "[a value of %d bytes is not shown]" % size}
        output = {"output_type": kind, "data": data, "metadata": {}}
        if kind == "execute_result":
            output["execution_count"] = count
        self.emit(output)

    def error(self, name, value, lines):
        self.emit({
            "output_type": "error",
            "ename": str(name)[:200],
            "evalue": str(value)[:4_000],
            "traceback": [str(line)[:4_000] for line in lines[-100:]],
        })

    def emit(self, output):
        self.send({"output": output})

    def end(self):
        if self.tail:
            note = "\n[%d bytes left out]\n" % self.dropped if self.dropped else ""
            self.emit({"output_type": "stream", "name": "stdout", "text": note + self.tail.decode("utf-8", "replace")})


class Captured:
    """What the process and its children print, whoever of them does it."""

    def __init__(self, number, name):
        self.name = name
        self.sink = None
        self.seen = threading.Event()
        self.mark = b""
        reading, self.writing = os.pipe()
        os.dup2(self.writing, number)
        threading.Thread(target=self.read, args=(reading,), daemon=True).start()

    def read(self, reading):
        rest = b""
        while True:
            data = rest + os.read(reading, 65_536)
            rest = b""
            if self.mark and self.mark in data:
                before, _, data = data.partition(self.mark)
                self.tell(before)
                self.mark = b""
                self.seen.set()
            elif self.mark:
                # A part of the mark may stand at the end.
                keep = len(self.mark) - 1
                data, rest = data[:-keep], data[-keep:]
            self.tell(data)

    def tell(self, data):
        if data and self.sink is not None:
            self.sink.stream(self.name, data)

    def settle(self):
        """Waits until everything that was printed so far has been passed on."""
        self.seen.clear()
        self.mark = b"\x00end " + os.urandom(8).hex().encode() + b"\x00"
        os.write(self.writing, self.mark)
        self.seen.wait(5)


class Plain:
    kind = "plain"

    def __init__(self):
        self.count = 0
        self.busy = False
        self.space = {"__name__": "__main__", "display": self.display}
        self.output = None
        self.captured = [Captured(1, "stdout"), Captured(2, "stderr")]
        sys.stdout = open(1, "w", buffering=1, encoding="utf-8", errors="replace", closefd=False)
        sys.stderr = open(2, "w", buffering=1, encoding="utf-8", errors="replace", closefd=False)

    def display(self, value):
        sys.stdout.flush()
        self.output.value("display_data", shown(value))

    def execute(self, code, output):
        self.count += 1
        self.output = output
        for one in self.captured:
            one.sink = output
        try:
            try:
                self.busy = True
                status = self.evaluate(code)
            finally:
                self.busy = False
        except KeyboardInterrupt:
            status = self.failed(KeyboardInterrupt, KeyboardInterrupt("stopped"), None)
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except Exception:
                pass
        for one in self.captured:
            one.settle()
            one.sink = None
        return status, self.count

    def evaluate(self, code):
        name = "<cell %d>" % self.count
        linecache.cache[name] = (len(code), None, code.splitlines(True), name)
        try:
            tree = ast.parse(code, name)
            last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
            exec(compile(tree, name, "exec"), self.space)
            if last is not None:
                value = eval(compile(ast.Expression(last.value), name, "eval"), self.space)
                if value is not None:
                    sys.stdout.flush()
                    self.output.value("execute_result", shown(value), self.count)
            return "ok"
        except BaseException as error:
            return self.failed(type(error), error, error.__traceback__)

    def failed(self, kind, error, trace):
        inside = trace.tb_next if trace is not None else None
        lines = traceback.format_exception(kind, error, inside)
        self.output.error(kind.__name__, error, [line.rstrip("\n") for line in lines])
        return "error"

    def interrupt(self):
        if self.busy:
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)


def shown(value):
    """A value as text, and as HTML, SVG, Markdown or a picture where it can be that."""
    data = {}
    for kind, method in (
        ("text/html", "_repr_html_"),
        ("image/svg+xml", "_repr_svg_"),
        ("text/markdown", "_repr_markdown_"),
        ("image/png", "_repr_png_"),
    ):
        form = getattr(value, method, None)
        try:
            made = form() if callable(form) and not isinstance(value, type) else None
        except Exception:
            made = None
        if isinstance(made, bytes):
            made = base64.b64encode(made).decode("ascii")
        if isinstance(made, str):
            data[kind] = made
    try:
        data["text/plain"] = repr(value)
    except Exception as error:
        data["text/plain"] = "<%s whose repr fails: %s>" % (type(value).__name__, error)
    return data


class Jupyter:
    kind = "jupyter"

    def __init__(self):
        folder = tempfile.mkdtemp(prefix="kernel-")
        os.environ.update(JUPYTER_RUNTIME_DIR=folder, IPYTHONDIR=folder, JUPYTER_PLATFORM_DIRS="1")
        from jupyter_client.manager import KernelManager

        self.manager = KernelManager(kernel_name="python3", transport="ipc", ip=os.path.join(folder, "z"))
        self.manager.start_kernel(stdout=2, stderr=2, cwd=os.getcwd(), extra_arguments=["--HistoryManager.enabled=False"])
        self.client = self.manager.blocking_client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=60)
        self.busy = False

    def execute(self, code, output):
        self.busy = True
        asked = self.client.execute(code, allow_stdin=False, stop_on_error=False)
        status, count = "ok", None
        while True:
            try:
                message = self.client.get_iopub_msg(timeout=1)
            except queue.Empty:
                if self.manager.is_alive():
                    continue
                status = "died"
                break
            content = message["content"]
            kind = message["msg_type"]
            if message["parent_header"].get("msg_id") != asked:
                continue
            if kind == "status" and content["execution_state"] == "idle":
                break
            if kind == "execute_input":
                count = content.get("execution_count")
            elif kind == "stream":
                output.stream(content["name"], content["text"].encode("utf-8", "replace"))
            elif kind in ("display_data", "execute_result"):
                output.value(kind, content["data"], content.get("execution_count"))
            elif kind == "error":
                status = "error"
                output.error(content["ename"], content["evalue"], content["traceback"])
        self.busy = False
        return status, count

    def interrupt(self):
        if self.busy:
            self.manager.interrupt_kernel()


def kernel_of(kind):
    if kind == "plain":
        return Plain()
    try:
        return Jupyter()
    except ImportError:
        if kind == "jupyter":
            raise
        return Plain()
    except Exception as error:
        if kind == "jupyter":
            raise
        print("no Jupyter kernel (%s): cells are executed without one" % error, file=sys.stderr)
        return Plain()


class Door:
    """The socket that cells come in by; one caller at a time."""

    def __init__(self, folder):
        self.tasks = queue.Queue()
        self.caller = None
        self.cells = []
        self.kernel = None
        self.last = time.monotonic()
        # The path of a socket may be short only: it is made from inside its folder.
        back = os.getcwd()
        os.chdir(folder)
        self.listening = socket.socket(socket.AF_UNIX)
        self.listening.bind("socket")
        os.chdir(back)

    def open(self, kernel):
        self.kernel = kernel
        self.listening.listen(4)
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            caller, _ = self.listening.accept()
            self.caller = caller
            self.send({"hello": {"kind": self.kernel.kind, "cells": self.cells}})
            threading.Thread(target=self.hear, args=(caller,), daemon=True).start()

    def hear(self, caller):
        with caller.makefile("r", encoding="utf-8") as lines:
            try:
                for line in lines:
                    message = json.loads(line)
                    if message["op"] == "interrupt":
                        self.kernel.interrupt()
                    else:
                        self.tasks.put(message)
            except (OSError, ValueError, KeyError):
                pass

    def send(self, message):
        try:
            self.caller.sendall((json.dumps(message) + "\n").encode("utf-8"))
        except OSError:
            pass

    def work(self):
        while True:
            try:
                task = self.tasks.get(timeout=10)
            except queue.Empty:
                if time.monotonic() - self.last > IDLE_SECONDS:
                    return
                continue
            except KeyboardInterrupt:
                continue
            output = Output(self.send)
            try:
                status, count = self.kernel.execute(task["code"], output)
            except KeyboardInterrupt:
                # The interrupt came when the cell was over already.
                status, count = "error", None
            output.end()
            if status == "ok":
                self.cells.append(task["cell"])
            self.last = time.monotonic()
            self.send({"done": {"status": status, "execution_count": count, "dropped": output.dropped}})


def main(folder, kind):
    door = Door(folder)
    door.open(kernel_of(kind))
    door.work()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
