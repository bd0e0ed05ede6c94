//! The connections that browsers and programs make: each must say soon what it wants, and no
//! address has too many.

use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::sleep;
use tower::ServiceExt;

use crate::web::App;

/// The pause after the system has no connection to give, such as when too many files are open.
const PAUSE: Duration = Duration::from_secs(1);

/// Serves connections until the server ends. What is under way then goes on, and holds an end of
/// `closing` until it is done.
pub(crate) async fn serve(
    listener: TcpListener,
    app: App,
    router: Router,
    mut closing: watch::Receiver<bool>,
) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = closing.changed() => return,
        };
        match accepted {
            Ok((stream, address)) => {
                let place = app.connections.take(address.ip());
                // Who has too many is not even answered; a proxy has those of many people.
                if place.is_none() && !app.is_trusted(address.ip()) {
                    continue;
                }
                let connection = Connection { stream, address, patience: app.patience };
                let router = router.clone();
                let closing = closing.clone();
                tokio::spawn(async move {
                    connection.serve(router, closing).await;
                    drop(place);
                });
            }
            Err(error) => {
                tracing::warn!(%error, "no connection can be accepted");
                sleep(PAUSE).await;
            }
        }
    }
}

/// Sets the time within which sent data must be taken; else the system cuts the connection off,
/// whether the client has vanished or only does not read.
#[cfg(target_os = "linux")]
fn limit_untaken(stream: &TcpStream, patience: Duration) {
    // Without it such a connection lasts until the other side closes it.
    let _ = socket2::SockRef::from(stream).set_tcp_user_timeout(Some(patience));
}

#[cfg(not(target_os = "linux"))]
fn limit_untaken(_: &TcpStream, _: Duration) {}

struct Connection {
    stream: TcpStream,
    address: SocketAddr,
    /// The time limit for the head of a request to arrive, and for sent data to be taken.
    patience: Duration,
}

impl Connection {
    async fn serve(self, router: Router, mut closing: watch::Receiver<bool>) {
        let address = self.address;
        // News are small and must not wait for more.
        let _ = self.stream.set_nodelay(true);
        limit_untaken(&self.stream, self.patience);
        let service = router.map_request(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(address));
            request.map(Body::new)
        });
        let mut builder = http1::Builder::new();
        builder.timer(TokioTimer::new()).header_read_timeout(self.patience);
        let service = TowerToHyperService::new(service);
        let connection = builder.serve_connection(TokioIo::new(self.stream), service);
        let mut connection = pin!(connection.with_upgrades());
        tokio::select! {
            _ = connection.as_mut() => return,
            _ = closing.changed() => connection.as_mut().graceful_shutdown(),
        }
        // A connection that breaks is nobody's mistake.
        let _ = connection.await;
    }
}
