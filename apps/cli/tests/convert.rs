//! `tilewright convert`: records and Pentobi's game files.

mod program;

use std::fs;

use crate::program::{Folder, told};

const FILE: &str = "(;GM[Blokus Duo]PB[Ada]PW[Zo\u{eb}]DT[2021-02-28]C[a [game\\]]\
                    ;B[e8,d9,e9,f9,e10]C[a cross](;W[i4,h5,i5,j5,i6])(;W[j5]))\n";

const RECORD: &str = "\
tilewright record 1
game: blokus
variant: duo
option seats: 2
option scoring: advanced
option free-start: off
seat 1: Ada
seat 2: Zo\u{eb}
date: 2021-02-28
result: *
scores: -84 -84

# a [game]
1. X5n@d8  # a cross
2. X5n@h4
(
  2. O1n@j5
)
";

/// The one sentence with which the program fails, and how.
fn refusal(folder: &Folder, arguments: &[&str], input: &str) -> (String, Option<i32>) {
    let output = folder.run(arguments, input);
    assert!(output.stdout.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    let sentence = text.strip_prefix("error: ").and_then(|text| text.strip_suffix('\n'));
    (sentence.unwrap_or_else(|| panic!("{text}")).to_owned(), output.status.code())
}

#[test]
fn a_game_file_becomes_a_record_and_back() {
    let folder = Folder::new();
    let names = ["a.blksgf", "b.record", "c.BLKSGF", "d.record"].map(|name| folder.file(name));
    let [first, second, third, fourth] = names.each_ref().map(String::as_str);
    fs::write(first, FILE).unwrap();
    let output = folder.run(&["convert", first, second], "");
    assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    assert_eq!(fs::read_to_string(second).unwrap(), RECORD);

    assert_eq!(told(&folder.run(&["convert", second, third], "")), "");
    assert_eq!(told(&folder.run(&["convert", third, fourth], "")), "");
    assert_eq!(fs::read_to_string(fourth).unwrap(), RECORD);
    assert!(told(&folder.run(&["replay", fourth], "")).contains("Ada"));
}

#[test]
fn pipes_need_to_be_told_the_format() {
    let folder = Folder::new();
    let convert = ["convert", "--from", "blksgf", "-", "--to", "record", "-"];
    let output = folder.run(&convert, FILE);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), RECORD);
    let convert = ["convert", "-", "-", "--from", "record", "--to", "blksgf"];
    let text = told(&folder.run(&convert, RECORD));
    assert!(text.starts_with("(;GM[Blokus Duo]CA[UTF-8]AP[Tilewright:"), "{text}");
    let moves = "\n;B[e8,d9,e9,f9,e10]C[a cross]\n(;W[i4,h5,i5,j5,i6]\n)\n(;W[j5]\n)\n)\n";
    assert!(text.ends_with(moves), "{text}");

    let (sentence, code) = refusal(&folder, &["convert", "-", "x.record"], FILE);
    let expected = "the name '-' does not show the format: give --from record or --from blksgf";
    assert_eq!((sentence.as_str(), code), (expected, Some(2)));
    let (sentence, code) = refusal(&folder, &["convert", "a.record", "b.record"], "");
    let expected = "both files are in the same format, so there is nothing to convert";
    assert_eq!((sentence.as_str(), code), (expected, Some(2)));
}

#[test]
fn no_file_is_overwritten_unless_asked_for() {
    let folder = Folder::new();
    let old = folder.file("a.blksgf");
    let new = folder.file("a.record");
    fs::write(&old, FILE).unwrap();
    fs::write(&new, "precious").unwrap();
    let (sentence, code) = refusal(&folder, &["convert", &old, &new], "");
    assert_eq!(sentence, format!("{new} exists already: replace it with --force"));
    assert_eq!((fs::read_to_string(&new).unwrap().as_str(), code), ("precious", Some(1)));
    assert!(folder.run(&["convert", &old, &new, "--force"], "").status.success());
    assert_eq!(fs::read_to_string(&new).unwrap(), RECORD);
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 2);
}

