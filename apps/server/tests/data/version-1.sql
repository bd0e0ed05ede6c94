-- A database as the first version made it: one person plays a game for both seats.
PRAGMA foreign_keys = OFF;
CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO "_sqlx_migrations" VALUES(1,'tables and people','2026-11-16 02:50:19',1,X'97D04F28A248A943B7989863CEDE8A34D01BCC3B01C1FA3E605862D9C7412C072E3FAADA9FE91D19C365A88AD3F06C9B',3652007);
CREATE TABLE event (
    table_id TEXT NOT NULL REFERENCES game_table (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    ply BIGINT,
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (table_id, number),
    UNIQUE (table_id, ply)
);
INSERT INTO "event" VALUES('YXuGAiAlKRYN',1,1,1794797421543,'{"type":"move","move":"O1n@e10"}');
INSERT INTO "event" VALUES('YXuGAiAlKRYN',2,NULL,1794797421608,'{"type":"move","move":"I2n@j4"}');
INSERT INTO "event" VALUES('YXuGAiAlKRYN',3,NULL,1794797421638,'{"type":"chat","person":"rtajjfcRMG35","text":"good luck"}');
INSERT INTO "event" VALUES('YXuGAiAlKRYN',4,NULL,1794797421651,'{"type":"offered","seat":1,"what":"takeback"}');
INSERT INTO "event" VALUES('YXuGAiAlKRYN',5,NULL,1794797421651,'{"type":"offered","seat":2,"what":"takeback"}');
INSERT INTO "event" VALUES('YXuGAiAlKRYN',6,NULL,1794797421651,'{"type":"taken-back","ply":1}');
INSERT INTO "event" VALUES('YXuGAiAlKRYN',7,2,1794797421678,'{"type":"move","move":"I3n@j4"}');
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
INSERT INTO "game_table" VALUES('YXuGAiAlKRYN','{"game":"blokus","options":{"free-start":"off","scoring":"advanced","seats":"2","variant":"duo"},"seats":[{"person":"rtajjfcRMG35"},{"person":"rtajjfcRMG35"}],"first":null,"is_private":false,"key":"1bCLQ5qJxVJdwuAKxjMbjscQ","has_hints":true,"seed":8720297633029917385,"host":"rtajjfcRMG35"}','blokus',0,'playing',1794797420714,1794797420714);
CREATE TABLE person (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    -- The name as it is compared; guests have none.
    name_key TEXT UNIQUE,
    password TEXT,
    created_at BIGINT NOT NULL
);
INSERT INTO "person" VALUES('rtajjfcRMG35','Guest 8008',NULL,NULL,1794797420695);
CREATE TABLE session (
    -- A hash: who reads the database cannot sign in with it.
    id TEXT PRIMARY KEY,
    person_id TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
INSERT INTO "session" VALUES('0cI8j-_3roDpbUEPgcAqzEBFBIMJovq-P8obfdBMQNY','rtajjfcRMG35',1794797420695,9000000000000000);
CREATE TABLE setting (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
INSERT INTO "setting" VALUES('seal','yO2fLcZLancOk1bESObP1Fsvgk1FjHUFkcHndHLAyo0');
CREATE TABLE sitting (
    table_id TEXT NOT NULL REFERENCES game_table (id) ON DELETE CASCADE,
    seat BIGINT NOT NULL,
    person_id TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    PRIMARY KEY (table_id, seat)
);
INSERT INTO "sitting" VALUES('YXuGAiAlKRYN',1,'rtajjfcRMG35');
INSERT INTO "sitting" VALUES('YXuGAiAlKRYN',2,'rtajjfcRMG35');
CREATE INDEX session_of_person ON session (person_id);
CREATE INDEX table_by_status ON game_table (status, changed_at);
CREATE INDEX sitting_of_person ON sitting (person_id);
