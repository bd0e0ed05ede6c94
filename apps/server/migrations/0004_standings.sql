-- How a game stood when its status changed last, as JSON, for lists: its result, when it is over.
ALTER TABLE game_table ADD COLUMN standing TEXT;
