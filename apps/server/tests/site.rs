//! The pages of the web client.

mod house;

use std::fs;
use std::path::Path;

use reqwest::{Method, Response};
use serde_json::json;
use tempfile::TempDir;
use tilewright_server::{Server, StartError};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::house::House;

/// Asks for an address as it is written: the client would tidy up a path that leads elsewhere.
async fn get_raw(house: &House, path: &str) -> String {
    let mut stream = tokio::net::TcpStream::connect(house.address).await.unwrap();
    let request =
        format!("GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", house.address);
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

async fn get(house: &House, path: &str, headers: &[(&str, &str)]) -> Response {
    let mut request = house.client().http.get(format!("http://{}{path}", house.address));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.send().await.unwrap()
}

fn header<'a>(response: &'a Response, name: &str) -> &'a str {
    response.headers().get(name).map_or("", |value| value.to_str().unwrap())
}

/// A folder with a client in it, beside something that is nobody's business.
fn folder() -> TempDir {
    let outer = tempfile::tempdir().unwrap();
    fs::write(outer.path().join("secret.txt"), "secret").unwrap();
    let client = outer.path().join("client");
    fs::create_dir_all(client.join("assets")).unwrap();
    fs::write(client.join("index.html"), "the client").unwrap();
    fs::write(client.join("assets/extra.js"), "extra()").unwrap();
    fs::write(client.join(".env"), "secret").unwrap();
    outer
}

