-- The catalogue: one table of books, one row a book, and what is needed around it.
--
-- Who said what stands in three JSON columns (typed, fetched, imported). What is shown, and what
-- queries use, is derived from them by SQLite itself. People read and edit the view `catalogue`.
-- Built-in functions only, so that any sqlite3 program can read and write this file.

-- "lctl": tells a library from a database of another program.
PRAGMA application_id = 1818457196;

-- Which migrations were applied: `PRAGMA user_version` is the number of the last one.
CREATE TABLE schema_migrations (
  name TEXT PRIMARY KEY NOT NULL,
  checksum TEXT NOT NULL,
  applied_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))
) STRICT;

-- last_epoch: the counter from which accounts draw their epochs.
-- indexed_through: the last entry of `changes` for which keys and search index are right.
-- running_change_set: stands here only inside a write transaction; triggers read it.
CREATE TABLE settings (
  key TEXT PRIMARY KEY NOT NULL,
  value ANY,
  CONSTRAINT "last_epoch, indexed_through and log_mark are whole numbers" CHECK (
    key NOT IN ('last_epoch', 'indexed_through', 'log_mark')
    OR typeof(value) = 'integer' AND value >= 0)
) STRICT, WITHOUT ROWID;

INSERT INTO settings (key, value) VALUES ('last_epoch', 0), ('indexed_through', 0);

-- Accounts: where titles are asked for, and whose books are whose.

CREATE TABLE accounts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  source TEXT NOT NULL,
  endpoint TEXT,
  contact TEXT,
  rate REAL, -- requests a second; NULL: the source's published rate; 9e999: no limit
  -- Triggers give a new epoch from one growing counter; a ticket holds for one epoch only.
  epoch INTEGER NOT NULL DEFAULT 0,
  is_current INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "an account needs a name" CHECK (trim(name) <> ''),
  CONSTRAINT "source is open-library, file or http" CHECK (
    source IN ('open-library', 'file', 'http')),
  CONSTRAINT "rate is more than nothing" CHECK (rate > 0),
  CONSTRAINT "is_current is 0 or 1" CHECK (is_current IN (0, 1))
) STRICT;

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

-- Books

