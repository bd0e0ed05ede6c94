//! The description of the interface, and a page to read it.

use axum::Json;
use axum::http::{HeaderName, header};
use axum::response::Html;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{Content, Ref, ResponseBuilder};
use utoipa::{Modify, OpenApi};

use super::{
    export, games, passkeys, people, pictures, recovery, replay, sign_ins, socket, streams, tables,
};
use crate::error::ApiError;
use crate::wire;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Tilewright",
        description = "Tables for Blokus, Triominos, Coerceo and Aqua Pipe. A cookie \
                       identifies clients; a guest gets one by opening a table or taking a seat."
    ),
    paths(
        games::list,
        pictures::game_png,
        people::me,
        people::sign_up,
        people::sign_in,
        people::sign_out,
        people::sign_out_everywhere,
        people::change_password,
        people::delete,
        people::profile,
        export::export,
        recovery::make_codes,
        recovery::recover,
        sign_ins::list,
        sign_ins::end,
        passkeys::list,
        passkeys::begin_registration,
        passkeys::finish_registration,
        passkeys::remove,
        passkeys::begin_sign_in,
        passkeys::finish_sign_in,
        tables::list,
        tables::open,
        tables::snapshot,
        tables::act,
        tables::moves,
        tables::explain,
        tables::snapshot_at,
        tables::record,
        pictures::table_svg,
        pictures::table_png,
        streams::hint,
        streams::analyze,
        replay::replay,
        socket::open,
    ),
    components(schemas(ApiError, wire::TableState, wire::Update)),
    modifiers(&Common)
)]
struct Document;

/// Refusals that every endpoint shares, because the middleware makes them.
struct Common;

impl Modify for Common {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        for item in document.paths.paths.values_mut() {
            let changes = [&mut item.post, &mut item.put, &mut item.delete];
            for operation in changes.into_iter().flatten() {
                add(operation, "403", "this came from another site");
                if operation.request_body.is_some() {
                    add(operation, "413", "that is too much to send at once");
                    add(operation, "415", "the request has the wrong content type");
                }
            }
            let all = [&mut item.get, &mut item.post, &mut item.put, &mut item.delete];
            for operation in all.into_iter().flatten() {
                add(operation, "400", "the request has the wrong form");
                add(operation, "429", "too many requests");
                add(operation, "503", "the server cannot do it now");
            }
        }
    }
}

/// Describes a refusal that was not described yet.
fn add(operation: &mut Operation, status: &str, description: &str) {
    let error = Ref::from_schema_name("ApiError");
    let response = ResponseBuilder::new()
        .description(description)
        .content("application/json", Content::new(Some(error)))
        .build();
    let responses = &mut operation.responses.responses;
    responses.entry(status.to_owned()).or_insert_with(|| response.into());
}

/// The description of the interface.
pub(crate) fn document() -> utoipa::openapi::OpenApi {
    Document::openapi()
}

pub(super) async fn openapi() -> Json<utoipa::openapi::OpenApi> {
    Json(document())
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
