//! Pentobi's game files: games of independent programs there and back, files as Pentobi has written
//! them over the years, and what is refused.

mod oracle;

use std::fmt::Write;

use proptest::prelude::*;
use tilewright_core::{BySeat, Seat};
use tilewright_protocol::blksgf::{self, Read, WriteError};
use tilewright_table::{Ending, Entry, Event, GameId, Record, Variation};

use crate::oracle::{games, open};

fn read(text: &str) -> Read {
    blksgf::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn error_of(text: &str) -> String {
    blksgf::read(text).unwrap_err().to_string()
}

fn seat(number: usize) -> Seat {
    Seat::new(number - 1).unwrap()
}

/// Writes the record as a game file, which Pentobi must know wholly, and reads it back.
fn there_and_back(record: &Record) -> Record {
    let written = blksgf::write(record).unwrap();
    assert_eq!(written.notes, [""; 0]);
    let Read { record, notes } = read(&written.text);
    assert_eq!(notes, [""; 0]);
    record
}

fn position_of(record: &Record) -> String {
    record.replay().unwrap().position_text()
}

#[test]
fn games_go_there_and_back() {
    for game in games() {
        let mut table = open(&game);
        for ply in &game.plies {
            table.play(&ply.gtp).unwrap();
        }
        let mut record = Record::of(&*table);
        for seat in Seat::first(table.n_seats()) {
            record.set_name(seat, &format!("player {seat} [{}]", game.id));
        }
        record.set_header("date", "2026-11-15");
        record.set_header("event", "an [event\\");
        record.set_header("seed", "7");
        record.set_comment("a game\n\nof three \\lines]");
        for (i, entry) in record.entries_mut().iter_mut().enumerate().step_by(3) {
            entry.set_comment(&format!("move {i}\n];B[a1] \\"));
            entry.clock_millis = Some(1_000 * i as u64 + 250);
            entry.eval =
                Some(BySeat::from_fn(table.n_seats(), |seat| f64::from(seat.index() as u8) / 4.0));
        }
        let again = there_and_back(&record);
        assert_eq!(again, record, "{}", game.id);
        assert_eq!(again.to_string().parse::<Record>().unwrap(), record);
    }
}

#[test]
fn a_game_file_has_the_squares_of_the_games() {
    for game in games() {
        let mut table = open(&game);
        let mut expected = String::new();
        for ply in &game.plies {
            table.play(&ply.gtp).unwrap();
            let color = if game.variant == "duo" {
                ["B", "W"][ply.color]
            } else {
                ["1", "2", "3", "4"][ply.color]
            };
            let _ = writeln!(expected, ";{color}[{}]", ply.gtp);
        }
        let text = blksgf::write(&Record::of(&*table)).unwrap().text;
        let (_, moves) = text.split_once('\n').unwrap();
        assert_eq!(moves, expected + ")\n", "{}", game.id);
    }
}

#[test]
fn games_that_began_on_a_board_go_there_and_back() {
    let blokus: GameId = "blokus".parse().unwrap();
    for game in games() {
        let mut table = open(&game);
        let (before, after) = game.plies.split_at(game.plies.len() / 2);
        for ply in before {
            table.play(&ply.gtp).unwrap();
        }
        let mut table = blokus.open_position(&table.position_text()).unwrap();
        for ply in after {
            table.play(&ply.gtp).unwrap();
        }
        let record = Record::of(&*table);
        assert!(record.header("position").is_some());
        assert_eq!(there_and_back(&record), record, "{}", game.id);
    }
}

#[test]
fn a_file_as_pentobi_writes_it_is_read() {
    let text = "(\n;GM[Blokus Two-Player]\nCA[UTF-8]\nAP[Pentobi:18.0]\nDT[2021-02-28]\n\
                PB[Ada]\nPW[Pentobi (level 5)]\nGN[Nr. 3]\nRO[2]\nTM[300]\nUS[Eve]\n\
                C[Two lines\r\nof text]\n\
                ;1[a19,a20,b20]C[small]\n;2[t20]\n(\n;3[t1]BM[1]\n;4[a1]\n)\n(\n;3[s1,t1]\n)\n)\n";
    let Read { record, notes } = read(text);
    assert_eq!(notes, ["left out, as a record has no place for it: BM"]);
    assert_eq!(
        (record.name(seat(1)), record.name(seat(2))),
        (Some("Ada"), Some("Pentobi (level 5)"))
    );
    let headers = [
        ("date", "2021-02-28"),
        ("title", "Nr. 3"),
        ("round", "2"),
        ("time-limit", "300"),
        ("sgf-us", "Eve"),
        ("variant", "classic-2"),
        ("result", "*"),
    ];
    for (name, value) in headers {
        assert_eq!(record.header(name), Some(value), "{name}");
    }
    assert_eq!(record.comment(), "Two lines\nof text");
    assert_eq!(record.entries()[0].comment(), "small");
    assert_eq!(record.replay().unwrap().moves(), ["L3e@a19", "O1n@t20", "O1n@t1", "O1n@a1"]);
    let [variation] = record.entries()[2].variations() else { panic!() };
    assert_eq!(variation.entries()[0].event(), Entry::of_move("I2e@s1").event());
    assert_eq!(there_and_back(&record), record);
}

/// The moves of a record as text, with their variations.
fn moves_text(record: &Record) -> String {
    let text = record.to_string();
    text.split_once("\n\n").map_or(String::new(), |(_, moves)| moves.to_owned())
}

#[test]
fn branches_become_variations() {
    let text = "(;GM[Blokus Duo];B[e10]C[one]\
                (;W[j5];B[f9,g9](;W[h6,i6])(;W[k6,l6]C[deep](;B[h8,i8,j8])(;B[b11,c11,d11])))\
                (;C[why not];W[j5,k5]WL[7])\
                (;W[i5,j5]C[two]))";
    let Read { record, notes } = read(text);
    assert_eq!(notes, [""; 0]);
    assert_eq!(
        moves_text(&record),
        "\
1. O1n@e10  # one
2. O1n@j5
(  # why not
  2. I2e@j5  clock=0:07
)
(
  2. I2e@i5  # two
)
3. I2e@f9
4. I2e@h6
(
  4. I2e@k6  # deep
  5. I3e@h8
  (
    5. I3e@b11
  )
)
"
    );
    let written = blksgf::write(&record).unwrap().text;
    let moves = written.split_once(";B").unwrap().1.replace('\n', "");
    assert_eq!(
        moves,
        "[e10]C[one](;W[j5];B[f9,g9](;W[h6,i6])(;W[k6,l6]C[deep](;B[h8,i8,j8])\
         (;B[b11,c11,d11])))(;C[why not];W[j5,k5]WL[7])(;W[i5,j5]C[two]))"
    );
    assert_eq!(there_and_back(&record), record);
}

#[test]
fn variations_of_endings_come_back() {
    let blokus: GameId = "blokus".parse().unwrap();
    let mut table = blokus.open(&[("variant", "duo")]).unwrap();
    table.play("e10").unwrap();
    table.end(seat(2), Ending::Resigned).unwrap();
    let mut record = Record::of(&*table);
    let mut left = Entry::of_ending(seat(1), Ending::Abandoned);
    left.set_comment("at once");
    let mut variation = Variation::new(vec![left.clone()]);
    variation.set_comment("or so");
    record.entries_mut()[0].add_variation(variation);
    record.entries_mut()[0].add_variation(Variation::new(vec![Entry::of_move("I2e@e10"), left]));
    record.entries_mut()[1].add_variation(Variation::new(vec![Entry::of_move("O1n@j5")]));
    let drawn = Entry::of_ending(seat(1), Ending::AgreedDraw);
    record.entries_mut()[1].add_variation(Variation::new(vec![drawn, Entry::of_move("O1n@j5")]));
    assert_eq!(there_and_back(&record), record);
}

#[test]
fn variations_that_are_no_continuation_are_left_out_and_named() {
    let place = "line 1, column";
    for (branches, notes) in [
        ("(;B[e10])(;B[e10,f9])", "36: move 1: 'e10,f9' is not a move: these squares are no piece"),
        ("(;B[e10])(;W[j5])", "36: move 1, W[j5]: it is purple's turn, not orange's"),
        ("(;B[e10])(;AB[e10];W[j5])", "36: pieces that are set up after the first move have no"),
        ("(;B[e10])(;1[e10])", "36: 1 is of a color that does not play duo"),
        ("(;B[e10])(;C[nothing])", "35: it has no move"),
        ("(;AB[e10]PL[B];B[f9,g9])(;B[e10])", "50: the main line sets up pieces after it begins"),
    ] {
        let Read { record, notes: told } = read(&format!("(;GM[Blokus Duo]C[12345]{branches})"));
        assert_eq!((record.n_variations(), told.len()), (0, 1), "{branches}");
        let note = format!("a variation was left out: {place} {notes}");
        assert!(told[0].starts_with(&note), "{} for {note}", told[0]);
    }
    let Read { record, notes } = read("(;GM[Blokus Duo];B[e10](;C[the end])(;W[j5]))");
    assert_eq!((record.n_entries(), record.entries()[0].comment()), (1, "the end"));
    assert_eq!(notes, ["a variation was left out: the line before it ends where it begins"]);

    let many = format!("(;GM[Blokus Duo](;B[e10]){})", "(;B[a1])".repeat(7));
    assert_eq!(read(&many).notes.len(), 6);
    assert_eq!(read(&many).notes[5], "2 more variations were left out");
}

#[test]
fn all_games_of_a_file_are_read() {
    let games =
        blksgf::read_all("(;GM[Blokus Duo]GN[0];B[e10])\n(;GM[Blokus]GN[1];1[a20])").unwrap();
    let titles: Vec<_> = games.iter().map(|game| game.record.header("title")).collect();
    assert_eq!(titles, [Some("0"), Some("1")]);
    let error = blksgf::read_all("(;GM[Blokus Duo])\n(;GM[Nexos])").unwrap_err();
    assert_eq!((error.line(), error.column()), (2, 2));
}

#[test]
fn a_file_of_the_first_versions_is_read() {
    let text = "(;GM[Blokus];BLUE[a20][b20];YELLOW[t20,t19];RED[t1];GREEN[a1])";
    let moves = read(text).record.replay().unwrap().moves();
    assert_eq!(moves, ["I2e@a20", "I2n@t19", "O1n@t1", "O1n@a1"]);
}

#[test]
fn squares_come_in_any_order_and_case() {
    let text = "(;GM[Blokus Duo] ; B [F9,e8,d9,e10,E9] ;W[j5]\n)";
    assert_eq!(read(text).record.replay().unwrap().moves(), ["X5n@d8", "O1n@j5"]);
}

#[test]
fn a_board_that_is_set_up_is_a_position() {
    let text = "(;GM[Blokus Duo]AB[e8,e9,f9,d10,e10][g6,f7,g7,h7,g8]\
                AW[i4,h5,i5,j5,i6][j7,j8,j9,k9,j10]PL[W];W[k11])";
    let record = read(text).record;
    let start = record.header("position").unwrap();
    assert!(start.ends_with(" o -"), "{start}");
    assert_eq!(record.entries().len(), 1);
    assert_eq!(there_and_back(&record), record);
    // Without PL the first to move is to move, and what was removed is not there.
    let other = "(;GM[Blokus Duo]AB[e8,e9,f9,d10,e10][g6,f7,g7,h7,g8][e10]AE[e10]\
                 AW[i4,h5,i5,j5,i6][j7,j8,j9,k9,j10];C[later];W[k11])";
    let other = read(other).record;
    assert_eq!(position_of(&other), position_of(&record));
    assert_eq!(other.comment(), "later");
}

#[test]
fn colors_without_a_move_are_skipped() {
    for game in
        games().into_iter().filter(|game| game.plies.iter().any(|ply| !ply.skipped.is_empty()))
    {
        let names = if game.variant == "duo" { ["B", "W", "", ""] } else { ["1", "2", "3", "4"] };
        let gm = oracle::pentobi_name(&game.variant);
        let mut omitted = format!("(;GM[{gm}]");
        let mut passed = omitted.clone();
        for ply in &game.plies {
            for &color in &ply.skipped {
                let _ = write!(passed, ";{}[]", names[color]);
            }
            let node = format!(";{}[{}]", names[ply.color], ply.gtp);
            omitted += &node;
            passed += &node;
        }
        let record = read(&(omitted + ")")).record;
        assert_eq!(record.entries().len(), game.plies.len());
        assert!(record.replay().unwrap().turn().is_over());
        assert_eq!(read(&(passed + ")")).record, record);
    }
}

#[test]
fn results_are_checked_and_endings_taken_from_them() {
    let game = "PB[a];B[e10];W[j5]";
    let resigned = read(&format!("(;GM[Blokus Duo]RE[B+R]{game})")).record;
    let ended = Event::Ending { seat: seat(2), ending: Ending::Resigned };
    assert_eq!(resigned.entries().last().unwrap().event(), &ended);
    assert_eq!(resigned.header("result"), Some("1 2"));
    assert_eq!(there_and_back(&resigned), resigned);

    let judged = read(&format!("(;GM[Blokus Duo]RE[W+3]{game})")).record;
    assert_eq!((judged.header("sgf-re"), judged.header("result")), (Some("W+3"), Some("*")));
    assert_eq!(there_and_back(&judged), judged);

    let whole = games().into_iter().find(|game| game.variant == "duo").unwrap();
    let mut table = open(&whole);
    for ply in &whole.plies {
        table.play(&ply.gtp).unwrap();
    }
    let text = blksgf::write(&Record::of(&*table)).unwrap().text;
    let lead = whole.final_points[0] - whole.final_points[1];
    let result = if lead > 0 { format!("B+{lead}") } else { format!("W+{}", -lead) };
    assert!(lead != 0 && text.contains(&format!("RE[{result}]")), "{text}");
    let Read { notes, .. } = read(&text.replace(&result, "B+99"));
    assert_eq!(notes, [format!("the result was said to be 'B+99', but it is '{result}'")]);
}

#[test]
fn what_only_a_record_tells_comes_back() {
    let blokus: GameId = "blokus".parse().unwrap();
    let options = [("variant", "classic-3"), ("scoring", "basic"), ("free-start", "on")];
    let mut table = blokus.open(&options).unwrap();
    table.end(seat(3), Ending::Abandoned).unwrap();
    table.play("O1n@t1").unwrap();
    table.play("O1n@a1").unwrap();
    table.end(seat(1), Ending::LostOnTime).unwrap();
    let mut record = Record::of(&*table);
    record.set_header("sgf-kibitz", "much");
    record.set_header("seed", "12");
    record.entries_mut()[0].set_comment("went home\nearly");
    record.entries_mut()[3].set_comment("too slow");
    let written = blksgf::write(&record).unwrap();
    assert_eq!(
        written.notes,
        [
            "Pentobi does not know the option scoring=basic",
            "Pentobi does not know the option free-start=on"
        ]
    );
    let Read { record: again, notes } = read(&written.text);
    assert_eq!((again.to_string(), notes), (record.to_string(), vec![]));
}

#[test]
fn many_headers_come_back() {
    let table = "blokus".parse::<GameId>().unwrap().open(&[]).unwrap();
    let mut record = Record::of(&*table);
    for i in 0..300 {
        record.set_header(&format!("sgf-x{i}"), &i.to_string());
    }
    assert_eq!(there_and_back(&record), record);
}

#[test]
fn what_pentobi_does_not_play_is_not_written() {
    let write = |game: &str, options: &[(&str, &str)]| {
        let table = game.parse::<GameId>().unwrap().open(options).unwrap();
        blksgf::write(&Record::of(&*table)).unwrap_err().to_string()
    };
    assert_eq!(write("coerceo", &[]), "a .blksgf file holds a game of Blokus, not of Coerceo");
    assert_eq!(
        write("blokus", &[("variant", "tilewe")]),
        "Pentobi does not play the variant tilewe, so its files cannot hold it"
    );
    let record: Record = "tilewright record 1\ngame: blokus\n\n1. O1n@b2\n".parse().unwrap();
    assert!(matches!(blksgf::write(&record), Err(WriteError::Replay(_))));
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    for (text, error) in [
        ("", "line 1, column 1: a game begins with (;"),
        (
            "(;B[e10])",
            "line 1, column 2: the file does not say which game it holds, as in GM[Blokus Duo]",
        ),
        (
            "(;GM[Blokus Trigon])",
            "line 1, column 2: there is no game 'Blokus Trigon' here: choose Blokus, \
             Blokus Two-Player, Blokus Three-Player or Blokus Duo",
        ),
        (
            "(;GM[Blokus Duo]\n;B[e10]\n;B[f11])",
            "line 3, column 2: move 2, B[f11]: it is orange's turn, not purple's",
        ),
        (
            "(;GM[Blokus Duo]\n;B[e10]\n;W[e10])",
            "line 3, column 2: move 2, W[e10]: e10 is occupied",
        ),
        (
            "(;GM[Blokus Duo];B[e10,g10])",
            "line 1, column 18: move 1: 'e10,g10' is not a move: these squares are no piece",
        ),
        (
            "(;GM[Blokus Duo];B[])",
            "line 1, column 18: move 1, B[]: purple can place, so it may not pass",
        ),
        ("(;GM[Blokus];B[a20])", "line 1, column 14: B is of a color that does not play classic"),
        ("(;GM[Blokus Duo]A1[e10])", "line 1, column 17: A1 is of a color that does not play duo"),
        (
            "(;GM[Blokus Duo];B[e10]W[j5])",
            "line 1, column 24: a node holds one move, and this is its second",
        ),
        (
            "(;GM[Blokus Duo];B[e10];AW[j5])",
            "line 1, column 25: pieces that are set up after the first move have no place in a \
             record",
        ),
        (
            "(;GM[Blokus Duo];B[e10];PL[B])",
            "line 1, column 25: after the first move the turn goes round: it is orange's",
        ),
        ("(;GM[Blokus Duo]PL[3])", "line 1, column 17: PL[3] is no color of duo"),
        (
            "(;GM[Blokus Duo]AE[e10])",
            "line 1, column 17: AE[e10]: there is no such piece to remove",
        ),
        (
            "(;GM[Blokus Duo]AB[a1])",
            "line 1, column 17: this is not a position: purple cannot have placed O1n@a1: \
             purple's first piece must cover e10",
        ),
        (
            "(;GM[Blokus Duo]TILEWRIGHT[option scoring: none])",
            "line 1, column 2: option scoring: 'none' is none of advanced, basic, tilewe",
        ),
        (
            "(;GM[Blokus Duo]TILEWRIGHT[seat 3 resigns])",
            "line 1, column 2: seat 3 resigns: there is no seat 3 at a table for 2",
        ),
    ] {
        assert_eq!(error_of(text), error);
    }
}

#[test]
fn what_nobody_knows_is_left_out_and_told() {
    let text = "(;GM[Blokus Duo]KW[a][b]TILEWRIGHT[game: go][Bad name: 1][nonsense]\
                ;B[e10]N[name]BL[x]TILEWRIGHT[eval=1][eval=1,0];W[j5]BL[3]N[b])(;GM[1])";
    let Read { record, notes } = read(text);
    assert_eq!(
        notes,
        [
            "1 other game was left out",
            "left out, as a record has no place for it: BL (2 times), KW, N (2 times), \
             TILEWRIGHT (4 times)",
        ]
    );
    assert_eq!(record.entries()[0].eval, Some(BySeat::from([1.0, 0.0])));
}

#[test]
fn comments_without_end_are_refused() {
    let text = format!("(;GM[Blokus]C[{}])", "\n".repeat(60_000));
    assert!(error_of(&text).ends_with("the comments have more than 50000 lines"));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>(), bytes in any::<Vec<u8>>()) {
        let _ = blksgf::read(&text);
        let _ = blksgf::decode(bytes).map(|text| blksgf::read(&text));
    }

    #[test]
    fn almost_a_file_is_read_or_refused(
        game in "Blokus( (Duo|Two-Player|Three-Player))?",
        nodes in "(;?(B|W|[1-4]|A[BW1-4E]|PL|C|BL|1L|RE|DT|XX|PB|TILEWRIGHT)?\
                  \\[(e10|j5|a20|t20|t1|a1|B|1|B\\+R|seat 1 leaves|seed: 5|option seats: 2|\
                  [a-c]?)\\]|\\(;[BW]\\[(e10|j5|f9,g9)\\]|[();]){0,12}",
    ) {
        if let Ok(Read { record, .. }) = blksgf::read(&format!("(;GM[{game}]{nodes})")) {
            prop_assert!(record.replay().is_ok());
            prop_assert_eq!(&record.to_string().parse::<Record>().unwrap(), &record);
            let written = blksgf::write(&record).unwrap();
            prop_assert_eq!(read(&written.text).record.to_string(), record.to_string());
        }
    }

    #[test]
    fn a_damaged_file_is_read_or_refused(
        place in any::<proptest::sample::Index>(),
        change in "[\\[\\];()\\\\a-e1-9BW,]{0,2}",
        n_removed in 0..3_usize,
    ) {
        let mut table = open(&games()[0]);
        for ply in &games()[0].plies {
            table.play(&ply.gtp).unwrap();
        }
        let text = blksgf::write(&Record::of(&*table)).unwrap().text;
        let from = place.index(text.len());
        let to = (from + n_removed).min(text.len());
        let damaged = format!("{}{change}{}", &text[..from], &text[to..]);
        if let Ok(Read { record, .. }) = blksgf::read(&damaged) {
            prop_assert!(record.replay().is_ok());
        }
    }
}
