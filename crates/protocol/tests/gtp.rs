//! Sessions in the Go Text Protocol: whole ones as they should read, games of independent programs
//! replayed, and what is refused.

mod oracle;

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use tilewright_protocol::gtp::{self, Session};
use tilewright_table::{GameId, Table};

use crate::oracle::{games, pentobi_name};

type Chooser = fn(&dyn Table) -> Result<String, String>;

/// Large pieces first, so that games are short.
fn last(table: &dyn Table) -> Result<String, String> {
    table.legal_moves().pop().ok_or_else(|| "there is no move".to_owned())
}

fn session() -> Session<Chooser> {
    session_of(&[])
}

fn session_of(options: &[(&str, &str)]) -> Session<Chooser> {
    let table = "blokus".parse::<GameId>().unwrap().open(options).unwrap();
    Session::new(table, last as Chooser).unwrap()
}

/// The answer to a command that must not fail.
fn ok(gtp: &mut Session<Chooser>, command: &str) -> String {
    let answer = gtp.answer(command).unwrap();
    let text = answer.strip_prefix("= ").and_then(|text| text.strip_suffix("\n\n"));
    let text = text.unwrap_or_else(|| panic!("{command}: {answer}"));
    assert!(!text.contains("\n\n"), "{answer}");
    text.to_owned()
}

/// Why a command fails.
fn error(gtp: &mut Session<Chooser>, command: &str) -> String {
    let before = gtp.table().position_text();
    let answer = gtp.answer(command).unwrap();
    assert_eq!(gtp.table().position_text(), before, "{command}");
    let text = answer.strip_prefix("? ").and_then(|text| text.strip_suffix("\n\n"));
    let text = text.unwrap_or_else(|| panic!("{command}: {answer}"));
    assert!(!text.contains('\n') && !text.ends_with('.'), "{answer}");
    text.to_owned()
}

// ---------------------------------------------------------------------------------------------
// Whole sessions

/// Says every command of a file again, which are the lines behind `> `, and compares the answers.
fn check_session(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    let expected = fs::read_to_string(path).unwrap();
    let mut gtp = session();
    let mut said = String::new();
    for command in expected.lines().filter_map(|line| line.strip_prefix("> ")) {
        let _ = writeln!(said, "> {command}");
        said += &gtp.answer(command).unwrap_or_default();
    }
    assert!(gtp.has_quit());
    let said = said.replace(env!("CARGO_PKG_VERSION"), "VERSION");
    assert!(said == expected, "the session should be\n{said}");
}

#[test]
fn a_session_of_duo() {
    check_session("duo.gtp");
}

#[test]
fn a_session_of_classic() {
    check_session("classic.gtp");
}

// ---------------------------------------------------------------------------------------------
// Games of others

#[test]
fn games_are_replayed_with_every_count() {
    for game in games() {
        let colors = if game.variant == "duo" { &["b", "w"][..] } else { &["1", "2", "3", "4"] };
        let mut gtp = session();
        assert_eq!(ok(&mut gtp, &format!("set_game {}", pentobi_name(&game.variant))), "");
        for ply in &game.plies {
            for (name, &n_legal) in colors.iter().zip(&ply.legal_all) {
                let moves = ok(&mut gtp, &format!("all_legal {name}"));
                assert_eq!(moves.lines().count(), n_legal, "{}", game.id);
            }
            assert_eq!(ply.legal_all[ply.color], ply.legal);
            for &color in &ply.skipped {
                assert_eq!(ok(&mut gtp, &format!("genmove {}", colors[color])), "pass");
                assert_eq!(ok(&mut gtp, &format!("play {} pass", colors[color])), "");
            }
            let legal = ok(&mut gtp, &format!("all_legal {}", colors[ply.color]));
            assert!(legal.lines().any(|squares| squares == ply.gtp), "{}", ply.gtp);
            assert_eq!(ok(&mut gtp, &format!("play {} {}", colors[ply.color], ply.gtp)), "");
        }
        for color in colors {
            assert_eq!(ok(&mut gtp, &format!("genmove {color}")), "pass");
        }
        let points = &game.final_points;
        let expected = match (&game.result_players[..], points[..].len()) {
            (&[first, second], _) if first == second => "0".to_owned(),
            (&[first, second], _) if first > second => format!("B+{}", first - second),
            (&[first, second], _) => format!("W+{}", second - first),
            (_, _) => points.iter().map(i32::to_string).collect::<Vec<_>>().join(" "),
        };
        assert_eq!(ok(&mut gtp, "final_score"), expected, "{}", game.id);
        for _ in &game.plies {
            ok(&mut gtp, "undo");
        }
        assert_eq!(error(&mut gtp, "undo"), "cannot undo");
    }
}

