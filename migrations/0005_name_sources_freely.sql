-- Which kinds of source there are is known to the program alone, so that a new one needs no other
-- schema; here a kind is a name. SQLite cannot change a CHECK, so the table is made anew. It is
-- filled before its triggers are made: epochs stay as they are, and tickets hold.
CREATE TEMP TABLE accounts_before AS
SELECT id, name, source, endpoint, contact, rate, epoch, is_current FROM main.accounts;

-- An id is never given twice, also not that of an account that is gone.
CREATE TEMP TABLE accounts_sequence AS
SELECT seq FROM main.sqlite_sequence WHERE name = 'accounts';

DROP TABLE main.accounts;

-- mutant kind-without-nul:
--   `AND instr(source, char(0)) = 0` -> `` (AccountsTests|AccountsMigrationTests)
-- mutant kind-form:
--   `AND source NOT GLOB '*[^a-z0-9-]*'` -> `` (AccountsTests|AccountsMigrationTests)
CREATE TABLE accounts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  source TEXT NOT NULL, -- the kind of source: open-library, file, http, …
  endpoint TEXT,
  contact TEXT,
  rate REAL, -- requests a second; NULL: the source's published rate; 9e999: no limit
  -- Triggers give a new epoch from one growing counter; a ticket holds for one epoch only.
  epoch INTEGER NOT NULL DEFAULT 0,
  is_current INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "an account needs a name" CHECK (trim(name) <> ''),
  CONSTRAINT "source is 1 to 32 lower-case letters, digits and hyphens" CHECK (
    length(CAST(source AS BLOB)) BETWEEN 1 AND 32 AND instr(source, char(0)) = 0
    AND source NOT GLOB '*[^a-z0-9-]*'),
  CONSTRAINT "rate is more than nothing" CHECK (rate > 0),
  CONSTRAINT "is_current is 0 or 1" CHECK (is_current IN (0, 1))
) STRICT;

INSERT INTO accounts (id, name, source, endpoint, contact, rate, epoch, is_current)
SELECT id, name, source, endpoint, contact, rate, epoch, is_current FROM temp.accounts_before;

DELETE FROM sqlite_sequence WHERE name = 'accounts';
INSERT INTO sqlite_sequence (name, seq) SELECT 'accounts', seq FROM temp.accounts_sequence;

DROP TABLE temp.accounts_before;
DROP TABLE temp.accounts_sequence;

CREATE UNIQUE INDEX accounts_current ON accounts (is_current) WHERE is_current = 1;

-- One account is current: who takes that place sends the other away first.
CREATE TRIGGER accounts_insert_current BEFORE INSERT ON accounts WHEN NEW.is_current = 1
BEGIN
  UPDATE accounts SET is_current = 0 WHERE is_current = 1;
END;

CREATE TRIGGER accounts_use BEFORE UPDATE OF is_current ON accounts
WHEN NEW.is_current = 1 AND OLD.is_current = 0
BEGIN
  UPDATE accounts SET is_current = 0 WHERE is_current = 1;
END;

CREATE TRIGGER accounts_insert AFTER INSERT ON accounts
BEGIN
  DELETE FROM tickets WHERE account = NEW.id;
  UPDATE settings SET value = value + 1 WHERE key = 'last_epoch';
  UPDATE accounts SET epoch = (SELECT value FROM settings WHERE key = 'last_epoch')
  WHERE id = NEW.id;
END;

-- An account that is left, or that asks another server, begins a new epoch.
CREATE TRIGGER accounts_end_epoch AFTER UPDATE OF is_current, source, endpoint ON accounts
WHEN (OLD.is_current = 1 AND NEW.is_current = 0)
  OR NEW.source IS NOT OLD.source OR NEW.endpoint IS NOT OLD.endpoint
BEGIN
  UPDATE settings SET value = value + 1 WHERE key = 'last_epoch';
  UPDATE accounts SET epoch = (SELECT value FROM settings WHERE key = 'last_epoch')
  WHERE id = NEW.id;
END;

CREATE TRIGGER accounts_epoch AFTER UPDATE OF epoch ON accounts WHEN NEW.epoch IS NOT OLD.epoch
BEGIN
  DELETE FROM tickets WHERE account = NEW.id;
END;

CREATE TRIGGER accounts_delete AFTER DELETE ON accounts
BEGIN
  DELETE FROM tickets WHERE account = OLD.id;
END;

CREATE TRIGGER accounts_guard AFTER UPDATE ON accounts WHEN NEW.id IS NOT OLD.id
BEGIN
  SELECT RAISE(ABORT, 'the id of an account cannot be changed');
END;

-- What a server gave to answer "unchanged" the next time says nothing to another server, which may
-- know another record under the same words.
-- mutant validators-forgotten:
--   `SET validators = NULL` -> `SET validators = validators` (AccountsTests)
CREATE TRIGGER accounts_forget_validators AFTER UPDATE OF source, endpoint ON accounts
WHEN NEW.source IS NOT OLD.source OR NEW.endpoint IS NOT OLD.endpoint
BEGIN
  UPDATE books SET validators = NULL WHERE account = NEW.id AND validators IS NOT NULL;
END;
