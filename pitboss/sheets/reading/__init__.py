"""From the bytes of a photograph or a scan to what is marked on a sheet. Knows nothing of the system around it.

OpenCV, zxing-cpp and pypdfium2 come with the ``scan`` extra, and are imported when the first picture is read.
"""

from __future__ import annotations

from importlib.util import find_spec

NEEDED = ("numpy", "cv2", "zxingcpp", "pypdfium2")


def can_read() -> bool:
    """Is everything installed that reads pictures?"""
    return all(find_spec(name) is not None for name in NEEDED)
