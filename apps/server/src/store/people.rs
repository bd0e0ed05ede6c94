//! People and their sessions in the database.

use sqlx::Row;

use super::{Store, StoreError, cannot_be_kept, commit};
use crate::people::{Origin, Person, PersonId};

/// An account as the store has it.
pub(crate) struct Account {
    pub(crate) person: Person,
    pub(crate) password: String,
    pub(crate) created_at: u64,
}

/// A session to keep.
pub(crate) struct NewSession<'a> {
    /// The hash of its token.
    pub(crate) id: &'a str,
    pub(crate) now: u64,
    pub(crate) expires_at: u64,
    /// The browser, in a few words.
    pub(crate) agent: &'a str,
    pub(crate) origin: &'a Origin,
}

/// A session as its person sees it in a list.
pub(crate) struct SignIn {
    /// The hash of its token.
    pub(crate) id: String,
    pub(crate) created_at: u64,
    pub(crate) seen_at: u64,
    pub(crate) agent: String,
}

/// A person with a session.
pub(crate) struct KnownPerson {
    pub(crate) person: Person,
    /// When the session was used last, roughly.
    pub(crate) seen_at: u64,
}

/// A passkey as it is stored.
pub(crate) struct PasskeyRow {
    /// The id of the credential.
    pub(crate) id: String,
    pub(crate) name: String,
    /// The public key, as JSON.
    pub(crate) body: String,
    pub(crate) created_at: u64,
    pub(crate) used_at: u64,
}

impl Store {
    /// Keeps a new guest and a session.
    pub(crate) async fn create_guest(
        &self,
        person: &Person,
        session: &NewSession<'_>,
    ) -> Result<(), StoreError> {
        let mut transaction = self.writer.begin().await?;
        sqlx::query("INSERT INTO person (id, name, created_at, origin) VALUES ($1, $2, $3, $4)")
            .bind(&person.id.0)
            .bind(&person.name)
            .bind(session.now.cast_signed())
            .bind(session.origin.text())
            .execute(&mut *transaction)
            .await?;
        insert_session(&mut *transaction, &person.id, session).await?;
        commit(transaction).await
    }

