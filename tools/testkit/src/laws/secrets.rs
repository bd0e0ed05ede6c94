//! Secrets that a viewer may not know do not show: not at once, and not later.

use tilewright_core::{Game, Imperfect, MoveOf, Position, Turn, Viewer, random_index};

use crate::ensure;
use crate::laws::view::{check_is_view, check_same_view};
use crate::laws::{
    Broken, Finding, Generator, LawResult, law, played, position, some_moves, sorted_moves,
};

/// The number of moves of a group that looks the same that are compared with the first of them.
const N_COMPARED: usize = 5;

/// The number of earlier looks that are tried in positions that may have none.
const N_STRAY_LOOKS: usize = 2;

const OWN_MOVES: &str = "a seat's moves do not depend on what is hidden from it";

/// The looks that viewers see instead of the moves that are hidden from them, each once.
pub(super) fn hidden_looks<G: Game>(position: &G::Position, moves: &[MoveOf<G>]) -> Vec<MoveOf<G>> {
    let mut looks: Vec<MoveOf<G>> = Viewer::all(position.n_seats())
        .flat_map(|viewer| moves.iter().map(move |&m| (m, G::redact(position, m, viewer))))
        .filter_map(|(m, look)| (look != m).then_some(look))
        .collect();
    looks.sort_unstable();
    looks.dedup();
    looks
}

/// In a game that says it has no secrets, every viewer sees every move.
pub(super) fn check_moves_are_open<G: Game>(
    position: &G::Position,
    moves: &[MoveOf<G>],
) -> Finding {
    let is_hidden = |m, viewer| !G::HAS_SECRETS && G::redact(position, m, viewer) != m;
    Viewer::all(position.n_seats()).try_for_each(|viewer| {
        let hidden = moves.iter().find(|&&m| is_hidden(m, viewer));
        hidden.map_or(Ok(()), |m| Err(format!("{viewer:?} does not see {m}")))
    })
}

/// Checks that a game reveals one word, or nothing.
pub(super) fn check_reveal<G: Game>(position: &G::Position) -> Finding {
    let Some(word) = G::reveal(position) else { return Ok(()) };
    ensure(G::HAS_SECRETS, || format!("a game without secrets reveals {word:?}"))?;
    let is_unfit = |c: char| c.is_whitespace() || c.is_control();
    ensure(!word.is_empty() && !word.contains(is_unfit), || format!("{word:?} is not one word"))
}

/// For every viewer, moves that look the same lead to the same view, unless what is then revealed
/// distinguishes them.
pub(super) fn check_looks<G: Game>(
    position: &G::Position,
    moves: &[MoveOf<G>],
    rng: &mut Generator,
) -> Finding {
    for viewer in Viewer::all(position.n_seats()) {
        let mut looks: Vec<(MoveOf<G>, MoveOf<G>)> =
            moves.iter().map(|&m| (G::redact(position, m, viewer), m)).collect();
        // All that a game without secrets pays: every move is seen as it is.
        if looks.iter().all(|(look, m)| look == m) {
            continue;
        }
        looks.sort_unstable();
        for group in looks.chunk_by(|left, right| left.0 == right.0) {
            let (look, first) = group[0];
            for (_, other) in some_moves(&group[1..], N_COMPARED, rng) {
                let [first_led_to, other_led_to] =
                    [first, other].map(|m| played(position.clone(), m));
                if G::reveal(&first_led_to) != G::reveal(&other_led_to) {
                    continue;
                }
                check_alike::<G>(&first_led_to, &other_led_to, viewer).map_err(|how| {
                    format!("{viewer:?} sees {first} and {other} as {look}, but then {how}")
                })?;
            }
        }
    }
    Ok(())
}

/// A sample has the view it was made from and obeys the laws of a position.
pub(super) fn check_sample<G: Imperfect>(
    position: &G::Position,
    moves: &[MoveOf<G>],
    viewer: Viewer,
    rng: &mut Generator,
) -> LawResult {
    let name = "an information set says viewer, turn, scores and own moves";
    law(name, check_known::<G>(position, moves, viewer))?;
    let sample = G::sample(&G::view(position, viewer), rng);
    let tell = |how: String| format!("for {viewer:?} the sample is {sample}: {how}");
    law(
        "sample(view) has that view",
        check_same_view::<G>(position, &sample, viewer).map_err(tell),
    )?;
    let sample_moves = sorted_moves(&sample);
    if is_to_move(position, viewer) {
        law(OWN_MOVES, ensure(sample_moves == moves, || tell("its moves differ".to_owned())))?;
    }
    position::check_position::<G>(&sample, &sample_moves, false, rng)
        .map_err(|broken| Broken { how: tell(broken.how), ..broken })
}

