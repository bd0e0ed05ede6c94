//! What a thinker is handed, and what it says.

use std::fmt;

use tilewright_core::BySeat;

use crate::limits::{Limits, NEVER, Stop};

/// What a thinker is handed together with a position, for one move.
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
    /// What it may spend; where this says nothing, the thinker has limits of its own.
    pub limits: Limits,
    /// Ends it at once, with the best move so far.
    pub stop: &'a Stop,
    /// What chance in its choice follows, unless it has a seed of its own.
    pub seed: u64,
    /// How many moves were played before. With the seed it makes chance the same again when a game
    /// comes back to a position, and another one at every move.
    pub ply: usize,
    /// Who hears how it goes.
    pub listener: Option<Listener<'a, M>>,
}

/// Hears how a thinker gets on.
pub type Listener<'a, M> = &'a mut dyn FnMut(&SearchInfo<M>);

impl<M> Thinking<'_, M> {
    /// Tells how it goes.
    pub fn report(&mut self, info: &SearchInfo<M>) {
        if let Some(listener) = &mut self.listener {
            listener(info);
        }
    }
}

/// No limits, nobody who stops it or listens.
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

/// The move that was chosen, and what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<M> {
    /// The move.
    pub m: M,
    /// What the thinker can say about it.
    pub info: SearchInfo<M>,
}

/// What a thinker knows of a position. One that does not search says nothing: [`SearchInfo::default`].
///
/// ```
/// use tilewright_core::BySeat;
/// use tilewright_search::SearchInfo;
///
/// let info = SearchInfo { value: Some(BySeat::from([1.0, 0.0])), line: vec![1, 2], ..SearchInfo::default() };
/// let texts: SearchInfo<String> = info.map(|m| m.to_string());
/// assert_eq!(texts.line, ["1", "2"]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SearchInfo<M> {
    /// How many moves it looked ahead.
    pub depth: usize,
    /// How many positions it looked at.
    pub nodes: u64,
    /// What each seat can expect of the result: 1 is a win and 0 a loss and, with more than two seats,
    /// [the part of the others](tilewright_core::Outcome::shares) that it leaves behind.
    pub value: Option<BySeat<f64>>,
    /// What it expects to be played, its own move first.
    pub line: Vec<M>,
    /// Whether the value is certain.
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