-- mutant pages-and-copies:
--   `typed->>'$.pages' >= 0 AND` -> `1 OR` (TableByHandTests|ViewByHandTests)
CREATE TABLE books (
  number INTEGER PRIMARY KEY AUTOINCREMENT, -- what people type; never given twice
  -- A UUID of version 7 (RFC 9562); the default is for rows made by hand. The trigger
  -- books_insert keeps it unique: for UNIQUE, REPLACE would delete the other row without a trace.
  id TEXT NOT NULL DEFAULT (
    substr(printf('%012x', CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)), 1, 8)
    || '-'
    || substr(printf('%012x', CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)), 9, 4)
    || '-7' || substr(lower(hex(randomblob(2))), 2)
    || '-' || substr('89ab', 1 + (random() & 3), 1) || substr(lower(hex(randomblob(2))), 2)
    || '-' || lower(hex(randomblob(6)))),
  account INTEGER NOT NULL REFERENCES accounts (id),
  isbn TEXT, -- thirteen digits
  -- Tells this row from another that had or will have its number. Removal sets a new one.
  incarnation TEXT NOT NULL DEFAULT (lower(hex(randomblob(8)))),
  origin_key TEXT, -- the row's identity in the file that it came from: 'goodreads:123'

  -- Who said what. Typed beats fetched beats imported, field by field. In typed, '' and [] mean
  -- "said to be empty", and null means nothing said.
  typed TEXT NOT NULL DEFAULT '{}',
  fetched TEXT NOT NULL DEFAULT '{}',
  imported TEXT NOT NULL DEFAULT '{}',

  -- What is shown. A list is a JSON array.
  title TEXT GENERATED ALWAYS AS (
    nullif(coalesce(typed->>'$.title', fetched->>'$.title', imported->>'$.title'), '')) STORED,
  subtitle TEXT GENERATED ALWAYS AS (
    nullif(coalesce(typed->>'$.subtitle', fetched->>'$.subtitle', imported->>'$.subtitle'), '')) STORED,
  authors TEXT GENERATED ALWAYS AS (
    nullif(coalesce(typed->>'$.authors', fetched->>'$.authors', imported->>'$.authors'), '[]')) STORED,
  -- With their roles, of the origin that gives the authors.
  contributors TEXT GENERATED ALWAYS AS (
    nullif(CASE
      WHEN typed->>'$.authors' IS NOT NULL THEN typed->>'$.contributors'
      WHEN fetched->>'$.authors' IS NOT NULL THEN fetched->>'$.contributors'
      ELSE imported->>'$.contributors' END, '[]')) VIRTUAL,
  publisher TEXT GENERATED ALWAYS AS (
    nullif(coalesce(typed->>'$.publisher', fetched->>'$.publisher', imported->>'$.publisher'), '')) STORED,
  published TEXT GENERATED ALWAYS AS (
    nullif(coalesce(typed->>'$.published', fetched->>'$.published', imported->>'$.published'), '')) STORED,
  language TEXT GENERATED ALWAYS AS (
    nullif(coalesce(typed->>'$.language', fetched->>'$.language', imported->>'$.language'), '')) STORED,
  pages INTEGER GENERATED ALWAYS AS (
    nullif(coalesce(typed->>'$.pages', fetched->>'$.pages', imported->>'$.pages'), '')) STORED,
  series TEXT GENERATED ALWAYS AS (
    nullif(coalesce(typed->>'$.series', fetched->>'$.series', imported->>'$.series'), '')) STORED,
  -- The number that the series' origin gives, unless another was typed.
  series_number TEXT GENERATED ALWAYS AS (
    nullif(coalesce(typed->>'$.series_number', CASE
      WHEN typed->>'$.series' IS NOT NULL THEN NULL
      WHEN fetched->>'$.series' IS NOT NULL THEN fetched->>'$.series_number'
      ELSE imported->>'$.series_number' END), '')) STORED,
  subjects TEXT GENERATED ALWAYS AS (
    nullif(coalesce(typed->>'$.subjects', fetched->>'$.subjects', imported->>'$.subjects'), '[]')) STORED,
  tags TEXT GENERATED ALWAYS AS (
    nullif(coalesce(typed->>'$.tags', fetched->>'$.tags', imported->>'$.tags'), '[]')) STORED,
  rating ANY GENERATED ALWAYS AS (
    nullif(coalesce(typed->>'$.rating', fetched->>'$.rating', imported->>'$.rating'), '')) STORED,
  shelf TEXT GENERATED ALWAYS AS (
    nullif(coalesce(typed->>'$.shelf', fetched->>'$.shelf', imported->>'$.shelf'), '')) STORED,
  notes TEXT GENERATED ALWAYS AS (
    nullif(coalesce(typed->>'$.notes', fetched->>'$.notes', imported->>'$.notes'), '')) STORED,
  review TEXT GENERATED ALWAYS AS (
    nullif(coalesce(typed->>'$.review', fetched->>'$.review', imported->>'$.review'), '')) STORED,
  started_at TEXT GENERATED ALWAYS AS (
    nullif(coalesce(typed->>'$.started_at', fetched->>'$.started_at', imported->>'$.started_at'), '')) STORED,
  read_at TEXT GENERATED ALWAYS AS (
    nullif(coalesce(typed->>'$.read_at', fetched->>'$.read_at', imported->>'$.read_at'), '[]')) STORED,
  copies INTEGER GENERATED ALWAYS AS (
    nullif(coalesce(typed->>'$.copies', fetched->>'$.copies', imported->>'$.copies'), '')) STORED,
  location TEXT GENERATED ALWAYS AS (
    nullif(coalesce(typed->>'$.location', fetched->>'$.location', imported->>'$.location'), '')) STORED,
  binding TEXT GENERATED ALWAYS AS (
    nullif(coalesce(typed->>'$.binding', fetched->>'$.binding', imported->>'$.binding'), '')) STORED,
  -- Merged key by key; a null in typed takes a key away.
  identifiers TEXT GENERATED ALWAYS AS (
    nullif(json_patch(
      json_patch(
        coalesce(imported->>'$.identifiers', '{}'), coalesce(fetched->>'$.identifiers', '{}')),
      coalesce(typed->>'$.identifiers', '{}')), '{}')) STORED,

  -- Kept by the program, which folds case and accents better than SQLite can.
  title_key TEXT,
  author_key TEXT,
  year INTEGER, -- from published, when plausible

  added_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  edited_at TEXT,
  removed_at TEXT, -- in the trash since then

  sync_state TEXT NOT NULL DEFAULT 'never',
  sync_at TEXT, -- failed: when to try again; fetched, not-found: when the source answered
  sync_detail TEXT, -- why it failed
  source_key TEXT, -- the record's key in its source
  validators TEXT, -- what the source wants to see again to answer "unchanged"
  fetched_at TEXT, -- when the source last gave or confirmed what is in fetched

  -- A table needs a CHECK, or SQLite 3.40 does not look at the types of generated columns.
  CONSTRAINT "number is more than 0" CHECK (number > 0),
  CONSTRAINT "id is a UUID in lower case" CHECK (
    id GLOB '????????-????-????-????-????????????' AND id NOT GLOB '*[^0-9a-f-]*'),
  CONSTRAINT "isbn is not a valid ISBN-13 (13 digits without hyphens)" CHECK (
    length(isbn) = 13 AND isbn GLOB '97[89]*' AND isbn NOT GLOB '*[^0-9]*'
    AND (substr(isbn, 1, 1) + substr(isbn, 3, 1) + substr(isbn, 5, 1) + substr(isbn, 7, 1)
      + substr(isbn, 9, 1) + substr(isbn, 11, 1) + substr(isbn, 13, 1)
      + 3 * (substr(isbn, 2, 1) + substr(isbn, 4, 1) + substr(isbn, 6, 1) + substr(isbn, 8, 1)
        + substr(isbn, 10, 1) + substr(isbn, 12, 1))) % 10 = 0),
  CONSTRAINT "incarnation is 16 hexadecimal digits" CHECK (
    length(incarnation) = 16 AND incarnation NOT GLOB '*[^0-9a-f]*'),
  CONSTRAINT "a field in typed has the wrong type" CHECK (
    typed = '{}' OR json_type(typed) = 'object'
      AND json_type(typed, '$.title') IN ('text', 'null')
      AND json_type(typed, '$.subtitle') IN ('text', 'null')
      AND json_type(typed, '$.publisher') IN ('text', 'null')
      AND json_type(typed, '$.published') IN ('text', 'null')
      AND json_type(typed, '$.language') IN ('text', 'null')
      AND json_type(typed, '$.series') IN ('text', 'null')
      AND json_type(typed, '$.series_number') IN ('text', 'null')
      AND json_type(typed, '$.shelf') IN ('text', 'null')
      AND json_type(typed, '$.notes') IN ('text', 'null')
      AND json_type(typed, '$.review') IN ('text', 'null')
      AND json_type(typed, '$.started_at') IN ('text', 'null')
      AND json_type(typed, '$.location') IN ('text', 'null')
      AND json_type(typed, '$.binding') IN ('text', 'null')
      AND json_type(typed, '$.authors') IN ('array', 'null')
      AND json_type(typed, '$.contributors') IN ('array', 'null')
      AND json_type(typed, '$.subjects') IN ('array', 'null')
      AND json_type(typed, '$.tags') IN ('array', 'null')
      AND json_type(typed, '$.read_at') IN ('array', 'null')
      AND (json_type(typed, '$.pages') IN ('integer', 'null') OR typed->>'$.pages' = '')
      AND (json_type(typed, '$.copies') IN ('integer', 'null') OR typed->>'$.copies' = '')
      AND (json_type(typed, '$.rating') IN ('integer', 'real', 'null') OR typed->>'$.rating' = '')
      AND json_type(typed, '$.identifiers') IN ('object', 'null')
      AND json_type(typed, '$.raw') IN ('object', 'null')),
  CONSTRAINT "a field in fetched has the wrong type" CHECK (
    fetched = '{}' OR json_type(fetched) = 'object'
      AND json_type(fetched, '$.title') = 'text'
      AND json_type(fetched, '$.subtitle') = 'text'
      AND json_type(fetched, '$.publisher') = 'text'
      AND json_type(fetched, '$.published') = 'text'
      AND json_type(fetched, '$.language') = 'text'
      AND json_type(fetched, '$.series') = 'text'
      AND json_type(fetched, '$.series_number') = 'text'
      AND json_type(fetched, '$.shelf') = 'text'
      AND json_type(fetched, '$.notes') = 'text'
      AND json_type(fetched, '$.review') = 'text'
      AND json_type(fetched, '$.started_at') = 'text'
      AND json_type(fetched, '$.location') = 'text'
      AND json_type(fetched, '$.binding') = 'text'
      AND json_type(fetched, '$.authors') = 'array'
      AND json_type(fetched, '$.contributors') = 'array'
      AND json_type(fetched, '$.subjects') = 'array'
      AND json_type(fetched, '$.tags') = 'array'
      AND json_type(fetched, '$.read_at') = 'array'
      AND json_type(fetched, '$.pages') = 'integer'
      AND json_type(fetched, '$.copies') = 'integer'
      AND json_type(fetched, '$.rating') IN ('integer', 'real')
      AND json_type(fetched, '$.identifiers') = 'object'
      AND json_type(fetched, '$.raw') = 'object'),
  CONSTRAINT "a field in imported has the wrong type" CHECK (
    imported = '{}' OR json_type(imported) = 'object'
      AND json_type(imported, '$.title') = 'text'
      AND json_type(imported, '$.subtitle') = 'text'
      AND json_type(imported, '$.publisher') = 'text'
      AND json_type(imported, '$.published') = 'text'
      AND json_type(imported, '$.language') = 'text'
      AND json_type(imported, '$.series') = 'text'
      AND json_type(imported, '$.series_number') = 'text'
      AND json_type(imported, '$.shelf') = 'text'
      AND json_type(imported, '$.notes') = 'text'
      AND json_type(imported, '$.review') = 'text'
      AND json_type(imported, '$.started_at') = 'text'
      AND json_type(imported, '$.location') = 'text'
      AND json_type(imported, '$.binding') = 'text'
      AND json_type(imported, '$.authors') = 'array'
      AND json_type(imported, '$.contributors') = 'array'
      AND json_type(imported, '$.subjects') = 'array'
      AND json_type(imported, '$.tags') = 'array'
      AND json_type(imported, '$.read_at') = 'array'
      AND json_type(imported, '$.pages') = 'integer'
      AND json_type(imported, '$.copies') = 'integer'
      AND json_type(imported, '$.rating') IN ('integer', 'real')
      AND json_type(imported, '$.identifiers') = 'object'
      AND json_type(imported, '$.raw') = 'object'),
  -- Of each origin: what is hidden now must not come into the way later.
  CONSTRAINT "pages is 0 or more" CHECK (
    typed->>'$.pages' >= 0 AND fetched->>'$.pages' >= 0 AND imported->>'$.pages' >= 0),
  CONSTRAINT "copies is 0 or more" CHECK (
    typed->>'$.copies' >= 0 AND fetched->>'$.copies' >= 0 AND imported->>'$.copies' >= 0),
  CONSTRAINT "rating is 0 to 5" CHECK (rating BETWEEN 0 AND 5),
  CONSTRAINT "started_at is YYYY-MM-DD" CHECK (
    started_at NOT GLOB '*[^0-9-]*' AND length(started_at) IN (4, 7, 10)),
  CONSTRAINT "read_at is a list of YYYY-MM-DD" CHECK (read_at NOT GLOB '*[^]["0-9,-]*'),
  -- A modifier makes SQLite count the day anew, so that the 30th of February is none.
  CONSTRAINT "added_at is YYYY-MM-DDTHH:MM:SS.SSSZ" CHECK (
    added_at IS strftime('%Y-%m-%dT%H:%M:%fZ', added_at, '+0 days')),
  CONSTRAINT "edited_at is YYYY-MM-DDTHH:MM:SS.SSSZ" CHECK (
    edited_at IS strftime('%Y-%m-%dT%H:%M:%fZ', edited_at, '+0 days')),
  CONSTRAINT "removed_at is YYYY-MM-DDTHH:MM:SS.SSSZ" CHECK (
    removed_at IS strftime('%Y-%m-%dT%H:%M:%fZ', removed_at, '+0 days')),
  CONSTRAINT "sync_at is YYYY-MM-DDTHH:MM:SS.SSSZ" CHECK (
    sync_at IS strftime('%Y-%m-%dT%H:%M:%fZ', sync_at, '+0 days')),
  CONSTRAINT "fetched_at is YYYY-MM-DDTHH:MM:SS.SSSZ" CHECK (
    fetched_at IS strftime('%Y-%m-%dT%H:%M:%fZ', fetched_at, '+0 days')),
  CONSTRAINT "sync_state is never, fetched, not-found, failed or no-isbn" CHECK (
    sync_state IN ('never', 'fetched', 'not-found', 'failed', 'no-isbn'))
) STRICT;

