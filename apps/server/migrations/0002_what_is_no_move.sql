-- To find everything that somebody said without reading all the moves.
CREATE INDEX event_that_is_no_move ON event (table_id) WHERE ply IS NULL;
