"""The socket that cells come in by."""

import json
import os
import queue
import socket
import threading
import time

from kernel_output import Output

# Without a cell for this long the kernel ends; it can be built again from the notebook.
IDLE_SECONDS = 600


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
