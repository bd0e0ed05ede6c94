//! `cargo xtask test`: the parts of the tests, and the steps of each.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use cargo_metadata::Metadata;
use clap::ValueEnum;

use crate::{web, workspace};

/// The feature that a crate has if it has slow tests, all of them in `tests/slow.rs`.
const SLOW_FEATURE: &str = "slow-tests";

/// The variable that gives proptest the seed of its cases.
const PROPTEST_SEED: &str = "PROPTEST_RNG_SEED";

/// Builds the program as the tests of the workspace do, which have it already where they ran
/// before: by a test that starts it. With `cargo build -p tilewright` its libraries would have
/// other features, and most of them would be compiled again.
const BUILD_PROGRAM: &[&str] = &["test", "--workspace", "--no-run", "--test", "serve"];

/// The check of dependencies by cargo-deny. Advisories need a network: the workflow checks them.
const DENY: &[&str] = &["deny", "check", "bans", "licenses", "sources"];

/// A part of the tests that runs on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// Formatting, clippy, tests and documentation of every crate.
    Rust,
    /// The guide as a site, and the workflows.
    Guide,
    /// The Python package.
    Python,
    /// The web client.
    Web,
    /// Tests that take longer than a push should wait, in a release build.
    Slow,
}

/// One command, announced and timed.
struct Step {
    part: Part,
    name: String,
    command: Command,
}

impl Part {
    /// The parts that run when none is named.
    const DEFAULT: [Part; 4] = [Part::Rust, Part::Guide, Part::Python, Part::Web];

    /// The name as it is typed.
    const fn name(self) -> &'static str {
        match self {
            Part::Rust => "rust",
            Part::Guide => "guide",
            Part::Python => "python",
            Part::Web => "web",
            Part::Slow => "slow",
        }
    }

    fn steps(self) -> Result<Vec<Step>> {
        match self {
            Part::Rust => rust_steps(),
            Part::Guide => guide_steps(),
            Part::Slow => slow_steps(&workspace::metadata()?),
            Part::Web => web_steps(),
            Part::Python => python_steps(),
        }
    }
}

impl Step {
    fn new(part: Part, name: impl Into<String>, command: Command) -> Step {
        Step { part, name: name.into(), command }
    }

    fn cargo(part: Part, name: &str, arguments: &[&str]) -> Step {
        let mut command = workspace::cargo();
        command.args(arguments);
        Step::new(part, name, command)
    }

    /// Runs the command with its output shown, and fails if it does.
    fn run(mut self) -> Result<()> {
        let title = format!("{}: {}", self.part.name(), self.name);
        eprintln!("{title} …");
        let start = Instant::now();
        let status = self.command.status().with_context(|| format!("{title} did not start"))?;
        let duration = seconds(start.elapsed());
        if !status.success() {
            bail!("{title} failed after {duration} ({status})");
        }
        eprintln!("{title} passed in {duration}");
        Ok(())
    }
}

/// Tests one part, or all of them; the first step that fails is the last.
pub(crate) fn run(part: Option<Part>) -> Result<()> {
    let parts = part.map_or(Part::DEFAULT.to_vec(), |part| vec![part]);
    // All steps are known before the first one runs: a part that cannot be tested fails at once.
    let mut steps = Vec::new();
    for part in parts {
        steps.extend(part.steps()?);
    }
    let start = Instant::now();
    for step in steps {
        step.run()?;
    }
    eprintln!("all steps passed in {}", seconds(start.elapsed()));
    Ok(())
}

