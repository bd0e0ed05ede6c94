//! Batches: many games of one kind, stepped together.

use std::sync::Arc;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use tilewright_core::bits::fold;
use tilewright_core::{BySeat, MoveOf, OptionsError, Outcome, Position, Seat, Turn, parse_options};
use tilewright_table::{GameId, PlayError, Table};

use crate::any::{AnyBatch, GoOn, LegalActions};
use crate::error::{BatchError, StepError};
use crate::numbers::{Numbered, Numbers};
use crate::threads::Threads;

/// The configuration of a batch, besides the game and its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The number of games.
    pub n_games: usize,
    /// The seed of chance.
    pub seed: u64,
    /// The number of threads.
    pub n_threads: usize,
    /// True if a finished game restarts at once.
    pub auto_reset: bool,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup { n_games: 1, seed: 0, n_threads: 1, auto_reset: false }
    }
}

/// The distribution of moves in random rollouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// All legal moves are equally likely.
    Uniform,
    /// The distribution of [`Position::quick_move`], the fastest.
    Quick,
}

/// The result of a random rollout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rollout {
    /// The scores of all seats at its end.
    pub scores: BySeat<i32>,
    /// The outcome; `None` if the rollout was stopped before the end.
    pub outcome: Option<Outcome>,
    /// The number of moves played, including those of chance.
    pub n_plies: u32,
}

/// The reward of each seat by an outcome: from 1 for a seat that beats all others to -1 for one
/// that all others beat, evenly spaced between, and 0 for all if all share the first place. A lone
/// seat gets 1.
///
/// ```
/// use tilewright_batch::reward_of;
/// use tilewright_core::{BySeat, Outcome};
///
/// let outcome = Outcome::by_score(BySeat::from([9, 30, 12]));
/// assert_eq!(reward_of(&outcome), BySeat::from([-1.0, 1.0, 0.0]));
/// ```
pub fn reward_of(outcome: &Outcome) -> BySeat<f32> {
    outcome.shares().map(|share| (2.0 * share - 1.0) as f32)
}

/// Games of one kind, stepped together.
pub struct Batch<G: Numbered> {
    id: GameId,
    rules: Rules<G>,
    threads: Threads,
    games: Vec<Slot<G>>,
}

/// The data that all games of a batch share.
struct Rules<G: Numbered> {
    start: G::Position,
    numbers: Arc<G::Numbers>,
    seed: u64,
    auto_reset: bool,
}

impl<G: Numbered> Clone for Rules<G> {
    fn clone(&self) -> Rules<G> {
        let Rules { ref start, ref numbers, seed, auto_reset } = *self;
        Rules { start: start.clone(), numbers: Arc::clone(numbers), seed, auto_reset }
    }
}

/// Games that one thread works on, and their earlier states where the work can be taken back.
struct Chunk<'a, G: Numbered> {
    games: &'a mut [Slot<G>],
    before: Vec<Slot<G>>,
}

impl<G: Numbered> Chunk<'_, G> {
    /// Brings back the earlier states, if the work had begun.
    fn take_back(self) {
        for (slot, old) in self.games.iter_mut().zip(self.before) {
            *slot = old;
        }
    }
}

/// One game of a batch.
struct Slot<G: Numbered> {
    position: G::Position,
    /// The seat to move; `None` if the game is over.
    turn: Option<Seat>,
    /// The legal actions.
    actions: Vec<u32>,
    /// The moves so far, including those of chance.
    played: Vec<MoveOf<G>>,
    /// The random generator of chance.
    rng: Xoshiro256PlusPlus,
    /// The number of earlier games in this place.
    episode: u64,
    /// The outcome, if the last step ended the game.
    ended: Option<Outcome>,
}

/// The number of games in a piece of work for a thread; they share a move buffer.
const CHUNK: usize = 32;