/// An information set says by itself what is no secret, and what its viewer can play.
fn check_known<G: Imperfect>(
    position: &G::Position,
    moves: &[MoveOf<G>],
    viewer: Viewer,
) -> Finding {
    let known = G::known(position, viewer);
    let is_same = G::viewer(&known) == Some(viewer) && G::n_seats(&known) == position.n_seats();
    ensure(is_same, || format!("that of {viewer:?} is one of {:?}", G::viewer(&known)))?;
    let [turn, known_turn] = [position.turn(), G::turn(&known)];
    ensure(turn == known_turn, || format!("{viewer:?} knows {known_turn:?} for {turn:?}"))?;
    let [scores, known_scores] = [position.scores(), G::scores(&known)];
    ensure(scores == known_scores, || format!("{viewer:?} knows {known_scores:?} for {scores:?}"))?;
    let mut own_moves = Vec::new();
    G::legal_moves(&known, &mut own_moves);
    own_moves.sort_unstable();
    let expected = if is_to_move(position, viewer) { moves } else { &[] };
    ensure(own_moves == expected, || format!("{viewer:?} can choose from other moves"))
}

/// For each viewer, perhaps another game that looks the same to the viewer as the one being played.
///
/// A fork begins where a move is hidden from the viewer: another move that looks the same is
/// played in it. From then on it follows the game as long as it can, and must look the same. That
/// finds secrets that show only later. It ends where something else is revealed in it: from there
/// on its viewer knows the difference.
pub(super) struct Forks<G: Game> {
    by_viewer: Vec<(Viewer, Option<G::Position>)>,
}

impl<G: Game> Forks<G> {
    pub(super) fn new(n_seats: usize) -> Forks<G> {
        Forks { by_viewer: Viewer::all(n_seats).map(|viewer| (viewer, None)).collect() }
    }

    /// Follows the move `m` from `before` to `after`, and compares what the viewers see.
    pub(super) fn follow(
        &mut self,
        before: &G::Position,
        m: MoveOf<G>,
        after: &G::Position,
        rng: &mut Generator,
    ) -> LawResult {
        for (viewer, fork) in &mut self.by_viewer {
            let shown = SeenMove::<G> { m, look: G::redact(before, m, *viewer), viewer: *viewer };
            let mut followed = None;
            if let Some(fork) = fork.take() {
                let name = "how a move looks does not depend on what is hidden";
                law(name, shown.check_look(before, &fork))?;
                followed = shown.follow(fork, rng);
            }
            let Some(followed) = followed.or_else(|| shown.begin(before, rng)) else {
                continue;
            };
            if G::reveal(&followed) != G::reveal(after) {
                continue;
            }
            shown.check_fork(after, &followed)?;
            // A fork that meets the game again, or ends, shows nothing more.
            if followed != *after && !followed.turn().is_over() {
                *fork = Some(followed);
            }
        }
        Ok(())
    }
}

/// A move that was played, and what one viewer saw of it.
struct SeenMove<G: Game> {
    m: MoveOf<G>,
    look: MoveOf<G>,
    viewer: Viewer,
}

impl<G: Game> SeenMove<G> {
    /// If the fork can play the same move, it looks the same there.
    fn check_look(&self, game: &G::Position, fork: &G::Position) -> Finding {
        let SeenMove { m, look, viewer } = *self;
        if !fork.is_legal(m) {
            return Ok(());
        }
        let fork_look = G::redact(fork, m, viewer);
        ensure(look == fork_look, || {
            format!("{viewer:?} sees {m} as {look} in {game} and as {fork_look} in {fork}")
        })
    }

    /// The fork after a move that looks the same; nothing if it has none.
    fn follow(&self, fork: G::Position, rng: &mut Generator) -> Option<G::Position> {
        if fork.is_legal(self.m) {
            return Some(played(fork, self.m));
        }
        let m = self.lookalike(&fork, rng)?;
        Some(played(fork, m))
    }

