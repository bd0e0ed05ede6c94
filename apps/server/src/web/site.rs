//! The pages of the web client: the embedded ones, or those of a folder.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use tilewright_web_assets::{ASSETS, content_type};

use super::head::Head;
use super::{App, no_such_page};
use crate::tables::Visitor;

/// The source of the pages.
#[derive(Clone)]
pub(super) enum Site {
    Embedded(Arc<HashMap<&'static str, Page>>),
    Folder(PathBuf),
}

/// A file, and what a browser is told of it.
#[derive(Clone)]
pub(super) struct Page {
    bytes: Bytes,
    content_type: &'static str,
    tag: String,
}

/// The page of every route of the client, which reads the route from the address.
const INDEX: &str = "index.html";

impl Site {
    /// The pages of this folder, or else the embedded ones.
    pub(super) fn new(folder: Option<PathBuf>) -> Site {
        let page = |path: &'static str, bytes| (path, Page::new(path, Bytes::from_static(bytes)));
        let embedded = || ASSETS.iter().map(|asset| page(asset.path, asset.bytes)).collect();
        folder.map_or_else(|| Site::Embedded(Arc::new(embedded())), Site::Folder)
    }

    async fn page(&self, path: &str) -> Option<Page> {
        match self {
            Site::Embedded(pages) => pages.get(path).cloned(),
            Site::Folder(folder) if is_plain(path) => {
                let file = folder.join(path);
                let bytes = tokio::task::spawn_blocking(move || std::fs::read(file)).await;
                Some(Page::new(path, bytes.ok()?.ok()?.into()))
            }
            Site::Folder(_) => None,
        }
    }
}

impl Page {
    fn new(path: &str, bytes: Bytes) -> Page {
        let hash = URL_SAFE_NO_PAD.encode(&Sha256::digest(&bytes)[..12]);
        // Weak, because the compressed file has the same.
        Page { bytes, content_type: content_type(path), tag: format!("W/\"{hash}\"") }
    }

    /// The page, unless the browser has it already. One that is missing is sent always.
    fn answer(self, status: StatusCode, headers: &HeaderMap) -> Response {
        let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
        let is_known = known.is_some_and(|tags| tags.split(',').any(|tag| tag.trim() == self.tag));
        let tag = [(header::ETAG, self.tag)];
        if is_known && status.is_success() {
            return (StatusCode::NOT_MODIFIED, tag).into_response();
        }
        (status, tag, [(header::CONTENT_TYPE, self.content_type)], self.bytes).into_response()
    }
}

/// A file of the client, or the client itself at the addresses that it reads, with a head for each.
/// A name of a person may have a dot; any other such name is that of a file.
pub(super) async fn page(
    State(app): State<App>,
    uri: Uri,
    headers: HeaderMap,
    visitor: Visitor,
) -> Response {
    let path = uri.path().trim_start_matches('/');
    let is_person = path.starts_with("people/");
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if is_file && path != INDEX && !is_person {
        return match app.site.page(path).await {
            Some(page) => page.answer(StatusCode::OK, &headers),
            None => no_such_page().await.into_response(),
        };
    }
    let Some(index) = app.site.page(INDEX).await else {
        return no_such_page().await.into_response();
    };
    let head = Head::at(&app, path, visitor).await;
    let text = std::str::from_utf8(&index.bytes).unwrap_or_default();
    let page = match head.put_into(text, &headers, &app) {
        Some(text) => Page::new(INDEX, text.into()),
        None => index,
    };
    page.answer(head.status, &headers)
}

/// Returns true if a path stays in its folder and leads to a file that is not hidden.
fn is_plain(path: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    path.split('/')
        .all(|name| !name.is_empty() && !name.starts_with('.') && name.chars().all(is_plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_path_leads_out_of_its_folder() {
        for path in ["app.js", "assets/a-b_c.1.map", "a..b"] {
            assert!(is_plain(path), "{path}");
        }
        for path in [
            "",
            "..",
            ".",
            "../app.js",
            "a/../b.js",
            "a//b",
            "/etc/passwd",
            ".env",
            "a/.git",
            "%2e%2e/a",
            "a\\b.js",
            "a\0.js",
            "a b.js",
            "c:/a.js",
        ] {
            assert!(!is_plain(path), "{path:?}");
        }
    }
}
