"""What a cell may show, passed on as it comes."""

import codecs

# What a cell may show: the beginning of its output, the end of what was too much, and one rich value.
HEAD_BYTES = 200_000
TAIL_BYTES = 16_000
VALUE_BYTES = 2_000_000


class Output:
    """Passes a cell's output on as it comes, and keeps only the end of what is too much."""

    def __init__(self, send):
        self.send = send
        self.left = HEAD_BYTES
        self.tail = b""
        self.dropped = 0
        self.texts = {}

    def stream(self, name, data):
        head, rest = data[: self.left], data[self.left :]
        if head:
            self.left -= len(head)
            self.emit({"output_type": "stream", "name": name, "text": self.text(name, head)})
        if rest:
            kept = self.tail + rest
            self.tail = kept[-TAIL_BYTES:]
            self.dropped += len(kept) - len(self.tail)

    def text(self, name, data):
        """Text as far as it is whole: the end of a piece may be the middle of a character."""
        if name not in self.texts:
            self.texts[name] = codecs.getincrementaldecoder("utf-8")("replace")
        return self.texts[name].decode(data)

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
