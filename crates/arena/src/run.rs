//! A tournament, played by several threads.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;
use thiserror::Error;
use tilewright_core::{Outcome, Seat};
use tilewright_engines::{Playable, SpecError, Stop, Visit, visit};

use crate::Player;
use crate::engine::{Contestant, Patience};
use crate::opening::{NoOpening, Openings};
use crate::plan::{Checked, Plan, PlanError};
use crate::play::{Terms, play};
use crate::record::Scribe;
use crate::results::{Files, FilesError, GameResult, Stopped};
use crate::schedule::{Block, Schedule};
use crate::sprt::{Decision, Sprt, SprtState};
use crate::standings::Standings;

/// How far a tournament is.
#[derive(Debug)]
pub struct Progress<'a> {
    /// How many games are played.
    pub n_played: u64,
    /// How many there are at most.
    pub n_games: u64,
    /// What whole blocks say so far.
    pub standings: &'a Standings,
    /// How the test stands, if there is one.
    pub sprt: Option<SprtState>,
    /// How many seats were forfeited.
    pub n_faults: u64,
}

/// What came of a tournament.
#[derive(Clone, Debug)]
pub struct Finished {
    /// What the blocks say.
    pub standings: Standings,
    /// How the test stands, if there is one.
    pub sprt: Option<SprtState>,
    /// Whether all was played, or the test is decided; otherwise it was stopped.
    pub is_complete: bool,
    /// How the players forfeited seats.
    pub faults: BTreeMap<Player, Faults>,
}

/// How a player forfeited seats.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Faults {
    /// How often.
    pub n_times: u64,
    /// The last game, in the order of the schedule, in which it did.
    pub last_game: u64,
    /// The reason then.
    pub reason: String,
}

/// A tournament cannot be played, or not to its end.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// It makes no sense.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// Its files cannot be used.
    #[error(transparent)]
    Files(#[from] FilesError),
    /// They cannot be written.
    #[error("cannot write the results")]
    Write(#[from] io::Error),
    /// A bot cannot be made.
    #[error(transparent)]
    Bot(#[from] SpecError),
    /// Games cannot begin so.
    #[error(transparent)]
    Opening(#[from] NoOpening),
}

/// Plays a tournament, from the beginning or where it was stopped.
pub struct Arena {
    plan: Plan,
    checked: Checked,
    results: Collected,
    files: Option<Files>,
}

impl Arena {
    /// A new tournament.
    ///
    /// ```
    /// use tilewright_arena::plan::Plan;
    /// use tilewright_arena::run::Arena;
    /// use tilewright_engines::Stop;
    ///
    /// let plan = Plan { n_games: 20, ..Plan::new("aquapipe".parse()?, &["greedy", "random"]) };
    /// let finished = Arena::new(plan)?.run(1, &Stop::new(), &mut |_| ())?;
    /// assert_eq!(finished.standings.n_games(), 20);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(plan: Plan) -> Result<Arena, ArenaError> {
        let checked = plan.check()?;
        visit(plan.game.slug(), TryOpening(&checked)).expect("every game has bots")?;
        let results = Collected::new(&checked);
        Ok(Arena { plan, checked, results, files: None })
    }

    /// The same, kept in these files.
    pub fn kept(self, files: Files) -> Arena {
        Arena { files: Some(files), ..self }
    }

    /// A tournament that was stopped.
    pub fn resume(stopped: Stopped) -> Result<Arena, ArenaError> {
        let plan = stopped.plan().clone();
        let checked = plan.check()?;
        let mut results = Collected::new(&checked);
        let schedule = &checked.schedule;
        let n_games = n_games(&plan, schedule);
        let files = stopped.resume(&mut |result| {
            check_result(schedule, n_games, &result)?;
            results.add(schedule, &result);
            Ok(())
        })?;
        Ok(Arena { plan, checked, results, files: Some(files) })
    }

    /// What is played.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Plays what is left, on so many threads, until all is played, the test is decided or it is
    /// stopped. It tells how far it is now and then.
    pub fn run(
        self,
        n_threads: usize,
        stop: &Stop,
        on_progress: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<Finished, ArenaError> {
        let slug = self.plan.game.slug();
        let run = Run { arena: self, n_threads: n_threads.max(1), stop, on_progress };
        visit(slug, run).expect("every game has bots")
    }
}

struct Run<'a> {
    arena: Arena,
    n_threads: usize,
    stop: &'a Stop,
    on_progress: &'a mut dyn FnMut(&Progress<'_>),
}

/// How many games may wait for the one that writes them down.
const N_WAITING: usize = 256;

/// How far the threads may be ahead of the first game that is not played, so that what waits for it
/// stays small.
const N_AHEAD: u64 = 10_000;

impl Visit for Run<'_> {
    type Output = Result<Finished, ArenaError>;

    fn visit<G: Playable>(self) -> Result<Finished, ArenaError> {
        let Run { arena, n_threads, stop, on_progress } = self;
        let Arena { plan, checked, mut results, mut files } = arena;
        let has_records = files.as_ref().is_some_and(Files::has_records);
        let hall = Hall::<G>::new(&plan, &checked, &results, has_records);
        if results.is_decided() || results.n_in_order() >= hall.n_games {
            return Ok(results.finish(hall.n_games));
        }
        let (sender, receiver) = sync_channel(N_WAITING);
        thread::scope(|scope| {
            for _ in 0..n_threads {
                let (hall, sender) = (&hall, sender.clone());
                scope.spawn(move || hall.work(&sender));
            }
            drop(sender);
            let files = files.as_mut();
            let collected = collect(&hall, stop, &receiver, &mut results, files, on_progress);
            // Whoever still plays is told to stop, and what comes too late is let go.
            hall.stop.stop();
            drop(receiver);
            collected
        })?;
        on_progress(&results.progress(hall.n_games));
        Ok(results.finish(hall.n_games))
    }
}