/// The most games of a thread for which long work is not interrupted: they take less than a tenth
/// of a second, and nothing needs to be kept to take the work back.
const MAX_UNBROKEN: usize = 1 << 15;

/// The most memory for the games of a batch, without the played moves.
const MAX_BYTES: usize = 4 << 30;
const MAX_GAMES: usize = 1 << 20;

/// The episode number that seeds the generators of rollouts.
const ROLLOUT: u64 = u64::MAX;

impl<G: Numbered> Batch<G> {
    /// Makes a batch of games with these options, by name and value; `None` if `go_on` returned
    /// false.
    pub fn new(
        id: GameId,
        options: &[(&str, &str)],
        setup: Setup,
        go_on: GoOn<'_>,
    ) -> Result<Option<Batch<G>>, BatchError> {
        let Setup { n_games, seed, n_threads, auto_reset } = setup;
        let most = MAX_GAMES.min(MAX_BYTES / size_of::<Slot<G>>());
        if !(1..=most).contains(&n_games) {
            return Err(BatchError::Size { game: G::NAME, n_games, most });
        }
        let options: Result<G::Options, OptionsError> = parse_options(options.iter().copied());
        let start = G::start(&options?)?;
        let threads = Threads::new(n_threads)?;
        let numbers = Arc::new(G::Numbers::new(&start));
        let mut games = Vec::with_capacity(n_games);
        while games.len() < n_games {
            if !go_on() {
                return Ok(None);
            }
            let n_next = (games.len() + MAX_UNBROKEN).min(n_games);
            games.resize_with(n_next, || Slot::new(&start));
        }
        let rules = Rules { start, numbers, seed, auto_reset };
        let mut batch = Batch { id, rules, threads, games };
        batch.in_chunks(|rules, moves, index, slot| {
            if go_on() {
                slot.begin(rules, index, moves);
            }
        });
        Ok(go_on().then_some(batch))
    }

    /// Calls `work` with every game and its index, and with a move buffer.
    fn in_chunks(
        &mut self,
        work: impl Fn(&Rules<G>, &mut Vec<MoveOf<G>>, usize, &mut Slot<G>) + Sync + Send,
    ) {
        let rules = &self.rules;
        let chunks = self.games.chunks_mut(CHUNK).enumerate().collect();
        self.threads.each(chunks, |(chunk, games): (usize, &mut [Slot<G>])| {
            let mut moves = Vec::new();
            for (i, slot) in games.iter_mut().enumerate() {
                work(rules, &mut moves, CHUNK * chunk + i, slot);
            }
        });
    }

    /// The same until `go_on` returns false. Returns false if it did; then every game is as it was.
    fn in_chunks_while(
        &mut self,
        work: impl Fn(&Rules<G>, &mut Vec<MoveOf<G>>, usize, &mut Slot<G>) + Sync + Send,
        go_on: GoOn<'_>,
    ) -> bool {
        if self.games.len() <= MAX_UNBROKEN * self.threads.n_threads() {
            self.in_chunks(work);
            return true;
        }
        let rules = &self.rules;
        let chunks = self.games.chunks_mut(CHUNK);
        let mut chunks: Vec<Chunk<'_, G>> =
            chunks.map(|games| Chunk { games, before: Vec::new() }).collect();
        let parts = chunks.iter_mut().enumerate().collect();
        self.threads.each(parts, |(number, chunk): (usize, &mut Chunk<'_, G>)| {
            if !go_on() {
                return;
            }
            chunk.before = chunk.games.to_vec();
            let mut moves = Vec::new();
            for (i, slot) in chunk.games.iter_mut().enumerate() {
                work(rules, &mut moves, CHUNK * number + i, slot);
            }
        });
        let is_done = go_on();
        if !is_done {
            self.threads.each(chunks, Chunk::take_back);
        }
        is_done
    }

