-- Who opened a table, from which address (a keyed hash, not the address itself), and until when a table
-- that waits for players is listed: for limits and lists that need not read every plan.
ALTER TABLE game_table ADD COLUMN host TEXT;
ALTER TABLE game_table ADD COLUMN origin TEXT;
ALTER TABLE game_table ADD COLUMN is_for_bots INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game_table ADD COLUMN listed_until BIGINT NOT NULL DEFAULT 0;

-- A plan ends with its host, whose id has twelve characters.
UPDATE game_table SET host = substr(plan, length(plan) - 13, 12)
WHERE plan LIKE '%"host":"____________"}';
UPDATE game_table SET is_for_bots = 1
WHERE plan NOT LIKE '%{"person":%' AND plan NOT LIKE '%"open"%' AND plan NOT LIKE '%"invited"%';

CREATE INDEX table_of_host ON game_table (host, status);
CREATE INDEX table_of_origin ON game_table (origin, status);

-- Whether a bot is to move after the event: a start opens only such tables. Unknown of older events.
ALTER TABLE event ADD COLUMN is_before_bot INTEGER;

-- The address at which a person was made or signed in last, as a keyed hash.
ALTER TABLE person ADD COLUMN origin TEXT;
CREATE INDEX person_of_origin ON person (origin);

-- What a person needs to recognize a sign-in: when it was used last, and by which browser.
ALTER TABLE session ADD COLUMN seen_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN agent TEXT NOT NULL DEFAULT '';
UPDATE session SET seen_at = created_at;

-- What must still be done after a transaction, written by the same transaction: the seats of a deleted
-- person are given up at every table. It is worked off at once, or after the next start.
CREATE TABLE follow_up (
    table_id TEXT NOT NULL REFERENCES game_table (id) ON DELETE CASCADE,
    person_id TEXT NOT NULL,
    PRIMARY KEY (table_id, person_id)
);

CREATE INDEX follow_up_of_person ON follow_up (person_id);

-- Codes by which somebody gets a new password, each once. Hashes: the codes are random and long.
CREATE TABLE recovery_code (
    person_id TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    hash TEXT NOT NULL,
    PRIMARY KEY (person_id, hash)
);

-- Passkeys: public keys, as JSON.
CREATE TABLE passkey (
    id TEXT PRIMARY KEY,
    person_id TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    used_at BIGINT NOT NULL
);

CREATE INDEX passkey_of_person ON passkey (person_id);
