//! Checks that every dependency has a license and a source that `deny.toml` allows, that none is
//! banned there, and that each has a version.
//!
//! `cargo deny` checks the same and more; this test needs nothing installed.

use std::fs;

use cargo_metadata::semver::VersionReq;
use cargo_metadata::{Metadata, MetadataCommand};

const DENY: &str = include_str!("../../../deny.toml");

/// The licenses in the list `allow` of `deny.toml`.
fn allowed_licenses(deny: &str) -> Vec<&str> {
    let (_, list) = deny.split_once("\nallow = [").expect("deny.toml allows licenses");
    let (list, _) = list.split_once(']').expect("the list ends");
    list.split('"').skip(1).step_by(2).collect()
}

/// The crates in the list `deny` of `deny.toml`.
fn banned_crates(deny: &str) -> Vec<&str> {
    let (_, list) = deny.split_once("\ndeny = [").expect("deny.toml bans crates");
    let (list, _) = list.split_once("\n]").expect("the list ends");
    let names = list.split("crate = \"").skip(1);
    names.filter_map(|rest| rest.split('"').next()).collect()
}

/// True if the allowed licenses satisfy an SPDX expression. Parentheses may enclose alternatives.
fn is_allowed(expression: &str, allowed: &[&str]) -> bool {
    let plain = expression.replace(['(', ')'], "").replace('/', " OR ");
    // Only `(A OR B) AND C` occurs with parentheses: every part of an AND has an allowed choice.
    let has_choice =
        |part: &str| part.split(" OR ").any(|license| allowed.contains(&license.trim()));
    if expression.contains('(') {
        plain.split(" AND ").all(has_choice)
    } else {
        let is_whole = |choice: &str| choice.split(" AND ").all(has_choice);
        plain.split(" OR ").any(is_whole)
    }
}

/// The dependencies that may not be used, in sentences.
fn problems(metadata: &Metadata, allowed: &[&str], banned: &[&str]) -> Vec<String> {
    let mut problems = Vec::new();
    for package in &metadata.packages {
        if banned.contains(&package.name.as_str()) {
            problems.push(format!("{} is banned", package.name));
        }
        let license = package.license.as_deref().unwrap_or("none");
        if !is_allowed(license, allowed) {
            problems.push(format!("{} has the license {license}", package.name));
        }
        // Packages of the workspace have no source; all others come from the usual registry.
        if let Some(source) = package.source.as_ref().filter(|source| !source.is_crates_io()) {
            problems.push(format!("{} comes from {source}", package.name));
        }
    }
    for package in metadata.workspace_packages() {
        let foreign = package.dependencies.iter().filter(|it| it.path.is_none());
        for dependency in foreign.filter(|it| it.req == VersionReq::STAR) {
            problems.push(format!("{} takes any {}", package.name, dependency.name));
        }
    }
    problems
}

#[test]
fn dependencies_have_allowed_licenses_and_sources() {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.toml");
    assert!(fs::exists(manifest).unwrap());
    let metadata = MetadataCommand::new().manifest_path(manifest).exec().unwrap();
    assert!(metadata.packages.len() > 100);
    let problems = problems(&metadata, &allowed_licenses(DENY), &banned_crates(DENY));
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn a_banned_crate_and_a_license_that_is_not_allowed_are_found() {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.toml");
    let metadata = MetadataCommand::new().manifest_path(manifest).exec().unwrap();
    assert_eq!(banned_crates(DENY), ["openssl-sys", "native-tls"]);
    let found = problems(&metadata, &allowed_licenses(DENY), &["serde"]);
    assert_eq!(found, ["serde is banned"]);
    let found = problems(&metadata, &["Apache-2.0"], &[]);
    assert!(found.iter().any(|it| it == "axum has the license MIT"), "{found:?}");
}

#[test]
fn expressions_are_read() {
    let allowed = ["MIT", "Unicode-3.0", "Apache-2.0 WITH LLVM-exception"];
    for good in ["MIT", "GPL-3.0 OR MIT", "MIT/GPL-2.0", "(MIT OR GPL-3.0) AND Unicode-3.0"] {
        assert!(is_allowed(good, &allowed), "{good}");
    }
    assert!(is_allowed("Apache-2.0 WITH LLVM-exception", &allowed));
    for bad in ["none", "GPL-3.0", "MIT AND GPL-3.0", "(MIT OR GPL-3.0) AND GPL-2.0"] {
        assert!(!is_allowed(bad, &allowed), "{bad}");
    }
}
