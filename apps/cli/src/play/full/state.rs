//! The state of the full screen, without a terminal: the game, the piece in hand, and the dialogs.

use std::time::{Duration, Instant};

use anyhow::Result;
use ratatui::layout::Rect;
use tilewright_core::{BySeat, Seat, Turn, Viewer};
use tilewright_protocol::engine::NoChoice;
use tilewright_render::{Ink, parts};
use tilewright_table::{Ending, GameId};

use super::hand::{Hand, Step, Turning};
use super::keys::Action;
use super::thinker::{Answer, Question};
use crate::play::game::{Game, told_ending};
use crate::play::opponents::Chosen;
use crate::standings::Standings;
use crate::text::counted;

/// The state of the full screen.
pub(crate) struct State {
    pub(crate) game: Game,
    pub(crate) ink: Ink,
    pub(crate) hand: Hand,
    pub(crate) message: Message,
    pub(crate) dialog: Option<Dialog>,
    /// The best moves, after a hint.
    pub(crate) hints: Vec<String>,
    pub(crate) thought: Option<Thinking>,
    /// The time that each seat has used.
    pub(crate) used: BySeat<Duration>,
    pub(crate) areas: Areas,
    /// Lines of the list of moves that are scrolled back.
    pub(crate) n_scrolled: u16,
    pub(crate) exit: Option<Exit>,
    /// The questions for the thread that thinks.
    pub(crate) questions: Vec<Question>,
    /// The human at the screen, where it matters who looks.
    at_screen: Option<Seat>,
    /// The ply of the turn that began last, and when it did.
    turn: Option<(usize, Instant)>,
    /// The ply up to which everybody has seen what was laid open.
    seen: usize,
    /// True once the result was read and the board is looked at again.
    has_seen_result: bool,
}

/// A sentence below the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Message {
    pub(crate) text: String,
    /// True if something cannot be done.
    pub(crate) is_problem: bool,
}

/// Something that is shown above all else, until it is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Dialog {
    /// The next human is to come to the screen, alone.
    Curtain(Seat),
    Help,
    Resign,
    /// The game is not saved.
    Quit,
    /// A text that is typed: a move, or the name of a file.
    Typing {
        is_file: bool,
        text: String,
    },
    /// The hands that were laid open at the end of a round.
    RoundOver(String),
    GameOver(String),
}

/// A thought under way.
pub(crate) struct Thinking {
    /// The bot that thinks; nobody for a hint.
    pub(crate) seat: Option<Seat>,
    pub(crate) begin: Instant,
    pub(crate) sentence: Option<String>,
}

/// The areas of the last drawing, for the mouse.
#[derive(Clone, Debug, Default)]
pub(crate) struct Areas {
    pub(crate) board: Rect,
    /// The first column and line of the drawing that are seen.
    pub(crate) offset: (usize, usize),
    /// The pieces that can be taken, by name.
    pub(crate) pieces: Vec<(Rect, String)>,
}

/// The reason to leave the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    Over,
    Left,
}

impl Message {
    fn problem(text: impl Into<String>) -> Message {
        Message { text: text.into(), is_problem: true }
    }
}

impl From<String> for Message {
    fn from(text: String) -> Message {
        Message { text, is_problem: false }
    }
}

impl State {
    pub(crate) fn new(game: Game, notice: Option<String>, ink: Ink) -> State {
        let used = BySeat::from_fn(game.players.len(), |_| Duration::ZERO);
        State {
            seen: game.table.ply(),
            game,
            ink,
            hand: Hand::default(),
            message: notice.unwrap_or_default().into(),
            dialog: None,
            hints: Vec::new(),
            thought: None,
            used,
            areas: Areas::default(),
            n_scrolled: 0,
            exit: None,
            questions: Vec::new(),
            at_screen: None,
            turn: None,
            has_seen_result: false,
        }
    }

    /// The viewer at the screen.
    pub(crate) fn viewer(&self) -> Viewer {
        match self.game.asked() {
            Some(seat) if !self.game.is_shared() || self.at_screen == Some(seat) => {
                Viewer::Seat(seat)
            }
            _ => self.game.audience(),
        }
    }

    /// The time that a seat has used, with the present turn.
    pub(crate) fn used_by(&self, seat: Seat) -> Duration {
        let is_to_move = self.game.table.turn() == Turn::Player(seat);
        let now = self.turn.filter(|_| is_to_move).map(|(_, begin)| begin.elapsed());
        self.used[seat] + now.unwrap_or_default()
    }

    /// Returns true while a text is typed.
    pub(crate) fn is_typing(&self) -> bool {
        matches!(self.dialog, Some(Dialog::Typing { .. }))
    }

