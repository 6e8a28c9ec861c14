"""Cells in plain Python, without any package."""

import ast
import base64
import linecache
import signal
import sys
import threading
import traceback

from kernel_captured import Captured


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
        self.settle()
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
        self.settle()
        for one in self.captured:
            one.sink = None
        return status, self.count

    def settle(self):
        """Passes on what was printed so far, so that what is shown next comes after it."""
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except Exception:
                pass
        for one in self.captured:
            one.settle()

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
                    self.settle()
                    self.output.value("execute_result", shown(value), self.count)
            return "ok"
        except BaseException as error:
            return self.failed(type(error), error, error.__traceback__)

    def failed(self, kind, error, trace):
        inside = trace.tb_next if trace is not None else None
        lines = traceback.format_exception(kind, error, inside)
        self.settle()
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
