//! The Smart Game Format: a tree of moves as text, `(;GM[1];B[aa](;W[bb])(;W[cc]))`.
//!
//! Of a file the main line is kept, which is the first choice at every branch, and the rest is
//! checked for its form and counted. The meaning of the properties is not known here.

use std::fmt::{self, Write};
use std::iter::Peekable;
use std::str::Chars;

use thiserror::Error;

const MAX_BYTES: usize = 16 << 20;
const MAX_DEPTH: usize = 10_000;
const MAX_NODES: usize = 10_000;
const MAX_VALUES: usize = 2_000;

/// The largest number of properties of a node.
pub(crate) const MAX_PROPERTIES: usize = 100;

/// The longest name of a property.
pub(crate) const MAX_NAME: usize = 32;

/// The main line of the first game of a file.
#[derive(Debug, Default)]
pub(crate) struct MainLine {
    pub(crate) nodes: Vec<Node>,
    /// The number of variations in the file.
    pub(crate) n_variations: usize,
    /// The number of other games in the file.
    pub(crate) n_other_games: usize,
}

/// A node of the game tree.
#[derive(Debug, Default)]
pub(crate) struct Node {
    pub(crate) properties: Vec<Property>,
    pub(crate) location: Location,
}

/// A property and its values, without the escapes of their brackets.
#[derive(Debug)]
pub(crate) struct Property {
    pub(crate) name: String,
    pub(crate) values: Vec<String>,
    pub(crate) location: Location,
}

/// A location in a text, both numbers from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Location {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

impl Default for Location {
    fn default() -> Location {
        Location { line: 1, column: 1 }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// The text is not in the format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{location}: {reason}")]
pub(crate) struct ParseSgfError {
    pub(crate) location: Location,
    pub(crate) reason: String,
}

impl Node {
    /// The values of a property, if it is there.
    pub(crate) fn values(&self, name: &str) -> Option<&[String]> {
        let property = self.properties.iter().find(|property| property.name == name)?;
        Some(&property.values)
    }

    /// The first value of a property, if it is there.
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        self.values(name)?.first().map(String::as_str)
    }

    /// Adds a property.
    pub(crate) fn push(&mut self, name: &str, values: impl IntoIterator<Item = String>) {
        let values = values.into_iter().collect();
        self.properties.push(Property {
            name: name.to_owned(),
            values,
            location: Location::default(),
        });
    }
}

/// Reads the first game of a file.
pub(crate) fn read(text: &str) -> Result<MainLine, ParseSgfError> {
    // A byte order mark is what some editors put before any text.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader { chars: text.chars().peekable(), location: Location::default() };
    if text.len() > MAX_BYTES {
        return Err(reader.refuse(format!("a game file has at most {} MB", MAX_BYTES >> 20)));
    }
    let mut main = MainLine::default();
    let n_leaves = reader.read_tree(Some(&mut main.nodes))?;
    main.n_variations = n_leaves - 1;
    while reader.next_sign().is_some() {
        reader.read_tree(None)?;
        main.n_other_games += 1;
    }
    Ok(main)
}

/// Writes a game without branches, one line for each node.
pub(crate) fn write(nodes: &[Node]) -> String {
    let mut text = "(".to_owned();
    for node in nodes {
        text.push(';');
        for Property { name, values, .. } in &node.properties {
            text.push_str(name);
            for value in values {
                let _ = write!(text, "[{}]", protected(value));
            }
        }
        text.push('\n');
    }
    text.push_str(")\n");
    text
}

fn protected(value: &str) -> String {
    value.replace('\\', "\\\\").replace(']', "\\]")
}

struct Reader<'text> {
    chars: Peekable<Chars<'text>>,
    location: Location,
}