fn rust_steps() -> Result<Vec<Step>> {
    if !has_component("fmt") || !has_component("clippy") {
        bail!(
            "the Rust part needs rustfmt and clippy: install them with \
             `rustup component add rustfmt clippy`"
        );
    }
    let step = |name, arguments: &[&str]| Step::cargo(Part::Rust, name, arguments);
    let mut documentation = step("documentation", &["doc", "--workspace", "--no-deps"]);
    documentation.command.env("RUSTDOCFLAGS", rustdoc_flags(env::var("RUSTDOCFLAGS").ok()));
    // A push tests the same cases every time, so that a failure is that of the change; who runs
    // `cargo test` by hand draws new ones.
    let mut tests = step("tests", &["test", "--workspace"]);
    tests.command.env(PROPTEST_SEED, env::var(PROPTEST_SEED).unwrap_or_else(|_| "1".to_owned()));
    let mut steps = vec![
        step("formatting", &["fmt", "--all", "--check"]),
        step("clippy", &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]),
        tests,
        documentation,
    ];
    if has_component("deny") {
        steps.push(step("dependencies", DENY));
    } else {
        eprintln!(
            "rust: cargo-deny is not installed, so a test of xtask checks bans, licenses and \
             sources: `cargo install cargo-deny --locked` takes some minutes"
        );
    }
    let path = env::var_os("PATH").unwrap_or_default();
    if !has_postgres(Path::new("/usr/lib/postgresql"), &path) {
        let reason = "the tests of the server start a PostgreSQL of their own";
        steps.insert(0, install_step(Part::Rust, "postgresql", reason, is_root())?);
    }
    if !env::split_paths(&path).any(|folder| folder.join("qemu-x86_64").exists()) {
        let reason = "a test starts the program on an old processor, which qemu-user imitates";
        steps.insert(0, install_step(Part::Rust, "qemu-user", reason, is_root())?);
    }
    Ok(steps)
}

/// The package is installed as its users do it, into an environment of its own, but in the profile
/// of tests: `pip install .` alone would link for minutes.
fn python_steps() -> Result<Vec<Step>> {
    let root = workspace::root();
    let target = workspace::metadata()?.target_directory.into_std_path_buf();
    let environment = target.join("python");
    let python = environment.join("bin/python");
    let step = |name: &str, program: &Path, arguments: &[&str]| {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(root).env("CARGO_TARGET_DIR", &target);
        Step::new(Part::Python, name, command)
    };
    let folder = environment.to_str().context("the target folder has a name that is no text")?;
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    let extras = ".[env,openspiel,pandas,ray,test]";
    let package = [&pip[..], &["-Cbuild-args=--profile=dev", extras]].concat();
    // Bots of Python play in the terminal and at a server.
    let mut tests = step("tests", &python, &["-m", "pytest", "--quiet", "python/tests"]);
    tests.command.env("TILEWRIGHT", target.join("debug/tilewright"));
    let mut steps = vec![
        step("environment", Path::new("python3"), &["-m", "venv", "--clear", folder]),
        step("package", &python, &package),
        Step::cargo(Part::Python, "program", BUILD_PROGRAM),
        step("stubs", &python, &["-m", "mypy.stubtest", "tilewright._tilewright"]),
        step("types", &python, &["-m", "mypy", "--strict", "python/tilewright"]),
        tests,
    ];
    if !has_venv() {
        let reason = "the Python part needs Python with its environments";
        steps.insert(0, install_step(Part::Python, "python3-venv", reason, is_root())?);
    }
    Ok(steps)
}

/// The site is built without a warning, and the workflows and the compose file have their schemas.
fn guide_steps() -> Result<Vec<Step>> {
    let root = workspace::root();
    let folder = workspace::metadata()?.target_directory.join("guide/python").into_std_path_buf();
    let program = |name: &str| folder.join("bin").join(name);
    let step = |name: &str, program: &Path, arguments: &[&str]| {
        let mut command = Command::new(program);
        // Material for MkDocs advertises its successor.
        command.args(arguments).current_dir(root).env("NO_MKDOCS_2_WARNING", "1");
        Step::new(Part::Guide, name, command)
    };
    let place = folder.to_str().context("the target folder has a name that is no text")?;
    let pip = ["install", "--quiet", "--disable-pip-version-check", "-r", "docs/requirements.txt"];
    let schema = ["--builtin-schema", "vendor.github-workflows"];
    let workflows = workflows(root)?;
    let workflows: Vec<&str> = schema.into_iter().chain(workflows.iter().map(|it| &**it)).collect();
    let compose = ["--builtin-schema", "vendor.compose-spec", "packaging/container/compose.yaml"];
    let mut steps = vec![
        step("environment", Path::new("python3"), &["-m", "venv", place]),
        step("packages", &program("pip"), &pip),
        // Not with `--quiet`: MkDocs then counts no warnings, and passes with broken links.
        step("site", &program("mkdocs"), &["build", "--strict"]),
        step("workflows", &program("check-jsonschema"), &workflows),
        step("compose file", &program("check-jsonschema"), &compose),
    ];
    if !has_venv() {
        let reason = "the guide is built by a Python program";
        steps.insert(0, install_step(Part::Guide, "python3-venv", reason, is_root())?);
    }
    Ok(steps)
}

