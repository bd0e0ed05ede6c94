-- Who took a seat or said something: found at once when the account is deleted, and refused from who is
-- no more.
ALTER TABLE event ADD COLUMN person_id TEXT REFERENCES person (id) ON DELETE SET NULL;

-- Ids have twelve characters, and seats are numbered up to six.
UPDATE event SET person_id = (SELECT id FROM person WHERE id = substr(body, 26, 12))
WHERE ply IS NULL AND body LIKE '{"type":"chat","person":"%';
UPDATE event SET person_id = (SELECT id FROM person WHERE id = substr(body, 34, 12))
WHERE ply IS NULL AND body LIKE '{"type":"sat","seat":_,"person":"%';

CREATE INDEX event_of_person ON event (person_id) WHERE person_id IS NOT NULL;
