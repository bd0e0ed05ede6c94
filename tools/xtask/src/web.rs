//! `cargo xtask web`: builds the web client into the crate that embeds it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::workspace;

/// The client may have so many bytes in all when it is compressed, fonts apart.
const MAX_COMPRESSED: u64 = 300_000;

/// The first page that somebody opens may have so many bytes, compressed, its font included.
const MAX_FIRST: u64 = 150_000;

/// Files that every page loads, besides the modules that they import.
const EVERY: [&str; 5] = ["index.html", "app.css", "app.js", "display.woff2", "icon.svg"];

/// Pages that people open first, with the modules that each loads when it is shown.
const FIRST_PAGES: [(&str, &[&str]); 5] = [
    ("home", &["Home.js"]),
    ("a table of Blokus", &["Table.js", "board.js", "blokus.js"]),
    ("a table of Triominos", &["Table.js", "board.js", "triominos.js"]),
    ("a table of Coerceo", &["Table.js", "board.js", "coerceo.js"]),
    ("a table of Aqua Pipe", &["Table.js", "board.js", "aquapipe.js"]),
];

/// The command that installs packages: as the lock file says. `npm ci` would refuse a lock file
/// that lacks what only other platforms need, and registries do not always have that.
pub(crate) const INSTALL: &[&str] = &["install", "--no-save"];

/// Node of this version, or a later one, builds and tests the client.
const OLDEST_NODE: u32 = 20;

/// Builds the client; or builds it elsewhere, and fails if what is committed differs.
pub(crate) fn run(is_check: bool) -> Result<()> {
    ensure_packages()?;
    let built = workspace::metadata()?.target_directory.into_std_path_buf().join("web");
    succeed(npm()?.args(["run", "build", "--silent"]).env("TILEWRIGHT_WEB_OUT", &built))?;
    check_size(&built)?;
    let embedded = workspace::root().join("apps/web-assets/dist");
    if is_check {
        return check_fresh(&built, &embedded);
    }
    let names = files_of(&built)?;
    for name in files_of(&embedded)?.iter().filter(|name| !names.contains(name)) {
        fs::remove_file(embedded.join(name))?;
    }
    for name in names {
        fs::copy(built.join(&name), embedded.join(&name))
            .with_context(|| format!("{name} cannot be copied"))?;
    }
    Ok(())
}

/// The names of the files in a folder, sorted.
fn files_of(folder: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("no {}", folder.display()))? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// Installs the packages of the client if there are none.
pub(crate) fn ensure_packages() -> Result<()> {
    if web_dir().join("node_modules").is_dir() { Ok(()) } else { succeed(npm()?.args(INSTALL)) }
}

/// npm in the directory of the web client, if Node is there and not too old.
pub(crate) fn npm() -> Result<Command> {
    let version = Command::new("node").arg("--version").output();
    let version = version.ok().map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    if version.as_deref().and_then(major).is_none_or(|major| major < OLDEST_NODE) {
        bail!("the web client needs Node {OLDEST_NODE} or later with npm: install them first");
    }
    let mut command = Command::new("npm");
    command.current_dir(web_dir());
    Ok(command)
}

pub(crate) fn web_dir() -> PathBuf {
    workspace::root().join("web")
}

