//! People and their sessions in the database.

use sqlx::Row;

use super::{Store, StoreError, cannot_be_kept, commit};
use crate::people::{Person, PersonId};

/// An account as the store has it.
pub(crate) struct Account {
    pub(crate) person: Person,
    pub(crate) password: String,
    pub(crate) created_at: u64,
}

impl Store {
    /// Keeps a new guest and a session.
    pub(crate) async fn create_guest(
        &self,
        person: &Person,
        session: &str,
        now: u64,
        expires_at: u64,
    ) -> Result<(), StoreError> {
        let mut transaction = self.writer.begin().await?;
        sqlx::query("INSERT INTO person (id, name, created_at) VALUES ($1, $2, $3)")
            .bind(&person.id.0)
            .bind(&person.name)
            .bind(now.cast_signed())
            .execute(&mut *transaction)
            .await?;
        insert_session(&mut *transaction, &person.id, session, now, expires_at).await?;
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
    /// moves stay: they belong to the others' games too. The tables are told at which something is
    /// left.
    pub(crate) async fn delete_person(&self, person: &PersonId) -> Result<Vec<String>, StoreError> {
        let mut transaction = self.writer.begin().await?;
        let tables = select_tables(&mut *transaction, person).await?;
        let nothing = format!("{{\"type\":\"chat\",\"person\":\"{}\",\"text\":\"…\"}}", person.0);
        sqlx::query("UPDATE event SET body = $1 WHERE person_id = $2 AND body LIKE $3")
            .bind(nothing)
            .bind(&person.0)
            .bind("{\"type\":\"chat\",%")
            .execute(&mut *transaction)
            .await?;
        for statement in [
            "DELETE FROM session WHERE person_id = $1",
            "DELETE FROM sitting WHERE person_id = $1",
            "DELETE FROM person WHERE id = $1",
        ] {
            sqlx::query(statement).bind(&person.0).execute(&mut *transaction).await?;
        }
        commit(transaction).await?;
        Ok(tables)
    }

    pub(crate) async fn create_session(
        &self,
        person: &PersonId,
        session: &str,
        now: u64,
        expires_at: u64,
    ) -> Result<(), StoreError> {
        Ok(insert_session(&self.writer.pool, person, session, now, expires_at).await?)
    }

    /// Whose session it is, if it has not ended.
    pub(crate) async fn session(
        &self,
        session: &str,
        now: u64,
    ) -> Result<Option<Person>, StoreError> {
        let row = sqlx::query(
            "SELECT person.id, name, name_key FROM session JOIN person ON person.id = person_id \
             WHERE session.id = $1 AND expires_at > $2",
        )
        .bind(session)
        .bind(now.cast_signed())
        .fetch_optional(&self.pool)
        .await?;
        row.map(|row| {
            let key: Option<String> = row.try_get("name_key")?;
            let id = PersonId(row.try_get("id")?);
            Ok(Person { id, name: row.try_get("name")?, is_guest: key.is_none() })
        })
        .transpose()
    }

    /// Forgets sessions that nobody has any more. A clock that is wrong must not take those that
    /// last: of a time that has come there is a newer session to tell.
    pub(crate) async fn forget_old_sessions(&self, now: u64) -> Result<(), StoreError> {
        let statement = sqlx::query(
            "DELETE FROM session WHERE expires_at <= $1 \
             AND expires_at <= (SELECT MAX(created_at) FROM session)",
        );
        statement.bind(now.cast_signed()).execute(&self.writer.pool).await?;
        Ok(())
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

async fn insert_session<'c>(
    executor: impl sqlx::Executor<'c, Database = sqlx::Any>,
    person: &PersonId,
    session: &str,
    now: u64,
    expires_at: u64,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO session (id, person_id, created_at, expires_at) VALUES ($1, $2, $3, $4)",
    )
    .bind(session)
    .bind(&person.0)
    .bind(now.cast_signed())
    .bind(expires_at.cast_signed())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Database;

    #[tokio::test]
    async fn old_sessions_are_forgotten() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&Database::Sqlite(folder.path().join("file"))).await.unwrap();
        let person = Person::new_guest();
        store.create_guest(&person, "old", 1_000, 2_000).await.unwrap();
        store.create_session(&person.id, "new", 2_000, 3_000).await.unwrap();
        store.forget_old_sessions(2_000).await.unwrap();
        assert_eq!(sessions(&store).await, ["new"]);
    }

    #[tokio::test]
    async fn a_clock_that_runs_ahead_takes_no_sessions() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&Database::Sqlite(folder.path().join("file"))).await.unwrap();
        let person = Person::new_guest();
        store.create_guest(&person, "one", 1_000, 2_000).await.unwrap();
        store.create_session(&person.id, "other", 1_500, 2_500).await.unwrap();
        store.forget_old_sessions(1_000_000).await.unwrap();
        assert_eq!(sessions(&store).await, ["one", "other"]);
    }

    async fn sessions(store: &Store) -> Vec<String> {
        let ids = sqlx::query_scalar("SELECT id FROM session ORDER BY id");
        ids.fetch_all(&store.pool).await.unwrap()
    }
}
