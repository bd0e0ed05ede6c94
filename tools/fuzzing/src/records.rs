//! Games as files.

use tilewright_core::Viewer;
use tilewright_protocol::blksgf as pentobi;
use tilewright_table::{Record, Records, Table};

use crate::input::check_sentence;

/// A file of records.
///
/// Each is read or refused with a sentence, and what is read is written as a record that says the
/// same. One that replays gives a table whose own record replays to the same position; what each
/// viewer saw of it replays to what that viewer sees.
pub fn records(data: &[u8]) {
    for record in Records::new(data) {
        match record {
            Ok(record) => check_record(&record),
            Err(error) => check_sentence(&error),
        }
    }
}

/// A file of Pentobi.
///
/// It is read or refused with a sentence. What is read replays, is written as a record that says
/// the same, and as a file that reads as the same record.
pub fn blksgf(data: &[u8]) {
    let text = match pentobi::decode(data.to_vec()) {
        Ok(text) => text,
        Err(error) => return check_sentence(&error),
    };
    let record = match pentobi::read(&text) {
        Ok(read) => read.record,
        Err(error) => return check_sentence(&error),
    };
    check_record(&record);
    record.replay().expect("a file that is read is a game");
    let written = pentobi::write(&record).expect("a game that was read can be written").text;
    let again = pentobi::read(&written).unwrap_or_else(|error| panic!("{error} in {written}"));
    assert_eq!(again.record.to_string(), record.to_string(), "{written}");
}

fn check_record(record: &Record) {
    let text = record.to_string();
    let again: Record = text.parse().unwrap_or_else(|error| panic!("{error} in {text}"));
    assert_eq!(again, *record, "{text}");
    assert_eq!(again.to_string(), text);
    if record.viewer().is_some() {
        match record.replay_view() {
            Ok(seen) => assert!(seen.ply() <= record.entries().len()),
            Err(error) => check_sentence(&error),
        }
        return;
    }
    match record.replay() {
        Ok(table) => check_table(&*table),
        Err(error) => check_sentence(&error),
    }
}

fn check_table(table: &dyn Table) {
    let again = Record::of(table).replay().expect("the record of a table replays");
    assert_eq!(again.position_text(), table.position_text());
    assert_eq!((again.turn(), again.moves()), (table.turn(), table.moves()));
    for viewer in Viewer::all(table.n_seats()) {
        let seen = table.perspective(viewer);
        assert_eq!((seen.turn(), seen.scores()), (table.turn(), table.scores()));
        if !table.game().has_secrets() {
            continue;
        }
        let replayed = Record::seen_by(table, viewer).replay_view();
        let replayed = replayed.expect("what a viewer saw of a table replays");
        assert_eq!(replayed.text(), seen.text());
        assert_eq!((replayed.turn(), replayed.scores()), (table.turn(), table.scores()));
    }
}
