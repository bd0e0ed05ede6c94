//! Keeps the directions of the dependencies, the first four invariants of docs/ARCHITECTURE.md.
//!
//! Every check is a function from a graph to sentences about what is wrong with it. The first
//! tests below hand it the graph of this workspace; the others hand it graphs with a mistake.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use cargo_metadata::{CargoOpt, DependencyKind, Metadata, MetadataCommand};

const CORE: &str = "tilewright-core";
const TESTKIT: &str = "tilewright-testkit";
const SEARCH: &str = "tilewright-search";
const RENDER: &str = "tilewright-render";
const SERVER: &str = "tilewright-server";
const ROOM: &str = "tilewright-room";
const WEB_ASSETS: &str = "tilewright-web-assets";
const FUZZING: &str = "tilewright-fuzzing";
const REFERENCE: &str = "tilewright-reference";
const DIFFERENTIAL: &str = "tilewright-differential";

/// The crates of rules, one per game.
const GAMES: [&str; 4] =
    ["tilewright-blokus", "tilewright-triominos", "tilewright-coerceo", "tilewright-aquapipe"];

/// Every other crate, with the workspace crates that it may depend on. Beyond these, each may have
/// the testkit as a dev-dependency. A game crate may depend on core, and its tests on the slow
/// implementations, which share nothing with it.
const ARROWS: &[(&str, &[&[&str]])] = &[
    (CORE, &[]),
    (REFERENCE, &[]),
    (TESTKIT, &[&[CORE, REFERENCE]]),
    (DIFFERENTIAL, &[&[CORE, REFERENCE, TESTKIT], &GAMES]),
    (SEARCH, &[&[CORE]]),
    ("tilewright-table", &[&[CORE], &GAMES]),
    (RENDER, &[&[CORE, "tilewright-table"], &GAMES]),
    ("tilewright-bots", &[&[CORE, SEARCH, "tilewright-table"], &GAMES]),
    (
        "tilewright-protocol",
        &[&[CORE, RENDER, "tilewright-table", "tilewright-bots", "tilewright-blokus"]],
    ),
    ("tilewright-arena", &[&[CORE, "tilewright-table", "tilewright-bots", "tilewright-protocol"]]),
    ("tilewright-ratings", &[&[CORE]]),
    ("tilewright-study", &[&[CORE, "tilewright-bots", "tilewright-arena"]]),
    (ROOM, &[&[CORE, "tilewright-table"]]),
    (
        SERVER,
        &[
            &[CORE, "tilewright-table", "tilewright-bots", "tilewright-protocol"],
            &[RENDER, ROOM, WEB_ASSETS],
        ],
    ),
    ("tilewright-batch", &[&[CORE, "tilewright-table"], &GAMES]),
    (
        "tilewright-python",
        &[
            &[CORE, "tilewright-table", "tilewright-bots", "tilewright-arena"],
            &[RENDER, "tilewright-batch", "tilewright-protocol"],
            &GAMES,
        ],
    ),
    (
        "tilewright",
        &[
            &[CORE, "tilewright-table", "tilewright-bots", "tilewright-arena"],
            &["tilewright-bench", "tilewright-protocol", "tilewright-study", "tilewright-server"],
            &["tilewright-ratings", RENDER, WEB_ASSETS],
        ],
    ),
    (
        FUZZING,
        &[
            &[CORE, TESTKIT, "tilewright-table", "tilewright-bots", "tilewright-arena"],
            &[RENDER, REFERENCE, DIFFERENTIAL, "tilewright-protocol", "tilewright-server"],
            &GAMES,
        ],
    ),
    ("tilewright-bench", &[&[CORE, "tilewright-table", "tilewright-bots"], &GAMES]),
    ("tilewright-tuning", &[&[CORE, "tilewright-bots"], &GAMES]),
    (
        "tilewright-examples",
        &[&[CORE, "tilewright-table", "tilewright-bots", "tilewright-arena"], &GAMES],
    ),
    (WEB_ASSETS, &[]),
    ("xtask", &[]),
];

