"""Arenas and self-play on a Ray cluster (``pip install '.[ray]'`` in a clone).

Workers play blocks of games and return results as they are ready. Blocks of a lost worker are played
again and counted once. The results are those of `tilewright.arena` and `tilewright.self_play` on one
machine with the same arguments::

    import ray
    import tilewright.ray

    ray.init("auto")                       # or nothing: a Ray of this machine is started
    result = tilewright.ray.arena("blokus", ["mcts:nodes=1000", "greedy"], games=2000, variant="duo")
    print(result)
"""

from __future__ import annotations

from typing import (
    Any,
    Callable,
    Dict,
    Generator,
    Iterator,
    List,
    Optional,
    Sequence,
    Tuple,
    TypeVar,
    Union,
)

from tilewright._arena import (
    ArenaResult,
    Bar,
    GameResult,
    Path,
    Plan,
    Player,
    Progress,
    _read,
    _write,
    listener_of,
    opened,
)
from tilewright._bots import count
from tilewright._self_play import Played, SelfPlay

try:
    import ray
except ImportError as error:
    raise ImportError("tilewright.ray needs Ray: pip install '.[ray]' in a clone") from error

__all__ = ["arena", "self_play"]

T = TypeVar("T")

#: The number of tasks for each worker: few enough to cost little, many enough to be fair and stream.
TASKS_PER_WORKER = 8

#: The most blocks or games in a task, so that little is lost with a worker.
MAX_PER_TASK = 256


def arena(
    game: Optional[str] = None,
    players: Sequence[Player] = (),
    *,
    workers: Optional[int] = None,
    results: Optional[Path] = None,
    records: bool = True,
    resume: Optional[Path] = None,
    progress: Union[bool, Callable[[Progress], object], None] = None,
    **plan: Any,
) -> ArenaResult:
    """Plays a tournament on the cluster and returns the result with its confidence.

    The arguments are those of `tilewright.arena`, and so is the result, unless a limit is a time.
    `workers` limits the number of processors; the default is all of them. `results` names a file on
    this machine that stores games as they end, with their `records` beside it; a tournament that was
    stopped resumes with ``arena(resume=file)``, here or with `tilewright.arena`. Without a file, Ctrl-C
    returns the result so far; with one, `KeyboardInterrupt` is raised.
    """
    made, file, standings = opened(game, players, results, records, resume, plan)
    listener = listener_of(progress)
    n_workers = _n_workers(workers)
    n_per_block = made._plan.games_per_block
    missing = [
        block
        for block in range(made.n_blocks)
        if any(game not in standings._games for game in _games_of(block, n_per_block))
    ]
    has_records = file is not None and file.has_records
    job = (made, missing, has_records)
    parts = _map(_play_blocks, job, len(missing), n_workers)
    try:
        for played in parts:
            new = [pair for pair in played if standings.add([pair[0]])]
            if file is not None:
                file.add([(_write(result), record) for result, record in new])
            if listener is not None:
                listener(standings.progress())
            if standings.is_complete:
                break
    except KeyboardInterrupt:
        if file is not None:
            raise
    finally:
        parts.close()
        if isinstance(listener, Bar):
            listener.close()
    return standings.result()


def self_play(
    game: str,
    bot: Player = "mcts",
    *,
    games: int,
    workers: Optional[int] = None,
    in_order: bool = False,
    **plan: Any,
) -> Iterator[Played]:
    """Lets a bot play itself on the cluster and yields the games as they end.

    The arguments are those of `tilewright.self_play`, and so are the games, in the order in which they
    end unless `in_order` is true.
    """
    made = SelfPlay(game, bot, **plan)
    n_games, n_workers = count("games", games), _n_workers(workers)
    waiting: Dict[int, Played] = {}
    n_given = 0
    for played in _map(_play_games, made, n_games or 0, n_workers):
        if not in_order:
            yield from played
            continue
        waiting.update((it.number, it) for it in played)
        while n_given in waiting:
            yield waiting.pop(n_given)
            n_given += 1


def _games_of(block: int, n_per_block: int) -> range:
    return range(block * n_per_block, (block + 1) * n_per_block)


def _play_blocks(
    job: Tuple[Plan, Sequence[int], bool], numbers: range
) -> List[Tuple[GameResult, Optional[str]]]:
    """Plays some of the blocks, by their places among those that are missing."""
    plan, blocks, has_records = job
    played: List[Tuple[GameResult, Optional[str]]] = []
    try:
        for number in numbers:
            games = plan._plan.play_block_recorded(blocks[number], has_records)
            played += [(_read(plan._plan, text), record) for text, record in games]
        return played
    finally:
        plan.close()


def _play_games(plan: SelfPlay, numbers: range) -> List[Played]:
    return [plan.play(number) for number in numbers]


def _map(
    play: Callable[[Any, range], List[T]], plan: Any, n_items: int, n_workers: int
) -> Generator[List[T], None, None]:
    """Plays all items in parts on the cluster and yields the result of each part when it is ready.

    Ray itself restarts the part of a lost worker. At most `n_workers` parts run at the same time, and
    parts that are no longer needed are canceled.
    """
    size = max(1, min(MAX_PER_TASK, n_items // (TASKS_PER_WORKER * n_workers)))
    parts = (range(i, min(i + size, n_items)) for i in range(0, n_items, size))
    task = ray.remote(max_retries=-1)(play)
    there = ray.put(plan)
    pending: List[Any] = []
    try:
        for part in parts:
            pending.append(task.remote(there, part))
            if len(pending) >= n_workers:
                done, pending = ray.wait(pending)
                yield from map(ray.get, done)
        while pending:
            done, pending = ray.wait(pending)
            yield from map(ray.get, done)
    finally:
        for ref in pending:
            ray.cancel(ref, force=True)


def _n_workers(asked: Optional[int]) -> int:
    if not ray.is_initialized():
        ray.init()
    resources: Dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
    n_processors = max(1, int(resources.get("CPU", 1)))
    return min(count("workers", asked) or n_processors, n_processors)
