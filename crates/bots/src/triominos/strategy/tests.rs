//! Each part of a strategy does what it says.

use tilewright_core::{Game, Observed, Position as _, parse_options};

use super::*;
use crate::bot::bot;

/// The move of a strategy from a view.
fn choice(spec: &str, view: &View) -> String {
    let mut bot = bot::<Triominos>(&spec.parse().unwrap()).unwrap();
    bot.choose(view, &mut Thinking::default()).m.to_string()
}

/// Seat 2 is to answer 5-5-5. Of its nine tiles 1-5-5 (11 points) and 4-5-5 (14 points) fit.
fn answer_to_fives() -> View {
    let text = "viewer=2 seats=2 starter=free round=1 scores=15/0 \
                held=?8/0-0-0,0-0-1,0-0-2,0-0-3,0-0-4,0-1-1,0-1-2,1-5-5,4-5-5 opener=1 \
                5-5-5:ABC@0,0";
    text.parse().unwrap()
}

#[test]
fn who_draws_only_if_forced_places_what_fits() {
    let view = answer_to_fives();
    assert!(choice("strategy", &view).starts_with("4-5-5"));
    assert!(choice("strategy:draw=forced,place=lowest", &view).starts_with("1-5-5"));
}

#[test]
fn who_draws_below_n_points_wants_as_many() {
    let view = answer_to_fives();
    assert_eq!(choice("strategy:draw=below-15", &view), "draw");
    assert!(choice("strategy:draw=below-14", &view).starts_with("4-5-5"));
}

#[test]
fn hand_sizes_decide_when_to_draw() {
    let view = answer_to_fives();
    assert_eq!(choice("strategy:draw=hand-below-10", &view), "draw");
    assert_ne!(choice("strategy:draw=hand-below-9", &view), "draw");
    assert_ne!(choice("strategy:draw=smallest-hand", &view), "draw", "nine are more than eight");
    assert_eq!(choice("strategy:draw=hoard-until-7", &view), "draw");
    assert_ne!(choice("strategy:draw=hoard-until-8", &view), "draw");
    let text = "viewer=1 seats=2 starter=free round=1 scores=15/6 \
                held=0-0-0,0-0-1,0-0-2,0-0-3,0-0-4,0-1-1,0-1-2,4-5-5/?9 drew=-/?1 opener=1 \
                5-5-5:ABC@0,0 draw 1-5-5:CBA@1,0";
    let view: View = text.parse().unwrap();
    assert_eq!(choice("strategy:draw=smallest-hand", &view), "draw", "eight are less than nine");
}

/// Calls `visit` with what the seat to move sees, all through some random games.
fn for_each_view(pairs: &[(&str, &str)], mut visit: impl FnMut(&View)) {
    let options = parse_options(pairs.iter().copied()).unwrap();
    for seed in 0..12 {
        let mut position = Triominos::start(&options).unwrap();
        let rng = &mut generator(seed, 0);
        while let Some(m) = position.random_move(rng) {
            if let Some(seat) = position.turn().seat() {
                visit(&Triominos::known(&position, Viewer::Seat(seat)));
            }
            position.play_unchecked(m);
        }
    }
}

/// The placements that a view allows.
fn placements(view: &View) -> Vec<Placement> {
    let mut moves = Vec::new();
    view.legal_moves(&mut moves);
    let placement = |m| match m {
        Move::Place(placement) => Some(placement),
        _ => None,
    };
    moves.into_iter().filter_map(placement).collect()
}

#[test]
fn who_hoards_draws_up_to_three_tiles_unless_there_is_a_bonus() {
    let mut n_bonuses = 0;
    let mut n_drawn = 0;
    let mut n_enough = 0;
    for_each_view(&[("single-round", "on"), ("max-draws", "0")], |view| {
        let placements = placements(view);
        if placements.is_empty() || view.board().is_empty() || view.n_pile() == 0 {
            return;
        }
        let is_drawn = choice("strategy:draw=hoard", view) == "draw";
        let n_figures = placements.iter().flat_map(|&it| view.board().figures(it)).count();
        match (n_figures > 0, view.n_draws() < 3) {
            (true, _) => n_bonuses += usize::from(!is_drawn),
            (false, true) => n_drawn += usize::from(is_drawn),
            (false, false) => n_enough += usize::from(!is_drawn),
        }
        assert_eq!(is_drawn, n_figures == 0 && view.n_draws() < 3, "{view}");
    });
    assert!(n_bonuses > 3 && n_drawn > 30 && n_enough > 3, "{n_bonuses} {n_drawn} {n_enough}");
}

#[test]
fn placements_are_the_best_by_what_their_name_says() {
    let mut n_views = 0;
    for_each_view(&[("seats", "3"), ("single-round", "on")], |view| {
        let placements = placements(view);
        if placements.len() < 2 {
            return;
        }
        n_views += 1;
        let check = |place: &str, merit: &dyn Fn(Placement) -> i64| {
            let Move::Place(chosen) = choice(place, view).parse().unwrap() else {
                panic!("{place} places: {view}")
            };
            let best = placements.iter().map(|&it| merit(it)).max().unwrap();
            assert_eq!(merit(chosen), best, "{place}: {view}");
        };
        let gain = |it| i64::from(view.gain(Move::Place(it)));
        check("strategy:place=highest", &gain);
        check("strategy:place=lowest", &|it| -gain(it));
        // What lies on a table of its own after it.
        let laid = |it: Placement| {
            let mut board = view.board().clone();
            board.place(it).unwrap();
            board
        };
        check("strategy:place=least-risk", &|it| {
            let board = laid(it);
            let replies = board.placements(view.unseen());
            -replies.map(|reply| i64::from(bonus(view, &board, reply))).sum::<i64>()
        });
        check("strategy:place=most-mobility", &|it| {
            let board = laid(it);
            let hand = view.hand(view.seat_to_move().unwrap()).tiles().unwrap();
            let others = hand.iter().filter(|&tile| tile != it.tile);
            others.filter(|&tile| board.fits_any(TileSet::from_iter([tile]))).count() as i64
        });
    });
    assert!(n_views > 50, "{n_views}");
}

/// The points of a placement beyond its numbers.
fn bonus(view: &View, board: &Board, placement: Placement) -> i32 {
    board.score(placement, &view.options().figures()) - placement.tile.points()
}

#[test]
fn parts_that_are_none_are_refused_with_the_choice() {
    let refusal = |text: &str| bot::<Triominos>(&text.parse().unwrap()).err().unwrap().to_string();
    assert_eq!(
        refusal("strategy:draw=always"),
        "strategy: draw is forced, below-N, hoard, hoard-until-N, hand-below-N or smallest-hand, \
         not 'always'"
    );
    assert_eq!(
        refusal("strategy:place=best"),
        "strategy: place is highest, lowest, least-risk, most-mobility or random, not 'best'"
    );
    for text in ["below-0", "below-", "below-300", "below--5", "hand-below-x"] {
        assert_eq!(Draw::parse(text), None, "{text}");
    }
}
