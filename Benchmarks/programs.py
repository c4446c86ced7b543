"""The programs that benchmarks run."""
import os, subprocess, sys

BENCHMARKS = os.path.dirname(os.path.abspath(__file__))
LIBRARY = os.path.dirname(BENCHMARKS)


def built(product, package=BENCHMARKS):
    """The path of the release build of a product, which is made."""
    build = ["swift", "build", "-c", "release", "--package-path", package, "--product", product]
    subprocess.run(build, check=True, stdout=sys.stderr)
    folder = subprocess.run([*build, "--show-bin-path"], check=True, capture_output=True, text=True).stdout.strip()
    return os.path.join(folder, product)


def largest_memory(process):
    """The largest memory in MiB that a process has needed so far; None if it has ended.

    wait4(2) would also count the memory of this process, which the other one had before it ran its program.
    """
    try:
        with open(f"/proc/{process.pid}/status") as status:
            return next((int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM:")), None)
    except ProcessLookupError:
        return None