/// Finds out whether games can begin as they should.
struct TryOpening<'a>(&'a Checked);

impl Visit for TryOpening<'_> {
    type Output = Result<(), NoOpening>;

    fn visit<G: Playable>(self) -> Result<(), NoOpening> {
        openings::<G>(self.0).of(&self.0.schedule.block(0)).map(drop)
    }
}

fn openings<G: Playable>(checked: &Checked) -> Openings<G> {
    let positions = checked
        .tables
        .iter()
        .map(|table| table.position_text().parse().expect("the text of a position reads back"));
    Openings { positions: positions.collect(), n_plies: checked.opening_plies }
}

/// How many games there are at most.
fn n_games(plan: &Plan, schedule: &Schedule) -> u64 {
    schedule.blocks_for_games(plan.n_games) * schedule.games_per_block() as u64
}

/// What all threads share.
struct Hall<'a, G: Playable> {
    checked: &'a Checked,
    openings: Openings<G>,
    terms: Terms,
    patience: Patience,
    scribe: Option<Scribe<'a>>,
    n_games: u64,
    /// The next game that nobody plays yet, and the first that is not played.
    next: AtomicU64,
    frontier: AtomicU64,
    /// Games beyond the first that is not played which were played before.
    played: BTreeSet<u64>,
    /// Stops the games.
    stop: Stop,
}

/// A game that was played, for whoever writes it down.
struct Told {
    result: GameResult,
    record: Option<String>,
}

type Message = Result<Told, ArenaError>;

impl<'a, G: Playable> Hall<'a, G> {
    fn new(plan: &'a Plan, checked: &'a Checked, results: &Collected, has_records: bool) -> Self {
        let schedule = &checked.schedule;
        Hall {
            checked,
            openings: openings(checked),
            terms: Terms { game: plan.game, limits: plan.limits(), max_plies: plan.max_plies },
            patience: plan.patience(),
            scribe: has_records.then(|| Scribe::new(plan, checked)),
            n_games: n_games(plan, schedule),
            next: AtomicU64::new(results.n_in_order()),
            frontier: AtomicU64::new(results.n_in_order()),
            played: results.beyond(),
            stop: Stop::new(),
        }
    }

    /// Plays one game after the other, until none is left or somebody says stop.
    fn work(&self, sender: &SyncSender<Message>) {
        let mut contestants = HashMap::new();
        while let Some(number) = self.next_game() {
            let told = match self.play(number, &mut contestants) {
                Ok(Some(told)) => Ok(told),
                Ok(None) => return,
                Err(error) => Err(error),
            };
            let has_failed = told.is_err();
            if sender.send(told).is_err() || has_failed {
                return;
            }
        }
    }

