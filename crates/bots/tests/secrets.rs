//! Bots know what their seat knows: hidden tiles change no choice, and text is followed as it is
//! seen.

use tilewright_aquapipe::AquaPipe;
use tilewright_blokus::Blokus;
use tilewright_bots::{
    Bot, Bots, FollowError, Limits, Playable, SeatError, Thinking, bot, generator,
};
use tilewright_coerceo::Coerceo;
use tilewright_core::{Game, Position as _, Seat, Turn, Viewer, parse_options, random_index};
use tilewright_table::GameId;
use tilewright_triominos::{Position, Tile, TileSet, Triominos};

type Setup = &'static [(&'static str, &'static str)];

const TRIOMINOS: &[Setup] = &[
    &[("target", "100")],
    &[("seats", "3"), ("voluntary-draw", "off"), ("single-round", "on")],
    &[("seats", "6"), ("starter", "free"), ("single-round", "on")],
    &[("hands", "shared")],
];

/// Bots of Triominos that look at different things.
const SPECS: [&str; 11] = [
    "random",
    "greedy",
    "strategy:draw=below-12,place=lowest",
    "strategy:draw=hoard,place=least-risk",
    "strategy:draw=hoard-until-4,place=most-mobility",
    "strategy:draw=hand-below-7,place=random",
    "strategy:draw=smallest-hand",
    "ismcts:nodes=20",
    "level:1",
    "level:5",
    "level:9",
];

fn make<G: Playable>(spec: &str) -> Box<dyn Bot<G>> {
    bot(&spec.parse().unwrap()).unwrap()
}

