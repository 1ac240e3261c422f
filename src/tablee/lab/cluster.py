"""Parts on other machines: a scheduler of Dask hands them out, and a part whose worker dies is played again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any, Final

from joblib import Parallel, parallel_config  # type: ignore[import-untyped]

from tablee import __version__

from .refusals import CannotRun

WITHIN: Final = 5  # seconds


def is_address(backend: str) -> bool:
    """`tcp://host:8786`, not the name of one of joblib's backends."""
    return "://" in backend


@contextmanager
def far_team(address: str) -> Iterator[tuple[Parallel, int]]:
    """Whoever plays there, and how many parts at once. Raises CannotRun."""
    if find_spec("distributed") is None:
        raise CannotRun("no_dask")
    import distributed

    connect: Any = distributed.Client
    try:
        client = connect(address, timeout=WITHIN, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise CannotRun("no_scheduler", address=address, problem=str(error) or "no answer") from None
    with client:
        versions = {str(one) for one in client.run(_version, on_error="return").values()}
        if not versions:
            raise CannotRun("no_scheduler", address=address, problem="it has no workers")
        if versions != {__version__}:
            raise CannotRun("other_tablee", version=__version__, found=", ".join(sorted(versions)))
        with parallel_config(backend="dask", client=client):
            yield Parallel(n_jobs=-1, batch_size=1), sum(client.nthreads().values())


def _version() -> str:
    return __version__
