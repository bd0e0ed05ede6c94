//! The game of a session.

use tilewright_bots::{BotSpec, Bots, Opponent, SeatError, generator};
use tilewright_core::{Outcome, Rng, Seat, Turn, Viewer};
use tilewright_table::{GameId, PlayError, SeenGame, Table};

use super::command::{Query, SeenMove, Start};

/// Why a bot follows what was followed beside it.
const FOLLOWED: &str = "what a table or a view follows, its bot does";

/// A game, the moves so far, and the bot that follows it. When a command repeats the game with more
/// moves, only those are followed.
pub(super) struct Course {
    begin: Begin,
    moves: Vec<SeenMove>,
    known: Known,
    /// Made when it is needed, and away while it thinks.
    bot: Option<Box<dyn Opponent>>,
}

/// The start of a game, with the options for `startpos`.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Begin {
    pub(super) start: Start,
    pub(super) options: Vec<(String, String)>,
}

/// The knowledge of a game.
#[derive(Clone)]
pub enum Known {
    /// Everything.
    All(Box<dyn Table>),
    /// The moves as one viewer saw them.
    Part(SeenGame),
}

impl Known {
    /// Returns the number of moves, with those of chance.
    pub fn ply(&self) -> usize {
        match self {
            Known::All(table) => table.ply(),
            Known::Part(seen) => seen.ply(),
        }
    }
}

impl Course {
    /// The game that begins there.
    pub(super) fn open(game: GameId, begin: Begin) -> Result<Course, String> {
        let known = match &begin.start {
            Start::Startpos => {
                let opened = game.open(&crate::pairs(&begin.options));
                Known::All(opened.map_err(|error| error.to_string())?)
            }
            Start::Fen(text) => {
                Known::All(game.open_position(text).map_err(|error| error.to_string())?)
            }
            Start::View(text) => {
                Known::Part(game.open_view(text).map_err(|error| error.to_string())?)
            }
        };
        Ok(Course { begin, moves: Vec::new(), known, bot: None })
    }

    pub(super) const fn begin(&self) -> &Begin {
        &self.begin
    }

    /// Goes to where these moves lead, from where they part from those so far.
    pub(super) fn go_to(&mut self, moves: &[SeenMove]) -> Result<(), String> {
        let n_same = self.moves.iter().zip(moves).take_while(|(old, new)| old == new).count();
        self.moves.truncate(n_same);
        match &mut self.known {
            Known::All(table) => while table.ply() > n_same && table.undo().is_some() {},
            Known::Part(seen) => seen.go_back_to(n_same),
        }
        if let Some(bot) = &mut self.bot {
            bot.go_back_to(n_same);
        }
        for m in &moves[n_same..] {
            let number = self.moves.len() + 1;
            self.follow(m).map_err(|error| format!("move {number}: {error}"))?;
            self.moves.push(m.clone());
        }
        Ok(())
    }

    fn follow(&mut self, SeenMove { look, revealed }: &SeenMove) -> Result<(), PlayError> {
        let own_text = match &mut self.known {
            Known::All(table) => table.play(look)?,
            Known::Part(seen) => {
                seen.follow(look, revealed.as_deref())?;
                look.clone()
            }
        };
        if let Some(bot) = &mut self.bot {
            bot.follow(&own_text, revealed.as_deref()).expect(FOLLOWED);
        }
        Ok(())
    }

    pub(super) fn turn(&self) -> Turn {
        match &self.known {
            Known::All(table) => table.turn(),
            Known::Part(seen) => seen.turn(),
        }
    }

    /// The seat to move, if the engine can move for it.
    pub(super) fn seat_to_move(&self) -> Option<Seat> {
        let seat = self.turn().seat();
        match &self.known {
            Known::All(_) => seat,
            Known::Part(seen) => seat.filter(|&seat| seen.viewer() == Viewer::Seat(seat)),
        }
    }

    /// The knowledge of this seat: everything where nothing is hidden, and else its view.
    pub(super) fn known_to(&self, seat: Seat) -> Known {
        match &self.known {
            Known::All(table) => match SeenGame::of(&**table, Viewer::Seat(seat)) {
                Some(seen) => Known::Part(seen),
                None => Known::All(table.clone()),
            },
            Known::Part(seen) => Known::Part(seen.clone()),
        }
    }

