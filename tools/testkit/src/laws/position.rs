//! The laws of one position. Each function checks one of them.

use tilewright_core::{Game, MAX_SEATS, MoveOf, Position, Turn};

use crate::ensure;
use crate::laws::{Finding, Generator, LawResult, law, played, some_moves, sorted_moves};

/// For laws that play, write or read: a few random moves of each position cover a game's moves
/// soon enough, and all of them would take most of the time.
const N_MOVES_TRIED: usize = 4;

/// Checks everything but how the position with these sorted moves looks. `remembers` says that
/// the turn depends on earlier positions, which the text does not know.
pub(super) fn check_position<G: Game>(
    position: &G::Position,
    moves: &[MoveOf<G>],
    remembers: bool,
    rng: &mut Generator,
) -> LawResult {
    law("over if and only if no move", check_over(position, moves))?;
    law("outcome and scores are those of all seats", check_scores(position))?;
    law("each legal move is listed once", check_listed_once(moves))?;
    law("n_legal_moves counts the legal moves", check_count(position, moves))?;
    law("random_move gives a legal move", {
        check_random_move::<G::Position>(moves, || position.random_move(rng))
    })?;
    law("quick_move gives a legal move", {
        check_random_move::<G::Position>(moves, || position.quick_move(rng))
    })?;
    law("generated if and only if legal", check_legality(position, moves, moves))?;
    law("explain agrees with is_legal", check_explanations(position, moves))?;
    check_text::<G>(position, moves, remembers)?;

    let tried = some_moves(moves, N_MOVES_TRIED, rng);
    law("move text round-trips", check_move_texts::<G>(position, &tried))?;
    law("undo restores the position", check_undo(position, moves, &tried))?;
    law("play does what play_unchecked does", check_play(position, &tried))
}

/// Checks that moves from elsewhere are refused where they are not listed.
pub(super) fn check_strangers<P: Position>(
    position: &P,
    moves: &[P::Move],
    strangers: &[P::Move],
    rng: &mut Generator,
) -> LawResult {
    law("generated if and only if legal", check_legality(position, moves, strangers))?;
    law("explain agrees with is_legal", check_explanations(position, strangers))?;
    let illegal: Vec<P::Move> =
        strangers.iter().copied().filter(|m| moves.binary_search(m).is_err()).collect();
    let tried = some_moves(&illegal, N_MOVES_TRIED, rng);
    law("an illegal move changes nothing", check_refusals(position, moves, &tried))
}

/// The text of each move has no white space and reads as that move, with and without a position.
pub(super) fn check_move_texts<G: Game>(position: &G::Position, moves: &[MoveOf<G>]) -> Finding {
    for m in moves {
        let text = m.to_string();
        ensure(!text.is_empty() && !text.contains(char::is_whitespace), || {
            format!("the text of {m:?} is {text:?}")
        })?;
        let readings = [("parse", text.parse()), ("parse_move", G::parse_move(position, &text))];
        for (reader, reading) in readings {
            ensure(reading.as_ref() == Ok(m), || format!("{reader} reads {text} as {reading:?}"))?;
        }
    }
    Ok(())
}

/// Random moves end the game, in a position that is sound.
pub(super) fn check_play_out<P: Position>(position: &P, rng: &mut Generator) -> Finding {
    let mut end = position.clone();
    let n_moves = end.play_out(rng);
    ensure((n_moves == 0) == position.turn().is_over(), || format!("it played {n_moves} moves"))?;
    ensure(end.turn().is_over(), || format!("it stopped at {end}"))?;
    ensure(end.n_legal_moves() == 0, || format!("there are moves in {end}"))?;
    let parsed = end.to_string().parse();
    ensure(parsed.as_ref() == Ok(&end), || format!("the text of {end} reads as {parsed:?}"))?;
    ensure(parsed.is_ok_and(|parsed: P| parsed.key() == end.key()), || {
        format!("the key is not that of {end}")
    })
}

/// Compares two positions that should be the same in what they answer at little cost.
pub(super) fn check_answers<P: Position>(expected: &P, other: &P) -> Finding {
    ensure(other == expected && other.key() == expected.key(), || {
        format!("the position is {other}, not {expected}")
    })?;
    let [answers, expected] = [other, expected]
        .map(|position| (position.turn(), position.scores(), position.n_legal_moves()));
    ensure(answers == expected, || {
        format!("turn, scores and number of moves are {answers:?}, not {expected:?}")
    })
}

fn check_over<P: Position>(position: &P, moves: &[P::Move]) -> Finding {
    let turn = position.turn();
    ensure(turn.is_over() == moves.is_empty(), || {
        format!("the turn is {turn:?}, but there are {} moves", moves.len())
    })
}

fn check_scores<P: Position>(position: &P) -> Finding {
    let n_seats = position.n_seats();
    let scores = position.scores();
    ensure((1..=MAX_SEATS).contains(&n_seats), || format!("there are {n_seats} seats"))?;
    ensure(scores.len() == n_seats, || format!("{n_seats} seats have the scores {scores:?}"))?;
    match position.turn() {
        Turn::Chance => Ok(()),
        Turn::Player(seat) => {
            ensure(seat.index() < n_seats, || format!("{seat:?} of {n_seats} is to move"))
        }
        // The places need no check of their own: an outcome has as many as scores.
        Turn::Over(outcome) => ensure(*outcome.scores() == scores, || {
            format!("the outcome is {outcome:?}, but the scores are {scores:?}")
        }),
    }
}