-- Each order in which books are listed has its index; what is in the trash is not in it.
CREATE INDEX books_by_number ON books (account, number) WHERE removed_at IS NULL;
CREATE INDEX books_by_title ON books (account, title_key, number) WHERE removed_at IS NULL;
CREATE INDEX books_by_author ON books (account, author_key, number) WHERE removed_at IS NULL;
CREATE INDEX books_by_year ON books (account, year, number) WHERE removed_at IS NULL;
CREATE INDEX books_by_added ON books (account, added_at, number) WHERE removed_at IS NULL;
CREATE INDEX books_due ON books (account, sync_state, sync_at, number) WHERE removed_at IS NULL;
CREATE INDEX books_trash ON books (account, removed_at, number) WHERE removed_at IS NOT NULL;
CREATE INDEX books_id ON books (id);
CREATE INDEX books_isbn ON books (account, isbn) WHERE isbn IS NOT NULL;
CREATE INDEX books_origin ON books (account, origin_key) WHERE origin_key IS NOT NULL;

-- Tickets: each is the right to complete one fetch for one book. The serial only grows, so it is a
-- fencing token; a ticket is never updated under its serial but to renew its lease.

CREATE TABLE tickets (
  serial INTEGER PRIMARY KEY AUTOINCREMENT,
  number INTEGER NOT NULL UNIQUE REFERENCES books (number) ON DELETE CASCADE,
  account INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  epoch INTEGER NOT NULL,
  incarnation TEXT NOT NULL,
  isbn TEXT NOT NULL,
  holder INTEGER NOT NULL, -- this byte of the lock file is locked while the holder lives
  issued_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
) STRICT;

