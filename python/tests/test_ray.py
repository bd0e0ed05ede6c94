"""Arenas and self-play on a Ray of this machine, with two workers."""

import os
import signal

import pytest

import some_bots
import tilewright

ray = pytest.importorskip("ray")


@pytest.fixture(scope="module", autouse=True)
def cluster():
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


MATCH = dict(games=40, variant="duo", seed=3)


def test_an_arena_is_that_of_one_machine():
    import tilewright.ray

    here = tilewright.arena("blokus", ["greedy", "random"], **MATCH, workers=1)
    seen = []
    there = tilewright.ray.arena("blokus", ["greedy", "random"], **MATCH, progress=seen.append)
    assert there.is_complete and there.games == here.games
    assert there.report == here.report
    assert seen[-1].n_played == 40 and len(seen) > 2


def test_a_test_ends_as_on_one_machine():
    import tilewright.ray

    plan = dict(games=2000, variant="duo", seed=3, sprt=(0, 200))
    here = tilewright.arena("blokus", ["greedy", "random"], **plan, workers=1)
    there = tilewright.ray.arena("blokus", ["greedy", "random"], **plan)
    assert here.sprt["decision"] is not None and here.n_games < 2000
    assert there.sprt == here.sprt and there.n_games == here.n_games


def test_what_a_lost_worker_had_is_played_again_and_counts_once(tmp_path):
    """A worker is killed in the middle of its part, while this process waits for it."""
    import tilewright.ray

    class Watched(tilewright.Bot):
        def choose(self, game):
            # Engines are children of the worker that started them.
            (tmp_path / str(os.getppid())).touch()
            return self.random.choice(game.legal_moves())

    killed = []

    def kill(progress):
        if not killed and progress.n_played >= 4:
            workers = [int(path.name) for path in tmp_path.iterdir()]
            alive = [pid for pid in workers if _is_alive(pid)]
            if alive:
                os.kill(alive[-1], signal.SIGKILL)
                killed.append(alive[-1])

    plan = dict(games=40, variant="duo", seed=5)
    there = tilewright.ray.arena("blokus", [Watched, "random"], **plan, progress=kill)
    assert killed and not _is_alive(killed[0])
    here = tilewright.arena("blokus", [Watched, "random"], **plan, workers=1)
    assert there.is_complete and there.n_games == 40
    assert [game.game for game in there.games] == list(range(40))
    assert some_bots.without_times(there) == some_bots.without_times(here)
    assert there.games == here.games


def test_a_stopped_arena_goes_on_here_or_there(tmp_path):
    import tilewright.ray

    whole = tilewright.arena("blokus", ["greedy", "random"], **MATCH, workers=1)
    n_kept = {}
    for name, resume in (("there", tilewright.ray.arena), ("here", tilewright.arena)):
        file = tmp_path / f"{name}.results"

        def stop(progress):
            if progress.n_played >= 6:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            tilewright.ray.arena(
                "blokus", ["greedy", "random"], **MATCH, results=file, progress=stop
            )
        n_kept[name] = sum(1 for _ in tilewright.read_games(file.with_suffix(".records")))
        finished = resume(resume=file)
        assert finished.is_complete and finished.games == whole.games
        assert finished.report == whole.report
        assert sum(1 for _ in tilewright.read_games(file.with_suffix(".records"))) == 40
    assert all(6 <= n < 40 for n in n_kept.values()), n_kept
    with pytest.raises(tilewright.GameError, match="exists already"):
        tilewright.ray.arena("blokus", ["greedy", "random"], **MATCH, results=file)
    bare = tmp_path / "bare.results"
    tilewright.ray.arena("blokus", ["greedy", "random"], **MATCH, results=bare, records=False)
    assert bare.exists() and len(list(tmp_path.glob("bare*"))) == 1


def test_self_play_is_that_of_one_machine():
    import tilewright.ray

    plan = dict(games=12, variant="duo", seed=9, random_plies=2)
    here = list(tilewright.self_play("blokus", "greedy", **plan))
    there = list(tilewright.ray.self_play("blokus", "greedy", **plan, in_order=True))
    assert there == here and len({game.record for game in here}) == 12
    unordered = list(tilewright.ray.self_play("blokus", "greedy", **plan))
    assert sorted(unordered) == here


def test_self_play_follows_chance_and_hidden_hands():
    games = list(tilewright.self_play("triominos", "greedy", games=3, options={"single_round": True}))
    for played in games:
        assert played.game.is_over and played.game.scores == played.scores
    assert len({game.record for game in games}) == 3


def test_what_cannot_be_played_is_refused_before_anybody_works():
    import tilewright.ray

    with pytest.raises(ValueError, match="there is no game"):
        tilewright.ray.arena("chess", ["greedy", "random"], games=2)
    with pytest.raises(ValueError, match="no bot"):
        list(tilewright.ray.self_play("blokus", "stockfish", games=2))


def _is_alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False