    /// The number of a game that nobody has played.
    fn next_game(&self) -> Option<u64> {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            while number >= self.frontier.load(Ordering::Relaxed) + N_AHEAD {
                if self.stop.is_stopped() {
                    return None;
                }
                thread::sleep(Duration::from_millis(1));
            }
            if number >= self.n_games || self.stop.is_stopped() {
                return None;
            }
            if !self.played.contains(&number) {
                return Some(number);
            }
        }
    }

    fn play(&self, number: u64, contestants: &mut Seats<G>) -> Result<Option<Told>, ArenaError> {
        let schedule = &self.checked.schedule;
        let games_per_block = schedule.games_per_block() as u64;
        let block = schedule.block(number / games_per_block);
        let game = block.games().nth((number % games_per_block) as usize);
        let game = game.expect("a block has so many games");
        let mut seated = Vec::new();
        for &player in &game.seats {
            let n_before = seated.iter().filter(|(other, _)| *other == player).count();
            let contestant = match contestants.remove(&(player, n_before)) {
                Some(contestant) => contestant,
                None => self.checked.players[player.index()].contestant(self.patience)?,
            };
            seated.push((player, contestant));
        }
        let mut at_table: Vec<&mut Contestant<G>> = seated.iter_mut().map(|it| &mut it.1).collect();
        let begun = self.openings.of(&block)?;
        // Engines are told it as a number of 63 bits.
        let seed = game.seed >> 1;
        let played = play(&self.terms, begun, seed, &mut at_table, &self.stop);
        for (player, contestant) in seated {
            let n_before = contestants.keys().filter(|(other, _)| *other == player).count();
            contestants.insert((player, n_before), contestant);
        }
        let Some(played) = played else { return Ok(None) };
        let record = self.scribe.as_ref().map(|scribe| scribe.write(&block, &game, &played));
        let faults = played.faults.iter().map(|(seat, fault)| (*seat, fault.to_string()));
        let (outcome, n_plies) = (played.outcome, played.moves.len());
        let faults = faults.collect();
        let result = GameResult { game: number, outcome, n_plies, faults, n_record_bytes: 0 };
        Ok(Some(Told { result, record }))
    }
}

/// Contestants between two games: those of a player are numbered, because it may have several seats.
type Seats<G> = HashMap<(Player, usize), Contestant<G>>;

