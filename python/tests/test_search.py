"""Searches from Python: watched, awaited, stopped, pondered; engines of other programs; pictures."""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
import time
from pathlib import Path

import pytest

import tilewright
from tilewright import Engine, Game, GameError
from tilewright.tilewe import Board

GAME = Game("coerceo", variant="ocius")

#: An engine of another process: one of the package's own bots.
ENGINE = f"ugi:{sys.executable} -m tilewright.engine greedy --game coerceo"


def test_a_search_is_stopped_and_keeps_what_it_has() -> None:
    search = tilewright.bot("minimax").think(GAME)
    deadline = time.monotonic() + 20
    while search.latest is None and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not search.is_done
    search.stop()
    analysis = search.result(5)
    assert search.is_done and GAME.is_legal(analysis.best.move)
    assert analysis.judge.startswith("minimax")


def test_a_search_is_watched_and_awaited() -> None:
    async def watch() -> tuple[int, tilewright.Analysis]:
        n_steps = 0
        search = tilewright.bot("minimax").think(GAME, depth=4)
        async for analysis in search:
            assert analysis.best.move in GAME.legal_moves()
            n_steps += 1
        return n_steps, await search

    n_steps, analysis = asyncio.run(watch())
    assert n_steps >= 1 and analysis.best.depth >= 1


def test_a_search_ends_with_its_block_and_with_its_limits() -> None:
    with tilewright.bot("mcts").think(GAME) as search:
        with pytest.raises(TimeoutError):
            search.result(0.05)
    assert search.is_done
    assert tilewright.bot("mcts").think(GAME, nodes=50).result(20).nodes <= 60


def test_errors_of_a_search_are_raised_with_its_result() -> None:
    with pytest.raises(GameError):
        tilewright.bot("solver").think(GAME, nodes=1).result(10)
    with pytest.raises(GameError, match="no seat is to move"):
        over = Game("aquapipe")
        over.play_out(1)
        tilewright.bot("minimax").think(over)


def test_pondering_goes_on_with_the_expected_move_and_begins_anew_with_another() -> None:
    moves = GAME.legal_moves()
    ponder = tilewright.bot("minimax").ponder(GAME, moves[0], depth=3)
    first = ponder.search
    assert ponder.hit(moves[0]) and ponder.search is first
    other = tilewright.bot("minimax").ponder(GAME, moves[0], depth=3)
    before = other.search
    assert not other.hit(moves[1]) and other.search is not before
    after = GAME.copy()
    after.play(moves[1])
    assert after.is_legal(other.search.result(30).best.move)
    other.stop()


def test_an_engine_of_another_process_plays_as_a_bot() -> None:
    with Engine(ENGINE) as engine:
        game = GAME.copy()
        for _ in range(4):
            game.play(tilewright.ask(engine, game, seed=1, nodes=10))
        assert game.ply == 4 and engine.name != engine.spec
        fresh = Game("coerceo")
        assert fresh.is_legal(engine.choose(fresh, seed=1))
        analysis = engine.think(game, time=0.2).result(20)
        assert game.is_legal(analysis.best.move)
        assert pickle.loads(pickle.dumps(engine)).spec == ENGINE
    result = tilewright.arena("coerceo", [Engine(ENGINE), "random"], games=2, seed=1)
    assert result.names[0] == ENGINE and result.is_complete


def test_an_engine_plays_by_gtp() -> None:
    target = os.environ.get("CARGO_TARGET_DIR", "target")
    program = os.environ.get("TILEWRIGHT", os.path.join(target, "debug", "tilewright"))
    if not os.path.exists(program):
        pytest.fail(f"there is no {program}: build it with cargo build -p tilewright")
    with Engine(f"gtp:{program} engine blokus --protocol gtp --variant duo") as engine:
        game = Game("blokus", variant="duo")
        for ply in range(6):
            # Every other move is that of somebody else.
            game.play(engine.choose(game) if ply % 2 == 0 else game.random_move(ply))
        assert engine.name == "Tilewright"
        game.undo()
        game.undo()
        expected = engine.choose(game)
        assert game.is_legal(expected)
        game.play(game.random_move(1))
        ponder = engine.ponder(game, game.legal_moves()[0])
        assert ponder.hit(game.legal_moves()[0])
        assert len(str(ponder.search.result(30).best.move)) > 3
        with pytest.raises(GameError, match="GTP has no words for this game of Coerceo"):
            engine.choose(GAME)


def test_engines_that_cannot_play_are_refused() -> None:
    with pytest.raises(GameError, match="ugi:COMMAND"):
        Engine("./engine")
    with pytest.raises(GameError, match="no-such-program"):
        Engine("ugi:no-such-program").choose(GAME)


def test_bots_that_cannot_judge_say_who_did() -> None:
    assert tilewright.analyze(GAME, "greedy", nodes=50).judge == "random games"
    assert tilewright.analyze(GAME, "minimax", nodes=500).judge.startswith("minimax")
    game = GAME.copy()
    game.play(game.legal_moves()[0])
    (judged,) = tilewright.review(game, "random", nodes=50)
    assert judged.judge == "random games"


@pytest.mark.parametrize("name", tilewright.GAMES)
def test_pictures_show_what_is_asked_for(name: str) -> None:
    game = Game(name, seed=2)
    for _ in range(3):
        game.play(game.random_move(1))
    viewer = game.turn
    plain = game.svg(viewer, last_move=False)
    moves = [m for m in game.legal_moves() if str(m) not in ("draw", "pass")][:5]
    assert 'width="300"' in game.svg(viewer, size=300)
    assert len({plain, game.svg(viewer, orientation=1), game.svg(viewer, palette="dark")}) == 3
    if moves:
        marked = game.svg(viewer, last_move=False, moves=moves)
        heated = game.svg(viewer, heat={m: i for i, m in enumerate(moves)})
        assert marked.count('class="heat"') >= 1 and heated.count('class="heat"') >= 1
        assert game.svg(viewer, heat={moves[0]: float(1)}) != plain
    for wrong in ({"size": 3}, {"palette": "red"}, {"orientation": 2}, {"heat": {"x": 1}}):
        with pytest.raises(GameError):
            game.svg(**wrong)  # type: ignore[arg-type]


def test_notebooks_are_shown_tables_and_pictures(tmp_path: Path) -> None:
    shown = [
        tilewright.analyze(GAME, "minimax", nodes=500),
        tilewright.review(Game("aquapipe", moves="S@b2"), "minimax", nodes=200),
        tilewright.arena("aquapipe", ["random", "greedy"], games=4, seed=1),
        tilewright.Record.of(Game("aquapipe", moves="S@b2")),
    ]
    for one in shown:
        html = one._repr_html_()
        assert html.startswith("<table>") and html.endswith("</table>"), one
    assert "<svg" in Board(2)._repr_html_()
