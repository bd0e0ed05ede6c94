//! The export: everything that the server keeps of a person, line by line.

use std::convert::Infallible;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde_json::{Value, json};
use tilewright_bots::Stop;
use tilewright_core::Seat;
use tilewright_room::{PublicEvent, Room};
use tokio::sync::{mpsc, oneshot};

use super::App;
use super::address::ClientInfo;
use super::auth::Session;
use super::streams::{NDJSON, too_many};
use crate::audit::{SecurityEvent, record};
use crate::clock::now_millis;
use crate::error::ApiError;
use crate::people::Person;
use crate::search_pool::Class;

/// The lines that wait for a reader.
const MAX_LINES: usize = 16;

/// Exports the data of the person: lines of JSON with the account, the sign-ins, the passkeys and
/// every game.
#[utoipa::path(
    get, path = "/api/me/export", tag = "people",
    responses(
        (status = 200, body = Value, content_type = "application/x-ndjson"),
        (status = 401, body = ApiError), (status = 429, body = ApiError),
    )
)]
pub(super) async fn export(
    State(app): State<App>,
    session: Session,
    client: ClientInfo,
) -> Result<Response, ApiError> {
    let slot = app.replays.take(client.address).ok_or_else(too_many)?;
    record(SecurityEvent::Export, client.address, Some(&session.person.id), "");
    let mut head = vec![app.account_line(&session.person).await?];
    for sign_in in app.sign_ins(&session).await? {
        head.push(with_type("sign-in", json!(sign_in)));
    }
    for passkey in app.store.passkeys(&session.person.id).await? {
        head.push(json!({
            "type": "passkey", "name": passkey.name, "created_at": passkey.created_at,
            "used_at": passkey.used_at, "public_key": passkey.body,
        }));
    }
    let tables = app.store.tables_of(&session.person.id).await?;
    let (out, lines) = mpsc::channel::<Value>(MAX_LINES);
    tokio::spawn(async move {
        app.write_export(&out, head, tables, &session.person, &client).await;
        drop(slot);
    });
    let file = "attachment; filename=\"tilewright-export.jsonl\"";
    let headers = [(header::CONTENT_TYPE, NDJSON), (header::CONTENT_DISPOSITION, file)];
    Ok((headers, body(lines)).into_response())
}

impl App {
    async fn account_line(&self, person: &Person) -> Result<Value, ApiError> {
        let n_codes = self.store.n_recovery_codes(&person.id).await?;
        Ok(json!({
            "type": "person", "id": person.id, "name": person.name, "is_guest": person.is_guest,
            "has_password": self.store.password_of(&person.id).await?.is_some(),
            "n_recovery_codes": n_codes,
        }))
    }

    /// Writes the lines, until nobody reads them any more.
    async fn write_export(
        &self,
        out: &mpsc::Sender<Value>,
        head: Vec<Value>,
        tables: Vec<String>,
        person: &Person,
        client: &ClientInfo,
    ) {
        for line in head {
            if out.send(line).await.is_err() {
                return;
            }
        }
        for table in tables {
            let line = self.export_table(&table, person, client).await;
            let line = line.unwrap_or_else(
                |error| json!({"type": "table", "id": table, "error": error.message}),
            );
            if out.send(line).await.is_err() {
                return;
            }
        }
    }

    /// A table as its person sees it. It is replayed in the search pool, where it waits its turn,
    /// and stays out of memory.
    async fn export_table(
        &self,
        id: &str,
        person: &Person,
        client: &ClientInfo,
    ) -> Result<Value, ApiError> {
        let loaded = self.store.load_table(id).await?.ok_or_else(ApiError::no_table)?;
        let (tell, told) = oneshot::channel();
        let person = person.clone();
        let work = move |_: &Stop| {
            let room = Room::open(loaded.stored);
            // The reader may be gone.
            let _ = tell.send(room.map(|room| table_line(&room, &person)));
        };
        let task = self.tables.pool().order(Class::Replay, &client.origin, work);
        let line = told.await.map_err(|_| ApiError::internal())?;
        drop(task);
        Ok(line?)
    }
}

fn table_line(room: &Room, person: &Person) -> Value {
    let snapshot = room.snapshot(Some(&person.id), 0, now_millis());
    let seats: Vec<usize> = room.seats_of(&person.id).map(Seat::number).collect();
    let said = snapshot.update.events.iter().filter_map(|it| match &it.event {
        PublicEvent::Chat { name, text } if *name == person.name => {
            Some(json!({"at": it.at, "text": text}))
        }
        _ => None,
    });
    json!({
        "type": "table", "id": room.id(), "game": room.plan().game, "status": room.status(),
        "is_host": room.plan().host == person.id, "seats": seats, "said": said.collect::<Vec<_>>(),
        "record": room.record(room.viewer(Some(&person.id))).to_string(),
    })
}

fn with_type(name: &str, mut line: Value) -> Value {
    line["type"] = json!(name);
    line
}

fn body(lines: mpsc::Receiver<Value>) -> Body {
    Body::from_stream(stream::unfold(lines, |mut lines| async move {
        let line = lines.recv().await?;
        Some((Ok::<_, Infallible>(Bytes::from(format!("{line}\n"))), lines))
    }))
}
