//! Bots know what their seat knows: hidden tiles change no choice, and text is followed as it is
//! seen.

use tilewright_aquapipe::AquaPipe;
use tilewright_blokus::Blokus;
use tilewright_bots::{Bot, Bots, Limits, Playable, Thinking, bot, generator};
use tilewright_coerceo::Coerceo;
use tilewright_core::{Game, Observed, Position as _, Turn, Viewer, parse_options, random_index};
use tilewright_table::{GameId, ParseViewError, PlayError};
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
                        let known = Triominos::known(position, Viewer::Seat(seat));
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

/// Plays at random, while a bot on each seat is asked with what its seat saw.
fn follow_games<G: Playable>(options: &[(&str, &str)], seed: u64) {
    let mut table = G::ID.open(options).unwrap();
    let mut position = G::start(&parse_options(options.iter().copied()).unwrap()).unwrap();
    let bots = Bots::of(G::ID);
    let spec = bots.read("greedy").unwrap();
    let mut seats = table.perspectives();
    let mut erased: Vec<_> = seats.iter().map(|_| bots.bot(&spec).unwrap()).collect();
    let mut choices = Vec::new();
    let mut typed = make::<G>("greedy");
    for ply in 0..120 {
        let Some(m) = position.random_move(&mut generator(seed, ply)) else { break };
        let turn = position.turn().seat();
        for (index, perspective) in seats.iter().enumerate() {
            let mut thinking = Thinking { seed, ..Thinking::default() };
            let choice = erased[index].choose(perspective, &mut thinking);
            let is_asked = turn.is_some_and(|seat| seat.index() == index);
            assert_eq!(choice.is_some(), is_asked, "{position} {index}");
            let Some(choice) = choice else { continue };
            let known = G::known(&position, perspective.viewer());
            let mut thinking = Thinking { seed, ply, ..Thinking::default() };
            let expected = G::any_move(typed.choose(&known, &mut thinking).m);
            assert_eq!(choice.m, expected);
            let moves: Vec<String> =
                perspective.legal_moves().iter().map(ToString::to_string).collect();
            assert_eq!(moves, table.legal_moves());
            choices.push((ply, index, expected));
        }
        table.play_move(&G::any_move(m)).unwrap();
        position.play_unchecked(m);
        for perspective in &mut seats {
            let seen = table.move_seen_by(ply + 1, perspective.viewer()).unwrap();
            perspective.follow(&seen, table.revealed(ply + 1)).unwrap();
            assert_eq!(perspective.text(), table.perspective(perspective.viewer()).text());
        }
    }
    for (ply, index, expected) in choices.into_iter().rev() {
        seats[index].rewind(ply);
        assert_eq!(seats[index].ply(), ply);
        let mut thinking = Thinking { seed, ..Thinking::default() };
        assert_eq!(erased[index].choose(&seats[index], &mut thinking).unwrap().m, expected);
    }
}

#[test]
fn bots_are_asked_with_what_their_seat_sees() {
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
fn a_perspective_holds_no_more_than_its_seat_sees() {
    let position = Triominos::start(&parse_options([]).unwrap()).unwrap();
    let refusal = GameId::Triominos.open_view(&position.to_string()).unwrap_err();
    assert!(matches!(refusal, ParseViewError::Parse(_)), "{refusal}");
    let first = "viewer=1 seats=2 round=1 scores=0/0 held=-/?0";
    let mut first = GameId::Triominos.open_view(first).unwrap();
    first.follow("deal:1-2-3", None).unwrap();
    let error = first.follow("deal:?", None).unwrap_err();
    assert!(matches!(error, PlayError::Illegal(_)), "{error}");
    assert!(matches!(first.follow("hello", None), Err(PlayError::Parse(_))));
    assert_eq!(first.ply(), 1, "what cannot be changes nothing");
    let bots = Bots::of(GameId::Triominos);
    let mut bot = bots.bot(&bots.read("greedy").unwrap()).unwrap();
    assert_eq!(bot.choose(&first, &mut Thinking::default()), None);
    let blokus = GameId::Blokus.open(&[]).unwrap().perspectives().swap_remove(0);
    assert_eq!(bot.choose(&blokus, &mut Thinking::default()), None, "it is another game");
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