-- A book that was removed is another one when it comes back.
-- mutant removal-ends-tickets:
--   `UPDATE books SET incarnation = lower(hex(randomblob(8))) WHERE number = NEW.number;`
--   -> `SELECT 1;` (RedeemTests|TicketRaceTests|SequenceTests)
CREATE TRIGGER books_removal AFTER UPDATE OF removed_at ON books
WHEN OLD.removed_at IS NULL AND NEW.removed_at IS NOT NULL
BEGIN
  UPDATE books SET incarnation = lower(hex(randomblob(8))) WHERE number = NEW.number;
END;

CREATE TRIGGER books_incarnation AFTER UPDATE OF incarnation ON books
WHEN NEW.incarnation IS NOT OLD.incarnation
BEGIN
  DELETE FROM tickets WHERE number = NEW.number;
END;

-- What was fetched belongs to the ISBN that was asked for.
-- mutant isbn-change-empties-fetched:
--   `SET fetched = '{}', source_key = NULL`
--   -> `SET source_key = NULL` (BookEditingTests|TableByHandTests)
CREATE TRIGGER books_isbn_change AFTER UPDATE OF isbn ON books WHEN NEW.isbn IS NOT OLD.isbn
BEGIN
  DELETE FROM tickets WHERE number = NEW.number;
  UPDATE books
  SET fetched = '{}', source_key = NULL, validators = NULL, fetched_at = NULL,
    sync_state = iif(NEW.isbn IS NULL, 'no-isbn', 'never'), sync_at = NULL, sync_detail = NULL
  WHERE number = NEW.number;
