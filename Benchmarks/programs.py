"""The programs that benchmarks run."""
import os, subprocess, sys


def built(product):
    """The path of the release build of a product, which is made."""
    build = ["swift", "build", "-c", "release", "--package-path", os.path.dirname(os.path.abspath(__file__)), "--product", product]
    subprocess.run(build, check=True, stdout=sys.stderr)
    folder = subprocess.run([*build, "--show-bin-path"], check=True, capture_output=True, text=True).stdout.strip()
    return os.path.join(folder, product)