fn check_listed_once<M: Copy + Eq + std::fmt::Display>(sorted_moves: &[M]) -> Finding {
    let twice = sorted_moves.windows(2).find(|pair| pair[0] == pair[1]);
    twice.map_or(Ok(()), |pair| Err(format!("{} is listed twice", pair[0])))
}

fn check_count<P: Position>(position: &P, moves: &[P::Move]) -> Finding {
    let n_legal_moves = position.n_legal_moves();
    ensure(n_legal_moves == moves.len(), || {
        format!("{n_legal_moves} are counted, {} are listed", moves.len())
    })
}

/// A random move is one of the sorted legal moves, and there is none only if they are none.
fn check_random_move<P: Position>(
    moves: &[P::Move],
    mut random_move: impl FnMut() -> Option<P::Move>,
) -> Finding {
    for _ in 0..N_MOVES_TRIED {
        let chosen = random_move();
        let is_sound = match chosen {
            Some(m) => moves.binary_search(&m).is_ok(),
            None => moves.is_empty(),
        };
        ensure(is_sound, || format!("it gives {chosen:?}, of {} moves", moves.len()))?;
    }
    Ok(())
}

fn check_legality<P: Position>(position: &P, moves: &[P::Move], tried: &[P::Move]) -> Finding {
    tried.iter().try_for_each(|&m| {
        let is_listed = moves.binary_search(&m).is_ok();
        ensure(position.is_legal(m) == is_listed, || {
            let wrong = if is_listed { "listed but not legal" } else { "legal but not listed" };
            format!("{m} is {wrong}")
        })
    })
}

fn check_explanations<P: Position>(position: &P, tried: &[P::Move]) -> Finding {
    tried.iter().try_for_each(|&m| {
        let explanation = position.explain(m);
        let is_legal = position.is_legal(m);
        ensure(explanation.is_ok() == is_legal, || {
            format!("explain says {explanation:?} to {m}, is_legal says {is_legal}")
        })?;
        let reason = explanation.err().map(|illegal| illegal.to_string());
        ensure(reason.as_deref() != Some(""), || format!("{m} is illegal for no reason"))
    })
}

fn check_refusals<P: Position>(position: &P, moves: &[P::Move], illegal: &[P::Move]) -> Finding {
    illegal.iter().try_for_each(|&m| {
        let mut refusing = position.clone();
        ensure(refusing.play(m).is_err(), || format!("{m} is illegal but was played"))?;
        check_same(position, moves, &refusing).map_err(|how| format!("{m} was refused, but {how}"))
    })
}

fn check_undo<P: Position>(position: &P, moves: &[P::Move], tried: &[P::Move]) -> Finding {
    let next = tried.iter().cycle().skip(1);
    tried.iter().zip(next).try_for_each(|(&m, &next)| {
        let mut taken_back = position.clone();
        let undo = taken_back.play_unchecked(m);
        taken_back.undo(m, undo);
        check_same(position, moves, &taken_back)
            .map_err(|how| format!("{m} was taken back, but {how}"))?;
        // Caches of a position show only when it is played on.
        taken_back.play_unchecked(next);
        check_answers(&played(position.clone(), next), &taken_back)
            .map_err(|how| format!("{m} was taken back and {next} played, but {how}"))
    })
}

fn check_play<P: Position>(position: &P, tried: &[P::Move]) -> Finding {
    tried.iter().try_for_each(|&m| {
        let mut checked = position.clone();
        let mut unchecked = position.clone();
        let answer = checked.play(m);
        unchecked.play_unchecked(m);
        ensure(answer.is_ok(), || format!("{m} is legal but refused: {answer:?}"))?;
        ensure(checked == unchecked && checked.key() == unchecked.key(), || {
            format!("{m} leads to {checked} if checked, else to {unchecked}")
        })
    })
}

/// The text is one line and builds an equal position from scratch, so its key is computed again.
fn check_text<G: Game>(position: &G::Position, moves: &[MoveOf<G>], remembers: bool) -> LawResult {
    let name = "position text round-trips";
    let text = position.to_string();
    law(name, ensure(text.trim() == text && text.lines().count() == 1, || format!("{text:?}")))?;
    let parsed: G::Position =
        law(name, text.parse().map_err(|error| format!("the text is refused: {error}")))?;
    law(name, ensure(parsed == *position, || format!("the text reads as {parsed:?}")))?;
    law("incremental key equals recomputed key", {
        let kept = position.key();
        let computed = parsed.key();
        ensure(kept == computed, || format!("{kept:016x} is not {computed:016x}"))
    })?;
    let known = G::options(position);
    let read = G::options(&parsed);
    law(name, ensure(known == read, || format!("the options {known:?} are read as {read:?}")))?;
    if remembers {
        return Ok(());
    }
    law(name, check_same(position, moves, &parsed).map_err(|how| format!("it is read, but {how}")))
}

/// Compares a position, whose sorted moves are given, with one that should be the same in all
/// that can be asked.
fn check_same<P: Position>(expected: &P, moves: &[P::Move], other: &P) -> Finding {
    ensure(other == expected, || format!("the position is {other}"))?;
    ensure(other.key() == expected.key(), || "the key differs".to_owned())?;
    ensure(other.turn() == expected.turn(), || format!("the turn is {:?}", other.turn()))?;
    ensure(other.scores() == expected.scores(), || format!("the scores are {:?}", other.scores()))?;
    ensure(other.to_string() == expected.to_string(), || format!("the text is {other}"))?;
    ensure(sorted_moves(other) == moves, || "the legal moves differ".to_owned())
}