/// The first number of a version such as `v20.20.2`.
fn major(version: &str) -> Option<u32> {
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

fn check_fresh(built: &Path, embedded: &Path) -> Result<()> {
    let names = files_of(built)?;
    for name in &names {
        let new = fs::read(built.join(name))?;
        let is_same = fs::read(embedded.join(name)).is_ok_and(|old| old == new);
        ensure!(is_same, "apps/web-assets/dist/{name} is stale: run `cargo xtask web`");
    }
    for name in files_of(embedded)? {
        let is_built = names.contains(&name);
        ensure!(is_built, "apps/web-assets/dist/{name} is stale: run `cargo xtask web`");
    }
    Ok(())
}

fn check_size(built: &Path) -> Result<()> {
    let names = files_of(built)?;
    let all: Vec<&str> = names.iter().map(String::as_str).filter(|it| !is_font(it)).collect();
    let size = compressed_size(built, &all)?;
    eprintln!("web: the client has {size} bytes compressed");
    ensure!(size <= MAX_COMPRESSED, "the client has more than {MAX_COMPRESSED} bytes compressed");
    for (page, modules) in FIRST_PAGES {
        let files = with_imports(built, &[&EVERY, modules].concat())?;
        let names: Vec<&str> = files.iter().map(String::as_str).collect();
        let first = compressed_size(built, &names)?;
        eprintln!("web: {page} loads {first} bytes compressed, in {} files", names.len());
        ensure!(first <= MAX_FIRST, "{page} loads more than {MAX_FIRST} bytes compressed");
    }
    Ok(())
}

/// These files, and all modules that they import when they are loaded, directly or not.
fn with_imports(folder: &Path, names: &[&str]) -> Result<Vec<String>> {
    let mut files: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let mut at = 0;
    while let Some(name) = files.get(at).cloned() {
        at += 1;
        if Path::new(&name).extension().is_none_or(|extension| extension != "js") {
            continue;
        }
        let text = fs::read_to_string(folder.join(&name))
            .with_context(|| format!("a page should load {name}, which was not built"))?;
        for import in imports_of(&text) {
            if !files.contains(&import) {
                files.push(import);
            }
        }
    }
    Ok(files)
}

/// The modules that a built module imports at once: `from"./NAME"` and `import"./NAME"`.
fn imports_of(text: &str) -> Vec<String> {
    let quoted = text.match_indices(r#""./"#).filter(|(at, _)| {
        let before = text[..*at].trim_end();
        before.ends_with("from") || before.ends_with("import")
    });
    let names = quoted.filter_map(|(at, quote)| text[at + quote.len()..].split('"').next());
    names.map(str::to_owned).collect()
}

fn is_font(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "woff2")
}

/// The size of these files of a folder, compressed, in bytes.
fn compressed_size(folder: &Path, names: &[&str]) -> Result<u64> {
    let mut size = 0;
    for name in names {
        let output = Command::new("gzip").args(["-9", "-c"]).arg(folder.join(name)).output()?;
        ensure!(output.status.success(), "{name} cannot be compressed");
        size += output.stdout.len() as u64;
    }
    Ok(size)
}

/// Runs npm with its output shown, and fails if it does.
pub(crate) fn succeed(command: &mut Command) -> Result<()> {
    let status = command.status().context("npm did not start")?;
    ensure!(status.success(), "npm failed ({status})");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_of_node_is_read() {
        assert_eq!(major("v20.20.2\n"), Some(20));
        assert_eq!(major("20.1"), None);
        assert_eq!(major(""), None);
    }

    #[test]
    fn imports_of_modules_are_counted_and_those_for_later_are_not() {
        let text = r#"import{a}from"./svelte.js";import"./words.js";b=()=>import("./Home.js")"#;
        assert_eq!(imports_of(text), ["svelte.js", "words.js"]);
    }

    #[test]
    fn what_differs_from_the_build_is_stale() {
        let root = std::env::temp_dir().join(format!("xtask-web-{}", std::process::id()));
        let [built, embedded] = ["built", "embedded"].map(|name| root.join(name));
        for directory in [&built, &embedded] {
            fs::create_dir_all(directory).unwrap();
            for name in EVERY {
                fs::write(directory.join(name), name).unwrap();
            }
        }
        check_fresh(&built, &embedded).unwrap();
        fs::write(built.join("extra.js"), "").unwrap();
        let extra = check_fresh(&built, &embedded).unwrap_err().to_string();
        fs::write(embedded.join("app.js"), "other").unwrap();
        let stale = check_fresh(&built, &embedded).unwrap_err().to_string();
        fs::remove_dir_all(&root).unwrap();
        assert!(extra.ends_with("extra.js is stale: run `cargo xtask web`"), "{extra}");
        assert!(stale.ends_with("app.js is stale: run `cargo xtask web`"), "{stale}");
    }
}