async fn house_of(folder: &Path) -> House {
    let client = folder.join("client");
    House::with(|config| config.web_dir = Some(client)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_client_is_at_every_address_that_it_reads() {
    let house = House::on_sqlite().await;
    for (path, status, title) in [
        ("/", 200, "Tilewright: tile games"),
        ("/index.html", 200, "Tilewright: tile games"),
        ("/games/blokus", 200, "Play Blokus · Tilewright"),
        ("/how-to-play/coerceo", 200, "How to play Coerceo · Tilewright"),
        ("/study?table=a", 200, "Study · Tilewright"),
        ("/games/chess", 404, "Page not found · Tilewright"),
        ("/tables/Qm9hcmQgMTIz?key=abc", 404, "Table not found · Tilewright"),
        ("/people/no.body", 404, "No such person · Tilewright"),
        ("/replay", 404, "Page not found · Tilewright"),
        ("/a/b/", 404, "Page not found · Tilewright"),
    ] {
        let response = get(&house, path, &[]).await;
        assert_eq!(response.status(), status, "{path}");
        assert_eq!(header(&response, "content-type"), "text/html; charset=utf-8", "{path}");
        let page = response.text().await.unwrap();
        assert!(page.contains(&format!("<title>{title}</title>")), "{path}: {page}");
        assert!(page.contains("src=\"/app.js\"") && page.contains("href=\"/app.css\""), "{page}");
    }
    for path in ["/nowhere.js", "/games/blokus.png", "/api", "/api/", "/api/nowhere", "/api/a/b"] {
        let response = get(&house, path, &[]).await;
        assert_eq!(response.status(), 404, "{path}");
        assert_eq!(header(&response, "content-type"), "application/json", "{path}");
    }
    let request = house.client().request(Method::POST, "../games/blokus");
    assert_eq!(request.send().await.unwrap().status(), 405);
}

#[tokio::test(flavor = "multi_thread")]
async fn files_have_their_types_and_are_sent_again_only_if_they_changed() {
    let house = House::on_sqlite().await;
    for (path, content_type) in [
        ("/", "text/html; charset=utf-8"),
        ("/app.js", "text/javascript; charset=utf-8"),
        ("/app.css", "text/css; charset=utf-8"),
        ("/icon.svg", "image/svg+xml"),
    ] {
        let response = get(&house, path, &[]).await;
        assert_eq!(header(&response, "content-type"), content_type);
        assert_eq!(header(&response, "cache-control"), "no-cache", "{path}");
        let tag = header(&response, "etag").to_owned();
        assert!(tag.len() > 15, "{path} {tag}");
        for known in [tag.clone(), format!("\"other\", {tag}")] {
            let again = get(&house, path, &[("if-none-match", &known)]).await;
            assert_eq!((again.status().as_u16(), header(&again, "etag")), (304, &*tag), "{path}");
            assert_eq!(header(&again, "cache-control"), "no-cache", "{path}");
        }
        let other = get(&house, path, &[("if-none-match", "W/\"other\"")]).await;
        assert_eq!(other.status(), 200, "{path}");
    }
    for encoding in ["gzip", "br"] {
        let packed = get(&house, "/app.js", &[("accept-encoding", encoding)]).await;
        assert_eq!(header(&packed, "content-encoding"), encoding);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_is_served_instead_and_nothing_beside_it() {
    let folder = folder();
    let house = house_of(folder.path()).await;
    for (path, text) in
        [("/", "the client"), ("/study", "the client"), ("/assets/extra.js", "extra()")]
    {
        assert_eq!(get(&house, path, &[]).await.text().await.unwrap(), text);
    }
    // What is built anew is served anew.
    fs::write(folder.path().join("client/index.html"), "the next client").unwrap();
    assert_eq!(get(&house, "/", &[]).await.text().await.unwrap(), "the next client");
    for path in [
        "/../secret.txt",
        "//../secret.txt",
        "/assets/../../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/..\\secret.txt",
        "/.env",
        "/assets/extra.js/..",
        "/app.js",
    ] {
        let answer = get_raw(&house, path).await;
        assert!(!answer.contains("secret"), "{path}: {answer}");
        assert!(
            answer.starts_with("HTTP/1.1 404 ") || answer.starts_with("HTTP/1.1 400 "),
            "{path}: {answer}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_without_a_client_is_refused_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let house = House::on_sqlite().await;
    let mut config = house.config.clone();
    config.web_dir = Some(folder.path().to_owned());
    let error = Server::start(config).await.err().unwrap();
    assert!(matches!(error, StartError::NoClient { .. }));
    assert!(error.to_string().ends_with(": it has no index.html"), "{error}");
}

/// The addresses of the preview pictures that a page names.
async fn pictures_of(house: &House, path: &str) -> String {
    let page = get(house, path, &[]).await.text().await.unwrap();
    let (_, rest) = page.split_once("og:image\" content=\"").unwrap();
    rest.split('"').next().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_has_a_preview_with_a_picture_that_shows_no_secret() {
    let house = House::on_sqlite().await;
    let mut host = house.client();
    let body =
        json!({"game": "triominos", "players": ["me", {"friend": "<Eve>"}], "is_private": true});
    let opened = host.post("tables", body).await.expect_status(201);
    let id = opened["id"].as_str().unwrap();
    let key = opened["key"].as_str().unwrap();
    // Who has no key does not learn that there is a table.
    assert_eq!(get(&house, &format!("/tables/{id}"), &[]).await.status(), 404);
    let path = format!("/tables/{id}?key={key}");
    let page = get(&house, &path, &[]).await.text().await.unwrap();
    assert!(page.contains("&lt;Eve&gt;") && !page.contains("<Eve>"), "{page}");
    for path in [path.as_str(), "/games/aquapipe", "/"] {
        let picture = pictures_of(&house, path).await;
        let prefix = format!("http://{}", house.address);
        let response = get(&house, picture.strip_prefix(&prefix).unwrap(), &[]).await;
        assert_eq!(response.status(), 200, "{picture}");
        assert_eq!(header(&response, "content-type"), "image/png");
        assert!(response.bytes().await.unwrap().starts_with(b"\x89PNG"));
    }
    let drawn =
        get(&house, &format!("/api/tables/{id}/picture.svg?key={key}&dark=true"), &[]).await;
    assert!(drawn.text().await.unwrap().starts_with("<svg"));
    assert_eq!(get(&house, "/api/games/chess/picture.png", &[]).await.status(), 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_source_is_named_only_where_somebody_says_it() {
    let house = House::on_sqlite().await;
    assert!(!get(&house, "/", &[]).await.text().await.unwrap().contains("name=\"source\""));
    let source = "https://example.org/a?b&c".to_owned();
    let house = House::with(|config| config.source = Some(source)).await;
    let page = get(&house, "/", &[]).await.text().await.unwrap();
    assert!(page.contains("<meta name=\"source\" content=\"https://example.org/a?b&amp;c\" />"));
}