    /// Calls `work` with every game, its index and the data to fill for it, until `go_on` returns
    /// false.
    fn fill<'a, R: Send>(
        &'a self,
        rows: impl IntoIterator<Item = R>,
        go_on: GoOn<'_>,
        work: impl Fn(usize, &'a Slot<G>, R) + Sync + Send,
    ) {
        let parts = self.games.iter().zip(rows).enumerate().collect();
        self.threads.each(parts, |(index, (slot, row))| {
            if index % CHUNK > 0 || go_on() {
                work(index, slot, row);
            }
        });
    }

    fn check_action(&self, game: usize, action: i64) -> Result<(), StepError> {
        let slot = &self.games[game];
        if action == -1 || u32::try_from(action).is_ok_and(|action| slot.is_legal(action)) {
            return Ok(());
        }
        if slot.turn.is_none() {
            return Err(StepError::Over { game });
        }
        let numbers = &self.rules.numbers;
        let known = usize::try_from(action).ok().filter(|&it| it < numbers.n_actions());
        let last = numbers.n_actions() - 1;
        let number = known.ok_or(StepError::NoSuchAction { game, action, last })? as u32;
        let m =
            numbers.move_of(&slot.position, number).ok_or(StepError::NoMove { game, action })?;
        match slot.position.explain(m) {
            Ok(()) => Err(StepError::NoMove { game, action }),
            Err(reason) => Err(StepError::Illegal { game, action, text: m.to_string(), reason }),
        }
    }
}

impl<G: Numbered> Slot<G> {
    fn new(start: &G::Position) -> Slot<G> {
        Slot {
            position: start.clone(),
            turn: None,
            actions: Vec::new(),
            played: Vec::new(),
            rng: Xoshiro256PlusPlus::seed_from_u64(0),
            episode: 0,
            ended: None,
        }
    }

    fn is_legal(&self, action: u32) -> bool {
        // Compare a whole group at once, without a branch for each action.
        let is_in = |group: &[u32]| group.iter().filter(|&&legal| legal == action).count() > 0;
        self.actions.chunks(32).any(is_in)
    }

    /// Begins the game of the present episode.
    fn begin(&mut self, rules: &Rules<G>, index: usize, moves: &mut Vec<MoveOf<G>>) {
        self.position.clone_from(&rules.start);
        self.played.clear();
        self.rng = generator(rules.seed, index as u64, self.episode);
        self.settle(rules, moves);
    }

    /// Plays a legal action and the moves of chance after it. Returns the outcome if that ended the
    /// game.
    fn step(
        &mut self,
        rules: &Rules<G>,
        index: usize,
        action: u32,
        moves: &mut Vec<MoveOf<G>>,
    ) -> Option<Outcome> {
        let m = rules.numbers.move_of(&self.position, action).expect("a legal action is a move");
        self.go_on(rules, index, m, moves)
    }

    /// Plays a legal move and the moves of chance after it. Returns the outcome if that ended the
    /// game.
    fn go_on(
        &mut self,
        rules: &Rules<G>,
        index: usize,
        m: MoveOf<G>,
        moves: &mut Vec<MoveOf<G>>,
    ) -> Option<Outcome> {
        self.play(m);
        let outcome = self.settle(rules, moves)?;
        if rules.auto_reset {
            self.episode += 1;
            self.begin(rules, index, moves);
        }
        Some(outcome)
    }

    /// Plays the moves of players among these; chance repeats its own. Stops at a move that is not
    /// legal.
    fn replay(&mut self, rules: &Rules<G>, played: &[String], moves: &mut Vec<MoveOf<G>>) {
        while let Some(text) = played.get(self.played.len()) {
            let m = G::parse_move(&self.position, text).ok();
            let legal = m.filter(|&m| self.turn.is_some() && self.position.is_legal(m));
            let Some(m) = legal else { return };
            self.play(m);
            self.settle(rules, moves);
        }
    }

    fn play(&mut self, m: MoveOf<G>) {
        self.position.play_unchecked(m);
        self.played.push(m);
    }

