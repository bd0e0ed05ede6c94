//! The persistent transposition table of minimax: it helps, and nothing breaks it. That it is
//! bounded is tested where lessons can be written by hand.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use tilewright_bots::{Bot, SearchInfo, Thinking, bot, generator};
use tilewright_coerceo::{Coerceo, Position};
use tilewright_core::{Game, Position as _, parse_options, random_index};

/// A file of its own in the temporary folder, removed in the end.
struct File(PathBuf);

impl File {
    fn new() -> File {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("tilewright-remembering-{}-{number}", std::process::id());
        File(env::temp_dir().join(name))
    }

    fn bot(&self, settings: &str) -> Box<dyn Bot<Coerceo>> {
        let spec = format!("minimax:remember={},{settings}", self.0.display());
        bot::<Coerceo>(&spec.parse().unwrap()).unwrap()
    }

    fn refusal(&self) -> String {
        let spec = format!("minimax:remember={}", self.0.display()).parse().unwrap();
        bot::<Coerceo>(&spec).err().expect("it is refused").to_string()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// The position of a random game after so many moves.
fn position(pairs: &[(&str, &str)], n_moves: usize) -> Position {
    let mut position = Coerceo::start(&parse_options(pairs.iter().copied()).unwrap()).unwrap();
    let mut rng = generator(3, 0);
    for _ in 0..n_moves {
        let m = position.random_move(&mut rng).unwrap();
        position.play_unchecked(m);
    }
    position
}

fn think(bot: &mut dyn Bot<Coerceo>, position: &Position) -> SearchInfo<tilewright_coerceo::Move> {
    let choice = bot.choose(position, &mut Thinking::default());
    assert_eq!(choice.info.line[0], choice.m);
    choice.info
}

#[test]
fn the_second_time_it_reaches_the_same_with_fewer_positions() {
    let file = File::new();
    let position = position(&[], 20);
    let first = think(&mut *file.bot("depth=6"), &position);
    // Another bot, as after a restart: the first has closed the file.
    let second = think(&mut *file.bot("depth=6"), &position);
    assert_eq!((second.depth, second.line[0]), (first.depth, first.line[0]));
    assert_eq!(second.value, first.value);
    assert!(2 * second.nodes < first.nodes, "{} then {}", first.nodes, second.nodes);
}

#[test]
fn the_second_game_takes_fewer_positions() {
    let file = File::new();
    let play = || {
        let mut position = position(&[], 10);
        let mut bot = file.bot("depth=5");
        let mut n_nodes = 0;
        for _ in 0..8 {
            let info = think(&mut *bot, &position);
            assert_eq!(info.depth, 5);
            n_nodes += info.nodes;
            position.play(info.line[0]).unwrap();
        }
        n_nodes
    };
    let first = play();
    let second = play();
    assert!(5 * second < 4 * first, "{first} then {second}");
}

#[test]
fn rules_are_not_mixed() {
    let file = File::new();
    let mut bot = file.bot("depth=5");
    let usual = position(&[("variant", "ocius")], 6);
    let first = think(&mut *bot, &usual);
    let other = position(&[("variant", "ocius"), ("cost", "1")], 6);
    assert_eq!(usual.key(), other.key(), "only the options differ");
    let fresh = bot_without_memory("depth=5", &other);
    assert_eq!(think(&mut *bot, &other).nodes, fresh.nodes);
    assert!(think(&mut *bot, &usual).nodes < first.nodes);
}

#[test]
fn what_was_learned_while_draws_were_disliked_is_forgotten_where_they_are_not() {
    let mut idle = position(&[], 0);
    let mut rng = generator(5, 0);
    let mut moves = Vec::new();
    while idle.n_idle_moves() < 210 {
        moves.clear();
        idle.legal_moves(&mut moves);
        moves.retain(|&m| idle.board().is_quiet(m));
        idle.play(moves[random_index(&mut rng, moves.len())]).unwrap();
    }
    // The same board, in a game that begins with it.
    let fresh: Position = idle.to_string().parse().unwrap();
    assert_eq!((idle.key(), fresh.n_idle_moves()), (fresh.key(), 0));
    let file = File::new();
    let mut bot = file.bot("depth=5");
    let first = think(&mut *bot, &fresh);
    let expected = bot_without_memory("depth=5", &idle);
    let second = think(&mut *bot, &idle);
    assert_eq!((second.nodes, second.value), (expected.nodes, expected.value));
    assert!(think(&mut *bot, &fresh).nodes < first.nodes);
}

fn bot_without_memory(settings: &str, position: &Position) -> SearchInfo<tilewright_coerceo::Move> {
    let mut bot = bot::<Coerceo>(&format!("minimax:{settings}").parse().unwrap()).unwrap();
    think(&mut *bot, position)
}

#[test]
fn two_bots_of_a_table_share_a_file() {
    let file = File::new();
    let mut white = file.bot("depth=4");
    let mut black = file.bot("depth=4");
    let position = position(&[], 0);
    think(&mut *white, &position);
    think(&mut *black, &position);
}

#[test]
fn a_damaged_file_is_refused() {
    let file = File::new();
    think(&mut *file.bot("depth=5"), &position(&[], 10));
    let whole = fs::read(&file.0).unwrap();
    let damaged = |bytes: &[u8]| {
        fs::write(&file.0, bytes).unwrap();
        let sentence = file.refusal();
        assert!(
            sentence.ends_with("it is damaged; remove it, and a new one is begun"),
            "{sentence}"
        );
    };
    damaged(b"these are not the bytes of a memory");
    damaged(&whole[..whole.len() / 2]);
    let mut changed = whole.clone();
    changed[..64].fill(7);
    damaged(&changed);
}

/// A changed byte is reported, whichever it is, unless nothing reads it.
#[test]
fn a_changed_byte_is_told_or_does_no_harm() {
    let file = File::new();
    let position = position(&[], 10);
    let fresh = think(&mut *file.bot("depth=5"), &position);
    let whole = fs::read(&file.0).unwrap();
    // With what it remembers it sees further than without, but both choose the same here.
    let expected = think(&mut *file.bot("depth=5"), &position);
    assert_eq!(expected.line[0], fresh.line[0]);
    let mut n_refused = 0;
    let mut n_harmless = 0;
    for place in (0..whole.len()).step_by(whole.len() / 60) {
        let mut changed = whole.clone();
        changed[place] ^= 0x41;
        fs::write(&file.0, changed).unwrap();
        let spec = format!("minimax:depth=5,remember={}", file.0.display()).parse().unwrap();
        match bot::<Coerceo>(&spec) {
            Ok(mut bot) => {
                let info = think(&mut *bot, &position);
                assert_eq!(
                    (info.line[0], info.value),
                    (expected.line[0], expected.value),
                    "{place}"
                );
                n_harmless += 1;
            }
            Err(error) => {
                assert!(error.to_string().contains("it is damaged"), "{place}: {error}");
                n_refused += 1;
            }
        }
    }
    assert!(n_refused > 0 && n_harmless > 0, "{n_refused} {n_harmless}");
}

#[test]
fn a_file_of_another_game_or_version_is_refused() {
    let file = File::new();
    let spec = format!("minimax:depth=4,remember={}", file.0.display()).parse().unwrap();
    drop(bot::<tilewright_aquapipe::AquaPipe>(&spec).unwrap());
    let sentence = file.refusal();
    assert!(
        sentence.ends_with(
            "it was written for 'tilewright aquapipe minimax 7', not for 'tilewright coerceo \
             minimax 7'; remove it, or name another file"
        ),
        "{sentence}"
    );
}

const VICTIM: &str = "TILEWRIGHT_REMEMBERING_VICTIM";

/// Runs only when [`a_kill_in_the_middle_leaves_a_whole_file`] starts it: writes until it is
/// killed.
#[test]
fn victim() {
    let Some(path) = env::var_os(VICTIM) else { return };
    let spec = format!("minimax:nodes=20000,remember={}", PathBuf::from(path).display());
    let mut bot = bot::<Coerceo>(&spec.parse().unwrap()).unwrap();
    for n_moves in 0.. {
        think(&mut *bot, &position(&[], n_moves % 30));
    }
}

#[test]
fn a_kill_in_the_middle_leaves_a_whole_file() {
    let file = File::new();
    for round in 0..6 {
        let mut victim = Command::new(env::current_exe().unwrap())
            .args(["--exact", "victim"])
            .env(VICTIM, &file.0)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        thread::sleep(Duration::from_millis(400 + 90 * round));
        // SIGKILL, on systems that have it.
        victim.kill().unwrap();
        assert!(!victim.wait().unwrap().success(), "it was killed, not done");
        drop(file.bot("depth=2"));
    }
    let position = position(&[], 0);
    let info = think(&mut *file.bot("nodes=20000"), &position);
    let fresh = bot_without_memory("nodes=20000", &position);
    assert!(info.depth >= fresh.depth, "it has learned: {} {}", info.depth, fresh.depth);
}
