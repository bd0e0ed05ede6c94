//! The parameters of a search, its progress reports, and its choice.

use std::fmt;

use tilewright_core::BySeat;

use crate::limits::{Limits, NEVER, Stop};

/// The parameters of a search or a bot for one move: limits, the stop flag, the seed, and a
/// listener for progress.
///
/// ```
/// use tilewright_search::{SearchInfo, Limits, Stop, Thinking};
///
/// let stop = Stop::new();
/// let mut depths = Vec::new();
/// let mut listen = |info: &SearchInfo<char>| depths.push(info.depth);
/// let mut thinking = Thinking { stop: &stop, seed: 7, ply: 12, ..Thinking::default() };
/// thinking.listener = Some(&mut listen);
/// thinking.report(&SearchInfo { depth: 3, ..SearchInfo::default() });
/// assert_eq!(depths, [3]);
/// ```
pub struct Thinking<'a, M> {
    /// The limits; a bot has limits of its own for those that are open here.
    pub limits: Limits,
    /// The flag that ends it at once, with the best move so far.
    pub stop: &'a Stop,
    /// The seed of random choices, unless the bot has one of its own.
    pub seed: u64,
    /// The number of moves that were played before. Together with the seed it makes random choices
    /// repeatable at a position, and different at every move.
    pub ply: usize,
    /// The listener for progress, if any.
    pub listener: Option<Listener<'a, M>>,
}

/// A listener for the progress of a search.
pub type Listener<'a, M> = &'a mut dyn FnMut(&SearchInfo<M>);

impl<M> Thinking<'_, M> {
    /// Reports progress to the listener.
    pub fn report(&mut self, info: &SearchInfo<M>) {
        if let Some(listener) = &mut self.listener {
            listener(info);
        }
    }
}

/// No limits, no stop and no listener.
impl<M> Default for Thinking<'_, M> {
    fn default() -> Self {
        Thinking { limits: Limits::NONE, stop: &NEVER, seed: 0, ply: 0, listener: None }
    }
}

impl<M> fmt::Debug for Thinking<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Thinking { limits, stop, seed, ply, .. } = self;
        let mut thinking = f.debug_struct("Thinking");
        thinking.field("limits", limits).field("stop", stop);
        thinking.field("seed", seed).field("ply", ply).finish_non_exhaustive()
    }
}

/// The chosen move, and the last information about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<M> {
    /// The move.
    pub m: M,
    /// The information about it.
    pub info: SearchInfo<M>,
}

/// The information of a search about a position, as UCI's `info`. A bot that does not search gives
/// [`SearchInfo::default`].
///
/// ```
/// use tilewright_core::BySeat;
/// use tilewright_search::SearchInfo;
///
/// let value = Some(BySeat::from([1.0, 0.0]));
/// let info = SearchInfo { value, line: vec![1, 2], ..SearchInfo::default() };
/// let texts: SearchInfo<String> = info.map(|m| m.to_string());
/// assert_eq!(texts.line, ["1", "2"]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SearchInfo<M> {
    /// The depth in plies.
    pub depth: usize,
    /// The number of nodes: positions, or simulated games.
    pub nodes: u64,
    /// The expected result for each seat: 1 is a win and 0 a loss and, with more than two seats,
    /// [the part of the others](tilewright_core::Outcome::shares) that it leaves behind.
    pub value: Option<BySeat<f64>>,
    /// The principal variation, its own move first.
    pub line: Vec<M>,
    /// True if the value is certain.
    pub is_proved: bool,
    /// All this in a few words for people, if there is anything to say.
    pub sentence: Option<String>,
}

impl<M> SearchInfo<M> {
    /// The same with every move changed.
    pub fn map<N>(&self, change: impl FnMut(&M) -> N) -> SearchInfo<N> {
        let SearchInfo { depth, nodes, value, is_proved, .. } = *self;
        let line = self.line.iter().map(change).collect();
        SearchInfo { depth, nodes, value, line, is_proved, sentence: self.sentence.clone() }
    }
}

impl<M> Default for SearchInfo<M> {
    fn default() -> SearchInfo<M> {
        SearchInfo {
            depth: 0,
            nodes: 0,
            value: None,
            line: Vec::new(),
            is_proved: false,
            sentence: None,
        }
    }
}
