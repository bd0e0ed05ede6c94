//! The full screen without a terminal: its drawings, and whole games by keys and mouse.
//!
//! `TILEWRIGHT_RECORD_SCREENS=1 cargo test -p tilewright --bins full` records the screens again.

use std::{env, fs};

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Rect;
use tempfile::TempDir;
use tilewright_bots::Bots;
use tilewright_core::{BySeat, Seat, Turn};
use tilewright_render::{Ink, parts};
use tilewright_table::{GameId, Record};

use super::draw::draw;
use super::hand::{Step, Turning};
use super::keys::Action;
use super::state::{Areas, Dialog, Exit, State};
use super::thinker::{Answer, Question};
use crate::play::game::Game;
use crate::play::kept::Kept;
use crate::play::opponents::Opponents;
use crate::play::player::Player;
use crate::play::save::SaveFile;

/// A game on the screen, the bots that play in it, and the folder in which it is kept.
struct Stage {
    state: State,
    opponents: Opponents,
    folder: TempDir,
}

const SEED: u64 = 7;

impl Stage {
    fn new(game: &str, options: &[(&str, &str)], players: &[&str]) -> Stage {
        let table = game.parse::<GameId>().unwrap().open(options).unwrap();
        let bots = Bots::of(table.game());
        let players = BySeat::from_fn(table.n_seats(), |seat: Seat| {
            let text = players.get(seat.index()).copied().unwrap_or("random");
            Player::read(text, bots, table.game()).unwrap()
        });
        let opponents = Opponents::new(bots, &players, SEED).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let save = SaveFile::create(folder.path().join("game.record")).unwrap();
        let record = Record::of(&*table);
        let kept = Kept::default();
        let game = Game { table, players, record, save, seed: SEED, kept, unsaved: None };
        let mut stage = Stage { state: State::new(game, None, Ink::Plain), opponents, folder };
        stage.settle();
        stage
    }

    /// Lets chance and the bots play until a person has something to do.
    fn settle(&mut self) {
        loop {
            self.state.advance().unwrap();
            let Some(question) = self.state.questions.pop() else { return };
            match question {
                Question::Move(table, seat) => {
                    let chosen = self.opponents.choose(&*table, seat, &mut |_| ());
                    self.state.hear(Answer::Move(chosen.unwrap())).unwrap();
                }
                Question::Hint(..) => {
                    let hint = "F5e@d9  63 %; 4 moves ahead".to_owned();
                    self.state.hear(Answer::Hint(Ok(vec![hint]))).unwrap();
                }
                Question::Rewind => self.opponents.rewind(),
            }
        }
    }

    fn act(&mut self, action: Action) {
        self.state.act(action).unwrap();
        self.settle();
    }

    /// The screen of this size, as text.
    fn screen(&mut self, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| draw(&mut self.state, frame)).unwrap();
        let buffer = terminal.backend().buffer();
        let line = |y| {
            let symbols: String = (0..width).map(|x| buffer[(x, y)].symbol()).collect();
            symbols.trim_end().to_owned() + "\n"
        };
        (0..height).map(line).collect()
    }

    fn check(&mut self, name: &str) {
        for (width, height) in [(80, 24), (120, 40), (44, 14)] {
            let found = self.screen(width, height);
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/play/full/screens");
            let path = format!("{folder}/{name}-{width}x{height}.txt");
            if env::var_os("TILEWRIGHT_RECORD_SCREENS").is_some() {
                fs::create_dir_all(folder).unwrap();
                fs::write(&path, &found).unwrap();
            }
            assert_eq!(found, fs::read_to_string(&path).unwrap(), "{path}");
        }
    }

    /// Takes a piece by a click and puts it down by another one, where its ghost stands.
    fn play_by_mouse(&mut self) {
        let ply = self.state.game.table.ply();
        self.screen(80, 24);
        let heads = self.state.hand.heads();
        let is_playable = |(_, name): &&(Rect, String)| heads.contains(name);
        let piece = self.state.areas.pieces.iter().find(is_playable);
        let Rect { x, y, .. } = piece.expect("a piece can be taken").0;
        self.act(Action::Click { column: x + 1, row: y });
        self.screen(80, 24);
        let click = match self.state.hand.place() {
            Some(place) => {
                let Areas { board, offset, .. } = &self.state.areas;
                let column = board.x + (place.column - offset.0) as u16;
                let row = board.y + (place.line - offset.1) as u16;
                Action::Click { column, row }
            }
            None => Action::Click { column: x + 1, row: y },
        };
        self.act(click);
        assert!(self.state.game.table.ply() > ply, "{:?}", self.state.message);
    }

    /// The record as it is kept.
    fn kept(&self) -> Record {
        let text = fs::read_to_string(self.folder.path().join("game.record")).unwrap();
        text.parse().unwrap()
    }
}

