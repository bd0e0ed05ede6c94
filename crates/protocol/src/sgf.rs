//! The Smart Game Format: a tree of moves as text, `(;GM[1];B[aa](;W[bb])(;W[cc]))`.
//!
//! The first branch at every node is the main line. The meaning of the properties is not known
//! here.

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

/// The largest number of games of a file.
const MAX_GAMES: usize = 100_000;

/// A game with its variations: a tree of nodes, of which the first is the root.
///
/// The nodes are one list, so that a deep tree needs no recursion.
#[derive(Debug, Default)]
pub(crate) struct GameTree {
    pub(crate) nodes: Vec<Node>,
}

/// A node of a game tree.
#[derive(Debug, Default)]
pub(crate) struct Node {
    pub(crate) properties: Vec<Property>,
    pub(crate) location: Location,
    /// The numbers of the nodes that follow; the first goes on with the main line.
    pub(crate) children: Vec<usize>,
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

impl GameTree {
    /// Adds a node after another, or as the root of an empty tree, and returns its number.
    pub(crate) fn add(&mut self, parent: Option<usize>, node: Node) -> usize {
        let number = self.nodes.len();
        self.nodes.push(node);
        if let Some(parent) = parent {
            self.nodes[parent].children.push(number);
        }
        number
    }

    /// The numbers of a node and of those that follow on the main line.
    pub(crate) fn line_from(&self, number: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(number), |&number| self.nodes[number].children.first().copied())
    }
}

/// Reads the games of a file, of which there is at least one.
pub(crate) fn read(text: &str) -> Result<Vec<GameTree>, ParseSgfError> {
    // A byte order mark is what some editors put before any text.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut reader = Reader { chars: text.chars().peekable(), location: Location::default() };
    if text.len() > MAX_BYTES {
        return Err(reader.refuse(format!("a game file has at most {} MB", MAX_BYTES >> 20)));
    }
    let mut games = vec![reader.read_tree()?];
    while reader.next_sign().is_some() {
        if games.len() == MAX_GAMES {
            return Err(reader.refuse(format!("a file has at most {MAX_GAMES} games")));
        }
        games.push(reader.read_tree()?);
    }
    Ok(games)
}

/// Writes a game, one line for each node.
pub(crate) fn write(tree: &GameTree) -> String {
    /// A part of the text that is still to be written.
    enum Part {
        Begin,
        Node(usize),
        End,
    }
    let mut text = String::new();
    // The next part is at the end.
    let mut parts = vec![Part::End, Part::Node(0), Part::Begin];
    while let Some(part) = parts.pop() {
        match part {
            Part::Begin => text.push('('),
            Part::End => text.push_str(")\n"),
            Part::Node(number) => {
                let Node { properties, children, .. } = &tree.nodes[number];
                write_node(&mut text, properties);
                if let [only] = children.as_slice() {
                    parts.push(Part::Node(*only));
                } else {
                    for &child in children.iter().rev() {
                        parts.extend([Part::End, Part::Node(child), Part::Begin]);
                    }
                }
            }
        }
    }
    text
}

fn write_node(text: &mut String, properties: &[Property]) {
    text.push(';');
    for Property { name, values, .. } in properties {
        text.push_str(name);
        for value in values {
            let _ = write!(text, "[{}]", protected(value));
        }
    }
    text.push('\n');
}

fn protected(value: &str) -> String {
    value.replace('\\', "\\\\").replace(']', "\\]")
}

struct Reader<'text> {
    chars: Peekable<Chars<'text>>,
    location: Location,
}

