//! The description of the interface, and a page to read it.

use axum::Json;
use axum::http::{HeaderName, header};
use axum::response::Html;
use utoipa::OpenApi;

use super::{games, people, socket, streams, tables};
use crate::refusal::Refusal;
use crate::wire;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Tilewright",
        description = "Tables for Blokus, Triominos, Coerceo and Aqua Pipe. Who asks is known by a \
                       cookie, which a guest gets by opening a table or taking a seat."
    ),
    paths(
        games::list,
        people::me,
        people::sign_up,
        people::sign_in,
        people::sign_out,
        people::sign_out_everywhere,
        people::change_password,
        people::delete,
        people::profile,
        tables::list,
        tables::open,
        tables::look,
        tables::act,
        tables::moves,
        tables::why,
        tables::record,
        streams::hint,
        streams::analyse,
        socket::open,
    ),
    components(schemas(Refusal, wire::State, wire::Update))
)]
struct Document;

/// The description of the interface.
pub(crate) fn document() -> utoipa::openapi::OpenApi {
    Document::openapi()
}

pub(super) async fn openapi() -> Json<utoipa::openapi::OpenApi> {
    Json(document())
}

/// What is at the address of the server, as long as there is no web client.
pub(super) async fn home() -> Html<&'static str> {
    Html(include_str!("../../static/home.html"))
}

pub(super) async fn page() -> Html<&'static str> {
    Html(include_str!("../../static/docs.html"))
}

pub(super) async fn script() -> ([(HeaderName, &'static str); 1], &'static str) {
    ([(header::CONTENT_TYPE, "text/javascript")], include_str!("../../static/docs.js"))
}

pub(super) async fn style() -> ([(HeaderName, &'static str); 1], &'static str) {
    ([(header::CONTENT_TYPE, "text/css")], include_str!("../../static/docs.css"))
}