    /// Makes a new person with an account, or gives one to a guest; refused if the name is taken.
    pub(crate) async fn create_account(
        &self,
        person: &Person,
        name_key: &str,
        password: &str,
        now: u64,
    ) -> Result<(), StoreError> {
        let written = sqlx::query(
            "INSERT INTO person (id, name, name_key, password, created_at) \
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO UPDATE \
             SET name = excluded.name, name_key = excluded.name_key, \
             password = excluded.password, created_at = excluded.created_at \
             WHERE person.name_key IS NULL",
        )
        .bind(&person.id.0)
        .bind(&person.name)
        .bind(name_key)
        .bind(password)
        .bind(now.cast_signed())
        .execute(&self.writer.pool)
        .await;
        match written {
            Ok(done) if done.rows_affected() == 1 => Ok(()),
            Ok(_) => Err(StoreError::Conflict),
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
                Err(StoreError::Conflict)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// The account of this name.
    pub(crate) async fn account(&self, name_key: &str) -> Result<Option<Account>, StoreError> {
        if cannot_be_kept(name_key) {
            return Ok(None);
        }
        let row =
            sqlx::query("SELECT id, name, password, created_at FROM person WHERE name_key = $1")
                .bind(name_key)
                .fetch_optional(&self.pool)
                .await?;
        row.map(|row| {
            let id = PersonId(row.try_get("id")?);
            Ok(Account {
                person: Person { id, name: row.try_get("name")?, is_guest: false },
                password: row.try_get("password")?,
                created_at: row.try_get::<i64, _>("created_at")?.cast_unsigned(),
            })
        })
        .transpose()
    }

    pub(crate) async fn name_of(&self, person: &PersonId) -> Result<Option<String>, StoreError> {
        let name = sqlx::query_scalar("SELECT name FROM person WHERE id = $1").bind(&person.0);
        Ok(name.fetch_optional(&self.pool).await?)
    }

    pub(crate) async fn password_of(
        &self,
        person: &PersonId,
    ) -> Result<Option<String>, StoreError> {
        let password: Option<Option<String>> =
            sqlx::query_scalar("SELECT password FROM person WHERE id = $1")
                .bind(&person.0)
                .fetch_optional(&self.pool)
                .await?;
        Ok(password.flatten())
    }

    /// Changes a password, and ends all sessions.
    pub(crate) async fn change_password(
        &self,
        person: &PersonId,
        password: &str,
    ) -> Result<(), StoreError> {
        let mut transaction = self.writer.begin().await?;
        sqlx::query("UPDATE person SET password = $1 WHERE id = $2")
            .bind(password)
            .bind(&person.0)
            .execute(&mut *transaction)
            .await?;
        sqlx::query("DELETE FROM session WHERE person_id = $1")
            .bind(&person.0)
            .execute(&mut *transaction)
            .await?;
        commit(transaction).await
    }

    /// The tables at which somebody sits, sat or said something.
    pub(crate) async fn tables_of(&self, person: &PersonId) -> Result<Vec<String>, StoreError> {
        Ok(select_tables(&self.pool, person).await?)
    }

    /// Deletes somebody, with all sessions, all seats in lists and everything that was said. The
    /// moves stay: they belong to the others' games too. The same transaction keeps a follow-up for
    /// each table at which something is left, so that no seat stays with nobody.
    pub(crate) async fn delete_person(&self, person: &PersonId) -> Result<(), StoreError> {
        let mut transaction = self.writer.begin().await?;
        let nothing = format!("{{\"type\":\"chat\",\"person\":\"{}\",\"text\":\"…\"}}", person.0);
        sqlx::query("UPDATE event SET body = $1 WHERE person_id = $2 AND body LIKE $3")
            .bind(nothing)
            .bind(&person.0)
            .bind("{\"type\":\"chat\",%")
            .execute(&mut *transaction)
            .await?;
        for statement in [
            "INSERT INTO follow_up (table_id, person_id) \
             SELECT table_id, person_id FROM sitting WHERE person_id = $1 UNION \
             SELECT table_id, person_id FROM event WHERE person_id = $1",
            "DELETE FROM session WHERE person_id = $1",
            "DELETE FROM sitting WHERE person_id = $1",
            "DELETE FROM person WHERE id = $1",
        ] {
            sqlx::query(statement).bind(&person.0).execute(&mut *transaction).await?;
        }
        commit(transaction).await
    }

    /// Gives the games of a guest to an account, all at once: seats, words and opened tables. Those
    /// at which the account is already stay with the guest. Returns the tables that changed.
    pub(crate) async fn adopt_games(
        &self,
        guest: &PersonId,
        account: &PersonId,
    ) -> Result<Vec<String>, StoreError> {
        let mut transaction = self.writer.begin().await?;
        let own = select_tables(&mut *transaction, account).await?;
        let mut tables = select_tables(&mut *transaction, guest).await?;
        let opened = "SELECT id FROM game_table WHERE host = $1";
        let opened: Vec<String> =
            sqlx::query_scalar(opened).bind(&guest.0).fetch_all(&mut *transaction).await?;
        tables.extend(opened);
        tables.sort_unstable();
        tables.dedup();
        tables.retain(|table| !own.contains(table));
        for table in &tables {
            // Ids are random and long, so that nothing else in a plan or an event reads the same.
            for statement in [
                "UPDATE game_table SET plan = REPLACE(plan, $1, $2), \
                 host = CASE WHEN host = $1 THEN $2 ELSE host END WHERE id = $3",
                "UPDATE event SET body = REPLACE(body, $1, $2), person_id = $2 \
                 WHERE table_id = $3 AND person_id = $1",
                "UPDATE sitting SET person_id = $2 WHERE table_id = $3 AND person_id = $1",
            ] {
                sqlx::query(statement)
                    .bind(&guest.0)
                    .bind(&account.0)
                    .bind(table)
                    .execute(&mut *transaction)
                    .await?;
            }
        }
        commit(transaction).await?;
        Ok(tables)
    }

    pub(crate) async fn create_session(
        &self,
        person: &PersonId,
        session: &NewSession<'_>,
    ) -> Result<(), StoreError> {
        let mut transaction = self.writer.begin().await?;
        insert_session(&mut *transaction, person, session).await?;
        sqlx::query("UPDATE person SET origin = $1 WHERE id = $2")
            .bind(session.origin.text())
            .bind(&person.0)
            .execute(&mut *transaction)
            .await?;
        commit(transaction).await
    }

    /// The sessions of somebody that have not ended, the last used first.
    pub(crate) async fn sign_ins(
        &self,
        person: &PersonId,
        now: u64,
    ) -> Result<Vec<SignIn>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, created_at, seen_at, agent FROM session \
             WHERE person_id = $1 AND expires_at > $2 ORDER BY seen_at DESC, created_at DESC",
        );
        let rows = rows.bind(&person.0).bind(now.cast_signed()).fetch_all(&self.pool).await?;
        rows.iter()
            .map(|row| {
                Ok(SignIn {
                    id: row.try_get("id")?,
                    created_at: row.try_get::<i64, _>("created_at")?.cast_unsigned(),
                    seen_at: row.try_get::<i64, _>("seen_at")?.cast_unsigned(),
                    agent: row.try_get("agent")?,
                })
            })
            .collect()
    }