impl Reader<'_> {
    /// Reads one game with all its branches.
    fn read_tree(&mut self) -> Result<GameTree, ParseSgfError> {
        let mut tree = GameTree::default();
        // For each branch that is open: the last node of its line, and whether it has branches of
        // its own.
        let mut open: Vec<(Option<usize>, bool)> = Vec::new();
        loop {
            match (self.next_sign(), open.last_mut()) {
                (Some('('), parent) => {
                    let last = parent.and_then(|(last, has_branches)| {
                        *has_branches = true;
                        *last
                    });
                    if open.len() == MAX_DEPTH {
                        return Err(self.refuse(format!("more than {MAX_DEPTH} branches in a row")));
                    }
                    self.advance();
                    open.push((last, false));
                    if self.next_sign() != Some(';') {
                        return Err(
                            self.refuse("after ( here should be a node, which begins with ;")
                        );
                    }
                }
                (Some(';'), Some((last, false))) => {
                    let node = self.read_node()?;
                    if tree.nodes.len() == MAX_NODES {
                        return Err(self.refuse(format!("a game has at most {MAX_NODES} nodes")));
                    }
                    *last = Some(tree.add(*last, node));
                }
                (Some(')'), Some(_)) => {
                    self.advance();
                    open.pop();
                    if open.is_empty() {
                        return Ok(tree);
                    }
                }
                (_, None) => return Err(self.refuse("a game begins with (;")),
                (Some(';'), Some((_, true))) => {
                    return Err(self.refuse("here should be another branch or a ), not a node"));
                }
                (Some(_), Some(_)) => return Err(self.refuse("here should be ; or ( or )")),
                (None, Some(_)) => return Err(self.refuse("the file ends before its last )")),
            }
        }
    }

    fn read_node(&mut self) -> Result<Node, ParseSgfError> {
        let mut node = Node { location: self.location, ..Node::default() };
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
                // A character after a backslash is literal; a line break there is left out.
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

    /// The first game of a file.
    fn game(text: &str) -> GameTree {
        read(text).unwrap().swap_remove(0)
    }

    /// The names of the first properties of a line that begins with this node.
    fn names(game: &GameTree, number: usize) -> Vec<&str> {
        game.line_from(number).map(|node| game.nodes[node].properties[0].name.as_str()).collect()
    }

    #[test]
    fn the_main_line_is_the_first_choice_at_every_branch() {
        let text = "(;A[1];B[2](;C[3](;D[4])(;E[5]))(;F[6](;G[7])(;H[8])))";
        let tree = game(text);
        assert_eq!(names(&tree, 0), ["A", "B", "C", "D"]);
        let [_, other] = tree.nodes[1].children.as_slice() else { panic!() };
        assert_eq!(names(&tree, *other), ["F", "G"]);
        assert_eq!(write(&tree).replace('\n', ""), text);

        let games = read("(;A[1])\n(;B[1])(;C[1](;D[1])(;E[2]))\n").unwrap();
        let n_nodes: Vec<usize> = games.iter().map(|game| game.nodes.len()).collect();
        assert_eq!(n_nodes, [1, 1, 3]);
    }

    #[test]
    fn deep_trees_need_no_deep_stack() {
        let text = "(;A[]".repeat(9_999) + &")".repeat(9_999);
        let again = write(&game(&text)).replace('\n', "");
        assert_eq!(again, format!("({})", ";A[]".repeat(9_999)), "lone branches go on the line");
    }

    #[test]
    fn white_space_means_nothing_but_in_values() {
        let tree = game("\u{feff} (\r\n; C \t[a b]\n [c\r\nd\\\r\ne\rf] \n; ) \n");
        assert_eq!(tree.nodes[0].values("C").unwrap(), ["a b", "c\nde\nf"]);
        assert_eq!(tree.nodes[1].location, Location { line: 7, column: 1 });
    }

    #[test]
    fn brackets_in_values_are_protected() {
        let tree = game(r"(;C[a\]b\\][\:[;()])");
        assert_eq!(tree.nodes[0].values("C").unwrap(), [r"a]b\", ":[;()"]);
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
        let mut tree = GameTree::default();
        let mut node = Node::default();
        node.push("GM", ["Blokus Duo".to_owned()]);
        let root = tree.add(None, node);
        let mut node = Node::default();
        node.push("C", [r"a [b\] c\".to_owned(), "two\nlines".to_owned()]);
        tree.add(Some(root), node);
        let text = write(&tree);
        assert_eq!(text, "(;GM[Blokus Duo]\n;C[a [b\\\\\\] c\\\\][two\nlines]\n)\n");
        assert_eq!(game(&text).nodes[1].values("C"), tree.nodes[1].values("C"));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in r"[(;)\[\]\\A-C1 \r\na-z]{0,60}") {
            for tree in read(&text).unwrap_or_default() {
                let again = game(&write(&tree));
                prop_assert_eq!(contents(&tree), contents(&again));
            }
        }
    }

    /// The names and values of every node, and the nodes that follow.
    fn contents(tree: &GameTree) -> Vec<String> {
        let content = |node: &Node| {
            let properties =
                node.properties.iter().map(|it| format!("{} {:?}", it.name, it.values));
            format!("{:?} {:?}", properties.collect::<Vec<_>>(), node.children)
        };
        tree.nodes.iter().map(content).collect()
    }
}
