//! Keeps the sources plain: how comments begin, how long lines are, and which words are used.
//!
//! Every check is a function from text to sentences about what is wrong with it. The first tests
//! below hand it the files of this workspace; the others hand it texts with a mistake.

use std::fs;
use std::path::{Path, PathBuf};

use cargo_metadata::MetadataCommand;

/// Words that make a riddle of a documentation's beginning: a reader wants a noun or a verb there.
const QUESTION_WORDS: [&str; 8] =
    ["What", "How", "Who", "Whoever", "Whether", "Where", "When", "So"];

/// The part of a crate's documentation blocks that may begin with one of them, in percent.
const MAX_QUESTIONS: usize = 5;

const MAX_WIDTH: usize = 100;

/// Names that the code no longer has, each with its successor.
const RETIRED_NAMES: &str = include_str!("data/retired-names.txt");

/// Parts of British words that have an American form.
const BRITISH: &[&str] = &[
    "analysed",
    "analyser",
    "analysing",
    "behaviour",
    "cancelled",
    "cancelling",
    "catalogue",
    "centre",
    "centring",
    "colour",
    "defence",
    "favour",
    "flavour",
    "generalis",
    "grey",
    "honour",
    "initialis",
    "judgement",
    "licence",
    "maximis",
    "minimise",
    "modelled",
    "neighbour",
    "normalis",
    "offence",
    "optimisa",
    "optimise",
    "optimising",
    "organis",
    "randomis",
    "recognis",
    "serialis",
    "summaris",
    "travell",
    "whilst",
];

/// British words that are parts of good ones.
const BRITISH_WORDS: &[&str] = &["analyse"];

/// Phrases that prose no longer has, each with what to write instead. Lower case; a word stands
/// alone.
const TIRED_PHRASES: &[(&str, &str)] = &[
    ("anew", "again, or a plainer verb"),
    ("for who", "for people who, or a noun"),
    ("just now", "now"),
    ("looks on", "watches"),
    ("of the house", "built-in"),
    ("one's own", "your own, or its own"),
    ("so many lines", "the number of lines"),
    ("tell", "say, show, print, report or record"),
    ("tells", "says, shows, prints, reports or records"),
    ("told", "said, shown, printed, reported or recorded"),
    ("what came of", "the results of"),
    ("what who", "a noun"),
    ("who does not", "a noun, then the sentence"),
    ("whoever", "a noun, such as the player"),
];

/// Folders whose comments in Rust are free of tired phrases, too.
const PLAIN_FOLDERS: &[&str] = &[
    "apps/cli/",
    "crates/arena/",
    "crates/bots/",
    "crates/core/",
    "crates/games/",
    "crates/protocol/",
    "crates/render/",
    "crates/search/",
    "examples/",
    "tools/",
];

/// The README is a first page, and not the guide.
const MAX_README_LINES: usize = 150;

/// One page, by what a user gets. Its log before 0.1.0 is in lab/2026-11-19-development-log.md.
const MAX_CHANGELOG_LINES: usize = 150;

/// Lines that must keep a British word, by the end of the file's path and a part of the line.
const BRITISH_LINES: &[(&str, &str)] = &[
    ("arena/src/sprt.rs", "alias = \"normalised\""), // Results of old tournaments spell it so.
    ("cli/src/main.rs", "visible_alias = \"analyse\""), // Another name of the command.
];

/// A documentation comment: consecutive lines that begin with `///` or with `//!`.
struct DocBlock<'text> {
    line: usize,
    first: &'text str,
}

fn doc_blocks(source: &str) -> Vec<DocBlock<'_>> {
    let mut blocks = Vec::new();
    let mut previous = None;
    for (i, line) in source.lines().enumerate() {
        let marker = doc_marker(line.trim_start());
        if let Some(marker) = marker
            && previous != Some(marker)
        {
            blocks.push(DocBlock { line: i + 1, first: &line.trim_start()[marker.len()..] });
        }
        previous = marker;
    }
    blocks
}

fn doc_marker(line: &str) -> Option<&'static str> {
    // Four slashes and more are a plain comment.
    let is_doc = |marker: &&str| line.starts_with(marker) && !line.starts_with("////");
    ["///", "//!"].into_iter().find(is_doc)
}

/// Documentation blocks that begin with a question word, and the number of all blocks.
fn question_blocks(source: &str) -> (Vec<String>, usize) {
    let blocks = doc_blocks(source);
    let begins = |block: &&DocBlock<'_>| QUESTION_WORDS.contains(&first_word(block.first));
    let sentences = blocks.iter().filter(begins).map(question_sentence).collect();
    (sentences, blocks.len())
}