    /// A fork that begins with another move that looks the same.
    fn begin(&self, before: &G::Position, rng: &mut Generator) -> Option<G::Position> {
        let m = self.lookalike(before, rng)?;
        Some(played(before.clone(), m))
    }

    /// Another move that the viewer sees in the same way. None is looked for if it sees the move
    /// itself, as it always does in games without secrets.
    fn lookalike(&self, position: &G::Position, rng: &mut Generator) -> Option<MoveOf<G>> {
        if self.look == self.m {
            return None;
        }
        let mut moves = sorted_moves(position);
        moves.retain(|&m| m != self.m && G::redact(position, m, self.viewer) == self.look);
        (!moves.is_empty()).then(|| moves[random_index(rng, moves.len())])
    }

    /// The fork looks the same to the viewer as the game.
    fn check_fork(&self, game: &G::Position, fork: &G::Position) -> LawResult {
        let viewer = self.viewer;
        law(
            "a view does not change with what is hidden",
            check_alike::<G>(game, fork, viewer)
                .map_err(|how| format!("{viewer:?} can tell this game from {fork}: {how}")),
        )?;
        let is_same = !is_to_move(game, viewer) || sorted_moves(game) == sorted_moves(fork);
        law(OWN_MOVES, ensure(is_same, || format!("{viewer:?} has other moves in {fork}")))
    }
}

/// The views of all viewers, followed through a game by what each of them sees.
pub(super) struct Followers<G: Imperfect> {
    by_viewer: Vec<Follower<G>>,
}

struct Follower<G: Imperfect> {
    viewer: Viewer,
    view: G::View,
    /// The looks that the viewer has seen.
    looks: Vec<MoveOf<G>>,
}

impl<G: Imperfect> Followers<G> {
    pub(super) fn new(start: &G::Position) -> Followers<G> {
        let follower =
            |viewer| Follower { viewer, view: G::view(start, viewer), looks: Vec::new() };
        Followers { by_viewer: Viewer::all(start.n_seats()).map(follower).collect() }
    }

    /// Follows the move `m` from `before` to `after`, and compares with what the viewers then see.
    pub(super) fn follow(
        &mut self,
        before: &G::Position,
        m: MoveOf<G>,
        after: &G::Position,
        rng: &mut Generator,
    ) -> Finding {
        let revealed = G::reveal(after);
        self.by_viewer.iter_mut().try_for_each(|follower| {
            let look = G::redact(before, m, follower.viewer);
            follower.stray(rng);
            follower
                .follow(look, revealed.as_deref(), after)
                .map_err(|how| format!("{:?} saw {look} and {revealed:?}: {how}", follower.viewer))
        })
    }
}

impl<G: Imperfect> Follower<G> {
    fn follow(&mut self, look: MoveOf<G>, revealed: Option<&str>, after: &G::Position) -> Finding {
        self.view = G::follow(&self.view, look, revealed)
            .map_err(|illegal| format!("it is refused, because {illegal}"))?;
        self.looks.push(look);
        check_is_view::<G>(&self.view, after, self.viewer)
    }

    /// Tries what was seen before once more. It may be refused or not, but a view that is followed
    /// by a damaged record must not panic.
    fn stray(&self, rng: &mut Generator) {
        for look in some_moves(&self.looks, N_STRAY_LOOKS, rng) {
            for revealed in [None, Some("?")] {
                let _ = G::follow(&self.view, look, revealed);
            }
        }
    }
}

/// Two positions look the same to a viewer. Once both are over everything may be shown.
fn check_alike<G: Game>(left: &G::Position, right: &G::Position, viewer: Viewer) -> Finding {
    match (left.turn(), right.turn()) {
        (Turn::Over(_), Turn::Over(_)) => Ok(()),
        (Turn::Over(_), _) | (_, Turn::Over(_)) => Err("only one of them is over".to_owned()),
        (turn, other) => {
            check_same_view::<G>(left, right, viewer)?;
            // Everybody sees them, in a view or not.
            ensure(turn == other, || format!("the turn is {turn:?} here and {other:?} there"))?;
            let [scores, others] = [left, right].map(Position::scores);
            ensure(scores == others, || format!("scores are {scores:?} here and {others:?} there"))
        }
    }
}

fn is_to_move<P: Position>(position: &P, viewer: Viewer) -> bool {
    position.turn().seat().is_some_and(|seat| viewer == Viewer::Seat(seat))
}