#[test]
fn blokus_shows_the_ghost_at_its_place() {
    let mut stage = Stage::new("blokus", &[("variant", "duo")], &["human", "human"]);
    stage.check("blokus-start");
    stage.act(Action::NextPiece(true));
    stage.check("blokus-ghost");
    // Turned and moved off its place it says why it cannot be there.
    stage.act(Action::Turn(Turning::Right));
    stage.act(Action::Step(Step::Up));
    stage.act(Action::Step(Step::Up));
    assert!(stage.state.message.is_problem, "{:?}", stage.state.message);
    stage.check("blokus-problem");
}

#[test]
fn a_board_that_is_too_large_is_scrolled_to_the_ghost() {
    let mut stage = Stage::new("blokus", &[], &["human"]);
    stage.act(Action::NextPiece(true));
    stage.check("blokus-classic");
    stage.act(Action::NextPlace(false));
    let screen = stage.screen(80, 24);
    assert!(screen.contains('▒'), "{screen}");
    let mut stage = Stage::new("coerceo", &[("variant", "laurentius")], &["human", "human"]);
    stage.act(Action::NextPiece(false));
    for (width, height) in [(80, 24), (60, 16), (40, 10)] {
        let screen = stage.screen(width, height);
        assert!(screen.contains('▒'), "{screen}");
    }
}

#[test]
fn triominos_hides_the_other_hands() {
    let mut stage = Stage::new("triominos", &[], &["human", "random"]);
    stage.act(Action::NextPiece(true));
    stage.check("triominos-ghost");
}

#[test]
fn coerceo_takes_the_piece_at_the_cursor() {
    let mut stage = Stage::new("coerceo", &[("variant", "ocius")], &["human", "human"]);
    stage.act(Action::NextPiece(true));
    let head = stage.state.hand.head().unwrap().to_owned();
    stage.act(Action::Cancel);
    stage.state.hand.point(&head);
    stage.act(Action::Confirm);
    assert_eq!(stage.state.hand.head(), Some(head.as_str()));
    stage.check("coerceo-ghost");
    stage.act(Action::Confirm);
    assert_eq!(stage.state.game.table.ply(), 1);
}

#[test]
fn aquapipe_shows_the_rings_of_the_ghost() {
    let mut stage = Stage::new("aquapipe", &[], &["human", "human"]);
    stage.act(Action::NextPiece(true));
    stage.act(Action::Step(Step::Right));
    stage.check("aquapipe-ghost");
    stage.act(Action::Confirm);
    stage.act(Action::Hint);
    stage.check("aquapipe-hint");
}

#[test]
fn a_u_pipe_is_turned() {
    let mut stage = Stage::new("aquapipe", &[("variant", "4x4")], &["human", "human"]);
    while stage.state.hand.head() != Some("US") {
        stage.act(Action::NextPiece(true));
    }
    let before = stage.state.hand.ghost(&*stage.state.game.table).unwrap().m;
    stage.act(Action::Turn(Turning::Right));
    let after = stage.state.hand.ghost(&*stage.state.game.table).unwrap();
    assert!(after.m != before && after.problem.is_none());
}

