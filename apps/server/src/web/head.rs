//! The head of each page: its title, and what programs show that preview a link.

use axum::http::{HeaderMap, StatusCode, header};
use tilewright_core::Viewer;
use tilewright_room::Room;
use tilewright_table::GameId;

use super::App;
use crate::error::ErrorCode;
use crate::people::name_key;
use crate::tables::Visitor;

/// What is told of a page before its script runs.
pub(super) struct Head {
    pub(super) status: StatusCode,
    title: String,
    description: String,
    /// The path of a picture.
    picture: String,
}

/// The mark in the page between which and [`END`] the head stands.
const BEGIN: &str = "<!--head-->";
const END: &str = "<!--/head-->";

const NAME: &str = "Tilewright";

const ABOUT: &str = "Play Blokus, Triominos, Coerceo and Aqua Pipe with friends and bots, in the \
                     browser, without an account.";

/// The picture of pages that show no game of their own.
const PICTURE: &str = "/api/games/blokus/picture.png";

impl Head {
    fn of(title: &str, description: impl Into<String>, picture: impl Into<String>) -> Head {
        Head {
            status: StatusCode::OK,
            title: format!("{title} · {NAME}"),
            description: description.into(),
            picture: picture.into(),
        }
    }

    fn plain(title: &str, description: &str) -> Head {
        Head::of(title, description, PICTURE)
    }

    fn missing() -> Head {
        Head { status: StatusCode::NOT_FOUND, ..Head::plain("Page not found", ABOUT) }
    }

    /// The head of the page at an address.
    pub(super) async fn at(app: &App, path: &str, visitor: Visitor) -> Head {
        let words: Vec<&str> = path.split('/').filter(|word| !word.is_empty()).collect();
        match words[..] {
            [] | ["index.html"] => {
                Head { title: format!("{NAME}: tile games"), ..Head::plain("", ABOUT) }
            }
            ["games", slug] => of_game("Play", slug, "against bots or friends"),
            ["how-to-play", slug] => of_game("How to play", slug, "the rules in two minutes"),
            ["tables", id] => of_table(app, id, visitor).await,
            ["people", name] => of_person(app, name).await,
            ["study"] => Head::plain("Study", "Go through a game again, and see the better moves."),
            ["account"] => Head::plain("Account", "Sign in or sign up to keep your games."),
            ["privacy"] => {
                Head::plain("Privacy", "What this server keeps of you, and for how long.")
            }
            _ => Head::missing(),
        }
    }

    /// The page with this head.
    pub(super) fn put_into(&self, index: &str, headers: &HeaderMap, app: &App) -> Option<String> {
        let (before, rest) = index.split_once(BEGIN)?;
        let (_, after) = rest.split_once(END)?;
        let host =
            headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        let scheme = if app.is_https { "https" } else { "http" };
        let title = escaped(&self.title);
        let description = escaped(&self.description);
        let picture = escaped(&format!("{scheme}://{host}{}", self.picture));
        let source = app.source.as_deref().map(escaped);
        let source = source.map(|it| format!("<meta name=\"source\" content=\"{it}\" />"));
        let source = source.unwrap_or_default();
        Some(format!(
            "{before}<title>{title}</title>\n\
             <meta name=\"description\" content=\"{description}\" />\n\
             <meta property=\"og:type\" content=\"website\" />\n\
             <meta property=\"og:site_name\" content=\"{NAME}\" />\n\
             <meta property=\"og:title\" content=\"{title}\" />\n\
             <meta property=\"og:description\" content=\"{description}\" />\n\
             <meta property=\"og:image\" content=\"{picture}\" />\n\
             <meta name=\"twitter:card\" content=\"summary\" />\n\
             {source}{after}"
        ))
    }
}

fn of_game(verb: &str, slug: &str, more: &str) -> Head {
    let Ok(game) = slug.parse::<GameId>() else { return Head::missing() };
    let title = format!("{verb} {}", game.name());
    let description = format!("{title}: {more}.");
    Head::of(&title, description, format!("/api/games/{}/picture.png", game.slug()))
}

/// A table that nobody may know of is missing; one that cannot be read now is not.
async fn of_table(app: &App, id: &str, visitor: Visitor) -> Head {
    let key = visitor.key.as_ref().map(|key| format!("?key={}", escaped_in_address(key)));
    let described = app.tables.peek(id, visitor, |room, _| Ok(describe(room))).await;
    let (title, description) = match described {
        Ok(described) => described,
        Err(error) if error.code == ErrorCode::NotFound => {
            return Head { status: StatusCode::NOT_FOUND, ..Head::plain("Table not found", ABOUT) };
        }
        Err(_) => return Head::plain("Table", ABOUT),
    };
    let picture = format!("/api/tables/{id}/picture.png{}", key.unwrap_or_default());
    Head::of(&title, description, picture)
}

/// The game of a table, and its players.
fn describe(room: &Room) -> (String, String) {
    let name = room.plan().game.name();
    let variant = room.plan().options.get("variant");
    let title = variant.map_or_else(|| name.to_owned(), |variant| format!("{name} {variant}"));
    let record = room.record(Viewer::Spectator);
    let seats = room.players().seats();
    let free = || "a free seat".to_owned();
    let names: Vec<String> =
        seats.map(|it| record.name(it).map_or_else(free, str::to_owned)).collect();
    (title, format!("{}: {}.", name, names.join(", ")))
}

async fn of_person(app: &App, name: &str) -> Head {
    let Some(name) = unescaped(name) else { return Head::missing() };
    match app.store.account(&name_key(&name)).await {
        Ok(None) => Head { status: StatusCode::NOT_FOUND, ..Head::plain("No such person", ABOUT) },
        _ => Head::plain(&name, &format!("The games of {name}.")),
    }
}

/// A text as it may stand in an attribute.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            _ => safe.push(c),
        }
    }
    safe
}

/// A key as it may stand in an address: others than ours have no other characters either.
fn escaped_in_address(key: &str) -> String {
    key.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).collect()
}

/// A part of an address without its percent signs; nothing if it is malformed.
fn unescaped(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let high = char::from(rest.next()?).to_digit(16)?;
        let low = char::from(rest.next()?).to_digit(16)?;
        bytes.push((16 * high + low) as u8);
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_an_address_is_read() {
        assert_eq!(unescaped("Ada-%C3%A4").as_deref(), Some("Ada-ä"));
        for malformed in ["%", "%4", "%zz", "%ff"] {
            assert_eq!(unescaped(malformed), None, "{malformed}");
        }
    }

    #[test]
    fn nothing_leaves_an_attribute() {
        assert_eq!(escaped("\"><script>&"), "&quot;&gt;&lt;script&gt;&amp;");
    }
}
