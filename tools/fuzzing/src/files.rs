//! Files that the program keeps from one run to the next.

use std::fs;
use std::panic;
use std::path::Path;
use std::sync::{LazyLock, Once};

use redb::{Database, TableDefinition};
use tempfile::TempDir;
use tilewright_arena::results::ResultsReader;
use tilewright_arena::score_board::ScoreBoard;
use tilewright_arena::statistics::Statistics;
use tilewright_bots::{Bot, Limits, SpecError, Thinking, bot};
use tilewright_coerceo::{Coerceo, Position};
use tilewright_core::{Game, Position as _, parse_options};

use crate::input::{asks_for_much, check_sentence, choice_and_rest};

/// A file that a bot made, for bytes to change.
static SOUND: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let folder = folder();
    let path = folder.path().join("memory");
    let mut bot = remembering(&path).expect("a new file is sound");
    think(&mut *bot);
    drop(bot);
    fs::read(path).expect("the bot wrote the file")
});

/// A persistent transposition table as a file: after a first byte of 0 these bytes; of 1 a sound
/// file in which bytes are changed, three for the place and one for the value; of 2 a sound file
/// with these entries in it, 16 bytes each.
///
/// The file is used or refused with a sentence, and a bot that uses it plays a legal move.
pub fn memory(data: &[u8]) {
    static HOOK: Once = Once::new();

    let Some((kind, rest)) = choice_and_rest(data) else { return };
    HOOK.call_once(bear_with_redb);
    let folder = folder();
    let path = folder.path().join("memory");
    match kind % 3 {
        0 => fs::write(&path, rest),
        1 => fs::write(&path, damaged(rest)),
        _ => fs::write(&path, &*SOUND).map(|()| teach(&path, rest)),
    }
    .expect("the folder is ours");
    match remembering(&path) {
        Ok(mut bot) => think(&mut *bot),
        Err(error) => check_sentence(&error.to_string().replace(&*path.to_string_lossy(), "it")),
    }
}

/// The results of a tournament, as a file.
///
/// It is used or refused with a sentence. The games that are in it are counted, each once, and
/// there is a report of them.
pub fn results(data: &[u8]) {
    let folder = folder();
    let path = folder.path().join("a.results");
    fs::write(&path, data).expect("the folder is ours");
    let shorten = |error: &dyn std::error::Error| {
        let sentence = error.to_string().replace(&*path.to_string_lossy(), "it");
        check_sentence(&sentence);
    };
    let stopped = match ResultsReader::open(&path) {
        Ok(stopped) => stopped,
        Err(error) => return shorten(&error),
    };
    let plan = stopped.plan().clone();
    if plan.players.iter().any(|player| asks_for_much(player)) {
        return;
    }
    let written = serde_json::to_value(&plan).expect("a plan is JSON");
    assert_eq!(serde_json::from_value(written).ok().as_ref(), Some(&plan));
    assert_eq!(plan.player_names().len(), plan.players.len());
    let mut statistics = match Statistics::new(&plan) {
        Ok(statistics) => statistics,
        Err(error) => return shorten(&error),
    };
    let mut n_counted = 0;
    let resumed = stopped.resume(&mut |result| {
        n_counted += u64::from(statistics.add(&result).map_err(|error| error.to_string())?);
        assert!(
            !statistics.clone().add(&result).expect("it was right a moment ago"),
            "it counts twice"
        );
        Ok(())
    });
    match resumed {
        Ok(_) => {
            assert!(statistics.n_played() == n_counted && n_counted <= statistics.n_games());
            let names = plan.player_names();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let board = ScoreBoard::new(statistics.standings(), &names, None);
            assert!(!board.to_string().is_empty());
        }
        Err(error) => shorten(&error),
    }
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("there is room for temporary files")
}

/// Lets redb panic, which it does over some damaged files: the store of a bot catches that and
/// refuses the file. A fuzzer would end the program at any panic, before it can be caught.
fn bear_with_redb() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !info.location().is_some_and(|place| place.file().contains("/redb-")) {
            usual(info);
        }
    }));
}

fn remembering(path: &Path) -> Result<Box<dyn Bot<Coerceo>>, SpecError> {
    let spec = format!("minimax:remember={},remember-mb=1,memory=1", path.display());
    bot::<Coerceo>(&spec.parse().expect("this is a bot"))
}

fn position() -> Position {
    let options = parse_options([("variant", "ocius")]).expect("these are options");
    Coerceo::start(&options).expect("these options are a game")
}

fn think(bot: &mut dyn Bot<Coerceo>) {
    let position = position();
    let limits = Limits { depth: Some(3), nodes: Some(2_000), ..Limits::NONE };
    let choice = bot.choose(&position, &mut Thinking { limits, ..Thinking::default() });
    assert!(position.is_legal(choice.m), "{} in {position}", choice.m);
}

/// The sound file with changes.
fn damaged(changes: &[u8]) -> Vec<u8> {
    let mut bytes = SOUND.clone();
    let (changes, _) = changes.as_chunks::<4>();
    for &[low, middle, high, value] in changes {
        let at = u32::from_le_bytes([low, middle, high, 0]) as usize % bytes.len();
        bytes[at] = value;
    }
    bytes
}

/// Writes lessons into a sound file: of any positions, or of the first.
fn teach(path: &Path, lessons: &[u8]) {
    let first = position();
    let rules = first.to_string().split(' ').next().unwrap_or_default().to_owned();
    let database = Database::open(path).expect("the file is sound");
    let writing = database.begin_write().expect("nobody else has it");
    {
        let table = TableDefinition::<u64, u64>::new(&rules);
        let mut table = writing.open_table(table).expect("the bot began it");
        let (lessons, _) = lessons.as_chunks::<16>();
        for lesson in lessons {
            let (key, bits) = lesson.split_at(8);
            let number = |bytes: &[u8]| bytes.iter().fold(0, |n, &byte| n << 8 | u64::from(byte));
            let key = Some(number(key)).filter(|&key| key != 0).unwrap_or_else(|| first.key());
            table.insert(key, number(bits)).expect("there is room");
        }
    }
    writing.commit().expect("there is room");
}