impl Reader<'_> {
    /// Reads one game with all its branches, keeps the nodes of its main line if they are wanted,
    /// and says how many ways the game can go: that is how many branches have none of their own.
    fn read_tree(&mut self, mut main: Option<&mut Vec<Node>>) -> Result<usize, ParseSgfError> {
        // For each branch that is open, whether it has branches of its own.
        let mut open: Vec<bool> = Vec::new();
        let mut n_leaves = 0;
        loop {
            match (self.next_sign(), open.last_mut()) {
                (Some('('), parent) => {
                    if let Some(has_branches) = parent {
                        *has_branches = true;
                    }
                    if open.len() == MAX_DEPTH {
                        return Err(self.refuse(format!("more than {MAX_DEPTH} branches in a row")));
                    }
                    self.advance();
                    open.push(false);
                    if self.next_sign() != Some(';') {
                        return Err(
                            self.refuse("after ( here should be a node, which begins with ;")
                        );
                    }
                }
                (Some(';'), Some(false)) => {
                    let node = self.read_node()?;
                    if let Some(nodes) = &mut main {
                        if nodes.len() == MAX_NODES {
                            return Err(
                                self.refuse(format!("a game has at most {MAX_NODES} nodes"))
                            );
                        }
                        nodes.push(node);
                    }
                }
                (Some(')'), Some(has_branches)) => {
                    n_leaves += usize::from(!*has_branches);
                    self.advance();
                    open.pop();
                    // The main line ends where the first branch does.
                    main = None;
                    if open.is_empty() {
                        return Ok(n_leaves);
                    }
                }
                (_, None) => return Err(self.refuse("a game begins with (;")),
                (Some(';'), Some(true)) => {
                    return Err(self.refuse("here should be another branch or a ), not a node"));
                }
                (Some(_), Some(_)) => return Err(self.refuse("here should be ; or ( or )")),
                (None, Some(_)) => return Err(self.refuse("the file ends before its last )")),
            }
        }
    }

    fn read_node(&mut self) -> Result<Node, ParseSgfError> {
        let mut node = Node { properties: Vec::new(), location: self.location };
        self.advance();
        while self.next_sign().is_some_and(is_in_name) {
            let property = self.read_property()?;
            if node.values(&property.name).is_some() {
                let location = property.location;
                let name = property.name;
                return Err(ParseSgfError { location, reason: format!("{name} is given twice") });
            }
            if node.properties.len() == MAX_PROPERTIES {
                return Err(self.refuse(format!("a node has at most {MAX_PROPERTIES} properties")));
            }
            node.properties.push(property);
        }
        Ok(node)
    }

    fn read_property(&mut self) -> Result<Property, ParseSgfError> {
        let location = self.location;
        let mut name = String::new();
        while let Some(c) = self.chars.peek().copied().filter(|&c| is_in_name(c)) {
            name.push(c);
            self.advance();
            if name.len() > MAX_NAME {
                return Err(ParseSgfError { location, reason: "this name is too long".to_owned() });
            }
        }
        let mut values = Vec::new();
        while self.next_sign() == Some('[') {
            if values.len() == MAX_VALUES {
                return Err(self.refuse(format!("{name} has at most {MAX_VALUES} values")));
            }
            values.push(self.read_value(&name)?);
        }
        if values.is_empty() {
            return Err(self.refuse(format!("after {name} here should be a value in [ ]")));
        }
        Ok(Property { name, values, location })
    }

    fn read_value(&mut self, name: &str) -> Result<String, ParseSgfError> {
        let begin = self.location;
        let mut value = String::new();
        self.advance();
        loop {
            let unended = || format!("the value of {name} that begins here has no end");
            let unended = || ParseSgfError { location: begin, reason: unended() };
            match self.advance().ok_or_else(unended)? {
                ']' => return Ok(value),
                // What follows a backslash is taken as it is, but for a line break, which is none.
                '\\' => {
                    let c = self.advance().ok_or_else(unended)?;
                    value.extend(Some(c).filter(|&c| c != '\n'));
                }
                c => value.push(c),
            }
        }
    }

    /// The next character that is no white space, which is not taken.
    fn next_sign(&mut self) -> Option<char> {
        while self.chars.peek().is_some_and(|c| c.is_whitespace()) {
            self.advance();
        }
        self.chars.peek().copied()
    }

    /// Takes the next character. A line break of any kind is one `\n`.
    fn advance(&mut self) -> Option<char> {
        let c = self.chars.next()?;
        let other = match c {
            '\n' => '\r',
            '\r' => '\n',
            _ => {
                self.location.column += 1;
                return Some(c);
            }
        };
        self.chars.next_if_eq(&other);
        self.location = Location { line: self.location.line + 1, column: 1 };
        Some('\n')
    }

    fn refuse(&self, reason: impl Into<String>) -> ParseSgfError {
        ParseSgfError { location: self.location, reason: reason.into() }
    }
}

