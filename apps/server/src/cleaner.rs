//! The cleaner: deletes what nobody has used for long, step by step while the server runs.

use std::time::Duration;

use tokio::time::sleep;

use crate::clock::now_millis;
use crate::error::ApiError;
use crate::store::{Cleaned, StoreError};
use crate::web::App;
use crate::wire::Status;

/// The pause between two steps, so that others come in between.
const PAUSE: Duration = Duration::from_millis(100);

/// The time after the start before the first round: people come first.
const FIRST: Duration = Duration::from_mins(1);

const DAY_MILLIS: u64 = 24 * 60 * 60 * 1_000;

/// Cleans up for as long as the server runs.
pub(crate) fn start(app: App, every: Duration) {
    let mut closing = app.closing.clone();
    tokio::spawn(async move {
        let mut pause = FIRST.min(every);
        loop {
            tokio::select! {
                () = sleep(pause) => {}
                _ = closing.wait_for(|is_closing| *is_closing) => return,
            }
            pause = every;
            app.session_clock.follow(now_millis());
            match clean(&app).await {
                Ok(cleaned) if cleaned == Cleaned::default() => {}
                Ok(cleaned) => tracing::info!(?cleaned, "cleaned up"),
                Err(error) => tracing::warn!(%error, "cannot clean up"),
            }
        }
    });
}

/// One round: everything that is older than its limit.
async fn clean(app: &App) -> Result<Cleaned, StoreError> {
    // The earlier of two clocks: one that jumped ahead must not make everything old.
    let now = app.session_clock.now().min(now_millis());
    let limits = app.limits;
    let since = |days: u32| match days {
        u32::MAX => 0,
        days => now.saturating_sub(u64::from(days) * DAY_MILLIS),
    };
    let mut cleaned = Cleaned::default();
    while clean_step(&mut cleaned.sessions, app.store.purge_sessions(now).await?) {
        sleep(PAUSE).await;
    }
    for (status, days) in
        [(Status::Waiting, limits.keep_waiting), (Status::Aborted, limits.keep_aborted)]
    {
        loop {
            let ids = app.store.purge_tables(status, since(days)).await?;
            if !close_tables(app, &mut cleaned, ids).await {
                break;
            }
        }
    }
    loop {
        let ids = app.store.purge_guest_games(since(limits.keep_guest_games)).await?;
        if !close_tables(app, &mut cleaned, ids).await {
            break;
        }
    }
    clean_guests(app, &mut cleaned, since(limits.keep_guests)).await?;
    abort_bot_games(app, &mut cleaned, since(limits.keep_bot_games)).await?;
    Ok(cleaned)
}

/// Counts what a step deleted; true if there may be more.
fn clean_step(total: &mut u64, number: u64) -> bool {
    *total += number;
    number > 0
}

/// Lets deleted tables leave the memory; true if there may be more to delete.
async fn close_tables(app: &App, cleaned: &mut Cleaned, ids: Vec<String>) -> bool {
    for id in &ids {
        app.tables.close_table(id).await;
    }
    sleep(PAUSE).await;
    clean_step(&mut cleaned.tables, ids.len() as u64)
}

async fn clean_guests(app: &App, cleaned: &mut Cleaned, since: u64) -> Result<(), StoreError> {
    loop {
        let guests = app.store.unused_guests(since).await?;
        let mut n_deleted = 0;
        for guest in &guests {
            let deleted = app.delete_person(guest).await;
            n_deleted += u64::from(is_done(&deleted));
        }
        if !clean_step(&mut cleaned.guests, n_deleted) {
            return Ok(());
        }
        sleep(PAUSE).await;
    }
}

async fn abort_bot_games(app: &App, cleaned: &mut Cleaned, since: u64) -> Result<(), StoreError> {
    for id in app.store.stale_bot_games(since).await? {
        let aborted = app.tables.abandon(&id, since).await;
        cleaned.aborted += u64::from(is_done(&aborted));
        sleep(PAUSE).await;
    }
    Ok(())
}

fn is_done(result: &Result<(), ApiError>) -> bool {
    if let Err(error) = result {
        tracing::warn!(reason = error.message, "cannot clean up");
    }
    result.is_ok()
}