#[test]
fn what_a_client_says_leads_to_the_same_game() {
    for game in games().iter().step_by(4) {
        let mut table = oracle::open(game);
        let mut follower = session();
        for ply in &game.plies {
            for command in gtp::commands(&*table).unwrap() {
                ok(&mut follower, &command);
            }
            assert_eq!(follower.table().position_text(), table.position_text());
            let asked = gtp::genmove_command(&*table).unwrap();
            let answer = follower.answer(&asked).unwrap();
            table.explain(gtp::parse_answer(&answer).unwrap().unwrap()).unwrap();
            ok(&mut follower, "undo");
            ok(&mut follower, &gtp::play_command(&*table, &ply.gtp).unwrap());
            table.play(&ply.gtp).unwrap();
        }
        assert_eq!(gtp::genmove_command(&*table), None);
    }
}

#[test]
fn a_client_is_told_what_cannot_be_said() {
    let open = |game: &str, options: &[(&str, &str)]| {
        game.parse::<GameId>().unwrap().open(options).unwrap()
    };
    for (game, options) in [
        ("coerceo", &[][..]),
        ("blokus", &[("variant", "tilewe")]),
        ("blokus", &[("variant", "duo"), ("scoring", "basic")]),
        ("blokus", &[("variant", "duo"), ("free-start", "on")]),
    ] {
        assert_eq!(gtp::commands(&*open(game, options)), None, "{options:?}");
    }
    let mut table = open("blokus", &[]);
    assert_eq!(gtp::play_command(&*table, "hello"), None);
    table.play("a20").unwrap();
    let later = table.game().open_position(&table.position_text()).unwrap();
    assert_eq!(gtp::commands(&*later), None);
    let coerceo = open("coerceo", &[]);
    assert_eq!(gtp::play_command(&*coerceo, "0E:W1-0B:W5"), None);
    assert_eq!(gtp::genmove_command(&*coerceo), None);
    for answer in ["", "a1", "=1a1", "é"] {
        assert_eq!(gtp::parse_answer(answer), None);
    }
    assert_eq!(gtp::parse_answer("="), Some(Ok("")));
}

// ---------------------------------------------------------------------------------------------
// Lines and commands

#[test]
fn comments_and_white_space_mean_nothing() {
    let mut gtp = session();
    for line in ["", "\n", "   ", "# name", "\t#", "\r\n"] {
        assert_eq!(gtp.answer(line), None, "{line:?}");
    }
    assert_eq!(gtp.answer("\tname\t # who?\r\n").unwrap(), "= Tilewright\n\n");
    assert_eq!(gtp.answer("na\u{7}me").unwrap(), "= Tilewright\n\n");
}

#[test]
fn numbers_come_back() {
    let mut gtp = session();
    assert_eq!(gtp.answer("007 protocol_version").unwrap(), "=007 2\n\n");
    assert_eq!(gtp.answer("8 dance").unwrap(), "?8 unknown command\n\n");
    assert_eq!(gtp.answer("9").unwrap(), "?9 unknown command\n\n");
}

#[test]
fn every_command_is_known() {
    let mut gtp = session();
    let commands = ok(&mut gtp, "list_commands");
    assert!(commands.lines().is_sorted());
    for command in commands.lines() {
        assert_eq!(ok(&mut gtp, &format!("known_command {command}")), "true");
    }
    assert_eq!(ok(&mut gtp, "known_command dance"), "false");
    assert_eq!(error(&mut gtp, "dance"), "unknown command");
}