    /// Plays moves of chance until a player is to move, and lists that player's actions. Returns
    /// the outcome if the game is over.
    fn settle(&mut self, rules: &Rules<G>, moves: &mut Vec<MoveOf<G>>) -> Option<Outcome> {
        self.actions.clear();
        loop {
            match self.position.turn() {
                Turn::Chance => {
                    let m = self.position.random_move(&mut self.rng);
                    self.play(m.expect("chance has a move"));
                }
                Turn::Player(seat) => {
                    self.turn = Some(seat);
                    rules.numbers.legal_actions(&self.position, moves, &mut self.actions);
                    return None;
                }
                Turn::Over(outcome) => {
                    self.turn = None;
                    return Some(outcome);
                }
            }
        }
    }

    fn observe(&self, rules: &Rules<G>, seat: Seat, planes: &mut [u8], features: &mut [f32]) {
        planes.fill(0);
        features.fill(0.0);
        rules.numbers.observe(&self.position, seat, planes, features);
    }
}

/// Plays a game at random to its end, or for at most `max_plies` moves.
fn roll_out<G: Numbered>(
    position: &mut G::Position,
    rng: &mut Xoshiro256PlusPlus,
    max_plies: u32,
    policy: Policy,
) -> Rollout {
    let mut n_plies = 0;
    if policy == Policy::Quick && G::MAX_PLIES.is_some_and(|longest| longest <= max_plies) {
        n_plies = position.play_out(rng) as u32;
    }
    while n_plies < max_plies {
        let m = match policy {
            Policy::Uniform => position.random_move(rng),
            Policy::Quick => position.quick_move(rng),
        };
        let Some(m) = m else { break };
        position.play_unchecked(m);
        n_plies += 1;
    }
    Rollout { scores: position.scores(), outcome: position.turn().outcome().copied(), n_plies }
}

/// The random generator of an episode of a game. It depends on nothing else, so neither does
/// chance.
fn generator(seed: u64, index: u64, episode: u64) -> Xoshiro256PlusPlus {
    let place = fold(seed ^ 0x9e37_79b9_7f4a_7c15, index ^ 0xd6e8_feb8_6659_fd93);
    Xoshiro256PlusPlus::seed_from_u64(fold(
        place ^ 0xa076_1d64_78bd_642f,
        episode ^ 0xe703_7ed1_a0b4_28db,
    ))
}

impl<G: Numbered> AnyBatch for Batch<G> {
    fn game(&self) -> GameId {
        self.id
    }

    fn n_games(&self) -> usize {
        self.games.len()
    }

    fn n_seats(&self) -> usize {
        self.rules.start.n_seats()
    }

    fn n_threads(&self) -> usize {
        self.threads.n_threads()
    }

    fn seed(&self) -> u64 {
        self.rules.seed
    }

    fn n_actions(&self) -> usize {
        self.rules.numbers.n_actions()
    }

    fn plane_size(&self) -> (usize, usize) {
        self.rules.numbers.plane_size()
    }

    fn plane_names(&self) -> Vec<String> {
        self.rules.numbers.plane_names()
    }

    fn feature_names(&self) -> Vec<String> {
        self.rules.numbers.feature_names()
    }

    fn turns(&self) -> Vec<Option<Seat>> {
        self.games.iter().map(|slot| slot.turn).collect()
    }

    fn episodes(&self) -> Vec<u64> {
        self.games.iter().map(|slot| slot.episode).collect()
    }

    fn scores(&self) -> Vec<BySeat<i32>> {
        self.games.iter().map(|slot| slot.position.scores()).collect()
    }