fn is_in_name(c: char) -> bool {
    c.is_ascii_uppercase() || c.is_ascii_digit()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn error_of(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn the_main_line_is_the_first_choice_at_every_branch() {
        let main = read("(;A[1];B[2](;C[3](;D[4])(;E[5]))(;F[6](;G[7])(;H[8])))").unwrap();
        let names: Vec<&str> =
            main.nodes.iter().map(|node| node.properties[0].name.as_str()).collect();
        assert_eq!(names, ["A", "B", "C", "D"]);
        assert_eq!((main.n_variations, main.n_other_games), (3, 0));
        let main = read("(;A[1])\n(;B[1])(;C[1](;D[1])(;E[2]))\n").unwrap();
        assert_eq!((main.nodes.len(), main.n_variations, main.n_other_games), (1, 0, 2));
    }

    #[test]
    fn white_space_means_nothing_but_in_values() {
        let main = read("\u{feff} (\r\n; C \t[a b]\n [c\r\nd\\\r\ne\rf] \n; ) \n").unwrap();
        assert_eq!(main.nodes[0].values("C").unwrap(), ["a b", "c\nde\nf"]);
        assert_eq!(main.nodes[1].location, Location { line: 7, column: 1 });
    }

    #[test]
    fn brackets_in_values_are_protected() {
        let main = read(r"(;C[a\]b\\][\:[;()])").unwrap();
        assert_eq!(main.nodes[0].values("C").unwrap(), [r"a]b\", ":[;()"]);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        assert_eq!(error_of(""), "line 1, column 1: a game begins with (;");
        assert_eq!(error_of("hello"), "line 1, column 1: a game begins with (;");
        assert_eq!(
            error_of("()"),
            "line 1, column 2: after ( here should be a node, which begins with ;"
        );
        assert_eq!(error_of("(;\n;"), "line 2, column 2: the file ends before its last )");
        assert_eq!(
            error_of("(;B[a1](;W[b1]);B[c1])"),
            "line 1, column 16: here should be another branch or a ), not a node"
        );
        assert_eq!(
            error_of("(;C[x)\n"),
            "line 1, column 4: the value of C that begins here has no end"
        );
        assert_eq!(error_of("(;B)"), "line 1, column 4: after B here should be a value in [ ]");
        assert_eq!(error_of("(;B[a]\n B[b])"), "line 2, column 2: B is given twice");
        assert_eq!(error_of("(;b[a])"), "line 1, column 3: here should be ; or ( or )");
        assert_eq!(error_of("(;B[a])x"), "line 1, column 8: a game begins with (;");
        assert!(error_of(&"(;".repeat(20_000)).contains("more than 10000 branches"));
        assert!(error_of(&format!("(;{}[]", "A".repeat(100))).contains("too long"));
        assert!(error_of(&format!("({}", ";".repeat(20_000))).ends_with("at most 10000 nodes"));
        assert!(error_of(&format!("(;C{}", "[]".repeat(3_000))).ends_with("at most 2000 values"));
        let many: Vec<String> = (0..200).map(|i| format!("A{i}[]")).collect();
        assert!(error_of(&format!("(;{})", many.concat())).ends_with("at most 100 properties"));
    }

    #[test]
    fn what_is_written_is_read_back() {
        let mut nodes = vec![Node::default(), Node::default()];
        nodes[0].push("GM", ["Blokus Duo".to_owned()]);
        nodes[1].push("C", [r"a [b\] c\".to_owned(), "two\nlines".to_owned()]);
        let text = write(&nodes);
        assert_eq!(text, "(;GM[Blokus Duo]\n;C[a [b\\\\\\] c\\\\][two\nlines]\n)\n");
        let main = read(&text).unwrap();
        assert_eq!(main.nodes[1].values("C"), nodes[1].values("C"));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in r"[(;)\[\]\\A-C1 \r\na-z]{0,60}") {
            if let Ok(main) = read(&text) {
                let again = read(&write(&main.nodes)).unwrap();
                prop_assert_eq!(values(&main), values(&again));
                prop_assert_eq!(again.n_variations, 0);
            }
        }
    }

    fn values(main: &MainLine) -> Vec<Vec<(String, Vec<String>)>> {
        let named = |it: &Property| (it.name.clone(), it.values.clone());
        main.nodes.iter().map(|node| node.properties.iter().map(named).collect()).collect()
    }
}