/// The dependencies that core may have, each with the reason why it does no input or output, reads
/// no clock and holds no random generator. Any other is refused.
const CORE_MAY_USE: &[(&str, &str)] = &[
    ("rand_core", "only the trait of a random generator: the caller brings the generator"),
    ("serde", "only the traits of serialization: the caller brings the format and the file"),
    ("thiserror", "a macro that writes the texts of errors"),
    ("ts-rs", "the names of types in TypeScript, behind a feature that no program asks for"),
];

/// The dependencies that a game crate may have beyond [`CORE_MAY_USE`].
const GAMES_MAY_ALSO_USE: &[(&str, &str)] =
    &[(CORE, "the vocabulary, which keeps the same promise")];

/// Crates that only a few may reach, however long the way.
const CONFINED: &[(&str, &[&str])] = &[
    // Fuzzing tries what the server reads, and nobody depends on it.
    ("tokio", &[SERVER, "tilewright", FUZZING]),
    ("axum", &[SERVER, "tilewright", FUZZING]),
    ("sqlx", &[SERVER, "tilewright", FUZZING]),
    ("pyo3", &["tilewright-python"]),
];

/// Modules of the standard library that do what the rules of a game may not.
const IMPURE_MODULES: [&str; 6] = ["env", "fs", "io", "net", "process", "time"];

/// Macros of the standard library that print.
const IMPURE_MACROS: [&str; 5] = ["dbg!", "eprint!", "eprintln!", "print!", "println!"];

/// The graph of dependencies. Packages of one name and several versions are one node.
#[derive(Default)]
struct Graph {
    members: BTreeSet<String>,
    /// For the program or its build script.
    normal: BTreeMap<String, BTreeSet<String>>,
    /// For the tests of a member.
    dev: BTreeMap<String, BTreeSet<String>>,
}

impl Graph {
    fn of(metadata: &Metadata) -> Graph {
        let names: BTreeMap<_, _> =
            metadata.packages.iter().map(|package| (&package.id, package.name.as_str())).collect();
        let members = metadata.workspace_packages().into_iter();
        let mut graph = Graph {
            members: members.map(|package| package.name.to_string()).collect(),
            ..Graph::default()
        };
        let resolve = metadata.resolve.as_ref().expect("asked for with dependencies");
        for node in &resolve.nodes {
            for dependency in &node.deps {
                for kind in &dependency.dep_kinds {
                    graph.add(names[&node.id], kind.kind, names[&dependency.pkg]);
                }
            }
        }
        graph
    }

    fn add(&mut self, from: &str, kind: DependencyKind, to: &str) {
        // The tests of a crate may turn on its own features.
        if from == to && kind == DependencyKind::Development {
            return;
        }
        let edges =
            if kind == DependencyKind::Development { &mut self.dev } else { &mut self.normal };
        edges.entry(from.to_owned()).or_default().insert(to.to_owned());
    }

    fn normal(&self, name: &str) -> impl Iterator<Item = &str> {
        self.normal.get(name).into_iter().flatten().map(String::as_str)
    }

    fn dev(&self, name: &str) -> impl Iterator<Item = &str> {
        self.dev.get(name).into_iter().flatten().map(String::as_str)
    }

    /// The workspace crates among the direct dependencies of either kind.
    fn direct_members(&self, name: &str) -> BTreeSet<&str> {
        let direct = self.normal(name).chain(self.dev(name));
        direct.filter(|&dependency| self.members.contains(dependency)).collect()
    }

    /// Everything that building the program takes, at any distance.
    fn reach(&self, name: &str) -> BTreeSet<&str> {
        self.closure(self.normal(name))
    }

    /// Everything that building the program and its tests takes, at any distance.
    fn reach_with_tests(&self, name: &str) -> BTreeSet<&str> {
        self.closure(self.normal(name).chain(self.dev(name)))
    }

    fn closure<'graph>(
        &'graph self,
        start: impl Iterator<Item = &'graph str>,
    ) -> BTreeSet<&'graph str> {
        let mut pending: Vec<&str> = start.collect();
        let mut reached = BTreeSet::new();
        while let Some(name) = pending.pop() {
            if reached.insert(name) {
                pending.extend(self.normal(name));
            }
        }
        reached
    }
}

