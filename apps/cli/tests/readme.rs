//! What the README and the page of the arena show is what the program prints.

use std::process::Command;

const README: &str = include_str!("../../../README.md");
const ARENA: &str = include_str!("../../../docs/ARENA.md");

fn tilewright(arguments: &[&str]) -> String {
    let output =
        Command::new(env!("CARGO_BIN_EXE_tilewright")).args(arguments).output().expect("it runs");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it prints text")
}

#[test]
fn the_boards_are_those_of_their_commands() {
    let shown: Vec<&str> = README.split("$ tilewright ").skip(1).collect();
    assert_eq!(shown.len(), 4, "one board for each game");
    for shown in shown {
        let (command, rest) = shown.split_once('\n').expect("a board follows");
        let board = rest.split("```").next().expect("the block ends");
        let (options, moves) = command.split_once(" --moves ").expect("the command plays moves");
        let mut arguments: Vec<&str> = options.split(' ').collect();
        arguments.extend(["--moves", moves.trim_matches('"')]);
        let printed = tilewright(&arguments);
        assert!(printed.starts_with(board), "README.md shows\n{board}\nbut it is\n{printed}");
    }
}

#[test]
fn the_three_ways_to_write_a_move_are_one_move() {
    let sentence = README.split("a move is a piece").nth(1).expect("moves are explained");
    let names: Vec<&str> = sentence.split('`').skip(1).step_by(2).take(3).collect();
    let positions: Vec<String> = names
        .iter()
        .map(|name| tilewright(&["show", "blokus", "--variant", "duo", "--moves", name]))
        .collect();
    assert!(positions.windows(2).all(|pair| pair[0] == pair[1]), "{names:?}");
}

#[test]
fn the_counts_that_are_shown_are_counted() {
    let lines: Vec<&str> =
        README.lines().filter(|line| line.starts_with("tilewright perft ")).collect();
    assert!(!lines.is_empty());
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().skip(1).collect();
        let (count, arguments) = words.split_last().expect("the count stands last");
        assert_eq!(tilewright(arguments).lines().last(), Some(*count));
    }
}

#[test]
fn the_report_that_is_shown_is_that_of_its_command() {
    let (_, shown) = ARENA.split_once("$ tilewright ").expect("a command is shown");
    let (command, rest) = shown.split_once('\n').expect("a report follows");
    let report = rest.split("```").next().expect("the block ends");
    let arguments: Vec<&str> = command.split(' ').chain(["--no-files"]).collect();
    assert_eq!(tilewright(&arguments), report);
}