/// The position with two unplaced tiles exchanged, if there is such a position.
fn exchanged(position: &Position, left: Tile, right: Tile) -> Option<Position> {
    let words = position.to_string();
    let words = words.split(' ').map(|word| match word.split_once('=') {
        Some(("held" | "drew", _)) => word
            .replace(&left.to_string(), "*")
            .replace(&right.to_string(), &left.to_string())
            .replace('*', &right.to_string()),
        _ => word.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ").parse().ok()
}

#[test]
fn hidden_tiles_change_no_choice() {
    let mut n_exchanged = 0;
    let mut rng = generator(1, 0);
    for pairs in TRIOMINOS {
        let mut position =
            Triominos::start(&parse_options(pairs.iter().copied()).unwrap()).unwrap();
        let mut bots = SPECS.map(make::<Triominos>);
        for ply in 0.. {
            let Some(m) = position.random_move(&mut rng) else { break };
            let Turn::Player(seat) = position.turn() else {
                position.play_unchecked(m);
                continue;
            };
            let others = position.scores().seats().filter(|&other| other != seat);
            let hidden = others.map(|it| position.hand(it)).fold(position.pile(), TileSet::or);
            let [left, right] = [(); 2].map(|()| hidden.nth(random_index(&mut rng, hidden.len())));
            let tiles = left.zip(right);
            if let Some(other) = tiles.and_then(|(left, right)| exchanged(&position, left, right)) {
                for bot in &mut bots {
                    let limits = Limits { nodes: Some(20), ..Limits::NONE };
                    let mut choose = |position| {
                        let mut thinking = Thinking { limits, seed: 7, ply, ..Thinking::default() };
                        let known = Triominos::known(position, seat);
                        let choice = bot.choose(&known, &mut thinking);
                        (choice, bot.rate(&known, None, &mut thinking))
                    };
                    assert_eq!(choose(&position), choose(&other), "{position}\n{other}");
                }
                n_exchanged += usize::from(other != position);
            }
            position.play_unchecked(m);
        }
    }
    assert!(n_exchanged > 100, "only {n_exchanged} exchanges");
}

/// Plays at random, while an opponent on each seat is told what its seat sees.
fn follow_games<G: Playable>(pairs: &[(&str, &str)], seed: u64) {
    let mut position = G::start(&parse_options(pairs.iter().copied()).unwrap()).unwrap();
    let bots = Bots::of(G::ID);
    let spec = bots.read("greedy").unwrap();
    let seats: Vec<Seat> = position.scores().seats().collect();
    let begin = |&seat: &Seat| bots.seat(&spec, &G::known(&position, seat).to_string()).unwrap();
    let mut opponents: Vec<_> = seats.iter().map(begin).collect();
    let mut choices = Vec::new();
    let mut typed = make::<G>("greedy");
    for ply in 0..120 {
        let Some(m) = position.random_move(&mut generator(seed, ply)) else { break };
        let turn = position.turn().seat();
        for &seat in &seats {
            let mut thinking = Thinking { seed, ..Thinking::default() };
            let choice = opponents[seat.index()].choose(&mut thinking);
            let is_asked = turn == Some(seat) || (turn.is_some() && !G::HAS_SECRETS);
            assert_eq!(choice.is_some(), is_asked, "{position} {seat}");
            if turn == Some(seat) {
                let known = G::known(&position, seat);
                let (mut listed, mut legal) = (Vec::new(), Vec::new());
                G::legal_moves(&known, &mut listed);
                position.legal_moves(&mut legal);
                listed.sort_unstable();
                legal.sort_unstable();
                assert_eq!(listed, legal);
                let mut thinking = Thinking { seed, ply, ..Thinking::default() };
                let expected = typed.choose(&known, &mut thinking).m.to_string();
                assert_eq!(choice.as_ref().unwrap().m, expected);
                choices.push((ply, seat, expected));
            }
        }
        let looks: Vec<String> = seats
            .iter()
            .map(|&seat| G::redact(&position, m, Viewer::Seat(seat)).to_string())
            .collect();
        position.play_unchecked(m);
        let revealed = if G::HAS_SECRETS { G::reveal(&position) } else { None };
        for (opponent, look) in opponents.iter_mut().zip(&looks) {
            opponent.follow(look, revealed.as_deref()).unwrap();
        }
    }
    for (ply, seat, expected) in choices.into_iter().rev() {
        let opponent = &mut opponents[seat.index()];
        opponent.go_back_to(ply);
        assert_eq!(opponent.ply(), ply);
        let mut thinking = Thinking { seed, ..Thinking::default() };
        assert_eq!(opponent.choose(&mut thinking).unwrap().m, expected);
    }
}

#[test]
fn opponents_follow_the_game_as_their_seat_sees_it() {
    for seed in 0..3 {
        for pairs in TRIOMINOS {
            follow_games::<Triominos>(pairs, seed);
        }
        follow_games::<Blokus>(&[("variant", "classic-3")], seed);
        follow_games::<Coerceo>(&[("variant", "ocius")], seed);
        follow_games::<AquaPipe>(&[], seed);
    }
}

#[test]
fn an_opponent_is_not_handed_more_than_its_seat_sees() {
    let bots = Bots::of(GameId::Triominos);
    let spec = bots.read("greedy").unwrap();
    let position = Triominos::start(&parse_options([]).unwrap()).unwrap();
    let refusal = bots.seat(&spec, &position.to_string()).err().unwrap();
    assert!(matches!(refusal, SeatError::Position(_)), "{refusal}");
    let mut first = bots.seat(&spec, "viewer=1 seats=2 round=1 scores=0/0 held=-/?0").unwrap();
    first.follow("deal:1-2-3", None).unwrap();
    let error = first.follow("deal:?", None).unwrap_err();
    assert!(matches!(error, FollowError::Illegal(_)), "{error}");
    assert!(matches!(first.follow("hello", None), Err(FollowError::Parse(_))));
    assert_eq!(first.ply(), 1, "what cannot be changes nothing");
    assert_eq!(first.choose(&mut Thinking::default()), None);
}

#[test]
fn what_a_game_does_not_have_is_refused_in_a_sentence() {
    let refusal = |game: GameId, text: &str| Bots::of(game).read(text).unwrap_err().to_string();
    let refused = refusal(GameId::Blokus, "genius");
    assert!(refused.starts_with("Blokus has no bot 'genius': choose random, greedy"), "{refused}");
    let refused = refusal(GameId::Coerceo, "minimax:width=4");
    assert!(refused.starts_with("minimax has no 'width': choose depth, nodes, time"), "{refused}");
    assert_eq!(
        refusal(GameId::AquaPipe, "minimax:time=2"),
        "minimax: time is such as 2s or 300ms, not '2'"
    );
}