    /// Plays on until a person has something to do, or somebody has to think.
    pub(crate) fn advance(&mut self) -> Result<()> {
        while self.dialog.is_none() && self.thought.is_none() && self.exit.is_none() {
            let ply = self.game.table.ply();
            if self.turn.is_none_or(|(begun, _)| begun != ply) {
                self.turn = Some((ply, Instant::now()));
            }
            match self.game.table.turn() {
                Turn::Over(_) if self.has_seen_result => return Ok(()),
                Turn::Over(_) => self.dialog = Some(Dialog::GameOver(self.result())),
                Turn::Chance if self.is_laid_open() => {
                    let view = self.game.table.game_view(self.viewer());
                    self.dialog = Some(Dialog::RoundOver(parts(&view, Ink::Plain).beside));
                }
                Turn::Player(_) if self.game.asked().is_some() => {
                    self.begin_turn(ply);
                    return Ok(());
                }
                Turn::Player(_) if let Some(seat) = self.game.opponent() => {
                    self.questions.push(Question::Move(self.game.table.clone(), seat));
                    self.think(Some(seat));
                }
                Turn::Player(_) | Turn::Chance => self.game.play_randomly()?,
            }
        }
        Ok(())
    }

    /// Returns true if hands were laid open that nobody has had time to see, before chance deals
    /// again.
    fn is_laid_open(&self) -> bool {
        let ply = self.game.table.ply();
        ply > self.seen && self.game.table.revealed(ply).is_some()
    }

    /// Makes the turn of a human ready, once.
    fn begin_turn(&mut self, ply: usize) {
        if self.hand.ply() == Some(ply) {
            return;
        }
        let seat = self.game.asked().expect("a human is to move");
        if self.game.is_shared() && self.at_screen != Some(seat) {
            self.dialog = Some(Dialog::Curtain(seat));
            return;
        }
        let view = self.game.table.game_view(Viewer::Seat(seat));
        let places = parts(&view, Ink::Plain).places;
        self.hand = Hand::of(&*self.game.table, places, &self.hand);
        self.hints.clear();
        self.n_scrolled = 0;
        if self.message.text.is_empty() {
            let n_moves = counted(self.game.table.n_legal_moves(), "move");
            self.message = format!("{} has {n_moves}", self.game.who()).into();
        }
    }

    fn think(&mut self, seat: Option<Seat>) {
        self.thought = Some(Thinking { seat, begin: Instant::now(), sentence: None });
    }

    /// Takes an answer of the thread that thinks.
    pub(crate) fn hear(&mut self, answer: Answer) -> Result<()> {
        match answer {
            Answer::Progress(sentence) => {
                if let Some(thought) = &mut self.thought {
                    thought.sentence = Some(sentence);
                }
            }
            Answer::Move(chosen) => {
                let seat = self.thought.take().and_then(|it| it.seat);
                if let Some(seat) = seat {
                    self.play_bot(seat, chosen)?;
                }
            }
            Answer::Hint(hints) => {
                self.thought = None;
                match hints {
                    Ok(hints) => self.hints = hints,
                    Err(error) => self.message = Message::problem(format!("{error:#}")),
                }
            }
        }
        Ok(())
    }

    fn play_bot(&mut self, seat: Seat, chosen: Result<Chosen, NoChoice>) -> Result<()> {
        self.count_time(seat);
        match chosen {
            Ok(chosen) => {
                self.game.play_move(chosen.m)?;
                self.message = Message::default();
            }
            Err(reason) => {
                self.game.end(seat, reason.ending())?;
                self.message = Message::problem(told_ending(seat, &reason));
            }
        }
        Ok(())
    }

    /// Does an action of the person.
    pub(crate) fn act(&mut self, action: Action) -> Result<()> {
        if self.dialog.is_some() {
            return self.answer(action);
        }
        match action {
            Action::Quit if self.game.unsaved.is_some() => self.dialog = Some(Dialog::Quit),
            Action::Quit | Action::Confirm if self.game.table.turn().is_over() => {
                self.exit = Some(Exit::Over);
            }
            Action::Quit => self.exit = Some(Exit::Left),
            Action::Help => self.dialog = Some(Dialog::Help),
            Action::Scroll(lines) => self.scroll(lines),
            Action::Wheel { column, is_down } if column >= self.areas.board.right() => {
                self.scroll(if is_down { WHEEL } else { -WHEEL });
            }
            // While a bot or a hint thinks, the position stays as it is.
            _ if self.thought.is_some() || self.game.asked().is_none() => {}
            _ => self.act_in_turn(&action),
        }
        Ok(())
    }

