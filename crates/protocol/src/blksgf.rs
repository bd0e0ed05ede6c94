//! Pentobi's game files, `.blksgf`, read and written as [records](tilewright_table::Record) of
//! Blokus.
//!
//! ```
//! use tilewright_protocol::blksgf;
//!
//! let text = "(;GM[Blokus Duo]PB[Ada];B[e8,d9,e9,f9,e10]C[a cross];W[i4,h5,i5,j5,i6])";
//! let read = blksgf::read(text)?;
//! assert_eq!(read.record.replay()?.moves(), ["X5n@d8", "X5n@h4"]);
//! assert_eq!(read.record.entries()[0].comment(), "a cross");
//! assert!(read.notes.is_empty());
//!
//! let written = blksgf::write(&read.record)?;
//! assert!(written.text.starts_with("(;GM[Blokus Duo]"));
//! assert_eq!(blksgf::read(&written.text)?.record, read.record);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | in the file | in the record |
//! | --- | --- |
//! | `GM` | the variant; what Pentobi plays and Tilewright does not is refused |
//! | `B W`, `1 2 3 4`, and of old files `BLUE YELLOW RED GREEN` | the moves |
//! | branches | the variations |
//! | `AB AW A1 A2 A3 A4 AE PL` before the first move | the header `position` |
//! | `PB PW`, `P1 P2 P3 P4` | the names |
//! | `C` | the comments |
//! | `DT EV RO PC GN TM` | the headers `date event round place title time-limit` |
//! | `BL WL`, `1L 2L 3L 4L` | the clocks |
//! | `RE` | checked; a loss by resignation, time or forfeit is an ending |
//! | any other property `XY` of the whole game | the header `sgf-xy` |
//! | `TILEWRIGHT` | data that only a record has: options, headers, endings, evaluations |
//!
//! Properties without a place in a record, such as the judgments `BM` and `TE`, and variations that
//! are no possible continuation, are left out; the notes list them.

mod read;
mod write;

use tilewright_blokus::{Color, Position, Variant, pentobi};
use tilewright_core::Seat;
use tilewright_table::{Ending, GameId, SeatEnding, Table};

pub use self::read::{NotText, Read, ReadError, decode, read, read_all};
pub use self::write::{WriteError, Written, write};

/// The property with the data of a record for which the format has none.
const OWN: &str = "TILEWRIGHT";

/// Properties of the file rather than of the game, which every writer sets itself.
const ABOUT_THE_FILE: [&str; 6] = ["GM", "CA", "AP", "FF", "ST", "SZ"];

/// Headers, and the properties that say the same.
const HEADERS: [(&str, &str); 6] = [
    ("date", "DT"),
    ("event", "EV"),
    ("round", "RO"),
    ("place", "PC"),
    ("title", "GN"),
    ("time-limit", "TM"),
];

/// Colors of which a variant has only some.
const COLORS_OF_OTHERS: [&str; 8] = ["B", "W", "1", "2", "3", "4", "YELLOW", "RED"];

/// The prefix of headers for properties without a header of their own.
const OTHER: &str = "sgf-";

/// The kind of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PropertyKind {
    Move(Color),
    SetUp(Color),
    Remove,
    ToPlay,
    Comment,
    TimeLeft(Seat),
    Player(Seat),
    Header(&'static str),
    Result,
    /// About the file rather than the game.
    File,
    /// Data of a record for which the format has no property.
    Own,
    /// A piece of a color that does not play.
    Stranger,
    Unknown,
}

impl PropertyKind {
    fn of(variant: Variant, property: &str) -> PropertyKind {
        let same_header = HEADERS.iter().find(|(_, other)| *other == property);
        if let Some(&(header, _)) = same_header {
            return PropertyKind::Header(header);
        }
        match property {
            "C" => PropertyKind::Comment,
            "AE" => PropertyKind::Remove,
            "PL" => PropertyKind::ToPlay,
            "RE" => PropertyKind::Result,
            OWN => PropertyKind::Own,
            _ if ABOUT_THE_FILE.contains(&property) => PropertyKind::File,
            _ => PropertyKind::of_somebody(variant, property),
        }
    }

    fn of_somebody(variant: Variant, property: &str) -> PropertyKind {
        let seat = |name: &str| {
            Seat::first(n_seats(variant)).find(|&seat| player_name(variant, seat) == name)
        };
        if let Some(color) = pentobi::parse_color(variant, property) {
            return PropertyKind::Move(color);
        }
        if let Some(name) = property.strip_prefix('A')
            && let Some(color) = pentobi::parse_color(variant, name)
            && pentobi::color_name(color) == name
        {
            return PropertyKind::SetUp(color);
        }
        if let Some(seat) = property.strip_prefix('P').and_then(seat) {
            return PropertyKind::Player(seat);
        }
        if let Some(seat) = property.strip_suffix('L').and_then(seat) {
            return PropertyKind::TimeLeft(seat);
        }
        let color = property.strip_prefix('A').unwrap_or(property);
        if COLORS_OF_OTHERS.contains(&color) {
            PropertyKind::Stranger
        } else {
            PropertyKind::Unknown
        }
    }
}

/// The number of seats of a variant.
const fn n_seats(variant: Variant) -> usize {
    match variant {
        Variant::Duo | Variant::Classic2 => 2,
        Variant::Classic3 => 3,
        Variant::Classic | Variant::Tilewe => 4,
    }
}

/// Pentobi's name of a player: `B` and `W` where there are two, even with two colors each.
fn player_name(variant: Variant, seat: Seat) -> &'static str {
    match (n_seats(variant), seat.number()) {
        (2, 1) => "B",
        (2, _) => "W",
        (_, 1) => "1",
        (_, 2) => "2",
        (_, 3) => "3",
        _ => "4",
    }
}

/// The position at a table of Blokus.
pub(crate) fn position_of(table: &dyn Table) -> Position {
    table.position_text().parse().expect("the text of a position is read back")
}

/// The options with which the variant is usually not played.
pub(crate) fn unusual_options(table: &dyn Table) -> Vec<(String, String)> {
    let mut options = table.options();
    let variant = position_of(table).variant();
    let usual = GameId::Blokus.open(&[("variant", variant.name())]).expect("variants are playable");
    let usual = usual.options();
    options.retain(|option| !usual.contains(option));
    options
}

/// The result of a game of two that is over, such as `B+3`, `W+R` or `0`.
fn result_of(table: &dyn Table) -> Option<String> {
    let turn = table.turn();
    let outcome = turn.outcome().filter(|_| table.n_seats() == 2)?;
    let loses = |it: &&SeatEnding| it.ending.is_loss() && outcome.place(it.seat) == 2;
    if let Some(lost) = table.endings().iter().find(loses) {
        let winner = if lost.seat.index() == 0 { "W" } else { "B" };
        return Some(format!("{winner}+{}", ending_letter(lost.ending)));
    }
    let is_drawn = Seat::first(2).all(|seat| outcome.place(seat) == 1);
    Some(if is_drawn { "0".to_owned() } else { pentobi::score(&position_of(table)) })
}

const fn ending_letter(ending: Ending) -> char {
    match ending {
        Ending::LostOnTime => 'T',
        Ending::Forfeited | Ending::Abandoned => 'F',
        Ending::Resigned | Ending::AgreedDraw => 'R',
    }
}