fn question_sentence(block: &DocBlock<'_>) -> String {
    format!("{}: begin with a noun or a verb, not with '{}'", block.line, first_word(block.first))
}

fn first_word(text: &str) -> &str {
    let text = text.trim_start_matches(|c: char| !c.is_alphabetic());
    text.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default()
}

/// Returns true if a crate has more such blocks than the limit in percent.
fn are_too_many(n_questions: usize, n_blocks: usize) -> bool {
    100 * n_questions > MAX_QUESTIONS * n_blocks
}

fn long_lines(source: &str) -> Vec<String> {
    let mut problems = Vec::new();
    for (i, line) in source.lines().enumerate() {
        let width = line.chars().count();
        if width > MAX_WIDTH {
            problems.push(format!("{}: {width} characters, more than {MAX_WIDTH}", i + 1));
        }
    }
    problems
}

/// Lines that bind several values at once, `let (a, b) = (x, y);`: a reader follows one at a time.
fn packed_bindings(source: &str) -> Vec<String> {
    let mut problems = Vec::new();
    for (i, line) in source.lines().enumerate() {
        if is_packed_binding(line) {
            problems.push(format!("{}: bind one value a line", i + 1));
        }
    }
    problems
}

fn is_packed_binding(line: &str) -> bool {
    let code = line.trim_start_matches([' ', '/']);
    let Some((names, _)) = code.strip_prefix("let (").and_then(|rest| rest.split_once(") = ("))
    else {
        return false;
    };
    names.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | ',' | ' '))
}

/// The list of retired names: a name, and what to write for it.
fn retired_names(list: &str) -> Vec<(&str, &str)> {
    list.lines().filter_map(|line| line.split_once(char::is_whitespace)).collect()
}

fn retired_words(source: &str, retired: &[(&str, &str)]) -> Vec<String> {
    let mut problems = Vec::new();
    for (i, line) in source.lines().enumerate() {
        for (name, successor) in retired {
            if has_word(line, name) {
                problems.push(format!("{}: {name} is now {}", i + 1, successor.trim()));
            }
        }
    }
    problems
}

/// Returns true if the line has this word, not merely a longer one that holds it.
fn has_word(line: &str, word: &str) -> bool {
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(start, _)| {
        !line[..start].ends_with(in_word) && !line[start + word.len()..].starts_with(in_word)
    })
}

fn british_words(path: &str, source: &str) -> Vec<String> {
    let mut problems = Vec::new();
    for (i, line) in source.lines().enumerate() {
        let lower = line.to_lowercase();
        let may_stay = |&(file, part): &(&str, &str)| path.ends_with(file) && line.contains(part);
        if BRITISH_LINES.iter().any(may_stay) {
            continue;
        }
        let parts = BRITISH.iter().filter(|part| lower.contains(**part));
        let words = BRITISH_WORDS.iter().filter(|word| has_word(&lower, word));
        let found = parts.chain(words);
        problems.extend(found.map(|word| format!("{}: '{word}' is British spelling", i + 1)));
    }
    problems
}

/// The phrases of a page that prose no longer has. Code is not prose.
fn tired_phrases(page: &str) -> Vec<String> {
    let mut problems = Vec::new();
    let mut is_code = false;
    for (i, line) in page.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        }
        if is_code {
            continue;
        }
        // Every second part is between backticks.
        let words: String = line.split('`').step_by(2).collect::<Vec<_>>().join(" ").to_lowercase();
        for (phrase, better) in TIRED_PHRASES.iter().filter(|(phrase, _)| has_word(&words, phrase))
        {
            problems.push(format!("{}: '{phrase}' reads badly: write {better}", i + 1));
        }
    }
    problems
}

/// The comments of a source, each on its line, without its code.
fn comments(source: &str) -> String {
    let comment = |line: &str| {
        let line = line.trim_start();
        if line.starts_with("//") { line.to_owned() } else { String::new() }
    };
    source.lines().map(comment).collect::<Vec<_>>().join("\n")
}

/// A crate's directory, relative to the workspace, and its Rust files.
struct Package {
    directory: String,
    files: Vec<Source>,
}

struct Source {
    /// Relative to the workspace.
    path: String,
    text: String,
}

fn root() -> PathBuf {
    fs::canonicalize(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).unwrap()
}

