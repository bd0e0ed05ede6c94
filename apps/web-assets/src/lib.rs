//! The built web client, embedded. `cargo xtask web` builds it into `dist`, which is committed, so
//! that a clone with nothing but Rust serves it.
//!
//! ```
//! use tilewright_web_assets::{ASSETS, content_type};
//!
//! let page = ASSETS.iter().find(|asset| asset.path == "index.html").unwrap();
//! assert!(page.bytes.starts_with(b"<!doctype html>"));
//! assert_eq!(content_type(page.path), "text/html; charset=utf-8");
//! ```

/// A file of the web client.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// Its address, without the slash before it.
    pub path: &'static str,
    /// Its content.
    pub bytes: &'static [u8],
}

/// All files of the web client.
pub static ASSETS: &[Asset] = &include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The media type of a file, by the extension of its name.
pub fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json" | "map") => "application/json",
        Some("png") => "image/png",
        Some("svg") => "image/svg+xml",
        Some("txt") => "text/plain; charset=utf-8",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn everything_that_was_built_is_embedded() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("dist");
        let name = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
        let mut built: Vec<String> =
            fs::read_dir(folder).unwrap().map(|entry| name(entry.unwrap())).collect();
        built.sort_unstable();
        let embedded: Vec<&str> = ASSETS.iter().map(|asset| asset.path).collect();
        assert_eq!(embedded, built);
    }

    #[test]
    fn every_file_has_a_type_of_its_own() {
        for asset in ASSETS {
            assert_ne!(content_type(asset.path), content_type("unknown"), "{}", asset.path);
        }
    }
}