#[test]
fn commands_need_their_arguments() {
    let mut gtp = session();
    for (command, usage) in [
        ("play", "play COLOR SQUARES"),
        ("play 1", "play COLOR SQUARES"),
        ("play 1 a20 b20", "play COLOR SQUARES"),
        ("genmove", "genmove COLOR"),
        ("all_legal", "all_legal COLOR"),
        ("set_game", "set_game NAME"),
        ("loadsgf", "loadsgf FILE [NUMBER]"),
        ("savesgf", "savesgf FILE"),
        ("known_command", "known_command NAME"),
        ("undo 3", "undo"),
        ("quit now", "quit"),
    ] {
        assert_eq!(error(&mut gtp, command), format!("syntax error: write {usage}"));
    }
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let mut gtp = session_of(&[("variant", "duo")]);
    for (command, reason) in [
        ("play b a1", "illegal move: purple's first piece must cover e10"),
        ("play w j5", "illegal move: it is purple's turn, not orange's"),
        ("play b pass", "illegal move: purple can place, so it may not pass"),
        ("play b e10,g10", "'e10,g10' is not a move: these squares are no piece"),
        ("play b O1n@e10", "'O1n@e10' is not a move: write its squares, such as a1,a2,b2"),
        ("play red e10", "there is no color 'red': choose B, W"),
        ("genmove 1", "there is no color '1': choose B, W"),
        ("genmove w", "it is purple's turn, not orange's"),
        (
            "set_game Blokus Junior",
            "there is no game 'Blokus Junior' here: choose Blokus, Blokus Two-Player, \
             Blokus Three-Player or Blokus Duo",
        ),
    ] {
        assert_eq!(error(&mut gtp, command), reason);
    }
}

#[test]
fn colors_have_several_names_in_any_case() {
    let mut gtp = session();
    for (game, names, squares) in [
        ("Blokus Duo", &["b", "B", "black", "blue", "purple"][..], "e10"),
        ("Blokus", &["1", "blue", "BLUE"], "A20"),
    ] {
        ok(&mut gtp, &format!("set_game {game}"));
        for name in names {
            ok(&mut gtp, &format!("play {name} {squares}"));
            ok(&mut gtp, "undo");
        }
    }
}

#[test]
fn a_new_game_keeps_the_options() {
    let mut gtp = session_of(&[("variant", "duo"), ("free-start", "on")]);
    ok(&mut gtp, "play b j5");
    ok(&mut gtp, "clear_board");
    assert_eq!(gtp.table().ply(), 0);
    ok(&mut gtp, "play b j5");
    ok(&mut gtp, "set_game Blokus Duo");
    error(&mut gtp, "play b j5");
}

#[test]
fn a_move_that_is_only_generated_is_not_played() {
    let mut gtp = session();
    let squares = ok(&mut gtp, "reg_genmove 1");
    assert_eq!(gtp.table().ply(), 0);
    assert_eq!(ok(&mut gtp, "g"), squares);
    assert_eq!(ok(&mut gtp, "p t20"), "");
    assert_eq!(gtp.table().ply(), 2);
}

#[test]
fn a_chooser_that_fails_is_told_and_changes_nothing() {
    let choosers: [(Chooser, &str); 3] = [
        (|_| Err("out of\n\nideas".to_owned()), "out of ideas"),
        (|_| Ok("O1n@b2".to_owned()), "O1n@b2 was chosen: blue's first piece must cover a20"),
        (
            |_| Ok("O1\n".to_owned()),
            "O1\\n was chosen: 'O1\\n' is not a move: write a placement like F5e@d3 or its squares \
             like a1,a2,b2",
        ),
    ];
    for (chooser, reason) in choosers {
        let table = "blokus".parse::<GameId>().unwrap().open(&[]).unwrap();
        let mut gtp = Session::new(table, chooser).unwrap();
        assert_eq!(error(&mut gtp, "genmove 1"), reason);
    }
}

#[test]
fn other_games_are_refused() {
    let table = "coerceo".parse::<GameId>().unwrap().open(&[]).unwrap();
    let refused = Session::new(table, last as Chooser).err().unwrap();
    assert_eq!(refused.to_string(), "GTP is for Blokus, not for Coerceo");
}