/// How often the one who writes looks whether it shall stop, and tells how far it is.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// Writes games down until none comes any more, the test is decided or somebody says stop.
fn collect<G: Playable>(
    hall: &Hall<'_, G>,
    outer_stop: &Stop,
    receiver: &Receiver<Message>,
    results: &mut Collected,
    mut files: Option<&mut Files>,
    on_progress: &mut dyn FnMut(&Progress<'_>),
) -> Result<(), ArenaError> {
    let mut last_told: Option<Instant> = None;
    loop {
        let first = match receiver.recv_timeout(BETWEEN_LOOKS) {
            Ok(message) => Some(message),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        for message in first.into_iter().chain(receiver.try_iter().take(N_WAITING)) {
            let Told { result, record } = message?;
            results.add(&hall.checked.schedule, &result);
            if let Some(files) = &mut files {
                files.add(result, record.as_deref());
            }
        }
        if let Some(files) = &mut files {
            files.flush()?;
        }
        hall.frontier.store(results.n_in_order(), Ordering::Relaxed);
        if last_told.is_none_or(|told| told.elapsed() >= BETWEEN_LOOKS) {
            on_progress(&results.progress(hall.n_games));
            last_told = Some(Instant::now());
        }
        if outer_stop.is_stopped() || results.is_decided() {
            return Ok(());
        }
    }
}

/// The games so far. Blocks count in the order of the schedule: short games end first, and a test that
/// saw them first would see more of those that are lost quickly.
struct Collected {
    standings: Standings,
    sprt: Option<Sprt>,
    state: Option<SprtState>,
    games_per_block: u64,
    /// The games of blocks that are not whole, or that come after one that is not.
    waiting: BTreeMap<u64, Vec<Option<Outcome>>>,
    n_played: u64,
    n_faults: u64,
    faults: BTreeMap<Player, Faults>,
}

impl Collected {
    fn new(checked: &Checked) -> Collected {
        let standings = Standings::new(&checked.schedule);
        Collected {
            standings,
            sprt: checked.sprt,
            state: None,
            games_per_block: checked.schedule.games_per_block() as u64,
            waiting: BTreeMap::new(),
            n_played: 0,
            n_faults: 0,
            faults: BTreeMap::new(),
        }
    }

    fn add(&mut self, schedule: &Schedule, result: &GameResult) {
        let (block, game) =
            (result.game / self.games_per_block, result.game % self.games_per_block);
        if block < self.standings.n_blocks() {
            return;
        }
        let games = vec![None; self.games_per_block as usize];
        let games = self.waiting.entry(block).or_insert(games);
        if games[game as usize].replace(result.outcome).is_some() {
            return;
        }
        self.n_played += 1;
        self.note_faults(&schedule.block(block), game as usize, result);
        while let Some(outcomes) = self.next_whole_block() {
            let block = schedule.block(self.standings.n_blocks());
            if self.is_decided() {
                return;
            }
            self.standings.add_block(&block, &outcomes).expect("a block of this schedule");
            self.waiting.remove(&block.index());
            self.state = self.sprt_state();
        }
    }

    fn next_whole_block(&self) -> Option<Vec<Outcome>> {
        let games = self.waiting.get(&self.standings.n_blocks())?;
        games.iter().copied().collect()
    }

    fn note_faults(&mut self, block: &Block, game: usize, result: &GameResult) {
        if result.faults.is_empty() {
            return;
        }
        let game = block.games().nth(game).expect("a block has so many games");
        for (seat, reason) in &result.faults {
            self.n_faults += 1;
            let faults = self.faults.entry(game.seats[*seat]).or_default();
            faults.n_times += 1;
            if result.game >= faults.last_game {
                (faults.last_game, faults.reason) = (result.game, reason.clone());
            }
        }
    }

    fn sprt_state(&self) -> Option<SprtState> {
        let pair = self.standings.pair(Player(0), Player(1))?;
        Some(self.sprt?.state(pair.blocks()))
    }

    fn is_decided(&self) -> bool {
        self.state.is_some_and(|state| state.decision != Decision::Continue)
    }

    /// How many games there are before the first that is not played.
    fn n_in_order(&self) -> u64 {
        let n_whole = self.standings.n_blocks();
        let games = self.waiting.get(&n_whole).into_iter().flatten();
        let n_first = games.take_while(|game| game.is_some()).count() as u64;
        n_whole * self.games_per_block + n_first
    }

    /// The games after that which are played.
    fn beyond(&self) -> BTreeSet<u64> {
        let numbered = |(block, games): (&u64, &Vec<Option<Outcome>>)| {
            let first = block * self.games_per_block;
            let played = (first..).zip(games.clone()).filter(|(_, game)| game.is_some());
            played.map(|(number, _)| number).collect::<Vec<_>>()
        };
        self.waiting.iter().flat_map(numbered).collect()
    }

    fn progress(&self, n_games: u64) -> Progress<'_> {
        let Collected { standings, state, n_played, n_faults, .. } = self;
        Progress { n_played: *n_played, n_games, standings, sprt: *state, n_faults: *n_faults }
    }

    fn finish(self, n_games: u64) -> Finished {
        let is_complete = self.is_decided() || self.standings.n_games() >= n_games;
        let Collected { standings, state, faults, .. } = self;
        Finished { standings, sprt: state, is_complete, faults }
    }
}

/// Whether this can be the result of a game of the schedule.
fn check_result(schedule: &Schedule, n_games: u64, result: &GameResult) -> Result<(), String> {
    let n_seats = schedule.n_seats();
    if result.game >= n_games {
        return Err(format!("there is no game {}", result.game));
    }
    let is_seat = |(seat, _): &(Seat, String)| seat.index() < n_seats;
    if result.outcome.places().len() != n_seats || !result.faults.iter().all(is_seat) {
        return Err(format!("the game has {n_seats} seats"));
    }
    Ok(())
}