    fn act_in_turn(&mut self, action: &Action) {
        match *action {
            Action::Hint => {
                let seat = self.game.asked().expect("a human is to move");
                let question = Question::Hint(self.game.table.clone(), seat, self.game.seed);
                self.questions.push(question);
                return self.think(None);
            }
            Action::Undo => return self.undo(),
            Action::Resign => self.dialog = Some(Dialog::Resign),
            Action::Type => self.type_text(false),
            Action::Save => self.type_text(true),
            Action::Confirm => return self.confirm(),
            Action::Letter(letter) => return self.do_letter(letter),
            Action::Click { column, row } => return self.click(column, row),
            Action::Cancel => self.hand.put_back(),
            Action::Step(step) => self.step(step),
            Action::Wheel { is_down, .. } => {
                let turning = if is_down { Turning::Right } else { Turning::Left };
                self.hand.turn(self.game.table.game(), turning);
            }
            Action::Turn(turning) => self.hand.turn(self.game.table.game(), turning),
            Action::NextPiece(is_forward) => self.hand.take_next(is_forward),
            Action::NextPlace(is_forward) => self.hand.jump(is_forward),
            Action::Point { column, row } => {
                let place = self.place_at(column, row).filter(|_| self.hand.head().is_some());
                let Some(place) = place else { return };
                self.hand.point(&place);
            }
            _ => return,
        }
        self.tell_ghost();
    }

    fn scroll(&mut self, lines: i16) {
        self.n_scrolled = self.n_scrolled.saturating_add_signed(-lines);
    }

    /// Moves the ghost or the cursor. A piece of squares stays on the board.
    fn step(&mut self, step: Step) {
        let before = self.hand.place().cloned();
        let was_shown = self.hand.ghost(&*self.game.table).is_some();
        self.hand.step(step);
        let is_shown = self.hand.ghost(&*self.game.table).is_some();
        if self.game.table.game() == GameId::Blokus
            && was_shown
            && !is_shown
            && let Some(place) = before
        {
            self.hand.point(&place.name);
        }
    }

    /// Shows the move of the ghost in the message, or the reason that it is illegal.
    fn tell_ghost(&mut self) {
        self.message = match (self.hand.ghost(&*self.game.table), self.hand.head()) {
            (Some(ghost), _) => match ghost.problem {
                Some(problem) => Message::problem(problem),
                None => format!("{}: Enter plays it", ghost.m).into(),
            },
            (None, Some(head)) => Message::problem(format!("{head} cannot go there")),
            (None, None) => Message::default(),
        };
    }

    /// Plays the move of the ghost; with an empty hand, takes the piece at the cursor.
    fn confirm(&mut self) {
        let Some(ghost) = self.hand.ghost(&*self.game.table) else {
            let place = self.hand.place().map(|it| it.name.clone());
            let is_taken = place.is_some_and(|it| self.hand.take_from(&it));
            if is_taken {
                self.tell_ghost();
            } else {
                self.message = Message::problem("take a piece first: n, or : to type a move");
            }
            return;
        };
        match ghost.problem {
            Some(problem) => self.message = Message::problem(problem),
            None => self.play(&ghost.m.to_string()),
        }
    }

    fn do_letter(&mut self, letter: char) {
        let wanted = if letter == 'd' { "draw" } else { "pass" };
        if self.hand.heads().iter().any(|it| it == wanted) {
            return self.play(wanted);
        }
        if letter == 'x' && self.hand.heads().iter().any(|it| it == "X") {
            self.hand.take("X");
            return self.tell_ghost();
        }
        self.message = match self.game.table.explain(wanted) {
            Err(error) => Message::problem(error.to_string()),
            Ok(()) => Message::default(),
        };
    }

    /// Plays a move of the human to move, or shows the reason that it is illegal.
    fn play(&mut self, text: &str) {
        let seat = self.game.asked().expect("a human is to move");
        let ply = self.game.table.ply();
        match self.game.play(text) {
            Ok(()) => {
                self.message = Message::default();
                self.count_time(seat);
                self.hand.end_turn();
            }
            Err(error) => self.message = Message::problem(error.to_string()),
        }
        self.seen = self.seen.max(ply);
        self.tell_unsaved();
    }

    fn tell_unsaved(&mut self) {
        if let Some(error) = &self.game.unsaved {
            let advice = "s saves it elsewhere";
            self.message = Message::problem(format!("not saved: {error:#}; {advice}"));
        }
    }

    fn count_time(&mut self, seat: Seat) {
        let elapsed = self.turn.take().map(|(_, begin)| begin.elapsed());
        self.used[seat] += elapsed.unwrap_or_default();
    }