/// The crates of the workspace, each with its Rust files.
fn packages() -> Vec<Package> {
    let manifest = root().join("Cargo.toml");
    let metadata = MetadataCommand::new().manifest_path(manifest).no_deps().exec().unwrap();
    let directories = metadata.packages.iter().map(|package| package.manifest_path.parent());
    let package = |directory: &Path| Package {
        directory: directory.strip_prefix(root()).unwrap().display().to_string(),
        files: sources(directory, &["rs"]),
    };
    directories.map(|directory| package(directory.unwrap().as_std_path())).collect()
}

/// The files in a directory and below that have one of these extensions. Hidden directories and
/// those that tools fill are left out.
fn sources(directory: &Path, extensions: &[&str]) -> Vec<Source> {
    const SKIPPED: [&str; 5] = ["target", "node_modules", "dist", "data", "lab"];
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy();
        if path.is_dir() {
            if !name.starts_with('.') && !SKIPPED.contains(&&*name) {
                found.extend(sources(&path, extensions));
            }
        } else if path.extension().is_some_and(|ext| extensions.iter().any(|it| ext == *it)) {
            let text = fs::read_to_string(&path).unwrap();
            let path = path.strip_prefix(root()).unwrap().display().to_string();
            found.push(Source { path, text });
        }
    }
    found
}

/// Everything that people write and read, but for the changelog, which speaks of old names, and for
/// this file, which lists what it forbids.
fn prose() -> Vec<Source> {
    let extensions = ["rs", "py", "pyi", "ts", "svelte", "css", "mjs", "md"];
    let is_checked = |it: &Source| it.path != "CHANGELOG.md" && !it.path.ends_with("tidy.rs");
    sources(&root(), &extensions).into_iter().filter(is_checked).collect()
}

/// Runs a check on files, and puts their paths before its sentences.
fn check_all(files: &[Source], check: impl Fn(&Source) -> Vec<String>) -> Vec<String> {
    let located = |file: &Source| {
        let sentences = check(file).into_iter();
        sentences.map(|it| format!("{}:{it}", file.path)).collect::<Vec<_>>()
    };
    files.iter().flat_map(located).collect()
}

fn assert_none(problems: &[String]) {
    assert!(problems.is_empty(), "\n{}\n", problems.join("\n"));
}

mod this_workspace {
    use super::*;

    #[test]
    fn the_files_are_really_there() {
        let packages = packages();
        let core = packages.iter().find(|it| it.directory == "crates/core").unwrap();
        assert!(core.files.iter().any(|file| file.path == "crates/core/src/lib.rs"));
        assert!(packages.iter().all(|it| !it.files.is_empty()));
        let prose = prose();
        for path in ["README.md", "python/tilewright/__init__.py", "web/board/src/api.ts"] {
            assert!(prose.iter().any(|file| file.path == path), "{path}");
        }
    }

    #[test]
    fn comments_begin_with_a_noun_or_a_verb() {
        let mut problems = Vec::new();
        for Package { directory, files } in packages() {
            let n_blocks = files.iter().map(|file| question_blocks(&file.text).1).sum();
            let found = check_all(&files, |file| question_blocks(&file.text).0);
            if are_too_many(found.len(), n_blocks) {
                let n_found = found.len();
                problems.push(format!("{directory}: {n_found} of {n_blocks} blocks ask"));
                problems.extend(found);
            }
        }
        assert_none(&problems);
    }

    #[test]
    fn lines_fit() {
        for package in packages() {
            assert_none(&check_all(&package.files, |file| long_lines(&file.text)));
        }
    }

    #[test]
    fn one_binding_a_line() {
        for package in packages() {
            assert_none(&check_all(&package.files, |file| packed_bindings(&file.text)));
        }
    }

    #[test]
    fn retired_names_do_not_come_back() {
        let retired = retired_names(RETIRED_NAMES);
        assert_none(&check_all(&prose(), |file| retired_words(&file.text, &retired)));
    }

    #[test]
    fn prose_is_plain() {
        let mut pages = sources(&root(), &["md"]);
        pages.retain(|page| page.path != "CHANGELOG.md");
        assert!(pages.iter().any(|page| page.path == "docs/play.md"));
        assert_none(&check_all(&pages, |page| tired_phrases(&page.text)));
    }

    #[test]
    fn comments_are_plain() {
        let is_plain = |file: &Source| {
            let mut folders = PLAIN_FOLDERS.iter();
            let is_rust = Path::new(&file.path).extension().is_some_and(|it| it == "rs");
            is_rust && folders.any(|folder| file.path.starts_with(folder))
        };
        let files: Vec<Source> = prose().into_iter().filter(is_plain).collect();
        assert!(files.len() > 300);
        assert_none(&check_all(&files, |file| tired_phrases(&comments(&file.text))));
    }