#[test]
fn a_game_is_played_to_its_end_with_the_keys_and_kept() {
    for (game, options) in [
        ("blokus", &[("variant", "duo")][..]),
        ("triominos", &[("single-round", "on")]),
        ("coerceo", &[("variant", "ocius")]),
        ("aquapipe", &[]),
    ] {
        let mut stage = Stage::new(game, options, &["human", "greedy"]);
        for n_actions in 0.. {
            assert!(n_actions < 5_000, "{game} does not end");
            let action = match stage.state.dialog {
                None if stage.state.hand.head().is_none() => Action::NextPiece(n_actions % 3 > 0),
                _ => Action::Confirm,
            };
            stage.act(action);
            stage.screen(80, 24);
            if stage.state.exit.is_some() {
                break;
            }
        }
        assert_eq!(stage.state.exit, Some(Exit::Over), "{game}");
        let replayed = stage.kept().replay().unwrap();
        assert!(replayed.turn().is_over());
        assert_eq!(replayed.moves(), stage.state.game.table.moves());
    }
}

#[test]
fn a_game_is_played_to_its_end_with_the_mouse() {
    for (game, options) in [
        ("blokus", &[("variant", "duo")][..]),
        ("triominos", &[("single-round", "on")]),
        ("coerceo", &[("variant", "ocius")]),
        ("aquapipe", &[("variant", "4x4")]),
    ] {
        let mut stage = Stage::new(game, options, &["human", "greedy"]);
        for n_turns in 0.. {
            assert!(n_turns < 500, "{game} does not end");
            if stage.state.dialog.is_some() {
                stage.act(Action::Confirm);
            }
            if stage.state.exit.is_some() {
                break;
            }
            stage.play_by_mouse();
        }
        assert_eq!(stage.state.exit, Some(Exit::Over), "{game}");
        assert!(stage.kept().replay().unwrap().turn().is_over());
    }
}

#[test]
fn tiles_that_fit_nowhere_are_in_the_hand_too() {
    let mut stage = Stage::new("triominos", &[], &["human", "random"]);
    let screen = stage.screen(80, 24);
    let view = stage.state.game.table.game_view(stage.state.viewer());
    let hand = parts(&view, Ink::Plain).hand;
    assert_eq!(hand.len(), 9);
    for tile in &hand {
        assert!(screen.contains(tile.as_str()), "{tile} is not in {screen}");
    }
    // After a move of both, some fit nowhere: a click says so.
    stage.act(Action::NextPiece(true));
    stage.act(Action::Confirm);
    stage.screen(80, 24);
    let heads = stage.state.hand.heads().to_vec();
    let idle = stage.state.areas.pieces.iter().find(|(_, name)| !heads.contains(name));
    let (area, name) = idle.expect("a tile fits nowhere").clone();
    stage.act(Action::Click { column: area.x + 1, row: area.y });
    assert_eq!(stage.state.message.text, format!("{name} cannot go anywhere"));
}

#[test]
fn the_board_can_be_looked_at_after_the_end() {
    let mut stage = Stage::new("aquapipe", &[], &["human", "human"]);
    stage.act(Action::Resign);
    stage.act(Action::Confirm);
    stage.act(Action::Cancel);
    assert_eq!(stage.state.dialog, None);
    assert!(stage.screen(80, 24).contains("Enter leaves"));
    stage.act(Action::Confirm);
    assert_eq!(stage.state.exit, Some(Exit::Over));
}

#[test]
fn any_size_is_drawn() {
    for (game, options) in [
        ("blokus", &[][..]),
        ("triominos", &[]),
        ("coerceo", &[("variant", "laurentius")]),
        ("aquapipe", &[("variant", "4x4")]),
    ] {
        let mut stage = Stage::new(game, options, &["human"]);
        stage.act(Action::NextPiece(true));
        for (width, height) in [(1, 1), (7, 3), (20, 6), (33, 9), (250, 2), (3, 90), (250, 90)] {
            stage.screen(width, height);
            stage.act(Action::Click { column: width / 2, row: height / 2 });
        }
    }
}