#[test]
fn a_game_of_tilewe_is_played_but_not_saved() {
    let mut gtp = session_of(&[("variant", "tilewe"), ("seats", "2")]);
    ok(&mut gtp, "play 1 a1");
    assert_eq!(ok(&mut gtp, "final_score"), "B+1");
    assert_eq!(error(&mut gtp, "genmove 3"), "there is no color '3': choose 1, 2");
    let file = temporary("tilewe.blksgf");
    let reason = error(&mut gtp, &format!("savesgf {}", file.display()));
    assert!(
        reason.ends_with("Pentobi does not play the variant tilewe, so its files cannot hold it")
    );
}

// ---------------------------------------------------------------------------------------------
// Files

fn temporary(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{name}", std::process::id()))
}

#[test]
fn games_are_saved_and_loaded() {
    let file = temporary("game.blksgf");
    let mut gtp = session_of(&[("variant", "duo")]);
    for _ in 0..6 {
        ok(&mut gtp, "g");
    }
    ok(&mut gtp, &format!("savesgf {}", file.display()));
    let mut other = session();
    ok(&mut other, &format!("loadsgf {}", file.display()));
    assert_eq!(other.table().moves(), gtp.table().moves());
    assert_eq!(other.table().position_text(), gtp.table().position_text());

    ok(&mut other, &format!("loadsgf {} 5", file.display()));
    assert_eq!(other.table().moves(), gtp.table().moves()[..4]);
    ok(&mut other, &format!("loadsgf {} 99", file.display()));
    assert_eq!(other.table().ply(), 6);
    for number in ["0", "-1", "x"] {
        let reason = error(&mut other, &format!("loadsgf {} {number}", file.display()));
        assert_eq!(reason, "the number of a move is a number from 1");
    }
    fs::remove_file(&file).unwrap();
    let reason = error(&mut other, &format!("loadsgf {}", file.display()));
    assert!(reason.starts_with("cannot load "), "{reason}");
}

#[test]
fn a_game_that_was_resigned_can_be_played_on() {
    let file = temporary("resigned.blksgf");
    fs::write(&file, "(;GM[Blokus Duo]RE[W+R]AB[e10]PL[W];W[j5])").unwrap();
    let mut gtp = session();
    ok(&mut gtp, &format!("loadsgf {}", file.display()));
    assert_eq!(gtp.table().ply(), 1);
    ok(&mut gtp, "genmove b");
    fs::write(&file, "(;GM[Blokus Duo];B[j5])").unwrap();
    let reason = error(&mut gtp, &format!("loadsgf {}", file.display()));
    assert!(reason.contains("move 1, B[j5]: purple's first piece must cover e10"), "{reason}");
    fs::remove_file(&file).unwrap();
}

// ---------------------------------------------------------------------------------------------
// Streams

#[test]
fn a_line_without_end_is_refused_once() {
    let input = format!("name\n{}\n\n2 name\nquit\n3 name\n", "x".repeat(200_000));
    let mut output = Vec::new();
    session().run(input.as_bytes(), &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    assert_eq!(output, "= Tilewright\n\n? the line is too long\n\n=2 Tilewright\n\n= \n\n");
}

#[test]
fn input_that_ends_ends_the_session() {
    let mut output = Vec::new();
    let mut gtp = session();
    gtp.run(&b"\xff\xfe\n5 name"[..], &mut output).unwrap();
    assert_eq!(String::from_utf8(output).unwrap(), "? unknown command\n\n=5 Tilewright\n\n");
    assert!(!gtp.has_quit());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_line_is_answered_or_nothing(lines in proptest::collection::vec(
        "[0-9]{0,2} ?\
         (play|genmove|g|p|undo|all_legal|set_game|clear_board|showboard|final_score)? ?\
         (b|w|1|2|pass|Blokus Duo)? ?(e10|j5|a20|[a-t][0-9]{1,2},[a-t][0-9]{1,2})?|\\PC{0,20}",
        0..8,
    )) {
        let mut gtp = session();
        for line in lines.iter().filter(|line| !line.contains("sgf")) {
            if let Some(answer) = gtp.answer(line) {
                prop_assert!(answer.starts_with(['=', '?']) && answer.ends_with("\n\n"));
                prop_assert!(!answer.trim_end_matches('\n').contains("\n\n"), "{}", answer);
            }
        }
    }
}