    #[test]
    fn the_readme_is_one_page() {
        let n_lines = fs::read_to_string(root().join("README.md")).unwrap().lines().count();
        assert!(n_lines <= MAX_README_LINES, "README.md has {n_lines} lines");
    }

    #[test]
    fn the_changelog_is_one_page() {
        let n_lines = fs::read_to_string(root().join("CHANGELOG.md")).unwrap().lines().count();
        assert!(n_lines <= MAX_CHANGELOG_LINES, "CHANGELOG.md has {n_lines} lines: merge by hand");
    }

    #[test]
    fn the_guide_is_short() {
        let is_of_guide =
            |file: &Source| file.path.starts_with("docs/") && file.path != "docs/python-api.md";
        let pages = prose().into_iter().filter(|it| is_of_guide(it) || it.path == "README.md");
        let n_words: usize = pages.map(|it| it.text.split_whitespace().count()).sum();
        assert!(n_words > 10_000 && n_words <= 30_000, "the guide has {n_words} words");
    }

    #[test]
    fn spelling_is_american() {
        assert_none(&check_all(&prose(), |file| british_words(&file.path, &file.text)));
    }
}

mod planted_mistakes {
    use super::*;

    #[test]
    fn a_riddle_at_the_head_of_a_file_and_of_a_function() {
        let source = "\
//! Who comes first.
//!
//! What follows is the same block.

/// Returns how many there are.
/// So this line does not count.
fn n() {}

/// *Whether* it is so.
//// When four slashes are no documentation.
// Where this is none either.
/// How a new block begins after another comment.
fn is_so() {}
/// Somewhere, Whatever and Sort are other words.
";
        let (sentences, n_blocks) = question_blocks(source);
        let begin =
            |line: usize, word| format!("{line}: begin with a noun or a verb, not with '{word}'");
        assert_eq!(sentences, [begin(1, "Who"), begin(9, "Whether"), begin(12, "How")]);
        assert_eq!(n_blocks, 5);
    }

    #[test]
    fn one_block_in_twenty_may_ask() {
        assert!(!are_too_many(1, 20));
        assert!(are_too_many(2, 39));
        assert!(!are_too_many(0, 0));
    }

    #[test]
    fn a_line_that_is_too_long() {
        let source = format!("{}\n{}\n", "é".repeat(100), "x".repeat(101));
        assert_eq!(long_lines(&source), ["2: 101 characters, more than 100"]);
    }

    #[test]
    fn two_bindings_on_a_line() {
        let source = "let (a, mut b) = (1, f());\nlet (a, b) = f(1);\n/// let (a, _) = (x, y);\n";
        let problem = |line: usize| format!("{line}: bind one value a line");
        assert_eq!(packed_bindings(source), [problem(1), problem(3)]);
        assert!(packed_bindings("let (first, Some(x)) = (a, b) else { return };\n").is_empty());
    }

    #[test]
    fn a_name_that_was_retired() {
        let retired = retired_names("Standpoint  Perspective\nhall  a plainer word\n");
        let source =
            "let s = Standpoint::new();\nStandpoints, Hall, shall and hall_of\n// The hall.\n";
        let expected = ["1: Standpoint is now Perspective", "3: hall is now a plainer word"];
        assert_eq!(retired_words(source, &retired), expected);
    }

    #[test]
    fn a_phrase_that_reads_badly() {
        let page = "Whoever sits here is told.\n`tell`, retold\n```\ntell\n```\nIt tells more.\n";
        let said = tired_phrases(page);
        assert_eq!(said.len(), 3, "{said:?}");
        assert!(said[0].starts_with("1: 'told' reads badly: write said"), "{said:?}");
        assert!(said[1].starts_with("1: 'whoever' reads badly"), "{said:?}");
        assert!(said[2].starts_with("6: 'tells' reads badly"), "{said:?}");
    }

    #[test]
    fn a_phrase_that_reads_badly_in_a_comment() {
        let source = "/// Returns what somebody told.\nfn tell() {} // told\n// plain\n";
        let said = tired_phrases(&comments(source));
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said[0].starts_with("1: 'told' reads badly"), "{said:?}");
    }

    #[test]
    fn a_british_word() {
        let source = "let Colour = 1;\n// analyses are many\nfn analyse() {}\n";
        let expected = ["1: 'colour' is British spelling", "3: 'analyse' is British spelling"];
        assert_eq!(british_words("any.rs", source), expected);
        let alias = "#[serde(alias = \"normalised\")]\n";
        assert!(british_words("crates/arena/src/sprt.rs", alias).is_empty());
        assert_eq!(british_words("crates/arena/src/plan.rs", alias).len(), 1);
    }
}