#[test]
fn between_two_people_with_secrets_is_a_curtain() {
    let mut stage = Stage::new("triominos", &[], &["human", "human"]);
    let Some(Dialog::Curtain(seat)) = stage.state.dialog else { panic!("there is a curtain") };
    stage.check("curtain");
    assert_eq!(stage.state.game.table.turn(), Turn::Player(seat));
    stage.act(Action::Confirm);
    assert_eq!(stage.state.dialog, None);
    stage.act(Action::NextPiece(true));
    stage.act(Action::Confirm);
    let next = Some(Dialog::Curtain(seat.next(2)));
    assert_eq!(stage.state.dialog, next);
}

#[test]
fn the_end_of_a_round_is_seen_before_the_next_deal() {
    let options = [("blocked-when", "passes"), ("max-draws", "1")];
    let mut stage = Stage::new("triominos", &options, &["human", "greedy"]);
    for _ in 0..2_000 {
        if matches!(stage.state.dialog, Some(Dialog::RoundOver(_) | Dialog::GameOver(_))) {
            break;
        }
        let is_empty = stage.state.hand.head().is_none();
        stage.act(if is_empty { Action::NextPiece(true) } else { Action::Confirm });
    }
    let Some(Dialog::RoundOver(text)) = &stage.state.dialog else {
        panic!("the round is over: {:?}", stage.state.dialog)
    };
    assert!(text.contains(" left: ") || text.contains(" is out"), "{text}");
    let ply = stage.state.game.table.ply();
    stage.act(Action::Confirm);
    assert!(stage.state.game.table.ply() > ply, "the next round is dealt");
}

#[test]
fn a_move_is_typed_and_taken_back() {
    let mut stage = Stage::new("blokus", &[("variant", "duo")], &["human", "human"]);
    stage.act(Action::Type);
    for c in "O1n@e1x".chars() {
        stage.act(Action::Character(c));
    }
    stage.act(Action::Erase);
    stage.act(Action::Character('0'));
    stage.act(Action::Confirm);
    assert_eq!(stage.state.game.table.moves(), ["O1n@e10"]);
    assert_eq!(stage.kept().entries().len(), 1);
    stage.act(Action::Undo);
    assert_eq!(stage.state.game.table.ply(), 0);
    stage.act(Action::Type);
    stage.act(Action::Character('?'));
    stage.act(Action::Confirm);
    assert!(stage.state.message.is_problem);
}

#[test]
fn a_resignation_is_confirmed() {
    let mut stage = Stage::new("blokus", &[("variant", "duo")], &["human", "human"]);
    stage.act(Action::Resign);
    stage.check("resign");
    stage.act(Action::Cancel);
    assert!(stage.state.game.table.endings().is_empty());
    stage.act(Action::Resign);
    stage.act(Action::Confirm);
    assert_eq!(stage.state.game.table.endings().len(), 1);
    assert!(matches!(stage.state.dialog, Some(Dialog::GameOver(_))));
    stage.check("over");
}

#[test]
fn the_mouse_takes_a_piece_and_plays_it() {
    let mut stage = Stage::new("aquapipe", &[], &["human", "human"]);
    stage.screen(80, 24);
    let (area, head) = stage.state.areas.pieces[1].clone();
    stage.act(Action::Click { column: area.x + 1, row: area.y });
    assert_eq!(stage.state.hand.head(), Some(head.as_str()));
    stage.screen(80, 24);
    // The middle of the space at the upper left.
    let board = stage.state.areas.board;
    let column = board.x + 7;
    let row = board.y + 2;
    stage.act(Action::Point { column, row });
    assert_eq!(stage.state.hand.place().unwrap().name, "a3");
    stage.act(Action::Click { column, row });
    assert_eq!(stage.state.game.table.ply(), 1);
}

#[test]
fn help_lists_every_key() {
    let mut stage = Stage::new("aquapipe", &[], &["human", "human"]);
    stage.act(Action::Help);
    stage.check("help");
}