    fn legal_actions_while(&self, go_on: GoOn<'_>) -> LegalActions {
        let mut offsets = Vec::with_capacity(self.games.len() + 1);
        offsets.push(0);
        let mut actions =
            Vec::with_capacity(self.games.iter().map(|slot| slot.actions.len()).sum());
        for (index, slot) in self.games.iter().enumerate() {
            if index % MAX_UNBROKEN == 0 && !go_on() {
                break;
            }
            // Actions are less than 2^31.
            actions.extend(slot.actions.iter().map(|&action| action as i32));
            offsets.push(actions.len() as i64);
        }
        LegalActions { actions, offsets }
    }

    fn write_masks(&self, words: &mut [u64], go_on: GoOn<'_>) {
        self.fill(words.chunks_mut(self.n_mask_words()), go_on, |_, slot, words| {
            words.fill(0);
            for &action in &slot.actions {
                words[action as usize / 64] |= 1 << (action % 64);
            }
        });
    }

    fn write_dense_masks(&self, flags: &mut [bool], go_on: GoOn<'_>) {
        self.fill(flags.chunks_mut(self.n_actions()), go_on, |_, slot, flags| {
            flags.fill(false);
            for &action in &slot.actions {
                flags[action as usize] = true;
            }
        });
    }

    fn write_observations(&self, planes: &mut [u8], features: &mut [f32], go_on: GoOn<'_>) {
        let features = features.chunks_mut(self.feature_names().len());
        let rows = planes.chunks_mut(self.n_plane_bytes()).zip(features);
        self.fill(rows, go_on, |_, slot, (planes, features)| {
            let seat = slot.turn.or(Seat::new(0)).expect("there is a first seat");
            slot.observe(&self.rules, seat, planes, features);
        });
    }

    fn observe(&self, game: usize, seat: Seat, planes: &mut [u8], features: &mut [f32]) {
        self.games[game].observe(&self.rules, seat, planes, features);
    }

    fn step_while(
        &mut self,
        actions: &[i64],
        go_on: GoOn<'_>,
    ) -> Result<Option<Vec<Option<Outcome>>>, StepError> {
        let n_games = self.games.len();
        if actions.len() != n_games {
            return Err(StepError::Length { n_games, n_values: actions.len() });
        }
        for (game, &action) in actions.iter().enumerate() {
            self.check_action(game, action)?;
        }
        let step = |rules: &Rules<G>, moves: &mut Vec<_>, index: usize, slot: &mut Slot<G>| {
            let action = u32::try_from(actions[index]).ok();
            slot.ended = action.and_then(|action| slot.step(rules, index, action, moves));
        };
        let is_done = self.in_chunks_while(step, go_on);
        Ok(is_done.then(|| self.games.iter().map(|slot| slot.ended).collect()))
    }

    fn play(&mut self, game: usize, text: &str) -> Result<Option<Outcome>, PlayError> {
        let slot = &mut self.games[game];
        if slot.turn.is_none() {
            return Err(PlayError::Over);
        }
        let m = G::parse_move(&slot.position, text)?;
        slot.position.explain(m)?;
        Ok(slot.go_on(&self.rules, game, m, &mut Vec::new()))
    }

    fn reset_while(&mut self, is_reset: &[bool], go_on: GoOn<'_>) -> Result<(), StepError> {
        let n_games = self.games.len();
        if is_reset.len() != n_games {
            return Err(StepError::Length { n_games, n_values: is_reset.len() });
        }
        let reset = |rules: &Rules<G>, moves: &mut Vec<_>, index: usize, slot: &mut Slot<G>| {
            if is_reset[index] {
                slot.episode += 1;
                slot.begin(rules, index, moves);
            }
        };
        self.in_chunks_while(reset, go_on);
        Ok(())
    }

    fn restart_while(&mut self, seed: u64, go_on: GoOn<'_>) {
        let before = std::mem::replace(&mut self.rules.seed, seed);
        let restart = |rules: &Rules<G>, moves: &mut Vec<_>, index: usize, slot: &mut Slot<G>| {
            slot.episode = 0;
            slot.begin(rules, index, moves);
        };
        if !self.in_chunks_while(restart, go_on) {
            self.rules.seed = before;
        }
    }