    fn undo(&mut self) {
        match self.game.undo() {
            Some(n_undone) => {
                self.questions.push(Question::Rewind);
                self.hand.end_turn();
                self.seen = self.seen.min(self.game.table.ply());
                self.message = format!("took back {}", counted(n_undone, "move")).into();
            }
            None => self.message = Message::problem("there is no move to take back"),
        }
    }

    fn type_text(&mut self, is_file: bool) {
        self.dialog = Some(Dialog::Typing { is_file, text: String::new() });
    }

    fn click(&mut self, column: u16, row: u16) {
        let spot = ratatui::layout::Position { x: column, y: row };
        let piece = self.areas.pieces.iter().find(|(area, _)| area.contains(spot));
        if let Some(head) = piece.map(|(_, head)| head.clone()) {
            return self.click_piece(&head);
        }
        let Some(place) = self.place_at(column, row) else { return };
        if self.hand.head().is_some() {
            self.hand.point(&place);
            return self.confirm();
        }
        self.hand.point(&place);
        self.hand.take_from(&place);
        self.tell_ghost();
    }

    /// Takes a piece in hand, or plays what needs no place at the second click, such as a pass.
    fn click_piece(&mut self, head: &str) {
        if !self.hand.heads().iter().any(|it| it == head) {
            self.message = Message::problem(format!("{head} cannot go anywhere"));
            return;
        }
        if self.hand.head() == Some(head) && self.hand.place().is_none() {
            return self.confirm();
        }
        self.hand.take(head);
        self.tell_ghost();
    }

    /// The place of the board at a spot of the screen.
    fn place_at(&self, column: u16, row: u16) -> Option<String> {
        let Areas { board, offset, .. } = &self.areas;
        if !board.contains(ratatui::layout::Position { x: column, y: row }) {
            return None;
        }
        let column = usize::from(column - board.x) + offset.0;
        let line = usize::from(row - board.y) + offset.1;
        self.hand.place_near(column, line).map(str::to_owned)
    }

    /// Answers the dialog.
    fn answer(&mut self, action: Action) -> Result<()> {
        let Some(dialog) = self.dialog.take() else { return Ok(()) };
        match (dialog, action) {
            (Dialog::Typing { is_file, text }, action) => self.go_on(is_file, text, &action),
            (Dialog::Quit, Action::Confirm | Action::Quit)
            | (Dialog::Curtain(_) | Dialog::RoundOver(_), Action::Quit) => {
                self.exit = Some(Exit::Left);
            }
            (Dialog::GameOver(_), Action::Confirm | Action::Quit) => self.exit = Some(Exit::Over),
            (Dialog::GameOver(_), Action::Cancel) => {
                self.has_seen_result = true;
                self.message = "the game is over: Enter leaves".to_owned().into();
            }
            (Dialog::Curtain(seat), Action::Confirm) => self.at_screen = Some(seat),
            (Dialog::Resign, Action::Confirm) => {
                let seat = self.game.asked().expect("a human is to move");
                self.game.end(seat, Ending::Resigned)?;
                self.hand.end_turn();
                self.message = format!("seat {seat} resigns").into();
            }
            (Dialog::RoundOver(_), Action::Confirm) => self.seen = self.game.table.ply(),
            (Dialog::Help | Dialog::Resign | Dialog::Quit, Action::Cancel | Action::Quit)
            | (Dialog::Help, Action::Confirm | Action::Help) => {}
            (dialog, _) => self.dialog = Some(dialog),
        }
        Ok(())
    }

    /// Edits the text that is typed.
    fn go_on(&mut self, is_file: bool, mut text: String, action: &Action) {
        match *action {
            Action::Character(c) if text.chars().count() < MAX_TYPED => text.push(c),
            Action::Erase => drop(text.pop()),
            Action::Cancel | Action::Quit => return,
            Action::Confirm if text.trim().is_empty() => return,
            Action::Confirm if is_file => {
                self.message = self.game.save_copy(text.trim()).into();
                return;
            }
            Action::Confirm => return self.play(text.trim()),
            _ => {}
        }
        self.dialog = Some(Dialog::Typing { is_file, text });
    }

    /// The result, for people.
    pub(crate) fn result(&self) -> String {
        let name = |seat| self.game.record.name(seat).map(str::to_owned);
        Standings::of_table(&*self.game.table).told(name)
    }
}

/// The lines that a step of the wheel scrolls.
const WHEEL: i16 = 2;

/// The longest text that can be typed.
const MAX_TYPED: usize = 300;