END;

-- For rows made by hand.
CREATE TRIGGER books_insert_sync_state AFTER INSERT ON books
WHEN (NEW.isbn IS NULL) <> (NEW.sync_state = 'no-isbn')
BEGIN
  UPDATE books SET sync_state = iif(NEW.isbn IS NULL, 'no-isbn', 'never')
  WHERE number = NEW.number;
END;

-- Without a column list: `SET rowid = …` does not count as an update of number.
CREATE TRIGGER books_guard AFTER UPDATE ON books
WHEN NEW.number IS NOT OLD.number OR NEW.id IS NOT OLD.id OR NEW.account IS NOT OLD.account
BEGIN
  SELECT RAISE(ABORT, 'number, id and account of a book cannot be changed');
END;

-- What a CHECK cannot look at: a list holds texts, identifiers has texts, a contributor has a name.
-- Not within a change set: there the program writes, from typed values, and by the thousand.
-- mutant lists-hold-texts-on-insert:
--   `CREATE TRIGGER books_insert_values AFTER INSERT ON books⏎WHEN NOT`
--   -> `CREATE TRIGGER books_insert_values AFTER INSERT ON books⏎WHEN 0 AND NOT` (TableByHandTests)
CREATE TRIGGER books_insert_values AFTER INSERT ON books
WHEN NOT EXISTS (SELECT 1 FROM settings WHERE key = 'running_change_set')
BEGIN
  SELECT RAISE(ABORT, 'a list or identifiers in typed has a value of the wrong type')
  WHERE NEW.typed <> '{}' AND EXISTS (
    SELECT 1 FROM json_each(NEW.typed) AS f, json_each(iif(
      f.type IN ('array', 'object') AND f.key IN (
        'authors', 'subjects', 'tags', 'read_at', 'identifiers', 'contributors'),
      f.value, '[]')) AS e
    WHERE iif(f.key = 'contributors',
      iif(e.type = 'object', json_type(e.value, '$.name'), '') IS NOT 'text',
      e.type <> iif(f.key = 'identifiers' AND e.type = 'null', 'null', 'text')));
  SELECT RAISE(ABORT, 'a list or identifiers in fetched has a value of the wrong type')
  WHERE NEW.fetched <> '{}' AND EXISTS (
    SELECT 1 FROM json_each(NEW.fetched) AS f, json_each(iif(
      f.type IN ('array', 'object') AND f.key IN (
        'authors', 'subjects', 'tags', 'read_at', 'identifiers', 'contributors'),
      f.value, '[]')) AS e
    WHERE iif(f.key = 'contributors',
      iif(e.type = 'object', json_type(e.value, '$.name'), '') IS NOT 'text',
      e.type <> 'text'));
  SELECT RAISE(ABORT, 'a list or identifiers in imported has a value of the wrong type')
  WHERE NEW.imported <> '{}' AND EXISTS (
    SELECT 1 FROM json_each(NEW.imported) AS f, json_each(iif(
      f.type IN ('array', 'object') AND f.key IN (
        'authors', 'subjects', 'tags', 'read_at', 'identifiers', 'contributors'),
      f.value, '[]')) AS e
    WHERE iif(f.key = 'contributors',
      iif(e.type = 'object', json_type(e.value, '$.name'), '') IS NOT 'text',
      e.type <> 'text'));