/// The files of the workflows, which a schema checks.
fn workflows(root: &Path) -> Result<Vec<String>> {
    let entries = root.join(".github/workflows").read_dir().context("there are no workflows")?;
    let paths = entries.map(|entry| Ok(entry?.path().display().to_string()));
    paths.collect()
}

/// Returns true if Python can make environments with pip in them, which Debian packages apart.
fn has_venv() -> bool {
    let mut command = Command::new("python3");
    command.args(["-c", "import ensurepip, venv"]).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

fn web_steps() -> Result<Vec<Step>> {
    let npm = |name: &str, arguments: &[&str]| -> Result<Step> {
        let mut command = web::npm()?;
        command.args(arguments);
        Ok(Step::new(Part::Web, name, command))
    };
    let mut bundle = Command::new(env::current_exe().context("xtask has no file")?);
    bundle.args(["web", "--check"]);
    let server = Step::cargo(Part::Web, "server", BUILD_PROGRAM);
    let mut browser = npm("browser", &["run", "--silent", "browser"])?;
    let target = workspace::metadata()?.target_directory.into_std_path_buf();
    browser.command.env("TILEWRIGHT", target.join("debug/tilewright"));
    let mut steps = vec![
        npm("packages", web::INSTALL)?,
        npm("types", &["run", "--silent", "check"])?,
        npm("tests", &["test", "--silent"])?,
        Step::new(Part::Web, "bundle", bundle),
        server,
        browser,
    ];
    if !Path::new("/usr/bin/chromium").exists() {
        steps.insert(
            0,
            install_step(Part::Web, "chromium", "the tests play in Chromium", is_root())?,
        );
    }
    Ok(steps)
}

/// Returns true if tests of the server can start PostgreSQL: from Debian's folder of its versions,
/// or from the path.
fn has_postgres(versions: &Path, path: &OsStr) -> bool {
    let versions = versions.read_dir().into_iter().flatten();
    let mut folders: Vec<PathBuf> =
        versions.filter_map(|entry| Some(entry.ok()?.path().join("bin"))).collect();
    folders.extend(env::split_paths(path));
    folders.iter().any(|folder| folder.join("initdb").exists())
}

/// Installs a package of Debian if that needs nobody's consent, and else says how.
fn install_step(part: Part, package: &str, reason: &str, is_root: bool) -> Result<Step> {
    let apt = Path::new("/usr/bin/apt-get");
    if !is_root || !apt.exists() {
        bail!(
            "{reason}, and there is none: install it, for instance with \
             `sudo apt-get install {package}`"
        );
    }
    let mut command = Command::new("sh");
    // The lists of a fresh machine may be too old to find the package.
    let script = format!(
        "apt-get install --yes {package} || (apt-get update && apt-get install --yes {package})"
    );
    command.args(["-c", &script]).env("DEBIAN_FRONTEND", "noninteractive");
    Ok(Step::new(part, format!("installing {package}"), command))
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout == b"0\n")
}