    fn rollouts_while(
        &self,
        seed: u64,
        max_plies: u32,
        policy: Policy,
        go_on: GoOn<'_>,
    ) -> Option<Vec<Rollout>> {
        let scores = BySeat::from_fn(self.n_seats(), |_| 0);
        let mut ends = vec![Rollout { scores, outcome: None, n_plies: 0 }; self.games.len()];
        let chunks = self.games.chunks(CHUNK).zip(ends.chunks_mut(CHUNK)).enumerate().collect();
        self.threads.each(
            chunks,
            |(chunk, (games, ends)): (usize, (&[Slot<G>], &mut [Rollout]))| {
                // `clone_from` into an existing position is cheaper than a new clone.
                let mut position = games[0].position.clone();
                for (i, (slot, end)) in games.iter().zip(ends).enumerate() {
                    if !go_on() {
                        return;
                    }
                    let mut rng = generator(seed, (CHUNK * chunk + i) as u64, ROLLOUT);
                    position.clone_from(&slot.position);
                    *end = roll_out::<G>(&mut position, &mut rng, max_plies, policy);
                }
            },
        );
        go_on().then_some(ends)
    }

    fn auto_reset(&self) -> bool {
        self.rules.auto_reset
    }

    fn resume(&mut self, games: &[(u64, Vec<String>)]) -> Result<(), StepError> {
        let n_games = self.games.len();
        if games.len() != n_games {
            return Err(StepError::Length { n_games, n_values: games.len() });
        }
        let resume = |rules: &Rules<G>, moves: &mut Vec<_>, index: usize, slot: &mut Slot<G>| {
            let (episode, played) = &games[index];
            slot.episode = *episode;
            slot.begin(rules, index, moves);
            slot.replay(rules, played, moves);
        };
        self.in_chunks(resume);
        let same = |(slot, (_, played)): (&Slot<G>, &(u64, Vec<String>))| {
            slot.played.iter().map(MoveOf::<G>::to_string).eq(played.iter().cloned())
        };
        match self.games.iter().zip(games).position(|pair| !same(pair)) {
            Some(game) => Err(StepError::Moves { game }),
            None => Ok(()),
        }
    }

    fn action_of(
        &self,
        game: usize,
        text: &str,
    ) -> Result<Option<u32>, tilewright_core::ParseMoveError> {
        let position = &self.games[game].position;
        let m = G::parse_move(position, text)?;
        Ok(self.rules.numbers.action_of(position, m))
    }

    fn move_of(&self, game: usize, action: u32) -> Option<String> {
        let m = self.rules.numbers.move_of(&self.games[game].position, action);
        m.map(|m| m.to_string())
    }

    fn moves(&self, game: usize) -> Vec<String> {
        self.games[game].played.iter().map(MoveOf::<G>::to_string).collect()
    }

    fn table(&self, game: usize) -> Box<dyn Table> {
        let start = self.rules.start.to_string();
        let mut table = self.id.open_position(&start).expect("the text of a position is one");
        for m in self.moves(game) {
            table.play(&m).expect("it was played here");
        }
        table
    }

    fn box_clone(&self) -> Box<dyn AnyBatch> {
        Box::new(self.clone())
    }
}

impl<G: Numbered> Clone for Batch<G> {
    fn clone(&self) -> Batch<G> {
        Batch {
            id: self.id,
            rules: self.rules.clone(),
            threads: self.threads.clone(),
            games: self.games.clone(),
        }
    }
}

// Not derived, because that would ask the type of the game to be `Clone` too.
impl<G: Numbered> Clone for Slot<G> {
    fn clone(&self) -> Slot<G> {
        Slot {
            position: self.position.clone(),
            turn: self.turn,
            actions: self.actions.clone(),
            played: self.played.clone(),
            rng: self.rng.clone(),
            episode: self.episode,
            ended: self.ended,
        }
    }
}
