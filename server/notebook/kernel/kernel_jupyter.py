"""Cells in an IPython kernel, by Jupyter's protocol."""

import os
import queue
import tempfile

from jupyter_client.manager import KernelManager


class Jupyter:
    kind = "jupyter"

    def __init__(self):
        folder = tempfile.mkdtemp(prefix="kernel-")
        os.environ.update(JUPYTER_RUNTIME_DIR=folder, IPYTHONDIR=folder, JUPYTER_PLATFORM_DIRS="1")
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
