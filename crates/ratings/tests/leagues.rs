//! Models in simulated leagues.

use tilewright_ratings::{League, LogLoss, ModelKind, RatedGame, evaluate};

fn loss(kind: ModelKind, games: &[RatedGame]) -> f64 {
    evaluate(&mut *kind.start(), games).mean()
}

#[test]
fn every_model_learns_where_there_is_something_to_learn() {
    for league in League::ALL {
        let games = league.games(4_000, 1);
        let coin = loss(ModelKind::Coin, &games);
        assert!((coin - std::f64::consts::LN_2).abs() < 1e-12);
        let learned = loss(ModelKind::PlackettLuce, &games);
        // Where luck decides, Glicko-2 is surer than it may be.
        let glicko = loss(ModelKind::Glicko2, &games);
        assert!(learned < glicko, "{}: {learned} {glicko}", league.name);
        if league.deviation > 100.0 {
            for kind in [ModelKind::Glicko2, ModelKind::WengLin, ModelKind::TrueSkill] {
                let loss = loss(kind, &games);
                assert!(loss < coin - 0.1, "{} in {}: {loss}", kind.name(), league.name);
            }
        }
    }
}

#[test]
fn a_seat_term_helps_where_seats_differ() {
    let league = League::ALL.into_iter().find(|it| it.seat_step > 50.0).unwrap();
    let games = league.games(6_000, 2);
    let with = loss(ModelKind::PlackettLuce, &games);
    let without = loss(ModelKind::PlackettLuceWithoutSeats, &games);
    assert!(with < without - 0.01, "{with} {without}");
}

#[test]
fn ratings_find_the_order_of_players() {
    let games = League::ALL[4].games(8_000, 3);
    let mut model = ModelKind::PlackettLuce.start();
    let mut other = ModelKind::TrueSkill.start();
    evaluate(&mut *model, &games);
    evaluate(&mut *other, &games);
    // Two models of different authors agree on players who have played much.
    let ratings: Vec<(f64, f64)> =
        (0..20).map(|it| (model.elo(it).unwrap(), other.elo(it).unwrap())).collect();
    let n_pairs = (0..20).flat_map(|i| (0..i).map(move |j| (i, j)));
    let agree =
        n_pairs.filter(|&(i, j)| (ratings[i].0 > ratings[j].0) == (ratings[i].1 > ratings[j].1));
    assert!(agree.count() > 170);
}

#[test]
fn nothing_is_explained_without_games() {
    assert!(LogLoss::default().mean().abs() < f64::EPSILON);
}