/// Invariant 1: core and the game crates depend on nothing that does I/O, reads a clock or holds
/// a random generator.
fn impure_dependencies(graph: &Graph) -> Vec<String> {
    let core_may = || CORE_MAY_USE.iter();
    let mut problems = Vec::new();
    for name in pure_crates(graph) {
        let own = if name == CORE { &[] } else { GAMES_MAY_ALSO_USE };
        let allowed: BTreeSet<&str> = core_may().chain(own).map(|&(name, _)| name).collect();
        for dependency in graph.normal(name).filter(|dependency| !allowed.contains(dependency)) {
            problems.push(format!(
                "{name} depends on {dependency}, which is not known to be pure: \
                 see CORE_MAY_USE in tools/xtask/tests/dependencies.rs"
            ));
        }
    }
    problems
}

/// Invariant 2: a game knows neither another game nor search, and search knows no game; not even
/// in tests.
fn games_that_meet(graph: &Graph) -> Vec<String> {
    let mut problems = Vec::new();
    for name in GAMES.into_iter().chain([SEARCH]) {
        for reached in graph.reach_with_tests(name) {
            if reached != name && (GAMES.contains(&reached) || reached == SEARCH) {
                problems
                    .push(format!("{name} reaches {reached}: only engines brings them together"));
            }
        }
    }
    problems
}

/// Invariant 3: tokio, axum, sqlx and pyo3 stay where they belong.
fn escapes(graph: &Graph) -> Vec<String> {
    let mut problems = Vec::new();
    for member in &graph.members {
        let reached = graph.reach(member);
        for (confined, homes) in CONFINED {
            if reached.contains(confined) && !homes.contains(&member.as_str()) {
                problems.push(format!(
                    "{member} reaches {confined}, which only {} may",
                    homes.join(" and ")
                ));
            }
        }
    }
    problems
}

/// Invariant 3 again: the lines below `render` that draw. A drawing is a function of that name, the
/// begin of an SVG picture or of an escape code.
fn drawing_lines(source: &str) -> Vec<String> {
    let program = source.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let mut problems = Vec::new();
    for (i, line) in program.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        let draws = ["fn draw(", "fn svg(", "<svg", "\\u{1b}["];
        let found = draws.into_iter().filter(|it| code.contains(it));
        problems.extend(found.map(|it| format!("line {} draws by {it}", i + 1)));
    }
    problems
}

/// Invariant 4: web-assets depends on nothing in the workspace.
fn web_assets_that_depend(graph: &Graph) -> Vec<String> {
    let dependencies = graph.direct_members(WEB_ASSETS).into_iter();
    dependencies.map(|name| format!("{WEB_ASSETS} depends on {name}")).collect()
}

/// The arrows of the picture in docs/ARCHITECTURE.md: there is no other.
fn arrows_that_are_not_drawn(graph: &Graph) -> Vec<String> {
    let mut problems = Vec::new();
    for member in &graph.members {
        let Some(allowed) = may_depend_on(member) else {
            problems.push(format!(
                "{member} is a new crate: add it to ARROWS (or GAMES) in \
                 tools/xtask/tests/dependencies.rs and to the picture in docs/ARCHITECTURE.md"
            ));
            continue;
        };
        let in_tests_only = |name| {
            let is_for_tests = name == TESTKIT || name == REFERENCE && GAMES.contains(&&**member);
            is_for_tests && !graph.normal(member).any(|normal| normal == name)
        };
        for dependency in graph.direct_members(member) {
            if !allowed.contains(&dependency) && !in_tests_only(dependency) {
                problems.push(format!("{member} depends on {dependency}: no such arrow is drawn"));
            }
        }
    }
    problems
}

/// The workspace crates that one of them may depend on; nothing if the crate is unknown.
fn may_depend_on(name: &str) -> Option<Vec<&'static str>> {
    if GAMES.contains(&name) {
        return Some(vec![CORE]);
    }
    let (_, allowed) = ARROWS.iter().find(|(known, _)| *known == name)?;
    Some(allowed.concat())
}

/// Core and the games that exist.
fn pure_crates(graph: &Graph) -> impl Iterator<Item = &'static str> {
    [CORE].into_iter().chain(GAMES).filter(|&name| graph.members.contains(name))
}

