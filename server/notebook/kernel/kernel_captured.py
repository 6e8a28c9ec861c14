"""What the process and its children print, whoever of them does it."""

import os
import threading


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
