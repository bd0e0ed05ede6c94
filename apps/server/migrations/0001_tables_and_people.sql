-- One set of statements for SQLite and PostgreSQL: text, whole numbers, and nothing else.

CREATE TABLE setting (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);

CREATE TABLE person (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    -- The name as it is compared; guests have none.
    name_key TEXT UNIQUE,
    password TEXT,
    created_at BIGINT NOT NULL
);

CREATE TABLE session (
    -- A hash: who reads the database cannot sign in with it.
    id TEXT PRIMARY KEY,
    person_id TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

CREATE INDEX session_of_person ON session (person_id);

CREATE TABLE game_table (
    id TEXT PRIMARY KEY,
    -- How it was opened, as JSON.
    plan TEXT NOT NULL,
    game TEXT NOT NULL,
    is_private INTEGER NOT NULL,
    -- waiting, playing, over or aborted
    status TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
);

CREATE INDEX table_by_status ON game_table (status, changed_at);

-- What happened at a table, in order. Two writers cannot both add the event of one number, nor
-- both play the move of one ply, so that a game never forks. A move that is taken back keeps its
-- number and gives up its ply.
CREATE TABLE event (
    table_id TEXT NOT NULL REFERENCES game_table (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    ply BIGINT,
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, number),
    UNIQUE (table_id, ply)
);

-- Who plays where, for lists of games.
CREATE TABLE sitting (
    table_id TEXT NOT NULL REFERENCES game_table (id) ON DELETE CASCADE,
    seat BIGINT NOT NULL,
    person_id TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    PRIMARY KEY (table_id, seat)
);

CREATE INDEX sitting_of_person ON sitting (person_id);