/// Invariant 1 again, for what needs no dependency: uses of impure parts of the standard library.
/// Comments may name them, and so may the tests at the end of a file.
fn impure_lines(source: &str) -> Vec<String> {
    let program = source.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let mut problems = Vec::new();
    for (i, line) in program.lines().enumerate() {
        let code = line.split("//").next().unwrap_or_default();
        let is_used = |module: &&str| {
            names(code, &format!("std::{module}"))
                || (code.contains("std::{") && names(code, module))
        };
        let modules = IMPURE_MODULES.into_iter().filter(is_used);
        let macros = IMPURE_MACROS.into_iter().filter(|name| names(code, name));
        problems.extend(modules.chain(macros).map(|name| format!("line {} uses {name}", i + 1)));
    }
    problems
}

/// Returns true if the code contains this path, not merely a longer word that holds it.
fn names(code: &str, path: &str) -> bool {
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(path).any(|(start, _)| {
        !code[..start].ends_with(in_word) && !code[start + path.len()..].starts_with(in_word)
    })
}

/// The Rust files in a directory and below, without those of tests.
fn sources_under(directory: &Path) -> Vec<PathBuf> {
    let mut sources = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources.extend(sources_under(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && !path.ends_with("tests.rs")
        {
            sources.push(path);
        }
    }
    sources
}

fn metadata() -> Metadata {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.toml");
    MetadataCommand::new().manifest_path(manifest).features(CargoOpt::AllFeatures).exec().unwrap()
}

fn assert_none(problems: &[String]) {
    assert!(problems.is_empty(), "\n{}\n", problems.join("\n"));
}

mod this_workspace {
    use super::*;

    #[test]
    fn the_graph_is_really_there() {
        let graph = Graph::of(&metadata());
        assert!(graph.members.contains(CORE) && graph.members.contains("xtask"));
        assert!(graph.normal(CORE).any(|name| name == "serde"));
        assert!(graph.reach("xtask").contains("serde_core"), "third parties have edges too");
        assert!(graph.dev("tilewright-blokus").any(|name| name == TESTKIT));
    }

    #[test]
    fn rules_depend_on_nothing_impure() {
        assert_none(&impure_dependencies(&Graph::of(&metadata())));
    }

    /// The problems of all source files of some crates.
    fn check_sources(crates: &[&str], check: impl Fn(&str) -> Vec<String>) {
        let mut problems = Vec::new();
        for package in metadata().workspace_packages() {
            if !crates.contains(&package.name.as_str()) {
                continue;
            }
            let directory = package.manifest_path.with_file_name("src");
            for path in sources_under(directory.as_std_path()) {
                let lines = check(&fs::read_to_string(&path).unwrap());
                problems.extend(lines.iter().map(|line| format!("{}: {line}", path.display())));
            }
        }
        assert_none(&problems);
    }

    #[test]
    fn rules_use_nothing_impure_of_the_standard_library() {
        check_sources(&[&[CORE], GAMES.as_slice()].concat(), impure_lines);
    }

    #[test]
    fn only_render_draws() {
        let crates =
            [&[CORE, SEARCH, "tilewright-table", "tilewright-bots"], GAMES.as_slice()].concat();
        check_sources(&crates, drawing_lines);
        let graph = Graph::of(&metadata());
        let drawers = graph.members.iter().filter(|it| graph.normal(it).any(|it| it == "resvg"));
        assert_eq!(drawers.collect::<Vec<_>>(), [RENDER]);
    }

    #[test]
    fn games_and_search_do_not_meet() {
        assert_none(&games_that_meet(&Graph::of(&metadata())));
    }

    #[test]
    fn runtimes_and_databases_stay_at_home() {
        assert_none(&escapes(&Graph::of(&metadata())));
    }

    #[test]
    fn web_assets_is_a_leaf() {
        assert_none(&web_assets_that_depend(&Graph::of(&metadata())));
    }

    #[test]
    fn every_arrow_is_drawn() {
        assert_none(&arrows_that_are_not_drawn(&Graph::of(&metadata())));
    }
}

mod planted_mistakes {
    use super::*;

    use DependencyKind::{Development as Dev, Normal};

    const BLOKUS: &str = "tilewright-blokus";
    const COERCEO: &str = "tilewright-coerceo";
    const ENGINES: &str = "tilewright-bots";
    const FACADE: &str = "tilewright-table";
    const CLI: &str = "tilewright";
    const PYTHON: &str = "tilewright-python";

    /// A graph of these edges; every node whose name says so is a member.
    fn graph(edges: &[(&str, DependencyKind, &str)]) -> Graph {
        let mut graph = Graph::default();
        for &(from, kind, to) in edges {
            graph.add(from, kind, to);
            let members = [from, to].into_iter().filter(|name| name.starts_with("tilewright"));
            graph.members.extend(members.map(str::to_owned));
        }
        graph
    }

    /// The problems are as many as the beginnings, and begin so.
    fn assert_begin(problems: &[String], beginnings: &[&str]) {
        let same = problems.len() == beginnings.len()
            && problems.iter().zip(beginnings).all(|(problem, start)| problem.starts_with(start));
        assert!(same, "{problems:#?} should begin {beginnings:#?}");
    }

    /// A graph as the design allows, with crates that do not exist yet.
    fn sound() -> Graph {
        graph(&[
            (CORE, Normal, "serde"),
            (CORE, Dev, TESTKIT),
            (TESTKIT, Normal, CORE),
            (TESTKIT, Normal, "rand"),
            (BLOKUS, Normal, CORE),
            (BLOKUS, Normal, "thiserror"),
            (BLOKUS, Dev, TESTKIT),
            (BLOKUS, Dev, "rand"),
            (COERCEO, Normal, CORE),
            (SEARCH, Normal, CORE),
            (ENGINES, Normal, SEARCH),
            (ENGINES, Normal, BLOKUS),
            (FACADE, Normal, BLOKUS),
            (FACADE, Normal, COERCEO),
            (SERVER, Normal, FACADE),
            (SERVER, Normal, "axum"),
            ("axum", Normal, "tokio"),
            (CLI, Normal, SERVER),
            (CLI, Normal, WEB_ASSETS),
            (PYTHON, Normal, "pyo3"),
            (PYTHON, Normal, "tilewright-arena"),
        ])
    }

    #[test]
    fn a_sound_graph_has_no_problem() {
        let sound = sound();
        assert_none(&impure_dependencies(&sound));
        assert_none(&games_that_meet(&sound));
        assert_none(&escapes(&sound));
        assert_none(&web_assets_that_depend(&sound));
        assert_none(&arrows_that_are_not_drawn(&sound));
    }

    #[test]
    fn core_with_a_generator() {
        let graph = graph(&[(CORE, Normal, "serde"), (CORE, Normal, "rand")]);
        assert_begin(&impure_dependencies(&graph), &["tilewright-core depends on rand,"]);
    }

    #[test]
    fn core_with_a_build_script_that_needs_something() {
        let graph = graph(&[(CORE, DependencyKind::Build, "cc")]);
        assert_begin(&impure_dependencies(&graph), &["tilewright-core depends on cc,"]);
    }

    #[test]
    fn a_game_with_a_clock_and_files() {
        let graph = graph(&[
            (BLOKUS, Normal, CORE),
            (BLOKUS, Normal, "chrono"),
            (COERCEO, Normal, "tempfile"),
        ]);
        let expected =
            ["tilewright-blokus depends on chrono,", "tilewright-coerceo depends on tempfile,"];
        assert_begin(&impure_dependencies(&graph), &expected);
    }

    #[test]
    fn a_clock_of_the_standard_library() {
        let source = "\
//! Unlike std::fs, this is fine.
use std::time::Instant;
use std::{fmt, fs};
fn age() { println!(\"{:?}\", Instant::now()); } // dbg! shows it
fn timeless() { footprint!(); my_std::fs(); std::fsync(); }
#[cfg(test)]
fn helper() { std::env::args(); }
#[cfg(test)]
mod tests { use std::fs; }
";
        let expected =
            ["line 2 uses time", "line 3 uses fs", "line 4 uses println!", "line 7 uses env"];
        assert_eq!(impure_lines(source), expected);
    }

    #[test]
    fn a_game_that_draws() {
        let source = "\
/// A board as <svg> is drawn by render.
fn draw(&self) -> String { format!(\"\\u{1b}[1m{self}\") }
fn drawn(&self) -> Seat { self.seat }
";
        let expected = ["line 2 draws by fn draw(", "line 2 draws by \\u{1b}["];
        assert_eq!(drawing_lines(source), expected);
    }

    #[test]
    fn a_game_that_knows_another() {
        let graph = graph(&[(COERCEO, Normal, BLOKUS)]);
        assert_begin(&games_that_meet(&graph), &["tilewright-coerceo reaches tilewright-blokus"]);
    }

    #[test]
    fn a_game_that_tests_itself_against_another() {
        let graph = graph(&[(BLOKUS, Dev, COERCEO)]);
        assert_begin(&games_that_meet(&graph), &["tilewright-blokus reaches tilewright-coerceo"]);
    }

    #[test]
    fn a_game_that_knows_search_through_its_testkit() {
        let graph = graph(&[(BLOKUS, Dev, TESTKIT), (TESTKIT, Normal, SEARCH)]);
        assert_begin(&games_that_meet(&graph), &["tilewright-blokus reaches tilewright-search"]);
    }

    #[test]
    fn search_that_knows_a_game_through_the_facade() {
        let graph = graph(&[(SEARCH, Dev, FACADE), (FACADE, Normal, BLOKUS)]);
        assert_begin(&games_that_meet(&graph), &["tilewright-search reaches tilewright-blokus"]);
    }

    #[test]
    fn tokio_outside_the_server() {
        let graph = graph(&[
            ("tilewright-arena", Normal, "reqwest"),
            ("reqwest", Normal, "hyper"),
            ("hyper", Normal, "tokio"),
        ]);
        assert_begin(&escapes(&graph), &["tilewright-arena reaches tokio"]);
    }

    #[test]
    fn tokio_through_the_server() {
        let graph = graph(&[(PYTHON, Normal, SERVER), (SERVER, Normal, "tokio")]);
        assert_begin(&escapes(&graph), &["tilewright-python reaches tokio"]);
    }

    #[test]
    fn a_room_with_a_database() {
        let graph = graph(&[(ROOM, Normal, "sqlx"), (ROOM, Normal, "axum")]);
        let expected = ["tilewright-room reaches axum", "tilewright-room reaches sqlx"];
        assert_begin(&escapes(&graph), &expected);
    }

    #[test]
    fn pyo3_outside_python() {
        let graph = graph(&[(CLI, Normal, PYTHON), (PYTHON, Normal, "pyo3")]);
        assert_begin(&escapes(&graph), &["tilewright reaches pyo3"]);
    }

    #[test]
    fn web_assets_that_know_the_workspace() {
        let graph = graph(&[(WEB_ASSETS, Normal, "rust-embed"), (WEB_ASSETS, Dev, TESTKIT)]);
        let expected = ["tilewright-web-assets depends on tilewright-testkit"];
        assert_begin(&web_assets_that_depend(&graph), &expected);
    }

    #[test]
    fn an_arrow_against_the_picture() {
        let graph = graph(&[(FACADE, Normal, SERVER), (CORE, Dev, FACADE)]);
        let expected = [
            "tilewright-core depends on tilewright-table",
            "tilewright-table depends on tilewright-server",
        ];
        assert_begin(&arrows_that_are_not_drawn(&graph), &expected);
    }

    #[test]
    fn a_slow_implementation_that_knows_its_game() {
        let graph = graph(&[(REFERENCE, Normal, BLOKUS), (BLOKUS, Dev, REFERENCE)]);
        let expected = ["tilewright-reference depends on tilewright-blokus"];
        assert_begin(&arrows_that_are_not_drawn(&graph), &expected);
    }

    #[test]
    fn a_testkit_outside_tests() {
        let graph = graph(&[(FACADE, Dev, TESTKIT), (SEARCH, Normal, TESTKIT)]);
        let expected = ["tilewright-search depends on tilewright-testkit"];
        assert_begin(&arrows_that_are_not_drawn(&graph), &expected);
    }

    #[test]
    fn a_crate_that_nobody_drew() {
        let graph = graph(&[("tilewright-chess", Normal, CORE)]);
        assert_begin(&arrows_that_are_not_drawn(&graph), &["tilewright-chess is a new crate: add"]);
    }
}
