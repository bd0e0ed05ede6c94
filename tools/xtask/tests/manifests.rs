//! Keeps the manifests alike: lints, edition and license come from the workspace, and versions of
//! third parties are written in the root manifest only.

use std::fs;

use cargo_metadata::semver::VersionReq;
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};

/// Lines that every crate has in its `[package]`.
const INHERITED: [&str; 4] = [
    "version.workspace = true",
    "edition.workspace = true",
    "rust-version.workspace = true",
    "license.workspace = true",
];

/// A line that means something, with the section it stands in.
struct Entry<'text> {
    section: &'text str,
    text: &'text str,
}

/// The lines of a manifest that begin a value; those that continue a list are left out.
fn lines(manifest: &str) -> Vec<Entry<'_>> {
    let mut section = "";
    let mut depth = 0_usize;
    let mut lines = Vec::new();
    for text in manifest.lines().map(str::trim) {
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        if depth == 0 && text.starts_with('[') {
            section = text;
            lines.push(Entry { section, text });
            continue;
        }
        if depth == 0 {
            lines.push(Entry { section, text });
        }
        depth += text.matches(['[', '{']).count();
        depth = depth.saturating_sub(text.matches([']', '}']).count());
    }
    lines
}

/// The problems of a crate's manifest, in sentences.
fn problems(manifest: &str) -> Vec<String> {
    let lines = lines(manifest);
    let has = |section, text| lines.iter().any(|line| line.section == section && line.text == text);
    let mut problems = Vec::new();
    if !has("[lints]", "workspace = true") {
        problems.push("[lints] lacks `workspace = true`".to_owned());
    }
    for text in INHERITED.into_iter().filter(|&text| !has("[package]", text)) {
        problems.push(format!("[package] lacks `{text}`"));
    }
    for Entry { section, text } in lines {
        if is_dependency_list(section) && text != section && !is_inherited(text) {
            problems.push(format!("`{text}` does not come from the root manifest"));
        }
        if text == section && section.contains("dependencies.") {
            problems.push(format!("`{text}` should be a line, `NAME = {{ workspace = true, … }}`"));
        }
    }
    problems
}

/// Returns true if the section lists dependencies of any kind, for all targets or for one.
fn is_dependency_list(section: &str) -> bool {
    section.ends_with("dependencies]")
}

fn is_inherited(dependency: &str) -> bool {
    dependency.split_once('=').is_some_and(|(name, value)| {
        let value = value.trim();
        let is_itself = value.starts_with("{ path = \".\"");
        (name.trim().ends_with(".workspace") && value == "true")
            || value.starts_with("{ workspace = true")
            || is_itself
    })
}

/// Dependencies with which `cargo package` fails: on crates that are not published, on those
/// without a version, and on the crate itself with one.
fn unpublishable(metadata: &Metadata) -> Vec<String> {
    let packages = metadata.workspace_packages();
    let is_published = |package: &Package| package.publish.is_none();
    let published: Vec<&str> =
        packages.iter().filter(|it| is_published(it)).map(|it| it.name.as_str()).collect();
    let mut problems = Vec::new();
    for package in packages.iter().filter(|it| is_published(it)) {
        for dependency in package.dependencies.iter().filter(|it| it.path.is_some()) {
            let has_version = dependency.req != VersionReq::STAR;
            let is_for_tests = dependency.kind == DependencyKind::Development;
            let is_sound = match (is_for_tests, has_version) {
                (true, false) => true,
                (true, true) => {
                    dependency.name != package.name.as_str()
                        && published.contains(&dependency.name.as_str())
                }
                (false, _) => has_version && published.contains(&dependency.name.as_str()),
            };
            if !is_sound {
                problems.push(format!("{} depends on {}", package.name, dependency.name));
            }
        }
    }
    problems
}

#[test]
fn published_crates_can_be_packaged() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.toml");
    let metadata = MetadataCommand::new().manifest_path(root).no_deps().exec().unwrap();
    let problems = unpublishable(&metadata);
    assert!(problems.is_empty(), "\n{}\n", problems.join("\n"));
}

#[test]
fn every_crate_follows_the_workspace() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.toml");
    let metadata = MetadataCommand::new().manifest_path(root).no_deps().exec().unwrap();
    let mut all = Vec::new();
    for package in metadata.workspace_packages() {
        let manifest = fs::read_to_string(&package.manifest_path).unwrap();
        all.extend(
            problems(&manifest).iter().map(|problem| format!("{}: {problem}", package.name)),
        );
    }
    assert!(all.is_empty(), "\n{}\n", all.join("\n"));
}

const SOUND: &str = "\
[package]
name = \"tilewright-example\"
version.workspace = true
edition.workspace = true
rust-version.workspace = true
license.workspace = true

[dependencies]
# A comment is not a dependency.
serde.workspace = true
clap = { workspace = true, features = [
    \"derive\",
] }

[target.'cfg(unix)'.dev-dependencies]
rand = { workspace = true }

[features]
slow-tests = []

[lints]
workspace = true
";

#[test]
fn a_sound_manifest_has_no_problem() {
    assert_eq!(problems(SOUND), [""; 0]);
}

#[test]
fn a_crate_with_its_own_lints_edition_or_license() {
    let manifest = SOUND
        .replace("[lints]\nworkspace = true\n", "[lints.rust]\nunsafe_code = \"allow\"\n")
        .replace("edition.workspace = true", "edition = \"2021\"")
        .replace("license.workspace = true\n", "");
    let expected = [
        "[lints] lacks `workspace = true`",
        "[package] lacks `edition.workspace = true`",
        "[package] lacks `license.workspace = true`",
    ];
    assert_eq!(problems(&manifest), expected);
}

#[test]
fn a_version_outside_the_root_manifest() {
    for line in [
        "serde = \"1.0\"",
        "serde = { version = \"1.0\", features = [\"derive\"] }",
        "serde.version = \"1.0\"",
        "serde = { git = \"https://example.org/serde\" }",
        "serde = { path = \"../serde\" }",
    ] {
        let manifest = SOUND.replace("serde.workspace = true", line);
        assert_eq!(problems(&manifest), [format!("`{line}` does not come from the root manifest")]);
        let for_unix = SOUND.replace("rand = { workspace = true }", line);
        assert_eq!(problems(&for_unix), [format!("`{line}` does not come from the root manifest")]);
    }
}

#[test]
fn a_dependency_with_a_section_of_its_own() {
    let manifest = SOUND.to_owned() + "\n[dependencies.serde]\nversion = \"1.0\"\n";
    let expected = ["`[dependencies.serde]` should be a line, `NAME = { workspace = true, … }`"];
    assert_eq!(problems(&manifest), expected);
}
