"""Long vectors in pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lapwing.errors import OutOfRangeError
from lapwing.sampling._arguments import IntegerArray, read_size, read_whole

_CHUNK = 1 << 20


def chunks(draw: Callable[[int], IntegerArray], size: int, *, chunk: int = _CHUNK) -> Iterator[IntegerArray]:
    """Draw a vector of `size` numbers in pieces of `chunk`, one at a time.

    Each piece is a call of its own, with a key of its own. So no state waits between two pieces.

    >>> from lapwing.sampling import sample_discrete_laplace
    >>> pieces = chunks(lambda size: sample_discrete_laplace(10, size), 250, chunk=100)
    >>> [len(piece) for piece in pieces]
    [100, 100, 50]
    """
    length, step = read_size(size), read_whole(chunk, "chunk")
    if step <= 0:
        raise OutOfRangeError("chunk", chunk, "at least 1")
    return (draw(min(step, length - start)) for start in range(0, length, step))