    /// Keeps that a session is used.
    pub(crate) async fn touch_session(&self, session: &str, now: u64) -> Result<(), StoreError> {
        sqlx::query("UPDATE session SET seen_at = $1 WHERE id = $2")
            .bind(now.cast_signed())
            .bind(session)
            .execute(&self.writer.pool)
            .await?;
        Ok(())
    }

    /// The newest time at which a session was used; 0 for none. Only the clock for sessions writes
    /// it.
    pub(crate) async fn newest_time(&self) -> Result<u64, StoreError> {
        let statement = "SELECT MAX(seen_at) FROM session";
        let newest: Option<i64> = sqlx::query_scalar(statement).fetch_one(&self.pool).await?;
        Ok(newest.unwrap_or(0).cast_unsigned())
    }

    /// Whose session it is, if it has not ended.
    pub(crate) async fn session(
        &self,
        session: &str,
        now: u64,
    ) -> Result<Option<KnownPerson>, StoreError> {
        let row = sqlx::query(
            "SELECT person.id, name, name_key, seen_at FROM session \
             JOIN person ON person.id = person_id WHERE session.id = $1 AND expires_at > $2",
        )
        .bind(session)
        .bind(now.cast_signed())
        .fetch_optional(&self.pool)
        .await?;
        row.map(|row| {
            let key: Option<String> = row.try_get("name_key")?;
            let id = PersonId(row.try_get("id")?);
            let person = Person { id, name: row.try_get("name")?, is_guest: key.is_none() };
            let seen_at = row.try_get::<i64, _>("seen_at")?.cast_unsigned();
            Ok(KnownPerson { person, seen_at })
        })
        .transpose()
    }

    pub(crate) async fn end_session(&self, session: &str) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM session WHERE id = $1")
            .bind(session)
            .execute(&self.writer.pool)
            .await?;
        Ok(())
    }

    pub(crate) async fn end_all_sessions(&self, person: &PersonId) -> Result<(), StoreError> {
        let statement = sqlx::query("DELETE FROM session WHERE person_id = $1");
        statement.bind(&person.0).execute(&self.writer.pool).await?;
        Ok(())
    }
}

/// Recovery codes and passkeys.
impl Store {
    /// Keeps new recovery codes, by their hashes, in the place of the old ones.
    pub(crate) async fn set_recovery_codes(
        &self,
        person: &PersonId,
        hashes: &[String],
    ) -> Result<(), StoreError> {
        let mut transaction = self.writer.begin().await?;
        sqlx::query("DELETE FROM recovery_code WHERE person_id = $1")
            .bind(&person.0)
            .execute(&mut *transaction)
            .await?;
        for hash in hashes {
            sqlx::query("INSERT INTO recovery_code (person_id, hash) VALUES ($1, $2)")
                .bind(&person.0)
                .bind(hash)
                .execute(&mut *transaction)
                .await?;
        }
        commit(transaction).await
    }

    pub(crate) async fn n_recovery_codes(&self, person: &PersonId) -> Result<u64, StoreError> {
        let statement = "SELECT COUNT(*) FROM recovery_code WHERE person_id = $1";
        let number: i64 =
            sqlx::query_scalar(statement).bind(&person.0).fetch_one(&self.pool).await?;
        Ok(number.cast_unsigned())
    }

    /// Returns true if a recovery code of somebody has this hash.
    pub(crate) async fn has_recovery_code(
        &self,
        person: &PersonId,
        hash: &str,
    ) -> Result<bool, StoreError> {
        let statement = "SELECT COUNT(*) FROM recovery_code WHERE person_id = $1 AND hash = $2";
        let query = sqlx::query_scalar::<_, i64>(statement).bind(&person.0).bind(hash);
        Ok(query.fetch_one(&self.pool).await? == 1)
    }

