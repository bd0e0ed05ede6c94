//! Records that are replayed for somebody who looks at them.

use tilewright_core::{Seat, Viewer};
use tilewright_protocol::blksgf;
use tilewright_table::{Entry, Event, Perspective, Record, Table};

use crate::error::ApiError;
use crate::wire::{GameSnapshot, ReplayRequest, ReplayResponse, ReplayedMove, TurnInfo};

/// A record to be replayed is not longer. No game that people play is.
const MAX_REPLAYED: usize = 5_000;

/// A variation is not longer.
const MAX_LINE: usize = 64;

/// Replays a record, or says in which line it is wrong.
pub fn replay_record(asked: &ReplayRequest) -> Result<ReplayResponse, ApiError> {
    let record = read_record(&asked.record)?;
    if record.n_entries() > MAX_REPLAYED {
        let message = format!("games of up to {MAX_REPLAYED} moves are replayed");
        return Err(ApiError::bad_request(message));
    }
    let n_moves = moves_of(&record).count();
    let ply = asked.ply.unwrap_or(n_moves);
    if ply > n_moves {
        let moves = if n_moves == 1 { "move" } else { "moves" };
        return Err(ApiError::bad_request(format!("the record has {n_moves} {moves}, not {ply}")));
    }
    if asked.line.len() > MAX_LINE {
        return Err(ApiError::bad_request(format!("a variation has up to {MAX_LINE} moves")));
    }
    if record.viewer().is_some() {
        if !asked.line.is_empty() {
            let message = "what one player saw of a game has no variations";
            return Err(ApiError::bad_request(message));
        }
        let seen = record.replay_view().map_err(|error| bad_record(&error))?;
        Ok(replay_view(&record, seen, ply))
    } else {
        let table = record.replay().map_err(|error| bad_record(&error))?;
        replay_table(&record, table, ply, &asked.line)
    }
}

/// Reads a record, or a game file of Pentobi, which begins with a parenthesis.
fn read_record(text: &str) -> Result<Record, ApiError> {
    if text.trim_start_matches('\u{feff}').trim_start().starts_with('(') {
        return Ok(blksgf::read(text).map_err(|error| bad_record(&error))?.record);
    }
    text.parse().map_err(|error| bad_record(&error))
}

fn bad_record(error: &dyn std::error::Error) -> ApiError {
    ApiError::bad_request(error.to_string())
}

/// The moves of a record, and what it says of them.
fn moves_of(record: &Record) -> impl Iterator<Item = (&str, &Entry)> {
    record.entries().iter().filter_map(|entry| match entry.event() {
        Event::Move { text, .. } => Some((text.as_str(), entry)),
        Event::Ending { .. } => None,
    })
}

fn replay_table(
    record: &Record,
    mut table: Box<dyn Table>,
    ply: usize,
    line: &[String],
) -> Result<ReplayResponse, ApiError> {
    let turn = table.turn().into();
    let mut moves: Vec<ReplayedMove> = moves_of(record)
        .zip(table.moves())
        .zip(1..)
        .map(|(((_, entry), m), ply)| ReplayedMove {
            effect: table.told(ply).map(str::to_owned),
            revealed: table.revealed(ply).map(str::to_owned),
            ..replayed(None, m, entry)
        })
        .collect();
    let mut shown = table.box_clone();
    while table.undo().is_some() {
        moves[table.ply()].seat = table.turn().seat();
        if table.ply() == ply {
            shown = table.box_clone();
        }
    }
    for m in line {
        shown.play(m).map_err(|error| bad_record(&error))?;
    }
    let snapshot = GameSnapshot::of(&*shown, Viewer::Spectator);
    Ok(response(record, moves, turn, snapshot))
}

fn replay_view(record: &Record, mut seen: Perspective, ply: usize) -> ReplayResponse {
    let turn = seen.turn().into();
    seen.rewind(ply);
    let snapshot = GameSnapshot::seen(&seen);
    seen.rewind(0);
    let mut moves = Vec::new();
    for (m, entry) in moves_of(record) {
        let seat = seen.turn().seat();
        seen.follow(m, entry.shown()).expect("the record was replayed a moment ago");
        let revealed = entry.shown().map(str::to_owned);
        moves.push(ReplayedMove { revealed, ..replayed(seat, m.to_owned(), entry) });
    }
    response(record, moves, turn, snapshot)
}

fn replayed(seat: Option<Seat>, m: String, entry: &Entry) -> ReplayedMove {
    let comment = Some(entry.comment()).filter(|comment| !comment.is_empty());
    ReplayedMove { seat, m, effect: None, revealed: None, comment: comment.map(str::to_owned) }
}

fn response(
    record: &Record,
    moves: Vec<ReplayedMove>,
    turn: TurnInfo,
    snapshot: GameSnapshot,
) -> ReplayResponse {
    let options: Vec<(&str, &str)> = record.options().collect();
    let start = record.game().open_kept(&options).expect("the record was replayed a moment ago");
    let name = |seat| record.name(seat).map(str::to_owned);
    ReplayResponse {
        record: record.to_string(),
        game: record.game(),
        options: start.options().into_iter().collect(),
        players: Seat::first(start.n_seats()).map(name).collect(),
        moves,
        turn,
        snapshot,
    }
}
