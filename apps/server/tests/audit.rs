//! Security events and the access log: what they say, and what they never say.

mod house;

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use reqwest::Method;
use serde_json::{Value, json};
use tilewright_server::Rate;
use tracing_subscriber::fmt::MakeWriter;

use crate::house::House;

/// The lines of the log of this program.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// Lines of this target, each with its fields.
    fn of(&self, target: &str) -> Vec<Value> {
        let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
        let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        lines.filter(|line| line["target"] == target).map(|line| line["fields"].clone()).collect()
    }

    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Log;

    fn make_writer(&'a self) -> Log {
        self.clone()
    }
}

/// One test, because a program has one log.
#[tokio::test(flavor = "multi_thread")]
async fn security_events_are_logged_without_secrets() {
    let log = Log::default();
    tracing_subscriber::fmt().json().with_writer(log.clone()).init();
    let house = House::with(|config| {
        config.has_access_log = true;
        config.limits.sign_ins = Rate { burst: 9, per_minute: 1 };
    })
    .await;
    let mut ada = house.client();
    ada.sign_up("ada").await.expect_status(201);
    ada.sign_in("ada", "wrong horse").await.expect_error(401, "signed-out");
    ada.sign_in(&"long".repeat(10_000), "wrong horse").await.expect_error(401, "signed-out");
    ada.sign_in("ada", "correct horse").await.expect_status(200);
    ada.change_password("correct horse", "battery staple").await.expect_status(204);
    let codes = ada.post("me/recovery-codes", json!({"password": "battery staple"})).await;
    let code = codes.expect_status(200)["codes"][0].as_str().unwrap().to_owned();
    let private = json!({"game": "coerceo", "players": ["me"], "is_private": true});
    let table = house.table(&mut ada, private).await;
    house.client().get(&table.link("")).await.expect_status(200);
    let forged = ada.request(Method::GET, "games").header("x-forwarded-for", "1.2.3.4");
    for _ in 0..3 {
        ada.send(forged.try_clone().unwrap()).await.expect_status(200);
    }
    let elsewhere = ada.request(Method::DELETE, "sessions").header("origin", "http://evil.example");
    ada.send(elsewhere).await.expect_error(403, "forbidden");
    let other = ada.request(Method::GET, "games").header("host", "evil.example");
    assert_eq!(ada.send(other).await.status, 421);
    ada.delete("session").await.expect_status(204);
    ada.sign_in("ada", "battery staple").await.expect_status(200);
    let cookie = ada.cookie.clone().unwrap();
    ada.delete_account("battery staple").await.expect_status(204);
    ada.sign_in("ada", "battery staple").await.expect_error(401, "signed-out");
    ada.sign_in("ada", "battery staple").await.expect_error(429, "too-many-requests");

    let events: Vec<Value> = log.of("security").iter().map(|it| it["event"].clone()).collect();
    for event in [
        "sign-up",
        "wrong-password",
        "sign-in",
        "password-change",
        "recovery-codes",
        "other-site",
        "wrong-host",
        "sign-out",
        "deletion",
        "limit",
    ] {
        assert!(events.contains(&json!(event)), "{event}: {events:?}");
    }
    let n_warnings = events.iter().filter(|event| **event == "untrusted-proxy").count();
    assert_eq!(n_warnings, 1, "once is enough");
    assert!(log.of("security").iter().all(|it| it["address"] == "127.0.0.1"));

    let requests = log.of("access");
    let is_read = |it: &Value| it["path"] == format!("/api/tables/{}", table.id);
    let read = requests.iter().find(|it| is_read(it)).expect("the request is in the log");
    assert_eq!((&read["method"], &read["status"]), (&json!("GET"), &json!(200)));

    let text = log.text();
    assert!(text.lines().all(|line| line.len() < 1_000), "no request fills the log");
    let secrets = ["correct horse", "battery staple", "wrong horse", &code, &table.key];
    for secret in secrets.into_iter().chain(cookie.split('=').nth(1)) {
        assert!(!text.contains(secret), "{secret} is in the log");
    }
}
