//! The thread in which bots, engines and hints think, so that the screen answers meanwhile.

use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;

use anyhow::{Result, bail};
use tilewright_core::Seat;
use tilewright_protocol::engine::NoChoice;
use tilewright_table::Table;

use crate::analyze::told;
use crate::play::hint::hint_in_silence;
use crate::play::opponents::{Chosen, Opponents};

/// A question for the thread that thinks.
pub(crate) enum Question {
    /// The move of the bot or engine on this seat.
    Move(Box<dyn Table>, Seat),
    /// The best moves of the human on this seat.
    Hint(Box<dyn Table>, Seat, u64),
    /// Moves were taken back.
    Rewind,
}

/// An answer of the thread.
pub(crate) enum Answer {
    /// The result so far, in a sentence.
    Progress(String),
    Move(Result<Chosen, NoChoice>),
    /// The best moves, the best first, each with its worth.
    Hint(Result<Vec<String>>),
}

/// The thread that thinks.
pub(crate) struct Thinker {
    questions: Sender<Question>,
    answers: Receiver<Answer>,
}

impl Thinker {
    pub(crate) fn new(opponents: Opponents) -> Thinker {
        let (questions, to_answer) = channel();
        let (told, answers) = channel();
        thread::spawn(move || think(opponents, &to_answer, &told));
        Thinker { questions, answers }
    }

    pub(crate) fn ask(&self, question: Question) {
        // If the thread has ended, `answer` reports it.
        let _ = self.questions.send(question);
    }

    /// The next answer, if there is one already.
    pub(crate) fn answer(&self) -> Result<Option<Answer>> {
        match self.answers.try_recv() {
            Ok(answer) => Ok(Some(answer)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => bail!("the bot came to an end in a panic"),
        }
    }
}

/// Answers questions until nobody asks any more.
fn think(mut opponents: Opponents, questions: &Receiver<Question>, told: &Sender<Answer>) {
    while let Ok(question) = questions.recv() {
        let answer = match question {
            Question::Move(table, seat) => {
                let mut show = |sentence: &str| {
                    let _ = told.send(Answer::Progress(sentence.to_owned()));
                };
                let chosen = opponents.choose(&*table, seat, &mut show);
                Answer::Move(chosen.expect("a bot or an engine sits here, and has a move"))
            }
            Question::Hint(table, seat, seed) => {
                Answer::Hint(best_moves(&*table, seat, seed, told))
            }
            Question::Rewind => {
                opponents.rewind();
                continue;
            }
        };
        if told.send(answer).is_err() {
            return;
        }
    }
}

fn best_moves(
    table: &dyn Table,
    seat: Seat,
    seed: u64,
    listener: &Sender<Answer>,
) -> Result<Vec<String>> {
    let mut show = |sentence: &str| {
        let _ = listener.send(Answer::Progress(sentence.to_owned()));
    };
    let analysis = hint_in_silence(table, seat, seed, &mut show)?;
    Ok(analysis.moves.iter().map(|rated| told(rated, seat)).collect())
}