#[test]
fn what_cannot_be_converted_is_refused_with_its_place() {
    let folder = Folder::new();
    let input = folder.file("a.blksgf");
    let output = folder.file("a.record");
    let refused = |bytes: &[u8]| {
        fs::write(&input, bytes).unwrap();
        let (sentence, code) = refusal(&folder, &["convert", &input, &output], "");
        assert_eq!(code, Some(1), "{sentence}");
        assert!(!fs::exists(&output).unwrap());
        sentence.strip_prefix(&format!("{input}: ")).unwrap().to_owned()
    };
    assert_eq!(
        refused(b"(;GM[Blokus Duo]\n;B[e10];W[e10])"),
        "line 2, column 9: move 2, W[e10]: e10 is occupied"
    );
    assert!(refused(b"(;GM[Nexos])").contains("there is no game 'Nexos' here"));
    assert!(refused(b"\xff\x00").contains("or no text"));
    assert_eq!(refused(RECORD.as_bytes()), "line 1, column 1: a game begins with (;");

    let coerceo = "tilewright record 1\ngame: coerceo\n";
    let pipe = ["convert", "-", "-", "--from", "record", "--to", "blksgf"];
    let (sentence, _) = refusal(&folder, &pipe, coerceo);
    assert_eq!(
        sentence,
        "the standard input: a .blksgf file holds a game of Blokus, not of Coerceo"
    );
    let nowhere = folder.file("no/where.record");
    fs::write(&input, FILE).unwrap();
    let (sentence, _) = refusal(&folder, &["convert", &input, &nowhere], "");
    assert!(sentence.starts_with(&format!("cannot write {nowhere}: ")), "{sentence}");
    let missing = folder.file("missing.blksgf");
    let (sentence, _) = refusal(&folder, &["convert", &missing, &output], "");
    assert!(sentence.starts_with(&format!("cannot read {missing}: ")), "{sentence}");
}

#[test]
fn old_files_in_latin_1_are_read() {
    let folder = Folder::new();
    let input = folder.file("a.blksgf");
    let output = folder.file("a.record");
    let bytes: Vec<u8> = FILE.chars().map(|c| u8::try_from(c).unwrap()).collect();
    fs::write(&input, bytes).unwrap();
    assert!(folder.run(&["convert", &input, &output], "").status.success());
    assert_eq!(fs::read_to_string(&output).unwrap(), RECORD);
}

#[test]
fn all_games_of_a_file_are_converted() {
    let folder = Folder::new();
    let names = ["a.blksgf", "b.records", "c.blksgf"].map(|name| folder.file(name));
    let [first, second, third] = names.each_ref().map(String::as_str);
    fs::write(first, format!("{FILE}(;GM[Blokus];1[a20]TE[1])\n{FILE}")).unwrap();
    let output = folder.run(&["convert", first, second], "");
    let note = "note: game 2: left out, as a record has no place for it: TE\n";
    assert_eq!(String::from_utf8(output.stderr).unwrap(), note);
    assert_eq!(told(&folder.run(&["replay", second], "")), "3 records, all correct\n");
    assert_eq!(told(&folder.run(&["convert", second, third], "")), "");
    let text = fs::read_to_string(third).unwrap();
    assert_eq!(text.matches("(;GM[Blokus Duo]").count(), 2, "{text}");
    assert_eq!(text.matches("(;GM[Blokus]").count(), 1, "{text}");
}

#[test]
fn a_whole_folder_is_converted() {
    let folder = Folder::new();
    let games = folder.file("games");
    let records = folder.file("records");
    fs::create_dir_all(format!("{games}/old")).unwrap();
    fs::write(format!("{games}/a.blksgf"), FILE).unwrap();
    fs::write(format!("{games}/b.blksgf"), "(;GM[Nexos])").unwrap();
    fs::write(format!("{games}/old/c.BLKSGF"), FILE.replace("(;W[j5])", "(;W[a1])")).unwrap();
    fs::write(format!("{games}/notes.txt"), "no game").unwrap();
    let output = folder.run(&["convert", &games, &records], "");
    let text = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let [failed, note, n_files, error] = lines.as_slice() else { panic!("{text}") };
    let refused = format!("not converted: {games}/b.blksgf: line 1, column 2: there is no game");
    assert!(failed.starts_with(&refused), "{text}");
    let lost = format!("note: {games}/old/c.BLKSGF: a variation was left out: line 1, column ");
    assert!(note.starts_with(&lost), "{text}");
    assert_eq!(*n_files, "2 files converted");
    assert_eq!(
        (*error, output.status.code()),
        ("error: 1 of 3 files could not be converted", Some(1))
    );
    assert_eq!(fs::read_to_string(format!("{records}/a.record")).unwrap(), RECORD);
    assert!(fs::exists(format!("{records}/old/c.record")).unwrap());

    let back = folder.file("back");
    let output = folder.run(&["convert", &records, &back, "--to", "blksgf"], "");
    assert!(output.status.success(), "{output:?}");
    assert!(fs::exists(format!("{back}/old/c.blksgf")).unwrap());

    let (sentence, code) = refusal(&folder, &["convert", &back, &records, "--to", "blksgf"], "");
    assert_eq!(sentence, format!("{back} has no file whose name ends with .record"));
    assert_eq!(code, Some(1));
}