END;

-- mutant lists-hold-texts-on-update:
--   `AFTER UPDATE OF typed, fetched, imported ON books⏎WHEN NOT`
--   -> `AFTER UPDATE OF typed, fetched, imported ON books⏎WHEN 0 AND NOT`
--   (TableByHandTests|ViewByHandTests)
CREATE TRIGGER books_update_values AFTER UPDATE OF typed, fetched, imported ON books
WHEN NOT EXISTS (SELECT 1 FROM settings WHERE key = 'running_change_set')
BEGIN
  SELECT RAISE(ABORT, 'a list or identifiers in typed has a value of the wrong type')
  WHERE NEW.typed IS NOT OLD.typed AND NEW.typed <> '{}' AND EXISTS (
    SELECT 1 FROM json_each(NEW.typed) AS f, json_each(iif(
      f.type IN ('array', 'object') AND f.key IN (
        'authors', 'subjects', 'tags', 'read_at', 'identifiers', 'contributors'),
      f.value, '[]')) AS e
    WHERE iif(f.key = 'contributors',
      iif(e.type = 'object', json_type(e.value, '$.name'), '') IS NOT 'text',
      e.type <> iif(f.key = 'identifiers' AND e.type = 'null', 'null', 'text')));
  SELECT RAISE(ABORT, 'a list or identifiers in fetched has a value of the wrong type')
  WHERE NEW.fetched IS NOT OLD.fetched AND NEW.fetched <> '{}' AND EXISTS (
    SELECT 1 FROM json_each(NEW.fetched) AS f, json_each(iif(
      f.type IN ('array', 'object') AND f.key IN (
        'authors', 'subjects', 'tags', 'read_at', 'identifiers', 'contributors'),
      f.value, '[]')) AS e
    WHERE iif(f.key = 'contributors',
      iif(e.type = 'object', json_type(e.value, '$.name'), '') IS NOT 'text',
      e.type <> 'text'));
  SELECT RAISE(ABORT, 'a list or identifiers in imported has a value of the wrong type')
  WHERE NEW.imported IS NOT OLD.imported AND NEW.imported <> '{}' AND EXISTS (
    SELECT 1 FROM json_each(NEW.imported) AS f, json_each(iif(
      f.type IN ('array', 'object') AND f.key IN (
        'authors', 'subjects', 'tags', 'read_at', 'identifiers', 'contributors'),
      f.value, '[]')) AS e
    WHERE iif(f.key = 'contributors',
      iif(e.type = 'object', json_type(e.value, '$.name'), '') IS NOT 'text',
      e.type <> 'text'));