/// Returns true if cargo has this subcommand. To ask for its version is the only sure way: rustup
/// puts a stand-in where the component would be, which fails when it is called.
fn has_component(subcommand: &str) -> bool {
    let mut command = workspace::cargo();
    command.args([subcommand, "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Warnings are errors, beside whatever flags the user has set.
fn rustdoc_flags(inherited: Option<String>) -> String {
    let mut flags = inherited.unwrap_or_default();
    flags.push_str(" -D warnings");
    flags.trim_start().to_owned()
}

fn slow_steps(metadata: &Metadata) -> Result<Vec<Step>> {
    let crates = slow_crates(metadata);
    if crates.is_empty() {
        bail!("there are no slow tests yet: no crate has a feature {SLOW_FEATURE}");
    }
    let step = |name: &String| {
        let arguments =
            ["test", "--release", "-p", name, "--features", SLOW_FEATURE, "--test", "slow"];
        Step::cargo(Part::Slow, name, &arguments)
    };
    let mut schemathesis = Command::new("sh");
    schemathesis.arg(workspace::root().join("apps/server/tests/schemathesis.sh"));
    let schemathesis = Step::new(Part::Slow, "schemathesis", schemathesis);
    let mut packages = Command::new("bash");
    packages.arg(workspace::root().join("packaging/check.sh"));
    let packages = Step::new(Part::Slow, "packages", packages);
    let mut steps: Vec<Step> = crates.iter().map(step).collect();
    steps.extend([schemathesis, packages]);
    steps.extend(deny_steps(metadata));
    steps.extend(training_steps()?);
    Ok(steps)
}

/// The check of dependencies, with a cargo-deny that is built here where none is installed.
fn deny_steps(metadata: &Metadata) -> Vec<Step> {
    let folder = metadata.target_directory.join("tools");
    let mut check = Step::cargo(Part::Slow, "dependencies", DENY);
    let mut path = vec![folder.join("bin").into_std_path_buf()];
    path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
    check.command.env("PATH", env::join_paths(path).unwrap_or_default());
    if has_component("deny") || folder.join("bin/cargo-deny").exists() {
        return vec![check];
    }
    let build = ["install", "cargo-deny", "--locked", "--quiet", "--root", folder.as_str()];
    vec![Step::cargo(Part::Slow, "building cargo-deny", &build), check]
}

/// The whole training of the example, in the environment of the Python part.
fn training_steps() -> Result<Vec<Step>> {
    let mut steps = python_steps()?;
    let mut training = steps.pop().context("the Python part ends with its tests")?;
    "training".clone_into(&mut training.name);
    training.command.args(["-k", "whole_training"]).env("TILEWRIGHT_SLOW", "1");
    steps.retain(|step| matches!(step.name.as_str(), "environment" | "package" | "program"));
    steps.push(training);
    Ok(steps)
}

/// The names of the crates that have slow tests.
fn slow_crates(metadata: &Metadata) -> Vec<String> {
    let packages = metadata.workspace_packages().into_iter();
    let slow = packages.filter(|package| package.features.contains_key(SLOW_FEATURE));
    slow.map(|package| package.name.to_string()).collect()
}

fn seconds(duration: Duration) -> String {
    format!("{:.1} s", duration.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use std::{fs, process};

    use cargo_metadata::MetadataCommand;

    use super::*;

    #[test]
    fn slow_crates_are_those_with_the_feature() {
        let package = |name: &str, features: &str| {
            format!(
                r#"{{"name": "{name}", "version": "0.1.0", "id": "{name}", "dependencies": [],
                     "targets": [], "features": {features}, "manifest_path": "Cargo.toml"}}"#
            )
        };
        let json = format!(
            r#"{{"packages": [{}, {}], "workspace_members": ["quick", "thorough"], "resolve": null,
                 "workspace_root": "/", "target_directory": "/target", "version": 1}}"#,
            package("quick", "{}"),
            package("thorough", r#"{"slow-tests": []}"#),
        );
        let metadata = MetadataCommand::parse(json).unwrap();
        assert_eq!(slow_crates(&metadata), ["thorough"]);
    }

    #[test]
    fn postgres_is_found_where_debian_keeps_it_or_on_the_path() {
        let root = env::temp_dir().join(format!("xtask-postgres-{}", process::id()));
        let bin = root.join("15/bin");
        fs::create_dir_all(&bin).unwrap();
        let nowhere = Path::new("/there/is/no/such/directory");
        let empty = OsStr::new("");
        assert!(!has_postgres(&root, bin.as_os_str()));
        fs::write(bin.join("initdb"), "").unwrap();
        assert!(has_postgres(&root, empty) && has_postgres(nowhere, bin.as_os_str()));
        fs::remove_dir_all(&root).unwrap();
        assert!(!has_postgres(&root, empty));
    }

    #[test]
    fn who_may_not_install_a_package_is_told_how() {
        let step = install_step(Part::Rust, "postgresql", "tests need it", false);
        let error = step.err().expect("only root installs").to_string();
        assert!(error.ends_with("`sudo apt-get install postgresql`"), "{error}");
    }

    #[test]
    fn the_flags_of_the_user_are_kept() {
        assert_eq!(rustdoc_flags(None), "-D warnings");
        assert_eq!(rustdoc_flags(Some("--cfg docsrs".to_owned())), "--cfg docsrs -D warnings");
    }
}
