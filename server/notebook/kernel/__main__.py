"""The kernel of a run's notebook: executes cells for whoever connects to its socket, one line of JSON for each message.

Asked  {"op": "execute", "cell": id, "code": text}  it answers any number of  {"output": {...}}  in the notebook format and
then  {"done": {"status": "ok" | "error" | "died", "execution_count": n, "dropped": bytes}}.  {"op": "interrupt"}  stops what
is executed. Every connection begins with  {"hello": {"kind": "jupyter" | "plain", "cells": [ids executed so far]}}.
It speaks Jupyter's protocol with an IPython kernel where that is installed, else it executes the code itself.
"""

import os
import sys

from kernel_door import Door
from kernel_plain import Plain


def kernel_of(kind):
    if kind == "plain":
        return Plain()
    try:
        from kernel_jupyter import Jupyter

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


def main(folder, kind):
    door = Door(folder)
    kernel = kernel_of(kind)
    # Cells find the modules of the project, and none of these.
    sys.path[0] = os.getcwd()
    door.open(kernel)
    door.work()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