    /// The bot, which has followed the game so far, and the seed for its next choice.
    pub(super) fn take_bot(
        &mut self,
        spec: &BotSpec,
        seed: u64,
    ) -> Result<(Box<dyn Opponent>, u64), SeatError> {
        if let Some(bot) = self.bot.take() {
            return Ok((bot, seed));
        }
        match (&self.known, &self.begin.start) {
            (Known::Part(game), Start::View(text)) => {
                let mut bot = Bots::of(game.game()).seat(spec, text)?;
                for SeenMove { look, revealed } in &self.moves {
                    bot.follow(look, revealed.as_deref()).expect(FOLLOWED);
                }
                Ok((bot, seed))
            }
            (Known::Part(_), _) => unreachable!("a part is known from a view"),
            (Known::All(table), _) => seat_at(&**table, spec, seed),
        }
    }

    /// Takes the bot back when it has thought, unless it does not know what was before.
    pub(super) fn keep_bot(&mut self, bot: Box<dyn Opponent>) {
        self.bot = Some(bot).filter(|bot| bot.ply() == self.moves.len());
    }

    /// Lets the bot go; another may take its place.
    pub(super) fn forget_bot(&mut self) {
        self.bot = None;
    }

    /// The answer to a question.
    pub(super) fn answer(&self, question: Query) -> String {
        let turn = self.turn();
        match question {
            Query::GameOver => turn.is_over().to_string(),
            Query::IsTurnOf(seat) => (turn.seat() == Some(seat)).to_string(),
            Query::Turn => match turn {
                Turn::Player(seat) => format!("p{seat}"),
                Turn::Chance => "chance".to_owned(),
                Turn::Over(_) => "over".to_owned(),
            },
            Query::Result => turn.outcome().map_or_else(|| "none".to_owned(), result_word),
            Query::Scores => {
                let scores = match &self.known {
                    Known::All(table) => table.scores(),
                    Known::Part(seen) => seen.scores(),
                };
                scores.iter().map(i32::to_string).collect::<Vec<_>>().join(" ")
            }
            Query::Legal => self.legal_moves().join(" "),
            Query::View => match &self.known {
                Known::All(table) => table.position_text(),
                Known::Part(seen) => seen.text(),
            },
        }
    }

    fn legal_moves(&self) -> Vec<String> {
        match &self.known {
            Known::All(table) => {
                let mut moves = table.legal_moves();
                moves.sort_unstable();
                moves
            }
            Known::Part(seen) => {
                Bots::of(seen.game()).legal_moves(&seen.text()).expect("a view has its text")
            }
        }
    }
}

/// A bot that has followed the game at a table of which everything is known, and the seed for its
/// next choice. It knows what the seat to move may know, and no more.
pub(crate) fn seat_at(
    table: &dyn Table,
    spec: &BotSpec,
    seed: u64,
) -> Result<(Box<dyn Opponent>, u64), SeatError> {
    let bots = Bots::of(table.game());
    if table.game().has_secrets() {
        let viewer = table.turn().seat().map_or(Viewer::Spectator, Viewer::Seat);
        let bot = bots.seat(spec, &view_text(&table.view(viewer)))?;
        // The view stands for all that was, so the bot does not know how many moves there were.
        return Ok((bot, generator(seed, table.ply()).next_u64()));
    }
    let mut bot = bots.seat(spec, &first_text(table))?;
    for text in table.moves() {
        bot.follow(&text, None).expect("the move was played before");
    }
    Ok((bot, seed))
}

/// The text of the position in which the table began.
pub(crate) fn first_text(table: &dyn Table) -> String {
    table.start_text().unwrap_or_else(|| {
        let mut table = table.box_clone();
        while table.undo().is_some() {}
        table.position_text()
    })
}

/// The text of a view, of a game with secrets.
pub(crate) fn view_text(view: &serde_json::Value) -> String {
    view["position"].as_str().expect("a view has its text").to_owned()
}

/// The answer to `query result`.
pub(crate) fn result_word(outcome: &Outcome) -> String {
    let places = outcome.places();
    let first: Vec<Seat> = places.seats().filter(|&seat| places[seat] == 1).collect();
    if first.len() == places.len() && first.len() > 1 {
        return "draw".to_owned();
    }
    first.iter().map(|seat| format!("p{seat}win")).collect::<Vec<_>>().join(" ")
}