END;

-- The log: an entry for each change of a book, whoever makes it. It tells which index rows are
-- due, what other programs did, and what undo must put back.

CREATE TABLE change_sets (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL, -- what was done, in words
  at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
  undone_by INTEGER REFERENCES change_sets (id)
) STRICT;

-- No foreign keys here: the log never refuses what it logs, and outlives the books.
CREATE TABLE changes (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  number INTEGER NOT NULL,
  kind TEXT NOT NULL,
  change_set INTEGER, -- NULL: by hand, or by a sync
  before TEXT, -- of typed, imported, isbn, origin_key and removed_at those that changed
  CONSTRAINT "kind is insert, update or delete" CHECK (kind IN ('insert', 'update', 'delete'))
) STRICT;

CREATE INDEX changes_of_set ON changes (change_set) WHERE change_set IS NOT NULL;

CREATE TRIGGER books_insert AFTER INSERT ON books
BEGIN
  SELECT RAISE(ABORT, 'another book has this id')
  FROM books WHERE id = NEW.id AND number <> NEW.number;
  -- REPLACE fires no delete trigger, but it fires this one.
  DELETE FROM tickets WHERE number = NEW.number;
  INSERT INTO changes (number, kind, change_set)
  VALUES (NEW.number, 'insert', (SELECT value FROM settings WHERE key = 'running_change_set'));
END;

-- Of every column but those that the program keeps from the others.
CREATE TRIGGER books_update AFTER UPDATE OF
  isbn, incarnation, origin_key, typed, fetched, imported, added_at, edited_at, removed_at,
  sync_state, sync_at, sync_detail, source_key, validators, fetched_at ON books
BEGIN
  INSERT INTO changes (number, kind, change_set, before)
  VALUES (
    NEW.number, 'update', (SELECT value FROM settings WHERE key = 'running_change_set'),
    nullif('{' || substr(
      iif(OLD.typed IS NOT NEW.typed, ',"typed":' || OLD.typed, '')
      || iif(OLD.imported IS NOT NEW.imported, ',"imported":' || OLD.imported, '')
      || iif(OLD.isbn IS NOT NEW.isbn, ',"isbn":' || json_quote(OLD.isbn), '')
      || iif(OLD.origin_key IS NOT NEW.origin_key,
        ',"origin_key":' || json_quote(OLD.origin_key), '')
      || iif(OLD.removed_at IS NOT NEW.removed_at,
        ',"removed_at":' || json_quote(OLD.removed_at), ''),
      2) || '}', '{}'));
END;

CREATE TRIGGER books_delete AFTER DELETE ON books
BEGIN
  DELETE FROM tickets WHERE number = OLD.number;
  INSERT INTO changes (number, kind, change_set, before)
  VALUES (
    OLD.number, 'delete', (SELECT value FROM settings WHERE key = 'running_change_set'),
    json_object(
      'typed', json(OLD.typed), 'imported', json(OLD.imported), 'isbn', OLD.isbn,
      'origin_key', OLD.origin_key, 'removed_at', OLD.removed_at));
END;

-- The words of every book, by number, already folded by the program, which alone writes here: a
-- trigger a row is slow, and an index that reads its text from `books` breaks on a REPLACE.
CREATE VIRTUAL TABLE books_fts USING fts5 (
  title, -- title, subtitle, series
  authors,
  subjects, -- subjects, tags
  publisher,
  notes, -- notes, review
  tokenize = "unicode61 remove_diacritics 2"
);

INSERT INTO accounts (name, source, is_current) VALUES ('home', 'open-library', 1);