    /// Uses a recovery code up, changes the password and ends all sessions; false if somebody else
    /// has used the code meanwhile.
    pub(crate) async fn recover(
        &self,
        person: &PersonId,
        hash: &str,
        password: &str,
    ) -> Result<bool, StoreError> {
        let mut transaction = self.writer.begin().await?;
        let used = sqlx::query("DELETE FROM recovery_code WHERE person_id = $1 AND hash = $2");
        let used = used.bind(&person.0).bind(hash).execute(&mut *transaction).await?;
        if used.rows_affected() == 0 {
            return Ok(false);
        }
        sqlx::query("UPDATE person SET password = $1 WHERE id = $2")
            .bind(password)
            .bind(&person.0)
            .execute(&mut *transaction)
            .await?;
        sqlx::query("DELETE FROM session WHERE person_id = $1")
            .bind(&person.0)
            .execute(&mut *transaction)
            .await?;
        commit(transaction).await?;
        Ok(true)
    }

    pub(crate) async fn passkeys(&self, person: &PersonId) -> Result<Vec<PasskeyRow>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, name, body, created_at, used_at FROM passkey WHERE person_id = $1 \
             ORDER BY created_at, id",
        );
        let rows = rows.bind(&person.0).fetch_all(&self.pool).await?;
        rows.iter()
            .map(|row| {
                Ok(PasskeyRow {
                    id: row.try_get("id")?,
                    name: row.try_get("name")?,
                    body: row.try_get("body")?,
                    created_at: row.try_get::<i64, _>("created_at")?.cast_unsigned(),
                    used_at: row.try_get::<i64, _>("used_at")?.cast_unsigned(),
                })
            })
            .collect()
    }

    /// Keeps a new passkey; refused if somebody has it already.
    pub(crate) async fn create_passkey(
        &self,
        person: &PersonId,
        passkey: &PasskeyRow,
    ) -> Result<(), StoreError> {
        let written = sqlx::query(
            "INSERT INTO passkey (id, person_id, name, body, created_at, used_at) \
             VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
        )
        .bind(&passkey.id)
        .bind(&person.0)
        .bind(&passkey.name)
        .bind(&passkey.body)
        .bind(passkey.created_at.cast_signed())
        .bind(passkey.used_at.cast_signed())
        .execute(&self.writer.pool)
        .await?;
        if written.rows_affected() == 1 { Ok(()) } else { Err(StoreError::Conflict) }
    }

    /// Keeps that a passkey was used, and its new counter.
    pub(crate) async fn use_passkey(
        &self,
        id: &str,
        body: &str,
        now: u64,
    ) -> Result<(), StoreError> {
        sqlx::query("UPDATE passkey SET body = $1, used_at = $2 WHERE id = $3")
            .bind(body)
            .bind(now.cast_signed())
            .bind(id)
            .execute(&self.writer.pool)
            .await?;
        Ok(())
    }

    /// Deletes a passkey of somebody; false if there is none of this id.
    pub(crate) async fn delete_passkey(
        &self,
        person: &PersonId,
        id: &str,
    ) -> Result<bool, StoreError> {
        let deleted = sqlx::query("DELETE FROM passkey WHERE person_id = $1 AND id = $2");
        let deleted = deleted.bind(&person.0).bind(id).execute(&self.writer.pool).await?;
        Ok(deleted.rows_affected() == 1)
    }
}

async fn insert_session<'c>(
    executor: impl sqlx::Executor<'c, Database = sqlx::Any>,
    person: &PersonId,
    session: &NewSession<'_>,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO session (id, person_id, created_at, expires_at, seen_at, agent) \
         VALUES ($1, $2, $3, $4, $3, $5)",
    )
    .bind(session.id)
    .bind(&person.0)
    .bind(session.now.cast_signed())
    .bind(session.expires_at.cast_signed())
    .bind(session.agent)
    .execute(executor)
    .await?;
    Ok(())
}

async fn select_tables<'c>(
    executor: impl sqlx::Executor<'c, Database = sqlx::Any>,
    person: &PersonId,
) -> Result<Vec<String>, sqlx::Error> {
    let statement = "SELECT table_id FROM sitting WHERE person_id = $1 \
                     UNION SELECT table_id FROM event WHERE person_id = $1";
    sqlx::query_scalar(statement).bind(&person.0).fetch_all(executor).await
}
