//! Protocols of engines.

use std::io::Cursor;

use tilewright_arena::PlayerSpec;
use tilewright_core::{MAX_SEATS, Seat};
use tilewright_protocol::gtp::{self, parse_answer};
use tilewright_protocol::ugi::{
    Command, Engine, InfoLine, OptionDeclaration, Session, SessionConfig,
};
use tilewright_table::GameId;

use crate::input::{asks_for_much, check_sentence, choice_and_rest, choice_and_text, pick};

/// Lines to an engine that speaks UGI, after a byte for the game.
///
/// Whatever is said, the engine answers in whole lines and is ready afterwards. A command that is
/// read is written as one that reads the same.
pub fn ugi(data: &[u8]) {
    let Some((game, rest)) = choice_and_rest(data) else { return };
    let games: Vec<GameId> = GameId::ALL.into_iter().collect();
    let lines = String::from_utf8_lossy(rest);
    let lines: Vec<&str> = lines.lines().filter(|line| !asks_for_much(line)).collect();
    for command in lines.iter().filter_map(|line| line.parse::<Command>().ok()) {
        assert_eq!(command.to_string().parse().as_ref(), Ok(&command), "{command}");
    }
    let ends = lines.iter().any(|line| matches!(line.parse(), Ok(Command::Quit)));
    let input = Cursor::new(lines.join("\n") + "\nisready\n");
    let engine = Engine::Bot("greedy".parse().expect("this is a bot"));
    let game = *pick(&games, game);
    let config = SessionConfig { game, options: Vec::new(), engine, seed: 1 };
    let mut output = Vec::new();
    Session::run(config, input, &mut output).expect("memory does not fail");
    let output = String::from_utf8(output).expect("an engine writes text");
    if !ends {
        let is_last = |line: &&str| line.starts_with("readyok") || line.starts_with("bestmove");
        assert!(output.ends_with('\n') && output.lines().any(|line| line == "readyok"), "{output}");
        assert!(output.lines().next_back().is_some_and(|line| is_last(&line)), "{output}");
    }
}

/// Lines to an engine of Blokus that speaks GTP, after a byte for the variant. No file is named:
/// only the user who starts the engine names files.
///
/// Whatever is said, each command has one answer of its form, and the table of the engine stays
/// sound.
pub fn gtp(data: &[u8]) {
    let Some((variant, rest)) = choice_and_rest(data) else { return };
    let variant = pick(&["classic", "classic-2", "classic-3", "duo", "tilewe"], variant);
    let blokus: GameId = "blokus".parse().expect("there is this game");
    let table = blokus.open(&[("variant", variant)]).expect("there is this variant");
    let choose = |table: &dyn tilewright_table::Table| {
        table.legal_moves().first().cloned().ok_or_else(|| "there is no move".to_owned())
    };
    let mut gtp = gtp::Session::new(table, choose).expect("this is Blokus");
    let lines = String::from_utf8_lossy(rest);
    for line in lines.lines().filter(|line| !line.contains("sgf")) {
        if let Some(answer) = gtp.answer(line) {
            assert!(answer.starts_with(['=', '?']) && answer.ends_with("\n\n"), "{answer:?}");
            let body = &answer[..answer.len() - 2];
            assert!(!body.contains("\n\n"), "an answer ends at its first empty line: {answer:?}");
        }
    }
    let text = gtp.table().position_text();
    let again = blokus.open_position(&text).expect("the position of a table is one");
    assert_eq!(again.legal_moves(), gtp.table().legal_moves(), "{text}");
}

/// The lines of an external engine, after a byte for the seats: lines of UGI, each an option that
/// it has or information about its search, and an answer of GTP. The same text is read as a player
/// of a tournament.
///
/// Each is read or refused, and what is read is written as something that reads the same.
pub fn answers(data: &[u8]) {
    let Some((choice, text)) = choice_and_text(data) else { return };
    let n_seats = 1 + usize::from(choice) % MAX_SEATS;
    let seat = Seat::new(usize::from(choice) / MAX_SEATS % n_seats).expect("there is this seat");
    for line in text.lines() {
        match line.parse::<OptionDeclaration>() {
            Ok(option) => assert_eq!(option.to_string().parse().as_ref(), Ok(&option), "{option}"),
            Err(error) => check_sentence(&error),
        }
        if let Some(thought) = InfoLine::read(line, seat, n_seats) {
            // Expected results are written with four digits, and then stay.
            let written = thought.to_string();
            let again = InfoLine::read(&written, seat, n_seats).map(|again| again.to_string());
            assert_eq!(again.as_ref(), Some(&written), "{line}");
        }
    }
    if let Some(Ok(answer) | Err(answer)) = parse_answer(text) {
        assert!(answer == answer.trim() && text.contains(answer), "{answer:?}");
    }
    match text.parse::<PlayerSpec>() {
        Ok(player) => assert_eq!(player.to_string().parse().as_ref(), Ok(&player), "{player}"),
        Err(error) => check_sentence(&error),
    }
}
