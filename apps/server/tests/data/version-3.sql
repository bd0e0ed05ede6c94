-- A database as the third version made it: games of all four kinds with every kind of event.
PRAGMA foreign_keys = OFF;
CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO "_sqlx_migrations" VALUES(1,'tables and people','2026-11-19 14:21:28',1,X'97D04F28A248A943B7989863CEDE8A34D01BCC3B01C1FA3E605862D9C7412C072E3FAADA9FE91D19C365A88AD3F06C9B',1878221);
INSERT INTO "_sqlx_migrations" VALUES(2,'what is no move','2026-11-19 14:21:28',1,X'E72A4280EB73EDCBBE579E038840FE466C6875B3F712247AEEAEEC4CB3238685DA42932F1C39CEA575AA9BF9A2857CE1',531743);
INSERT INTO "_sqlx_migrations" VALUES(3,'who did it','2026-11-19 14:21:28',1,X'8695CF944E8D0C40840C69DB656D31B490490128D4D8AC3BFA26231921FC2D69F40646C65A9486ECA6B4599BF85A19AF',660595);
CREATE TABLE setting (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
);
INSERT INTO "setting" VALUES('seal','_FAZXR-axNGWpPCuOvT-WRUNYBtTzSOScs03fQ9uxqU');
CREATE TABLE person (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    -- The name as it is compared; guests have none.
    name_key TEXT UNIQUE,
    password TEXT,
    created_at BIGINT NOT NULL
);
INSERT INTO "person" VALUES('ks5IxEVzvaLI','Ada','ada','$argon2id$v=19$m=19456,t=2,p=1$O2egM449S/dVT+3sOxAG4A$AKwd/J0zwuRmSIyz7pNLw3ky52gyweY4SjSLa23YPhc',1795098088188);
INSERT INTO "person" VALUES('ZRYXqMGdJpbX','Guest 1652',NULL,NULL,1795098088195);
CREATE TABLE session (
    -- A hash: who reads the database cannot sign in with it.
    id TEXT PRIMARY KEY,
    person_id TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
INSERT INTO "session" VALUES('qlN4ZmQb2ZbWa2Ft69TdE2uY5gR7s8W1puzrwHviI70','ks5IxEVzvaLI',1795098088190,9000000000000000);
INSERT INTO "session" VALUES('sN1lis5hqeGJlBml_qTbcfVYuJXofk-khElOSNBFLdE','ZRYXqMGdJpbX',1795098088195,9000000000000000);
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
INSERT INTO "game_table" VALUES('Gi9qXtHc_Xms','{"game":"coerceo","options":{"board-only":"off","cost":"2","exchange-collects":"off","stalemate":"draw","variant":"laurentius"},"seats":[{"person":"ks5IxEVzvaLI"},"open"],"first":{"player":1,"told":"the coin shows heads"},"is_private":false,"key":"PlZ0Tcw6OvTRK9lOEh7StuAF","has_hints":true,"seed":564204050131896689,"host":"ks5IxEVzvaLI"}','coerceo',0,'over',1795098088193,1795098088226);
INSERT INTO "game_table" VALUES('-0P3PMeZ7aON','{"game":"coerceo","options":{"board-only":"off","cost":"2","exchange-collects":"off","stalemate":"draw","variant":"laurentius"},"seats":[{"person":"ZRYXqMGdJpbX"},{"person":"ks5IxEVzvaLI"}],"first":null,"is_private":false,"key":"MlHsIJADfeMV6uX2w7ycZWWv","has_hints":true,"seed":15318777489987322344,"host":"ks5IxEVzvaLI"}','coerceo',0,'playing',1795098088231,1795098088231);
INSERT INTO "game_table" VALUES('hmoO7-1pRkYf','{"game":"triominos","options":{"blocked-score":"others-minus-own","blocked-winner":"points","bridge":"any","bridge-with-hexagon":"off","game-winner":"round-winner-first","hands":"dealt","hexagon":"50/60/70","max-draws":"3","pass-penalty-empty-pile":"on","seats":"2","single-round":"off","starter":"highest-triple","target":"400","voluntary-draw":"on"},"seats":[{"person":"ks5IxEVzvaLI"},{"person":"ks5IxEVzvaLI"}],"first":null,"is_private":true,"key":"qg59Fk6E-5K-GsImOv2aIq7g","has_hints":true,"seed":2548344681334342690,"host":"ks5IxEVzvaLI"}','triominos',1,'playing',1795098088232,1795098088232);
INSERT INTO "game_table" VALUES('8CKCs3TFGPIW','{"game":"blokus","options":{"free-start":"off","scoring":"advanced","seats":"2","variant":"duo"},"seats":[{"person":"ks5IxEVzvaLI"},{"bot":"level:1"}],"first":null,"is_private":false,"key":"H5K-RM3eXCBxvDbUiN2oFDF-","has_hints":false,"seed":7661939847989081035,"host":"ks5IxEVzvaLI"}','blokus',0,'over',1795098088243,1795098088298);
INSERT INTO "game_table" VALUES('ia5PUSZkzY19','{"game":"blokus","options":{"free-start":"off","scoring":"advanced","seats":"4","variant":"classic"},"seats":[{"person":"ks5IxEVzvaLI"},"open","invited","open"],"first":null,"is_private":false,"key":"m_97YG1RUc7cj8y56VIIllc5","has_hints":true,"seed":14173672434554731981,"host":"ks5IxEVzvaLI"}','blokus',0,'waiting',1795098088301,1795098088301);
INSERT INTO "game_table" VALUES('QfuPhsCKLNpo','{"game":"aquapipe","options":{"board-only":"off","four-rows":"on","move-after":"each","u-pipes":"small-medium","variant":"3x3"},"seats":[{"person":"ks5IxEVzvaLI"},"invited"],"first":null,"is_private":false,"key":"y-IC5kdBOGJU7NbTLNLihTQF","has_hints":true,"seed":4382879621730472382,"host":"ks5IxEVzvaLI"}','aquapipe',0,'aborted',1795098088312,1795098088317);
INSERT INTO "game_table" VALUES('NGeraWht417Y','{"game":"aquapipe","options":{"board-only":"off","four-rows":"on","move-after":"each","u-pipes":"small-medium","variant":"4x4"},"seats":[{"person":"ks5IxEVzvaLI"},{"person":"ks5IxEVzvaLI"}],"first":{"player":2,"told":"as chosen"},"is_private":false,"key":"jYhK_3DnF_eOr9w9V4eyouLI","has_hints":true,"seed":9667510106220563515,"host":"ks5IxEVzvaLI"}','aquapipe',0,'playing',1795098088321,1795098088321);
CREATE TABLE event (
    table_id TEXT NOT NULL REFERENCES game_table (id) ON DELETE CASCADE,
    number BIGINT NOT NULL,
    ply BIGINT,
    at BIGINT NOT NULL,
    body TEXT NOT NULL, person_id TEXT REFERENCES person (id) ON DELETE SET NULL,
    PRIMARY KEY (table_id, number),
    UNIQUE (table_id, ply)
);
INSERT INTO "event" VALUES('Gi9qXtHc_Xms',1,NULL,1795098088196,'{"type":"sat","seat":2,"person":"ZRYXqMGdJpbX"}','ZRYXqMGdJpbX');
INSERT INTO "event" VALUES('Gi9qXtHc_Xms',2,NULL,1795098088200,'{"type":"chat","person":"ks5IxEVzvaLI","text":"good luck"}','ks5IxEVzvaLI');
INSERT INTO "event" VALUES('Gi9qXtHc_Xms',3,1,1795098088203,'{"type":"move","move":"00:W1-00:W3"}',NULL);
INSERT INTO "event" VALUES('Gi9qXtHc_Xms',4,2,1795098088206,'{"type":"move","move":"01:B2-01:B0"}',NULL);
INSERT INTO "event" VALUES('Gi9qXtHc_Xms',5,NULL,1795098088210,'{"type":"move","move":"00:W3-00:W1"}',NULL);
INSERT INTO "event" VALUES('Gi9qXtHc_Xms',6,NULL,1795098088213,'{"type":"offered","seat":1,"what":"takeback"}',NULL);
INSERT INTO "event" VALUES('Gi9qXtHc_Xms',7,NULL,1795098088217,'{"type":"declined","seat":2,"what":"takeback"}',NULL);
INSERT INTO "event" VALUES('Gi9qXtHc_Xms',8,NULL,1795098088218,'{"type":"offered","seat":1,"what":"takeback"}',NULL);
INSERT INTO "event" VALUES('Gi9qXtHc_Xms',9,NULL,1795098088221,'{"type":"offered","seat":2,"what":"takeback"}',NULL);
INSERT INTO "event" VALUES('Gi9qXtHc_Xms',10,NULL,1795098088221,'{"type":"taken-back","ply":2}',NULL);
INSERT INTO "event" VALUES('Gi9qXtHc_Xms',11,3,1795098088224,'{"type":"move","move":"00:W3-00:W1"}',NULL);
INSERT INTO "event" VALUES('Gi9qXtHc_Xms',12,NULL,1795098088225,'{"type":"offered","seat":1,"what":"draw"}',NULL);
INSERT INTO "event" VALUES('Gi9qXtHc_Xms',13,NULL,1795098088226,'{"type":"offered","seat":2,"what":"draw"}',NULL);
INSERT INTO "event" VALUES('Gi9qXtHc_Xms',14,NULL,1795098088226,'{"type":"ended","seat":1,"ending":"agreed-draw"}',NULL);
INSERT INTO "event" VALUES('Gi9qXtHc_Xms',15,NULL,1795098088226,'{"type":"ended","seat":2,"ending":"agreed-draw"}',NULL);
INSERT INTO "event" VALUES('Gi9qXtHc_Xms',16,NULL,1795098088227,'{"type":"offered","seat":1,"what":"rematch"}',NULL);
INSERT INTO "event" VALUES('Gi9qXtHc_Xms',17,NULL,1795098088229,'{"type":"offered","seat":2,"what":"rematch"}',NULL);
INSERT INTO "event" VALUES('Gi9qXtHc_Xms',18,NULL,1795098088231,'{"type":"rematch","table":"-0P3PMeZ7aON"}',NULL);
INSERT INTO "event" VALUES('hmoO7-1pRkYf',1,1,1795098088233,'{"type":"move","move":"deal:2-3-5"}',NULL);
INSERT INTO "event" VALUES('hmoO7-1pRkYf',2,2,1795098088233,'{"type":"move","move":"deal:0-1-1"}',NULL);
INSERT INTO "event" VALUES('hmoO7-1pRkYf',3,3,1795098088233,'{"type":"move","move":"deal:3-3-3"}',NULL);
INSERT INTO "event" VALUES('hmoO7-1pRkYf',4,4,1795098088233,'{"type":"move","move":"deal:4-5-5"}',NULL);
INSERT INTO "event" VALUES('hmoO7-1pRkYf',5,5,1795098088233,'{"type":"move","move":"deal:1-1-4"}',NULL);
INSERT INTO "event" VALUES('hmoO7-1pRkYf',6,6,1795098088233,'{"type":"move","move":"deal:1-1-1"}',NULL);
INSERT INTO "event" VALUES('hmoO7-1pRkYf',7,7,1795098088233,'{"type":"move","move":"deal:0-3-4"}',NULL);
INSERT INTO "event" VALUES('hmoO7-1pRkYf',8,8,1795098088233,'{"type":"move","move":"deal:3-3-5"}',NULL);
INSERT INTO "event" VALUES('hmoO7-1pRkYf',9,9,1795098088233,'{"type":"move","move":"deal:0-2-3"}',NULL);
INSERT INTO "event" VALUES('hmoO7-1pRkYf',10,10,1795098088233,'{"type":"move","move":"deal:2-2-4"}',NULL);
INSERT INTO "event" VALUES('hmoO7-1pRkYf',11,11,1795098088233,'{"type":"move","move":"deal:4-4-5"}',NULL);
INSERT INTO "event" VALUES('hmoO7-1pRkYf',12,12,1795098088233,'{"type":"move","move":"deal:1-1-5"}',NULL);
INSERT INTO "event" VALUES('hmoO7-1pRkYf',13,13,1795098088233,'{"type":"move","move":"deal:1-5-5"}',NULL);
INSERT INTO "event" VALUES('hmoO7-1pRkYf',14,14,1795098088233,'{"type":"move","move":"deal:1-2-3"}',NULL);
INSERT INTO "event" VALUES('hmoO7-1pRkYf',15,15,1795098088233,'{"type":"move","move":"deal:2-4-5"}',NULL);
INSERT INTO "event" VALUES('hmoO7-1pRkYf',16,16,1795098088233,'{"type":"move","move":"deal:0-5-5"}',NULL);
INSERT INTO "event" VALUES('hmoO7-1pRkYf',17,17,1795098088233,'{"type":"move","move":"deal:1-3-3"}',NULL);
INSERT INTO "event" VALUES('hmoO7-1pRkYf',18,18,1795098088233,'{"type":"move","move":"deal:0-1-4"}',NULL);
INSERT INTO "event" VALUES('hmoO7-1pRkYf',19,19,1795098088235,'{"type":"move","move":"3-3-3:ABC@0,0"}',NULL);
INSERT INTO "event" VALUES('hmoO7-1pRkYf',20,20,1795098088237,'{"type":"move","move":"draw"}',NULL);
INSERT INTO "event" VALUES('hmoO7-1pRkYf',21,21,1795098088237,'{"type":"move","move":"drawn:4-4-4"}',NULL);
INSERT INTO "event" VALUES('hmoO7-1pRkYf',22,22,1795098088239,'{"type":"move","move":"draw"}',NULL);
INSERT INTO "event" VALUES('hmoO7-1pRkYf',23,23,1795098088239,'{"type":"move","move":"drawn:1-4-4"}',NULL);
INSERT INTO "event" VALUES('hmoO7-1pRkYf',24,24,1795098088242,'{"type":"move","move":"draw"}',NULL);
INSERT INTO "event" VALUES('hmoO7-1pRkYf',25,25,1795098088242,'{"type":"move","move":"drawn:1-1-3"}',NULL);
INSERT INTO "event" VALUES('8CKCs3TFGPIW',1,1,1795098088244,'{"type":"move","move":"O1n@e10"}',NULL);
INSERT INTO "event" VALUES('8CKCs3TFGPIW',2,2,1795098088247,'{"type":"move","move":"Z5ef@h5"}',NULL);
INSERT INTO "event" VALUES('8CKCs3TFGPIW',3,NULL,1795098088298,'{"type":"ended","seat":1,"ending":"resigned"}',NULL);
INSERT INTO "event" VALUES('ia5PUSZkzY19',1,NULL,1795098088303,'{"type":"sat","seat":2,"person":"ZRYXqMGdJpbX"}','ZRYXqMGdJpbX');
INSERT INTO "event" VALUES('ia5PUSZkzY19',2,NULL,1795098088305,'{"type":"left","seat":2}',NULL);
INSERT INTO "event" VALUES('ia5PUSZkzY19',3,NULL,1795098088309,'{"type":"sat","seat":4,"person":"ZRYXqMGdJpbX"}','ZRYXqMGdJpbX');
INSERT INTO "event" VALUES('QfuPhsCKLNpo',1,NULL,1795098088317,'{"type":"aborted"}',NULL);
INSERT INTO "event" VALUES('NGeraWht417Y',1,1,1795098088327,'{"type":"move","move":"L@a1"}',NULL);
INSERT INTO "event" VALUES('NGeraWht417Y',2,2,1795098088342,'{"type":"move","move":"L@b1"}',NULL);
CREATE TABLE sitting (
    table_id TEXT NOT NULL REFERENCES game_table (id) ON DELETE CASCADE,
    seat BIGINT NOT NULL,
    person_id TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    PRIMARY KEY (table_id, seat)
);
INSERT INTO "sitting" VALUES('Gi9qXtHc_Xms',1,'ks5IxEVzvaLI');
INSERT INTO "sitting" VALUES('Gi9qXtHc_Xms',2,'ZRYXqMGdJpbX');
INSERT INTO "sitting" VALUES('-0P3PMeZ7aON',1,'ZRYXqMGdJpbX');
INSERT INTO "sitting" VALUES('-0P3PMeZ7aON',2,'ks5IxEVzvaLI');
INSERT INTO "sitting" VALUES('hmoO7-1pRkYf',1,'ks5IxEVzvaLI');
INSERT INTO "sitting" VALUES('hmoO7-1pRkYf',2,'ks5IxEVzvaLI');
INSERT INTO "sitting" VALUES('8CKCs3TFGPIW',1,'ks5IxEVzvaLI');
INSERT INTO "sitting" VALUES('ia5PUSZkzY19',1,'ks5IxEVzvaLI');
INSERT INTO "sitting" VALUES('ia5PUSZkzY19',4,'ZRYXqMGdJpbX');
INSERT INTO "sitting" VALUES('QfuPhsCKLNpo',1,'ks5IxEVzvaLI');
INSERT INTO "sitting" VALUES('NGeraWht417Y',1,'ks5IxEVzvaLI');
INSERT INTO "sitting" VALUES('NGeraWht417Y',2,'ks5IxEVzvaLI');
CREATE INDEX session_of_person ON session (person_id);
CREATE INDEX table_by_status ON game_table (status, changed_at);
CREATE INDEX sitting_of_person ON sitting (person_id);
CREATE INDEX event_that_is_no_move ON event (table_id) WHERE ply IS NULL;
CREATE INDEX event_of_person ON event (person_id) WHERE person_id IS NOT NULL;
